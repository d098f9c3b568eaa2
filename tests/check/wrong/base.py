"""Games that are right. Each file beside it makes one mistake in one of them, and begins with what is said of it."""

from numpy import int8

from zermelo import CHANCE, Rules, below, grid


class Take(Rules):
    """Take 1 or 2 of 5 matches; who takes the last one wins."""

    class State:
        left: int8

    def start(s):
        s.left = 5

    def moves(s, out):
        out[0], out[1] = 1, 2
        return min(2, s.left)

    def play(s, take):
        s.left -= take

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1


class Race(Rules):
    """Two runners, one step or two at a time; who comes to the end of the track first wins."""

    players = ("Ann", "Bob")
    max_moves, max_plies = 2, 20

    class State:
        place: (int8, 2)
        turn: int8

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def play(s, steps):
        s.place[s.turn] += steps
        s.turn = 1 - s.turn

    def over(s):
        return s.place[1 - s.turn] >= 5

    def payoff(s, out):
        out[1 - s.turn] = 1
        out[s.turn] = -1


class Corner(Rules):
    """Fill the six cells of a board in turn; who takes the last one wins."""

    board = grid(3, 2)

    class State:
        cells: (int8, 6)

    def moves(s, out):
        n = 0
        for cell in range(6):
            if s.cells[cell] == 0:
                out[n] = cell
                n += 1
        return n

    def play(s, cell):
        s.cells[cell] = s.turn + 1

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1


class Dice(Rules):
    """In turn, a coin is thrown and may be kept or not; who is the first to have three wins."""

    players = ("Ann", "Bob")

    class State:
        coins: (int8, 2)
        shown: int8
        thrown: int8
        turn: int8

    def chance(s, out, probs):
        for side in range(2):
            out[side], probs[side] = side, 0.5
        return 2

    def moves(s, out):
        out[0] = 0
        return 1

    def play(s, side):
        if s.thrown == 0:
            s.shown, s.thrown = side, 1
        else:
            s.coins[s.turn] += s.shown
            s.thrown = 0
            s.turn = 1 - s.turn

    def over(s):
        return s.coins[0] == 3 or s.coins[1] == 3

    def mover(s):
        return s.turn if s.thrown or s.coins[0] == 3 or s.coins[1] == 3 else CHANCE

    def payoff(s, out):
        out[0] = 1 if s.coins[0] == 3 else -1
        out[1] = -out[0]


class Cards(Rules):
    """Each has a card that the other does not see. Ann bets or not; who bet and has the higher card wins."""

    players = ("Ann", "Bob")

    class State:
        card: (int8, 2)
        dealt: int8
        played: int8
        bet: int8

    def mover(s):
        return CHANCE if s.dealt == 0 else s.played % 2

    def chance(s, out, probs):
        for deal in range(6):
            out[deal], probs[deal] = deal, 1 / 6
        return 6

    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2

    def play(s, move):
        if s.dealt == 0:
            s.dealt = 1
            s.card[0] = move // 2
            s.card[1] = (s.card[0] + 1 + move % 2) % 3
        else:
            s.played += 1
            s.bet += move

    def over(s):
        return s.played == 2

    def payoff(s, out):
        out[0] = s.bet if s.card[0] > s.card[1] else -s.bet
        out[1] = -out[0]

    payoff_range = (-2, 2)

    def sees(s, player):
        return int(s.card[player]) + 10 * int(s.played) + 100 * int(s.bet)


class Hands(Rules):
    """Each is dealt one of three cards that the other does not see. Both bet or not; the higher card wins the bets."""

    players = ("Ann", "Bob")
    payoff_range, max_moves, max_plies = (-2, 2), 3, 4

    class State:
        card: (int8, 2)  # 0 before it is dealt, then 1 to 3
        dealt: int8
        played: int8
        bets: int8

    def mover(s):
        return CHANCE if s.dealt < 2 else s.played % 2

    def chance(s, out, probs):
        n = 0
        for card in range(1, 4):
            if card not in s.card:
                out[n], probs[n] = card, 1 / (3 - s.dealt)
                n += 1
        return n

    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2

    def play(s, move):
        if s.dealt < 2:
            s.card[s.dealt] = move
            s.dealt += 1
        else:
            s.bets += move
            s.played += 1

    def tells(s, move, player):
        return 0 if s.dealt < 2 and s.dealt != player else move

    def over(s):
        return s.played == 2

    def payoff(s, out):
        out[0] = s.bets if s.card[0] > s.card[1] else -s.bets
        out[1] = -out[0]

    def imagine(s, player, dice):
        if s.card[1 - player] > 0:
            s.card[1 - player] = 1 + (s.card[player] + below(dice, 2)) % 3 if s.card[player] else 1 + below(dice, 3)

    def told(what, player):
        return ("", "a", "two", "three")[what]

    def hide(s, player):
        s.card[1 - player] = 0


class Rope(Rules):
    """Pull a knot along a rope to your end, by turns; a position that comes again is a draw."""

    players = ("Left", "Right")
    repetition = "draw"

    class State:
        knot: int8
        turn: int8

    def start(s):
        s.knot = 4

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def play(s, squares):
        s.knot += squares if s.turn == 1 else -squares
        s.turn = 1 - s.turn

    def over(s):
        return s.knot <= 0 or s.knot >= 8

    def payoff(s, out):
        out[0] = 1 if s.knot <= 0 else -1
        out[1] = -out[0]

    def reversible(s):
        return 30_000
