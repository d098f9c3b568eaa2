"""What the tests of the five lecture decks share: trees of theirs, and alpha-beta as a lecturer steps through it.

Each test is named by its row, deck and item: test_000_12 is the sample tree of deck 000.
"""

from math import inf

from zermelo import Limit, Tree, trace
from zermelo.search.events import Visit

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # 002.5
LUGER = [[[2, 3], [5, 9]], [[0], [7, 4]], [[2, 1], [5, 6]]]  # 003.4
WIKIPEDIA = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]  # 003.11
PLAIN = {"plain": True, "compiled": False}
FAR = Limit()


class Watched:
    """Plain alpha-beta on a tree, as a lecturer steps through it; leaves and values are MAX's."""

    def __init__(self, source, *, window=(-inf, inf), **options):
        self.tree = source if isinstance(source, Tree) else Tree(source, **options)
        done = trace(self.tree.start(), window=window, **PLAIN)
        self.found, self.root = done.analysis, done.iterations[0]
        self.visits: dict[str, Visit] = {}
        self.leaves: list[float] = []
        self._walk(self.root, 0)

    def _walk(self, visit, number):
        node = self.tree.nodes[number]
        self.visits[node.name] = visit
        if not node.children:
            self.leaves.append(node.payoff[0])
        for child in visit.children:
            self._walk(child, node.children[child.move])

    @property
    def value(self):
        return self.found.value

    def window(self, name):
        """The window at a node as the negamax code passes it."""
        return self.visits[name].alpha, self.visits[name].beta


def number_of_leaves(tree):
    return sum(not node.children for node in tree.nodes)
