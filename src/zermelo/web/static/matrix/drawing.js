// How a process went, for one player: on a triangle for three actions, else as curves over the rounds.

import {fill, h} from "../lib/dom.js";

const short = (value) => (value < 1e4 ? String(Number(value.toPrecision(4))) : value.toExponential(1));

const [WIDE, HIGH] = [300, 260], CORNERS = [[150, 24], [24, 226], [276, 226]];
const FAR = 0.35; // steps of what is played now that are larger than this jump about, and are no path
const DASHES = ["", "7 4", "2 3", "9 3 2 3", "1 4", "12 4"];

/** A place in the triangle. */
const place = (mix) => [0, 1].map((axis) => mix.reduce((sum, part, k) => sum + part * CORNERS[k][axis], 0));

/** The mixture at a place of the triangle, its nearest one if that lies outside. */
function mixture([x, y]) {
  const [[ax, ay], [bx, by], [cx, cy]] = CORNERS;
  const whole = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy);
  const a = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / whole, b = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / whole;
  const parts = [a, b, 1 - a - b].map((part) => Math.max(0, part)), sum = parts.reduce((one, other) => one + other);
  return parts.map((part) => part / sum);
}

export class ProcessDrawing {
  /** `begin(mix)`: somebody has pointed at where a player should start. */
  constructor(table, player, path, begin) {
    Object.assign(this, {table, player, path});
    const names = table.actions[player];
    this.at = path.rounds ?? path.rationality; // where each point of the path is
    this.what = path.rounds ? "round" : "rationality";
    this.average = (path.drawn.includes("average") ? path.average : path.now)[player]; // the bold one
    this.now = path.now[player];
    this.triangle = names.length === 3;
    this.smooth = this.now.every((mix, k) => !k || mix.every((part, action) => Math.abs(part - this.now[k - 1][action]) < FAR));
    this.curves = h("g", {});
    const frame = this.triangle
      ? [h("polygon", {class: "frame", points: CORNERS.map((at) => at.join()).join(" ")}),
        names.map((name, k) => h("text", {class: "tick", x: CORNERS[k][0], y: CORNERS[k][1] + (k ? 18 : -8), "text-anchor": k === 1 ? "start" : k === 2 ? "end" : "middle"}, name))]
      : [h("rect", {class: "frame", x: 24, y: 24, width: 252, height: 202}),
        [[0, 226], [1, 24]].map(([tick, y]) => h("text", {class: "tick", x: 18, y: y + 4, "text-anchor": "end"}, String(tick))),
        h("text", {class: "tick", x: 276, y: 242, "text-anchor": "end"}, `${this.what} ${short(this.at.at(-1))}`),
        (names.length === 2 ? names.slice(0, 1) : names).map((name, k, all) => [
          h("line", {class: "average", "stroke-dasharray": DASHES[k % 6], x1: 30 + 252 * k / all.length, x2: 48 + 252 * k / all.length, y1: 12, y2: 12}),
          h("text", {class: "tick", x: 52 + 252 * k / all.length, y: 16}, name.slice(0, 10))])];
    this.svg = h("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, class: `matrix-process player-${player}`, role: "img", "aria-label": `What ${table.players[player]} plays, round by round`,
      onclick: (event) => this.triangle && begin(mixture(this.point(event)))},
      frame, this.curves);
    this.element = h("figure", {class: "matrix-chart"}, h("figcaption", {class: `small player-${player}`}, table.players[player]), this.svg);
    this.show(this.at.length);
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * WIDE, (event.clientY - box.top) / box.height * HIGH];
  }

  /** How far to the right a point is, from 0 to 1; rationality grows by factors. */
  far(k) {
    const scaled = (value) => (this.what === "round" ? value : Math.log1p(value));
    return (scaled(this.at[k]) - scaled(this.at[0])) / Math.max(scaled(this.at.at(-1)) - scaled(this.at[0]), 1e-9);
  }

  /** As it stood at a number of its points. */
  show(count) {
    const average = this.average.slice(0, count), now = this.now.slice(0, count);
    if (this.triangle) {
      const line = (mixes) => mixes.map((mix) => place(mix).map((one) => one.toFixed(1)).join()).join(" ");
      const dot = (mix, kind, r) => mix && h("circle", {class: kind, cx: place(mix)[0], cy: place(mix)[1], r});
      return fill(this.curves, this.smooth && h("polyline", {class: "now", points: line(now)}), h("polyline", {class: "average", points: line(average)}),
        dot(now.at(-1), "dot now", 5), dot(average.at(-1), "dot average", 5));
    }
    const x = (k) => 24 + 252 * this.far(k), y = (part) => 226 - 202 * part;
    const actions = this.table.sizes[this.player] === 2 ? [0] : this.table.actions[this.player].map((_, k) => k);
    const line = (mixes, action) => mixes.map((mix, k) => `${x(k).toFixed(1)},${y(mix[action]).toFixed(1)}`).join(" ");
    fill(this.curves, actions.map((action) => [
      this.smooth && h("polyline", {class: "now", points: line(now, action)}),
      h("polyline", {class: "average", "stroke-dasharray": DASHES[action % 6], points: line(average, action)}),
      count > 0 && h("circle", {class: "dot average", cx: x(count - 1), cy: y(average.at(-1)[action]), r: 4})]));
  }
}
