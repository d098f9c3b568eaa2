// First, back, play, forward, last: goes through the steps of something, by buttons, slider and keys.

import {h} from "../lib/dom.js";

const PAUSES = {slow: 1600, normal: 700, fast: 200, "very fast": 40};

export class Stepper {
  /** `onstep(at)`: show what things are like after so many steps. */
  constructor(onstep) {
    this.onstep = onstep;
    const button = (id, sign, name, act) => h("button", {id, type: "button", "aria-label": name, title: name, onclick: act}, sign);
    this.slider = h("input", {id: "step-slider", type: "range", min: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value))});
    this.playing = button("step-play", "Play", "Play (space)", () => this.toggle());
    this.speed = h("select", {id: "step-speed", "aria-label": "Speed"}, Object.keys(PAUSES).map((name) =>
      h("option", {value: name, selected: name === "normal"}, name)));
    this.count = h("span", {id: "step-count", class: "muted small"});
    this.element = h("div", {class: "row tree-steps"},
      button("step-first", "|◀", "First (home)", () => this.go(0)),
      button("step-back", "◀", "Back (left)", () => this.go(this.at - 1)),
      this.playing,
      button("step-next", "▶", "Forward (right)", () => this.go(this.at + 1)),
      button("step-last", "▶|", "Last (end)", () => this.go(this.length)),
      this.speed, this.slider, this.count);
    this.keys = (event) => this.press(event);
    document.addEventListener("keydown", this.keys);
  }

  /** There are so many steps; stand after `at` of them. */
  set(length, at) {
    this.pause();
    this.length = length;
    this.slider.max = length;
    this.element.classList.toggle("hidden", !length);
    this.go(at);
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.length);
    this.slider.value = this.at;
    this.count.textContent = `${this.at} of ${this.length}`;
    if (this.at === this.length) this.pause();
    this.onstep(this.at);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.length) this.go(0);
    this.face("Pause");
    const tick = () => {
      this.timer = setTimeout(tick, PAUSES[this.speed.value]);
      this.go(this.at + 1);
    };
    this.timer = setTimeout(tick, PAUSES[this.speed.value]);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.face("Play");
  }

  face(word) {
    this.playing.textContent = word;
    this.playing.setAttribute("aria-label", this.playing.title = `${word} (space)`);
  }

  press(event) {
    const elsewhere = event.target.closest("input:not([type=range]), select, textarea, summary, a, [role=tree]");
    if (elsewhere || event.ctrlKey || event.metaKey || event.altKey || this.element.classList.contains("hidden")) return;
    if (event.target.closest("button, input") && event.key === " ") return;
    const act = {
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0), End: () => this.go(this.length), " ": () => this.toggle(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  close() {
    this.pause();
    document.removeEventListener("keydown", this.keys);
  }
}
