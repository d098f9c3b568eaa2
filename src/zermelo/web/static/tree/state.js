// What is known of every node after some steps of a search, and how that is written and said.

const rounded = (value, digits) => (Number.isInteger(value) ? value : Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(digits)));

/** A number as people write it. */
export const number = (value, digits = 3) => String(rounded(value, digits)).replace("-", "−");

export const vector = (payoff) => `(${payoff.map((value) => number(value)).join(", ")})`;

/** [alpha, beta]; a null window, whose ends are beside each other, shows which end is which. */
export function interval([alpha, beta]) {
  let low = alpha === null ? "−∞" : number(alpha), high = beta === null ? "+∞" : number(beta);
  if (low === high) Math.abs(alpha - rounded(alpha, 3)) <= Math.abs(beta - rounded(beta, 3)) ? (high += "+") : (low += "−");
  return `[${low}, ${high}]`;
}

const BOUND = {"=": "", "<=": "≤", ">=": "≥"};

/** The states of all nodes after `count` steps of an iteration; without one, as the tree stands. */
export function statesAfter(answer, iteration, count) {
  const states = answer.nodes.map(() => ({status: iteration ? "unseen" : "still", visits: 0}));
  if (!iteration) return states;
  for (const step of iteration.steps.slice(0, count)) {
    const state = states[step.node];
    if (step.event === "enter" || state.status !== "open") state.visits += 1;
    Object.assign(state, {window: step.window, value: step.value, bound: step.bound, payoff: step.payoff});
    state.status = step.event === "enter" ? "open" : step.event;
    if (step.event === "enter") state.so_far = null;
    const parent = answer.nodes[step.node].parent;
    if (step.event !== "enter" && parent !== null && states[parent].status === "open") {
      states[parent].so_far = step.parent_best;
      states[parent].window = step.parent_window;
    }
  }
  answer.nodes.forEach((node, k) => {
    if (node.parent === null || states[k].status !== "unseen") return;
    const above = states[node.parent].status;
    if (["cut", "hit", "done", "probe"].includes(above)) states[k].status = "pruned";
    if (["pruned", "below", "leaf"].includes(above)) states[k].status = "below";
  });
  return states;
}

/** What an iteration has done after `count` of its steps; in the end, also what is not shown. */
export function soFar(iteration, count) {
  if (count >= iteration.steps.length) return iteration;
  const steps = iteration.steps.slice(0, count), many = (event) => steps.filter((step) => step.event === event).length;
  const open = [];
  let nodes = 0;
  for (const {node, event} of steps) {
    if (event === "enter") open.push(node);
    if (event === "enter" || open.at(-1) !== node) nodes += 1;
    else open.pop();
  }
  return {steps, nodes, leaves: many("leaf"), cuts: many("cut"), hits: many("hit")};
}

/** The states of all nodes after `count` simulations; nodes that are not there yet are absent. */
export function statesGrown(answer, count) {
  const states = answer.nodes.map((_, k) => ({status: k ? "absent" : "open", visits: 0}));
  for (const frame of answer.simulations.slice(0, count)) {
    frame.path.forEach((node, k) => {
      Object.assign(states[node], {status: "grown", visits: frame.visits[k], means: frame.means[k]});
    });
  }
  return states;
}

/** What stands on a node. */
export function label(answer, k, state) {
  const node = answer.nodes[k];
  if (state.means) return number(state.means[chooser(answer, k)], 2);
  if (state.payoff) return vector(state.payoff);
  if (state.value !== null && state.value !== undefined) return BOUND[state.bound] + number(state.value);
  if (state.so_far !== null && state.so_far !== undefined) return (node.side === "max" ? "≥" : "≤") + number(state.so_far);
  if (!node.payoff) return "";
  return answer.two && node.payoff[0] === -node.payoff[1] ? number(node.payoff[0]) : vector(node.payoff);
}

/** Whose mean decides whether mcts comes to a node: that of the first of two, or of who chooses it. */
export function chooser(answer, k) {
  const parent = answer.nodes[k].parent;
  return answer.two || parent === null ? 0 : Math.max(0, answer.players.indexOf(answer.nodes[parent].kind));
}

const SAID = {
  unseen: "not visited yet", open: "being searched", done: "all moves tried", cut: "cut", hit: "from the table", probe: "probed",
  pruned: "never visited", below: "never visited", leaf: "looked at", still: "", grown: "", absent: "",
};

/** A node in words, for those who do not see the picture. */
export function spoken(answer, k, state) {
  const node = answer.nodes[k];
  const kind = {max: "MAX", min: "MIN"}[node.kind] ?? node.kind;
  const parts = [node.parent === null ? `root, ${kind}` : `${node.move}: ${kind} ${answer.written ? node.name : ""}`.trim()];
  if (node.prob !== null) parts.push(`probability ${number(node.prob)}`);
  if (state.window) parts.push(`window ${state.window[0] === null ? "minus infinity" : number(state.window[0])} to ` +
    `${state.window[1] === null ? "infinity" : number(state.window[1])}`);
  const value = label(answer, k, state).replace("≤", "at most ").replace("≥", "at least ");
  if (value) parts.push(`${state.means ? "mean" : "value"} ${value}`);
  if (state.means) parts.push(`${state.visits} visits`);
  if (SAID[state.status]) parts.push(SAID[state.status]);
  if (node.type) parts.push(node.type);
  if (node.info) parts.push(`information set ${node.info}`);
  if (node.beyond) parts.push(`${node.beyond} moves not shown`);
  return parts.join(", ");
}
