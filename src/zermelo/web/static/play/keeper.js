// Nothing is lost: a game is in the address at once and, from its first move on, a moment later in the store.

import {Problem, put} from "../lib/api.js";
import {tell} from "../lib/notice.js";

const MOMENT = 150; // milliseconds
const AGAIN = 1000, SELDOM = 30_000; // milliseconds after which a save that failed is tried again, at first and later

const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, "0")).join("");

export class Keeper {
  #unsaved = null;
  #unanswered = new Map(); // by id, the states of games that the server has not taken yet
  #kept = ""; // what the store has, as text; null: what is opened

  constructor(go) {
    this.go = go;
    this.leave = () => this.flush();
    addEventListener("pagehide", this.leave);
  }

  close() {
    this.flush();
    this.release?.();
    removeEventListener("pagehide", this.leave);
    this.keep = () => {};
  }

  /** Another game: one that is in the store under its `id`, or a new one. */
  begin(id, title) {
    this.flush();
    this.another = this.title !== undefined; // the first one is where the address has led
    this.title = title;
    this.#take(/^[\w-]{8,40}$/.test(id) ? id : null);
    if (this.id) this.#kept = null;
  }

  /** A game has one tab that keeps it; where another tab has it open, ours becomes a game of its own. */
  #take(id) {
    this.release?.();
    this.id = id;
    this.#kept = "";
    if (id) {
      navigator.locks?.request(`game ${id}`, {ifAvailable: true}, (lock) =>
        lock ? new Promise((release) => { this.release = release; }) : void (this.id = null));
    }
  }

  /** `played`: whether somebody has moved, so that there is something to keep. */
  keep(record, seats, usual, result, played) {
    if (played && !this.id) this.#take(fresh());
    const line = record.line().slice(1).map((node) => node.move);
    const query = new URLSearchParams({game: record.game});
    if (record.start) query.set("start", record.start);
    if (line.length) query.set("moves", line.join(","));
    if (record.moves().length !== line.length) query.set("at", record.moves().length);
    if (seats.join() !== usual.join()) query.set("seats", seats.join("|"));
    if (this.id) query.set("id", this.id);
    this.go(`#/play?${query}`, {quietly: true, replace: !this.another});
    this.another = false;
    clearTimeout(this.timer);
    if (!this.id) return;
    const game = {game: record.game, start: record.start, moves: line, title: this.title, result, data: {record: record.toJSON(), seats}};
    const text = JSON.stringify(game);
    const known = this.#kept === null || text === this.#kept; // only to look at a game does not change it
    this.#kept = text;
    if (known) return;
    this.#unsaved = game;
    this.timer = setTimeout(() => this.flush(), MOMENT);
  }

  /** Save what is not saved yet. */
  flush() {
    clearTimeout(this.timer);
    const unsaved = this.#unsaved;
    this.#unsaved = null;
    if (unsaved && this.id) this.#save(this.id, unsaved, AGAIN);
  }

  /** If the server fails, it is tried again, unless a later state of the game is saved by then. */
  async #save(id, game, pause) {
    this.#unanswered.set(id, game);
    try {
      await put(`saved/${id}`, game);
      if (pause > AGAIN) tell();
    } catch (error) {
      if (!(error instanceof Problem)) return;
      tell(error);
      if (error.status < 400 || error.status >= 500) {
        setTimeout(() => this.#unanswered.get(id) === game && this.#save(id, game, Math.min(2 * pause, SELDOM)), pause);
        return;
      }
    }
    if (this.#unanswered.get(id) === game) this.#unanswered.delete(id);
  }
}
