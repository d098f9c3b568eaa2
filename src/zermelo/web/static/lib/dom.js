// Elements by their words: h("button", {class: "quiet", onclick: play}, "Play").

const SVG = new Set(["svg", "g", "path", "line", "rect", "circle", "ellipse", "polygon", "polyline", "text", "title", "tspan"]);

export function h(tag, attributes = {}, ...children) {
  const element = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !SVG.has(tag) && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A score with its sign, as people write it: +1, −0.25, 0. */
export function signed(value, decimals) {
  if (value === null || value === undefined) return "";
  const rounded = Number(Number(value).toFixed(decimals));
  return (rounded > 0 ? "+" : "") + String(rounded === 0 ? 0 : rounded).replace("-", "−");
}

/** 1234567 as 1.23 M. */
export function short(number) {
  for (const [size, unit] of [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1e3, " k"]]) {
    if (number >= 0.9995 * size) return (number / size).toPrecision(3) + unit; // what would be 1000 of the next lower one
  }
  return String(Math.round(number));
}
