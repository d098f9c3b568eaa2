"""The Go Text Protocol, version 2 (Farnebäck's draft 2): an engine that graphical boards and other programs drive.

A client sends one command a line; the answer begins with `=`, or with `?` if the command failed, and ends with an empty
line. Beyond the standard, the analysis streams of Leela Zero and KataGo are spoken, which go on until the next line
comes. https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html
"""

import time
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

import zermelo
from zermelo.arena.players import RESIGN, SearchPlayer
from zermelo.arena.vertices import GTP_COLOURS, MEANT, VERTEX, meant, must_have_vertices, side, written
from zermelo.core.game import Game, asking
from zermelo.core.history import History
from zermelo.core.worker import GLANCE
from zermelo.errors import Problem
from zermelo.protocols.clock import Clock
from zermelo.protocols.handicap import handicap
from zermelo.protocols.language import Refusal, Speaker, read_colour, read_number, read_seconds, read_whole
from zermelo.protocols.sgf import KINDS, read_sgf
from zermelo.protocols.sitting import Sitting, varied
from zermelo.protocols.stream import Wanted, info
from zermelo.protocols.thinker import Thinker
from zermelo.search import Limit, Line, Progress

COMMANDS: dict[str, Callable[..., str | None]] = {}
ONLY_FOR = {  # commands that not all games have
    "fixed_handicap": ("go",),
    "place_free_handicap": ("go",),
    "set_free_handicap": ("go",),
    "final_status_list": ("go",),
    "loadsgf": tuple(KINDS),
    "hexgui-analyze_commands": ("hex",),
}


def command(name: str) -> Callable[[Callable], Callable]:
    """Register a method under the name of a command. It gets the words that follow, and returns the answer."""

    def register(function: Callable) -> Callable:
        COMMANDS[name] = function
        return function

    return register


