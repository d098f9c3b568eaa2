// A game with all its branches: a tree of moves, and where one stands in it.

/** `values` are what a search found for each player; `mover` and `scene` what the server said. */
const made = (move, parent, values = null, mover = null) => ({move, parent, children: [], latest: null, values, mover, scene: null});

export class Record {
  constructor(game, start = "") {
    this.game = game;
    this.start = start;
    this.root = made(null, null);
    this.at = this.root;
  }

  /** A game from its moves. */
  static line(game, start, moves) {
    const record = new Record(game, start);
    for (const move of moves) record.stand(record.after(move));
    return record;
  }

  /** The moves from the start to a node. */
  moves(node = this.at) {
    const moves = [];
    for (; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  /** The nodes from the start through the one where we stand to the end of its branch. */
  line() {
    const nodes = [];
    for (let node = this.at; node; node = node.parent) nodes.unshift(node);
    for (let node = this.at.latest; node; node = node.latest) nodes.push(node);
    return nodes;
  }

  /** The node after a move from where we stand: on a branch that is there, or on a new one. */
  after(move) {
    let child = this.at.children.find((other) => other.move === move);
    if (!child) this.at.children.push((child = made(move, this.at)));
    return child;
  }

  stand(node) {
    this.at = node;
    for (; node.parent; node = node.parent) node.parent.latest = node;
  }

  /** Drop a node and all that follows; we stand before it if we stood there. */
  drop(node) {
    const parent = node.parent;
    for (let below = this.at; below; below = below.parent) if (below === node) this.at = parent;
    parent.children = parent.children.filter((other) => other !== node);
    if (parent.latest === node) parent.latest = parent.children[0] ?? null;
  }

  /** As plain data: [number of the parent, move, values, mover] for each node, parents first. */
  toJSON() {
    const nodes = [[-1, null, this.root.values, this.root.mover]];
    const numbers = new Map([[this.root, 0]]);
    const open = [this.root];
    while (open.length) {
      const node = open.pop();
      for (const child of node.children) {
        numbers.set(child, nodes.length);
        nodes.push([numbers.get(node), child.move, child.values, child.mover]);
        open.push(child);
      }
    }
    return {start: this.start, nodes, at: numbers.get(this.at)};
  }

  static from(game, data) {
    const record = new Record(game, data.start);
    const nodes = [record.root];
    Object.assign(record.root, {values: data.nodes[0][2], mover: data.nodes[0][3]});
    for (const [parent, move, values, mover] of data.nodes.slice(1)) {
      const node = made(move, nodes[parent], values, mover);
      node.parent.children.push(node);
      node.parent.latest ??= node;
      nodes.push(node);
    }
    record.stand(nodes[data.at] ?? record.root);
    return record;
  }
}
