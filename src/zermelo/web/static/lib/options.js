// A form for the options of a game or a method, made from what the server says of them.

import {h} from "./dom.js";

/** Fields for options; `given`: name -> text. `changed(given)` is called with what differs from the defaults. */
export function fields(options, given, changed) {
  const chosen = {...given};
  return options.map((option) => {
    const text = chosen[option.name] ?? String(option.value ?? option.default ?? "");
    const set = (value) => {
      if (value === String(option.default) || value === "") delete chosen[option.name];
      else chosen[option.name] = value;
      changed({...chosen});
    };
    return h("label", {class: "field", title: option.help}, h("span", {}, option.name.replaceAll("_", " ")), input(option, text, set));
  });
}

function input(option, text, set) {
  const common = {name: option.name, "aria-label": option.help ? `${option.name}: ${option.help}` : option.name};
  if (option.type === "boolean") {
    return h("input", {...common, type: "checkbox", checked: text === "true", onchange: (e) => set(String(e.target.checked))});
  }
  if (option.choices?.length) {
    return h("select", {...common, onchange: (e) => set(e.target.value)},
      option.choices.map((choice) => h("option", {selected: String(choice) === text}, String(choice))));
  }
  const number = option.type === "int" || option.type === "float";
  const bounds = number ? {min: option.low, max: option.high, step: option.type === "int" ? 1 : "any"} : {};
  const finite = number && text !== "inf";
  return h("input", {...common, ...bounds, type: finite ? "number" : "text", value: text, size: 6, onchange: (e) => set(e.target.value.trim())});
}

/** `name:key=value,...` */
export function described(name, given) {
  const pairs = Object.entries(given).map(([key, value]) => `${key}=${value}`);
  return pairs.length ? `${name}:${pairs.join(",")}` : name;
}

/** What `described` made, taken apart. */
export function taken(text) {
  const [name, rest = ""] = text.split(/:(.*)/s);
  const pairs = rest.split(",").filter(Boolean).map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  return [name, Object.fromEntries(pairs)];
}

/** A description with one more setting, as in `time=1`. */
export const withSetting = (description, setting) => description + (description.includes(":") ? "," : ":") + setting;
