// The form above the tree: an example, a tree or a position, a method with its options, and how much to show.

import {PRACTISED} from "../learn/practice.js";
import {h} from "../lib/dom.js";
import {described, fields, taken} from "../lib/options.js";

const ORDERS = ["given", "best", "worst", "sorted", "random"];

/** The form of a view; what is changed in it goes into `view.ask`, and the search begins anew. */
export function form(view) {
  const {ask, answer} = view;
  const change = (name, value) => {
    ask[name] = value;
    return view.search();
  };
  const field = (name, text, attributes = {}) => labelled(text, h("input", {
    id: `ask-${name}`, value: ask[name], size: 5, autocomplete: "off", onchange: (event) => change(name, event.target.value), ...attributes,
  }));
  const toggle = (id, text, pressed, act, title) => h("button", {
    id, type: "button", title, class: pressed ? "pressed" : "", "aria-pressed": String(pressed), onclick: act,
  }, text);
  const [method] = ask.method.split(":"), usual = answer?.method.split(":")[0];
  const known = answer?.methods ?? [], chosen = known.find((each) => each.name === (method || usual));
  const simulates = chosen ? chosen.draws === "simulated" : Boolean(ask.simulations); // without an answer: as it was asked
  const opposed = answer?.two && answer.written && known.some((each) => each.name === PRACTISED);
  return h("form", {onsubmit: (event) => { event.preventDefault(); view.search(); }},
    h("div", {class: "row"},
      labelled("Example", choice("ask-preset", [["", "your own tree"], ...view.presets.map((each) => [each.name, `${each.name} ${each.title}`])],
        view.preset, (name) => take(view, name))),
      h("span", {class: "muted small"}, view.practising ? "" : view.presets.find((each) => each.name === view.preset)?.says ?? "")),
    ask.game ? position(view) : written(view),
    h("div", {class: "row"},
      labelled("Method", choice("ask-method", [["", ask.method ? "usual" : `usual (${usual || "none"})`], ...(answer ? known.map((each) => each.name) : [method].filter(Boolean)).map((name) => [name, name])],
        method, (name) => change("method", name))),
      simulates ? field("simulations", "Simulations", {placeholder: "100"}) : field("depth", "Depth", {placeholder: ask.game ? "as shown" : "all", inputmode: "numeric", size: 7})),
    h("details", {id: "ask-more", open: view.opened, ontoggle: (event) => { view.opened = event.target.open; }},
      h("summary", {}, "Window, order, options"),
      h("div", {class: "row"},
        simulates ? field("seed", "Seed", {placeholder: "0"}) : [field("alpha", "Alpha", {placeholder: "−∞"}), field("beta", "Beta", {placeholder: "+∞"})],
        !ask.game && labelled("Order of moves", choice("ask-order", ORDERS.map((name) => [name, name]), ask.order || "given",
          (name) => change("order", name === "given" ? "" : name))),
        field("nodes", "Nodes shown", {placeholder: ask.game ? "250" : "1500"})),
      !ask.game && h("div", {class: "tree-option"}, h("input", {
        id: "ask-view", type: "checkbox", checked: ask.view === "mover", onchange: (event) => change("view", event.target.checked ? "mover" : ""),
      }), h("label", {for: "ask-view", class: "small"}, "numbers are payoffs of the player to move")),
      options(answer, change)),
    h("div", {class: "row"},
      h("button", {id: "ask-search", class: "main"}, "Search"),
      answer?.iterations.length > 0 && !view.practising && toggle("ask-compare", "Compare", view.compare, () => { view.compare = !view.compare; view.search({at: view.stepper.at}); },
        `beside ${answer.unpruned}, which looks at everything`),
      opposed && toggle("ask-types", "Node types", Boolean(ask.types), () => change("types", ask.types ? "" : "1"), "LEFT, CUT and ALL nodes"),
      opposed && toggle("ask-practice", "Practice", view.practising, () => { view.practising = !view.practising; view.search(); },
        "predict the value and the cuts on this tree"),
      h("button", {id: "ask-exercise", type: "button", onclick: () => view.another()}, "New exercise")));
}

const labelled = (text, control) => h("label", {class: "tree-field", for: control.id}, h("span", {class: "small muted"}, text), control);

const choice = (id, items, chosen, act) => h("select", {id, onchange: (event) => act(event.target.value)},
  items.map(([value, text]) => h("option", {value, selected: value === chosen}, text)));

/** Another example; or the tree as it is, to be changed. */
function take(view, name) {
  view.practising = false;
  if (!name) return own(view);
  Object.assign(view, {preset: name, exercise: ""});
  return view.rebase();
}

/** What is asked is no example any more. */
function own(view) {
  Object.assign(view, {preset: "", exercise: ""});
  for (const name of Object.keys(view.usual)) view.usual[name] = "";
  return view.search();
}

function written(view) {
  const text = h("textarea", {
    id: "ask-source", rows: 3, spellcheck: "false", "aria-describedby": "tree-problem",
    onchange: () => {
      view.ask.source = text.value;
      own(view);
    },
    onkeydown: (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.blur(),
  }, view.ask.source);
  return h("div", {}, h("label", {for: "ask-source", class: "small muted"}, "Tree: nested lists, or JSON (docs/trees.md)"), text);
}

function position(view) {
  const {game, start, moves} = view.ask;
  const played = moves.split(",").filter(Boolean).join(" ");
  return h("div", {class: "row"}, h("strong", {}, game), start && `from ${start}`, played ? `after ${played}` : "at the start",
    h("a", {href: `#/play?${new URLSearchParams({game, start, moves})}`}, "play it"),
    h("button", {id: "ask-write", type: "button", onclick: () => {
      Object.assign(view.ask, {game: "", start: "", moves: "", method: "", source: "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"});
      return own(view);
    }}, "Write a tree"));
}

/** Whatever the method lets one choose. */
function options(answer, change) {
  if (!answer?.options.length) return null;
  const [name, given] = taken(answer.method);
  return h("div", {class: "fields tree-options"}, h("strong", {class: "small"}, `Options of ${name}`),
    fields(answer.options, given, (chosen) => change("method", described(name, chosen))));
}
