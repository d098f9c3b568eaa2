"""What a seat may not know does not reach who sits there: players, the terminal, analyses."""

import io
import json
import pickle
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest

import zermelo as z
from zermelo.arena.gate import at_turn
from zermelo.core.history import History

COINS = '''"""A and B each hide a coin, a third one falls where nobody looks; then both say something."""
import zermelo as z
from numpy import int8
from zermelo import CHANCE, UNSEEN


class Coins(z.Rules):
    players, max_moves, max_plies = ("A", "B"), 2, 6

    class State:
        coins: (int8, 3)  # of A, of B, of nobody
        done: int8

    def mover(s):
        return (0, 1, CHANCE, 0, 1)[min(s.done, 4)]

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def chance(s, out, probs):
        out[0], out[1], probs[0], probs[1] = 1, 2, 0.25, 0.75
        return 2

    def play(s, move):
        if s.done < 3:
            s.coins[s.done] = move
        s.done += 1

    def tells(s, move, player):
        return UNSEEN if s.done < 3 else move

    def over(s):
        return s.done == 5

    def payoff(s, out):
        out[0] = 1 if s.coins[0] == s.coins[1] or s.coins[2] == 1 else -1
        out[1] = -out[0]

    def imagine(s, player, dice):
        for coin in range(3):
            if coin != player and coin < s.done:
                s.coins[coin] = 1 + z.below(dice, 2) if coin < 2 else 1 + (z.below(dice, 4) > 0)

    def hide(s, player):
        for coin in range(3):
            if coin != player:
                s.coins[coin] = 0
'''


@pytest.fixture(scope="module")
def coins(tmp_path_factory) -> z.Game:
    path = tmp_path_factory.mktemp("coins") / "coins.py"
    path.write_text(COINS)
    return z.load(str(path))


def all_of(position: z.Position) -> list[z.Position]:
    found = [position]
    if not position.over:
        for code in position.codes:
            found += all_of(position.play(code))
    return found


def public(view: z.Sight) -> dict[str, object]:
    """All that a spy can get out of what they are handed; without what is drawn by dice."""
    names = [name for name in dir(view) if not name.startswith("_") and name not in ("game", "possible")]
    asked = {name: getattr(view, name) for name in names}
    found = {name: repr(value() if name == "svg" else value) for name, value in asked.items() if name != "where"}
    sent = pickle.dumps(replace(view, possible=None))
    return {**found, "str": str(view), "repr": repr(view), "moves": dict(view.moves), "as bytes": sent}


class Spy:
    """Writes down everything that reaches them."""

    def __init__(self, name: str, seen: dict) -> None:
        self.name, self.seen = name, seen

    def choose(self, sight: z.Sight, past: tuple = ()) -> str:
        assert type(sight) is z.Sight
        assert past == ()
        self.seen[sight.player, sight.information].append(public(sight))
        return next(iter(sight.moves))


@pytest.mark.parametrize("game", ["kuhn", "kuhn:players=3", "tree"])
def test_positions_that_a_player_cannot_tell_apart_look_the_same(game):
    if game == "tree":
        start = z.Tree([{"info": "?", "children": [0, 1]}, {"info": "?", "children": [1, 0]}]).start()
    else:
        start = z.load(game).start()
    seen = defaultdict(list)
    for position in all_of(start):
        if position.mover >= 0 and not position.over:
            for player in range(len(start.game.players)):
                sight = position.sight(player)
                seen[player, sight.information, bool(sight.moves)].append(public(sight))
    assert max(map(len, seen.values())) > 1
    for alike in seen.values():
        assert all(one == other for one, other in pairwise(alike))


