// Games from one's seat that are not over. Only this browser knows their names, which are the keys to them.

import {fill, h} from "../lib/dom.js";

const PLACE = "sittings", MOST = 12;

export class Unfinished {
  /** `take(id)`: somebody wants to go on with one. */
  constructor(container, take) {
    Object.assign(this, {container, take});
    this.show();
  }

  get #known() {
    try {
      return JSON.parse(localStorage.getItem(PLACE)) ?? [];
    } catch {
      return [];
    }
  }

  #write(known) {
    localStorage.setItem(PLACE, JSON.stringify(known.slice(0, MOST)));
    this.show();
  }

  /** The game on the screen is not offered. */
  stand(id) {
    this.here = id;
    this.show();
  }

  has(id) {
    return this.#known.some((each) => each.id === id);
  }

  keep(id, game) {
    this.#write([{id, game}, ...this.#known.filter((each) => each.id !== id)]);
  }

  drop(id) {
    this.#write(this.#known.filter((each) => each.id !== id));
  }

  show() {
    const others = this.#known.filter((each) => each.id !== this.here);
    fill(this.container, others.length > 0 && h("details", {id: "unfinished"}, h("summary", {}, `${others.length} unfinished`),
      h("div", {class: "row"}, others.map(({id, game}) => h("button", {type: "button", class: "small", onclick: async () => {
        await this.take(id).catch((error) => { if (error.status === 404) this.drop(id); else throw error; });
      }}, `${game} ${id.slice(0, 4)}`)))));
  }
}
