// The picture of a tree: MAX points up, MIN down, chance is round; what is never visited is grey, and crossed where it was cut.

import {h, fill} from "../lib/dom.js";
import {layout} from "./layout.js";
import {interval, label, number, spoken} from "./state.js";

const R = 17, BOARD = 66;

export class Drawing {
  /** `onselect(k)`: a node was clicked, or chosen with the keyboard. */
  constructor(answer, onselect, name) {
    this.answer = answer;
    this.boards = answer.nodes.some((node) => node.board);
    const windows = answer.iterations.flatMap(({steps}) => steps).filter((step) => step.window && !answer.nodes[step.node].payoff);
    this.windowed = 6.2 * windows.reduce((longest, step) => Math.max(longest, interval(step.window).length), 0);
    const {children, depth, places, width, height} = layout(answer.nodes, answer.nodes.map((node, k) => this.room(node, k)), this.boards);
    Object.assign(this, {children, depth, places, width, height, drawn: []});
    this.halo = h("circle", {class: "tree-halo hidden", r: R + 7});
    this.edges = answer.nodes.map((_, k) => h("g", {class: "tree-edge", "data-edge": k}));
    this.groups = answer.nodes.map((_, k) => h("g", {
      class: "tree-node", "data-node": k, role: "treeitem", tabindex: k ? -1 : 0,
      onclick: () => onselect(k), onfocus: () => this.here(k),
    }));
    this.svg = h("svg", {
      xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, class: "tree-picture", role: "tree", "aria-label": name,
      onkeydown: (event) => this.move(event, onselect),
    }, ...this.bands(), this.halo, this.edges, this.groups);
    this.zoom(1);
  }

  /** How wide a node is, with what may stand beside it. */
  room(node, k) {
    const way = 14 + 6.4 * (this.way(node).length + (this.answer.solvers?.length && node.prob === null ? 6 : 0));
    if (node.board) return Math.max(BOARD + 26, way, 2 * this.windowed - 20);
    if (node.payoff) return Math.max(40, way, 15 + 7.2 * label(this.answer, k, {}).length);
    if (this.answer.simulations.length) return Math.max(46, way);
    return Math.max(this.answer.two ? 60 : 110, way, this.windowed && this.windowed + 52);
  }

  /** What stands at the branch to a node: the move, unless it is a mere number, and its probability. */
  way(node) {
    const move = /^\d+$/.test(node.move) && this.answer.written && !this.answer.simulations.length ? "" : node.move;
    return [move, node.prob === null ? "" : number(node.prob)].filter(Boolean).join(" ");
  }

  /** Dashed links between the nodes that look the same to the player, each in a bow of its own. */
  bands() {
    const sets = new Map();
    this.answer.nodes.forEach((node, k) => node.info && !node.payoff && sets.set(node.info, [...(sets.get(node.info) ?? []), k]));
    return [...sets].filter(([, members]) => members.length > 1).map(([info, members], number) => {
      const at = members.map((k) => this.places[k]).sort((a, b) => a.x - b.x);
      const bows = at.slice(1).map((to, k) => {
        const from = at[k], deep = Math.min(26, 8 + (to.x - from.x) / 14) + (to.x - from.x > 400 ? 6 * (number % 6) : 0);
        return `M${from.x},${from.y} Q${(from.x + to.x) / 2},${(from.y + to.y) / 2 + 2 * deep} ${to.x},${to.y}`;
      });
      return h("path", {class: `tree-set ${this.answer.nodes[members[0]].side}`, "data-set": info, d: bows.join(" ")}, h("title", {}, info));
    });
  }

  zoom(factor) {
    this.factor = factor;
    this.svg.style.width = `${this.width * factor}px`;
  }

  /** Draw what has changed. `best`: whether the best line is known; `current`: the node of this step; `marks`: see practice. */
  show(states, {current = null, path = [], best = false, marks = {}, parts = null} = {}) {
    this.most = states[0].visits;
    states.forEach((state, k) => {
      const shown = {...state, best: best && this.answer.nodes[k].best, on: path.includes(k), mark: marks[k] ?? "", part: parts?.[k] ?? null};
      const key = JSON.stringify([shown, state.means && this.most]);
      if (this.drawn[k] === key) return;
      this.drawn[k] = key;
      this.drawEdge(k, shown);
      this.drawNode(k, shown);
    });
    this.halo.classList.toggle("hidden", current === null);
    if (current !== null) {
      this.halo.setAttribute("cx", this.places[current].x);
      this.halo.setAttribute("cy", this.places[current].y);
      this.current = current;
    }
  }

