// The view of saved games: find one, open it, rename, delete (and take that back), export, import.

import {get, Problem, put, remove} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {tell} from "../lib/notice.js";

const PAGE = 50; // games shown at first, and more with each "More"
const PAUSE_MS = 200; // of typing, before the list follows

export function mount(container, params, go) {
  const saved = new Saved(container, params.get("words") ?? "", go);
  saved.show();
  return () => clearTimeout(saved.timer);
}

class Saved {
  constructor(container, words, go) {
    this.most = PAGE;
    this.asked = 0;
    this.search = h("input", {type: "search", value: words, placeholder: "title, game or result", oninput: () => this.typed(go)});
    this.file = h("input", {type: "file", accept: ".json,application/json", multiple: true, class: "spoken", onchange: () => this.import()});
    this.news = h("p", {class: "row small", role: "status"});
    this.list = h("ul", {class: "games"});
    this.more = h("button", {type: "button", class: "hidden", onclick: () => this.show(this.most + PAGE)}, "More");
    container.append(
      h("h1", {}, "Saved games"),
      h("div", {class: "row"},
        h("label", {class: "row find"}, "Find", this.search),
        h("label", {class: "button"}, "Import", this.file),
        h("a", {class: "button", href: "/api/export", download: true}, "Export all")),
      this.news, this.list, this.more);
  }

  typed(go) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const words = this.search.value;
      go("#/saved" + (words ? `?${new URLSearchParams({words})}` : ""), {quietly: true, replace: true});
      this.show(PAGE);
    }, PAUSE_MS);
  }

  /** Ask for the list and show it, at most so many games. */
  async show(most = this.most) {
    this.most = most;
    const turn = ++this.asked;
    const {games, total} = await listed(this.search.value, most);
    if (turn !== this.asked) return; // somebody typed on
    const none = this.search.value ? "No saved game has these words." : "Games are saved as you play them; there are none yet.";
    fill(this.list, games.length ? games.map((game) => this.row(game)) : h("li", {class: "muted"}, none));
    this.more.classList.toggle("hidden", games.length >= total);
  }

  row(game) {
    const title = nameOf(game);
    const about = [game.game, `${game.length} ${game.length === 1 ? "move" : "moves"}`, game.result].filter(Boolean);
    const changed = new Date(game.changed * 1000);
    const place = h("div", {class: "title"}, h("a", {href: `#/play?id=${game.id}`}, title));
    const rename = h("button", {type: "button", "aria-label": `Rename ${title}`, onclick: () => this.rename(game, place)}, "Rename");
    return h("li", {class: "panel"},
      h("div", {class: "about"}, place,
        h("div", {class: "muted small"}, about.join(" · "), " · ",
          h("time", {datetime: changed.toISOString()}, changed.toLocaleString(undefined, {dateStyle: "medium", timeStyle: "short"})))),
      h("div", {class: "row small"}, rename,
        ["json", "text"].map((form) => h("a", {class: "button", download: true, "aria-label": `Export ${title} as ${form}`,
          href: `/api/saved/${game.id}/export?form=${form}`}, form === "json" ? "JSON" : "Text")),
        h("button", {type: "button", "aria-label": `Delete ${title}`, onclick: () => this.delete(game)}, "Delete")));
  }

  rename(game, place) {
    const before = [...place.childNodes];
    const input = h("input", {value: nameOf(game), maxlength: "200", "aria-label": "New title"});
    const back = () => fill(place, before).querySelector("a").focus();
    const save = async (event) => {
      event.preventDefault();
      await put(`saved/${game.id}`, {...await get(`saved/${game.id}`), title: input.value.trim()}).then(() => this.show(), tell);
      this.list.querySelector(`a[href$="${game.id}"]`)?.focus();
    };
    fill(place, h("form", {class: "row", onsubmit: save, onkeydown: (event) => event.key === "Escape" && back()},
      input, h("button", {type: "submit", class: "main"}, "Save"), h("button", {type: "button", onclick: back}, "Cancel")));
    input.select();
  }

  async delete(game) {
    const whole = await get(`saved/${game.id}`); // to bring it back
    await remove(`saved/${game.id}`);
    const undo = h("button", {type: "button", onclick: async () => {
      await put(`saved/${game.id}`, whole);
      this.say(`“${nameOf(game)}” is back.`);
      this.show();
    }}, "Undo");
    this.say(`“${nameOf(game)}” is deleted.`, undo);
    undo.focus();
    this.show();
  }

  /** Keep the games of files. One that is here already stays, unless the file has a newer one. */
  async import() {
    let taken = 0, known = 0;
    try {
      const here = new Map((await listed("", Infinity)).games.map((game) => [game.id, game.changed]));
      for (const file of this.file.files) {
        for (const game of gamesIn(await file.text(), file.name)) {
          if (here.get(game.id) >= game.changed) known++;
          else await put(`saved/${encodeURIComponent(game.id)}`, game).then(() => taken++);
        }
      }
      tell();
    } catch (error) {
      tell(error);
    }
    this.file.value = "";
    this.say(`${taken} ${taken === 1 ? "game" : "games"} imported${known ? `, ${known} here already` : ""}.`);
    this.show();
  }

  say(...words) {
    fill(this.news, ...words);
  }
}

/** The newest games with these words, at most so many of them, and how many there are. */
async function listed(words, most) {
  const games = [];
  for (;;) {
    const page = await get(`saved?${new URLSearchParams({words, first: games.length, most: PAGE})}`);
    games.push(...page.games);
    if (!page.games.length || games.length >= Math.min(most, page.total)) return {games, total: page.total};
  }
}

const nameOf = (game) => game.title || game.game;

/** The games of an exported file. */
function gamesIn(text, name) {
  try {
    const {zermelo, games} = JSON.parse(text);
    if (zermelo === 1 && games.every((game) => game.id)) return games;
  } catch { /* told below */ }
  throw new Problem(`${name} is no file of games that Zermelo has exported`);
}
