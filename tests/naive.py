"""Slow and obvious: the lectures' algorithms as a student would write them, and random trees to try them on.

Nothing here is fast, and nothing here shares code with what it is compared to. Searches walk over `tree.nodes`, return
their value and the leaves they looked at (node numbers, in order), and speak for MAX, player 0, unless they are in
negamax form. `height` is how many plies to look ahead; an inner node at the horizon counts as a leaf and is worth its
estimate. Windows and values of constant-sum trees are measured from the middle, as in the searches.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from math import inf, log, sqrt
from typing import Any

import numpy as np

from zermelo.core.game import Game, Position, below
from zermelo.tree.explicit import Tree

Found = tuple[float, list[int]]
"""A value, and the leaves that were visited."""


def random_game(game: Game, seed: int) -> list[Position]:
    """The positions of a game of random moves, from the first to the last."""
    rng = random.Random(seed)
    line = [game.start()]
    while not line[-1].over:
        line.append(line[-1].play(rng.choice(list(line[-1].moves))))
    return line


def square_name(x: int, y: int) -> str:
    """What the square in a column and a row is called."""
    return f"{'abcdefgh'[x]}{y + 1}"


def worth(tree: Tree, number: int) -> float:
    """What a node says about itself, for MAX: the payoff of a leaf, the estimate of an inner node."""
    payoff = tree.nodes[number].payoff
    return (payoff[0] - payoff[1]) / 2 if payoff else 0.0


def worth_to_mover(tree: Tree, number: int) -> float:
    return worth(tree, number) if tree.nodes[number].player == 0 else -worth(tree, number)


def cut_off(tree: Tree, number: int, height: float) -> bool:
    return height == 0 or not tree.nodes[number].children


def depth_of(tree: Tree, number: int = 0) -> int:
    """The length of the longest line from a node."""
    return max((1 + depth_of(tree, child) for child in tree.nodes[number].children), default=0)


def lines_of(tree: Tree, number: int = 0) -> int:
    """How many lines lead from a node to a leaf; a transposition counts once for each way to reach it."""
    children = tree.nodes[number].children
    return sum(lines_of(tree, child) for child in children) if children else 1


# --- full width ------------------------------------------------------------------------------------------------------


def minimax(tree: Tree, number: int = 0, height: float = inf) -> Found:
    """000.14, 002.4: the best that MAX can force."""
    if cut_off(tree, number, height):
        return worth(tree, number), [number]
    best = max if tree.nodes[number].player == 0 else min
    found = [minimax(tree, child, height - 1) for child in tree.nodes[number].children]
    return best(value for value, _ in found), [leaf for _, leaves in found for leaf in leaves]


def negamax(tree: Tree, number: int = 0, height: float = inf) -> Found:
    """000.15: for the player to move; what is good for a child is bad for us only if it is the opponent's."""
    if cut_off(tree, number, height):
        return worth_to_mover(tree, number), [number]
    score, visited = -inf, []
    for child in tree.nodes[number].children:
        value, leaves = negamax(tree, child, height - 1)
        if tree.nodes[child].player != tree.nodes[number].player:
            value = -value
        visited += leaves
        score = max(score, value)
    return score, visited


def negamax_of_alternating_moves(tree: Tree, number: int = 0) -> float:
    """000.15 as printed: the sign flips at every move. Wrong where a player moves twice."""
    if not tree.nodes[number].children:
        return worth_to_mover(tree, number)
    return max(-negamax_of_alternating_moves(tree, child) for child in tree.nodes[number].children)


def minimax_decision(tree: Tree, height: float = inf) -> int:
    """001.2: the place of the move with the highest value; MAX is at the root."""
    values = [minimax(tree, child, height - 1)[0] for child in tree.nodes[0].children]
    return values.index(max(values))


# --- alpha-beta, as five lectures write it ---------------------------------------------------------------------------


def alphabeta(tree: Tree, number: int, height: float, alpha: float, beta: float) -> Found:
    """000.18: negamax form, fail-soft, for the player to move."""
    if cut_off(tree, number, height):
        return worth_to_mover(tree, number), [number]
    score, visited = -inf, []
    for child in tree.nodes[number].children:
        if tree.nodes[child].player == tree.nodes[number].player:
            value, leaves = alphabeta(tree, child, height - 1, alpha, beta)
        else:
            value, leaves = alphabeta(tree, child, height - 1, -beta, -alpha)
            value = -value
        visited += leaves
        score = max(score, value)
        alpha = max(alpha, score)
        if score >= beta:
            break
    return score, visited


