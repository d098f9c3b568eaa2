"""Where can play go in circles? The strongly connected components of a graph of states, ends of the game first.

Each component comes after all that can be reached from it, so values can be settled one component after the other. A
state that never comes again is a component of its own. Tarjan 1972.
"""

from dataclasses import dataclass

import numpy as np

from zermelo.core.numbers import on_numbers


@dataclass(frozen=True)
class Components:
    """States in an order in which what comes later leads only to its own component and to earlier ones.

    Within a component, too, a state comes after those it leads to, but for arrows that close a circle.
    """

    order: np.ndarray  # [n] state numbers
    starts: np.ndarray  # [components + 1] component c is order[starts[c]:starts[c + 1]]
    part: np.ndarray  # [n] the component of a state

    def __len__(self) -> int:
        return len(self.starts) - 1

    def members(self, component: int) -> np.ndarray:
        return self.order[self.starts[component] : self.starts[component + 1]]


def components_of(first: np.ndarray, successors: np.ndarray, *, compiled: bool = True) -> Components:
    """The components of the graph in which the arrows of state i are successors[first[i]:first[i + 1]]."""
    n = len(first) - 1
    order, part, starts = np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n + 1, np.int32)
    index, low, path, edges = (np.zeros(n, kind) for kind in (np.int32, np.int32, np.int32, np.int64))
    run = on_numbers(connect, compiled=compiled)
    found = run(first, successors, order, starts, part, index, low, path, edges)
    return Components(order, starts[: found + 1].copy(), part)


def connect(first, successors, order, starts, part, index, low, path, edges):
    """Tarjan's algorithm without recursion; returns how many components there are. Modified in place.

    Waiting states lie at the far end of `order`, the finished ones at its beginning: together there are at most n.
    """
    n = len(order)
    found = placed = waiting = counter = left = 0
    for root in range(n):
        if index[root] > 0:
            continue
        path[0] = root
        height = 1
        while height > 0:
            v = path[height - 1]
            if index[v] == 0:  # met for the first time
                counter += 1
                index[v] = low[v] = counter
                edges[v] = first[v]
                waiting += 1
                order[n - waiting] = v
            deeper = False
            while edges[v] < first[v + 1]:
                child = successors[edges[v]]
                if index[child] == 0:
                    path[height] = child
                    height += 1
                    deeper = True
                    break
                if low[child] < low[v]:
                    low[v] = low[child]
                edges[v] += 1
            if deeper:
                continue
            height -= 1
            first_of_all = low[v] == index[v]
            left += 1
            index[v] = left  # from now on: when it was left
            if not first_of_all:
                continue
            while True:  # v is the first of its component, and the others wait behind it
                other = order[n - waiting]
                waiting -= 1
                order[placed] = other
                placed += 1
                part[other] = found
                low[other] = n + 1
                if other == v:
                    break
            found += 1
            starts[found] = placed
    for v in range(n):
        path[index[v] - 1] = v
        low[v] = 0
    for k in range(n):
        c = part[path[k]]
        order[starts[c] + low[c]] = path[k]
        low[c] += 1
    return found
