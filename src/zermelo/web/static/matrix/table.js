// The table of a game, to be edited: best replies are marked, what is eliminated is struck out, bad numbers are told.

import {fill, h} from "../lib/dom.js";
import {product, wrong} from "./game.js";

export class TableView {
  /** `changed(structure)`: a number or a name is another one now. */
  constructor(container, changed) {
    this.container = container;
    this.changed = changed;
  }

  /** Draw all of a table; with more than two players one for each choice of the others. */
  show(table) {
    this.table = table;
    this.inputs = new Map();
    this.heads = table.actions.map((own) => own.map(() => []));
    const others = product(table.sizes.slice(2));
    fill(this.container, others.map((rest) => this.slice(rest)));
  }

  slice(rest) {
    const {table} = this, single = table.sizes.length === 1;
    const [down, across] = [table.actions[0], single ? [""] : table.actions[1]];
    const first = rest.every((action) => action === 0);
    const caption = rest.map((action, k) => `${table.players[k + 2]}: ${table.actions[k + 2][action]}`).join(", ");
    const name = (list, k, label, size) => h("input", {class: "matrix-name", value: list[k], size, "aria-label": label, autocomplete: "off", maxlength: "60",
      oninput: (event) => { list[k] = event.target.value; this.edited(); }});
    const wide = (words) => Math.max(3, Math.min(12, ...[Math.max(...words.map((word) => word.length))]));
    const action = (player, k) => {
      const at = h("th", {scope: player ? "col" : "row"}, first ? name(table.actions[player], k, `Action ${k + 1} of ${table.players[player]}`, wide(table.actions[player])) : table.actions[player][k]);
      this.heads[player][k].push(at);
      return at;
    };
    const players = [0, 1].filter((player) => player < table.sizes.length);
    const corner = h("td", {class: "matrix-corner"}, first ? players.map((player) =>
      h("span", {class: `matrix-player player-${player}`}, player ? "" : "", name(table.players, player, `Name of player ${player + 1}`, wide([table.players[player]])), player ? " →" : " ↓")) : "");
    return h("table", {class: "matrix-table"}, caption && h("caption", {}, caption),
      h("thead", {}, h("tr", {}, corner, single ? h("th", {}) : across.map((_, k) => action(1, k)))),
      h("tbody", {}, down.map((_, row) => h("tr", {}, action(0, row), across.map((_, column) => this.cell(single ? [row] : [row, column, ...rest]))))));
  }

  cell(profile) {
    const {table} = this, own = table.at(profile);
    const shown = table.zero ? own.slice(0, 1) : own;
    const inputs = shown.map((text, player) => h("input", {
      class: `matrix-payoff player-${player}`, value: text.replace("-", "−"), size: Math.max(2, Math.min(7, text.length)), autocomplete: "off", inputmode: "text",
      "aria-label": `${profile.map((action, k) => table.actions[k][action]).join(", ")}: ${table.players[player]}`,
      oninput: (event) => {
        own[player] = event.target.value;
        if (table.zero) own[1] = "";
        this.edited();
      },
    }));
    const cell = h("td", {"data-profile": profile.join()}, h("span", {class: "matrix-cell"}, inputs));
    this.inputs.set(profile.join(), {cell, inputs});
    return cell;
  }

  edited() {
    for (const [key, {inputs}] of this.inputs) {
      const own = this.table.at(key.split(",").map(Number));
      inputs.forEach((input, player) => {
        const why = wrong(own[player]);
        input.toggleAttribute("aria-invalid", Boolean(why));
        input.title = why;
      });
    }
    this.changed();
  }

  /** What the server says of it: best replies, and the cells where all reply best. `gone`: [player, action] pairs. */
  mark(facts, gone = []) {
    const left = (player, action) => !gone.some(([who, what]) => who === player && what === action);
    for (const {actions, best, pure, efficient} of facts?.cells ?? []) {
      const {cell, inputs} = this.inputs.get(actions.join()) ?? {};
      if (!cell) continue;
      inputs.forEach((input, player) => input.classList.toggle("best", best[player]));
      if (this.table.zero) inputs[0].classList.toggle("best-other", best[1]);
      cell.classList.toggle("equilibrium", pure);
      cell.classList.toggle("gone", !actions.every((action, player) => left(player, action)));
      const whose = this.table.players.filter((_, player) => best[player]).join(" and ");
      cell.title = [pure ? "a pure equilibrium" : whose && `best reply of ${whose}`, efficient && "nobody can get more without somebody getting less"].filter(Boolean).join("; ");
    }
    this.heads.forEach((own, player) => own.forEach((places, action) => places.forEach((place) => place.classList.toggle("gone", !left(player, action)))));
  }
}