def fail_hard(tree: Tree, number: int, height: float, alpha: float, beta: float) -> Found:
    """001.6, Russell and Norvig's first edition: alpha and beta are the result."""
    if cut_off(tree, number, height):
        return worth(tree, number), [number]
    visited: list[int] = []
    for child in tree.nodes[number].children:
        value, leaves = fail_hard(tree, child, height - 1, alpha, beta)
        visited += leaves
        if tree.nodes[number].player == 0:
            alpha = max(alpha, value)
            if alpha >= beta:
                return beta, visited
        else:
            beta = min(beta, value)
            if beta <= alpha:
                return alpha, visited
    return (alpha if tree.nodes[number].player == 0 else beta), visited


def max_value(tree: Tree, number: int, alpha: float, beta: float) -> Found:
    """002.12, the third edition: a pair of functions for MAX and MIN, fail-soft, to the end of the game."""
    node = tree.nodes[number]
    if not node.children:
        return worth(tree, number), [number]
    v, visited = -inf, []
    for child in node.children:
        value, leaves = (min_value if tree.nodes[child].player == 1 else max_value)(tree, child, alpha, beta)
        visited += leaves
        v = max(v, value)
        if v >= beta:
            return v, visited
        alpha = max(alpha, v)
    return v, visited


def min_value(tree: Tree, number: int, alpha: float, beta: float) -> Found:
    """The other half of `max_value`."""
    node = tree.nodes[number]
    if not node.children:
        return worth(tree, number), [number]
    v, visited = inf, []
    for child in node.children:
        value, leaves = (min_value if tree.nodes[child].player == 1 else max_value)(tree, child, alpha, beta)
        visited += leaves
        v = min(v, value)
        if v <= alpha:
            return v, visited
        beta = min(beta, v)
    return v, visited


def wikipedia(tree: Tree, number: int, depth: float, alpha: float, beta: float, maximizing: bool) -> Found:
    """003.9: one function, a flag for whose turn it is; players alternate."""
    if cut_off(tree, number, depth):
        return worth(tree, number), [number]
    visited: list[int] = []
    v = -inf if maximizing else inf
    for child in tree.nodes[number].children:
        value, leaves = wikipedia(tree, child, depth - 1, alpha, beta, not maximizing)
        visited += leaves
        if maximizing:
            v = max(v, value)
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v, visited


def moore(tree: Tree, number: int, alpha: float, beta: float) -> Found:
    """004.11, after Russell: A maximises; what comes back is alpha or beta, and a leaf is worth itself."""
    node = tree.nodes[number]
    if not node.children:
        return worth(tree, number), [number]
    visited: list[int] = []
    for child in node.children:
        value, leaves = moore(tree, child, alpha, beta)
        visited += leaves
        if node.player == 0:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return (beta if node.player == 0 else alpha), visited
    return (alpha if node.player == 0 else beta), visited


def without_deep_cuts(tree: Tree, number: int = 0, bound: float = inf) -> Found:
    """Knuth and Moore's F1, for alternating players: looks at the parent only, never at ancestors further up."""
    if not tree.nodes[number].children:
        return worth_to_mover(tree, number), [number]
    score, visited = -inf, []
    for child in tree.nodes[number].children:
        value, leaves = without_deep_cuts(tree, child, -score)
        visited += leaves
        score = max(score, -value)
        if score >= bound:
            break
    return score, visited


# --- the transposition table of deck 000 -----------------------------------------------------------------------------


@dataclass
class Entry:
    value: float
    flag: str
    height: float
    best: int


def with_table(
    tree: Tree, number: int, height: float, alpha: float, beta: float, table: dict[int, Entry], *, literal: bool
) -> Found:
    """000.31: alpha-beta with checkTT and saveTT, in negamax form.

    `literal`: as printed, saveTT sees the alpha that the loop has raised. A score that raised it is then stored as an
    upper bound, even one that reached beta and is in truth a lower bound. Otherwise: the alpha that the call came with.
    """
    if cut_off(tree, number, height):
        return worth_to_mover(tree, number), [number]
    entered = alpha
    children = list(enumerate(tree.nodes[number].children))
    entry = table.get(number)
    if entry:
        if entry.height >= height:
            if entry.flag in ("lower", "exact"):
                alpha = max(alpha, entry.value)
            if entry.flag in ("upper", "exact"):
                beta = min(beta, entry.value)
            if alpha >= beta:
                return entry.value, []
        children.sort(key=lambda item: item[0] != entry.best)
    score, best, visited = -inf, 0, []
    for move, child in children:
        if tree.nodes[child].player == tree.nodes[number].player:
            value, leaves = with_table(tree, child, height - 1, alpha, beta, table, literal=literal)
        else:
            value, leaves = with_table(tree, child, height - 1, -beta, -alpha, table, literal=literal)
            value = -value
        visited += leaves
        if value > score:
            score, best = value, move
            alpha = max(alpha, score)
            if score >= beta:
                break
    flag_alpha = alpha if literal else entered
    flag = "upper" if score <= flag_alpha else "lower" if score >= beta else "exact"
    table[number] = Entry(score, flag, height, best)
    return score, visited


