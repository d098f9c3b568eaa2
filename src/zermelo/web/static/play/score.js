// What a value looks like: its text, how good it is, and how much of a bar it fills.

import {signed} from "../lib/dom.js";

const half = (facts) => Math.max(facts.highest - facts.middle, 1e-9);

/** From -1 (bad) to 1 (good), for the player whose value it is. */
export function tone(facts, value) {
  const lead = (value - facts.middle) / half(facts);
  return facts.unit ? Math.tanh(4 * lead) : Math.max(-1, Math.min(1, lead));
}

/** The part of a bar that belongs to a player. */
export function share(facts, value) {
  if (facts.two_player) return 0.5 + 0.5 * tone(facts, value);
  return Math.max(0, Math.min(1, (value - facts.lowest) / Math.max(facts.highest - facts.lowest, 1e-9)));
}

/** A move's score in a few characters: the share of wins where games were played out, else its value. */
export function scoreText(line) {
  if (line.wins !== null && line.wins !== undefined) return `${Math.round(100 * line.wins)}%`;
  return signed(line.value);
}

/** The same, short enough for a cell of the board. */
const brief = (text) => text.replace(/^([+−]?)0\.(\d\d?).*/, "$1.$2").replace(/^(.?\d\d)\.\d+$/, "$1");

/** The scores of a search as the board wants them. */
export function scores(facts, lines) {
  return new Map(lines.map((line) => [line.move, {text: brief(scoreText(line)), tone: tone(facts, line.value)}]));
}
