// A game in and out as text: paste a position or moves; copy a link, the position, the moves, the picture.

import {fill, h} from "./dom.js";

export class Texts {
  /** `read(text)` makes sense of it, or throws; `copies`: name -> function that gives the text. */
  constructor(container, read, copies) {
    this.area = h("textarea", {rows: 2, spellcheck: false, "aria-label": "A position or moves, to paste", id: "pasted"});
    this.trouble = h("p", {class: "problem small", role: "alert", id: "unreadable"});
    this.done = h("span", {class: "muted small", role: "status"});
    fill(container,
      h("div", {class: "row"}, Object.entries(copies).map(([name, text]) =>
        h("button", {type: "button", "data-copy": name, onclick: () => this.#copy(name, text())}, `Copy ${name}`)), this.done),
      h("label", {class: "small muted", for: "pasted"}, "Position, in the game's notation; or moves from the start:"),
      this.area,
      h("div", {class: "row"}, h("button", {type: "button", id: "read", onclick: async () => {
        fill(this.trouble);
        try {
          await read(this.area.value);
        } catch (error) {
          fill(this.trouble, error.message);
        }
      }}, "Set up")),
      this.trouble);
  }

  show(text) {
    if (document.activeElement !== this.area) this.area.value = text;
    fill(this.trouble);
  }

  async #copy(name, text) {
    try {
      await navigator.clipboard.writeText(text);
      fill(this.done, `${name} copied`);
    } catch { // a page that may not write to the clipboard: the text is there to be copied by hand
      this.area.value = text;
      this.area.select();
      fill(this.done, "press Ctrl-C to copy");
    }
  }
}
