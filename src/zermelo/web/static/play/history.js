// The moves so far, with branches: the first line as it is, the others indented below the move they replace.

import {fill, h} from "../lib/dom.js";

export class History {
  constructor(container, {goTo, drop}) {
    this.container = container;
    this.goTo = goTo;
    this.drop = drop;
  }

  show(record) {
    const list = h("div", {class: "moves"});
    this.#branch(list, record.root, record, 1);
    fill(this.container, record.root.children.length ? list : h("p", {class: "muted small"}, "No moves yet."));
    const here = this.container.querySelector(".here");
    if (here) this.container.scrollTop += here.getBoundingClientRect().bottom - this.container.getBoundingClientRect().bottom;
  }

  /** The moves after a node, as far as the first line goes. */
  #branch(list, node, record, ply) {
    for (; node.children.length; node = node.children[0], ply += 1) {
      const [first, ...others] = node.children;
      list.append(this.#move(first, record, ply), " ");
      for (const other of others) {
        const branch = h("div", {class: "branch"}, this.#move(other, record, ply), " ");
        this.#branch(branch, other, record, ply + 1);
        branch.append(h("button", {type: "button", class: "drop", title: "Drop this branch", "aria-label": `Drop the branch ${other.move}`, onclick: () => this.drop(other)}, "×"));
        list.append(branch);
      }
    }
  }

  #move(node, record, ply) {
    const here = node === record.at;
    return h("button", {type: "button", class: here ? "move here" : "move", "aria-current": here && "step", onclick: () => this.goTo(node)},
      h("span", {class: "number"}, `${ply}.`), ` ${node.move}`);
  }
}
