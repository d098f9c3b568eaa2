// Exploitability against iterations, both on a logarithmic scale.

import {fill, h} from "../lib/dom.js";
import {number} from "./state.js";

const [WIDE, HIGH, LEFT, FOOT, TOP] = [360, 190, 46, 26, 10];
const power = (k) => (Math.abs(k) < 3 ? String(Number((10 ** k).toPrecision(1))) : `1e${k}`.replace("-", "−"));

/** `curve`: [iteration, seconds, exploitability] of each stage. */
export function showCurve(container, curve) {
  const seen = curve.filter(([, , worth]) => worth > 0);
  container.classList.toggle("hidden", seen.length < 2);
  if (seen.length < 2) return fill(container);
  const tens = (values) => [Math.floor(Math.log10(Math.min(...values)) + 1e-9), Math.max(Math.ceil(Math.log10(Math.max(...values)) - 1e-9), Math.floor(Math.log10(Math.min(...values)) + 1e-9) + 1)];
  const [x0, x1] = tens(seen.map(([iteration]) => iteration)), [y0, y1] = tens(seen.map(([, , worth]) => worth));
  const x = (iteration) => LEFT + (WIDE - LEFT - 12) * (Math.log10(iteration) - x0) / (x1 - x0);
  const y = (worth) => TOP + (HIGH - FOOT - TOP) * (y1 - Math.log10(worth)) / (y1 - y0);
  const ticks = (from, to) => Array.from({length: to - from + 1}, (_, k) => from + k);
  const [iteration, seconds, worth] = seen.at(-1);
  fill(container, h("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "tree-curve", role: "img", "aria-label": `After ${iteration} iterations the exploitability is ${number(worth)}`},
    ticks(x0, x1).map((k) => [h("line", {x1: x(10 ** k), x2: x(10 ** k), y1: TOP, y2: HIGH - FOOT}), h("text", {x: x(10 ** k), y: HIGH - 9, "text-anchor": "middle"}, power(k))]),
    ticks(y0, y1).map((k) => [h("line", {x1: LEFT, x2: WIDE - 12, y1: y(10 ** k), y2: y(10 ** k)}), h("text", {x: LEFT - 5, y: y(10 ** k) + 4, "text-anchor": "end"}, power(k))]),
    h("polyline", {points: seen.map(([at, , value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}),
    h("circle", {cx: x(iteration), cy: y(worth), r: 4})),
  h("p", {class: "small muted"}, `Exploitability against iterations; ${number(seconds, 2)} s so far.`));
}
