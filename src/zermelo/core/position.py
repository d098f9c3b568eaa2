"""A position of a game, as people handle it: its moves by name, its end, its picture."""

import traceback
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.core.lines import line_of
from zermelo.core.notation import in_rows, show_fields
from zermelo.core.primitives import CHANCE
from zermelo.draw.board import diagram
from zermelo.draw.drawing import caption, svg
from zermelo.errors import Problem, RulesProblem, failure, unknown

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.core.hidden import Sight

SPARE = 256  # see `_room`


class Position:
    """A position of a game: immutable, hashable, picklable; prints as a diagram and draws itself in a notebook."""

    __slots__ = ("_codes", "_mover", "_moves", "_over", "data", "game")
    game: "Game"
    data: bytes
    _codes: list[int] | None  # these four: what was asked for before
    _moves: Mapping[str, int] | None
    _mover: int | None
    _over: bool | None

    def __init__(self, game: "Game", data: bytes) -> None:
        if len(data) != game.state.itemsize:
            raise Problem(f"a position of {game.spec} has {game.state.itemsize} bytes, not {len(data)}")
        put = object.__setattr__
        put(self, "game", game)
        put(self, "data", data)
        self.forget()

    def forget(self) -> None:
        """Keep no answers for when they are asked again: of many moves they take more memory than the position."""
        put = object.__setattr__
        put(self, "_codes", None)
        put(self, "_moves", None)
        put(self, "_mover", None)
        put(self, "_over", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Position cannot be changed; play() returns the next one")

    @property
    def state(self) -> Any:
        """The struct behind the position, as a copy."""
        return np.frombuffer(self.data, self.game.state).copy()[0]

    @property
    def mover(self) -> int:
        """The index of the player to move, or CHANCE."""
        player = self._mover
        if player is None:
            with asking(self.game, "mover"):
                player = int(self.game.rule("mover")(self.state))
            if not CHANCE <= player < len(self.game.players):
                told = f"mover() is {player}, but there are {len(self.game.players)} players"
                raise RulesProblem(f"{line_of(self.game.rules, 'mover', name=self.game.spec)}{told}")
            object.__setattr__(self, "_mover", player)
        return player

    @property
    def codes(self) -> list[int]:
        """The codes of the legal moves, or of chance's outcomes, in the order in which the rules list them."""
        codes = self._codes
        if codes is None:
            codes = list(self.chances) if self.mover == CHANCE else self._legal(self.state)
            object.__setattr__(self, "_codes", codes)
        return codes

    @property
    def moves(self) -> Mapping[str, int]:
        """The legal moves (where CHANCE moves: its outcomes): name -> code."""
        moves = self._moves
        if moves is None:
            moves = MappingProxyType({self.move_name(code): code for code in self.codes})
            object.__setattr__(self, "_moves", moves)
        return moves

    @property
    def chances(self) -> dict[int, float]:
        """Where CHANCE moves: the probability of each outcome's code; empty elsewhere."""
        if self.mover != CHANCE or self.over:
            return {}
        out, probs = _room(self.game, np.int32), _room(self.game, np.float64)
        with asking(self.game, "chance"):
            count = _count(self.game, "chance", self.game.rule("chance")(self.state, out, probs))
        return {int(code): float(p) for code, p in zip(out[:count], probs[:count], strict=True)}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        over = self._over
        if over is None:
            with asking(self.game, "over"):
                over = bool(self.game.rule("over")(self.state))
            over = over or (self.mover != CHANCE and not self.codes)
            object.__setattr__(self, "_over", over)
        return over

    @property
    def payoff(self) -> tuple[float, ...] | None:
        """What each player gets, or None while the game goes on."""
        return self.paid() if self.over else None

    def paid(self, *, data: Any = None) -> tuple[float, ...]:
        """What each player would get if the game ended here, by other data than the game's own if it is given."""
        given = self.game.data_from(data)
        out = np.zeros(len(self.game.players))
        with asking(self.game, "payoff"):
            self.game.ask("payoff", self.state, out, data=given)
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

    def sight(self, player: int, dice: Any = None) -> "Sight":
        """What `player` may know of the position: see `hidden`."""
        from zermelo.core.hidden import sight_of

        return sight_of(self, player, dice)

    def seen_as(self, player: int) -> str:
        """What `player` sees, in words, where there is no other picture."""
        return ""

    def evaluate(self, *, data: Any = None, weights: Any = None) -> float:
        """The static evaluation for the player to move, by other data than the game's own if it is given."""
        out = np.zeros(len(self.game.players))
        given = self.game.data_from(data, weights)
        with asking(self.game, "evaluate"):
            value = self.game.ask("prospect", self.state, out, data=given)
        if not isinstance(value, int | float | np.number):
            raise RulesProblem(f"{self.game.spec}: evaluate() must return a number, not {value!r}")
        return float(value)

    def estimate(self, *, data: Any = None, weights: Any = None) -> tuple[float, ...]:
        """The static evaluation for every player; before a roll, on average, unless the rules can judge that too."""
        given = self.game.data_from(data, weights)
        if not self.game.has("estimate") and (chances := self.chances):
            after = [(share, self.play(code)) for code, share in chances.items()]
            each = [
                (share, child.paid(data=given) if child.over else child.estimate(data=given)) for share, child in after
            ]
            return tuple(sum(share * values[k] for share, values in each) for k in range(len(self.game.players)))
        out = np.zeros(len(self.game.players))
        with asking(self.game, "estimate"):
            self.game.ask("estimate", self.state, out, data=given)
        return tuple(out.tolist())

    def play(self, move: str | int) -> "Position":
        """The position after a move, given by name or code."""
        code = self.read_move(move) if isinstance(move, str) else self._code(move)
        if code not in self.codes:
            raise unknown("move", str(move), self.moves, where=f" in {self.game.spec}")
        s = self.state
        with asking(self.game, "play"):
            self.game.rule("play")(s, code)
        return self.game.from_state(s)

    def _code(self, move: object) -> int:
        """The code of a legal move, given as a number."""
        if not isinstance(move, int | np.integer) or isinstance(move, bool):
            raise Problem(f"a move of {self.game.spec} is a name or a code, not {move!r:.60}")
        if move not in self.codes:
            known = [f"{code} ({name})" for name, code in self.moves.items()]
            raise unknown("code of a move", str(move), known, where=f" in {self.game.spec}")
        return int(move)

    def move_name(self, move: int) -> str:
        """What a person calls the move."""
        rules, board = self.game.rules, self.game.board
        if named := getattr(rules, "move_name", None):
            with asking(self.game, "move_name"):
                return str(named(self.state, move))
        if board and 0 <= move < len(board.cells):
            return board.cells[move].name
        return str(move)

    def where(self, name: str) -> list[list[str]]:
        """The cells that a move goes through, for those who point at them: a list for each piece that moves.

        If the rules do not say, they are those that its name lists; in a column that it names, where something changes.
        """
        move, board = self.moves[name], self.game.board
        if asks := getattr(self.game.rules, "where", None):
            with asking(self.game, "where"):
                return [[str(cell) for cell in way] for way in asks(self.state, move)]
        if board is None:
            return []
        if listed := board.cells_in(name):
            return [listed]
        column = [x for label, x in board.columns if label == name]
        if not column:
            return []
        changes = zip(board.cells, self.cells or (), self.play(move).cells or (), strict=False)
        return [[cell.name] for cell, old, new in changes if old != new and cell.x in column][:1]

    @property
    def decided(self) -> list[str]:
        """The cells that decided the game, if it is over and the rules can point at them: a line of four."""
        asks = getattr(self.game.rules, "decided", None)
        if asks is None or not self.over:
            return []
        with asking(self.game, "decided"):
            return [str(cell) for cell in asks(self.state)]

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
                listed = [str(symbol) for symbol in asks(self.state)]
                if board is not None and len(listed) != len(board.cells):
                    told = f"cells() lists {len(listed)} of {len(board.cells)} cells"
                    raise RulesProblem(f"{line_of(rules, 'cells', name=self.game.spec)}{told}")
                return listed
            field, symbols = self.game.cell_field, self.game.symbols
            if board is None or field is None:
                return None
            values = self.state[field].ravel().tolist()
            if not all(0 <= value < len(symbols) for value in values):
                told = f"{field} = {values}, but symbols = {symbols!r} are for 0 to {len(symbols) - 1}"
                raise RulesProblem(f"{line_of(rules, 'symbols', name=self.game.spec)}{told}")
            return [symbols[value] for value in values]

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
        out = _room(self.game, np.int32)
        with asking(self.game, "moves"):
            count = _count(self.game, "moves", self.game.rule("legal")(s, out))
        return out[:count].tolist()


def _count(game: "Game", rule: str, answer: Any) -> int:
    if not isinstance(answer, int | np.integer):
        told = f"{rule}() must return the number of moves, not {answer!r}"
        raise RulesProblem(f"{line_of(game.rules, rule, name=game.spec)}{told}")
    if answer < 0:
        told = f"{rule}() returned {answer}, which is no number of moves"
        raise RulesProblem(f"{line_of(game.rules, rule, name=game.spec)}{told}")
    if answer > game.max_moves:
        where = line_of(game.rules, "max_moves", rule, name=game.spec)
        told = f"{rule}() lists {answer} moves, but max_moves is {game.max_moves}: make it as large as it can get"
        raise RulesProblem(f"{where}{told}")
    return int(answer)


def _room(game: "Game", kind: type) -> np.ndarray:
    """Where a rule lists moves: larger than it should need, so that one that lists too many can be told so."""
    return np.zeros(2 * game.max_moves + SPARE, kind)


class asking:  # noqa: N801 (used like a function)
    """Run a rule of the game: integers wrap around as in C, and an error names the line of the rules."""

    __slots__ = ("_game", "_rule", "_wrapping")

    def __init__(self, game: "Game", rule: str) -> None:
        self._game, self._rule, self._wrapping = game, rule, np.errstate(all="ignore")

    def __enter__(self) -> None:
        self._wrapping.__enter__()

    def __exit__(self, kind: Any, error: Any, _: Any) -> None:
        self._wrapping.__exit__(kind, error, _)
        if isinstance(error, Exception) and not isinstance(error, Problem):
            what = f"{self._rule}() of {self._game.spec}"
            frames = traceback.extract_tb(error.__traceback__)
            if all(frame.name.startswith("<") for frame in frames[1:]):  # we only took what the rule returned
                where = line_of(self._game.rules, self._rule)
                raise RulesProblem(
                    f"{where}{what} returned what is of no use: {type(error).__name__}: {error}"
                ) from error
            raise failure(error, what) from error
