"""What players may know is checked: small games as a whole, and of larger ones what random games have shown."""

import zermelo as z
from zermelo.check.knowledge import Knowledge

GUESS = '''"""Ann hides a coin twice; Bob guesses the sum. Ann does not remember what she did first."""

import zermelo as z
from numpy import int8


class Guess(z.Rules):
    players, max_moves, max_plies = ("Ann", "Bob"), 3, 3

    class State:
        coins: int8
        played: int8

    def mover(s):
        return 0 if s.played < 2 else 1

    def moves(s, out):
        out[0], out[1], out[2] = 0, 1, 2
        return 2 if s.played < 2 else 3

    def play(s, move):
        s.coins = s.coins + move if s.played < 2 else abs(s.coins - move)
        s.played += 1

    def over(s):
        return s.played == 3

    def payoff(s, out):
        out[0] = 1 if s.coins else -1
        out[1] = -out[0]

    def sees(s, player):
        return s.played
'''


def test_who_forgets_is_told(zermelo, tmp_path):
    note = (
        "Ann forgets what they did: coins=1 played=1 and coins=0 played=1 look the same to them. Without perfect "
        "recall most ways to find equilibria fail."
    )
    path = tmp_path / "guess.py"
    path.write_text(GUESS)
    assert z.check_game(z.load(str(path)), compiled=False).notes == (note,)
    assert note in zermelo("check", str(path), "--games", "3")[1]
    assert z.check_game(z.load("kuhn"), games=5, compiled=False).notes == ()


def test_small_games_are_listed_as_a_whole():
    for spec, sets in (("kuhn", 12), ("liars-dice:sides=2", 32), ("blind-tictactoe:columns=2,rows=2", 22)):
        knowledge = Knowledge(z.load(spec))
        knowledge.list_all(z.load(spec).start(), float("inf"))
        assert knowledge.whole
        assert sum(to_move for _, _, to_move in knowledge.sets) == sets
    large = Knowledge(z.load("leduc"))
    large.list_all(z.load("leduc").start(), float("inf"))
    assert (large.whole, large.sets) == (False, {})


def test_open_games_are_not_asked_what_players_know():
    knowledge = Knowledge(z.load("tictactoe"))
    knowledge.look(z.load("tictactoe").start())
    knowledge.list_all(z.load("tictactoe").start(), float("inf"))
    assert knowledge.sets == {}
