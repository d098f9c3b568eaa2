"""Games of hidden information: their rules, what each player is told, and what they may imagine."""

import random

import pytest

import zermelo as z
from zermelo.core.hidden import redraw
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.form import sequence_form


def after(spec: str, moves: str) -> z.Position:
    return z.load(spec).position(f"moves: {moves}")


def log(position: z.Position, player: int) -> str:
    return " ".join(position.sight(player).log)


def imagined(position: z.Position, player: int, count: int = 60, seed: int = 1) -> set[str]:
    """What a player draws that may be, as the rules show it."""
    rng, found = random.Random(seed), set()
    for _ in range(count):
        s = position.state
        redraw(position.game, s, player, rng)
        found.add(position.game.rules.show(s))
    return found


# --- cards and dice ---------------------------------------------------------------------------------------------------


def test_kuhn_imagines_the_cards_that_are_left():
    position = after("kuhn:players=3", "Q K J check bet")
    assert imagined(position, 2) == {f"{cards} J check B bets" for cards in ("Q K", "K Q", "Q A", "A Q", "K A", "A K")}
    assert log(position, 2) == "J checks bets"


@pytest.mark.parametrize(
    ("moves", "payoff"),
    [
        ("Ks Js bet fold", (1, -1)),
        ("Ks Js check bet fold", (-1, 1)),
        ("Ks Js bet call Jh check check", (-3, 3)),  # a pair beats the king
        ("Ks Kh bet raise call Qs bet raise raise", None),
        ("Ks Kh bet raise call Qs bet raise call", (0, 0)),
        ("Ks Qh bet raise call Js bet raise call", (13, -13)),
    ],
)
def test_leduc_pays_the_better_hand(moves, payoff):
    if payoff is None:
        with pytest.raises(z.Problem, match="raise"):
            after("leduc", moves)
    else:
        assert after("leduc", moves).payoff == payoff


def test_leduc_for_three():
    position = after("leduc:players=3,apart=false", "K J Q bet fold call")
    assert position.chances == pytest.approx({5: 1 / 5, 6: 1 / 5, 7: 1 / 5, 8: 2 / 5})
    assert position.play("A").play("check").play("check").payoff == (4, -1, -3)
    raised = after("leduc:players=3,apart=false", "K J Q check bet call raise")
    assert (raised.mover, list(raised.moves)) == (1, ["fold", "call"])
    assert list(raised.play("call").moves) == ["fold", "call"]


def test_leduc_imagines_the_cards_that_are_left():
    position = after("leduc:apart=false", "K J bet call K")
    assert position.sight(0).text == "A K paid 3, B ? paid 3, on the table K"
    assert imagined(position, 0) == {f"A K paid 3, B {card} paid 3, on the table K" for card in "JQ"}
    assert len(imagined(after("leduc", "Ks Js"), 1)) == 5


def test_leduc_needs_cards_for_all():
    with pytest.raises(z.Problem, match="4 cards are not enough for 4 players and the table"):
        z.load("leduc:players=4,ranks=2")


@pytest.mark.parametrize(
    ("spec", "moves", "payoff"),
    [
        ("liars-dice", "3 5 2x3 liar", (-1, 1)),
        ("liars-dice", "3 6 2x3 liar", (1, -1)),  # the six is wild
        ("liars-dice:wild=false", "3 6 2x3 liar", (-1, 1)),
        ("liars-dice", "3 6 2x6 liar", (-1, 1)),  # and is only itself if it is bid
        ("liars-dice:players=3", "1 2 3 1x1 1x3 liar", (0, 1, -1)),
        ("liars-dice:players=3", "1 2 3 1x1 3x3 liar", (0, -1, 1)),
        ("liars-dice:dice=2", "33 36 4x3 liar", (1, -1)),
    ],
)
def test_a_lie_is_called(spec, moves, payoff):
    assert after(spec, moves).payoff == payoff


