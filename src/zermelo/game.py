"""What a game is: `Rules` that a person writes, a `Game` made of them, and immutable `Position`s.

Rules are a class of plain functions over a C struct, the state. See `vocabulary` for every rule, its arguments and
its default. Everything in this file runs uncompiled.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from inspect import cleandoc
from types import FunctionType, MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from zermelo import vocabulary
from zermelo.binding import bind, fingerprint
from zermelo.board import (
    EMPTY,
    Board,
    Cell,
    caption,
    diagram,
    grid,
    hexagons,
    lattice,
    pits,
    square_symmetries,
    star,
    svg,
)
from zermelo.errors import Problem, RulesProblem, place, unknown
from zermelo.notation import in_rows, own_fields, read_cells, read_fields, show_fields
from zermelo.options import Option, option
from zermelo.primitives import CHANCE, bit, copy, hash_state, lowest, mix, popcount
from zermelo.state import check_rules, fields_of, state_dtype

__all__ = [
    "CHANCE",
    "Board",
    "Cell",
    "Game",
    "Position",
    "Rules",
    "bit",
    "copy",
    "grid",
    "hexagons",
    "lattice",
    "lowest",
    "mix",
    "option",
    "pits",
    "popcount",
    "read_cells",
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
    weights: Any = ()  # the default weights that `evaluate` gets
    symmetries: Any = 1  # how many images of a position are worth the same (itself is number 0), or a permutation of
    # the cells for each; see `vocabulary.symmetry`
    repetition = ""  # what a position that comes again means: "draw", "loss" (for who brings it about), "forbidden"
    occurrences = 2  # how often a position must have occurred for that; within a search the second time will do
    finished_is_leaf = False  # whether tables of perft counts for this game include games that ended earlier
    solved: float | None = None  # the value of the first position for its mover, where it is known


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
        check_rules(rules, self.name)
        self.players = tuple(rules.players)
        self.max_moves = int(rules.max_moves)
        self.max_plies = int(rules.max_plies)
        self.lowest, self.highest = map(float, rules.payoff_range)
        self.payoff_sum = None if rules.payoff_sum is None else float(rules.payoff_sum)
        self.weights = self._default_weights()
        fields, self.automatic_turn = fields_of(rules)
        self.state = state_dtype(fields)
        self.replace = self._replacements()

    @property
    def board(self) -> Board | None:
        return self.rules.board

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
        return self.has("sees")

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
        if not self.two_player:
            if len(self.players) != 2:
                return "more than two players" if len(self.players) > 1 else "one player"
            return "payoffs that do not add up to a constant"
        if self.stochastic:
            return "chance moves"
        return "hidden information" if self.hidden else ""

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

    def weights_from(self, given: Any) -> np.ndarray:
        """Weights for `evaluate` of the right type and shape; None gives the default ones."""
        if given is None:
            return self.weights
        weights = np.asarray(given, self.weights.dtype)
        if weights.shape != self.weights.shape:
            raise Problem(f"{self.spec} has weights of shape {self.weights.shape}, not {weights.shape}")
        return weights

    def _default_weights(self) -> np.ndarray:
        try:
            weights = np.atleast_1d(np.asarray(self.rules.weights))
            return weights if weights.dtype.kind == "f" else weights.astype(np.float64)
        except (TypeError, ValueError):
            raise RulesProblem(f"{self.spec}: weights must be numbers, not {self.rules.weights!r}") from None

    def has(self, rule: str) -> bool:
        """Whether the rules define `rule`, or leave it to the default."""
        return getattr(self.rules, rule, None) is not None

    def rule(self, name: str) -> Any:
        """The function that answers `name` for this game, as plain Python."""
        return getattr(self._plain, name)

    def start(self) -> "Position":
        """The first position."""
        s = self.blank()
        with asking(self, "start"):
            self.rule("start")(s)
        return self.from_state(s)

    def position(self, text: str) -> "Position":
        """Read a position: the game's own notation, or `moves:` and move names from the start."""
        if text.strip() in ("", "start"):
            return self.start()
        if text.startswith("moves:"):
            position = self.start()
            for name in listed_moves(text):
                position = position.play(name)
            return position
        s = self.blank()
        try:
            self._read(s, text)
        except (ValueError, IndexError, KeyError, OverflowError) as error:
            raise Problem(f"unreadable position {text!r} in {self.spec} ({error})") from None
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
    def cell_field(self) -> str | None:
        """The field of the state that holds one number per cell: 0 for empty, 1 for the first player..."""
        cells = len(self.board.cells) if self.board else 0
        return next((name for name in own_fields(self.state) if np.prod(self.state[name].shape) == cells > 1), None)

    @property
    def board_is_all(self) -> bool:
        """Whether what stands on the board and who is to move is all there is to a position."""
        return self.has("cells") or sorted(own_fields(self.state)) == sorted([self.cell_field or "", "turn"])

    def from_state(self, s: Any) -> "Position":
        """The position that a state describes."""
        return Position(self, s.tobytes())

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

    @cached_property
    def _identity(self) -> object:
        """Games are the same if they were made the same way and their rules read the same."""
        rules = [fingerprint(rule, self.replace) for rule in self.replace.values()]
        return self.origin or self.rules, self.state.descr, rules

    @cached_property
    def _plain(self) -> SimpleNamespace:
        words = [*vocabulary.RULES, "legal"]
        return SimpleNamespace(**{word: bind(getattr(vocabulary, word), self.replace) for word in words})

    def _replacements(self) -> dict[Callable, Callable]:
        replace: dict[Callable, Callable] = {
            getattr(vocabulary, name): getattr(self.rules, name) for name in vocabulary.RULES if self.has(name)
        }
        symmetries = self.rules.symmetries
        if not isinstance(symmetries, int):
            replace[vocabulary.image_table] = _constant(np.asarray(symmetries))
            replace[vocabulary.symmetry] = vocabulary.permute_cells
            symmetries = len(symmetries)
        replace[vocabulary.images] = _constant(symmetries)
        replace[vocabulary.seats] = _constant(len(self.players))
        replace[vocabulary.total] = _constant(self.payoff_sum or 0.0)
        replace[vocabulary.again] = _constant(("", "draw", "loss", "forbidden").index(self.rules.repetition))
        replace[vocabulary.occurrences] = _constant(self.rules.occurrences)
        if self.automatic_turn:
            replace[vocabulary.plain_play] = replace[vocabulary.play]
            replace[vocabulary.play] = vocabulary.play_and_pass_turn
        if self.has("over"):
            replace[vocabulary.stuck] = vocabulary.never_stuck
        if symmetries > 1 and not self.has("key"):
            replace[vocabulary.key] = vocabulary.key_of_orbit
            replace.setdefault(vocabulary.identity, hash_state)
        return replace


