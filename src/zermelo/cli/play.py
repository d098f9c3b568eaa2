"""zermelo play: a game in the terminal, with a score on every move."""

import random
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.common import GameArgument, JsonOption, PositionOption, SeedOption, Ticker, load, number, print_json

if TYPE_CHECKING:
    from zermelo.arena.players import Player
    from zermelo.game import Position

HELP = "a move, or: moves, undo, hint (switch the scores on or off), quit"
QUICK = "alphabeta:nodes=20000"


def play(
    game: GameArgument,
    seat: Annotated[int | None, typer.Option("--as", min=0, help="Your seat: 1, 2, ...; 0 to watch.")] = None,
    opponent: Annotated[
        str, typer.Option("--with", help="The other seats: method[:key=value,...], random, human.", metavar="PLAYER")
    ] = "",
    position: PositionOption = "",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Play against a search: the board, a score on each legal move, the principal variation.

    Without a terminal it plays a quick game against itself.

    Examples:

      zermelo play connect4

      zermelo play othello --as 2 --with alphabeta:time=3

      zermelo play mygame.py --with random
    """
    from zermelo.arena.players import player
    from zermelo.errors import Problem

    chosen = load(game)
    somebody = sys.stdin.isatty() and sys.stdout.isatty()
    if seat is None:
        seat = 1 if somebody else 0
    if seat > len(chosen.players):
        raise Problem(f"there is no seat {seat} in {chosen.spec} (players: {', '.join(chosen.players)})")
    humans = {seat - 1} if seat else set()
    if opponent == "human":
        humans, opponent = set(range(len(chosen.players))), "random"
    engine = player(opponent or ("alphabeta:time=1" if somebody else QUICK), seed=seed)
    table = _Table(chosen.position(position), humans, engine, quiet=json, seed=seed)
    table.run()
    if json:
        end = table.position
        print_json(
            {
                "game": chosen.spec,
                "position": end.text,
                "moves": table.moves,
                "over": end.over,
                "values": end.payoff,
                "seed": seed,
            }
        )


class _Table:
    """A game under way: the positions so far, and who sits where."""

    def __init__(
        self, position: "Position", humans: set[int], engine: "Player", *, quiet: bool, seed: int | None
    ) -> None:
        self.history = [position]
        self.moves: list[str] = []
        self.humans, self.engine = humans, engine
        self.dice = random.Random(seed)
        self.out = sys.stderr if quiet else sys.stdout
        self.scores = True

    @property
    def position(self) -> "Position":
        return self.history[-1]

    def say(self, text: str = "") -> None:
        print(text, file=self.out, flush=True)

    def run(self) -> None:
        game = self.position.game
        self.say(f"{game.about or game.spec}")
        if self.humans:
            self.say(f"Type {HELP}.")
        else:
            self.say(f"{self.engine.name} plays all seats.")
        while not self.position.over:
            self.say(f"\n{self.position}")
            if self.position.mover in self.humans:
                going_on = self.ask()
            elif self.position.chances:
                going_on = self.roll()
            else:
                going_on = self.think()
            if not going_on:
                self.say("Game left unfinished.")
                return
        self.say(f"\n{self.position}")

    def play(self, move: str) -> None:
        self.history.append(self.position.play(move))
        self.moves.append(move)

    def roll(self) -> bool:
        """Chance moves, by its probabilities."""
        chances = self.position.chances
        move = self.position.move_name(self.dice.choices(list(chances), list(chances.values()))[0])
        self.say(f"chance: {move}")
        self.play(move)
        return True

    def think(self) -> bool:
        """Let the engine move; False if Ctrl-C ended a game that nobody else plays in."""
        from zermelo.arena.players import SearchPlayer

        if not isinstance(self.engine, SearchPlayer):
            move = self.engine.choose(self.position)
            self.say(f"{self.engine.name} plays {move}")
            self.play(move)
            return True
        with Ticker() as ticker:
            self.engine.on_progress = ticker
            found = self.engine.think(self.position, lines=1 if self.humans else len(self.position.moves))
        if found.interrupted and not self.humans:
            return False
        if not self.humans:
            self.say(_scores(found))
        self.say(f"{self.engine.name} plays {found.move}   {number(found.value)}: {found.meaning}")
        self.say(f"expects {' '.join(found.pv)}")
        self.play(found.move or "")
        return True

    def ask(self) -> bool:
        """Let the person move; False to leave."""
        from zermelo.errors import Problem

        if self.scores:
            self.advise()
        while True:
            try:
                text = input(f"{self.position.game.players[self.position.mover]}> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.say()
                return False
            try:
                if text in ("quit", "q", "exit"):
                    return False
                if text in ("undo", "u") and len(self.history) > 1:
                    self.take_back()
                    return True
                if text in ("undo", "u"):
                    self.say("There is nothing to take back.")
                    continue
                if text in ("hint", "h"):
                    self.scores = not self.scores
                    return True
                if text in ("moves", "m"):
                    self.say(" ".join(self.position.moves))
                elif text in ("", "help", "?"):
                    self.say(HELP)
                else:
                    self.play(text)
                    return True
            except Problem as problem:
                self.say(f"{problem}; {HELP}")

    def take_back(self) -> None:
        """To the person's move before this one."""
        while len(self.history) > 1:
            self.history.pop()
            self.moves.pop()
            if self.position.mover in self.humans:
                return

    def advise(self) -> None:
        from zermelo.errors import Problem
        from zermelo.search import Limit, analyse

        try:
            with Ticker() as ticker:
                found = analyse(
                    self.position, limit=Limit(time=0.7), lines=len(self.position.moves), on_progress=ticker
                )
        except Problem:  # a kind of game that alpha-beta cannot score
            return
        self.say(_scores(found))
        self.say(f"best: {found.move}   {number(found.value)}: {found.meaning}")
        self.say(f"expect {' '.join(found.pv)}")


def _scores(found) -> str:  # type: ignore[no-untyped-def]
    return "scores: " + "  ".join(f"{line.move} {number(line.value)}" for line in found.lines)
