// What a value looks like: its text, how good it is, and how much of a bar it fills. Values are in the game's own units
// everywhere, for the player whose they are.

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

/** A value in full. */
export const valueText = (facts, value) => signed(value, facts.decimals);

/** A value short enough for a cell of the board. */
const brief = (facts, value) => signed(value, Math.abs(value) < 9.95 ? Math.min(2, facts.decimals) : 0).replace(/^([+−]?)0\./, "$1.");

/** The scores of a search as the board wants them. */
export function scores(facts, lines) {
  return new Map(lines.map((line) => [line.move, {text: brief(facts, line.value), tone: tone(facts, line.value)}]));
}
