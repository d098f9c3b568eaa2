// The tree: write one or take a position, search it, and step through what the search did.

import {asked, FIRST, fresh, listed} from "../learn/examples.js";
import {Practice, PRACTISED} from "../learn/practice.js";
import {post} from "../lib/api.js";
import {h, fill, short} from "../lib/dom.js";
import {Drawing} from "./draw.js";
import {form} from "./form.js";
import {Solving} from "./solve.js";
import {Stepper} from "./stepper.js";
import {number, soFar, spoken, statesAfter, statesGrown, vector} from "./state.js";

const FIELDS = ["source", "view", "order", "types", "game", "start", "moves", "method", "depth", "alpha", "beta", "nodes", "simulations", "seed"];
const BESIDE = 0.8; // how small two trees may be to stand side by side

export function mount(container, params, go) {
  const view = new TreeView(container, go);
  view.open(params);
  return () => view.close();
}

class TreeView {
  constructor(container, go) {
    this.go = go;
    this.problem = h("p", {id: "tree-problem", class: "problem", role: "alert"});
    this.asked = h("div", {});
    this.sums = h("div", {id: "tree-sums"});
    this.says = h("p", {id: "tree-says", "aria-live": "polite"});
    this.node = h("div", {id: "tree-node", class: "small"});
    this.notes = h("div", {id: "tree-notes", class: "muted small"});
    this.canvases = h("div", {class: "tree-canvases"});
    this.passes = h("label", {class: "row tree-passes"});
    this.practice = h("div", {});
    const solves = h("div", {});
    this.solving = new Solving(solves, () => this.question(), (parts) => this.strategies(parts));
    this.stepper = new Stepper((at) => this.step(at));
    this.show = h("section", {class: "panel tree-show hidden", "aria-label": "The tree"},
      this.sums, this.passes, this.stepper.element, this.says, this.practice, solves, this.zooms(), this.canvases, this.node, this.notes);
    fill(container, h("div", {class: "tree-view"}, h("section", {class: "panel tree-ask", "aria-label": "What to search"}, this.asked, this.problem), this.show));
  }

  zooms() {
    const button = (id, sign, name, factor) => h("button", {
      id, type: "button", "aria-label": name, title: name, onclick: () => this.drawings.forEach((each) => each.zoom(factor(each))),
    }, sign);
    return h("div", {class: "row tree-zooms"},
      button("zoom-out", "−", "Smaller", (each) => each.factor / 1.25), button("zoom-in", "+", "Larger", (each) => each.factor * 1.25),
      button("zoom-fit", "Fit", "Fit into the page", (each) => this.fit(each, 0.15)),
      h("button", {id: "save-svg", type: "button", onclick: () => this.save()}, "Save SVG"));
  }

  /** From the address: an example or an exercise, what differs from it, and the step where one stood. */
  async open(params) {
    this.presets = await listed();
    this.preset = params.get("preset") ?? "";
    this.exercise = params.get("exercise") ?? "";
    const given = FIELDS.some((name) => params.has(name));
    const unknown = this.preset && !this.example ? this.preset : "";
    if (unknown) this.preset = "";
    if (!this.preset && !this.exercise && !given) this.preset = FIRST;
    this.compare = params.has("compare");
    this.practising = params.has("practice");
    await this.base();
    this.ask = {...this.usual};
    for (const name of FIELDS) if (params.has(name)) this.ask[name] = params.get(name);
    this.solving.solver = params.get("solve") ?? "";
    await this.search({pass: params.get("pass"), at: Number(params.get("at") ?? 0)});
    if (unknown) fill(this.problem, `There is no example ${unknown}: choose one from the list.`);
  }

  get example() {
    return this.presets.find((each) => each.name === this.preset);
  }

  /** What the example or the exercise asks. */
  async base() {
    this.usual = await asked(FIELDS, this.example, this.exercise);
  }

  /** To the address, so that nothing is lost on reload and a link shows the same. */
  write() {
    const params = new URLSearchParams();
    if (this.preset) params.set("preset", this.preset);
    if (this.exercise) params.set("exercise", this.exercise);
    for (const name of FIELDS) if (this.ask[name] !== this.usual[name]) params.set(name, this.ask[name]);
    if (this.compare) params.set("compare", 1);
    if (this.practising) params.set("practice", 1);
    if (this.answer?.iterations.length > 1) params.set("pass", this.pass + 1);
    if (this.stepper.at) params.set("at", this.stepper.at);
    if (this.solving.solver) params.set("solve", this.solving.solver);
    this.go(`#/tree?${params}`, {quietly: true, replace: true});
  }

  question(method = this.ask.method) {
    const ask = this.ask, whole = (text) => (text.trim() === "" ? undefined : Number(text));
    const question = {method, depth: whole(ask.depth), nodes: whole(ask.nodes), seed: whole(ask.seed), simulations: whole(ask.simulations)};
    question.window = [whole(ask.alpha) ?? null, whole(ask.beta) ?? null];
    if (ask.game) return {...question, game: ask.game, start: ask.start, moves: ask.moves ? ask.moves.split(",") : []};
    return {...question, source: ask.source || "[]", view: ask.view || "max", order: ask.order || "given", types: Boolean(ask.types)};
  }

