"""What a game is: `Rules` that a person writes, a `Game` made of them, and immutable `Position`s.

Rules are a class of plain functions over a C struct, the state. See `vocabulary` for every rule, its arguments and
its default. Everything in this file and in `position` runs uncompiled.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import cleandoc, signature
from os import PathLike
from types import SimpleNamespace
from typing import Any

import numpy as np

from zermelo.core import vocabulary
from zermelo.core.binding import bind, fingerprint
from zermelo.core.data import Data, Declared
from zermelo.core.hidden import HiddenPosition
from zermelo.core.notation import in_rows, read_cells, read_fields
from zermelo.core.options import Option, option
from zermelo.core.position import Position, asking
from zermelo.core.primitives import (
    CHANCE,
    UNSEEN,
    all_chosen,
    below,
    bit,
    copy,
    data_at,
    hash_state,
    listed,
    lowest,
    mix,
    popcount,
    simultaneous,
)
from zermelo.core.state import check_rules, fields_of, own_fields, parameters_of, state_dtype
from zermelo.core.written import line_from, neither, tells_moves
from zermelo.draw.board import (
    EMPTY,
    PAINT,
    Board,
    Cell,
    graph,
    grid,
    hexagons,
    lattice,
    pits,
    points,
    square_symmetries,
    star,
)
from zermelo.errors import Problem

__all__ = [
    "CHANCE",
    "PAINT",
    "UNSEEN",
    "Board",
    "Cell",
    "Game",
    "Position",
    "Rules",
    "all_chosen",
    "asking",
    "below",
    "bit",
    "copy",
    "graph",
    "grid",
    "hexagons",
    "in_rows",
    "lattice",
    "listed",
    "lowest",
    "mix",
    "option",
    "pits",
    "points",
    "popcount",
    "read_cells",
    "simultaneous",
    "square_symmetries",
    "star",
]


class Rules:
    """Derive your game from this class: a nested `State`, then functions such as `moves(s, out)`, without `self`.

    `State` lists the fields of a C struct: each annotation is anything `numpy.dtype` understands, such as `int8` or
    `(int8, 9)` for an array. It starts zeroed. If it has no field `turn` and the rules have no `mover`, a `turn` is
    added and passes to the next player after every `play`.
    """

    name = ""  # default: the name of the file or class
    players: tuple[str, ...] = ("X", "O")
    symbols = ""  # how cells print: empty first, then one for each player; default: "." and their initials
    board: Board | None = None
    max_moves = 256  # no position has more moves or chance outcomes than this
    max_plies = 512  # no search looks further ahead than this
    payoff_range: tuple[float, float] = (-1.0, 1.0)  # no payoff lies outside
    unit = ""  # what a margin counts, if payoffs are margins: "discs", "points"
    payoff_sum: float | None = 0.0  # what the payoffs add up to at the end of every game; None if that varies
    symmetries: Any = 1  # how many images of a position are worth the same (itself is number 0), or a permutation of
    # the cells for each; see `vocabulary.symmetry`
    repetition = ""  # what a position that comes again means: "draw", "loss" (for who brings it about), "forbidden"
    occurrences = 2  # how often a position must have occurred for that; within a search the second time will do
    method = ""  # the search to begin with, if not alpha-beta or its kin: "mcts"
    finished_is_leaf = False  # whether tables of perft counts for this game include games that ended earlier
    solved: float | None = None  # the value of the first position for its mover, where it is known
    _written: tuple[str, int]  # the file and line of the class

    def __init_subclass__(cls) -> None:
        frame = sys._getframe(1)
        cls._written = frame.f_code.co_filename, frame.f_lineno


class Game:
    """Rules made ready for use: a state layout, bound functions and notation."""

    def __init__(
        self,
        rules: type[Rules],
        *,
        spec: str | None = None,
        options: Mapping[str, Option] | None = None,
        origin: tuple[Callable, tuple] | None = None,
    ) -> None:
        """`origin`: the call that makes this game again in another process."""
        self.rules = rules
        self.name = (spec or rules.name or rules.__name__.lower()).partition(":")[0]
        self.spec = spec or self.name
        self.options = dict(options or {})
        self.origin = origin
        self.declared = Declared(rules, self.name)
        check_rules(rules, self.name, self.declared.names())
        self.players = tuple(rules.players)
        self.max_moves = int(rules.max_moves)
        self.max_plies = int(rules.max_plies)
        self.lowest, self.highest = map(float, rules.payoff_range)
        self.payoff_sum = None if rules.payoff_sum is None else float(rules.payoff_sum)
        fields, self.automatic_turn = fields_of(rules)
        self.state = state_dtype(fields)
        self.replace = self._replacements()

    @cached_property
    def board(self) -> Board | None:
        """The board, with a colour for each player."""
        return self.rules.board and self.rules.board.painted_for(self.players)

    @property
    def about(self) -> str:
        """One line: the first of the description."""
        return self.description.partition("\n")[0]

    @property
    def description(self) -> str:
        """The rules in words: their docstring, or that of their file."""
        text = self.rules.__dict__.get("__doc__") or self.rules.play.__globals__.get("__doc__") or ""  # type: ignore[attr-defined]
        return cleandoc(text)

    @property
    def stochastic(self) -> bool:
        return self.has("chance")

    @property
    def hidden(self) -> bool:
        """Whether players may know less than the position."""
        return self.has("sees") or self.has("tells")

    @property
    def two_player(self) -> bool:
        """Two players with opposed interests: what minimax and alpha-beta need."""
        return len(self.players) == 2 and self.payoff_sum is not None

    @property
    def middle(self) -> float:
        """The payoff of a player when nobody is ahead."""
        return (self.payoff_sum or 0.0) / len(self.players)

    def beyond_minimax(self) -> str:
        """Why minimax and its kin would be wrong about this game, or nothing."""
        if self.hidden:
            return "hidden information"
        if not self.two_player:
            if len(self.players) != 2:
                return "more than two players" if len(self.players) > 1 else "one player"
            return "payoffs that do not add up to a constant"
        return "chance moves" if self.stochastic else ""

    def must_be_open(self) -> None:
        """Raise a `Problem` if a player may not see all of a position: for what shows all of one to everybody."""
        if self.hidden:
            raise Problem(
                f"{self.spec} has hidden information (its rule `{'tells' if self.has('tells') else 'sees'}`): it cannot"
                " be played or shown here without giving that away; zermelo play, match and analyse can"
            )

    @property
    def win_or_lose(self) -> bool:
        """Whether payoffs are win, draw and loss, not margins."""
        return self.two_player and not self.rules.unit and (self.lowest, self.highest, self.middle) == (-1, 1, 0)

    @property
    def symbols(self) -> str:
        return self.rules.symbols or EMPTY + "".join(player[0] for player in self.players)

    @property
    def movers(self) -> tuple[str, ...]:
        """How the player to move is written: the symbol of the pieces if each player has one, else the name."""
        symbols = self.symbols[1:]
        return tuple(symbols) if len(symbols) == len(self.players) else self.players

    @property
    def data(self) -> Data:
        """What the rules are given if nobody gives them anything else."""
        return self.declared.default

    def data_from(self, data: Any = None, weights: Any = None, files: Mapping[str, str] | None = None) -> Data:
        """Data for the rules: a mapping from names to arrays, `Data`, or the path of a file; None: the default.

        `weights` is short for the array of that name; `files` are those of further ones.
        """
        more = {**({} if weights is None else {"weights": weights}), **(files or {})}
        if not more:
            return self.declared.complete(data)
        given = dict(Data.load(data) if isinstance(data, str | PathLike) else data or {})
        for name in more:
            if name in given or (name in (files or {}) and name == "weights" and weights is not None):
                raise Problem(f"{name} of {self.spec} is given twice")
        return self.declared.complete(Data({**given, **more}))

    def ask(self, word: str, s: Any, *args: Any, data: Data | None = None) -> Any:
        """What a rule that may read data says, as plain Python."""
        return self.rule(word)(s, *args, self.given(data, s))

    def given(self, data: Data | None, s: Any) -> Any:
        """The struct in which rules are given data, and the summary of a state if they have one."""
        data = data or self.data
        if self.declared.summary is None and data is self.data:
            return self._given_usually
        struct = self.declared.given(data)[0]
        if self.declared.summary:
            self.rule("summarise")(s, struct)
        return struct

    @cached_property
    def _given_usually(self) -> Any:
        return self.declared.given(self.data)[0]

    def has(self, rule: str) -> bool:
        """Whether the rules define `rule`, or leave it to the default."""
        return getattr(self.rules, rule, None) is not None

    def asks(self, rule: str, name: str) -> bool:
        """Whether a rule that this game defines asks for data, or the summary, of that name."""
        return self.has(rule) and name in signature(getattr(self.rules, rule)).parameters

    def rule(self, name: str) -> Any:
        """The function that answers `name` for this game, as plain Python; see `vocabulary` for what it takes."""
        return getattr(self._plain, name)

    def start(self) -> Position:
        """The first position."""
        s = self.blank()
        with asking(self, "start"):
            self.rule("start")(s)
        return HiddenPosition(self, np.void.tobytes(s), ()) if self.has("tells") else self.from_state(s)

    def position(self, text: str) -> Position:
        """Read a position: the game's own notation, or moves from the start, which `moves:` may precede."""
        try:
            return self.in_notation(text)
        except Problem as unreadable:
            position = self.start()
            if not tells_moves(position, text):
                raise
            try:
                for name in line_from(position, text):
                    position = position.play(name)
            except Problem as no_moves:
                raise neither(text, unreadable, no_moves) from None
        return position

    def in_notation(self, text: str) -> Position:
        """Read a position in the game's own notation."""
        if text.strip() in ("", "start"):
            return self.start()
        if self.has("tells"):
            raise Problem(f"what players know of {text!r} in {self.spec} depends on the moves before: tell them")
        s = self.blank()
        try:
            self._read(s, text)
        except (ValueError, IndexError, KeyError, OverflowError) as error:
            raise Problem(f"unreadable position {text!r} in {self.spec} ({error})") from None
        with asking(self, "mover"):
            mover = int(self.rule("mover")(s))
        if not CHANCE <= mover < len(self.players):
            raise Problem(f"unreadable position {text!r} in {self.spec} (there is no player {mover} to move)")
        return self.from_state(s)

    def _read(self, s: Any, text: str) -> None:
        if reads := getattr(self.rules, "read", None):
            reads(s, text)
        elif self.board and self.cell_field and self.board_is_all:
            values, s.turn = read_cells(self.board, self.symbols, text, self.movers)
            s[self.cell_field] = np.reshape(values, self.state[self.cell_field].shape)
        else:
            read_fields(s, text)

    @property
    def judges(self) -> bool:
        """Whether the rules can tell a good position from a bad one."""
        return self.has("evaluate") or self.has("estimate")

    @property
    def cell_field(self) -> str | None:
        """The field of the state that holds one number per cell: 0 for empty, 1 for the first player..."""
        cells = len(self.board.cells) if self.board else 0
        return next((name for name in own_fields(self.state) if np.prod(self.state[name].shape) == cells > 1), None)

    @property
    def board_is_all(self) -> bool:
        """Whether what stands on the board and who is to move is all there is to a position."""
        return self.has("cells") or sorted(own_fields(self.state)) == sorted([self.cell_field or "", "turn"])

    def from_state(self, s: Any) -> Position:
        """The position that a state describes."""
        if self.has("tells"):
            return HiddenPosition(self, np.void.tobytes(s))
        return Position(self, np.void.tobytes(s))

    def blank(self) -> Any:
        """A zeroed state."""
        return np.zeros(1, self.state)[0]

    def __repr__(self) -> str:
        return f"Game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and self._identity == other._identity)

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> Any:
        return self.origin or (Game, (self.rules,))

    @property
    def content(self) -> tuple[object, ...]:
        """What the game is beside its rules and data: nothing, but for trees."""
        return ()

    @cached_property
    def _identity(self) -> object:
        """Games are the same if they were made the same way and their rules read the same."""
        rules = [fingerprint(rule, self.replace) for rule in self.replace.values()]
        return self.origin or self.rules, self.state.descr, rules

    @cached_property
    def _plain(self) -> SimpleNamespace:
        words = [*vocabulary.RULES, "legal", "prospect"]  # bound one by one, as they may be asked in any order
        return SimpleNamespace(**{word: bind(getattr(vocabulary, word), self.replace) for word in words})

    def _replacements(self) -> dict[Any, Any]:
        """What stands for the words of `vocabulary` in this game."""
        replace: dict[Any, Any] = {
            getattr(vocabulary, name): self._adapted(name) if name in vocabulary.GIVEN else getattr(self.rules, name)
            for name in vocabulary.RULES
            if self.has(name)
        }
        symmetries = self.rules.symmetries
        if not isinstance(symmetries, int):
            replace[vocabulary.IMAGE_TABLE] = np.asarray(symmetries)
            replace[vocabulary.symmetry] = vocabulary.permute_cells
            symmetries = len(symmetries)
        replace[vocabulary.IMAGES] = symmetries
        replace[vocabulary.SEATS] = len(self.players)
        replace[vocabulary.TOTAL] = self.payoff_sum or 0.0
        replace[vocabulary.AGAIN] = ("", "draw", "loss", "forbidden").index(self.rules.repetition)
        replace[vocabulary.OCCURRENCES] = self.rules.occurrences
        if self.automatic_turn:
            replace[vocabulary.plain_play] = replace[vocabulary.play]
            replace[vocabulary.play] = vocabulary.play_and_pass_turn
        if self.has("tells"):
            replace[vocabulary.untold_play] = replace[vocabulary.play]
            replace[vocabulary.play] = vocabulary.play_and_tell
            replace[vocabulary.sees] = vocabulary.known_to
        if self.has("evaluate"):
            replace[vocabulary.prospect] = self._adapted("evaluate", "prospect")
        elif self.has("estimate"):
            replace[vocabulary.prospect] = vocabulary.prospect_in_estimate
        if self.has("over"):
            replace[vocabulary.stuck] = vocabulary.never_stuck
        if symmetries > 1 and not self.has("key"):
            replace[vocabulary.key] = vocabulary.key_of_orbit
            replace.setdefault(vocabulary.identity, hash_state)
        return replace

    def _adapted(self, name: str, word: str = "") -> Callable:
        """A rule as algorithms call it: what it asks for by name is taken from the struct that it is given."""
        rule = getattr(self.rules, name)
        names, takes = parameters_of(word or name), parameters_of(name)
        scope: dict[str, Any] = {"rule": rule, "data_at": data_at}
        arguments = []
        for extra in [*signature(rule).parameters][len(takes) :]:
            expression, constants = self.declared.argument(extra)
            arguments.append(expression)
            scope |= constants
        text = f"lambda {', '.join(names)}, given: rule({', '.join([*takes, *arguments])})"
        made = eval(compile(text, __file__, "eval"), scope)
        made.__name__ = made.__qualname__ = name
        return made
