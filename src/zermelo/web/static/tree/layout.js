// Where the nodes of a tree are drawn: leaves side by side, parents above the middle of their children.

const LEVEL = 92, BOARD_LEVEL = 150, EDGE = 40;

/** The places of all nodes, and the size of the picture. `widths[k]`: the room that node k needs for itself. */
export function layout(nodes, widths, boards) {
  const children = nodes.map(() => []);
  nodes.forEach((node, k) => node.parent !== null && children[node.parent].push(k));
  const depth = [], span = new Array(nodes.length).fill(0), x = [];
  nodes.forEach((node, k) => (depth[k] = node.parent === null ? 0 : depth[node.parent] + 1));
  for (let k = nodes.length - 1; k >= 0; k--) {  // children come after their parents
    span[k] = Math.max(widths[k], children[k].reduce((sum, child) => sum + span[child], 0));
  }
  const left = [0];
  nodes.forEach((_, k) => {
    const needed = children[k].reduce((sum, child) => sum + span[child], 0);
    let at = left[k] + (span[k] - needed) / 2;
    for (const child of children[k]) {
      left[child] = at;
      at += span[child];
    }
  });
  for (let k = nodes.length - 1; k >= 0; k--) {
    const below = children[k];
    x[k] = below.length ? (x[below[0]] + x[below.at(-1)]) / 2 : left[k] + span[k] / 2;
  }
  const level = boards ? BOARD_LEVEL : LEVEL;
  return {
    children,
    depth,
    places: nodes.map((_, k) => ({x: x[k] + EDGE / 2, y: depth[k] * level + EDGE})),
    width: span[0] + EDGE,
    height: Math.max(...depth) * level + EDGE + (boards ? 110 : 50),
  };
}
