// Choose a game, and its options.

import {get} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {described, fields, taken} from "../lib/options.js";
import {prose} from "../lib/prose.js";

export class Picker {
  constructor(container, begin) {
    this.begin = begin;
    this.select = h("select", {id: "game", "aria-label": "Game", onchange: () => begin(this.select.value)});
    this.options = h("div", {class: "fields"});
    this.rules = h("div", {class: "small"});
    this.about = h("details", {class: "about"}, h("summary", {}, "Rules"), this.rules);
    this.more = h("details", {class: "options"}, h("summary", {}, "Options"), this.options);
    fill(container, h("div", {class: "row"}, this.select, h("button", {type: "button", class: "main", id: "new", onclick: () => begin(this.spec)}, "New game")), this.more, this.about);
    this.ready = this.refresh();
  }

  /** The list of games, which grows when the user's own are added. */
  async refresh() {
    const {games} = await get("games");
    this.games = games;
    const group = (label, some) => some.length > 0 && h("optgroup", {label}, some.map(({name, problem}) => h("option", {value: name}, problem ? `${name} (does not load)` : name)));
    fill(this.select, group("Your own", games.filter((game) => game.own)), group("Games", games.filter((game) => !game.own)));
    if (this.spec) this.#select();
  }

  /** Whether a game is one of the user's own. */
  owns(spec) {
    return this.games?.some((game) => game.own && taken(game.name)[0] === taken(spec)[0]);
  }

  show(facts, spec) {
    this.spec = spec;
    this.#select();
    this.more.classList.toggle("hidden", !facts.options.length);
    fill(this.rules, prose(facts.description));
    let chosen = taken(spec)[1];
    fill(this.options, fields(facts.options, chosen, (given) => { chosen = given; this.begin(described(facts.name, chosen)); }));
  }

  /** The game itself, or one of its name. */
  #select() {
    const name = taken(this.spec)[0];
    const offered = [...this.select.options].map((option) => option.value);
    this.select.value = [this.spec, name, ...offered.filter((other) => taken(other)[0] === name)].find((one) => offered.includes(one)) ?? "";
  }
}
