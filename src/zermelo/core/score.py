"""What a score means, in one sentence."""

from math import ceil, exp, log, log10

from zermelo.core.game import Game, Position

BEST_PLAY = "with best play"


def meaning(
    position: Position, value: float, *, exact: bool, plies: int | None = None, assumes: str = BEST_PLAY
) -> str:
    """`value` is for the player to move, in the game's own units; `plies`: until the end, if that is known.

    `assumes`: what a search for many players takes for granted.
    """
    game = position.game
    who = game.players[position.mover] if 0 <= position.mover < len(game.players) else game.players[0]
    middle = game.middle
    lead = value - middle
    if len(game.players) == 1:
        sure = "with best play" if exact else "as far as the search could see"
        unit = f" {game.rules.unit}" if game.rules.unit else ""
        return f"{who} gets {told(game, value)}{unit}{' on average' * game.stochastic}, {sure}"
    if len(game.players) > 2:
        return _among_many(position, value, who, exact, BEST_PLAY if position.over else assumes)
    if (game.stochastic or game.hidden) and not position.over and value not in (game.lowest, game.highest):
        sure = "with best play" if exact else "as far as the search could see"
        unit = f" {game.rules.unit}" if game.rules.unit else ""
        return f"{who} gets {told(game, value)}{unit} on average, {sure}"
    if exact:
        if lead == 0:
            return "a draw with best play" if not position.over else "a draw"
        verb = "wins" if lead > 0 else "loses"
        return f"{who} {verb}{_by(game, abs(lead))}{_when(position, plies)}"
    if abs(lead) < 0.05 * (game.highest - middle):
        return "about even, as far as the search could see"
    verb = "is ahead" if lead > 0 else "is behind"
    scale = _by(game, abs(lead)) or f" ({game.highest:+g} is a win, {game.lowest:+g} a loss)"
    return f"{who} {verb}{scale}, as far as the search could see"


def _among_many(position: Position, value: float, who: str, exact: bool, assumes: str) -> str:
    game = position.game
    one_wins = game.payoff_sum == game.highest and game.lowest == 0  # the winner takes it all
    verb = f"gets {told(game, value)}" + (f" {game.rules.unit}" if game.rules.unit else "")
    if one_wins and value in (game.lowest, game.highest):
        verb = "wins" if value == game.highest else "loses"
    if position.over:
        return f"{who} {verb}"
    if exact:
        return f"{who} {verb}{' on average,' if game.stochastic else ''} {assumes}"
    return (
        f"{who} {verb}{f' ({game.highest:g} is a win)' if one_wins else ''} {assumes}, as far as the search could see"
    )


def _when(position: Position, plies: int | None) -> str:
    if position.over:
        return ""
    if plies is None:
        return " with best play"
    return f" in {plies} {'ply' if plies == 1 else 'plies'} with best play"


def _by(game: Game, lead: float) -> str:
    """The margin, in a game that has one."""
    unit = game.rules.unit
    if not unit:
        return ""
    return f" by {told(game, lead)} {unit.removesuffix('s') if lead == 1 else unit}"


def decimals(game: Game) -> int:
    """How many decimals of a value are worth telling: a thousandth of what a game can pay, and one at least.

    >>> from zermelo import load
    >>> [decimals(load(name)) for name in ("tictactoe", "pig", "othello")]
    [2, 3, 1]
    """
    width = game.highest - game.lowest
    return max(1, 3 - ceil(log10(width))) if width > 0 else 1


def told(game: Game, value: float) -> str:
    """A value as people write it."""
    return f"{round(value, decimals(game)) + 0.0:.12g}"


def win_probability(lead: float, scale: float) -> float:
    """The chance to win that goes with a lead: the logistic link between the two ways to read an evaluation.

    `scale` is the lead at which it is 73 %. A searched value is the same choice in either reading, since the link is
    increasing; under chance it is not, and where wins count differently (gammons) the expected score is the one to use.

    >>> win_probability(0, scale=8), round(win_probability(8, scale=8), 2)
    (0.5, 0.73)
    """
    return 1 / (1 + exp(-lead / scale))


def lead_for(probability: float, scale: float) -> float:
    """The lead that goes with a chance to win between 0 and 1: the inverse of `win_probability`."""
    return scale * log(probability / (1 - probability))
