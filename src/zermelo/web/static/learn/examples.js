// Examples of the lectures and random exercises: what they ask, as text in the fields of the tree's form.

import {get} from "../lib/api.js";

export const FIRST = "002.11"; // for those who ask for nothing

export const listed = () => get("presets");

/** The name of an exercise that nobody has seen. */
export const fresh = () => String(Math.floor(Math.random() * 100000));

/** What an example, or else an exercise, asks in these fields; nothing if there is neither. */
export async function asked(fields, example, exercise) {
  const texts = Object.fromEntries(fields.map((name) => [name, ""]));
  const asks = example ? example.asks : exercise ? {source: (await get(`exercise?seed=${encodeURIComponent(exercise)}`)).source} : {};
  const {window, ...rest} = asks;
  if (window) [texts.alpha, texts.beta] = window.map(String);
  for (const [name, value] of Object.entries(rest)) {
    texts[name] = name === "moves" ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : value === false ? "" : String(value);
  }
  return texts;
}
