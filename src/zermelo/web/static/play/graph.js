// The values over the whole game, one can click on.

import {fill, h} from "../lib/dom.js";
import {share} from "./score.js";

const [WIDE, HIGH, LEFT] = [600, 120, 4];

export class Graph {
  constructor(container, goTo) {
    this.container = container;
    this.goTo = goTo;
  }

  /** `nodes`: the line from the start; `at`: where we stand. */
  show(facts, colours, nodes, at) {
    const step = (WIDE - 2 * LEFT) / Math.max(nodes.length - 1, 10);
    const x = (number) => LEFT + number * step;
    const y = (values, seat) => HIGH - 4 - (HIGH - 8) * share(facts, values[seat]);
    const seats = facts.two_player ? [0] : facts.players.map((_, seat) => seat);
    const known = nodes.map((node, number) => [node, number]).filter(([node]) => node.values);
    const here = nodes.indexOf(at);
    const go = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const number = Math.round(((event.clientX - box.left) / box.width * WIDE - LEFT) / step);
      this.goTo(nodes[Math.max(0, Math.min(nodes.length - 1, number))]);
    };
    const say = known.length ? `Values of ${known.length} ${known.length === 1 ? "position" : "positions"}` : "No values yet: analyse";
    fill(this.container, h("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "graph", role: "img", "aria-label": say, preserveAspectRatio: "none", onclick: go},
      h("title", {}, facts.two_player ? `The higher, the better for ${facts.players[0]}` : "What each player may expect"),
      h("line", {x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "even"}),
      h("line", {x1: x(here), x2: x(here), y1: 0, y2: HIGH, class: "here"}),
      seats.map((seat) => [
        h("polyline", {points: known.map(([node, n]) => `${x(n)},${y(node.values, seat)}`).join(" "), class: "curve halo"}),
        h("polyline", {points: known.map(([node, n]) => `${x(n)},${y(node.values, seat)}`).join(" "), class: "curve", style: facts.two_player ? null : `stroke: ${colours[seat]}`}),
        known.map(([node, n]) => h("circle", {cx: x(n), cy: y(node.values, seat), r: node === at ? 5 : 2.5, class: "dot", style: facts.two_player ? null : `fill: ${colours[seat]}`})),
      ])));
  }
}