def test_bids_only_rise_and_hands_are_rolled_at_once():
    position = after("liars-dice:dice=2,sides=3", "13 22 2x1")
    assert list(position.moves) == ["2x2", "2x3", "3x1", "3x2", "3x3", "4x1", "4x2", "4x3", "liar"]
    chances = z.load("liars-dice:dice=2,sides=3").start().chances
    assert sorted(chances.values()) == pytest.approx([1 / 9] * 3 + [2 / 9] * 3)
    assert (log(position, 0), log(position, 1)) == ("13 2x1", "22 2x1")
    assert imagined(position, 1, 200) == {f"{roll} 22, bid 2x1" for roll in ("11", "12", "13", "22", "23", "33")}


# --- at the same time -------------------------------------------------------------------------------------------------


def test_what_is_chosen_at_the_same_time_is_told_when_all_have_chosen():
    assert z.simultaneous([0, 0], 2) == 0
    assert z.simultaneous([0, 4, 0], 2) == 0
    assert z.all_chosen(z.simultaneous([3, 0], 5), 2) == [2, 5]
    assert z.all_chosen(z.simultaneous([0, 4, 1], 7), 3) == [7, 3, 0]
    assert z.all_chosen(0, 3) == []


def test_rps():
    form = sequence_form(z.load("rps").start())
    assert (len(form.sets), form.nodes, form.leaves) == (2, 13, 9)
    assert Behaviour.even(form).exploitability == pytest.approx(0)
    payoffs = [[after("rps", f"{one} {other}").payoff[0] for other in ("rock", "paper", "scissors")]
               for one in ("rock", "paper", "scissors")]  # fmt: skip
    assert payoffs == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    position = after("rps", "paper")
    assert (position.sight(1).text, log(position, 1)) == ("? ?", "")
    assert log(after("rps", "paper rock"), 0) == "paper against rock"
    assert imagined(position, 1) == {"rock ?", "paper ?", "scissors ?"}


def test_repeated_games_add_up():
    position = after("repeated:rounds=2", "C D D")
    assert position.sight(0).text == "after 1 rounds A -3, B 0; now D ?"
    assert position.sight(1).text == "after 1 rounds A -3, B 0"
    assert (log(position, 0), log(position, 1)) == ("C against D D", "D against C")
    assert position.play("D").payoff == (-5, -2)
    assert z.load("repeated:game=rps").payoff_sum == 0
    assert z.load("repeated").payoff_sum is None
    assert after("repeated:game=voting,rounds=1", "A B B").payoff == (1, 2, 0)


def test_only_defecting_cannot_be_exploited_in_the_repeated_dilemma():
    form = sequence_form(z.load("repeated:rounds=3").start())
    always = Behaviour(form, (form.codes != 0).astype(float))
    assert always.regrets.tolist() == [0, 0]
    never = Behaviour(form, (form.codes != 1).astype(float))
    assert never.values()[0].tolist() == [-3, -3]
    assert never.regrets.tolist() == [3, 3]


def test_goofspiel():
    position = after("goofspiel", "4 2 1 4")
    assert position.sight(0).text == "A 4 points with 2-3; B 3 points with 1-3; for 2"
    assert position.play("2").play("1").payoff == (1, -1)  # the last prize, 1, goes to B by itself
    assert position.play("2").sight(1).text == position.sight(1).text
    assert imagined(position.play("2"), 1) == {
        f"A 4 points with {5 - bid}, bids {bid}; B 3 points with 1-3; for 2" for bid in (2, 3)
    }
    assert after("goofspiel:order=ascending,score=points", "4 4 3 1 2 3").payoff == (-2.5, 2.5)
    assert after("goofspiel:cards=2,order=random", "prize-2 1 2").payoff == (-1, 1)
    assert log(after("goofspiel:shown=winner", "4 4 3 1"), 1) == "4 nobody-gets-it 1 A-gets-it"
    assert after("goofspiel:players=3,cards=2", "2 1 1").payoff == (1, -0.5, -0.5)


# --- boards -----------------------------------------------------------------------------------------------------------


