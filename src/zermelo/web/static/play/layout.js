// Where everything is in the view to play in, and which buttons can be pressed.

import {rulesNotice} from "../invent/rules.js";
import {fill, h} from "../lib/dom.js";
import {YOU} from "./seats.js";

export function layout(container, play) {
  const button = (id, text, title, onclick, more = {}) => h("button", {type: "button", id, title, onclick, ...more}, text);
  const at = {
    root: container,
    board: h("div", {class: "boardplace"}),
    bar: h("div", {class: "evalbar help", role: "img"}),
    status: h("p", {class: "status", id: "status"}), // the board says it to those who cannot see it
    chance: h("div", {class: "chance row"}),
    variation: h("div", {class: "variation row", role: "status"}),
    watch: h("div", {class: "watch"}),
    graph: h("div", {class: "graphplace help"}),
    history: h("div", {class: "historyplace"}),
    seats: h("div", {class: "seats"}),
    picker: h("div", {}),
    texts: h("div", {class: "texts"}),
    byHand: h("input", {type: "checkbox", id: "byhand", onchange: () => play.toggle("byHand")}),
  };
  const settings = h("details", {class: "small"}, h("summary", {}, "Analyse with…"));
  at.analyst = (panel) => fill(settings, h("summary", {}, "Analyse with…"), panel);
  const buttons = {
    first: button("first", "|◀", "To the start (Home)", () => play.step(-Infinity), {"aria-label": "To the start"}),
    back: button("back", "◀", "Back (←)", () => play.step(-1), {"aria-label": "Back"}),
    forward: button("forward", "▶", "Forward (→)", () => play.step(1), {"aria-label": "Forward"}),
    last: button("last", "▶|", "To the end (End)", () => play.step(Infinity), {"aria-label": "To the end"}),
    undo: button("undo", "Take back", "To your last turn (u)", () => play.takeBack()),
    hint: button("hint", "Hint", "Show a good move (h)", () => play.hint()),
    analyse: button("analyse", "Analyse", "A score on every move (a)", () => play.toggle("analysing")),
    tree: h("a", {id: "totree", class: "button", href: "#/tree", title: "See the search from here as a tree"}, "Tree"),
    quiet: button("quiet", "Hide help", "Hide all help (x)", () => play.toggle("quiet")),
    go: button("go", "Go on", "Let the engine move", () => play.goOn(), {class: "main"}),
    stop: button("stop", "Stop", "End the search with its best so far", () => play.halt(), {class: "main"}),
  };
  const rules = rulesNotice();
  at.rules = rules.show;
  at.middle = h("section", {class: "middle", "aria-label": "Board", inert: true}, // until there is a game
    at.board, at.variation, at.chance,
    h("div", {class: "row statusrow"}, at.status, buttons.go, buttons.stop),
    h("div", {class: "row controls"}, buttons.first, buttons.back, buttons.forward, buttons.last, buttons.undo, buttons.hint, buttons.analyse, buttons.tree, buttons.quiet));
  fill(container, rules.element,
    h("section", {class: "panel side", "aria-label": "Game"}, at.picker, h("h2", {}, "Players"), at.seats,
      h("label", {class: "small row dice"}, at.byHand, "choose the dice by hand"),
      h("details", {class: "texts-fold"}, h("summary", {}, "Paste or copy"), at.texts)),
    at.middle,
    h("section", {class: "panel right", "aria-label": "Search and moves"},
      h("div", {class: "help thinking"}, at.watch, settings), at.graph, h("h2", {}, "Moves"), at.history));
  at.update = (table) => update(at, buttons, table);
  return at;
}

function update(at, buttons, play) {
  const {scene, record, search, preview} = play;
  const turn = scene.over || scene.mover >= 0 ? scene.status : play.byHand ? "Choose what falls" : "Rolling…";
  at.root.classList.toggle("quiet", play.quiet);
  at.byHand.checked = play.byHand;
  const engine = !scene.over && scene.mover >= 0 && play.seat !== YOU;
  const rests = !scene.over && (engine ? !search.running : scene.mover < 0 && !play.byHand && !play.rolling);
  fill(at.status, preview ? "A variation" : turn,
    engine && search.running && h("span", {class: "muted"}, " – thinking…"));
  buttons.go.classList.toggle("hidden", !rests);
  buttons.stop.classList.toggle("hidden", !search.running);
  buttons.first.disabled = buttons.back.disabled = buttons.undo.disabled = !record.at.parent;
  buttons.forward.disabled = buttons.last.disabled = !record.at.latest;
  buttons.hint.disabled = scene.over || scene.mover < 0 || search.running || !play.facts.methods.length;
  buttons.analyse.disabled = !play.facts.methods.length;
  buttons.analyse.classList.toggle("pressed", play.analysing);
  buttons.analyse.setAttribute("aria-pressed", play.analysing);
  buttons.quiet.classList.toggle("pressed", play.quiet);
  buttons.quiet.setAttribute("aria-pressed", play.quiet);
  const query = new URLSearchParams({game: record.game, start: record.start, moves: record.moves().join(",")});
  buttons.tree.href = `#/tree?${query}`;
  at.root.querySelector(".dice").classList.toggle("hidden", !play.facts.stochastic);
  const chances = !scene.over && scene.mover < 0 && play.byHand ? scene.chances : [];
  fill(at.chance, chances.length > 0 && h("button", {type: "button", class: "main", onclick: () => play.roll()}, "Roll"),
    chances.map(({name, prob}) => h("button", {type: "button", "data-outcome": name, title: `${(100 * prob).toFixed(1)} %`, onclick: () => play.play(name)}, name)));
  fill(at.variation, preview && [
    h("button", {type: "button", "aria-label": "Back in the variation", onclick: () => play.look(preview.moves, preview.number - 1)}, "◀"),
    h("button", {type: "button", "aria-label": "Forward in the variation", disabled: preview.number >= preview.moves.length, onclick: () => play.look(preview.moves, preview.number + 1)}, "▶"),
    h("span", {class: "small"}, preview.moves.slice(0, preview.number).join(" ")),
    h("button", {type: "button", onclick: () => play.follow()}, "Play these"),
    h("button", {type: "button", onclick: () => play.unlook()}, "Close"),
  ]);
}
