"""Matrix games that everybody knows, by name: to be solved as they are, or played again and again (`repeated`)."""

from collections.abc import Sequence
from typing import Any

_RPS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
_THREE = range(3)


def _vote(first: int, second: int, third: int) -> Sequence[int]:
    """The most votes win; if all differ, the first player's does (Condorcet: each likes another candidate best)."""
    chosen = second if second == third else first
    return [(2 - chosen) % 3, (3 - chosen) % 3, (4 - chosen) % 3]


SHELF: dict[str, tuple[str, Any, Sequence[Any], Sequence[str]]] = {  # what it is, payoffs, actions, players
    "rps": ("rock-paper-scissors", _RPS, [("rock", "paper", "scissors")] * 2, ()),
    "prisoners": (
        "the Prisoner's Dilemma of deck 000: years in prison",
        [[(-1, -1), (-3, 0)], [(0, -3), (-2, -2)]],
        [("C", "D")] * 2,
        (),
    ),
    "matching-pennies": (
        "one player wants the coins to match, the other does not",
        [[1, -1], [-1, 1]],
        [("heads", "tails")] * 2,
        (),
    ),
    "chicken": (
        "who swerves loses face, but not the car",
        [[(0, 0), (-1, 1)], [(1, -1), (-10, -10)]],
        [("swerve", "straight")] * 2,
        (),
    ),
    "stag-hunt": (
        "the stag needs both hunters; a hare does not",
        [[(4, 4), (0, 3)], [(3, 0), (3, 3)]],
        [("stag", "hare")] * 2,
        (),
    ),
    "battle": (
        "the Battle of the Sexes: together, but where?",
        [[(3, 2), (0, 0)], [(0, 0), (2, 3)]],
        [("opera", "football")] * 2,
        (),
    ),
    "shapley": (
        "Shapley's game (1964), in which fictitious play never settles",
        [[(1, 0), (0, 0), (0, 1)], [(0, 1), (1, 0), (0, 0)], [(0, 0), (0, 1), (1, 0)]],
        [("top", "middle", "bottom"), ("left", "centre", "right")],
        (),
    ),
    "elimination": (
        "solved by eliminating dominated strategies, the first by a mixture",
        [[(6, 2), (0, 1), (4, 3)], [(2, 1), (2, 5), (1, 0)], [(0, 3), (6, 1), (2, 4)]],
        [("up", "middle", "down"), ("left", "centre", "right")],
        (),
    ),
    "voting": (
        "three voters, three candidates, everybody likes another one best; the first voter breaks ties",
        [[[_vote(a, b, c) for c in _THREE] for b in _THREE] for a in _THREE],
        [("A", "B", "C")] * 3,
        ("chair", "second", "third"),
    ),
}
