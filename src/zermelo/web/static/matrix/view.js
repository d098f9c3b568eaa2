// The view of matrix games: choose one or write one, see what is dominated, what are its equilibria, how it is learned.

import {post} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {showAnswer} from "./answers.js";
import {Elimination} from "./elimination.js";
import {showEnvelopes} from "./envelope.js";
import {Table} from "./game.js";
import {Processes} from "./process.js";
import {TableView} from "./table.js";

const FIRST = "prisoners", PAUSE = 350; // milliseconds of typing, before the answers follow
const MOST = 12; // actions of a player

export function mount(container, params, go) {
  const view = new MatrixView(container, go);
  view.open(params);
  return () => view.close();
}

class MatrixView {
  constructor(container, go) {
    this.go = go;
    const part = (name, ...words) => h("section", {class: "panel", "aria-label": name}, ...words);
    this.form = h("div", {class: "row"});
    this.about = h("p", {class: "small muted", id: "matrix-about"});
    this.tables = h("div", {class: "matrix-tables", id: "matrix-tables"});
    this.problem = h("p", {class: "problem", role: "alert", id: "matrix-problem"});
    this.steps = h("div", {});
    this.legend = h("span", {});
    this.method = h("div", {class: "row"});
    this.answer = h("div", {id: "matrix-answer"});
    this.envelopes = part("Envelopes");
    const processes = part("Dynamics");
    fill(container, h("div", {class: "matrix-view"},
      h("div", {class: "matrix-side"}, part("The game", this.form, this.about, this.tables, this.problem,
        h("p", {class: "small muted"}, this.legend),
        this.steps)),
      h("div", {class: "matrix-side"}, part("Equilibria", this.method, this.answer), this.envelopes, processes)));
    this.view = new TableView(this.tables, () => this.edited());
    this.elimination = new Elimination(this.steps, (gone) => { this.view.mark(this.facts, gone); this.write(); });
    this.processes = new Processes(processes, () => this.write());
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.processes.close();
  }

  async open(params) {
    this.asked = params.get("method") ?? "";
    const wanted = {kind: params.get("kind") ?? "strict", step: Number(params.get("step") ?? 0), process: params.get("process") ?? "", at: params.has("at") ? Number(params.get("at")) : null};
    try {
      const question = params.has("payoffs") ? Table.asked(params) : {game: params.get("game") ?? FIRST};
      await this.take(question, wanted);
    } catch (error) {
      if (!this.facts) await this.take({game: FIRST});
      fill(this.problem, error instanceof SyntaxError ? "The address holds no game: its numbers cannot be read." : error.message);
    }
  }

  /** Another game, as the server understands it. */
  async take(question, wanted = {}) {
    const facts = await post("matrix", question);
    if (this.closed) return;
    this.shelf = facts.shelf;
    this.table = Table.told(facts, question.game ?? "");
    this.view.show(this.table);
    this.choose();
    await this.learn(facts, wanted);
  }

  /** All that follows from the numbers. */
  async learn(facts, {kind = "strict", step = 0, process, at} = {}) {
    this.facts = facts;
    fill(this.problem);
    this.busy = true; // the address follows once
    this.elimination.set(facts, kind, step);
    this.methods();
    this.processes.set(this.table, facts, process, at);
    this.busy = false;
    await this.solve();
  }

  choose() {
    const known = this.shelf.find((each) => each.name === this.table.name);
    const grow = (player, by) => () => { this.table = this.table.grown(player, by); this.view.show(this.table); this.choose(); this.edited(0); };
    const two = this.table.sizes.length === 2;
    const button = (player, by, text, title) => h("button", {type: "button", title, "aria-label": title, disabled: by > 0 ? this.table.sizes[player] >= MOST : this.table.sizes[player] < 2, onclick: grow(player, by)}, text);
    fill(this.form,
      h("select", {id: "matrix-game", "aria-label": "Game", onchange: (event) => event.target.value && this.take({game: event.target.value}, {process: this.processes.description})},
        h("option", {value: "", selected: !known}, "your own"), this.shelf.map(({name}) => h("option", {value: name, selected: name === known?.name}, name))),
      two && [button(0, 1, "+ row", "One more row"), button(0, -1, "− row", "One row less"), button(1, 1, "+ column", "One more column"), button(1, -1, "− column", "One column less")],
      two && h("label", {class: "row small"}, h("input", {type: "checkbox", id: "zero-sum", checked: this.table.zero, onchange: (event) => this.zero(event.target.checked)}), "zero-sum"));
    fill(this.legend, h("b", {class: "player-0 best-sample"}, "Marked"), this.table.zero ? ` payoffs are best replies of ${this.table.players[0]}, outlined ones of ${this.table.players[1]}` : " payoffs are best replies",
      "; where all reply best, the cell is framed: a pure equilibrium.");
    fill(this.about, known ? `${known.what[0].toUpperCase()}${known.what.slice(1)}`.replace(/\w$/, "$&.") : "");
  }

  /** One number in each cell, or one for each player. */
  zero(on) {
    this.table.zero = on;
    if (!on) for (const own of this.table.cells) own[1] = /^[-−]/.test(own[0].trim()) ? own[0].trim().slice(1) : own[0].trim() === "0" ? "0" : `-${own[0].trim().replace("+", "")}`;
    this.view.show(this.table);
    this.edited(0);
  }

  /** Somebody types: what follows, follows in a moment; a number that is none is told at once. */
  edited(pause = PAUSE) {
    clearTimeout(this.timer);
    this.table.name = "";
    const trouble = this.table.trouble();
    fill(this.problem, trouble?.why);
    if (trouble) return;
    this.timer = setTimeout(async () => {
      const turn = (this.turn = (this.turn ?? 0) + 1);
      try {
        const facts = await post("matrix", this.table.question());
        if (turn !== this.turn || this.closed) return;
        this.choose();
        await this.learn(facts);
      } catch (error) {
        fill(this.problem, error.message);
      }
    }, pause);
  }

  methods() {
    const known = this.facts.methods.filter((each) => !each.process && each.name !== "dominance");
    if (!known.some((each) => each.name === this.asked.split(":")[0])) this.asked = "";
    fill(this.method, h("h2", {}, "Equilibria"), h("select", {id: "matrix-method", "aria-label": "Method", onchange: (event) => { this.asked = event.target.value; this.solve(); }},
      h("option", {value: ""}, `usual (${this.facts.usual})`), known.map(({name, help}) => h("option", {value: name, title: help, selected: name === this.asked}, name))));
  }

  async solve() {
    const turn = (this.solving = (this.solving ?? 0) + 1);
    this.write();
    try {
      const usual = this.facts.answers.at(-1);
      const answer = this.asked ? await post("matrix/solve", {...this.table.question(), method: this.asked}) : usual;
      if (turn !== this.solving || this.closed) return;
      showAnswer(this.answer, answer);
      showEnvelopes(this.envelopes, this.facts);
    } catch (error) {
      if (turn === this.solving) fill(this.answer, h("p", {class: "problem"}, error.message));
    }
  }

  /** To the address: a link shows the same. */
  write() {
    if (this.busy || this.closed || !this.table) return;
    const params = new URLSearchParams(this.table.toParams());
    if (this.asked) params.set("method", this.asked);
    if (this.elimination.kind !== "strict") params.set("kind", this.elimination.kind);
    if (this.elimination.at) params.set("step", this.elimination.at);
    const {description, stepper, path} = this.processes;
    if (description) params.set("process", description);
    if (description && path && stepper.at < path.now[0].length) params.set("at", stepper.at);
    this.go(`#/matrix?${params}`, {quietly: true, replace: true});
  }
}
