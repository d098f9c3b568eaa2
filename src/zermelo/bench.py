"""How fast is it, next to what else there is? The same work done here and by a peer in one run, told as ratios.

The peers are the same perft in C, built on the spot with gcc, and open_spiel and easyAI in a Python environment of
their own. The two sides of a comparison take turns, both on one thread, and each keeps its best round; times are
processor times. So a busy machine changes the ratios little. A peer that is absent is skipped with a word.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.cache import folder
from zermelo.core.catalogue import load
from zermelo.core.kernel import at_root, kernel
from zermelo.count.perft import leaves_below
from zermelo.count.playouts import play_out
from zermelo.equilibrium.extensive.cfr import VARIANTS, Regrets
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.linear import optimal
from zermelo.errors import Problem, unknown
from zermelo.search import Limit, methods
from zermelo.search.driver import Search, run
from zermelo.search.montecarlo.searchtree import SearchTree

C_FLAGS = ("-O3",)
PEERS = ("open_spiel", "easyAI")  # as PyPI calls them
ALSO = ("cvxpy", "ecos")  # with which open_spiel solves linear programs
SCRIPTS = {"open_spiel": "openspiel_peer.py", "easyAI": "easyai_peer.py"}
SECONDS = 6.0  # for each comparison
ROUNDS = 3  # at least


@dataclass(frozen=True)
class Row:
    """One comparison: leaves, games or nodes per second, ours and theirs."""

    what: str
    peer: str
    unit: str
    target: float
    at_most: bool = False  # the ratio is of times and the target its highest; otherwise of speeds, and its lowest
    ours: float | None = None
    theirs: float | None = None
    version: str = ""  # of the peer
    skipped: str = ""  # why there is no ratio

    @property
    def ratio(self) -> float | None:
        """Our time in theirs where the target is `at_most`; otherwise our speed in theirs."""
        if self.ours is None or self.theirs is None:
            return None
        return self.theirs / self.ours if self.at_most else self.ours / self.theirs

    @property
    def ok(self) -> bool | None:
        """Whether the target is met; None if it was not measured."""
        if self.ratio is None:
            return None
        return self.ratio <= self.target if self.at_most else self.ratio >= self.target

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "ratio": self.ratio, "ok": self.ok}


@dataclass(frozen=True)
class Comparison:
    """What we do and what a peer is asked to do; both answer how many leaves, games or nodes, and in what `time_s`."""

    what: str
    peer: str
    counts: str
    target: float
    ours: Callable[[], dict[str, Any]]
    request: dict[str, Any]
    at_most: bool = False
    same: bool = False  # both must count the same number

    def row(self, peer: "Peer", seconds: float, on_progress: Callable[[str], None]) -> Row:
        """Take turns; the best round of each side counts."""
        on_progress(f"{self.what}, {self.peer}: getting ready")
        self.ours()  # compiles
        ours = theirs = 0.0
        rounds, started = 0, time.perf_counter()
        while rounds < ROUNDS or time.perf_counter() - started < seconds:
            rounds += 1
            on_progress(f"{self.what}, {self.peer}: round {rounds}")
            here, there = self.ours(), peer.ask(**self.request)
            if self.same and here[self.counts] != there[self.counts]:
                raise Problem(f"{self.what}: {here} here, {there} in {self.peer}")
            ours = max(ours, here[self.counts] / here["time_s"])
            theirs = max(theirs, there[self.counts] / there["time_s"])
        return self._row(version=peer.version, ours=ours, theirs=theirs)

    def skipped(self, why: str) -> Row:
        return self._row(skipped=why)

    def _row(self, **fields: Any) -> Row:
        return Row(self.what, self.peer, f"{self.counts}/s", self.target, self.at_most, **fields)


def measure(
    only: Iterable[str] = (), *, seconds: float = SECONDS, on_progress: Callable[[str], None] = lambda text: None
) -> Iterator[Row]:
    """Compare with every peer that is there, `seconds` for each row. `only` names measures, games or peers."""
    with ExitStack() as stack:
        peers: dict[str, Peer | Absent] = {}
        for comparison in chosen(only):
            name = comparison.what if comparison.peer == "C" else comparison.peer
            try:
                if name not in peers:
                    on_progress(f"looking for {comparison.peer}")
                    peers[name] = stack.enter_context(closing(open_peer(comparison)))
                peer = peers[name]
                if isinstance(peer, Absent):
                    raise peer
                yield comparison.row(peer, seconds, on_progress)
            except Absent as why:
                peers[name] = why
                yield comparison.skipped(str(why))


def chosen(only: Iterable[str]) -> list[Comparison]:
    """The comparisons with any of these words in what they compare, or with whom; all if there are none."""
    everything = comparisons()
    words = [{*comparison.what.lower().split(), comparison.peer.lower()} for comparison in everything]
    wanted = {word.lower() for word in only}
    valid = {word: None for comparison in everything for word in (*comparison.what.split(), comparison.peer)}
    for word in wanted - set().union(*words):
        raise unknown("comparison", word, valid)
    return [comparison for comparison, its in zip(everything, words, strict=True) if not wanted or its & wanted]


def comparisons() -> list[Comparison]:
    """Everything that is compared, with its target. A round takes each side some tenths of a second."""
    return [
        _perft("connect4", 9, target=2),
        _perft("othello", 10, target=2),
        _playouts("connect4", 100_000, "connect_four", 10_000, target=5),
        _playouts("hex", 10_000, "hex(board_size=11)", 1_000, target=5),
        _playouts("othello", 20_000, "othello", 300, target=30),
        _playouts("backgammon", 10_000, "backgammon(max_player_turns=100000)", 100, target=10),
        _alphabeta("connect4", 12, "open_spiel", {"game": "connect_four", "depth": 9}, target=20),
        _alphabeta("connect4", 12, "easyAI", {"depth": 5}, target=1000),
        _mcts("connect4", 200_000, "connect_four", 20_000, target=5),
        _mcts("hex", 50_000, "hex(board_size=11)", 5_000, target=5),
        _mcts("othello", 50_000, "othello", 600, target=20),
        _mcts("go", 20_000, "go(board_size=9)", 2_000, target=3),
        _cfr("leduc", 2_000, "leduc_poker", 50, target=25),
        _linear_program("leduc", "leduc_poker", target=1),
    ]


def _perft(game: str, depth: int, *, target: float) -> Comparison:
    ours = partial(count_leaves, game, depth)
    return Comparison(f"perft {game}", "C", "leaves", target, ours, {"depth": depth}, at_most=True, same=True)


def _playouts(game: str, games: int, their_game: str, their_games: int, *, target: float) -> Comparison:
    request = {"measure": "playouts", "game": their_game, "games": their_games}
    return Comparison(f"playouts {game}", "open_spiel", "games", target, partial(play_games, game, games), request)


def _mcts(game: str, simulations: int, their_game: str, their_simulations: int, *, target: float) -> Comparison:
    request = {"measure": "mcts", "game": their_game, "simulations": their_simulations}
    ours = partial(simulate_games, game, simulations)
    return Comparison(f"mcts {game}", "open_spiel", "simulations", target, ours, request)


def _alphabeta(game: str, depth: int, peer: str, request: dict[str, Any], *, target: float) -> Comparison:
    request = {"measure": "alphabeta", **request}
    return Comparison(f"alphabeta {game}", peer, "nodes", target, partial(search_nodes, game, depth), request)


def _cfr(game: str, iterations: int, their_game: str, their_iterations: int, *, target: float) -> Comparison:
    request = {"measure": "cfr", "game": their_game, "iterations": their_iterations}
    ours = partial(iterate_regrets, game, iterations)
    return Comparison(f"cfr {game}", "open_spiel", "iterations", target, ours, request)


def _linear_program(game: str, their_game: str, *, target: float) -> Comparison:
    request = {"measure": "linear_program", "game": their_game}
    ours = partial(solve_program, game)
    return Comparison(f"lp {game}", "open_spiel", "programs", target, ours, request, at_most=True)


# --- our side ---------------------------------------------------------------------------------------------------------


def count_leaves(game: str, depth: int) -> dict[str, Any]:
    """Perft from the start."""
    position = load(game).start()
    w = at_root(position)
    count = kernel(position.game, leaves_below)
    started = time.process_time()
    leaves = int(count(w[0], 0, depth))
    seconds = time.process_time() - started
    finished = int(w["leaves"][0]) if position.game.rules.finished_is_leaf else 0
    return {"leaves": leaves + finished, "time_s": seconds}


def play_games(game: str, games: int) -> dict[str, Any]:
    """Random games from the start to the end."""
    position = load(game).start()
    w = at_root(position)
    w["dice"]["random"] = 1
    play = kernel(position.game, play_out)
    started = time.process_time()
    play(w[0], games, np.zeros(len(position.game.players)))
    return {"games": int(w["leaves"][0]), "time_s": time.process_time() - started}


def search_nodes(game: str, depth: int) -> dict[str, Any]:
    """Alpha-beta as the peers have it: no table, one depth, an open window, and 0 for all that is not decided.

    It enters as many nodes as open_spiel at equal depth. Our evaluation is still computed, with weights of 0.
    """
    position = load(game).start()
    data = {"weights": np.zeros_like(position.game.data["weights"])}
    search = Search(position, methods["alphabeta"], Limit(depth=depth), data=data, window=(-inf, inf))
    started = time.process_time()
    found = run(search, {"plain": True})
    seconds = time.process_time() - started
    if found.interrupted:
        raise KeyboardInterrupt
    return {"nodes": found.nodes, "time_s": seconds}


def simulate_games(game: str, simulations: int) -> dict[str, Any]:
    """UCT without a solver, from the start, with room for the whole tree, as in open_spiel."""
    tree = SearchTree(2000)
    search = Search(load(game).start(), methods["mcts"], Limit(simulations=simulations), seed=1)
    started = time.process_time()
    found = run(search, {"solver": False, "memory": tree})
    seconds = time.process_time() - started
    if found.interrupted:
        raise KeyboardInterrupt
    return {"simulations": found.simulations, "time_s": seconds}


def iterate_regrets(game: str, iterations: int) -> dict[str, Any]:
    """Counterfactual regret minimisation, both players in turn; the game is unfolded before."""
    regrets = Regrets(_unfolded(game), VARIANTS["cfr"])
    started = time.process_time()
    regrets.go_on(iterations)
    return {"iterations": iterations, "time_s": time.process_time() - started}


@cache
def _unfolded(game: str) -> SequenceForm:
    return sequence_form(load(game).start())


def solve_program(game: str) -> dict[str, Any]:
    """The value by linear programs over sequences: the game is unfolded, the programs are made and solved."""
    started = time.process_time()
    found = optimal(sequence_form(load(game).start()))
    seconds = time.process_time() - started
    return {"programs": 1, "value": float(found.values()[0][0]), "time_s": seconds}


# --- their side -------------------------------------------------------------------------------------------------------


class Absent(Problem):
    """Why a peer cannot be measured."""


def files() -> Path:
    """The folder with the peers' sources: inside an installed package, or beside `src` in a checkout."""
    here = Path(__file__).resolve().parent
    return next((place for place in (here / "_bench", here.parents[1] / "bench") if place.is_dir()), here / "_bench")


