// Which view is shown follows from the address.

import {h} from "./lib/dom.js";
import {tell} from "./lib/notice.js";
import "./lib/theme.js";

const VIEWS = {
  play: () => import("./play/view.js"),
  seat: () => import("./seat/view.js"),
  tree: () => import("./tree/view.js"),
  matrix: () => import("./matrix/view.js"),
  saved: () => import("./play/saved.js"),
};
const place = document.getElementById("view");
let unmount = null;
let shown = 0;

function address() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return [path in VIEWS ? path : "play", new URLSearchParams(query)];
}

async function show() {
  const [name, params] = address();
  const turn = ++shown;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === (name === "seat" ? "play" : name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  tell();
  const view = await VIEWS[name]();
  if (turn !== shown) return; // somebody was quicker
  unmount?.();
  const container = h("div", {class: `view ${name}`});
  place.replaceChildren(container);
  unmount = view.mount(container, params, go) ?? null;
}

/** Change the address; `quietly`: without mounting the view anew. */
function go(hash, {quietly = false, replace = false} = {}) {
  if (/^#\/(play|seat)\b/.test(hash)) for (const link of document.querySelectorAll("a[data-view=play]")) link.href = hash; // back to the game
  if (quietly || replace) history[replace ? "replaceState" : "pushState"](null, "", hash);
  else location.hash = hash;
  if (replace && !quietly) show();
}

addEventListener("hashchange", show);
addEventListener("unhandledrejection", (event) => tell(event.reason));
show();