class Position:
    """A position of a game: immutable, hashable, picklable; prints as a diagram and draws itself in a notebook."""

    __slots__ = ("_moves", "data", "game")
    game: Game
    data: bytes
    _moves: Mapping[str, int] | None

    def __init__(self, game: Game, data: bytes) -> None:
        if len(data) != game.state.itemsize:
            raise Problem(f"a position of {game.spec} has {game.state.itemsize} bytes, not {len(data)}")
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "_moves", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Position cannot be changed; play() returns the next one")

    @property
    def state(self) -> Any:
        """The struct behind the position, as a copy."""
        return np.frombuffer(self.data, self.game.state).copy()[0]

    @property
    def mover(self) -> int:
        """The index of the player to move, or CHANCE."""
        with asking(self.game, "mover"):
            player = int(self.game.rule("mover")(self.state))
        if not CHANCE <= player < len(self.game.players):
            raise RulesProblem(f"{self.game.spec}: mover() is {player}, but there are {len(self.game.players)} players")
        return player

    @property
    def moves(self) -> Mapping[str, int]:
        """The legal moves (where CHANCE moves: its outcomes): name -> code."""
        moves = self._moves
        if moves is None:
            codes = list(self.chances) if self.mover == CHANCE else self._legal(self.state)
            moves = MappingProxyType({self.move_name(code): code for code in codes})
            object.__setattr__(self, "_moves", moves)
        return moves

    @property
    def chances(self) -> dict[int, float]:
        """Where CHANCE moves: the probability of each outcome's code; empty elsewhere."""
        if self.mover != CHANCE or self.over:
            return {}
        out = np.zeros(self.game.max_moves, np.int32)
        probs = np.zeros(self.game.max_moves)
        with asking(self.game, "chance"):
            count = _count(self.game, "chance", self.game.rule("chance")(self.state, out, probs))
        return {int(code): float(p) for code, p in zip(out[:count], probs[:count], strict=True)}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        s = self.state
        with asking(self.game, "over"):
            if self.game.rule("over")(s):
                return True
        return self.mover != CHANCE and not self._legal(s)

    @property
    def payoff(self) -> tuple[float, ...] | None:
        """What each player gets, or None while the game goes on."""
        if not self.over:
            return None
        out = np.zeros(len(self.game.players))
        with asking(self.game, "payoff"):
            self.game.rule("payoff")(self.state, out)
        return tuple(out.tolist())

    @property
    def key(self) -> int:
        """The number under which searches remember this position."""
        with asking(self.game, "key"):
            return int(self.game.rule("key")(self.state))

    @property
    def identity(self) -> int:
        """A number by which a position is known when it comes again: unlike `key`, a mirror image has another one."""
        with asking(self.game, "identity"):
            return int(self.game.rule("identity")(self.state))

    @property
    def remaining(self) -> int:
        """How many plies the game can still last, as far as the rules can tell."""
        with asking(self.game, "remaining"):
            return int(self.game.rule("remaining")(self.state))

    def sees(self, player: int) -> int:
        """The information set that `player` is in."""
        with asking(self.game, "sees"):
            return int(self.game.rule("sees")(self.state, player))

    def evaluate(self, weights: Any = None) -> float:
        """The static evaluation for the player to move."""
        with asking(self.game, "evaluate"):
            value = self.game.rule("evaluate")(self.state, self.game.weights_from(weights))
        if not isinstance(value, int | float | np.number):
            raise RulesProblem(f"{self.game.spec}: evaluate() must return a number, not {value!r}")
        return float(value)

    def estimate(self, weights: Any = None) -> tuple[float, ...]:
        """The static evaluation for every player."""
        out = np.zeros(len(self.game.players))
        with asking(self.game, "estimate"):
            self.game.rule("estimate")(self.state, self.game.weights_from(weights), out)
        return tuple(out.tolist())

    def play(self, move: str | int) -> "Position":
        """The position after a move, given by name or code."""
        code = self.read_move(move) if isinstance(move, str) else int(move)
        if code not in self.moves.values():
            shown = move if isinstance(move, str) else self.move_name(code)
            raise unknown("move", str(shown), self.moves, where=f" in {self.game.spec}")
        s = self.state
        with asking(self.game, "play"):
            self.game.rule("play")(s, code)
        return self.game.from_state(s)

    def move_name(self, move: int) -> str:
        """What a person calls the move."""
        rules, board = self.game.rules, self.game.board
        if named := getattr(rules, "move_name", None):
            with asking(self.game, "move_name"):
                return str(named(self.state, move))
        if board and 0 <= move < len(board.cells):
            return board.cells[move].name
        return str(move)

    def read_move(self, text: str) -> int:
        """The code of a legal move from its name."""
        text = text.strip()
        if reads := getattr(self.game.rules, "read_move", None):
            try:
                return int(reads(self.state, text))
            except (ValueError, KeyError, IndexError):
                pass
        moves = self.moves
        if text in moves:
            return moves[text]
        folded = {name.lower(): code for name, code in moves.items()}
        if len(folded) == len(moves) and text.lower() in folded:
            return folded[text.lower()]
        raise unknown("move", text, moves, where=f" in {self.game.spec}")

    @property
    def text(self) -> str:
        """The position in the game's notation, which `Game.position` reads."""
        rules = self.game.rules
        with asking(self.game, "show"):
            if shows := getattr(rules, "show", None):
                return str(shows(self.state))
            if (cells := self.cells) is not None and self.game.board is not None and self.game.board_is_all:
                return f"{in_rows(self.game.board, cells)} {self._mover_symbol}"
        return show_fields(self.state)

    @property
    def cells(self) -> list[str] | None:
        """The symbol on each cell of the board."""
        rules, board = self.game.rules, self.game.board
        with asking(self.game, "cells"):
            if asks := getattr(rules, "cells", None):
                return [str(symbol) for symbol in asks(self.state)]
            field = self.game.cell_field
            if board is None or field is None:
                return None
            return [self.game.symbols[value] for value in self.state[field].ravel()]

    def svg(self, *, marked: tuple[str, ...] = (), labels: Mapping[str, str] | None = None) -> str:
        """The position as an SVG picture; `marked` and `labels` name cells."""
        board, cells = self.game.board, self.cells
        if board is None or cells is None:
            return caption(self.text)
        numbers = {cell.name: number for number, cell in enumerate(board.cells)}
        return svg(
            board,
            ["" if symbol == self.game.symbols[0] else symbol for symbol in cells],
            self.game.symbols[1:],
            marked=[numbers[name] for name in marked if name in numbers],
            labels={numbers[name]: text for name, text in (labels or {}).items() if name in numbers},
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        board, cells = self.game.board, self.cells
        picture = diagram(board, cells) if board and cells is not None else self.text
        return f"{picture}\n{self.status}"

    @property
    def status(self) -> str:
        """One line: who is to move, or how it ended."""
        if self.over:
            payoff = self.payoff or ()
            best = [player for player, value in zip(self.game.players, payoff, strict=True) if value == max(payoff)]
            shared = "a draw" if len(best) == len(payoff) else f"{', '.join(best[:-1])} and {best[-1]} share the win"
            verdict = f"{best[0]} wins" if len(best) == 1 else shared
            results = zip(self.game.players, payoff, strict=True)
            return f"over: {', '.join(f'{player} {value + 0.0:+g}' for player, value in results)}; {verdict}"
        mover = self.mover
        return "chance to move" if mover == CHANCE else f"{self.game.players[mover]} to move"

    def __repr__(self) -> str:
        return f"<{self.game.spec} {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.data == other.data and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.data))

    def __reduce__(self) -> Any:
        return Position, (self.game, self.data)

    @property
    def _mover_symbol(self) -> str:
        mover = self.mover
        return "?" if mover == CHANCE else self.game.movers[mover]

    def _legal(self, s: Any) -> list[int]:
        out = np.zeros(self.game.max_moves, np.int32)
        with asking(self.game, "moves"):
            count = _count(self.game, "moves", self.game.rule("legal")(s, out))
        return out[:count].tolist()


def _constant(value: Any) -> Callable:
    """A function without arguments that returns `value`, from bytecode that carries it as a global."""

    def constant():  # type: ignore[no-untyped-def]
        return VALUE  # type: ignore[name-defined]  # noqa: F821

    return FunctionType(constant.__code__, {"VALUE": value}, "constant")


def _count(game: Game, rule: str, answer: Any) -> int:
    if not isinstance(answer, int | np.integer):
        raise RulesProblem(f"{game.spec}: {rule}() must return the number of moves, not {answer!r}")
    if not 0 <= answer <= game.max_moves:
        raise RulesProblem(f"{game.spec}: {rule}() returned {answer}, but max_moves is {game.max_moves}")
    return int(answer)


def listed_moves(text: str) -> list[str]:
    """The names after `moves:`."""
    return text.removeprefix("moves:").replace(",", " ").split()


@contextmanager
def asking(game: Game, rule: str) -> Iterator[None]:
    """Run a rule of the game: integers wrap around as in C, and an error names the line of the rules."""
    try:
        with np.errstate(all="ignore"):
            yield
    except Problem:
        raise
    except Exception as error:
        raise RulesProblem(f"{place(error)}{rule}() of {game.spec} failed: {type(error).__name__}: {error}") from error