# --- many players -----------------------------------------------------------------------------------------------------


def worth_to_all(position: Position) -> tuple[float, ...]:
    return position.payoff or position.estimate()


def by_order(position: Position) -> list[int]:
    """The moves as the rules' `order` ranks them, equal ones as they are listed."""
    with np.errstate(all="ignore"):
        return sorted(position.codes, key=lambda move: -position.game.ask("order", position.state, move))


def maxn(position: Position, height: int, ties: str = "first", root: int | None = None) -> tuple[float, ...]:
    """Every player takes what is best for themselves; of equals the first, or the worst or best for the root."""
    root = position.mover if root is None else root
    if position.over or height == 0:
        return worth_to_all(position)
    player = position.mover
    found = [maxn(position.play(move), height - 1, ties, root) for move in by_order(position)]
    most = max(vector[player] for vector in found)
    equal = [vector for vector in found if vector[player] == most]
    if ties == "first":
        return equal[0]
    return (min if ties == "worst" else max)(equal, key=lambda vector: vector[root])


def paranoid(position: Position, height: int, root: int | None = None) -> float:
    """Everybody else minimises what the player at the root gets."""
    root = position.mover if root is None else root
    if position.over or height == 0:
        return worth_to_all(position)[root]
    found = [paranoid(after, height - 1, root) for after in after_each(position)]
    return max(found) if position.mover == root else min(found)


def after_each(position: Position) -> list[Position]:
    return [position.play(move) for move in position.codes]


def in_turn(position: Position, player: int) -> Position:
    """The same position with another player to move."""
    if position.mover == player:
        return position
    state = position.state
    position.game.rule("take_turn")(state, player)
    return position.game.from_state(state)


def best_reply(position: Position, height: int, root: int | None = None, last: int | None = None) -> float:
    """Between two moves of the root one opponent moves; whoever moves again by the rules does so."""
    root = position.mover if root is None else root
    if position.over or height == 0:
        return worth_to_all(position)[root]
    natural = position.mover
    if last in (None, root):
        movers = [root] if natural == root else [p for p in range(len(position.game.players)) if p != root]
    else:
        movers = [last] if natural == last else [root]
    found = []
    for player in movers:
        found += [best_reply(after, height - 1, root, player) for after in after_each(in_turn(position, player))]
    if not found:
        return worth_to_all(position)[root]
    return max(found) if movers == [root] else min(found)


def best_reply_in_order(position: Position, height: int, root: int | None = None) -> float:
    """A round: one opponent plays anything, the others what the rules' `order` puts first."""
    root = position.mover if root is None else root
    if position.over or height == 0 or (position.mover != root and not rounds(position, root)):
        return worth_to_all(position)[root]
    if position.mover == root:
        return max(best_reply_in_order(after, height - 1, root) for after in after_each(position))
    return min(best_reply_in_order(after, height - 1, root) for after in rounds(position, root))


def rounds(position: Position, root: int, free: bool = True, moved: tuple[int, ...] = ()) -> list[Position]:
    """Where a round can lead to; at most one opponent is `free`. (For games in which nobody moves twice.)

    A round ends when it is the turn of the root, or of somebody who has moved: the root is then out of the game.
    """
    if position.over or position.mover == root or position.mover in moved:
        return [position]
    moved += (position.mover,)
    first = position.play(by_order(position)[0])
    found = rounds(first, root, free, moved)
    if free:
        for after in after_each(position):
            found += rounds(after, root, False, moved)
    return found


# --- chance -----------------------------------------------------------------------------------------------------------


