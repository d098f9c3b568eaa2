// The one search of this tab: started, watched, stopped.

import {client, post, stream} from "../lib/api.js";

export class Search {
  #abort = null;

  get running() {
    return this.#abort !== null;
  }

  /** Search; `on(name, data)` is called while it runs. Resolves to {move, analysis}, or null if another thing came up. */
  async start(question, on, path = "search") {
    this.drop();
    const abort = (this.#abort = new AbortController());
    let answer = null;
    try {
      await stream(path, {client, ...question}, (name, data) => {
        if (abort.signal.aborted) return;
        if (name === "result") answer = data;
        else if (name === "problem") throw new Error(data.problem);
        else on(name, data);
      }, abort.signal);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      if (this.#abort === abort) this.#abort = null;
    }
    return abort.signal.aborted ? null : answer;
  }

  /** End it with its best so far. */
  stop() {
    return post("stop", {client});
  }

  /** End it; nobody wants the result. */
  drop() {
    this.#abort?.abort();
    this.#abort = null;
  }
}
