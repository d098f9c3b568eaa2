"""All equilibria of two players, of which a degenerate game has infinitely many, from its extreme ones.

The extreme equilibria are pairs of corners. A set of corners of one player, each of which is in equilibrium with each
of a set of the other's, spans a maximal Nash subset: all their mixtures are equilibria, too. The set of all equilibria
is the union of these (Winkels 1979; Avis, Rosenberg, Savani & von Stengel 2010); those that meet form a component.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from zermelo.equilibrium.answer import Component, Strategy

Sides = tuple[frozenset, frozenset]


def maximal_subsets(pairs: Sequence[tuple[Hashable, Hashable]]) -> list[Sides]:
    """The maximal sets X, Y such that every pair of them is among `pairs`."""
    partners: dict[Hashable, frozenset] = {}
    for left, right in pairs:
        partners[left] = partners.get(left, frozenset()) | {right}
    shared: set[frozenset] = set()  # sets of partners, closed under what they have in common
    for own in partners.values():
        shared |= {own, *(own & other for other in shared)}
    return [(frozenset(left for left, own in partners.items() if right <= own), right) for right in shared if right]


def components_of(pairs: Sequence[tuple], names: Sequence[tuple[Strategy, ...]]) -> tuple[Component, ...]:
    """The connected components, in the order of their first equilibrium; `names` are the strategies of each pair."""
    number = {pair: index for index, pair in enumerate(pairs)}
    name: list[dict[Any, Strategy]] = [
        {pair[side]: names[index][side] for index, pair in enumerate(pairs)} for side in (0, 1)
    ]
    groups: list[tuple[set[int], list[Sides]]] = []
    for subset in maximal_subsets(pairs):
        members = {number[left, right] for left in subset[0] for right in subset[1]}
        meeting = [group for group in groups if group[0] & members]
        groups = [group for group in groups if not group[0] & members]
        groups.append(
            (members.union(*(group[0] for group in meeting)), [subset, *(each for _, own in meeting for each in own)])
        )
    return tuple(
        Component(tuple(sorted(members)), tuple(sorted_subsets(subsets, pairs, name)))
        for members, subsets in sorted(groups, key=lambda group: min(group[0]))
    )


def sorted_subsets(
    subsets: list[Sides], pairs: Sequence[tuple], name: list[dict[Any, Strategy]]
) -> list[tuple[tuple[Strategy, ...], ...]]:
    """The subsets by name, in the order in which their strategies come in `pairs`."""
    orders = [list(dict.fromkeys(pair[side] for pair in pairs)) for side in (0, 1)]
    ranked = [
        tuple(sorted(map(order.index, members)) for order, members in zip(orders, subset, strict=True))
        for subset in subsets
    ]
    return [
        tuple(tuple(name[side][orders[side][index]] for index in own) for side, own in enumerate(subset))
        for subset in sorted(ranked)
    ]
