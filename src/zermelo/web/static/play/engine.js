// Choose a method and set its limits and options: the advanced panel.

import {fill, h} from "../lib/dom.js";
import {described, fields, taken} from "../lib/options.js";

const LIMITS = {
  time: ["seconds", "float"],
  depth: ["plies", "int"],
  nodes: ["nodes", "int"],
  simulations: ["simulations", "int"],
};

/** A panel that shows and changes a description such as `alphabeta:depth=6`. */
export function methodPanel(facts, description, changed) {
  const panel = h("div", {class: "method"});
  let [name, given] = taken(description);

  function tell() {
    changed(described(name, given));
  }

  function draw() {
    const method = facts.methods.find((one) => one.name === name) ?? facts.methods[0];
    if (!method) return fill(panel, h("p", {class: "muted"}, "No method for this game yet."));
    name = method.name;
    const limits = method.limits.map((limit) => ({name: limit, type: LIMITS[limit][1], default: "", help: `at most so many ${LIMITS[limit][0]}`, low: 0}));
    const known = (list) => Object.fromEntries(Object.entries(given).filter(([key]) => list.some((one) => one.name === key)));
    let [few, many] = [known(limits), known(method.options)];
    const join = () => { given = {...few, ...many}; tell(); };
    fill(panel,
      h("label", {class: "field"}, h("span", {}, "method"),
        h("select", {name: "method", onchange: (e) => { name = e.target.value; given = few; draw(); tell(); }},
          facts.methods.map((one) => h("option", {selected: one.name === name}, one.name)))),
      h("p", {class: "muted small"}, `For ${method.fits}.`),
      h("div", {class: "fields"}, fields(limits, few, (values) => { few = values; join(); })),
      method.options.length > 0 && h("details", {},
        h("summary", {}, `${method.options.length} options`),
        h("div", {class: "fields"}, fields(method.options, many, (values) => { many = values; join(); }))));
  }

  draw();
  return panel;
}
