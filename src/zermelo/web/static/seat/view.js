// Play a game in which not everybody sees everything: the server keeps it, and this page knows what its seat may know.

import {client, get, post, put, remove} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {tell} from "../lib/notice.js";
import {withSetting} from "../lib/options.js";
import {BoardView} from "../play/board.js";
import {Picker} from "../play/picker.js";
import {scores} from "../play/score.js";
import {Search} from "../play/search.js";
import {Seats, YOU} from "../play/seats.js";
import {Watch} from "../play/watch.js";
import {Unfinished} from "./unfinished.js";

const PAUSE = 700; // milliseconds between two moves of engines that one watches
const FIRST = "kuhn", HINT = "time=1";

export function mount(container, params, go) {
  const view = new SeatView(container, go);
  view.open(params);
  return () => view.close();
}

class SeatView {
  constructor(container, go) {
    this.go = go;
    this.search = new Search();
    const button = (id, text, title, onclick, more = {}) => h("button", {type: "button", id, title, onclick, ...more}, text);
    const at = (this.at = {
      picker: h("div", {}), seats: h("div", {class: "seats"}), board: h("div", {class: "boardplace"}), watch: h("div", {class: "watch"}),
      status: h("p", {class: "status", id: "status"}), log: h("ol", {class: "seat-log", id: "log", "aria-live": "polite"}), unfinished: h("div", {}),
      knows: h("h2", {}), note: h("p", {class: "small muted", id: "seat-note"}),
    });
    this.buttons = {
      back: button("back", "◀", "One move back", () => this.step(-1), {"aria-label": "Back"}),
      forward: button("forward", "▶", "One move forth", () => this.step(1), {"aria-label": "Forward"}),
      hint: button("hint", "Hint", "A good move, for all that you know (h)", () => this.ask(1)),
      analyse: button("analyse", "Analyse", "A score on every move, for all that you know (a)", () => this.ask(0)),
      stop: button("stop", "Stop", "End the search, or rest", () => this.halt(), {class: "main"}),
      go: button("go", "Go on", "Let the engines move", () => this.goOn(), {class: "main"}),
    };
    const {back, forward, hint, analyse, stop, go: on} = this.buttons;
    fill(container,
      h("section", {class: "panel side", "aria-label": "Game"}, at.picker, h("h2", {}, "Players"), at.seats, at.unfinished),
      h("section", {class: "middle", "aria-label": "Board"}, at.board, h("div", {class: "row statusrow"}, at.status, on, stop), h("div", {class: "row controls"}, back, forward, hint, analyse)),
      h("section", {class: "panel right", "aria-label": "What you know"}, at.knows, at.log, at.note, at.watch));
    this.board = new BoardView(at.board, {onMove: (move) => this.move(move)});
    this.watch = new Watch(at.watch, {step: () => {}});
    this.picker = new Picker(at.picker, (game) => this.begin(game));
    this.seats = new Seats(at.seats, () => this.reseat());
    this.unfinished = new Unfinished(at.unfinished, (id) => this.take(id));
    this.keys = (event) => this.press(event);
    document.addEventListener("keydown", this.keys);
  }

