// What an address offers: a saved game, or a game and its moves.

import {get, Problem} from "../lib/api.js";
import {Record} from "./record.js";

/** {params, record, seats, id, title, until, trouble}; `until(n)`: a record of the first n moves only. */
export async function offered(params) {
  const game = params.get("game") ?? localStorage.getItem("game") ?? "connect4";
  const start = params.get("start") ?? "";
  const moves = (params.get("moves") ?? "").split(",").filter(Boolean);
  const {id, saved, trouble} = await stored(params.get("id"), params.has("game"));
  const until = (number) => {
    const record = Record.line(game, start, moves.slice(0, number));
    record.stand(record.line()[Math.min(Number(params.get("at") ?? Infinity), moves.length, number)]);
    return record;
  };
  if (!saved) return {params, record: until(moves.length), seats: params.get("seats")?.split("|"), id, title: "", until, trouble};
  const {record, seats} = saved.data;
  const made = record ? Record.from(saved.game, record) : Record.line(saved.game, saved.start, saved.moves);
  return {params, record: made, seats, id, title: saved.title, until};
}

/** The game of an id, if it is in the store; an id that cannot be looked up now must not be written over. `elsewhere`:
 *  the address tells the game as well, so that one that was deleted goes on. */
async function stored(id, elsewhere) {
  if (!id) return {id: null, saved: null};
  try {
    return {id, saved: await get(`saved/${encodeURIComponent(id)}`)};
  } catch (error) {
    if (error.status === 404 && elsewhere) return {id, saved: null};
    return {id: null, saved: null, trouble: error.status === 404 ? new Problem(`no game is saved under the id ${id}: see Saved`) : error};
  }
}
