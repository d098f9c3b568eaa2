// What the search thinks, while it thinks: the score and its meaning, the best lines, the counters.

import {fill, h, short} from "../lib/dom.js";
import {share, tone, valueText} from "./score.js";

const SHOWN = 12; // moves of a variation
const PLAIN = "Plain Python, until native code is there.";
const WAS_PLAIN = "Found by plain Python, not yet native code.";

export class Watch {
  /** `step(moves, number)` shows the position after so many moves of a variation. */
  constructor(container, {step}) {
    this.step = step;
    this.headline = h("p", {class: "headline", "aria-live": "off"});
    this.code = h("p", {class: "code muted small", id: "code"});
    this.bars = h("div", {class: "bars"});
    this.figures = h("dl", {class: "figures"});
    this.lines = h("ol", {class: "lines"});
    fill(container, this.headline, this.code, this.bars, this.figures, this.lines);
    this.clear();
  }

  /** `last`: how the last answer was found is still worth a word. */
  clear(text = "", {last = false} = {}) {
    fill(this.headline, h("span", {class: "muted"}, text));
    if (!last) fill(this.code);
    fill(this.bars);
    fill(this.figures);
    fill(this.lines);
  }

  queued(before) {
    this.clear(`All places are taken; ${before} wait before you.`);
  }

  preparing(seconds) {
    this.clear(`Getting ready: this search waits for native code (${seconds} s).`);
  }

  /** A progress or an analysis; `most`: lines to show; `still`: leave the lines as they are, somebody steps through one;
   *  `over`: the search has ended; `guess`: whose opinion it is, if it counts for little. */
  show(facts, scene, found, {most, still, over, guess}) {
    fill(this.code, found.code === "plain" && (over ? WAS_PLAIN : PLAIN));
    if (found.value === null || found.value === undefined) return;
    const simulates = found.simulations > 0;
    fill(this.headline, guess ? h("span", {class: "muted"}, `${guess} keeps its opinion to itself.`) : [
      this.#worth(facts, found.value), ` ${found.meaning}`, found.exact && h("span", {class: "proven"}, " proven")]);
    this.#bars(facts, scene, guess ? null : found.values);
    const rate = found.nodes / Math.max(found.time_s, 1e-3);
    this.#figures([
      ["method", found.method],
      ["depth", found.depth],
      simulates ? ["simulations", short(found.simulations)] : ["nodes", short(found.nodes)],
      simulates ? ["per second", short(found.simulations / Math.max(found.time_s, 1e-3))] : ["nodes/s", short(rate)],
      ["table hits", found.hits ? short(found.hits) : null],
      ["cuts", found.cuts ? short(found.cuts) : null],
      [simulates ? "tree used" : "table used", found.filled === null || found.filled === undefined ? null : `${Math.round(100 * found.filled)} %`],
      ["time", `${found.time_s.toFixed(1)} s`],
    ]);
    if (!still) fill(this.lines, found.lines.slice(0, guess ? 0 : most).map((line) => this.#line(facts, line)));
  }

  #worth(facts, value) {
    return h("b", {class: tone(facts, value) < 0 ? "worth bad" : "worth"}, valueText(facts, value));
  }

  /** A bar for each player; for two opposed ones the bar beside the board says it. */
  #bars(facts, scene, values) {
    if (facts.two_player || !values?.length) return fill(this.bars);
    fill(this.bars, facts.players.map((player, seat) => h("div", {class: "seatbar"},
      h("span", {class: "name"}, player),
      h("span", {class: "track"}, h("span", {class: "part", style: `width: ${100 * share(facts, values[seat])}%; background: ${scene.colours[seat]}`})),
      h("span", {class: "value"}, valueText(facts, values[seat])))));
  }

  #figures(pairs) {
    fill(this.figures, pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").map(([name, value]) =>
      h("div", {}, h("dt", {}, name), h("dd", {"data-figure": name}, String(value)))));
  }

  #line(facts, line) {
    const won = line.wins === null || line.wins === undefined ? "" : `, ${Math.round(100 * line.wins)} % won`;
    const visits = line.visits === null || line.visits === undefined ? null : h("span", {class: "muted small"}, ` ${short(line.visits)} visits${won}`);
    const decided = line.plies ? h("span", {class: "muted small"}, ` in ${line.plies}`) : null;
    const pv = line.pv.slice(0, SHOWN);
    const told = pv.findIndex((move) => facts.players.some((player) => move.startsWith(`${player}:`)));
    const legal = told < 0 ? pv : pv.slice(0, told); // where others are passed over, a variation is no way to play on
    return h("li", {"data-move": line.move},
      this.#worth(facts, line.value), decided, visits, " ",
      legal.map((move, number) =>
        [h("button", {type: "button", class: "pv", title: "Show this position", onclick: () => this.step(legal, number + 1)}, move), " "]),
      pv.slice(legal.length).join(" "),
      line.pv.length > SHOWN && "…");
  }
}
