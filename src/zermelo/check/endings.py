"""What only a search can tell: near the end of a random game, all lines are played out in plain Python.

That gives exact values and lengths, by which `bounds` and `remaining` are judged; and every end that is met must pay as
`payoff` promises. A tree in which a position comes again is left alone: its values depend on the way there.
"""

from typing import NamedTuple

from zermelo.check.promises import check_end, expecting, refusal
from zermelo.core.game import CHANCE, Game, Position, asking

TREE = 400  # positions of a small search
FIRST_TREE = 2000  # of the one from the first position, if the rules say what it is worth
DEEPEST = 200  # plies, as the search calls itself
BACK, AROUND = 4, 200  # plies and positions in which an earlier position is looked for


class Worth(NamedTuple):
    """What a position is worth to every player."""

    sure: tuple[float, ...]  # against all the others; of two players whose payoffs are opposed, the exact value
    hoped: tuple[float, ...]  # if all the others help
    longest: int  # plies, of the longest line


class _Beyond(Exception):
    """A tree is too large, or has a position that comes again."""


class Endings:
    """Small searches in one game, which know what earlier ones have found."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[bytes, Worth] = {}
        self.room = 0

    def check(self, positions: list[Position]) -> None:
        """Judge the last positions of a random game, as many as there is room for."""
        self.room = TREE
        for last in range(len(positions) - 1, -1, -1):
            try:
                self._worth(positions[last], {_mark(each) for each in positions[:last]}, 0)
            except _Beyond:
                return

    def check_solved(self, start: Position) -> None:
        """Judge what the rules say of the first position, if its tree is small."""
        solved, self.room = self.game.rules.solved, FIRST_TREE
        if solved is None or not self.game.two_player or start.mover == CHANCE:
            return
        try:
            value = self._worth(start, set(), 0).sure[start.mover]
        except _Beyond:
            return
        if abs(value - solved) > 1e-9:
            raise refusal(
                self.game, "solved", f"solved is {solved:g}, but the first position is worth {value:g}", start
            )

    def _worth(self, position: Position, path: set, depth: int) -> Worth:
        if found := self.known.get(position.data):
            return found
        mark = _mark(position)
        self.room -= 1
        if self.room < 0 or mark in path or depth > DEEPEST:
            raise _Beyond
        if position.over:
            check_end(position)
            payoff = position.payoff or ()
            found = Worth(payoff, payoff, 0)
        else:
            path.add(mark)
            try:
                children = [self._worth(position.play(code), path, depth + 1) for code in position.codes]
            finally:
                path.discard(mark)
            found = _joined(position, children)
            self._judge(position, found)
        self.known[position.data] = found
        return found

    def _judge(self, position: Position, worth: Worth) -> None:
        expect = expecting(position)
        left = position.remaining
        expect(left >= worth.longest, "remaining",
               f"remaining() says {left} plies at most, but a line of {worth.longest} is possible")  # fmt: skip
        if not self.game.has("bounds") or (mover := position.mover) == CHANCE:
            return
        with asking(self.game, "bounds"):
            low, high = self.game.ask("bounds", position.state)
        least = worth.sure[mover]
        most = least if self.game.two_player else worth.hoped[mover]
        expect(least <= high + 1e-9, "bounds", f"bounds() says at most {high:g}, but the value is {least:g}")
        expect(low <= most + 1e-9, "bounds", f"bounds() says at least {low:g}, but the value is {most:g}")


def _joined(position: Position, children: list[Worth]) -> Worth:
    """What a position is worth, from what follows."""
    seats = range(len(position.game.players))
    longest = 1 + max(child.longest for child in children)
    if position.mover == CHANCE:
        shares = list(position.chances.values())
        even = [tuple(sum(p * worth[k] for p, worth in zip(shares, column, strict=True)) for k in seats)
                for column in ([child.sure for child in children], [child.hoped for child in children])]  # fmt: skip
        return Worth(even[0], even[1], longest)
    sure = tuple((max if k == position.mover else min)(child.sure[k] for child in children) for k in seats)
    return Worth(sure, tuple(max(child.hoped[k] for child in children) for k in seats), longest)


def _mark(position: Position) -> object:
    """By what a position is known when it comes again."""
    return position.identity if position.game.rules.repetition else position.data


def check_lengths(positions: list[Position]) -> None:
    """A game that was played has not lasted longer than the rules said it could."""
    if positions[0].game.has("remaining"):
        for ply, position in enumerate(positions):
            said, lasted = position.remaining, len(positions) - 1 - ply
            told = f"remaining() says {said} plies at most, but {lasted} were played"
            expecting(position)(said >= lasted, "remaining", told)


def check_no_way_back(positions: list[Position]) -> None:
    """No position comes again that stood before the moves which `reversible` says can be undone."""
    game = positions[0].game
    if not game.has("reversible"):
        return
    line: dict[int, int] = {}  # identities, and the last ply at which each stood
    before = gone = 0  # positions from before the ply `gone` will not come again, somebody said
    for ply, position in enumerate(positions):
        _check_new(position, ply, line, gone)
        back = _reversible(position)
        gone = max(gone, ply - back)
        if back < before + 1 and not position.over:  # a move that cannot be undone: look for a way back
            line[position.identity] = ply
            _check_around(position, ply, line, gone)
        line[position.identity], before = ply, back


def _check_around(position: Position, ply: int, line: dict[int, int], gone: int) -> None:
    """The same for what may follow soon."""
    layer, seen = [position], {position.data}
    for depth in range(1, BACK + 1):
        following = []
        for each in layer:
            for code in [] if each.over else each.codes:
                after = each.play(code)
                if after.data not in seen:
                    _check_new(after, ply + depth, line, gone)
                    seen.add(after.data)
                    following.append(after)
                if len(seen) > AROUND:
                    return
        layer = following


def _check_new(position: Position, ply: int, line: dict[int, int], gone: int) -> None:
    stood = line.get(position.identity, ply)
    back = _reversible(position)
    told = f"reversible() is {back}, but the position stood already {ply - stood} plies before"
    expecting(position)(stood >= ply - back, "reversible", told)
    told = f"the position stood {ply - stood} plies before, and then reversible() said that it cannot come again"
    expecting(position)(stood >= gone, "reversible", told)


def _reversible(position: Position) -> int:
    with asking(position.game, "reversible"):
        return int(position.game.rule("reversible")(position.state))


def never_ends(start: Position, most: int) -> int | None:
    """How many positions can come about, if none of them is over; None if one is, or there are more than `most`."""
    waiting, seen = [start], {start.data}
    while waiting:
        position = waiting.pop()
        if position.over or len(seen) > most:
            return None
        for code in position.codes:
            after = position.play(code)
            if after.data not in seen:
                seen.add(after.data)
                waiting.append(after)
    return len(seen)
