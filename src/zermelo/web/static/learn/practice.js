// Practice: say what the root is worth and which branches alpha-beta cuts, then check.

import {h, fill} from "../lib/dom.js";
import {Drawing} from "../tree/draw.js";
import {number, statesAfter} from "../tree/state.js";

export const PRACTISED = "alphabeta"; // the method that all tasks are about

/** A task on a searched tree. `again()`: another one. */
export class Practice {
  constructor(answer, again) {
    this.answer = answer;
    this.drawing = new Drawing(answer, (k) => this.mark(k), "The tree of the exercise");
    this.marks = {};
    this.states = statesAfter(answer, null, 0);
    this.truth = statesAfter(answer, answer.iterations.at(-1), Infinity);
    this.value = h("input", {id: "practice-value", inputmode: "decimal", size: 6, autocomplete: "off", oninput: () => this.reopen()});
    this.verdict = h("p", {id: "practice-verdict", role: "status"});
    this.element = h("div", {id: "practice"},
      h("p", {}, "Alpha-beta searches this tree from left to right. What is the root worth? Click the nodes that are never visited " +
        "(or press enter on them): the branch above gets a cross."),
      h("form", {class: "row", onsubmit: (event) => { event.preventDefault(); this.check(); }},
        h("label", {for: "practice-value"}, "Value of the root"), this.value,
        h("button", {id: "practice-check", class: "main"}, "Check"),
        h("button", {id: "practice-show", type: "button", onclick: () => this.check(true)}, "Show"),
        h("button", {id: "practice-clear", type: "button", onclick: () => this.clear()}, "Start over"),
        h("button", {id: "practice-again", type: "button", onclick: again}, "New exercise")),
      this.verdict);
    this.drawing.show(this.states);
  }

  mark(k) {
    if (!k) return;
    this.reopen();
    if (this.marks[k]) delete this.marks[k];
    else this.marks[k] = "marked";
    this.drawing.show(this.states, {marks: this.marks});
  }

  clear() {
    this.marks = {};
    this.reopen();
  }

  /** Another try. */
  reopen() {
    fill(this.verdict);
    this.drawing.show(this.states, {marks: this.marks});
  }

  /** Whether a node, or one above it, is in a set. */
  within(k, chosen) {
    for (let at = k; at !== null; at = this.answer.nodes[at].parent) if (chosen(at)) return true;
    return false;
  }

  /** How much of it is right; `all`: and the solution. */
  check(all = false) {
    const never = (k) => this.truth[k].status === "pruned", marked = (k) => this.marks[k] === "marked";
    const leaves = this.answer.nodes.map((_, k) => k).filter((k) => !this.drawing.children[k].length);
    const count = (test) => leaves.filter(test).length;
    const cut = count((k) => this.within(k, never));
    const right = count((k) => this.within(k, never) && this.within(k, marked));
    const wrong = count((k) => !this.within(k, never) && this.within(k, marked));
    const root = this.truth[0].value, given = Number(this.value.value.replace("−", "-").replace(",", "."));
    const known = this.value.value.trim() !== "" && Math.abs(given - root) < 1e-9;
    const verdicts = {};
    this.answer.nodes.forEach((_, k) => {
      if (never(k)) verdicts[k] = this.within(k, marked) ? "right" : "missed";
      else if (marked(k)) verdicts[k] = this.within(k, never) ? "right" : "wrong";
    });
    const perfect = known && right === cut && !wrong;
    if (all || perfect) this.drawing.show(this.truth, {marks: verdicts, best: true});
    const points = Math.max(0, right - wrong) + (known ? 1 : 0);
    fill(this.verdict,
      h("strong", {}, perfect ? "All right. " : `${points} of ${cut + 1} points. `),
      all || known ? `The root is worth ${number(root)}${known ? ", as you said" : ""}. ` : "The root is worth something else. ",
      `You found ${right} leaves that are never visited` + (wrong ? `, and crossed ${wrong} that are visited. ` : ". "),
      all && `There are ${cut}. `,
      (all || perfect) && h("span", {class: "muted"}, "Crosses: blue is right, orange and dotted is missed, red is wrong."));
  }
}
