"""zermelo play: a game in the terminal, with a score on every move."""

import random
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.common import (
    GameArgument,
    JsonOption,
    PositionOption,
    SeedOption,
    Ticker,
    answers,
    line_of,
    load,
    number,
    print_json,
)

if TYPE_CHECKING:
    from zermelo.arena.players import Player, SearchPlayer
    from zermelo.core.game import Game, Position
    from zermelo.core.hidden import Sight
    from zermelo.core.history import History
    from zermelo.search import Analysis

EXPECTED = 8  # moves of a variation that are shown
HELP = "a move, or: moves, undo, hint (switch the scores on or off), quit"


def play(
    game: GameArgument,
    seat: Annotated[int | None, typer.Option("--as", min=0, help="Your seat: 1, 2, ...; 0 to watch.")] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            help="Who has the other seats: level:1 to level:10, method[:key=value,...], greedy, random, human; where "
            "something is hidden equilibrium, plan:FILE. Once "
            "for all, or for each.",
            metavar="PLAYER",
        ),
    ] = None,
    position: PositionOption = "",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Play against a search: the board, a score on each legal move, the principal variation.

    Without a terminal it plays a quick game against itself.

    Examples:

      zermelo play connect4

      zermelo play othello --as 2 --with alphabeta:time=3

      zermelo play mygame.py --as 0 --with greedy --with random
    """
    from zermelo.core.history import History
    from zermelo.core.options import with_setting
    from zermelo.errors import Problem
    from zermelo.search import usual_method

    chosen = load(game)
    somebody = sys.stdin.isatty() and answers().isatty()
    if seat is None:
        seat = 1 if somebody else 0
    if seat > len(chosen.players):
        raise Problem(f"there is no seat {seat} in {chosen.spec} (players: {', '.join(chosen.players)})")
    others = opponents or [with_setting(usual_method(chosen), *(("time", 1) if somebody else ("nodes", 20000)))]
    players = _seated(chosen, seat, others, seed)
    seating = _Seating(History.read(chosen, position), players, quiet=json, seed=seed)
    if not somebody and not seating.humans:
        print("zermelo: no terminal, so nobody is asked for moves (--as 1 reads yours)", file=sys.stderr)
    seating.run()
    if json:
        history = seating.history
        known = seating.secret is None or history.over
        print_json(
            {
                "game": chosen.spec,
                "position": history.position.text if known else seating.shown.text,
                "players": [player.name for player in players],
                "moves": history.played if known else seating.seen.log,
                "over": history.over,
                "reason": history.reason,
                "values": history.payoff,
                "seed": seed,
            }
        )


def _seated(game: "Game", seat: int, others: list[str], seed: int | None) -> list["Player"]:
    """The players in the order of the seats, a human in seat number `seat`."""
    from zermelo.arena.fixture import derived
    from zermelo.arena.players import SearchPlayer, player
    from zermelo.errors import Problem
    from zermelo.search import Limit
    from zermelo.search.method import find

    free = len(game.players) - (seat > 0)
    if len(others) not in (1, free):
        raise Problem(
            f"{game.spec} has {free} other seats: give --with once for all, or for each, not {len(others)} times"
        )
    specs = others * free if len(others) == 1 else list(others)
    if seat:
        specs.insert(seat - 1, "human")
    seated = [player(spec, seed=None if seed is None else derived(seed, place)) for place, spec in enumerate(specs)]
    for one in seated:
        if isinstance(one, SearchPlayer):
            find(one.method).must_suit(game)
            if one.seed is None and one.limit == Limit(depth=one.limit.depth):
                one.meanwhile = True  # who plays does not want to wait, and finds the same in plain Python
    return seated


class _Seating:
    """A game under way, and who sits where."""

    def __init__(self, history: "History", players: list["Player"], *, quiet: bool, seed: int | None) -> None:
        from zermelo.arena.players import Human
        from zermelo.errors import Problem

        self.history = history
        self.players = players
        self.humans = {seat for seat, player in enumerate(players) if isinstance(player, Human)}
        self.dice = random.Random(seed)
        self.veil = random.Random(None if seed is None else f"veil {seed}")  # of what players may take for the truth
        self.out = sys.stderr if quiet else sys.stdout
        self.scores = True
        self.secret = min(self.humans) if self.humans and history.game.hidden else None  # the only seat that is shown
        self.told = 0  # how much of what that seat was told has been said
        if self.secret is not None and len(self.humans) > 1:
            raise Problem(f"{history.game.spec} has hidden information: one person at a time can look at this screen")

    @property
    def position(self) -> "Position":
        return self.history.position

    @property
    def shown(self) -> "Position | Sight":
        """What is on the screen: the position, or what the person at it may know."""
        return self.position if self.secret is None else self.seen

    @property
    def seen(self) -> "Sight":
        """What the person at the screen may know."""
        return self.position.sight(self.secret or 0, self.veil)

    def tell(self, text: str) -> None:
        """Say what happened; where something is hidden, only what the person was told of it."""
        if self.secret is None:
            self.say(text)
            return
        log = self.seen.log
        for words in log[self.told :]:
            self.say(f"  {words}")
        self.told = len(log)

    def say(self, text: str = "") -> None:
        print(text, file=self.out, flush=True)

    def run(self) -> None:
        game, history = self.position.game, self.history
        self.say(f"{game.about or game.spec}")
        self.say(", ".join(f"{seat}: {who.name}" for seat, who in zip(game.players, self.players, strict=True)))
        if self.humans:
            self.say(f"Type {HELP}.")
        if self.secret is not None:
            self.tell("")
        while not history.over:
            if self.secret is None or self.position.mover == self.secret:
                self.say(f"\n{self.shown}")
            if self.position.mover in self.humans:
                going_on = self.ask()
            elif self.position.chances:
                going_on = self.roll()
            else:
                going_on = self.think()
            if not going_on:
                self.say("Game left unfinished.")
                return
        self.say(f"\n{self.shown}")
        if not self.position.over:  # it ended by what came before
            results = zip(game.players, history.payoff or (), strict=True)
            self.say(f"over, {history.reason}: {', '.join(f'{player} {value + 0.0:+g}' for player, value in results)}")

    def roll(self) -> bool:
        """Chance moves, by its probabilities."""
        from zermelo.arena.openings import roll

        self.history.play(roll(self.position.chances, self.dice))
        self.tell(f"chance: {self.history.played[-1]}")
        return True

    def think(self) -> bool:
        """Let a program move; False if Ctrl-C ended a game that nobody else plays in."""
        from zermelo.arena.gate import at_turn
        from zermelo.arena.players import RESIGN, SearchPlayer

        player = self.players[self.position.mover]
        view, past = at_turn(self.history, self.veil)
        if not isinstance(player, SearchPlayer):
            move = player.choose(view, past)
            if move == RESIGN:
                self.say(f"{self.mover_is(player)} resigns")
                return False
            who = self.mover_is(player)
            self.history.play(move)
            self.tell(f"{who} plays {move}")
            return True
        found = self.search(player, lines=1 if self.humans else len(self.history.moves))
        if found.interrupted and not self.humans:
            return False
        if not self.humans:
            self.say(_scores(found))
        who = self.mover_is(player)
        self.history.play(found.move or "")
        expects = f"\nexpects {line_of(found.pv, EXPECTED)}"
        self.tell(f"{who} plays {found.move}   {number(found.value)}: {found.meaning}{expects}")
        return True

    def mover_is(self, player: "Player") -> str:
        """Who moves: the name of the program; where there are many players, also whom it plays."""
        names = self.position.game.players
        return player.name if len(names) < 3 else f"{names[self.position.mover]} ({player.name})"

    def search(self, player: "SearchPlayer", *, lines: int) -> "Analysis":
        from zermelo.arena.gate import at_turn

        with Ticker() as ticker:
            player.on_progress = None if self.secret not in (None, self.position.mover) else ticker
            return player.think(*at_turn(self.history, self.veil), lines=lines)

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
                if text in ("undo", "u") and self.secret is not None:
                    self.say(
                        "Nothing is taken back where something is hidden: you would still know what you were told."
                    )
                    continue
                if text in ("undo", "u") and self.history.played:
                    self.take_back()
                    return True
                if text in ("undo", "u"):
                    self.say("There is nothing to take back.")
                    continue
                if text in ("hint", "h"):
                    self.scores = not self.scores
                    return True
                if text in ("moves", "m"):
                    self.say(line_of(list(self.history.moves)))
                elif text in ("", "help", "?"):
                    self.say(HELP)
                else:
                    self.history.play(text)
                    if self.secret is not None:
                        self.told += 1  # they know what they did
                        self.tell("")
                    return True
            except Problem as problem:
                self.say(f"{problem}; {HELP}")

    def take_back(self) -> None:
        """To the person's move before this one."""
        while self.history.played:
            self.history.undo()
            if self.position.mover in self.humans:
                return

    def advise(self) -> None:
        from zermelo.arena.players import SearchPlayer, player
        from zermelo.core.options import with_setting
        from zermelo.errors import Problem
        from zermelo.search import usual_method

        adviser = player(with_setting(usual_method(self.position.game), "time", 0.7))
        assert isinstance(adviser, SearchPlayer)
        try:
            found = self.search(adviser, lines=len(self.history.moves))
        except Problem:  # a kind of game that no search can score
            return
        self.say(_scores(found))
        self.say(f"best: {found.move}   {number(found.value)}: {found.meaning}")
        self.say(f"expect {line_of(found.pv, EXPECTED)}")


def _scores(found: "Analysis") -> str:
    between = ", " if any(" " in line.move for line in found.lines) else "  "
    return "scores: " + between.join(f"{line.move} {number(line.value)}" for line in found.lines)
