// Where one of two players has two actions: what each reply to their mixtures gets, and the upper envelope of these lines.

import {fill, h} from "../lib/dom.js";

const [WIDE, HIGH, EDGE, NAMES] = [400, 250, 44, 80];
const told = (value, digits = 4) => String(Number(value.toPrecision(digits))).replace("-", "−");

/** The charts of a game, one for each player who has two actions. */
export function showEnvelopes(container, facts) {
  const {envelopes, game} = facts;
  container.classList.toggle("hidden", !envelopes.length);
  fill(container, envelopes.length > 0 && h("h2", {}, envelopes.length > 1 ? "Envelopes" : "Envelope"), h("div", {class: "matrix-charts"}, envelopes.map((each) => chart(each, game.zero_sum))));
}

function chart({player, replier, actions, lines, corners, equilibria}, opposed) {
  const numbers = lines.flatMap(({ends}) => ends), [low, high] = [Math.min(...numbers), Math.max(...numbers)], span = high - low || 1;
  const x = (share) => EDGE + (WIDE - EDGE - NAMES) * share, y = (worth) => HIGH - EDGE + 8 - (HIGH - 2 * EDGE + 12) * (worth - low) / span;
  const [first, second] = actions;
  const marks = [...new Map(equilibria.map((each) => [each.share, each])).values()];
  const says = `${replier}'s best replies to ${player} are the upper envelope` + (opposed ? `; its lowest point is all that ${player} can keep ${replier} to.` : ".");
  const free = (place, taken) => { // labels at the right end must not lie upon each other
    while (taken.some((each) => Math.abs(each - place) < 13)) place += 13;
    taken.push(place);
    return place;
  };
  const taken = [];
  return h("figure", {class: "matrix-chart"}, h("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "matrix-envelope", role: "img", "aria-label": says},
    [0, 1].map((share) => h("line", {class: "axis", x1: x(share), x2: x(share), y1: y(low) + 6, y2: y(high) - 6})),
    [...new Set([low, high])].map((worth) => h("text", {class: "tick", x: x(0) - 6, y: y(worth) + 4, "text-anchor": "end"}, told(worth))),
    lines.map(({ends}) => h("line", {class: "reply", x1: x(0), y1: y(ends[0]), x2: x(1), y2: y(ends[1])})),
    h("polyline", {class: "envelope", points: corners.map(({share, value}) => `${x(share)},${y(value)}`).join(" ")}),
    [...lines].sort((a, b) => b.ends[1] - a.ends[1]).map(({reply, ends}) => h("text", {class: "tick", x: x(1) + 5, y: free(y(ends[1]), taken) + 4}, reply.slice(0, 11))),
    marks.map(({share, value}) => [
      h("circle", {class: "mark", cx: x(share), cy: y(value), r: 5, "data-part": share}),
      share > 0 && share < 1 && h("text", {class: "tick strong", x: x(share), y: y(value) + 18, "text-anchor": "middle"}, `${second} ${told(share, 3)}`)]),
    h("text", {class: "tick", x: x(0), y: HIGH - 10, "text-anchor": "middle"}, `all ${first}`.slice(0, 16)),
    h("text", {class: "tick", x: x(1), y: HIGH - 10, "text-anchor": "middle"}, `all ${second}`.slice(0, 16))),
    h("figcaption", {class: "small muted"}, says));
}
