// The view to play in: the board in the middle, who plays and the game around it, and what the search thinks.

import {News} from "../invent/news.js";
import {get, post} from "../lib/api.js";
import {tell} from "../lib/notice.js";
import {withSetting} from "../lib/options.js";
import {Texts} from "../lib/texts.js";
import {offered} from "./address.js";
import {showBar} from "./bar.js";
import {BoardView} from "./board.js";
import {methodPanel} from "./engine.js";
import {Graph} from "./graph.js";
import {History} from "./history.js";
import {Keeper} from "./keeper.js";
import {press} from "./keys.js";
import {layout} from "./layout.js";
import {Picker} from "./picker.js";
import {Record} from "./record.js";
import {scores} from "./score.js";
import {Search} from "./search.js";
import {seated, Seats, usual, YOU} from "./seats.js";
import {Watch} from "./watch.js";

const ROLL_MS = 350; // dice lie on the table before they are rolled
const HINT = "time=1";
const WISHES = ["analysing", "quiet", "byHand"]; // what a reload must not forget

export function mount(container, params, go) {
  const play = new Play(container, go);
  play.open(params);
  return () => play.close();
}


class Play {
  constructor(container, go) {
    this.go = go;
    this.keeper = new Keeper(go);
    this.search = new Search();
    for (const wish of WISHES) this[wish] = sessionStorage.getItem(wish) === "true"; // byHand: dice are chosen, not rolled
    this.parts = layout(container, this);
    const at = this.parts;
    this.board = new BoardView(at.board, {onMove: (move) => this.play(move)});
    this.board.frame.prepend(at.bar);
    this.watch = new Watch(at.watch, {step: (moves, number) => this.look(moves, number)});
    this.graph = new Graph(at.graph, (node) => this.goTo(node));
    this.moves = new History(at.history, {goTo: (node) => this.goTo(node), drop: (node) => this.drop(node)});
    this.seatPanel = new Seats(at.seats, (left) => this.reseat(left));
    this.picker = new Picker(at.picker, (game) => this.begin(game));
    this.texts = new Texts(at.texts, (text) => this.read(text), {
      link: () => location.href.replace(/([?&])id=[^&]*&?/, "$1"),
      text: () => this.scene.text,
      moves: () => {
        const moves = this.record.moves();
        if (!moves.some((move) => move.includes(" "))) return moves.join(" ");
        return moves.join(", ") + (moves.length === 1 ? "," : "");  // a comma says that spaces do not part moves
      },
      diagram: () => this.scene.diagram,
      SVG: () => this.scene.picture,
    });
    this.keys = (event) => this.facts && press(this, event);
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

  /** Sit down at what the address says. */
  async open(params) {
    this.offer = await offered(params);
    const {record, seats, id, title} = this.offer;
    try {
      await this.sit(record, seats, {id, title});
      if (this.offer.trouble) tell(this.offer.trouble);
    } catch (error) {
      await this.rescue(error);
    }
  }

  /** Something in the address is wrong: keep what is right, and say what is not. */
  async rescue(error) {
    const {params, record: {game}, seats, until} = this.offer;
    const wrong = /^move (\d+):/.exec(error.message);
    await this.picker.ready;
    if (wrong) await this.sit(until(wrong[1] - 1), seats);
    else if (this.picker.owns(game)) this.waiting = params; // until one's own file is mended: `reload`
    else await this.sit(new Record(game.split(":")[0])).catch(() => this.sit(new Record("connect4")));
    tell(error);
  }

  /** Sit down at a game. */
  async sit(record, seats = null, {id = null, title = "", paused = false} = {}) {
    const sitting = (this.sitting = {});
    const facts = await get(`game?game=${encodeURIComponent(record.game)}`);
    if (facts.hidden) return this.toSeat(record);
    const scene = await post("position", {game: record.game, start: record.start, moves: record.moves()});
    if (this.closed || this.sitting !== sitting) return; // somebody has chosen another game meanwhile
    this.search.drop();
    this.keeper.begin(id, title);
    Object.assign(this, {facts, record, played: id !== null, paused, preview: null, found: null});
    this.receive(record.at, scene);
    this.seats = seated(facts, seats);
    this.analyst = facts.usual_method;
    localStorage.setItem("game", record.game);
    this.parts.middle.inert = false;
    tell();
    this.picker.show(facts, record.game);
    this.seatPanel.show(facts, scene.colours, this.seats);
    this.parts.analyst(methodPanel(facts, this.analyst, (description) => { this.analyst = description; this.prepare(); if (this.analysing) this.analyse(); }));
    this.prepare();
    this.show();
    if (!record.at.latest) this.next();
    else if (this.analysing) this.analyse();
  }

  /** Not everybody sees everything: then one plays from a seat, or looks through a game that is over. */
  toSeat(record) {
    const moves = record.line().slice(1).map((node) => node.move);
    if (!this.closed) this.go(`#/seat?${new URLSearchParams({game: record.game, ...(moves.length && {moves: moves.join(",")})})}`, {replace: true});
  }

  /** The server may have compiled what will be searched here before it is asked for. */
  prepare() {
    const players = [...new Set([...this.seats, this.analyst])].filter((who) => who !== YOU);
    post("prepare", {game: this.record.game, players}).catch(() => {}); // what is wrong with a player, a search says
  }

  receive(node, scene) {
    node.scene = scene;
    [...scene.movers, scene.mover].reverse().reduce((at, mover) => Object.assign(at, {mover}).parent, node);
    if (scene.over) node.values = scene.payoff;
  }

  async begin(game) {
    this.search.drop();
    try {
      await this.sit(new Record(game), game.split(":")[0] === this.facts?.name ? this.seats : null);
    } catch (error) {
      tell(error);
    }
  }

  /** Set up a position or moves that somebody pasted, to be looked at first; throws if they make no sense. */
  async read(text) {
    const {start, moves} = await post("read", {game: this.record.game, text});
    await this.sit(Record.line(this.record.game, start, moves), this.seats, {paused: true});
  }

  /** The user's file has changed, or cannot be read: then the last rules that worked stay in use. */
  async reload({game, problem}) {
    await this.picker.refresh();
    const ours = game === (this.facts?.name ?? this.offer.record.game.split(":")[0]);
    if (ours) this.parts.rules(problem && this.facts ? `${problem}. The last rules that worked stay in use.` : problem);
    if (!ours || problem) return;
    if (!this.facts) return this.open(this.waiting);
    const record = Record.from(this.record.game, this.record.toJSON());
    await this.sit(record, this.seats, {id: this.keeper.id, title: this.keeper.title}).catch((error) =>
      this.sit(new Record(this.record.game), this.seats).then(() => tell(`The rules have changed, and so the game begins anew (${error.message}).`), tell));
  }

  /** Somebody sits elsewhere; where the last person has `left`, engines wait until it is said that they play each other. */
  reseat(left) {
    this.paused = !this.seats.includes(YOU) && (left || this.paused);
    this.prepare();
    this.save();
    this.next();
  }

  // ---- moves ----------------------------------------------------------------------------------------------------

  get scene() {
    return this.record.at.scene;
  }

  get seat() {
    return this.scene.mover < 0 ? "" : this.seats[this.scene.mover];
  }

  async play(move) {
    if (this.going) return; // a second click, before the first one was answered
    const known = this.record.at.children.length;
    const node = this.record.after(move);
    this.played ||= this.scene.mover >= 0; // dice alone are nothing to keep
    if (this.seat === YOU) this.paused = false;
    await this.goTo(node, {live: true});
    if (!node.scene && node.parent.children.length > known) this.record.drop(node); // it was no move
  }

  /** Stand at a node, once it is known what it looks like; `live`: play goes on from there. */
  async goTo(node, {live = false} = {}) {
    const going = (this.going = {});
    this.search.drop();
    try {
      if (!node.scene) this.receive(node, await post("position", {game: this.record.game, start: this.record.start, moves: this.record.moves(node)}));
    } catch (error) {
      tell(error);
    }
    if (this.closed || this.going !== going) return; // somebody was quicker
    this.going = null;
    if (!node.scene) return;
    this.record.stand(node);
    this.preview = null;
    if (!live || this.seats[node.parent.mover] === YOU) tell(); // an engine's move takes away no message
    this.show({live});
    if (live) this.next();
    else if (this.analysing) this.analyse();
  }

  drop(node) {
    this.record.drop(node);
    this.goTo(this.record.at);
  }

  /** To one's own last turn; if nobody has a seat, by one move. */
  takeBack() {
    let node = this.record.at.parent;
    while (this.seats.includes(YOU) && node?.parent && this.seats[node.mover] !== YOU) node = node.parent;
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
    this.draw();
    if (this.scene.over) return this.controls();
    if (this.scene.mover < 0) return this.chance();
    if (this.seat !== YOU && this.paused) return this.controls();
    if (this.seat !== YOU) return this.think();
    if (this.analysing) return this.analyse();
    this.controls();
  }

  chance() {
    this.controls();
    if (this.analysing && this.byHand) this.analyse();
    if (this.byHand) return;
    const node = this.record.at;
    this.rolling = true;
    this.controls();
    setTimeout(() => {
      this.rolling = false;
      if (!this.closed && this.record.at === node) this.roll();
    }, ROLL_MS);
  }

  roll() {
    let point = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    const chances = this.scene.chances;
    const fallen = chances.find(({prob}) => (point -= prob) < 0) ?? chances.at(-1);
    this.play(fallen.name);
  }

  /** End the search with its best so far; where only engines play, their game rests. */
  halt() {
    this.paused = !this.seats.includes(YOU);
    this.search.stop();
  }

  goOn() {
    this.paused = false;
    this.next();
  }

  // ---- searches -------------------------------------------------------------------------------------------------

  /** An engine moves. */
  async think() {
    const node = this.record.at;
    const answer = await this.ask(this.seat, 1);
    if (answer?.move && !this.closed && this.record.at === node) await this.play(answer.move); // stopped early, it has none
  }

  /** A score on every move, until one is tired of it. */
  async analyse() {
    if (this.scene.over) return this.controls();
    await this.ask(this.analyst, 0);
  }

  async hint() {
    if (this.scene.over || this.scene.mover < 0 || this.search.running) return;
    const answer = await this.ask(withSetting(this.facts.usual_method, HINT), 1);
    if (answer?.move) this.draw({hint: answer.move});
  }

  /** Search where we stand; shows what happens, returns the answer. */
  async ask(player, lines) {
    const {record, scene} = this;
    const node = record.at;
    const advising = lines === 0;
    const level = /^level:(\d+)/.exec(player);
    const began = performance.now();
    const heard = (found, over = false) => {
      const guess = level && !found.exact ? `Level ${level[1]}` : "";
      if (found.values?.length && !guess) node.values = found.values;
      this.found = found;
      this.watch.show(this.facts, scene, {method: player.split(":")[0], ...found}, {most: advising ? 12 : 3, still: this.preview, over, guess});
      if (advising) this.draw();
      showBar(this.parts.bar, this.facts, scene.colours, node.values);
      this.graph.show(this.facts, scene.colours, record.line(), node);
    };
    const asked = this.search.start({game: record.game, start: record.start, moves: record.moves(), player, lines}, (name, data) => {
      if (record.at !== node) return;
      if (name === "queued") this.watch.queued(data.before);
      else if (name === "preparing") this.watch.preparing(Math.round((performance.now() - began) / 1000));
      else heard(data);
    });
    this.controls(); // now it runs
    try {
      const answer = await asked;
      if (answer?.analysis && record.at === node) {
        heard(answer.analysis, true);
        this.save();
      }
      return answer;
    } catch (error) {
      tell(error);
      return null;
    } finally {
      if (!this.closed && this.record.at === node) this.controls();
    }
  }

  // ---- looks ----------------------------------------------------------------------------------------------------

  show({live = false} = {}) {
    const {record, scene, facts} = this;
    this.found = null;
    this.watch.clear(scene.over ? "" : "Analyse puts a score on every move (a); Hint shows a good one (h).", {last: live && this.seats[record.at.parent?.mover] !== YOU});
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
    const node = this.record.at;
    const scene = await post("position", {game: this.record.game, start: this.record.start, moves: all});
    if (this.closed || this.record.at !== node) return;
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
    const start = this.record.at;
    for (const move of moves.slice(0, number)) this.record.stand(this.record.after(move));
    const end = this.record.at;
    this.record.stand(start);
    this.played = true;
    await this.goTo(end);
  }

  toggle(what) {
    this[what] = !this[what];
    sessionStorage.setItem(what, this[what]);
    const thinking = this.search.running && this.seat !== YOU && this.scene.mover >= 0; // an engine is not disturbed
    if (what === "analysing" && !thinking) {
      this.search.drop();
      this.found = null;
      this.watch.clear();
    }
    this.draw();
    this.controls();
    if (what === "analysing" && this.analysing && !thinking) this.analyse();
    if (what === "byHand" && this.scene.mover < 0) this.chance();
  }

  /** Keep everything: see `Keeper`. */
  save() {
    const {record, seats, scene} = this;
    this.keeper.keep(record, seats, usual(this.facts), scene.over ? scene.status : "", this.played);
  }
}
