// Hear of changes to the user's own game files, if there are any and somebody looks.

import {get} from "../lib/api.js";

export class News {
  #source = null;
  #turn = 0;
  #versions = new Map();

  /** `changed({game, version, problem})` is called for changes, not for how things stood at first. */
  constructor(changed) {
    this.changed = changed;
    this.look = () => this.#listen();
    document.addEventListener("visibilitychange", this.look);
    this.#listen();
  }

  close() {
    this.#turn = Infinity;
    document.removeEventListener("visibilitychange", this.look);
    this.#source?.close();
  }

  /** A browser has few connections to spare for one server: only a page that is seen keeps one. */
  async #listen() {
    this.#source?.close();
    const turn = ++this.#turn;
    if (document.hidden || !(await get("games")).games.some((game) => game.own) || turn !== this.#turn) return;
    this.#source = new EventSource("/api/news");
    this.#source.onmessage = (event) => {
      const told = JSON.parse(event.data);
      const state = `${told.version} ${told.problem}`;
      const before = this.#versions.get(told.game);
      this.#versions.set(told.game, state);
      if (before === undefined ? told.problem : before !== state) this.changed(told);
    };
  }
}
