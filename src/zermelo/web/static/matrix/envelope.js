// Where one of two players has two actions: what each reply to their mixtures gets, and the envelope of these lines.

import {fill, h} from "../lib/dom.js";
import {value} from "./game.js";

const [WIDE, HIGH, EDGE, NAMES] = [400, 250, 44, 80];

/** The charts of a table, one for each player who has two actions; `answer`: equilibria to mark. */
export function showEnvelopes(container, table, answer) {
  const mixers = table.sizes.length === 2 ? [0, 1].filter((player) => table.sizes[player] === 2) : [];
  container.classList.toggle("hidden", !mixers.length);
  fill(container, mixers.length > 0 && h("h2", {}, mixers.length > 1 ? "Envelopes" : "Envelope"), h("div", {class: "matrix-charts"}, mixers.map((mixer) => chart(table, mixer, answer))));
}

function chart(table, mixer, answer) {
  const other = 1 - mixer, owner = table.zero ? 0 : other; // whose payoffs are drawn
  const upper = owner === other;
  const replies = table.actions[other].map((name, reply) => {
    const ends = [0, 1].map((action) => value(table.at(mixer ? [reply, action] : [action, reply])[owner]));
    return {name, at: (p) => p * ends[0] + (1 - p) * ends[1]};
  });
  const numbers = replies.flatMap(({at}) => [at(0), at(1)]);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)], span = high - low || 1;
  const x = (p) => EDGE + (WIDE - EDGE - NAMES) * (1 - p), y = (worth) => HIGH - EDGE + 8 - (HIGH - 2 * EDGE + 12) * (worth - low) / span;
  const pick = upper ? Math.max : Math.min, edge = (p) => pick(...replies.map(({at}) => at(p)));
  const bends = [0, 1];
  replies.forEach((a, k) => replies.slice(k + 1).forEach((b) => {
    const p = (b.at(0) - a.at(0)) / (a.at(1) - a.at(0) - b.at(1) + b.at(0));
    if (p > 0 && p < 1 && Math.abs(edge(p) - a.at(p)) < 1e-9 * span) bends.push(p);
  }));
  bends.sort((a, b) => a - b);
  const [first, second] = table.actions[mixer];
  const found = (answer?.profiles ?? []).filter((each) => !each.joint).map((each) => ({part: each.strategies[mixer][first], exact: each.exact?.strategies[mixer][first]}));
  const marks = [...new Map(found.map((each) => [each.part, each])).values()];
  const says = table.zero
    ? `${table.players[mixer]} is sure of the ${upper ? "upper" : "lower"} envelope: its ${upper ? "lowest" : "highest"} point is the value.`
    : `${table.players[other]}'s best replies to ${table.players[mixer]} are the upper envelope.`;
  const free = (place, taken) => { // labels at the right end must not lie upon each other
    while (taken.some((each) => Math.abs(each - place) < 13)) place += 13;
    taken.push(place);
    return place;
  };
  const taken = [];
  const ticks = [...new Set([low, high])];
  return h("figure", {class: "matrix-chart"}, h("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "matrix-envelope", role: "img", "aria-label": says},
    [0, 1].map((p) => h("line", {class: "axis", x1: x(p), x2: x(p), y1: y(low) + 6, y2: y(high) - 6})),
    ticks.map((worth) => h("text", {class: "tick", x: x(1) - 6, y: y(worth) + 4, "text-anchor": "end"}, String(Number(worth.toPrecision(4))).replace("-", "−"))),
    replies.map(({at}) => h("line", {class: "reply", x1: x(0), y1: y(at(0)), x2: x(1), y2: y(at(1))})),
    h("polyline", {class: "envelope", points: bends.map((p) => `${x(p)},${y(edge(p))}`).join(" ")}),
    [...replies].sort((a, b) => b.at(0) - a.at(0)).map(({name, at}) => h("text", {class: "tick", x: x(0) + 5, y: free(y(at(0)), taken) + 4}, name.slice(0, 11))),
    marks.map(({part, exact}) => [
      h("circle", {class: "mark", cx: x(part), cy: y(edge(part)), r: 5, "data-part": exact ?? part}),
      part > 0 && part < 1 && h("text", {class: "tick strong", x: x(part), y: y(edge(part)) + (upper ? 18 : -9), "text-anchor": "middle"}, `${first} ${exact ?? Number(part.toPrecision(3))}`)]),
    h("text", {class: "tick", x: x(1), y: HIGH - 10, "text-anchor": "middle"}, `all ${first}`.slice(0, 16)),
    h("text", {class: "tick", x: x(0), y: HIGH - 10, "text-anchor": "middle"}, `all ${second}`.slice(0, 16))),
    h("figcaption", {class: "small muted"}, says));
}
