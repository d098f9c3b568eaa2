"""The table at which a game is played through a protocol: any colour may move, moves are taken back, sizes change."""

from zermelo.core.catalogue import load
from zermelo.core.game import Game, asking
from zermelo.core.history import History
from zermelo.core.options import spelled
from zermelo.errors import Problem


class Sitting:
    """A game under way in which each move comes with its colour.

    Who moves out of turn does so by the rule `take_turn` if the game has it; else the other side passes, if it may.
    """

    def __init__(self, game: Game) -> None:
        game.must_be_open()
        self.game = game
        self.history = History(game.start())
        self.moves: list[tuple[int, str]] = []  # colour and name
        self._before: list[tuple[History, int]] = []  # each move: the history at that time, and how long it was

    def at_turn(self, colour: int) -> History:
        """The game as it stands, with that colour to move: the game itself, or a branch of it."""
        history = self.history
        position = history.position
        if position.mover == colour and not history.over:
            return history
        if self.game.has("take_turn"):
            s = position.state
            with asking(self.game, "take_turn"):
                self.game.rule("take_turn")(s, colour)
            branch = History(self.game.from_state(s), history.past)
            return history if branch.over else branch
        if history.over:
            return history
        if "pass" not in history.moves:
            raise Problem(f"it is the turn of {self.game.players[position.mover]}, who may not pass")
        branch = History(position, history.past)
        branch.play("pass")
        return branch

    def play(self, colour: int, move: str) -> None:
        before = self.history, len(self.history.played)
        history = self.at_turn(colour)
        history.play(move)
        self.history = history
        self.moves.append((colour, history.played[-1]))
        self._before.append(before)

    def undo(self) -> None:
        if not self.moves:
            raise Problem("there is no move to take back")
        self.moves.pop()
        self.history, length = self._before.pop()
        while len(self.history.played) > length:
            self.history.undo()

    def under(self, game: Game) -> "Sitting":
        """The same moves under other rules."""
        other = Sitting(game)
        for colour, move in self.moves:
            other.play(colour, move)
        return other


def varied(game: Game, **changes: object) -> Game:
    """The game with other values of some options."""
    chosen = {name: option.value for name, option in game.options.items() if option.value != option.default}
    options = ",".join(f"{name}={spelled(value)}" for name, value in (chosen | changes).items())
    return load(f"{game.name}:{options}")
