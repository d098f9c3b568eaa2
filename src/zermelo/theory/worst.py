"""The worst order: alpha-beta visits as many leaves as it can be made to.

Not every tree can be ordered so that nothing is cut: a subtree that is worse than what is already known loses leaves
wherever it comes, unless it comes before that is known. So the order is a matter of choice, made here by dynamic
programming over the windows that a node can be searched with. Two facts keep it small. A wider window never visits
less; and a move raises alpha to its value, if it does, whatever came before. So moves that do not raise alpha come as
early as they can, and what remains is to choose the moves that do, in ascending order.
"""

from functools import cache
from math import inf

from zermelo.errors import Problem
from zermelo.theory.proof import values
from zermelo.tree.explicit import Tree

MOST_WINDOWS = 300_000  # windows to look at, some ten seconds

Plan = tuple[int, list[tuple[int, float]]]
"""How many leaves are visited, and how: the places of the moves in order, each with the alpha it is searched with."""


def has_transpositions(tree: Tree) -> bool:
    """Whether some node can be reached in two ways."""
    return sum(len(node.children) for node in tree.nodes) >= len(tree.nodes)


def worst_places(tree: Tree) -> dict[int, list[int]]:
    """For each node that is visited: its moves, by place, in the order in which alpha-beta visits most leaves."""
    worth = values(tree)
    if has_transpositions(tree):
        raise Problem(f"{tree.spec} has a node that is reached in two ways; the worst order is for trees without")
    plans: dict[tuple[int, float, float], Plan] = {}

    def plan(number: int, alpha: float, beta: float) -> Plan:
        """The best plan for a node and a window, in view of the player to move there."""
        if (number, alpha, beta) not in plans:
            if len(plans) > MOST_WINDOWS:
                raise Problem(f"{tree.spec} is too large to find its worst order")
            plans[number, alpha, beta] = made(number, alpha, beta)
        return plans[number, alpha, beta]

    def made(number: int, alpha: float, beta: float) -> Plan:
        node = tree.nodes[number]
        if not node.children:
            return 1, []
        gains = [worth[child] if node.player == 0 else -worth[child] for child in node.children]
        ascending = sorted(range(len(gains)), key=lambda place: gains[place])
        early = [(place, alpha) for place in ascending if gains[place] <= alpha]
        raising = [place for place in ascending if alpha < gains[place] < beta]
        cutting = [place for place in ascending if gains[place] >= beta]

        def leaves(steps: list[tuple[int, float]]) -> int:
            return sum(plan(*below(number, place, reached, beta))[0] for place, reached in steps)

        @cache
        def rest(done: int) -> Plan:
            """What to do when the lowest `done` moves of `raising` have been searched."""
            reached = gains[raising[done - 1]] if done else alpha
            choices: list[Plan] = [] if done < len(raising) else [(0, [])]
            for place in cutting:  # the last to be searched
                choices.append((leaves([(place, reached)]), [(place, reached)]))
            for k in range(done, len(raising)):  # the next to raise alpha; after it, those it has overtaken
                steps = [(raising[k], reached), *((place, gains[raising[k]]) for place in raising[done:k])]
                count, more = rest(k + 1)
                choices.append((count + leaves(steps), steps + more))
            return max(choices, key=lambda choice: choice[0])

        count, steps = rest(0)
        return count + leaves(early), early + steps

    def below(number: int, place: int, alpha: float, beta: float) -> tuple[int, float, float]:
        """A child, with its window in view of its own mover."""
        child = tree.nodes[number].children[place]
        same = tree.nodes[child].player == tree.nodes[number].player
        return (child, alpha, beta) if same else (child, -beta, -alpha)

    places: dict[int, list[int]] = {}

    def follow(number: int, alpha: float, beta: float) -> None:
        steps = plan(number, alpha, beta)[1]
        places[number] = [place for place, _ in steps]
        for place, reached in steps:
            follow(*below(number, place, reached, beta))

    follow(0, -inf, inf)
    return places