def expectimax(position: Position, height: float = inf) -> tuple[float, ...]:
    """002.22, 003.15: players take what is best for themselves, chance is averaged; `height` counts players' moves."""
    if position.over or height == 0:
        return worth_to_all(position)
    if chances := position.chances:
        below = [(share, expectimax(position.play(code), height)) for code, share in chances.items()]
        return tuple(sum(share * vector[k] for share, vector in below) for k in range(len(position.game.players)))
    found = [expectimax(child, height - 1) for child in after(position)]
    return max(found, key=lambda vector: vector[position.mover])


# --- on the positions of any game ------------------------------------------------------------------------------------


# --- simulations ------------------------------------------------------------------------------------------------------


class Dice:
    """The source of random numbers that searches use, with the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = np.uint64(random.Random(seed).getrandbits(64) | 1)

    def below(self, count: int) -> int:
        with np.errstate(all="ignore"):
            return int(below(self, count))

    def outcome(self, chances: dict[int, float]) -> int:
        point = self.below(1 << 30) / (1 << 30)
        for move, share in chances.items():
            point -= share
            if point < 0:
                return move
        return list(chances)[-1]


class Visited:
    """A position in the tree of `uct`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits = 0
        self.moves: list[int] = []
        self.children: dict[int, Visited] = {}
        self.tried: dict[int, int] = {}  # visits of each move
        self.won: dict[int, float] = {}  # sum of rewards of each move, for who makes it
        self.also: dict[int, list[float]] = {}  # rewards of simulations in which the mover made the move later


def uct(position: Position, simulations: int, seed: int, c: float, *, k: float = 0.0, reference: int = 0) -> Visited:
    """The root of the tree after so many simulations; with `k`, all moves as first (RAVE, or GRAVE by `reference`)."""
    dice, root = Dice(seed), Visited(position)
    low, high = position.game.lowest, position.game.highest

    def expand(node: Visited) -> None:
        node.moves = list(node.position.chances or node.position.codes)
        if not node.position.chances:
            for first in range(len(node.moves)):
                other = first + dice.below(len(node.moves) - first)
                node.moves[first], node.moves[other] = node.moves[other], node.moves[first]

    def urgency(node: Visited, source: Visited, move: int) -> float:
        n = node.tried.get(move, 0)
        others = source.also.get(move, []) if k else []
        value = node.won[move] / n if n else 1e9
        if others:
            weight = len(others) / (len(others) + n + k * len(others) * n) if n else 1.0
            value = (1 - weight) * value + weight * sum(others) / len(others)
        return value + c * sqrt(log(node.visits)) / sqrt(max(n, 1))

    for _ in range(simulations):
        node, sources = root, {}
        root.visits += 1
        path, played = [root], []
        while not node.position.over and (node is root or node.visits > 1):
            if not node.moves:
                expand(node)
            if node.visits >= reference > 0:
                sources[node.position.mover] = node
            source = sources.get(node.position.mover, node)
            if chances := node.position.chances:
                move = dice.outcome(chances)
            elif not k and len(node.tried) < len(node.moves):
                move = node.moves[len(node.tried)]
            else:
                move = max(node.moves, key=lambda move: urgency(node, source, move))
            node.tried[move] = node.tried.get(move, 0) + 1
            played.append((node.position.mover, move))
            node = node.children.setdefault(move, Visited(node.position.play(move)))
            node.visits += 1
            path.append(node)
        now = node.position
        while not now.over:
            legal = now.codes
            move = dice.outcome(now.chances) if now.chances else legal[dice.below(len(legal))]
            played.append((now.mover, move))
            now = now.play(move)
        for step, node in enumerate(path[:-1]):
            mover, move = played[step]
            reward = (now.payoff[mover] - low) / (high - low)
            node.won[move] = node.won.get(move, 0.0) + reward
            first: dict[int, int] = {}
            for player, later in played[step:]:
                first.setdefault(later, player)
            for later, player in first.items():
                if player == mover and later in node.moves:
                    node.also.setdefault(later, []).append(reward)
    return root


def after(position: Position) -> list[Position]:
    return [position.play(move) for move in position.codes]


def count_tree(position: Position) -> tuple[int, int]:
    """Nodes and leaves of the game tree; equal positions are walked once and counted as often as they occur."""

    @cache
    def count(here: Position) -> tuple[int, int]:
        below = [count(there) for there in after(here)]
        return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below) or 1

    return count(position)


