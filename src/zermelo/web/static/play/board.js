// A board to look at and to play on: the server's picture, and over it what can be clicked, dragged, or reached by keys.

import {fill, h} from "../lib/dom.js";
import {Clicks} from "./clicks.js";

const MANY = 30;  // moves from which on a list wants a filter
const FEW = 6;  // moves without a place on the board, which keep their places below it
const SMALL = 8.5;  // pixels: the smallest letters that can be read
const KEYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** How a score's colour is made: -1 bad, 1 good, null none. */
const toned = (tone) => (tone === null || tone === undefined ? "" : `--tone: ${Math.round(50 + 50 * Math.max(-1, Math.min(1, tone)))}%`);

export class BoardView {
  /** `onMove(name)` is told of a move that was made. */
  constructor(container, {onMove}) {
    this.onMove = onMove;
    this.cells = new Map();  // name -> cell of the scene
    this.spots = new Map();  // name -> its element
    this.offered = [];  // names of buttons below the board
    this.unit = 1;  // of the picture, per pixel of the screen
    this.picture = h("div", {class: "board-picture"});
    this.under = h("g", {class: "board-under"});
    this.reach = h("g", {});
    this.over = h("g", {class: "board-over"});
    this.overlay = h("svg", {class: "board-overlay", role: "application", "aria-label": "Board: arrow keys move, Enter plays"},
      this.under, this.reach, this.over);
    this.frame = h("div", {class: "board-frame"}, this.picture, this.overlay);
    this.words = h("div", {class: "board-words row"});
    this.advice = h("p", {class: "board-advice small muted"});
    this.filter = h("input", {type: "search", placeholder: "Filter", "aria-label": "Filter the moves", oninput: () => this.list()});
    this.listed = h("div", {class: "row"});
    this.title = h("summary", {});
    this.all = h("details", {class: "board-moves", ontoggle: () => this.list()}, this.title, this.filter, this.listed);
    this.said = h("p", {class: "spoken", "aria-live": "polite"});
    fill(container, h("div", {class: "board"}, this.frame, this.advice, this.words, this.all, this.said));
    this.overlay.addEventListener("mousedown", (event) => event.preventDefault());  // a mouse takes no focus
    this.overlay.addEventListener("pointerdown", (event) => this.press(event));
    this.overlay.addEventListener("pointermove", (event) => this.drag(event));
    this.overlay.addEventListener("pointerup", (event) => this.drop(event));
    this.overlay.addEventListener("pointercancel", () => this.letGo());
    this.overlay.addEventListener("touchmove", (event) => this.grips() && event.preventDefault(), {passive: false});
    this.overlay.addEventListener("click", (event) => this.tap(event));
    this.overlay.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.measure()).observe(this.frame);
  }

  /** Draw a scene. Options: scores (name -> {text, tone}), best (names), hint (a name), interactive, quiet (no help). */
  show(scene, {scores = new Map(), best = new Set(), hint = null, interactive = true, quiet = false} = {}) {
    const clicked = this.scene?.text === scene.text && this.clicks ? this.clicks.clicked : [];
    if (this.scene?.picture !== scene.picture) this.draw(scene);
    if (this.scene?.game !== scene.game) this.offered = [];
    const moved = this.scene && this.scene.played.join() !== scene.played.join();
    if (moved || !this.scene) this.said.textContent = [scene.played.at(-1), scene.status].filter(Boolean).join(". ");
    Object.assign(this, {scene, scores, best, hint, quiet, interactive: interactive && !scene.over});
    this.clicks = new Clicks(this.interactive ? scene.moves : []);
    this.clicks.set(clicked);
    this.place();
    this.refresh();
    this.offer(scene.moves.filter((move) => !move.steps.length).map((move) => move.name));
    this.title.textContent = `Moves (${scene.moves.length})`;
    this.all.classList.toggle("hidden", !scene.moves.length);
    this.list();
  }

  /** The server's picture, and the same coordinates for what lies over it. */
  draw(scene) {
    const picture = new DOMParser().parseFromString(scene.picture, "image/svg+xml").documentElement;
    const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("aria-hidden", "true");
    fill(this.picture, document.adoptNode(picture));
    if (this.width === width && this.height === height) return;
    Object.assign(this, {width, height});
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.frame.style.setProperty("--wide", width);
    this.frame.style.setProperty("--high", height);
    this.measure();
  }

  measure() {
    const wide = this.frame.clientWidth;
    if (!wide || !this.width || Math.abs(this.width / wide - this.unit) < 0.01) return;
    this.unit = this.width / wide;
    this.frame.style.setProperty("--unit", this.unit);
    if (this.scene) this.refresh();
  }

  /** One element for each cell, kept from scene to scene so that the focus stays where it is. */
  place() {
    const focused = this.cells.get(document.activeElement?.dataset?.cell);
    this.cells = new Map(this.scene.cells.map((cell) => [cell.name, cell]));
    for (const [name, spot] of this.spots) {
      if (this.cells.has(name)) continue;
      spot.remove();
      this.spots.delete(name);
    }
    for (const cell of this.scene.cells) {
      const where = [cell, ...cell.parts].map(({x, y, r}) => `${x},${y},${r}`).join(" ");
      let spot = this.spots.get(cell.name);
      if (!spot) {
        spot = h("g", {class: "spot", role: "button", "data-cell": cell.name, tabindex: -1});
        this.spots.set(cell.name, spot);
        this.reach.append(spot);
      }
      if (spot.dataset.where === where) continue;
      spot.dataset.where = where;
      fill(spot, [cell, ...cell.parts].map(({x, y, r}) => h("circle", {cx: x, cy: y, r})));
    }
    if (!this.cells.has(this.current)) this.current = this.scene.moves[0]?.steps[0]?.[0] ?? this.scene.cells[0]?.name;
    if (focused && !this.cells.has(focused.name)) this.focus(this.nearest(focused)?.name);
  }

  /** Everything that depends on what is clicked: dots, targets, scores, and what each cell is called. */
  refresh() {
    const {clicked, fitting} = this.clicks;
    const choices = new Map();  // a cell that can be clicked next -> the moves that go there
    for (const {move, next} of fitting) {
      for (const cell of next) choices.set(cell, [...(choices.get(cell) ?? []), move]);
    }
    const empty = this.scene.cells.filter((cell) => !cell.holds);
    const placed = empty.filter((cell) => choices.has(cell.name)).length;
    const obvious = !clicked.length && placed === choices.size && placed > 0.75 * empty.length;  // dots would say nothing
    const under = [], over = [];
    for (const [name, spot] of this.spots) {
      const cell = this.cells.get(name), meant = cell.means;
      const moves = choices.get(name) ?? [];
      const selected = clicked.includes(name);
      const begins = !clicked.length && moves.length > 0;
      const held = moves.some((move) => move.steps.length > 1 || move.steps[0].length > 1);
      spot.classList.toggle("can", choices.has(meant) && !this.quiet);
      spot.classList.toggle("held", begins && held);
      const score = this.quiet ? null : this.bestOf(moves);
      const state = selected ? "selected" : !moves.length || this.quiet ? "" : begins && held ? "can move" : "legal move";
      const label = [name, cell.holds || "empty", state, score && `score ${score.text}`].filter(Boolean).join(", ");
      if (spot.getAttribute("aria-label") !== label) spot.setAttribute("aria-label", label);
      spot.setAttribute("tabindex", name === this.current ? 0 : -1);
      if (selected) under.push(h("circle", {class: "selected", cx: cell.x, cy: cell.y, r: cell.r * 0.94}));
      if (!moves.length || this.quiet) continue;
      if (score) over.push(this.label(cell, score));
      else if (begins && held) under.push(h("circle", {class: "movable", cx: cell.x, cy: cell.y, r: cell.r * 0.9}));
      else if (!obvious) over.push(h("circle", {class: cell.holds ? "target taken" : "target", cx: cell.x, cy: cell.y, r: cell.holds ? cell.r * 0.85 : cell.r * 0.26}));
    }
    const hinted = this.scene.moves.find((move) => move.name === this.hint);
    fill(this.under, under);
    fill(this.over, hinted ? hinted.steps.map((way) => this.arrow(way, "hint")) : null, this.made(), over);
    this.advise();
  }

  /** The best score among some moves, with its name; null if none has one. */
  bestOf(moves) {
    let found = null;
    for (const {name} of moves) {
      const score = this.scores.get(name);
      const better = this.best.has(name) || (score?.tone ?? -2) > (found?.tone ?? -2);
      if (score && (!found || (better && !found.best))) found = {...score, best: this.best.has(name)};
    }
    return found;
  }

  /** A score on a cell; lower if something stands there, and only a dot of its colour if it could not be read. */
  label({x, y: middle, r, holds}, {text, tone, best}) {
    const y = holds ? middle + 0.55 * r : middle;
    const letters = Math.max(0.62 * text.length + 0.5, 1.3);  // its width in heights
    const room = 2.2 * r / letters, least = SMALL * this.unit;
    if (room < least && !best) return h("circle", {class: "score", style: toned(tone), cx: x, cy: y, r: r / 3});
    const high = Math.max(Math.min(0.66 * r, room), least);
    const wide = high * letters;
    return h("g", {class: best ? "score best" : "score", style: toned(tone)},
      h("rect", {x: x - wide / 2, y: y - 0.65 * high, width: wide, height: 1.3 * high, rx: 0.35 * high}),
      h("text", {x, y: y + 0.35 * high, "font-size": high}, text));
  }

  /** A line through cells, to show a way; a ring if it is one cell only. */
  arrow(way, kind) {
    const at = way.map((name) => this.cells.get(name)).filter(Boolean);
    if (at.length < 2) return at.map(({x, y, r}) => h("circle", {class: kind, cx: x, cy: y, r: r * 0.8}));
    const [a, b] = at.slice(-2);
    const turn = Math.atan2(b.y - a.y, b.x - a.x);
    const tip = [2.6, -2.6].map((side) => `${b.x + 13 * Math.cos(turn + side)},${b.y + 13 * Math.sin(turn + side)}`);
    return h("path", {class: kind, d: `M${at.map(({x, y}) => `${x},${y}`).join("L")}M${tip[0]}L${b.x},${b.y}L${tip[1]}`});
  }

  /** What has been clicked of a move with several steps. */
  made() {
    const {clicked, fitting} = this.clicks;
    if (clicked.length < 2) return null;
    const ways = [];
    for (let from = 0; from < clicked.length;) {  // as the first move that fits would have it
      const way = fitting[0].move.steps.find((each) => each.every((cell, k) => clicked[from + k] === cell)) ?? clicked.slice(from);
      ways.push(way);
      from += way.length;
    }
    return ways.map((way) => this.arrow(way, "made"));
  }

  advise() {
    const [name] = this.clicks.complete;
    this.advice.textContent = name ? `Click again to play ${name}, or go on.`
      : this.clicks.clicked.length > 1 ? `${this.clicks.clicked.join(" ")} … (Esc clears)` : "";
  }

  // --- pointing ---

  /** The cell at a place of the screen, or null. */
  cellAt(event) {
    const box = this.overlay.getBoundingClientRect();
    return this.nearest({x: (event.clientX - box.left) / box.width * this.width, y: (event.clientY - box.top) / box.height * this.height}, 1.45);
  }

  nearest({x, y}, within = Infinity) {
    let found = null;
    for (const cell of this.cells.values()) {
      for (const place of [cell, ...cell.parts]) {
        const away = Math.hypot(place.x - x, place.y - y) / place.r;
        if (away <= within) [found, within] = [cell, away];
      }
    }
    return found;
  }

  /** A click on a cell, by whatever means. */
  choose(cell) {
    if (!this.interactive) return;
    const move = cell ? this.clicks.click(cell.means) : this.clicks.clear();
    if (cell) this.current = cell.name;
    if (move) this.clicks.clear();
    this.refresh();
    if (move) this.onMove(move);
  }

  /** Forget what was clicked of a move. */
  cancel() {
    if (this.clicks?.clicked.length) this.choose(null);
  }

  press(event) {
    this.dragged = false;
    this.pressed = event.button === 0 && this.interactive ? this.cellAt(event) : null;
  }

  /** Whether a piece is held, so that a finger drags it and not the page. */
  grips() {
    return this.pressed && (this.dragged || this.spots.get(this.pressed.name)?.classList.contains("held"));
  }

  drag(event) {
    const from = this.pressed;
    if (!from || (!this.dragged && this.cellAt(event) === from)) return;
    if (!this.dragged) {
      if (this.clicks.clicked.at(-1) !== from.means) this.clicks.click(from.means);
      if (this.clicks.clicked.at(-1) !== from.means) return this.letGo();
      this.dragged = true;
      this.overlay.setPointerCapture(event.pointerId);
      this.refresh();
      this.over.append((this.trail = h("line", {class: "made", x1: from.x, y1: from.y})));
    }
    const box = this.overlay.getBoundingClientRect();
    this.trail.setAttribute("x2", (event.clientX - box.left) * this.unit);
    this.trail.setAttribute("y2", (event.clientY - box.top) * this.unit);
  }

  drop(event) {
    const {pressed, dragged} = this;
    if (pressed && dragged) this.choose(this.cellAt(event));
    this.pressed = null;
  }

  letGo() {
    this.pressed = null;
    this.refresh();
  }

  tap(event) {
    if (this.dragged) this.dragged = false;  // it was settled when the pointer was lifted
    else this.choose(this.cells.get(event.target.closest?.(".spot")?.dataset.cell) ?? this.cellAt(event));
  }

  // --- keys ---

  key(event) {
    const cell = this.cells.get(event.target.dataset?.cell);
    if (!cell) return;
    else if (event.key === "Enter" || event.key === " ") this.choose(cell);
    else if (event.key in KEYS) this.focus(this.beside(cell, ...KEYS[event.key])?.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction. */
  beside(from, dx, dy) {
    let found = null, least = Infinity;
    for (const cell of this.cells.values()) {
      const [x, y] = [cell.x - from.x, cell.y - from.y];
      const ahead = x * dx + y * dy;
      const far = (x * x + y * y) / ahead;  // the more it lies aside, the farther it seems
      if (ahead > 2 && far < least) [found, least] = [cell, far];
    }
    return found;
  }

  focus(name) {
    if (!name) return;
    this.spots.get(this.current)?.setAttribute("tabindex", -1);
    this.current = name;
    const spot = this.spots.get(name);
    spot.setAttribute("tabindex", 0);
    spot.focus();
  }

  // --- moves by name ---

  /** Buttons for moves, each where it was before if there are few: a second click at the same place must not be another. */
  offer(names) {
    const known = [...new Set([...this.offered, ...names])];
    this.offered = known.length > FEW ? names : known;
    fill(this.words, this.offered.map((name) => {
      const button = this.button(name);
      button.classList.toggle("absent", !names.includes(name));
      button.disabled ||= !names.includes(name);
      return button;
    }));
  }

  button(name) {
    const score = this.quiet ? null : this.scores.get(name);
    return h("button", {type: "button", class: this.best.has(name) && !this.quiet ? "best" : "", disabled: !this.interactive, onclick: () => this.onMove(name)},
      name, score ? h("span", {class: "board-score", style: toned(score.tone)}, " " + score.text) : null);
  }

  list() {
    if (!this.all.open || !this.scene) return;
    const {moves} = this.scene;
    this.filter.classList.toggle("hidden", moves.length <= MANY);
    const wanted = moves.length > MANY ? this.filter.value.trim().toLowerCase() : "";
    fill(this.listed, moves.filter((move) => move.name.toLowerCase().includes(wanted)).map((move) => this.button(move.name)));
  }
}
