"""Go."""

from copy import copy

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
