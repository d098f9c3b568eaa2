// Elimination of dominated actions, step by step, back and forth.

import {fill, h} from "../lib/dom.js";

const KINDS = {strict: "strictly", weak: "weakly"};

export class Elimination {
  /** `show(gone)`: which actions have left, as [player, action] pairs. */
  constructor(container, show) {
    this.show = show;
    this.at = 0;
    this.kind = "strict";
    const button = (sign, name, act) => h("button", {type: "button", "aria-label": name, title: name, onclick: act}, sign);
    this.kinds = h("select", {id: "elimination-kind", "aria-label": "Which domination", onchange: (event) => { this.kind = event.target.value; this.go(0); }},
      Object.entries(KINDS).map(([kind, word]) => h("option", {value: kind}, `${word} dominated`)));
    this.back = [button("|◀", "Nothing eliminated", () => this.go(0)), button("◀", "One step back", () => this.go(this.at - 1))];
    this.next = [button("▶", "One step of elimination", () => this.go(this.at + 1)), button("▶|", "All eliminated", () => this.go(Infinity))];
    this.count = h("span", {class: "muted small", id: "elimination-count"});
    this.says = h("ol", {class: "small matrix-steps", id: "elimination-says", "aria-live": "polite"});
    fill(container, h("div", {class: "row"}, h("h2", {}, "Eliminate"), this.kinds, this.back, this.next, this.count), this.says);
  }

  /** Another game, or other numbers: from the beginning, unless nothing else is asked for. */
  set(facts, kind = this.kind, at = 0) {
    this.facts = facts;
    this.kind = kind in KINDS ? kind : "strict";
    this.kinds.value = this.kind;
    this.go(at);
  }

  /** What leaves, in order. Weak elimination is told where it removes more than the strict one. */
  removals() {
    const told = (this.facts?.answers ?? []).filter(({method}) => method === "dominance").map(({details}) => details);
    return (told.find(({kind}) => kind === this.kind) ?? told[0])?.removals ?? [];
  }

  go(at) {
    const {facts} = this, steps = this.removals();
    this.at = Math.max(0, Math.min(at, steps.length));
    [this.back, this.next].forEach((some, forth) => some.forEach((button) => (button.disabled = this.at === (forth ? steps.length : 0))));
    this.count.textContent = steps.length ? `${this.at} of ${steps.length}` : `no action is ${KINDS[this.kind]} dominated`;
    const done = steps.slice(0, this.at);
    fill(this.says, done.map(({player, action, by, strict}) => h("li", {}, `${player} does not play ${action}: `,
      Object.entries(by).map(([name, part]) => (part === "1" ? name : `${name} ${part}`)).join(", "), strict ? " is always better." : " is never worse, and sometimes better.")));
    this.show(done.map(({player, action}) => {
      const who = facts.game.players.indexOf(player);
      return [who, facts.game.actions[who].indexOf(action)];
    }));
  }
}
