// The evaluation bar beside the board, for two opposed players; empty where nobody knows.

import {fill, h} from "../lib/dom.js";
import {share, valueText} from "./score.js";

export function showBar(container, facts, colours, values) {
  container.classList.toggle("hidden", !facts.two_player);
  container.classList.toggle("unknown", !values);
  if (!facts.two_player) return;
  const part = values ? share(facts, values[0]) : 0;
  const say = values ? `${facts.players[0]} ${valueText(facts, values[0])}` : "not analysed";
  container.setAttribute("aria-label", `Evaluation: ${say}`);
  container.title = say;
  fill(container, values && [
    h("div", {class: "other", style: `background: ${colours[1]}; flex-basis: ${100 * (1 - part)}%`}),
    h("div", {class: "first", style: `background: ${colours[0]}; flex-basis: ${100 * part}%`})]);
}
