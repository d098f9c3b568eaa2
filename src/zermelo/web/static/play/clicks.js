// Which moves fit the cells clicked so far. A move has steps: a way, a list of cells, for each piece that it moves. Ways
// may be made in any order, one after the other.

/** How a move continues after these clicks: {next: cells, complete}, or null if they do not belong to it. */
export function fit(ways, clicked) {
  const next = new Set();
  let fits = false, complete = false;
  const follow = (left, from) => {
    if (from === clicked.length) {
      fits = true;
      complete ||= left.length === 0;
      for (const way of left) next.add(way[0]);
      return;
    }
    const tried = new Set();
    left.forEach((way, k) => {
      if (tried.has(way.join())) return;  // another man on the same way
      tried.add(way.join());
      let n = 0;
      while (n < way.length && from + n < clicked.length && way[n] === clicked[from + n]) n++;
      if (n === way.length) follow(left.filter((_, n) => n !== k), from + n);
      else if (from + n === clicked.length) {
        fits = true;
        next.add(way[n]);
      }
    });
  };
  follow(ways, 0);
  return fits ? {next, complete} : null;
}

export class Clicks {
  constructor(moves) {
    this.moves = moves.filter((move) => move.steps.length);
    this.clear();
  }

  clear() {
    this.set([]);
  }

  /** Take these clicks, if they fit any move. */
  set(clicked) {
    const fitting = [];
    for (const move of this.moves) {
      const found = fit(move.steps, clicked);
      if (found) fitting.push({move, ...found});
    }
    if (clicked.length && !fitting.length) return false;
    this.clicked = clicked;
    this.fitting = fitting;
    return true;
  }

  get complete() {
    return this.fitting.filter((each) => each.complete).map((each) => each.move.name);
  }

  /** A click on a cell: the name of the move that it settles, or null. */
  click(cell) {
    const {clicked} = this;
    if (this.set([...clicked, cell])) return this.fitting.length === 1 ? this.complete[0] ?? null : null;
    if (cell === clicked.at(-1)) {  // again: that was all, or the man goes on from here, or a change of mind
      const [name] = this.complete;
      if (name || clicked.length === 1) this.clear();
      return name ?? null;
    }
    const straight = this.fitting.filter(({move: {steps}}) => steps.length === 1 && steps[0].at(-1) === cell);
    if (clicked.length && straight.length === 1) return straight[0].move.name;  // without its stations
    for (let kept = clicked.length - 1; kept >= 0; kept--) {
      if (this.set([...clicked.slice(0, kept), cell])) return this.fitting.length === 1 ? this.complete[0] ?? null : null;
    }
    this.clear();
    return null;
  }
}