  drawEdge(k, state) {
    const node = this.answer.nodes[k], group = this.edges[k];
    if (node.parent === null) return;
    const from = this.places[node.parent], to = this.places[k];
    const top = from.y + (this.answer.nodes[node.parent].board ? BOARD + 16 : R - 3), bottom = to.y - (node.payoff && !node.board ? R - 4 : R);
    const x = from.x + (to.x - from.x) * 0.45, y = top + (bottom - top) * 0.45;
    const {part} = state, played = part === null ? null : `stroke-width: ${1 + 5 * part}; stroke-opacity: ${0.3 + 0.7 * part}`;
    const parts = [h("line", {x1: from.x, y1: top, x2: to.x, y2: bottom, style: played})];
    if (node.board) parts.push(h("line", {x1: to.x, y1: bottom, x2: to.x, y2: to.y + 12}));
    if (state.status === "pruned" || state.mark) {
      parts.push(...[7, -7].map((d) => h("line", {class: "tree-cross", x1: x - 7, y1: y - d, x2: x + 7, y2: y + d})));
    }
    const text = [this.way(node), part !== null && number(Math.round(1000 * part) / 1000)].filter(Boolean).join(" ");
    group.setAttribute("data-part", part ?? "");
    if (text) parts.push(h("text", {class: "tree-move", x: from.x + (to.x - from.x) * 0.78, y: top + (bottom - top) * 0.78, "text-anchor": "middle"}, text));
    fill(group, ...parts);
    group.setAttribute("class", `tree-edge ${state.status} ${state.best ? "best" : ""} ${state.on ? "on" : ""} ${state.mark} ${part === null ? "" : "played"}`);
  }

  drawNode(k, state) {
    const node = this.answer.nodes[k], {x, y} = this.places[k], group = this.groups[k];
    const value = label(this.answer, k, state);
    fill(group, h("title", {}, spoken(this.answer, k, state)), ...(node.board ? this.withBoard(node, state, value, x, y)
      : state.means || state.status === "absent" ? this.ball(node, state, value, x, y)
      : node.payoff ? this.leaf(node, value, x, y) : this.inner(node, state, value, x, y)));
    group.setAttribute("class", `tree-node ${state.status} ${state.best ? "best" : ""} ${state.on ? "on" : ""} ${state.mark}`);
    group.setAttribute("aria-label", spoken(this.answer, k, state));
    group.setAttribute("aria-level", this.depth[k] + 1);
    const attributes = {
      "data-name": node.name, "data-status": state.status, "data-value": value.replace("−", "-"),
      "data-window": state.window ? interval(state.window).replaceAll("−", "-") : "", "data-visits": state.visits,
    };
    for (const [name, text] of Object.entries(attributes)) group.setAttribute(name, text);
  }

  leaf(node, value, x, y) {
    const half = Math.max(15, 3.6 * value.length + 6);
    return [
      h("rect", {class: "tree-shape leaf", x: x - half, y: y - 13, width: 2 * half, height: 25, rx: 4}),
      h("text", {class: "tree-value", x, y: y + 4}, value),
      node.type && h("text", {class: "tree-note", x, y: y + 27, "text-anchor": "middle"}, node.type),
    ];
  }

  inner(node, state, value, x, y) {
    const named = !["max", "min", "chance"].includes(node.kind);
    return [
      shape(node, x, y, R),
      h("text", {class: `tree-value ${value.length > 4 ? "long" : ""}`, x, y: y + (named ? 4 : {max: 10, min: 2}[node.side] ?? 4)}, named ? node.kind.slice(0, 3) : value),
      named && value && h("text", {class: "tree-value", x: x + R + 4, y: y + 5, "text-anchor": "start"}, value),
      state.window && h("text", {class: "tree-window", x: x + R + (node.side === "min" ? 8 : 3), y: y - 8}, interval(state.window)),
      ...this.asides(node, state, x, named ? y + 18 : y + 8),
      node.type && h("text", {class: "tree-note", x: x - R - (node.side === "min" ? 8 : 3), y: y - 8, "text-anchor": "end"}, node.type),
      this.answer.written && node.parent !== null && /^[A-Za-z]/.test(node.name) && h("text", {class: "tree-name", x: x - R - 3, y: y + 12, "text-anchor": "end"}, node.name),
      node.beyond > 0 && h("text", {class: "tree-note", x, y: y + 34, "text-anchor": "middle"}, `+${node.beyond}`),
    ];
  }

