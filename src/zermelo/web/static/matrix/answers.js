// What a method has found: each equilibrium as bars, what it pays, who could gain, and which of them hang together.

import {fill, h} from "../lib/dom.js";

const shown = (exact, part) => (exact ?? String(Number(part.toPrecision(4)))).replace("-", "−");

export function showAnswer(container, answer) {
  const many = answer.components.filter((each) => each.profiles.length > 1);
  fill(container,
    h("p", {class: "headline", id: "matrix-meaning"}, `${answer.meaning[0].toUpperCase()}${answer.meaning.slice(1)}`, h("span", {class: "muted small"}, ` (${answer.method})`)),
    answer.profiles.length > 0 && h("ol", {class: "matrix-profiles"}, answer.profiles.map((profile, k) => one(answer, profile,
      many.findIndex((each) => each.profiles.includes(k))))),
    many.map((each, k) => h("p", {class: "small"}, h("b", {}, `Component ${letter(k)}: `), together(each))),
    answer.notes.filter((note) => !/hang together/.test(note)).map((note) => h("p", {class: "small muted"}, note)));
}

const letter = (k) => (k < 26 ? String.fromCharCode(65 + k) : `${k + 1}`);

const together = (component) => (component.subsets.length === 1
  ? "infinitely many equilibria; every mixture of these strategies of one player, with every one of the other's, is one."
  : `infinitely many equilibria, in ${component.subsets.length} sets that meet; within each, strategies may be mixed.`);

function one(answer, profile, component) {
  const exact = profile.exact;
  const list = (name) => profile[name].map((value, k) => shown(exact?.[name][k], value)).join(", ");
  const regret = profile.regrets.some((each) => Math.abs(each) > 1e-9);
  return h("li", {class: "matrix-profile"},
    profile.joint ? joint(profile) : profile.strategies.map((mix, player) => h("div", {class: "matrix-mix"},
      h("span", {class: `name player-${player}`}, answer.players[player]),
      h("span", {class: "matrix-parts"}, Object.entries(mix).filter(([, part]) => part > 5e-5).map(([name, part]) => bar(name, part, exact?.strategies[player][name], player))))),
    h("div", {class: "small muted"}, `pays ${list("payoffs")}`, regret ? `; regrets ${list("regrets")}` : "; nobody could gain", component >= 0 && `; component ${letter(component)}`));
}

const bar = (name, part, exact, player) => h("span", {class: `matrix-part player-${player}`, style: `--part: ${100 * part}%`, "data-part": exact ?? part}, name, " ", part < 1 && shown(exact, part));

/** A lottery over what all do together. */
const joint = (profile) => h("div", {class: "matrix-mix"}, h("span", {class: "name"}, "together"), h("span", {class: "matrix-parts"},
  (profile.exact ?? profile).joint.filter(({chance}) => chance !== "0" && !(chance < 5e-5)).map(({actions, chance}, k) =>
    bar(actions.join(", "), profile.joint[k].chance, typeof chance === "string" ? chance : undefined, "all"))));
