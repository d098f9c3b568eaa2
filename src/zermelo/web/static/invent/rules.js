// What is wrong with the rules that somebody is writing, above the board until it is mended.

import {h} from "../lib/dom.js";

/** `show(problem)` says it, or nothing. */
export function rulesNotice() {
  const element = h("p", {class: "problem panel rules hidden", role: "alert", id: "rules"});
  const show = (problem) => {
    element.textContent = problem ?? "";
    element.classList.toggle("hidden", !problem);
  };
  return {element, show};
}
