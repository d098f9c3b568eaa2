// All that the page asks of the server. What is wrong comes back as a Problem with one sentence.

/** What the server refused, in a sentence; `status`: 404 and so on, 0 if it did not answer. */
export class Problem extends Error {
  constructor(text, status = 0) {
    super(text);
    this.status = status;
  }
}

/** This page, as the server knows it: one search at a time. */
export const client = crypto.getRandomValues(new Uint32Array(3)).join("-");

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch("/api/" + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("the server does not answer: is zermelo serve still running?");
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Problem(answer.problem ?? `the server answered ${response.status}`, response.status);
  }
  return response;
}

export const get = async (path) => (await ask(path)).json();

const SURVIVES = 60_000; // bytes that a browser still sends when the page is left

function sending(method, data, signal) {
  const body = JSON.stringify(data);
  const keepalive = method === "PUT" && body.length < SURVIVES;
  return {method, signal, keepalive, headers: {"Content-Type": "application/json"}, body};
}

export const post = async (path, data) => (await ask(path, sending("POST", data))).json();
export const put = async (path, data) => (await ask(path, sending("PUT", data))).json();
export const remove = async (path) => (await ask(path, {method: "DELETE"})).json();

/** Post, and hand each event of the answering stream to `on(name, data)`; resolves when the stream ends. */
export async function stream(path, data, on, signal) {
  const response = await ask(path, sending("POST", data, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const lines = event.split("\n");
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "message";
      const body = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
      if (body) on(name, JSON.parse(body));
    }
  }
}