  asides(node, state, x, y) {
    const told = [state.status === "hit" && "table", state.status === "probe" && "probe", state.visits > 1 && !state.means && `visit ${state.visits}`];
    const text = told.filter(Boolean).join(", ");
    return text ? [h("text", {class: "tree-note", x: x + R + 4, y}, text)] : [];
  }

  /** A node of mcts: the more visits, the larger. */
  ball(node, state, value, x, y) {
    const r = 6 + 14 * Math.sqrt(state.visits / Math.max(1, this.most));
    return [
      shape(node, x, y, r),
      !node.side && r > 12 && h("text", {class: "tree-value", x, y: y + 4}, node.kind.slice(0, 3)),
      h("text", {class: "tree-value", x, y: y + r + 13}, value),
      h("text", {class: "tree-note", x, y: y - r - 4, "text-anchor": "middle"}, state.visits ? `${state.visits}×` : ""),
    ];
  }

  /** A real position: its marker and value above a little board. */
  withBoard(node, state, value, x, y) {
    this.parsed ??= new Map();
    if (!this.parsed.has(node)) this.parsed.set(node, parse(node.board));
    const board = this.parsed.get(node);
    for (const [name, size] of Object.entries({x: x - BOARD / 2, y: y + 14, width: BOARD, height: BOARD})) board.setAttribute(name, size);
    const told = state.means ? `${value} · ${state.visits}×` : value;
    return [
      h("rect", {class: "tree-shape frame", x: x - BOARD / 2 - 2, y: y + 12, width: BOARD + 4, height: BOARD + 4, rx: 4}),
      board,
      shape(node, x - 22, y - 2, 9),
      h("text", {class: "tree-value", x: x + 6, y: y + 6, "text-anchor": "start"}, told),
      state.window && h("text", {class: "tree-window", x: x + 6, y: y - 8}, interval(state.window)),
      ...this.asides(node, state, x - 20, y + 92),
      node.beyond > 0 && h("text", {class: "tree-note", x, y: y + 96, "text-anchor": "middle"}, `+${node.beyond}`),
    ];
  }

  /** The one node that the tab key comes to. */
  here(k) {
    this.groups[this.at ?? 0].setAttribute("tabindex", -1);
    this.groups[k].setAttribute("tabindex", 0);
    this.at = k;
  }

  /** Arrows go from node to node; enter chooses. */
  move(event, onselect) {
    const k = this.groups.indexOf(document.activeElement);
    if (k < 0) return;
    const parent = this.answer.nodes[k].parent, beside = parent === null ? [k] : this.children[parent];
    const place = beside.indexOf(k);
    const to = {
      ArrowUp: parent, ArrowDown: this.children[k][0], ArrowLeft: beside[place - 1], ArrowRight: beside[place + 1],
      Enter: k, " ": k,
    }[event.key];
    if (!["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter" || event.key === " ") onselect(k);
    else if (to !== undefined && to !== null) this.groups[to].focus();
  }

  /** The picture as a file of its own, its colours written into it. */
  file() {
    const copy = this.svg.cloneNode(true);
    const styled = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "font-size", "font-weight", "text-anchor",
      "opacity", "paint-order", "display"];
    const from = [this.svg, ...this.svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((element, k) => {
      if (!element.closest(".tree-board")) styled.forEach((name) => to[k].style.setProperty(name, getComputedStyle(element)[name]));
    });
    copy.setAttribute("width", this.width);
    copy.setAttribute("height", this.height);
    copy.style.cssText += "; font-family: system-ui, sans-serif; background: " + getComputedStyle(this.svg.parentElement).backgroundColor;
    return new XMLSerializer().serializeToString(copy);
  }
}

function shape(node, x, y, r) {
  const w = r + 3;
  if (node.side === "max") return h("polygon", {class: "tree-shape", points: `${x},${y - w} ${x - w - 2},${y + r - 2} ${x + w + 2},${y + r - 2}`});
  if (node.side === "min") return h("polygon", {class: "tree-shape", points: `${x},${y + w} ${x - w - 2},${y - r + 2} ${x + w + 2},${y - r + 2}`});
  return h("circle", {class: "tree-shape", cx: x, cy: y, r});
}

function parse(board) {
  const parsed = document.importNode(new DOMParser().parseFromString(board, "image/svg+xml").documentElement, true);
  parsed.setAttribute("class", "tree-board");
  parsed.setAttribute("aria-hidden", "true");
  return parsed;
}