  close() {
    this.closed = true;
    this.search.drop();
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.keys);
  }

  async open(params) {
    const game = params.get("game") ?? FIRST;
    try {
      if (params.has("id")) await this.take(params.get("id"));
      else if (params.has("moves")) await this.review(game, params.get("moves").split(",").filter(Boolean));
      else await this.begin(game, params.get("seats")?.split("|"));
    } catch (error) {
      if (params.has("id") && error.status === 404) this.unfinished.drop(params.get("id"));
      if (!this.scene) await this.begin(game).catch(() => this.begin(FIRST));
      tell(error);
    }
  }

  // ---- games ----------------------------------------------------------------------------------------------------

  async know(game) {
    if (this.facts?.game === game || this.asked === game) return true;
    const facts = await get(`game?game=${encodeURIComponent(game)}`);
    if (!facts.hidden) {
      this.go(`#/play?${new URLSearchParams({game})}`);
      return false;
    }
    this.asked = game;
    this.facts = facts;
    this.picker.show(facts, game);
    return true;
  }

  /** A new game, which the server deals. */
  async begin(game, players = null) {
    tell();
    try {
      if (!(await this.know(game))) return;
      this.players = seatedAlone(this.facts, players ?? (this.game === game.split(":")[0] ? this.players : null));
      this.game = game.split(":")[0];
      this.show(await post("sittings", {game, players: this.players}));
      this.prepare();
      this.next();
    } catch (error) {
      tell(error);
      if (!this.scene) throw error;
    }
  }

  /** Go on with one that the server keeps. */
  async take(id) {
    const scene = await get(`sittings/${encodeURIComponent(id)}`);
    if (!(await this.know(scene.game))) return;
    this.players = [...scene.seats];
    this.game = this.facts.name;
    this.paused = scene.seat === null;
    this.show(scene);
    this.prepare();
    this.next();
  }

  /** The server may have compiled what will be searched here before it is asked for. */
  prepare() {
    const players = [...new Set([...this.players, this.facts.usual_method])].filter((who) => who !== YOU);
    post("prepare", {game: this.asked, players}).catch(() => {}); // what is wrong with a player, a search says
  }

  /** Look through a game that is over. */
  async review(game, moves) {
    if (!(await this.know(game))) return;
    this.players = this.facts.players.map(() => "random");
    const scene = await post("position", {game, moves, everything: true});
    this.show({...scene, id: null, seat: null, seats: this.players, everything: true, waits: false, log: scene.played, moves: []});
  }

  /** Somebody sits elsewhere: nobody can take over what another has seen, so a new game begins. */
  reseat() {
    const newly = this.players.findIndex((who, seat) => who === YOU && this.scene.seats[seat] !== YOU);
    if (newly >= 0) this.players = this.players.map((who, seat) => (who === YOU && seat !== newly ? engine(this.facts) : who));
    this.begin(this.asked, this.players);
  }

  // ---- moves ----------------------------------------------------------------------------------------------------

  async move(name) {
    if (this.moving) return;
    this.search.drop();
    await this.change(`sittings/${this.scene.id}/move`, {move: name, number: this.scene.number});
  }

  /** Whoever else is to move, moves; engines among themselves one after the other. */
  async next() {
    if (this.closed || !this.scene.waits || (this.scene.seat === null && this.paused)) return this.controls();
    await this.change(`sittings/${this.scene.id}/go`, {});
  }

  async change(path, asked) {
    const {id} = this.scene;
    this.moving = true;
    this.controls();
    try {
      const scene = await post(path, asked);
      if (this.closed || this.scene.id !== id) return;
      tell();
      this.show(scene);
    } catch (error) {
      tell(error);
      this.paused = true;
      return;
    } finally {
      this.moving = false;
      if (!this.closed) this.controls();
    }
    if (this.scene.seat === null) this.timer = setTimeout(() => this.next(), PAUSE);
    else this.next();
  }

  goOn() {
    this.paused = false;
    this.next();
  }

  halt() {
    this.paused = true;
    if (this.search.running) this.search.stop();
    this.controls();
  }

  /** Through a game that is over, move by move. */
  async step(by) {
    const {played} = this.scene, at = Math.max(0, Math.min(played.length, (this.looked?.at ?? played.length) + by));
    const scene = await post("position", {game: this.scene.game, moves: played.slice(0, at), everything: true});
    if (this.closed) return;
    this.looked = at === played.length ? null : {at, scene: {...scene, moves: []}};
    this.draw();
    this.controls();
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const buttons = {a: "analyse", h: "hint", ArrowLeft: "back", ArrowRight: "forward"};
    if (event.key === "n") this.begin(this.asked);
    else if (event.key in buttons && !(event.key.startsWith("Arrow") && event.target.closest(".board"))) this.buttons[buttons[event.key]].click();
    else if (event.key === "Escape") this.board.cancel();
    else return;
    event.preventDefault();
  }

  // ---- advice ---------------------------------------------------------------------------------------------------

  /** One good move, or a score on every move: from what the seat knows, which is all that the search is given. */
  async ask(lines) {
    const {scene, facts} = this;
    if (scene.over || scene.waits || scene.seat === null || this.search.running || !facts.methods.length) return;
    const heard = (found) => {
      this.watch.show(facts, scene, {method: facts.usual_method, ...found}, {most: 12});
      if (!lines && found.lines?.length) this.draw({scores: scores(facts, found.lines), best: new Set([found.lines[0].move])});
    };
    const player = withSetting(facts.usual_method, lines ? HINT : "time=5");
    const asked = this.search.start({player, lines}, (name, data) => name === "progress" && heard(data), `sittings/${scene.id}/search`);
    this.controls();
    try {
      const answer = await asked;
      if (answer?.analysis && this.scene === scene) heard(answer.analysis);
      if (lines && answer?.move && this.scene === scene) this.draw({hint: answer.move});
    } catch (error) {
      tell(error);
    }
    if (!this.closed) this.controls();
  }

  // ---- looks ----------------------------------------------------------------------------------------------------

  show(scene) {
    const underWay = this.scene?.id === scene.id || this.unfinished.has(scene.id);
    this.scene = {...scene, played: scene.everything ? scene.played : scene.log};
    this.looked = null;
    this.watch.clear();
    this.seats.show(this.facts, scene.colours, this.players);
    if (scene.id) {
      const query = new URLSearchParams({game: scene.game, id: scene.id});
      this.go(`#/seat?${query}`, {quietly: true, replace: true});
      this.unfinished.stand(scene.id);
      if (scene.over) this.unfinished.drop(scene.id);
      else if (scene.number) this.unfinished.keep(scene.id, scene.game);
      if (scene.over && scene.seat !== null && underWay) this.save(scene);
    }
    this.draw();
    this.controls();
  }

  draw(more = {}) {
    const {scene, looked, at} = this;
    this.board.show(looked?.scene ?? scene, {interactive: !looked && !scene.waits && scene.moves.length > 0, ...more});
    fill(at.knows, scene.everything ? "All moves" : "What you know");
    const who = (k) => scene.players[scene.movers[k]] ?? "chance";
    fill(at.log, scene.everything ? scene.played.map((move, k) => h("li", {class: looked && k >= looked.at ? "muted" : ""}, `${who(k)}: ${move}`)) : scene.log.map((said) => h("li", {}, said)));
    fill(at.note, scene.over ? "The game is over: everything is shown." : scene.seat === null ? "Nobody has a seat: everything is shown."
      : "What you may not know is not in this page, either. Nothing can be taken back.");
  }

  controls() {
    const {scene, buttons, looked, at} = this;
    if (!scene) return;
    const engines = scene.seat === null && !scene.over && scene.id, mine = !scene.over && !scene.waits && scene.seat !== null;
    fill(at.status, looked ? `After ${looked.at} of ${scene.played.length} moves` : scene.status, this.moving && h("span", {class: "muted"}, " – thinking…"));
    buttons.go.classList.toggle("hidden", !((engines && this.paused) || (scene.waits && this.paused && !this.moving)));
    buttons.stop.classList.toggle("hidden", !(this.search.running || (engines && !this.paused)));
    for (const name of ["back", "forward"]) buttons[name].classList.toggle("hidden", !scene.over);
    buttons.back.disabled = (looked?.at ?? scene.played.length) === 0;
    buttons.forward.disabled = !looked;
    for (const name of ["hint", "analyse"]) buttons[name].classList.toggle("hidden", !mine || !this.facts.methods.length);
    for (const name of ["hint", "analyse"]) buttons[name].disabled = this.search.running;
  }

  /** A game that is over is saved as all others are; before, the server keeps it for its seat alone. */
  save(scene) {
    const game = {game: scene.game, start: "", moves: scene.played, result: scene.status, data: {seats: scene.seats}};
    put(`saved/${scene.id}`, game).catch(tell);
  }
}

/** One seat for the person at most; the first one, if nobody says. */
function seatedAlone(facts, asked) {
  if (asked?.length !== facts.players.length) return facts.players.map((_, seat) => (seat ? engine(facts) : YOU));
  const first = asked.indexOf(YOU);
  return asked.map((who, seat) => (who === YOU && seat !== first ? engine(facts) : who));
}

const engine = (facts) => (facts.levels.length ? "level:5" : "random");
