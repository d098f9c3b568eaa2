// A text as people write it in their files: paragraphs, lists, and `names` between backticks.

import {h} from "./dom.js";

const ITEM = /^- /m;

/** The words of a line or paragraph; what stands between backticks as code. */
const words = (text) => text.split("`").map((part, k) => (k % 2 ? h("code", {}, part) : part));

/** Elements for the text; lines are broken where the page is at its end, not where the file was. */
export function prose(text) {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const [first, ...items] = block.split(ITEM).map((part) => part.replace(/\s+/g, " ").trim());
    return [first && h("p", {}, words(first)), items.length > 0 && h("ul", {}, items.map((item) => h("li", {}, words(item))))];
  });
}
