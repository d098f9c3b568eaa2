"""Games with chance and circles, and what comes of them, slow and obvious: every position, every plan."""

import itertools

import numpy as np

from zermelo import CHANCE, Game, Position, Rules


def token(arrows: np.ndarray, owner: np.ndarray, ends: np.ndarray, odds: np.ndarray | None = None) -> Game:
    """A token on a graph: whoever owns its place moves it along an arrow, or dice do, to an end or for ever.

    `arrows` and their `odds` [places, 3]; -1 is none, and a place without any is an end; `ends` [places, players].
    """
    players = ends.shape[1]

    def list_arrows(s, out):
        n = 0
        while n < 3 and arrows[s.place, n] >= 0:
            out[n] = arrows[s.place, n]
            n += 1
        return n

    def chance(s, out, probs):
        for n in range(3):
            probs[n] = odds[s.place, n]
        return list_arrows(s, out)

    class Token(Rules):
        max_moves, max_plies, payoff_range = 3, 60, (-2, 2)

        class State:
            place: np.int64

        def mover(s):
            return owner[s.place]

        def moves(s, out):
            return list_arrows(s, out)

        def play(s, place):
            s.place = place

        def over(s):
            return arrows[s.place, 0] < 0

        def payoff(s, out):
            for player in range(players):
                out[player] = ends[s.place, player]

    Token.players = tuple("ABCD"[:players])
    Token.payoff_sum = 0.0 if players == 2 else None
    if odds is not None:
        Token.chance = chance
    return Game(Token)


def states(start: Position) -> dict[Position, list[tuple[Position, float]]]:
    """Every position that can be reached, and where it leads: a probability, or 1 for each move of a player."""
    graph: dict[Position, list[tuple[Position, float]]] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in graph:
            chances = here.chances
            graph[here] = [] if here.over else [(here.play(m), chances.get(m, 1.0)) for m in here.codes]
            waiting += [child for child, _ in graph[here]]
    return graph


def value_iteration(start: Position) -> dict[Position, float]:
    """What the first player gets: as the equations say, over and over again, until nothing changes."""
    graph = states(start)
    value = {id(here): here.payoff[0] if not graph[here] else 0.0 for here in graph}
    same = {here: id(here) for here in graph}  # positions are slow keys
    todo = [(id(h), h.mover, [(same[c], p) for c, p in children]) for h, children in graph.items() if children][::-1]
    moved = 1.0
    while moved > 1e-14:
        moved = 0.0
        for here, mover, children in todo:
            if mover == CHANCE:
                new = sum(p * value[child] for child, p in children)
            else:
                new = (max if mover == 0 else min)(value[child] for child, _ in children)
            moved = max(moved, abs(new - value[here]))
            value[here] = new
    return {here: value[id(here)] for here in graph}


def expectation(here: Position) -> tuple[float, ...]:
    """Of a game without loops, for every player, by recursion."""
    if here.over:
        return here.payoff
    after = [(expectation(here.play(move)), here.chances.get(move, 1.0)) for move in here.codes]
    if here.mover == CHANCE:
        return tuple(sum(p * vector[k] for vector, p in after) for k in range(len(here.game.players)))
    return max((vector for vector, _ in after), key=lambda vector: vector[here.mover])


def followed(graph: dict, plans: dict[Position, Position], player: int = 0) -> dict[Position, float]:
    """What a player gets if everybody follows a plan: a Markov chain; where it never ends, 0."""
    leads = {h: [(plans[h], 1.0)] if h in plans else children for h, children in graph.items()}
    ending = {here for here in graph if not leads[here]}
    while grown := {h for h in leads if h not in ending and any(child in ending for child, _ in leads[h])}:
        ending |= grown
    inner = [here for here in ending if leads[here]]
    at = {here: k for k, here in enumerate(inner)}
    matrix, right = np.eye(len(inner)), np.zeros(len(inner))
    for here in inner:
        for child, p in leads[here]:
            if child in at:
                matrix[at[here], at[child]] -= p
            elif child in ending:
                right[at[here]] += p * child.payoff[player]
    solved = np.linalg.solve(matrix, right)
    return {here: solved[at[here]] if here in at else here.payoff[player] if here in ending else 0.0 for here in graph}


def plans_of(graph: dict, player: int) -> list[dict[Position, Position]]:
    own = [here for here, children in graph.items() if children and here.mover == player]
    return [
        dict(zip(own, choice, strict=True)) for choice in itertools.product(*([c for c, _ in graph[h]] for h in own))
    ]


def by_all_plans(start: Position) -> dict[Position, float]:
    """The best plan against the best answer: with perfect information, plans that only look at the position suffice."""
    graph = states(start)
    answers = plans_of(graph, 1)
    worst = []
    for plan in plans_of(graph, 0):
        results = [followed(graph, plan | answer) for answer in answers]
        worst.append({here: min(result[here] for result in results) for here in graph})
    return {here: max(result[here] for result in worst) for here in graph}