def test_who_fails_in_blind_tictactoe_tries_again():
    position = after("blind-tictactoe", "b2 b2")
    assert position.mover == 1
    assert "b2" not in position.moves
    assert (log(position, 0), log(position, 1)) == ("b2", "b2 taken")
    assert position.sight(0).information == after("blind-tictactoe", "b2").sight(0).information
    assert position.sight(0).cells == [*"....X...."]
    played = position.play("a1")
    assert (played.sight(0).cells, played.sight(1).cells) == ([*"....X...."], [*"O...X...."])
    assert imagined(played, 0, 400) == {
        "/".join("".join(row) for row in (board[:3], board[3:6], board[6:])) + " X"
        for cell in (0, 1, 2, 3, 5, 6, 7, 8)
        for board in ["....X...."[:cell] + "O" + "....X...."[cell + 1 :]]
    }


def test_or_loses_the_turn():
    position = after("blind-tictactoe:failure=turn", "b2 b2")
    assert position.mover == 0
    assert position.sight(0).information == after("blind-tictactoe:failure=turn", "b2 a1").sight(0).information


def test_a_line_that_fits_nowhere_is_refused():
    with pytest.raises(z.Problem, match="no line of 4 fits on a board of 3 columns and 3 rows"):
        z.load("blind-tictactoe:line=4")


def test_ships_are_hit_and_sunk():
    position = after("battleships:columns=3,ships=2", "a1-a2 d2-e2")
    assert list(position.moves) == ["d1", "e1", "f1", "d2", "e2", "f2"]
    assert position.sight(0).cells == [*"1..1........"]
    position = position.play("d2").play("b1").play("f1").play("a1")
    assert (log(position, 0), log(position, 1)) == (
        "a1-a2 d2 hit b1-miss f1 miss a1-hit",
        "d2-e2 d2-hit b1 miss f1-miss a1 hit",
    )
    assert position.sight(0).cells == [*"Xo.1....oX.."]
    assert imagined(position, 0) == {"Xo./1.. ..o/X1. A", "Xo./1.. 1.o/X.. A"}
    assert position.play("e2").payoff == (1, -1)
    assert log(position.play("e2"), 0).endswith("e2 sunk")


@pytest.mark.parametrize("ships", ["2-2", "3", "2-x", "2-", "0", "02", "²"])
def test_ships_for_which_there_may_be_no_room(ships):
    with pytest.raises(z.Problem, match="option ships="):
        z.load(f"battleships:ships={ships}")


def test_a_fleet_is_imagined_that_every_shot_would_have_met_just_so():
    """Shot by shot on a large sea: the same results, the same ships."""
    game, rng = z.load("battleships:columns=6,rows=6,ships=3-3-2-1"), random.Random(2026)
    for _ in range(3):
        position = game.start()
        line = [position]
        while not position.over:
            position = position.play(rng.choice(position.codes))
            line.append(position)
        for before in line[:-1:7]:
            player, s = before.mover, before.state
            redraw(game, s, player, rng)
            found, other = s.ships[1 - player].tolist(), 1 - player
            assert s.ships[player].tolist() == before.state.ships[player].tolist()
            sizes = [found.count(number + 1) for number in range(4)]
            assert sizes == [3, 3, 2, 1][: int(s.placed[other])] + [0] * (4 - int(s.placed[other]))
            for spot in sorted(range(36), key=lambda spot: s.when[other, spot]):
                if s.when[other, spot]:
                    rest = [k for k in range(36) if found[k] == found[spot] and s.when[other, k] > s.when[other, spot]]
                    rest += [k for k in range(36) if found[k] == found[spot] and not s.when[other, k]]
                    met = 1 if not found[spot] else 2 if rest else 3
                    assert met == s.results[other, spot]


def test_kuhn_tells_a_call_from_a_bet():
    assert log(after("kuhn", "K Q check bet call"), 1) == "Q checks bet calls"
    assert log(after("kuhn", "K Q bet fold"), 0) == "K bet folds"
