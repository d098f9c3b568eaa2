// The view to play in: the board in the middle, who plays and the game around it, and what the search thinks.

import {get, post} from "./api.js";
import {showBar} from "./bar.js";
import {BoardView} from "./board.js";
import {fill, h} from "./dom.js";
import {methodPanel} from "./engine.js";
import {Graph} from "./graph.js";
import {History} from "./history.js";
import {Keeper} from "./keeper.js";
import {News} from "./news.js";
import {tell} from "./notice.js";
import {layout} from "./playlayout.js";
import {Picker} from "./picker.js";
import {Record} from "./record.js";
import {scores} from "./score.js";
import {Search} from "./search.js";
import {Seats, usual, YOU} from "./seats.js";
import {Texts} from "./texts.js";
import {Watch} from "./watch.js";

const ROLL_MS = 350; // dice lie on the table before they are rolled
const HINT = "time=1";
const ANALYSIS = "time=15";

export function mount(container, params, go) {
  const play = new Play(container, go);
  play.open(params);
  return () => play.close();
}

const with_ = (description, setting) => description + (description.includes(":") ? "," : ":") + setting;

class Play {
  constructor(container, go) {
    this.keeper = new Keeper(go);
    this.search = new Search();
    this.analysing = false;
    this.quiet = false;
    this.byHand = false; // dice are not rolled, but chosen
    this.parts = layout(container, this);
    const at = this.parts;
    this.board = new BoardView(at.board, {onMove: (move) => this.play(move)});
    this.board.frame.prepend(at.bar);
    this.watch = new Watch(at.watch, {step: (moves, number) => this.look(moves, number)});
    this.graph = new Graph(at.graph, (node) => this.goTo(node));
    this.moves = new History(at.history, {goTo: (node) => this.goTo(node), drop: (node) => this.drop(node)});
    this.seatPanel = new Seats(at.seats, () => { this.save(); this.next(); });
    this.picker = new Picker(at.picker, (game) => this.begin(game));
    this.texts = new Texts(at.texts, (text) => this.read(text), {
      link: () => location.href.replace(/([?&])id=[^&]*&?/, "$1"),
      text: () => this.scene.text,
      moves: () => this.record.moves().join(this.record.moves().some((move) => move.includes(" ")) ? ", " : " "),
      diagram: () => this.scene.diagram,
      SVG: () => this.scene.picture,
    });
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.news = new News((told) => this.reload(told));
  }

  close() {
    this.keeper.close();
    this.closed = true;
    this.search.drop();
    this.news.close();
    document.removeEventListener("keydown", this.keys);
  }

  // ---- games ----------------------------------------------------------------------------------------------------

  /** What the address says: a saved game, or a game and its moves. */
  async open(params) {
    const game = params.get("game") ?? localStorage.getItem("game") ?? "connect4";
    const moves = (params.get("moves") ?? "").split(",").filter(Boolean);
    const saved = params.get("id") && await get(`records/${encodeURIComponent(params.get("id"))}`).catch(() => null);
    try {
      if (saved) {
        await this.sit(Record.from(saved.game, saved.data.record), saved.data.seats, saved.id, saved.title);
      } else {
        const record = Record.line(game, params.get("start") ?? "", moves);
        const at = params.get("at");
        if (at !== null) record.stand(record.line()[Math.min(Number(at), moves.length)] ?? record.root);
        await this.sit(record, params.get("seats")?.split("|"), params.get("id"));
      }
    } catch (error) {
      const plain = new Record(params.get("game") === null ? "connect4" : game.split(":")[0]);
      await this.sit(plain).catch(() => this.sit(new Record("connect4")));
      tell(error);
    }
  }

  /** Sit down at a game. */
  async sit(record, seats = null, id = null, title = "") {
    const facts = await get(`game?game=${encodeURIComponent(record.game)}`);
    const scene = await post("position", {game: record.game, start: record.start, moves: record.moves()});
    if (this.closed) return;
    this.search.drop();
    this.keeper.begin(id, title);
    Object.assign(this, {facts, record});
    record.at.scene = scene;
    this.seats = seats?.length === facts.players.length ? seats : usual(facts);
    this.analyst = with_(facts.usual_method, ANALYSIS);
    localStorage.setItem("game", record.game);
    tell();
    this.picker.show(facts, record.game);
    this.seatPanel.show(facts, scene.colours, this.seats);
    this.parts.analyst(methodPanel(facts, this.analyst, (description) => { this.analyst = description; if (this.analysing) this.analyse(); }));
    await this.show();
    this.next();
  }