def test_a_spy_in_a_match_learns_nothing(coins):
    for game in ("kuhn", coins):
        seen = defaultdict(list)
        z.match(game, [Spy("Ann", seen), Spy("Ben", seen)], games=40)
        assert max(map(len, seen.values())) > 5
        for alike in seen.values():
            for one in alike:
                assert {**one, "as bytes": b""} == {**alike[0], "as bytes": b""}
        if game == "kuhn":
            assert all(one["as bytes"] == alike[0]["as bytes"] for alike in seen.values() for one in alike)


def test_what_may_be_is_drawn_as_if_nobody_knew_the_truth(coins):
    """By the rule `imagine`: with the same chances wherever the player cannot tell the difference."""
    counts = {}
    for way in ("heads", "tails"):
        hidden = 1 if way == "heads" else 2
        position = coins.start().play(1).play(hidden).play(hidden)
        drawn = [z.Sight.__getattribute__(position.sight(0), "possible").state for _ in range(400)]
        assert all(int(s.coins[0]) == 1 and not s.known_.any() for s in drawn)
        counts[way] = [sum(int(s.coins[coin]) == 2 for s in drawn) / 400 for coin in (1, 2)]
    assert counts["heads"] == pytest.approx([0.5, 0.75], abs=0.1)
    assert counts["tails"] == pytest.approx([0.5, 0.75], abs=0.1)


def test_a_sight_can_be_sent_to_another_process():
    sight = z.load("kuhn").position("K Q check bet").sight(0)
    again = pickle.loads(pickle.dumps(sight))
    assert again == sight
    assert hash(again) == hash(sight)
    assert again.moves == {"fold": 0, "call": 1}


def test_open_games_hand_out_the_position():
    history = History(z.load("tictactoe").start())
    history.play("b2")
    assert at_turn(history) == (history.position, history.past)


def test_players_who_must_see_everything_say_so():
    for player in ("greedy", "gtp:nobody", "alphabeta:depth=1"):
        with pytest.raises(z.Problem, match="kuhn has hidden information"):
            z.match("kuhn", [player, "random"], games=2)


def test_both_seats_get_the_same_deals():
    found = z.match("kuhn", ["random", "random"], games=60, seed=1)
    deals = defaultdict(set)
    for one in found.played:
        deals[one.round].add(one.moves[:2])
    assert all(len(same) == 1 for same in deals.values())
    assert len({next(iter(same)) for same in deals.values()}) == 6
    again = z.match("kuhn", ["random", "random"], games=60, seed=1, workers=2)
    assert [one.moves for one in again.played] == [one.moves for one in found.played]


# --- at the terminal --------------------------------------------------------------------------------------------------


@pytest.fixture
def typed(zermelo, monkeypatch):
    """The command line, with what somebody types."""

    def run(text: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return zermelo(*words)

    return run


def test_a_person_sees_only_their_seat(typed):
    code, out, _ = typed("bet\n", "play", "kuhn", "--as", "1", "--with", "random", "--seed", "3")
    before, _, after = out.partition("over:")
    assert code == 0
    assert "J ?" in before
    assert "J K" not in before.partition("A>")[0]
    assert "J K" in before.partition("A>")[2]
    assert after


def test_nothing_is_taken_back_and_who_leaves_is_told_no_more(typed):
    code, out, err = typed("undo\nquit\n", "play", "kuhn", "--as", "2", "--with", "random", "--seed", "2", "--json")
    assert code == 0
    assert "Nothing is taken back" in err
    told = json.loads(out)
    assert told["position"].startswith("? Q")
    assert told["moves"] == ["Q", "checks"]
    assert not told["over"]


def test_two_people_cannot_look_at_one_screen(zermelo):
    code, _, err = zermelo("play", "kuhn", "--as", "1", "--with", "human")
    assert (code, err.count("\n")) == (2, 1)
    assert "one person at a time" in err


def test_who_only_watches_sees_everything(zermelo):
    code, out, _ = zermelo("play", "kuhn", "--as", "0", "--with", "random", "--seed", "3")
    assert code == 0
    assert "chance: J" in out
    assert "chance: K" in out
