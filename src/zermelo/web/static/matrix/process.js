// Dynamics: the game is played over and over; one watches what everybody does, round by round.

import {post} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {described, fields, taken} from "../lib/options.js";
import {Stepper} from "../tree/stepper.js";
import {ProcessDrawing} from "./drawing.js";

const plain = (part) => String(Number(part.toFixed(4)));

export class Processes {
  /** `changed()`: another process is described, or another round is shown. */
  constructor(container, changed) {
    this.changed = changed;
    this.description = "";
    this.stepper = new Stepper((at) => this.step(at));
    this.stepper.speed.value = "very fast";
    this.choice = h("div", {class: "row"});
    this.settings = h("div", {class: "fields"});
    this.drawn = h("div", {class: "matrix-charts"});
    this.says = h("p", {class: "small", id: "process-says", "aria-live": "off"});
    this.problem = h("p", {class: "problem small", role: "alert", id: "process-problem"});
    this.hint = h("p", {class: "small muted hidden"}, "Filled: the average so far. Hollow: what is played now. Click into a triangle to start there.");
    fill(container, h("h2", {}, "Play it over and over"), this.choice, h("details", {class: "small"}, h("summary", {}, "Start and options"), this.settings),
      this.problem, this.stepper.element, this.says, this.drawn, this.hint);
    this.stepper.set(0, 0);
  }

  close() {
    this.stepper.close();
  }

  /** Another game; `description`: a process to run at once, and `at`: the round to stand at. */
  set(table, facts, description = this.description, at = null) {
    Object.assign(this, {table, facts, drawings: [], path: null});
    this.methods = facts.methods.filter((each) => each.process);
    const [name] = taken(description);
    this.description = this.methods.some((each) => each.name === name) ? description : "";
    fill(this.drawn);
    fill(this.says);
    fill(this.problem);
    this.hint.classList.add("hidden");
    this.stepper.set(0, 0);
    if (!this.methods.length) return;
    this.form();
    if (this.description) this.run(at);
  }

  form() {
    const [name, given] = taken(this.description || this.methods[0].name);
    const method = this.methods.find((each) => each.name === name);
    const describe = (text) => { this.description = text; this.form(); this.run(); };
    fill(this.choice,
      h("select", {id: "process", "aria-label": "Process", onchange: (event) => describe(event.target.value)},
        this.methods.map((each) => h("option", {value: each.name, selected: each.name === name, title: each.help}, each.name.replaceAll("-", " ")))),
      h("button", {type: "button", id: "process-run", class: "main", onclick: () => { this.description = described(name, given); this.run(0); }}, "Run"),
      h("span", {class: "small muted"}, method.help));
    fill(this.settings, fields(method.options.map((each) => (each.name === "steps" ? {...each, default: 1000, high: 2000} : each)), given, (chosen) => describe(described(name, chosen))));
  }

  /** Ask how it goes, to stand `at` one of its points, or at the end; from 0 it plays. */
  async run(at = null) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    fill(this.problem);
    try {
      const answer = await post("matrix/solve", {...this.table.question(), method: this.description});
      if (turn !== this.turn) return;
      this.answer = answer;
      this.path = answer.details.path;
      this.drawings = this.table.players.map((_, player) => new ProcessDrawing(this.table, player, this.path, (mix) => this.begin(player, mix)));
      fill(this.drawn, this.drawings.map((each) => each.element));
      this.hint.classList.remove("hidden");
      this.length = this.path.now[0].length;
      this.stepper.set(this.length, at ?? this.length);
      if (at === 0) this.stepper.toggle();
    } catch (error) {
      if (turn === this.turn) fill(this.problem, error.message);
    }
  }

  /** Start one player elsewhere, all others where they have started. */
  begin(player, mix) {
    const [name, given] = taken(this.description);
    if (!this.methods.find((each) => each.name === name).options.some((each) => each.name === "start")) return;
    const starts = /^[\d.]/.test(given.start ?? "") ? given.start.split("/") : [];
    const centre = this.table.sizes.map((size) => Array(size).fill(1).join("-"));
    const all = centre.map((even, k) => starts[k] ?? starts[0] ?? even);
    all[player] = mix.map((part) => Math.round(1000 * part)).join("-");
    this.description = described(name, {...given, start: all.join("/")});
    this.form();
    this.run();
  }

  step(at) {
    if (!this.path) return;
    for (const drawing of this.drawings) drawing.show(at);
    const mix = (list, k) => list[k][at - 1].map((part, action) => `${this.table.actions[k][action]} ${plain(part)}`).join(", ");
    const mixes = (list) => this.table.players.map((player, k) => `${player} ${mix(list, k)}`).join("; ");
    const {rounds, rationality, average, now} = this.path;
    const head = rounds ? `Round ${rounds[at - 1]}, on average` : `Rationality ${plain(rationality[at - 1] ?? 0)}`;
    fill(this.says, at > 0 && [`${head}: `, mixes(average ?? now), ". Regret ",
      h("b", {}, plain(Math.max(...this.path.regrets.map((own) => own[at - 1]))))], ".");
    this.changed();
  }
}
