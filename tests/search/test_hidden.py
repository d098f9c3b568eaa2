"""What needs to see everything, and what shows everything to everybody, refuses games in which something is hidden."""

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from zermelo.protocols.sitting import Sitting
from zermelo.tree.below import shown_below
from zermelo.web.app import application
from zermelo.web.settings import Settings

GUESS = '''"""A hides a coin in one hand, B guesses which."""
import zermelo as z
from numpy import int8

class Guess(z.Rules):
    max_moves, max_plies = 2, 2

    class State:
        hand: int8
        guess: int8

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def play(s, move):
        if s.hand == 0:
            s.hand = move
        else:
            s.guess = move

    def over(s):
        return s.guess > 0

    def payoff(s, out):
        out[1] = 1 if s.guess == s.hand else -1
        out[0] = -out[1]

    def sees(s, player):
        return s.guess if player == 1 else 3 * s.hand + s.guess
'''
DICE = """
    def mover(s):
        return -1 if s.hand == 0 else 1

    def chance(s, out, probs):
        out[0], out[1], probs[0], probs[1] = 1, 2, 0.5, 0.5
        return 2
"""


@pytest.fixture(params=["", DICE], ids=["chosen", "dealt"])
def file(request, tmp_path) -> str:
    path = tmp_path / "guess.py"
    path.write_text(GUESS + request.param)
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        ("analyse", "FILE", "--method", "mcts"),
        ("analyse", "FILE", "--method", "alphabeta"),
        ("analyse", "FILE", "--method", "maxn"),
        ("solve", "FILE", "--method", "alphabeta"),
        ("solve", "FILE", "--method", "minimax"),
        ("solve", "FILE", "--method", "retrograde"),
        ("solve", "FILE", "--method", "iteration"),
        ("play", "FILE", "--as", "1", "--with", "mcts"),
        ("match", "FILE", "greedy", "greedy", "--games", "2"),
    ],
)
def test_commands_refuse_it_in_one_line(zermelo, file, words):
    code, out, err = zermelo(*(file if word == "FILE" else word for word in words))
    assert (code, out) == (2, "")
    assert "guess.py has hidden information" in err.replace("; ", " ")
    assert err.count("\n") == 1


def test_views_refuse_it(file):
    game = z.load(file)
    for view in (
        lambda: shown_below(game.start()),
        lambda: Sitting(game),
    ):
        with pytest.raises(z.Problem, match="has hidden information"):
            view()


@pytest.mark.parametrize("path", ["position", "search"])
def test_the_server_refuses_it_in_the_same_words(file, tmp_path, path):
    app = application(Settings(data=tmp_path, own=(file,)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        asked = {"game": "guess", **({"client": "me", "player": "random"} if path == "search" else {})}
        answer = client.post(f"/api/{path}", json=asked)
    assert answer.status_code == 422
    assert answer.json()["problem"].startswith("guess has hidden information (its rule `sees`): it cannot be played")
