"""The games on which inputs are tried: every one that is shipped, small where it can be, and ways into them."""

from math import isfinite
from random import Random

import zermelo as z
from fuzz.engine import must
from zermelo.core.history import History

SPECS = (
    "backgammon breakthrough:size=4 breakthrough:columns=2,rows=4 chinese-checkers:players=2,board=small "
    "chinese-checkers:players=3,board=small connect4 connect4:width=3,height=3,length=3 connect4:score=stones "
    "dots dots:rows=1,columns=2 draughts einstein einstein:size=3 einstein:start=free einstein:start=random "
    "focus:players=2 focus:players=3,ends=captures go:size=2 go:size=3,komi=0 go:size=5,suicide=true "
    "go:columns=3,rows=2 hex:size=1 hex:size=3 hex:size=3,swap=true hex:size=11 kalah kalah:pits=2,seeds=1 "
    "kalah:empty_capture=true nim nim:piles=1-2,misere=true nim:piles=9-9-9-9 othello:size=4 othello "
    "othello:empties=winner pig pig:target=5,players=3 rolit:size=4 rolit:players=2 split-nim split-nim:pile=20 "
    "synthetic:branching=3,depth=4 synthetic:order=best tictactoe tug tug:repetition=forbidden "
    "tug:repetition=loss,heaves=2 virus:players=2,size=4 virus:players=3,size=4,pattern=cross"
).split()
TINY = (
    "tictactoe connect4:width=3,height=3,length=3 nim:piles=1-2 nim:piles=2-2,misere=true split-nim:pile=5 "
    "hex:size=2 hex:size=2,swap=true kalah:pits=1,seeds=2 dots:rows=1,columns=1 othello:size=4 tug "
    "tug:repetition=forbidden pig:target=3,sides=2 einstein:size=3,stones=1 virus:players=3,size=4,cap=4 "
    "go:size=2 synthetic:branching=2,depth=3 breakthrough:columns=2,rows=4 rolit:size=4,players=3 focus:players=3 "
    "pig:target=3,players=3,sides=2"
).split()


GTP = "go:size=2 go:size=3 go:size=5 go:columns=3,rows=2 hex:size=1 hex:size=2 hex:size=4,swap=true othello".split()
SGF = ["go:size=5", "hex:size=5"]
GAMES = {spec: z.load(spec) for spec in {*SPECS, *TINY, *GTP, *SGF}}  # before anybody looks at the clock


def some_game(rng: Random, specs: list[str] = SPECS) -> z.Game:
    return GAMES[rng.choice(specs)]


def some_line(rng: Random, game: z.Game, most: int = 12) -> History:
    """A game at random, for a while or to its end."""
    history = History(game.start())
    for _ in range(rng.choice((0, 1, 2, rng.randrange(most)))):
        if history.over:
            break
        history.play(rng.choice(list(history.moves.values())))
    return history


def must_be_whole(position: z.Position) -> None:
    """What holds for a position of any game: it shows itself, it reads back, its moves are legal, its end is paid."""
    game = position.game
    must(game.position(position.text) == position, f"{position.text!r} does not read back")
    must(str(position).strip(), "it has no picture")
    must(-1 <= position.mover < len(game.players), f"the mover is {position.mover}")
    moves = position.moves
    must(len(moves) == len(position.codes), f"moves of the same name: {[*moves]}")
    if position.over:
        payoff = position.payoff or ()
        must(len(payoff) == len(game.players) and all(map(isfinite, payoff)), f"payoffs {payoff}")
        must(all(game.lowest <= value <= game.highest for value in payoff), f"{payoff} is outside the payoff_range")
        total = game.payoff_sum
        must(total is None or abs(sum(payoff) - total) < 1e-6, f"{payoff} do not add up to {total}")
        return
    must(moves, "no moves, and not over")
    shares = position.chances
    must(not shares or abs(sum(shares.values()) - 1) < 1e-6, f"the probabilities {shares} do not add up to 1")


def must_go_on(position: z.Position, name: str) -> z.Position:
    """A legal move reads back and can be played; the position after it is whole, too."""
    code = position.moves[name]
    must(position.read_move(name) == code, f"the move {name!r} does not read back at {position.text!r}")
    after = position.play(name)
    must(after == position.play(code), f"{name!r} by name and by code differ")
    must_be_whole(after)
    return after