def states(position: Position) -> set[Position]:
    """Every position that can be reached."""
    found, waiting = {position}, [position]
    while waiting:
        for there in after(waiting.pop()):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def values(position: Position) -> dict[Position, float]:
    """What the first player gets from each position that can be reached, in a game without loops."""
    known: dict[Position, float] = {}

    def value(here: Position) -> float:
        if here not in known:
            if here.over:
                known[here] = here.payoff[0]
            else:
                known[here] = (max if here.mover == 0 else min)(map(value, after(here)))
        return known[here]

    value(position)
    return known


def values_with_loops(position: Position) -> dict[Position, float]:
    """The same where play may go round in circles, which is worth 0.

    A player gets at least x > 0 where x can be forced in a finite number of moves: mark the ends that pay so much, then
    every position from which one move (ours) or all moves (the opponent's) lead to a mark, until no mark is added.
    """
    everything = states(position)
    result = dict.fromkeys(everything, 0.0)
    for player in (0, 1):
        wins = sorted({here.payoff[player] for here in everything if here.over and here.payoff[player] > 0})
        for x in wins:  # the largest that can be forced is written last
            marked = {here for here in everything if here.over and here.payoff[player] >= x}
            grown = True
            while grown:
                enough = {0: all, 1: all, player: any}
                new = {
                    here
                    for here in everything - marked
                    if not here.over and enough[here.mover](there in marked for there in after(here))
                }
                marked |= new
                grown = bool(new)
            result.update(dict.fromkeys(marked, x if player == 0 else -x))
    return result


# --- random trees ----------------------------------------------------------------------------------------------------


@dataclass
class Sketch:
    """A node of a graph that becomes a tree."""

    player: int
    children: list[int] = field(default_factory=list)
    payoff: float = 0.0
    estimate: float | None = None
    probs: list[float] = field(default_factory=list)  # of a node where chance moves


def tree_of(sketches: list[Sketch], **options: Any) -> Tree:
    """The tree whose root is the first sketch: a node is written out where it is met first, and named after that."""
    written: set[int] = set()

    def source(number: int) -> Any:
        if number in written:
            return f"n{number}"
        written.add(number)
        sketch = sketches[number]
        item: dict[str, Any] = {"name": f"n{number}", "player": sketch.player}
        if sketch.children:
            if sketch.probs:
                item["player"], item["probs"] = "chance", sketch.probs
            item["children"] = [source(child) for child in sketch.children]
            if sketch.estimate is not None:
                item["value"] = sketch.estimate
        else:
            item["payoff"] = sketch.payoff
        return item

    return Tree(source(0), **options)


Draw = Callable[[random.Random], float]


def few_values(rng: random.Random) -> float:
    """Ties everywhere."""
    return rng.choice((-1.0, 0.0, 1.0))


def many_values(rng: random.Random) -> float:
    return rng.randint(-20, 20) / 2


def uniform(rng: random.Random, branching: int, depth: int, draw: Draw = many_values) -> Tree:
    """Every inner node has `branching` children, every leaf is at `depth`; players alternate."""
    sketches: list[Sketch] = []

    def add(height: int) -> int:
        number = len(sketches)
        sketches.append(Sketch((depth - height) % 2, payoff=draw(rng), estimate=draw(rng)))
        if height:
            sketches[number].children = [add(height - 1) for _ in range(branching)]
        return number

    add(depth)
    return tree_of(sketches)


def irregular(rng: random.Random, draw: Draw = many_values, *, twice: bool = False, depth: int = 5) -> Tree:
    """Any shape; with `twice`, whoever moves may move again."""
    sketches: list[Sketch] = []

    def add(height: int, player: int) -> int:
        number = len(sketches)
        sketches.append(Sketch(player, payoff=draw(rng), estimate=draw(rng)))
        if height == depth or (height and rng.random() < 0.75):
            for _ in range(rng.randint(1, 3)):
                again = twice and rng.random() < 0.5
                sketches[number].children.append(add(height - 1, player if again else 1 - player))
        return number

    add(depth, 0 if rng.random() < 0.7 else 1)
    return tree_of(sketches)


def layered(rng: random.Random, draw: Draw = many_values, *, twice: bool = False) -> Tree:
    """Transpositions between paths of equal length: children are in the next layer."""
    widths = [1, *(rng.randint(2, 4) for _ in range(rng.randint(2, 5)))]
    starts = [sum(widths[:k]) for k in range(len(widths) + 1)]
    sketches = []
    for layer, width in enumerate(widths):
        for _ in range(width):
            player = rng.randrange(2) if twice else layer % 2
            sketch = Sketch(player, payoff=draw(rng), estimate=draw(rng))
            if layer + 1 < len(widths) and (layer == 0 or rng.random() < 0.9):
                below = range(starts[layer + 1], starts[layer + 2])
                sketch.children = rng.sample(below, rng.randint(1, min(3, len(below))))
            sketches.append(sketch)
    return tree_of(sketches)


