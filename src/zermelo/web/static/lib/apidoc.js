// What the server offers, read from its own description.

import {fill, h} from "./dom.js";
import "./theme.js";

const described = await (await fetch("openapi.json")).json();

/** The fields of a request, as rows of name, type and description. */
function rows(schema) {
  const found = schema?.$ref ? described.components.schemas[schema.$ref.split("/").at(-1)] : schema;
  const kind = (field) => field.type ?? field.anyOf?.map((one) => one.type).join(" or ") ?? "";
  return Object.entries(found?.properties ?? {}).map(([name, field]) =>
    h("tr", {}, h("td", {}, h("code", {}, name)), h("td", {class: "muted"}, kind(field)), h("td", {}, field.description ?? "")));
}

fill(document.getElementById("paths"), Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => {
    const query = (call.parameters ?? []).map((one) => h("tr", {}, h("td", {}, h("code", {}, one.name)), h("td", {class: "muted"}, one.in), h("td", {}, one.description ?? "")));
    const body = rows(call.requestBody?.content?.["application/json"]?.schema);
    return h("section", {class: "panel"},
      h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
      h("p", {}, call.description ?? call.summary),
      [...query, ...body].length > 0 && h("table", {class: "small"}, query, body));
  })));
