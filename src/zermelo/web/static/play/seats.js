// Who sits where: a person, a level, or any method with its settings. It may change at any time.

import {fill, h} from "../lib/dom.js";
import {withSetting} from "../lib/options.js";
import {methodPanel} from "./engine.js";

export const YOU = "you";

export const usual = (facts) => facts.players.map((_, seat) => (seat === 0 || !facts.levels.length ? YOU : "level:5"));

/** The seats that somebody asked for, as far as they make sense. */
export function seated(facts, asked) {
  const known = (who) => who === YOU || who === "random" || /^level:([1-9]|10)$/.test(who) || facts.methods.some((method) => method.name === who.split(":")[0]);
  return asked?.length === facts.players.length ? asked.map((who, seat) => (known(who) ? who : usual(facts)[seat])) : usual(facts);
}

export class Seats {
  /** `changed(left)`: somebody sits elsewhere now; whether no person is `left`. */
  constructor(container, changed) {
    this.container = container;
    this.changed = changed;
    this.open = null; // the seat whose panel is open
  }

  show(facts, colours, seats) {
    const sit = (others, redraw = true) => {
      const left = seats.includes(YOU) && !others.includes(YOU);
      seats.splice(0, seats.length, ...others);
      if (redraw) this.show(facts, colours, seats);
      this.changed(left);
    };
    const set = (seat, who, redraw) => sit(seats.with(seat, who), redraw);
    const own = (who) => who !== YOU && !who.startsWith("level:") && who !== "random";
    fill(this.container, facts.players.map((player, seat) => h("div", {class: "seat"},
      h("span", {class: "swatch", style: `background: ${colours[seat]}`}),
      h("label", {}, h("span", {class: "name"}, player), " ",
        h("select", {"data-seat": seat, "aria-label": `Who plays ${player}`, onchange: (event) => {
          const who = event.target.value;
          this.open = who === "own" ? seat : null;
          set(seat, who === "own" ? withSetting(facts.usual_method, "time=1") : who);
        }},
          h("option", {value: YOU, selected: seats[seat] === YOU}, "You"),
          facts.levels.map((level, number) => h("option", {value: `level:${number + 1}`, selected: seats[seat] === `level:${number + 1}`, title: level.about}, `Level ${number + 1}`)),
          h("option", {value: "random", selected: seats[seat] === "random"}, "Random moves"),
          facts.methods.length > 0 && h("option", {value: "own", selected: own(seats[seat])}, own(seats[seat]) ? seats[seat] : "Choose a method…"))),
      own(seats[seat]) && h("details", {open: this.open === seat}, h("summary", {}, "settings"),
        methodPanel(facts, seats[seat], (description) => set(seat, description, false))))),
    new Set(seats).size > 1 && h("button", {type: "button", id: "swap", class: "small", title: "Everybody moves on by one seat",
      onclick: () => sit([seats.at(-1), ...seats.slice(0, -1)])}, seats.length > 2 ? "Change places" : "Swap sides"));
  }
}