def tangled(rng: random.Random, draw: Draw = many_values, *, twice: bool = False) -> Tree:
    """Transpositions between paths of different lengths: children are any later nodes."""
    count = rng.randint(5, 14)
    sketches = []
    for number in range(count):
        sketch = Sketch(number % 2, payoff=draw(rng), estimate=draw(rng))
        later = range(number + 1, min(count, number + 7))
        if twice:
            sketch.player = rng.randrange(2)
        if later and (number == 0 or rng.random() < 0.8):
            sketch.children = rng.sample(later, rng.randint(1, min(3, len(later))))
        sketches.append(sketch)
    return tree_of(sketches)


def gamble(rng: random.Random, draw: Draw = many_values, *, depth: int = 5) -> Tree:
    """Any shape, and anybody may move anywhere: either player, twice in a row too, or chance; some nodes meet again."""
    sketches: list[Sketch] = []

    def add(height: int) -> int:
        number = len(sketches)
        sketches.append(Sketch(rng.randrange(2), payoff=draw(rng), estimate=draw(rng)))
        if height == depth or (height and rng.random() < 0.8):
            for _ in range(rng.randint(1, 4)):
                known = [k for k in range(number + 1, len(sketches)) if not sketches[k].children]
                met = known and rng.random() < 0.15
                sketches[number].children.append(rng.choice(known) if met else add(height - 1))
            if rng.random() < 0.45:
                weights = [rng.randint(1, 6) for _ in sketches[number].children]
                sketches[number].probs = [weight / sum(weights) for weight in weights]
        return number

    add(depth)
    return tree_of(sketches)


def random_trees(count: int, seed: int, *, equal_paths: bool = False) -> Iterator[Tree]:
    """A mixed bag; with `equal_paths`, without nodes that can be reached at two distances from the root."""
    rng = random.Random(seed)
    for number in range(count):
        draw = few_values if number % 2 else many_values
        kind = number // 2 % (5 if equal_paths else 7)
        if kind == 0:
            yield uniform(rng, rng.choice((2, 3)), rng.choice((1, 2, 3)), draw)
        elif kind == 1:
            yield irregular(rng, draw)
        elif kind == 2:
            yield irregular(rng, draw, twice=True)
        elif kind in (3, 4):
            yield layered(rng, draw, twice=kind == 4)
        else:
            yield tangled(rng, draw, twice=kind == 6)


def windows(tree: Tree, rng: random.Random, most: int) -> list[tuple[float, float]]:
    """Pairs (alpha, beta) around all that the tree can be worth: on values, beside them, and open; at most `most`."""
    points = {worth(tree, node.number) for node in tree.nodes}
    points |= {-point for point in points}
    edges = sorted({-inf, inf} | {point + shift for point in points for shift in (-0.25, 0.0, 0.25)})
    pairs = [(low, high) for low in edges for high in edges if low < high]
    return pairs if len(pairs) <= most else [(-inf, inf), *rng.sample(pairs, most - 1)]


# --- what an enhanced search must find -------------------------------------------------------------------------------


STEP = 2.0**-24  # what a win loses with every ply
LIKELY = 1.0 - 2.0**-9  # no estimate claims more
SURE = 1.0 - 2.0**-11  # a win that the rules can see is worth at least this, however far away