  async begin(game) {
    this.search.drop();
    try {
      await this.sit(new Record(game), game.split(":")[0] === this.facts?.name ? this.seats : null);
    } catch (error) {
      tell(error);
    }
  }

  /** Set up a position or moves that somebody pasted; throws if they make no sense. */
  async read(text) {
    const {start, moves} = await post("read", {game: this.record.game, text});
    await this.sit(Record.line(this.record.game, start, moves), this.seats);
  }

  /** The user's file has changed, or cannot be read. */
  async reload({game, problem}) {
    this.picker.refresh();
    if (game !== this.facts?.name) return;
    if (problem) return tell(problem);
    const record = Record.from(this.record.game, this.record.toJSON());
    await this.sit(record, this.seats, this.keeper.id, this.keeper.title).catch((error) =>
      this.sit(new Record(this.record.game), this.seats).then(() => tell(`The rules have changed, and so the game begins anew (${error.message}).`), tell));
  }

  // ---- moves ----------------------------------------------------------------------------------------------------

  get scene() {
    return this.record.at.scene;
  }

  get seat() {
    return this.scene.mover < 0 ? "" : this.seats[this.scene.mover];
  }

  async play(move) {
    if (this.moving) return; // a second click, before the first one was answered
    this.moving = true;
    this.record.play(move);
    try {
      await this.goTo(this.record.at, {live: true});
    } finally {
      this.moving = false;
    }
  }

  /** Stand at a node; `live`: play goes on from there. */
  async goTo(node, {live = false} = {}) {
    this.search.drop();
    this.preview = null;
    this.record.stand(node);
    try {
      node.scene ??= await post("position", {game: this.record.game, start: this.record.start, moves: this.record.moves(node)});
    } catch (error) {
      if (!node.children.length && node.parent) this.record.drop(node);
      return tell(error);
    }
    if (this.closed || this.record.at !== node) return; // somebody was quicker
    tell();
    await this.show();
    if (live) this.next();
    else if (this.analysing) this.analyse();
  }

  drop(node) {
    this.record.drop(node);
    this.goTo(this.record.at);
  }

  /** To one's own last turn. */
  takeBack() {
    let node = this.record.at.parent;
    while (node?.parent && node.scene && this.seats[node.scene.mover] !== YOU) node = node.parent;
    if (node) this.goTo(node);
  }

  step(by) {
    const line = this.record.line();
    const node = line[Math.max(0, Math.min(line.length - 1, line.indexOf(this.record.at) + by))];
    if (node !== this.record.at) this.goTo(node);
  }

  /** Whoever is to move, moves; a person is waited for. */
  next() {
    this.search.drop();
    if (this.scene.over) return this.controls();
    if (this.scene.mover < 0) return this.chance();
    if (this.seat !== YOU) return this.think();
    if (this.analysing) return this.analyse();
    this.controls();
  }

  chance() {
    this.controls();
    if (this.analysing && this.byHand) this.analyse();
    if (this.byHand) return;
    const node = this.record.at;
    setTimeout(() => { if (!this.closed && this.record.at === node) this.roll(); }, ROLL_MS);
  }

  roll() {
    let point = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    const chances = this.scene.chances;
    const fallen = chances.find(({prob}) => (point -= prob) < 0) ?? chances.at(-1);
    this.play(fallen.name);
  }

  // ---- searches -------------------------------------------------------------------------------------------------

  /** An engine moves. */
  async think() {
    const node = this.record.at;
    const answer = await this.ask(this.seat, 1);
    if (answer && !this.closed && this.record.at === node) await this.play(answer.move);
  }

  /** A score on every move, until one is tired of it. */
  async analyse() {
    if (this.scene.over) return this.controls();
    await this.ask(this.analyst, 0);
  }

  async hint() {
    if (this.scene.over || this.scene.mover < 0 || this.search.running) return;
    const answer = await this.ask(with_(this.facts.usual_method, HINT), 1);
    if (answer) this.draw({hint: answer.move});
  }

