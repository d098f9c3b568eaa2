"""Pig, a dice game: roll as often as you dare; a 1 loses what you gathered in this turn. First to the target wins.

In your turn you roll a die again and again. Every number is added to your turn total, until you hold: then the total is
added to your score, and the turn passes. But a 1 ends your turn at once and you score nothing. A turn begins with a
roll: nobody can pass. And it ends when score and turn total together reach the target, since nothing is left to roll
for. So the players decide in the states (i, j, k) of Neller and Presser (2004), "Optimal play of the dice game Pig":
i and j the scores of the mover and of the other player, k the turn total, i + k less than the target. To 100 points
they count 505,000; here there are as many again with the other player to move.

Games may go on for ever, but with probability 0. Who begins wins a game to 100 points with probability 0.530593 if both
play well, and then holds at 21 in the first turn. With `sides=2`, a coin, it is Piglet, with all scores doubled.

A position lists the scores, whose turn it is, and the turn total: `23-17 A 5`. Where the die decides it is followed by
`rolls`. The payoff is 1 for the winner and 0 for the others.
"""

from numpy import int8, int16

from zermelo.core.game import CHANCE, Board, Cell, Rules, option

TARGET = option("target", 100, "score that wins", low=1, high=10_000)
PLAYERS = option("players", 2, "players", low=2, high=6)
SIDES = option("sides", 6, "sides of the die", low=2, high=20)
ROLL, HOLD = 0, 1
NAMES = tuple("ABCDEF"[:PLAYERS])


class Pig(Rules):
    players = NAMES
    board = Board(
        cells=tuple(Cell(row + name, x, y) for y, row in enumerate(("", "turn")) for x, name in enumerate(NAMES)),
        pieces="counts",
        columns=tuple((name, float(x)) for x, name in enumerate(NAMES)),
        rows=(("safe", 0.0), ("turn", 1.0)),
    )
    max_moves, max_plies = SIDES, 64
    payoff_range, payoff_sum = (0, 1), 1

    class State:
        scores: (int16, PLAYERS)
        total: int16  # of this turn
        turn: int8
        rolling: int8

    class Data:
        # Points that everybody lacks besides those to the target, what the turn is worth in points, and what a point of
        # the turn total is before one holds. With these a search of one move wins 48.4 % of its games to 100 against
        # optimal play, beginning half of them; who always holds at 20 wins 46.0 %.
        weights = (14.3, 8.4, 0.3)

    def mover(s):
        return CHANCE if s.rolling else s.turn

    def moves(s, out):
        out[0] = ROLL
        out[1] = HOLD
        return 2 if s.total > 0 else 1

    def chance(s, out, probs):
        for side in range(SIDES):
            out[side] = side + 1
            probs[side] = 1 / SIDES
        return SIDES

    def play(s, move):
        if not s.rolling and move == ROLL:
            s.rolling = 1
        elif not s.rolling:
            end_turn(s, s.total)
        else:
            s.rolling = 0
            if move == 1:
                end_turn(s, 0)
            elif s.scores[s.turn] + s.total + move < TARGET:
                s.total += move
            else:
                s.scores[s.turn] += s.total + move
                s.total = 0

    def over(s):
        """The turn of a winner does not pass."""
        return s.scores[s.turn] >= TARGET

    def payoff(s, out):
        for player in range(PLAYERS):
            out[player] = 1.0 if player == s.turn else 0.0

    def estimate(s, out, weights):
        """A roll is worth its average."""
        for player in range(PLAYERS):
            out[player] = 0.0
        if not s.rolling:
            judge(s, s.turn, s.total, 1.0, weights, out)
            return
        judge(s, following(s.turn), 0, 1 / SIDES, weights, out)
        for side in range(2, SIDES + 1):
            judge(s, s.turn, s.total + side, 1 / SIDES, weights, out)

    def cells(s):
        yield from s.scores
        for player in range(PLAYERS):
            yield f"+{s.total}{'?' if s.rolling else ''}" if player == s.turn and not Pig.over(s) else "."

    def move_name(s, move):
        return str(move) if s.rolling else ("roll", "hold")[move]

    def show(s):
        return f"{'-'.join(map(str, s.scores))} {NAMES[s.turn]} {s.total}{' rolls' if s.rolling else ''}"

    def read(s, text):
        words = text.split()
        if len(words) not in (3, 4) or (len(words) == 4 and words[3] != "rolls"):
            raise ValueError(f"expected scores, player, turn total, and perhaps the word rolls: {EXAMPLE}")
        *numbers, total = [*words[0].split("-"), words[2]]
        if not all(number.isdecimal() for number in [*numbers, total]):
            raise ValueError("scores and the turn total are whole numbers")
        if len(numbers) != PLAYERS:
            raise ValueError(f"{len(numbers)} scores instead of {PLAYERS}")
        if words[1] not in NAMES:
            raise ValueError(f"the player whose turn it is is {' or '.join(NAMES)}, not {words[1]!r}")
        refuse_impossible(list(map(int, numbers)), int(total), NAMES.index(words[1]), len(words) == 4)
        s.scores[:] = [int(number) for number in numbers]
        s.total, s.turn, s.rolling = int(total), NAMES.index(words[1]), len(words) == 4


EXAMPLE = "-".join(["0"] * PLAYERS) + " A 0"


def refuse_impossible(scores, total, turn, rolling):
    """Raise a ValueError for a position that cannot come about."""
    for points in (*scores, total):
        if points == 1 or (SIDES == 2 and points % 2):
            raise ValueError(f"there is no way to get {points} points")
    winners = [player for player in range(PLAYERS) if scores[player] + (total if player == turn else 0) >= TARGET]
    if winners and (winners != [turn] or total or rolling):
        raise ValueError(f"who reaches {TARGET} has won, keeps the turn, and has nothing left in the turn total")
    if max(scores) >= TARGET + SIDES:
        raise ValueError(f"with {max(scores)} points the game would have ended earlier, at {TARGET}")


def end_turn(s, points):
    """The mover scores, and the next player's turn begins."""
    s.scores[s.turn] += points
    s.total = 0
    s.turn = following(s.turn)


def following(player):
    return player + 1 if player + 1 < PLAYERS else 0


def judge(s, mover, total, probability, weights, out):
    """Add everybody's chances, times a probability, in `mover`'s turn with a turn total. Modified in place.

    The mover holds now, or goes on: whichever is better.
    """
    if s.scores[mover] + total >= TARGET:
        out[mover] += probability
        return
    turn, points = mover, weights[2] * total
    if total > 0:
        going = chances(s, mover, mover, mover, points, weights)
        if chances(s, mover, following(mover), mover, total, weights) > going:
            turn, points = following(mover), float(total)
    for player in range(PLAYERS):
        out[player] += probability * chances(s, player, turn, mover, points, weights)


def chances(s, player, turn, scorer, points, weights):
    """The share that a player has of everybody's strength, in `turn`'s turn, if `scorer` had more points."""
    everything = 0.0
    for other in range(PLAYERS):
        everything += strength(s, other, turn, scorer, points, weights)
    return strength(s, player, turn, scorer, points, weights) / everything


def strength(s, player, turn, scorer, points, weights):
    """It falls with the square of what a player lacks; who will have the turn sooner lacks less."""
    wait = player - turn if player >= turn else player - turn + PLAYERS
    lacking = TARGET - s.scores[player] - weights[1] * (PLAYERS - 1 - wait) / (PLAYERS - 1)
    if player == scorer:
        lacking -= points
    lacking = max(lacking, 0.0) + weights[0]
    return 1.0 / (lacking * lacking)