@dataclass
class FullWidth:
    """Every move, to a given height, with those options of alpha-beta that change values and none that only save work.

    Values are for the player to move, measured from the middle. Positions are states of the game, a path is a list of
    them: first those before the root, then the root, then one for each ply.
    """

    game: Game
    quiescence: int = 0  # plies of noisy moves that may follow at the horizon
    extensions: bool = False  # whether a forced move costs no height
    bounds: bool = False  # whether inner positions are worth no more and no less than the rules can prove
    quick: bool = False  # whether a win in d plies is worth 1 - d STEP
    root_height: int = 0
    before_root: int = 0  # positions of the past
    capped: bool = False  # whether a chain of forced moves was so long that it did cost height
    known: dict[tuple, float] = field(default_factory=dict)

    def value(self, position: Position, height: int, past: Sequence[Position] = ()) -> float:
        self.root_height, self.before_root = height, len(past)
        with np.errstate(all="ignore"):
            return self._inner([*(each.state for each in past), position.state], 0, height)

    def move_values(self, position: Position, height: int, past: Sequence[Position] = ()) -> dict[str, float]:
        """What each move of the root is worth to the player who makes it; without those that repetition forbids."""
        self.root_height, self.before_root = height, len(past)
        path = [*(each.state for each in past), position.state]
        with np.errstate(all="ignore"):
            below = height - (not self._is_forced(path[-1], 0))
            return {
                position.move_name(move): self._after(path, child, 0, below)
                for move in self._legal(path[-1])
                if not self._is_forbidden(path, child := self._play(path[-1], move))
            }

    def _inner(self, path: list[Any], ply: int, height: int) -> float:
        """Equal positions at equal places are walked once, unless the path to them matters."""
        if self.game.rules.repetition:
            return self._walk(path, ply, height)
        here = (path[-1].tobytes(), ply, height, self.root_height)
        if here not in self.known:
            self.known[here] = self._walk(path, ply, height)
        return self.known[here]

    def _walk(self, path: list[Any], ply: int, height: int) -> float:
        s = path[-1]
        if self._is_over(s):
            return self._payoff(s)
        if ply > 0 and self.game.rules.repetition == "draw" and self._comes_again(path):
            return 0.0
        if ply > 0 and self.game.rules.repetition == "loss" and self._comes_again(path):
            lost = self.game.lowest - self.game.middle
            return lost if self._mover(s) == self._mover(path[-2]) else -lost
        if height == 0:
            return self._resolve(s, self.quiescence)
        children = [self._play(s, move) for move in self._legal(s)]
        allowed = [child for child in children if not self._is_forbidden(path, child)]
        if not allowed:
            return self._payoff(s)
        below = height - (not self._is_forced(s, ply))
        best = max(self._after(path, child, ply, below) for child in allowed)
        if self.bounds and ply > 0:
            low, high = self._provable(s)
            best = min(max(best, low), high)
        return best

    def _after(self, path: list[Any], child: Any, ply: int, below: int) -> float:
        value = self._inner([*path, child], ply + 1, below)
        return self._one_ply_on(value if self._mover(child) == self._mover(path[-1]) else -value)

    def _resolve(self, s: Any, plies: int) -> float:
        here = (s.tobytes(), plies)
        if here not in self.known:
            self.known[here] = self._judge(s, plies)
        return self.known[here]

    def _judge(self, s: Any, plies: int) -> float:
        """At the horizon: noisy moves only, or the estimate if there is a quiet one."""
        if self._is_over(s):
            return self._payoff(s)
        noisy = self._listed("noisy", s) if plies else []
        values = []
        if not noisy or len(noisy) < len(self._legal(s)):
            values.append(self._estimate(s))
        for move in noisy:
            child = self._play(s, move)
            value = self._resolve(child, plies - 1)
            values.append(self._one_ply_on(value if self._mover(child) == self._mover(s) else -value))
        return max(values)

    def _one_ply_on(self, value: float) -> float:
        if self.quick and abs(value) > LIKELY:
            return value - STEP if value > 0 else value + STEP
        return value

    def _estimate(self, s: Any) -> float:
        value = self.game.from_state(s).evaluate() - self.game.middle
        return min(max(value, -LIKELY), LIKELY) if self.quick else value

    def _provable(self, s: Any) -> tuple[float, float]:
        low, high = (float(bound) - self.game.middle for bound in self.game.ask("bounds", s))
        if self.quick:  # a sure win may be far away, and no win is nearer than one ply, unless the mover may be stuck
            nearest = 1.0 if self.game.rules.repetition == "forbidden" else 1.0 - STEP
            low, high = max(min(low, SURE), -nearest), min(max(high, -SURE), nearest)
        return low, high

    def _is_forced(self, s: Any, ply: int) -> bool:
        if not self.extensions or len(self._legal(s)) != 1:
            return False
        self.capped = self.capped or ply >= 2 * self.root_height
        return ply < 2 * self.root_height

    def _is_forbidden(self, path: list[Any], child: Any) -> bool:
        return self.game.rules.repetition == "forbidden" and self._comes_again([*path, child])

    def _comes_again(self, path: list[Any]) -> bool:
        """Whether the last position of a path stood on it before, since the last move that cannot be undone.

        From the root on once is enough; before it, as often as the rules say.
        """
        *before, s = path
        identity, back = self.game.rule("identity"), int(self.game.rule("reversible")(s))
        rows = [row for row in range(max(len(before) - back, 0), len(before)) if identity(before[row]) == identity(s)]
        return any(row >= self.before_root for row in rows) or len(rows) >= self.game.rules.occurrences - 1

    def _is_over(self, s: Any) -> bool:
        return bool(self.game.rule("over")(s)) or not self._legal(s)

    def _mover(self, s: Any) -> int:
        return int(self.game.rule("mover")(s))

    def _payoff(self, s: Any) -> float:
        out = np.zeros(2)
        self.game.ask("payoff", s, out)
        return float(out[self._mover(s)]) - self.game.middle

    def _play(self, s: Any, move: int) -> Any:
        child = s.copy()
        self.game.rule("play")(child, move)
        return child

    def _legal(self, s: Any) -> list[int]:
        return self._listed("legal", s)

    def _listed(self, rule: str, s: Any) -> list[int]:
        out = np.zeros(self.game.max_moves, np.int32)
        return out[: self.game.rule(rule)(s, out)].tolist()