  /** Search where we stand; shows what happens, returns the answer. */
  async ask(player, lines) {
    const {record, scene} = this;
    const node = record.at;
    const advising = lines === 0;
    const heard = (found) => {
      if (found.values?.length) node.values = found.values;
      this.found = found;
      this.watch.show(this.facts, scene, {method: player.split(":")[0], ...found}, advising ? 12 : 3);
      if (advising) this.draw();
      showBar(this.parts.bar, this.facts, scene.colours, node.values);
      this.graph.show(this.facts, scene.colours, record.line(), node);
    };
    const asked = this.search.start({game: record.game, start: record.start, moves: record.moves(), player, lines}, (name, data) => {
      if (record.at !== node) return;
      if (name === "waiting") this.watch.waiting(data.before);
      else heard(data);
    });
    this.controls(); // now it runs
    try {
      const answer = await asked;
      if (answer?.analysis && record.at === node) {
        heard(answer.analysis);
        this.save();
      }
      return answer;
    } catch (error) {
      tell(error);
      return null;
    } finally {
      this.controls();
    }
  }

  // ---- looks ----------------------------------------------------------------------------------------------------

  async show() {
    const {record, scene, facts} = this;
    this.found = null;
    this.watch.clear(scene.over ? "" : "Analyse puts a score on every move (a); Hint shows a good one (h).");
    this.draw();
    this.controls();
    this.moves.show(record);
    this.texts.show(scene.text);
    this.graph.show(facts, scene.colours, record.line(), record.at);
    showBar(this.parts.bar, facts, scene.colours, record.at.values);
    this.save();
  }

  draw({hint = null} = {}) {
    const advice = this.analysing && !this.quiet && this.found?.lines?.length ? this.found.lines : [];
    this.board.show(this.preview?.scene ?? this.scene, {
      interactive: !this.preview && this.seat === YOU,
      quiet: this.quiet,
      hint,
      scores: this.preview ? new Map() : scores(this.facts, advice),
      best: new Set(advice.slice(0, 1).map((line) => line.move)),
    });
  }

  controls() {
    this.parts.update(this);
  }

  /** Step through a variation without playing it. */
  async look(moves, number) {
    const all = [...this.record.moves(), ...moves.slice(0, number)];
    const scene = await post("position", {game: this.record.game, start: this.record.start, moves: all});
    this.preview = number ? {moves, number, scene} : null;
    this.draw();
    this.controls();
  }

  /** Back from the variation. */
  unlook() {
    this.preview = null;
    this.draw();
    this.controls();
  }

  async follow() {
    const {moves, number} = this.preview;
    for (const move of moves.slice(0, number)) this.record.play(move);
    await this.goTo(this.record.at);
  }

  toggle(what) {
    this[what] = !this[what];
    if (what === "analysing") {
      this.search.drop();
      this.found = null;
      this.watch.clear();
    }
    this.parts.root.classList.toggle("quiet", this.quiet);
    this.draw();
    this.controls();
    if (what === "analysing" && this.analysing && !(this.seat && this.seat !== YOU && this.search.running)) this.analyse();
    if (what === "byHand" && this.scene.mover < 0) this.chance();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const on_board = event.target.closest(".board");
    const actions = {
      ArrowLeft: () => !on_board && (this.preview ? this.look(this.preview.moves, this.preview.number - 1) : this.step(-1)),
      ArrowRight: () => !on_board && (this.preview ? this.look(this.preview.moves, Math.min(this.preview.number + 1, this.preview.moves.length)) : this.step(1)),
      Home: () => !on_board && this.step(-Infinity),
      End: () => !on_board && this.step(Infinity),
      Escape: () => this.preview && this.unlook(),
      a: () => this.toggle("analysing"),
      h: () => this.hint(),
      x: () => this.toggle("quiet"),
      u: () => this.takeBack(),
      n: () => this.begin(this.record.game),
    };
    if (actions[event.key] && actions[event.key]() !== false) event.preventDefault();
  }

  /** Keep everything: see `Keeper`. */
  save() {
    const {record, seats, scene} = this;
    this.keeper.keep(record, seats, usual(this.facts), scene.over ? scene.status : "");
  }
}
