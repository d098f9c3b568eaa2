// Find strategies for all players of a tree: how exploitable they are falls while one looks on; the branches show them.

import {client, post, stream} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {showCurve} from "./curve.js";
import {number} from "./state.js";

export class Solving {
  /** `ask(solver)`: what to ask of the server; `show(parts)`: a probability for each branch, or null. */
  constructor(container, ask, show) {
    Object.assign(this, {container, ask, show, solver: ""});
    this.says = h("p", {id: "solve-says", "aria-live": "polite"});
    this.problem = h("p", {id: "solve-problem", class: "problem small", role: "alert"});
    this.curve = h("div", {id: "solve-curve"});
    this.button = h("button", {id: "solve", type: "button", onclick: () => (this.abort ? post("stop", {client}) : this.solve())}, "Solve");
    this.choice = h("select", {id: "solver", "aria-label": "Solver"});
  }

  /** Another tree: what was found is not for it. `again`: solve it as it was asked. */
  set(answer, again = false) {
    this.drop();
    this.answer = answer;
    const known = answer.solvers;
    if (!known.includes(this.solver)) this.solver = "";
    fill(this.container, known.length > 0 && h("div", {class: "tree-solve"},
      h("div", {class: "row"}, h("strong", {}, "Strategies"), this.choice, this.button), this.problem, this.says, this.curve));
    fill(this.choice, known.map((name) => h("option", {value: name, selected: name === this.solver}, name)));
    fill(this.says);
    fill(this.problem);
    showCurve(this.curve, []);
    this.show(null);
    if (again && this.solver) this.solve();
  }

  /** End it; nobody wants the result. */
  drop() {
    this.abort?.abort();
    this.abort = null;
    this.button.textContent = "Solve";
    this.button.classList.remove("main");
  }

  async solve() {
    this.drop();
    const abort = (this.abort = new AbortController());
    this.solver = this.choice.value;
    this.button.textContent = "Stop";
    this.button.classList.add("main");
    fill(this.problem);
    fill(this.says, "Walking through the game…");
    try {
      await stream("tree/solve", {...this.ask(), client, solver: this.solver}, (name, told) => {
        if (abort.signal.aborted) return;
        if (name === "problem") throw new Error(told.problem);
        if (name === "progress" || (name === "result" && told.parts)) this.tell(told, name === "result");
        else if (name === "result") fill(this.says, "Stopped before there was anything to show.");
      }, abort.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      fill(this.says);
      fill(this.problem, error.message);
    } finally {
      if (this.abort === abort) this.drop();
    }
  }

  tell(told, over) {
    const {players} = this.answer;
    const values = players.map((player, k) => `${player} ${(told.exactly?.[k] ?? number(told.values[k], 5)).replace("-", "−")}`).join(", ");
    fill(this.says, h("b", {id: "solve-values"}, values), told.exact ? ", exactly; nobody could gain."
      : [told.iteration > 0 && ` after ${told.iteration.toLocaleString("en")} iterations`, "; who changes alone could gain ", h("b", {id: "solve-gap"}, number(told.exploitability, 3)), " on average", over ? "." : "…"]);
    showCurve(this.curve, told.curve);
    this.show(told.parts);
  }
}
