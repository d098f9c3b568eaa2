// A matrix game as a person edits it: names, and payoffs as they were typed; in and out of an address.

const NUMBER = /^[-+]?(\d+(\/0*[1-9]\d*)?|(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?)$/;
const PLAIN = /^-?(0|[1-9]\d{0,14})(\.\d{0,6}[1-9])?$/; // what JSON can hold as a number

/** A payoff as the server reads it: a true minus or a comma are what people type, too. */
export const typed = (text) => text.trim().replace("−", "-").replace(/^([-+]?\d+),(\d+)$/, "$1.$2");

/** What is wrong with a payoff, or nothing. */
export function wrong(text) {
  const number = typed(text);
  return number === "" ? "a payoff is missing" : NUMBER.test(number) ? "" : `${text.trim().slice(0, 20)} is no number: write 2, −0.5 or 1/3`;
}

export const product = (sizes) => sizes.reduce((found, size) => found.flatMap((one) => Array.from({length: size}, (_, k) => [...one, k])), [[]]);

export class Table {
  /** `cells`: for each profile of actions, in order, what each player gets, as text. */
  constructor({name = "", players, actions, cells, zero = false}) {
    Object.assign(this, {name, players: [...players], actions: actions.map((own) => [...own]), cells: cells.map((own) => [...own]), zero});
  }

  get sizes() {
    return this.actions.map((own) => own.length);
  }

  number(profile) {
    return profile.reduce((at, action, player) => at * this.sizes[player] + action, 0);
  }

  at(profile) {
    return this.cells[this.number(profile)];
  }

  get profiles() {
    return product(this.sizes);
  }

  /** [profile, player, what is wrong] of the first payoff that is no number; or of a name. */
  trouble() {
    for (const profile of this.profiles) {
      for (const [player, text] of this.at(profile).entries()) {
        if (this.zero && player) continue;
        const why = wrong(text);
        if (why) return {profile, player, why: `${profile.map((action, k) => this.actions[k][action]).join(", ")}: ${why}`};
      }
    }
    const same = (names) => names.some((name, k) => !name.trim() || names.indexOf(name) !== k);
    if (same(this.players)) return {why: "each player needs a name of their own"};
    const player = this.actions.findIndex(same);
    return player < 0 ? null : {why: `each action of ${this.players[player]} needs a name of its own`};
  }

  /** The payoffs as nested lists, of numbers where that is all the same. */
  payoffs() {
    const told = (text) => (PLAIN.test(typed(text)) ? Number(typed(text)) : typed(text));
    const nest = (profile) => {
      if (profile.length === this.sizes.length) return this.zero ? told(this.at(profile)[0]) : this.at(profile).map(told);
      return Array.from({length: this.sizes[profile.length]}, (_, k) => nest([...profile, k]));
    };
    return nest([]);
  }

  /** What is asked of the server. */
  question() {
    return this.name ? {game: this.name} : {payoffs: this.payoffs(), players: this.players, actions: this.actions};
  }

  /** Another table with so many actions more of one player: 1, or -1. */
  grown(player, by) {
    const actions = this.actions.map((own) => [...own]);
    if (by < 0) actions[player].pop();
    else {
      let count = actions[player].length + 1;
      while (actions[player].includes(String(count))) count++;
      actions[player].push(String(count));
    }
    const cells = product(actions.map((own) => own.length)).map((profile) =>
      profile[player] < this.sizes[player] ? this.at(profile) : this.players.map(() => "0"));
    return new Table({players: this.players, actions, cells, zero: this.zero});
  }

  /** For the address of a page that shows the same. */
  toParams() {
    if (this.name) return {game: this.name};
    return {payoffs: JSON.stringify(this.payoffs()), players: JSON.stringify(this.players), actions: JSON.stringify(this.actions)};
  }

  /** What the server says of a game. */
  static told(facts, name = "") {
    const cells = facts.cells.map((cell) => cell.text);
    return new Table({name, players: facts.game.players, actions: facts.game.actions, cells, zero: facts.game.zero_sum});
  }

  /** From an address, without a look at what it says: the server reads it. */
  static asked(params) {
    const list = (name) => (params.has(name) ? JSON.parse(params.get(name)) : name === "payoffs" ? null : []);
    return {payoffs: list("payoffs"), players: list("players"), actions: list("actions")};
  }
}