def open_peer(comparison: Comparison) -> "Peer":
    """The peer of a comparison, ready to be asked."""
    if comparison.peer == "C":
        return CProgram(comparison.what.split()[-1])
    for python in _pythons():
        peer = PythonScript(python, comparison.peer)
        if peer.version:
            return peer
        peer.close()
    raise Absent("not installed (zermelo bench --install-peers)")


class CProgram:
    """A file of `bench/c`, built with gcc."""

    version = " ".join(("gcc", *C_FLAGS))

    def __init__(self, game: str) -> None:
        gcc = shutil.which("gcc")
        if gcc is None:
            raise Absent("there is no gcc")
        self.place = tempfile.TemporaryDirectory()
        self.program = str(Path(self.place.name) / game)
        command = [gcc, *C_FLAGS, "-o", self.program, str(files() / "c" / f"{game}.c")]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            self.close()
            raise Absent(f"gcc failed: {next(iter(built.stderr.splitlines()), 'without a word')}")

    def ask(self, *, depth: int) -> dict[str, Any]:
        done = subprocess.run([self.program, str(depth)], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def close(self) -> None:
        self.place.cleanup()


class PythonScript:
    """A file of `bench/peers`, run by a Python that may have the peer: it answers one line for every line."""

    def __init__(self, python: str, peer: str) -> None:
        self.peer = peer
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        command = [python, str(files() / "peers" / SCRIPTS[peer])]
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self.errors, text=True)
        except OSError as error:
            raise Absent(f"{python} does not start: {error.strerror}") from None
        self.version = self._read().get("version", "")  # empty: this Python has no such package

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin
        with suppress(OSError):  # if it has ended, reading tells why
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            self.errors.seek(0)
            raise Absent(f"{self.peer} failed: {_last_line(self.errors.read())}")
        return json.loads(line)

    def close(self) -> None:
        """It ends when there is nothing more to read."""
        try:
            self.process.communicate(timeout=1)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()
        self.errors.close()


Peer = CProgram | PythonScript


def _pythons() -> list[str]:
    """Where peers may be installed: the environment that `ZERMELO_PEERS` names; or the one made for them, or ours."""
    if named := os.environ.get("ZERMELO_PEERS"):
        return [named]
    made = peers_python()
    return [*([str(made)] if made and made.exists() else []), sys.executable]


def peers_python() -> Path | None:
    """The Python of the environment that `install_peers` makes; None when there is no cache folder."""
    where = folder()
    return where and where / "peers" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install_peers(*, on_progress: Callable[[str], None] = lambda text: None) -> Path:
    """Make an environment for the peers in the cache folder, and install them from PyPI."""
    python = peers_python()
    if python is None:
        raise Problem("there is no cache folder to install the peers in (ZERMELO_CACHE is empty)")
    place = python.parents[1]
    on_progress(f"installing {' and '.join(PEERS)} in {place}")
    for command in (
        [sys.executable, "-m", "venv", str(place)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS, *ALSO],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Problem(f"the peers cannot be installed: {_last_line(done.stderr or done.stdout)}")
    return python


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "without a word"