  /** Ask, and show the answer at a step of it. */
  async search({pass = null, at = 0} = {}) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.show.setAttribute("aria-busy", "true");
    const patience = setTimeout(() => fill(this.problem, "Searching… The first search of a large game is compiled, which takes a while."), 1500);
    try {
      const question = this.question(this.practising ? PRACTISED : undefined);
      const answer = await post("tree", question);
      const plain = this.compare && !this.practising && answer.unpruned && answer.iterations.length
        ? await post("tree", this.question(answer.unpruned)) : null;
      if (turn !== this.turn) return;
      fill(this.problem);
      Object.assign(this, {answer, plain});
      this.display(pass, at);
    } catch (error) {
      if (turn === this.turn) fill(this.problem, error.message);
    } finally {
      clearTimeout(patience);
      if (turn === this.turn) {
        this.show.removeAttribute("aria-busy");
        fill(this.asked, form(this));
      }
    }
  }

  display(pass, at) {
    const {answer, plain} = this;
    this.show.classList.remove("hidden");
    this.says.classList.toggle("hidden", this.practising || !(answer.iterations.length + answer.simulations.length));
    fill(this.practice);
    fill(this.node);
    if (this.practising) {
      const task = new Practice(answer, () => this.another());
      fill(this.practice, task.element);
      this.drawings = [task.drawing];
    } else {
      this.drawings = [answer, plain].filter(Boolean).map((each) => new Drawing(each, (k) => this.select(each, k), `Tree searched by ${each.method}`));
    }
    fill(this.canvases, this.drawings.map((drawing) => h("figure", {class: "tree-canvas"},
      plain && h("figcaption", {class: "small"}, drawing.answer.method || "no search"), drawing.svg)));
    this.canvases.classList.remove("stacked");
    this.canvases.classList.toggle("stacked", Boolean(plain) && this.drawings.some((each) => this.fit(each, 0) < BESIDE));
    for (const drawing of this.drawings) {
      drawing.zoom(this.fit(drawing));
      this.reveal(drawing, 0);
    }
    fill(this.notes, answer.notes.map((note) => h("p", {}, note)));
    this.pass = Math.min(Math.max(Number(pass ?? answer.iterations.length) - 1, 0), Math.max(answer.iterations.length - 1, 0));
    this.slide();
    this.parts = null;
    this.stepper.set(this.practising ? 0 : this.length(), at);
    this.solving.set(answer, true);
  }

  /** The probabilities of branches, as far as somebody has found them. */
  strategies(parts) {
    this.parts = parts;
    if (this.answer && this.drawings) this.step(this.stepper.at);
  }

  /** How large to draw; not so small that nothing can be read, unless somebody asks for all of it. */
  fit(drawing, least = null) {
    const room = drawing.svg.parentElement.clientWidth;
    return Math.min(1.3, Math.max(least ?? (drawing.boards ? 0.8 : 0.6), (room - 4) / drawing.width));
  }

  length() {
    const {answer, plain} = this;
    if (answer.simulations.length) return answer.simulations.length;
    return Math.max(0, ...[answer.iterations[this.pass], plain?.iterations.at(-1)].filter(Boolean).map((each) => each.steps.length));
  }

  /** The slider over the iterations, if there are several. */
  slide() {
    const passes = this.answer.iterations, told = h("span", {id: "pass-told"});
    const tell = () => {
      const {depth} = passes[this.pass];
      told.textContent = `${this.pass + 1} of ${passes.length}, ${depth} ${depth === 1 ? "ply" : "plies"} deep`;
    };
    const slider = h("input", {
      id: "pass-slider", type: "range", min: 1, max: passes.length, value: String(this.pass + 1),
      oninput: () => {
        this.pass = Number(slider.value) - 1;
        tell();
        this.stepper.set(this.length(), Infinity);
      },
    });
    const several = passes.length > 1 && !this.practising;
    this.passes.classList.toggle("hidden", !several);
    fill(this.passes, several && ["Iteration", slider, told]);
    if (several) tell();
  }

  /** Show what things are like after so many steps. */
  step(at) {
    if (this.answer && !this.practising) {
      for (const drawing of this.drawings) this.draw(drawing, at);
      const {answer} = this, steps = answer.simulations.length ? answer.simulations : answer.iterations[this.pass]?.steps ?? [];
      const step = steps[Math.min(at, steps.length) - 1];
      this.says.textContent = step ? step.says.replaceAll("+inf", "+∞").replaceAll("-", "−").replaceAll("−inf", "−∞")
        : steps.length ? "→ goes through the search step by step, End shows what it came to." : "";
    }
    this.total();
    this.write();
  }

  draw(drawing, at) {
    const {answer} = drawing;
    if (answer.simulations.length) {
      const path = answer.simulations[at - 1]?.path ?? [];
      drawing.show(statesGrown(answer, at), {path, current: path.at(-1) ?? null});
      return;
    }
    const iteration = answer === this.answer ? answer.iterations[this.pass] : answer.iterations.at(-1);
    const last = iteration === answer.iterations.at(-1) && at >= (iteration?.steps.length ?? 0);
    const current = iteration && at ? iteration.steps[Math.min(at, iteration.steps.length) - 1].node : null;
    drawing.show(statesAfter(answer, iteration, at), {current: last ? null : current, best: last, parts: answer === this.answer ? this.parts : null});
    if (current !== null && !last) this.reveal(drawing, current);
  }

  /** Scroll so that a node is in view. */
  reveal(drawing, k) {
    const canvas = drawing.svg.parentElement, x = drawing.places[k].x * drawing.factor;
    if (x < canvas.scrollLeft + 40 || x > canvas.scrollLeft + canvas.clientWidth - 40) canvas.scrollLeft = x - canvas.clientWidth / 2;
  }

  /** What it comes to: the value, and what was visited. */
  total() {
    const {answer, plain} = this, root = answer.nodes[0];
    if (this.practising) return fill(this.sums, h("h2", {}, "Practice"));
    const over = this.stepper.at >= this.length(); // before, it is not known yet
    const bound = answer.bound === "=" ? "=" : root.bound;
    const value = root.value !== null && !answer.simulations.length
      ? `${{"=": "", "<=": "at most ", ">=": "at least "}[bound]}${number(root.value)} for ${answer.two ? answer.players[0] : root.kind}`
      : answer.two && answer.values.length ? `${number(answer.values[0])} for ${answer.players[0]}`
      : answer.values.length ? `${vector(answer.values)} for ${answer.players.join(", ")}` : "";
    const unnamed = answer.written ? answer.pv.findIndex((move) => /^\d+$/.test(move)) : -1; // a number says which move, not its name
    const best = unnamed < 0 ? answer.pv : answer.pv.slice(0, unnamed);
    const row = (each) => {
      const iteration = each.iterations[each === answer ? this.pass : each.iterations.length - 1];
      const {leaves, nodes, cuts, hits, steps} = soFar(iteration, this.stepper.at);
      const whole = !each.nodes.some((node) => node.beyond), ends = each.nodes.filter((node) => node.payoff).length;
      const seen = new Set(steps.filter((step) => step.event === "leaf").map((step) => step.node)).size;
      const told = whole ? `${seen} of ${ends}${leaves > seen ? ` (${leaves} visits)` : ""}` : short(leaves);
      return h("tr", {"data-method": each.method}, h("th", {scope: "row"}, each.method), [told, short(nodes), short(cuts), short(hits)].map((text) => h("td", {}, text)));
    };
    fill(this.sums,
      h("h2", {id: "tree-value"}, !value ? "The tree" : over ? `Value: ${value}` : "Value: ?", over && best.length > 0 && ` · best: ${best.join(" ")}`),
      answer.iterations.length > 0 && h("table", {class: "small"},
        h("tr", {}, ["method", "leaves visited", "nodes", "cuts", "table hits"].map((name) => h("th", {scope: "col"}, name))),
        row(answer), plain && row(plain)));
  }

  /** What is known of one node. */
  select(answer, k) {
    const drawing = this.drawings.find((each) => each.answer === answer), node = answer.nodes[k];
    const iteration = answer === this.answer ? answer.iterations[this.pass] : answer.iterations.at(-1);
    const states = answer.simulations.length ? statesGrown(answer, this.stepper.at) : statesAfter(answer, iteration, this.stepper.at);
    const step = iteration?.steps.slice(0, this.stepper.at).findLast((each) => each.node === k);
    drawing.here(k);
    fill(this.node, h("p", {}, h("strong", {}, answer.written ? node.name : node.move || "root"), " · ", spoken(answer, k, states[k])),
      step && h("p", {}, step.says),
      !answer.written && !answer.solvers.length && h("a", {href: `#/play?${new URLSearchParams({game: this.ask.game, start: node.name})}`}, "play from here"));
  }

  another() {
    this.preset = "";
    this.exercise = fresh();
    this.practising = true;
    return this.rebase();
  }

  /** Begin again with another example or exercise. */
  async rebase() {
    await this.base();
    this.ask = {...this.usual};
    await this.search();
  }

  save() {
    for (const drawing of this.drawings) {
      const address = URL.createObjectURL(new Blob([drawing.file()], {type: "image/svg+xml"}));
      h("a", {href: address, download: `tree-${drawing.answer.method.replace(/\W+/g, "-") || "plain"}.svg`}).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    }
  }

  close() {
    this.turn = Infinity;
    this.stepper.close();
    this.solving.drop();
  }
}