class Engine(Speaker):
    """Plays one game after the other for a client.

    See `Thinker` for the other arguments; by default it resigns below 5 % of wins in Go, and never in other games.
    """

    def __init__(
        self,
        game: Game,
        lines: Iterable[str] = (),
        say: Callable[[str], None] = print,
        *,
        method: str = "",
        limit: Limit | None = None,
        seed: int | None = None,
        resign: float | None = None,
    ) -> None:
        must_have_vertices(game)
        if resign is None:
            resign = 0.05 if game.name == "go" else 0.0
        self.thinker = Thinker(game, method, limit, seed, resign)
        self.table = Sitting(game)
        super().__init__(lines, say)

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def commands(self) -> dict[str, Callable[..., str | None]]:
        """Those that make sense in this game."""
        game = self.game.name
        return {name: partial(does, self) for name, does in COMMANDS.items() if game in ONLY_FOR.get(name, [game])}

    # What the engine is

    @command("protocol_version")
    def _protocol_version(self) -> str:
        return "2"

    @command("name")
    def _name(self) -> str:
        return "Zermelo"

    @command("version")
    def _version(self) -> str:
        return zermelo.__version__

    @command("known_command")
    def _known_command(self, name: str) -> str:
        return "true" if name in self.commands else "false"

    @command("list_commands")
    def _list_commands(self) -> str:
        return "\n".join(self.commands)

    @command("hexgui-analyze_commands")
    def _hexgui_analyze_commands(self) -> str:
        """HexGui asks every program for commands of its own."""
        return ""

    @command("quit")
    def _quit(self) -> str:
        return ""

    # The board and the rules

    def begin(self, table: Sitting, *, anew: bool = True) -> None:
        """Sit down at a table, for another game or under other rules."""
        self.table = table
        self.thinker.begin(anew=anew)

    @command("boardsize")
    def _boardsize(self, size: str, rows: str = "") -> str:
        """HexGui tells columns and rows."""
        wanted = read_whole(size)
        try:
            game = self.game if side(self.game) == wanted else varied(self.game, size=wanted)
        except Problem:
            game = self.game
        if side(game) != wanted or (rows and read_whole(rows) != wanted):
            raise Refusal("unacceptable size")
        self.begin(Sitting(game))
        return ""

    @command("clear_board")
    def _clear_board(self) -> str:
        self.begin(Sitting(self.game))
        return ""

    @command("komi")
    def _komi(self, points: str) -> str:
        self.begin(self.table.under(_with_komi(self.game, read_number(points))), anew=False)
        return ""

    @command("fixed_handicap")
    def _fixed_handicap(self, stones: str) -> str:
        return self._handicap(handicap(read_whole(stones), side(self.game)))

    @command("place_free_handicap")
    def _place_free_handicap(self, stones: str) -> str:
        return self._handicap(handicap(min(read_whole(stones), 9), side(self.game)))

    @command("set_free_handicap")
    def _set_free_handicap(self, *vertices: str) -> str:
        if len(vertices) < 2 or any(vertex.lower() == "pass" for vertex in vertices):
            raise Refusal("bad vertex list")
        self._handicap(list(vertices))
        return ""

    def _handicap(self, vertices: list[str]) -> str:
        if self.table.moves:
            raise Refusal("board not empty")
        table = Sitting(self.game)
        try:
            for vertex in vertices:
                table.play(0, vertex)
        except Problem:
            raise Refusal("bad vertex list") from None
        self.begin(table)
        return " ".join(vertices)

    @command("loadsgf")
    def _loadsgf(self, file: str, number: str = "") -> str:
        """The position before move `number`, or after the last one."""
        before = max(read_whole(number) - 1, 0) if number else None
        try:
            read = read_sgf(file, self.game)
            game = varied(self.game, size=read.size)
            table = Sitting(game if read.komi is None else _with_komi(game, read.komi))
            for colour, vertex in [*read.setup, *read.moves[:before]]:
                table.play(colour, meant(vertex))
        except Problem as problem:
            raise Refusal(f"cannot load file: {problem}") from None
        self.begin(table)
        return ""

    # Moves

    @command("play")
    def _play(self, colour: str, vertex: str) -> str:
        mover = read_colour(colour)
        if not VERTEX.fullmatch(vertex) and vertex.lower() not in ("pass", *MEANT):
            raise Refusal("syntax error")
        try:
            self.table.play(mover, meant(vertex))
        except Problem:
            raise Refusal("illegal move") from None
        return ""

    @command("undo")
    def _undo(self) -> str:
        try:
            self.table.undo()
        except Problem:
            raise Refusal("cannot undo") from None
        self.thinker.shares.clear()
        return ""

    @command("genmove")
    def _genmove(self, colour: str) -> str:
        return self._move(read_colour(colour))

    @command("reg_genmove")
    def _reg_genmove(self, colour: str) -> str:
        mover = read_colour(colour)
        return written(self.thinker.choose(self._at_turn(mover), mover))

    def _move(self, colour: int, watch: Callable[[Progress], None] | None = None) -> str:
        move = self.thinker.choose(self._at_turn(colour), colour, watch)
        if move != RESIGN:
            self.table.play(colour, move)
        return written(move)

    def _at_turn(self, colour: int) -> History:
        history = self.table.at_turn(colour)
        if history.over:
            raise Refusal(f"the game is over: {history.reason}")
        return history

    # Time

    @command("time_settings")
    def _time_settings(self, main: str, period: str, stones: str) -> str:
        self.thinker.settings = read_seconds(main), read_seconds(period), read_whole(stones)
        self.thinker.clocks = [Clock(*self.thinker.settings) for _ in GTP_COLOURS]
        return ""

    @command("time_left")
    def _time_left(self, colour: str, seconds: str, stones: str) -> str:
        mover, left, due = read_colour(colour), read_seconds(seconds), read_whole(stones)
        clock = self.thinker.clocks[mover] or Clock(left)
        clock.set(left, due)
        self.thinker.clocks[mover] = clock
        return ""

    # What stands on the board

    @command("showboard")
    def _showboard(self) -> str:
        shown = str(self.table.history.position).splitlines()
        return "\n" + "\n".join(line for line in shown if line.strip())

    @command("final_score")
    def _final_score(self) -> str:
        """Who is ahead; where payoffs are margins also before the end, as it stands: all stones are alive."""
        lead = self._payoff()[0] - self.game.middle
        if not lead:
            return "0"
        return ("B+" if lead > 0 else "W+") + (f"{abs(lead):g}" if self.game.rules.unit else "")

    def _payoff(self) -> tuple[float, ...]:
        history = self.table.history
        if history.payoff is not None:
            return history.payoff
        if not self.game.rules.unit:
            raise Refusal("cannot score")
        out = np.zeros(len(self.game.players))
        with asking(self.game, "payoff"):
            self.game.ask("payoff", history.position.state, out)
        return tuple(out.tolist())

    @command("final_status_list")
    def _final_status_list(self, status: str) -> str:
        """By our rules who does not capture a stone lets it live."""
        if status not in ("alive", "dead", "seki"):
            raise Refusal("syntax error")
        symbols = zip(self.game.board.cells, self.table.history.position.cells, strict=True)  # type: ignore
        stones = [cell.name for cell, symbol in symbols if symbol != self.game.symbols[0]]
        return "\n".join(stones) if status == "alive" else ""

    # Analysis

    @command("lz-analyze")
    def _lz_analyze(self, *words: str) -> None:
        self._analyse(words, kata=False)

    @command("kata-analyze")
    def _kata_analyze(self, *words: str) -> None:
        self._analyse(words, kata=True)

    @command("lz-genmove_analyze")
    def _lz_genmove_analyze(self, *words: str) -> None:
        self._move_and_tell(words, kata=False)

    @command("kata-genmove_analyze")
    def _kata_genmove_analyze(self, *words: str) -> None:
        self._move_and_tell(words, kata=True)

    def _analyse(self, words: tuple[str, ...], *, kata: bool) -> None:
        wanted, colour = self._wanted(words)
        history = self.table.at_turn(colour)
        if not isinstance(self.thinker.player, SearchPlayer):
            raise Refusal(f"{self.thinker.player.name} does not analyse")
        self.say(f"={self.number}\n")
        if not history.over:
            teller = _Teller(self, wanted, kata)

            def watch(progress: Progress) -> bool:
                teller(progress)
                return not self.inbox.waiting

            try:
                found = self.thinker.analyse(history, wanted.most, watch)
                teller.tell(found.lines, found.nodes)
            except Problem as problem:  # too late for another answer
                self.say(f"{' '.join(str(problem).split())}\n")
        while not self.inbox.waiting:
            time.sleep(GLANCE)
        self.say("\n")

    def _move_and_tell(self, words: tuple[str, ...], *, kata: bool) -> None:
        wanted, colour = self._wanted(words)
        self._at_turn(colour)
        self.say(f"={self.number}\n")
        self.say(f"play {self._move(colour, _Teller(self, wanted, kata))}\n\n")

    def _wanted(self, words: tuple[str, ...]) -> tuple[Wanted, int]:
        try:
            wanted = Wanted.read(words)
        except ValueError:
            raise Refusal("syntax error") from None
        return wanted, self.table.history.position.mover if wanted.colour is None else wanted.colour


class _Teller:
    """Tells a client how a search goes, as often as it wants."""

    def __init__(self, engine: Engine, wanted: Wanted, kata: bool) -> None:
        self.engine, self.wanted, self.kata = engine, wanted, kata
        self.last = time.perf_counter()

    def __call__(self, progress: Progress) -> None:
        if time.perf_counter() - self.last >= self.wanted.interval:
            self.tell(progress.lines, progress.nodes)

    def tell(self, lines: tuple[Line, ...], nodes: int) -> None:
        self.last = time.perf_counter()
        if text := info(self.engine.game, lines[: self.wanted.most], nodes, kata=self.kata):
            self.engine.say(f"{text}\n")


def _with_komi(game: Game, komi: float) -> Game:
    if "komi" in game.options:
        return varied(game, komi=komi)
    if komi:
        raise Refusal(f"{game.spec} has no komi")
    return game