# --- Go --------------------------------------------------------------------------------------------------------------

Stones = dict[tuple[int, int], str]
"""X or O by (column, row) from the bottom left."""


class Go:
    """Go as the rule book has it: the stones, and every board that stood so far."""

    letters = "ABCDEFGHJKLMNOPQRST"

    def __init__(self, columns: int, rows: int, *, komi: float = 7.0, suicide: bool = False) -> None:
        self.points = [(x, y) for y in range(rows) for x in range(columns)]
        self.komi, self.suicide = komi, suicide
        self.stones: Stones = {}
        self.earlier: list[Stones] = [{}]
        self.turn, self.passes = "X", 0

    def beside(self, point: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = point
        return [near for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if near in self.points]

    def joined(self, stones: Stones, point: tuple[int, int]) -> set[tuple[int, int]]:
        """The chain of a stone, or the empty area of an empty point."""
        found, new = {point}, [point]
        while new:
            for near in self.beside(new.pop()):
                if stones.get(near) == stones.get(point) and near not in found:
                    found.add(near)
                    new.append(near)
        return found

    def border(self, area: set[tuple[int, int]]) -> set[tuple[int, int]]:
        """The points beside an area."""
        return {near for point in area for near in self.beside(point)} - area

    def liberties(self, stones: Stones, point: tuple[int, int]) -> set[tuple[int, int]]:
        return {near for near in self.border(self.joined(stones, point)) if near not in stones}

    def without_dead(self, stones: Stones, colour: str) -> Stones:
        """The stones that are left when chains of a colour without a liberty are taken off."""
        return {p: each for p, each in stones.items() if each != colour or self.liberties(stones, p)}

    def after(self, point: tuple[int, int]) -> Stones:
        stones = self.without_dead({**self.stones, point: self.turn}, self.other)
        return self.without_dead(stones, self.turn)

    def is_legal(self, point: tuple[int, int]) -> bool:
        if point in self.stones:
            return False
        stones = self.after(point)
        return stones not in self.earlier and (self.suicide or point in stones)

    @property
    def other(self) -> str:
        return "O" if self.turn == "X" else "X"

    def moves(self) -> dict[str, tuple[int, int] | None]:
        """The legal moves by name; a pass has no point."""
        if self.passes == 2:
            return {}
        legal: dict[str, tuple[int, int] | None] = {
            f"{self.letters[x]}{y + 1}": (x, y) for x, y in self.points if self.is_legal((x, y))
        }
        return {**legal, "pass": None}

    def play(self, name: str) -> None:
        point = self.moves()[name]
        self.passes = 0 if point else self.passes + 1
        if point:
            self.stones = self.after(point)
            self.earlier.append(self.stones)
        self.turn = self.other

    def score(self) -> float:
        """Black's margin: each point counts for the colour that stands there, or that alone it reaches."""
        total = -self.komi
        for point in self.points:
            area = self.joined(self.stones, point)
            colours = {self.stones[p] for p in area | self.border(area) if p in self.stones}
            owner = self.stones.get(point) or (colours.pop() if len(colours) == 1 else "")
            total += {"X": 1, "O": -1, "": 0}[owner]
        return total

    def value(self) -> float:
        """Black's margin if both play as well as can be."""
        if self.passes == 2:
            return self.score()
        best = max if self.turn == "X" else min
        values = []
        for name in self.moves():
            twin = copy(self)
            twin.earlier = list(self.earlier)
            twin.play(name)
            values.append(twin.value())
        return best(values)
