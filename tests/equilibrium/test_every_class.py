"""Deck 000: every class of games has a way to be solved. Whoever asks gets an answer that fits."""

from itertools import product

import pytest

import zermelo as z

ONE, OPPOSED, GENERAL, THREE = "one player", "two opposed", "two with interests of any kind", "three"
PAYOFFS = {
    ONE: [(1,), (3,), (2,), (0,)],
    OPPOSED: [(1, -1), (-3, 3), (-2, 2), (2, -2)],
    GENERAL: [(3, 1), (0, 0), (0, 0), (1, 3)],
    THREE: [(3, 1, 1), (0, 0, 2), (0, 0, 2), (1, 3, 0)],
}
USUAL = {  # players, whether something is hidden -> solver; chance makes no difference
    **{(players, False): "backward" for players in PAYOFFS},
    (ONE, True): "best-reply",
    (OPPOSED, True): "sequence-form",
    (GENERAL, True): "plans",
    (THREE, True): "plans",
}
CLASSES = list(product(PAYOFFS, (False, True), (False, True)))

SEEN = list(product(PAYOFFS, (False, True)))  # players, chance


def game_of(players, chance, hidden):
    """A tree of that class: two moves of the first player (of one player: of a coin that may be unseen), then two."""
    ends = [{"payoff": list(pay)} for pay in PAYOFFS[players]]
    second = {"player": 0 if players == ONE else 1, "moves": ["l", "r"], **({"info": "unseen"} if hidden else {})}
    halves = [{**second, "children": ends[:2]}, {**second, "children": ends[2:]}]
    unseen = "chance" if players == ONE and (chance or hidden) else 0
    tree = {"player": unseen, "moves": ["up", "down"], "children": halves}
    if chance:
        tree = {"player": "chance", "probs": [0.25, 0.75], "children": [tree, ends[0]]}
    return z.Tree(tree, players=[f"P{k}" for k in range(len(PAYOFFS[players][0]))])


@pytest.mark.parametrize(("players", "chance", "hidden"), CLASSES)
def test_equilibrium_has_a_usual_solver_for_every_class(players, chance, hidden):
    game = game_of(players, chance, hidden)
    assert (game.hidden, game.stochastic) == (hidden, chance or (players == ONE and hidden))
    found = z.equilibrium(game)
    assert found.method == USUAL[players, hidden]
    assert found.regret < 1e-9
    for profile in found.profiles[:1]:
        assert float(z.exploitability(game, found)) < 1e-9
        assert [float(pay) for pay in profile.payoffs] == pytest.approx(z.exploitability(game, found).payoffs)


@pytest.mark.parametrize(("players", "chance"), SEEN)
def test_solve_and_analyse_say_what_the_equilibrium_is_worth_where_all_is_seen(players, chance):
    game = game_of(players, chance, hidden=False)
    worth = z.equilibrium(game).profiles[0].payoffs
    assert z.solve(game.start(), compiled=False).values == pytest.approx([float(value) for value in worth])
    assert z.analyse(game.start(), compiled=False).move in (None, *game.start().moves)


@pytest.mark.parametrize(("players", "chance"), SEEN)
def test_the_command_solves_what_is_hidden_by_strategies(zermelo, tmp_path, players, chance):
    game_of(players, chance, hidden=True).save(tmp_path / "tree.json")
    code, out, _ = zermelo("equilibrium", str(tmp_path / "tree.json"))
    assert code == 0
    assert "in 1 information set" in out


def test_solve_answers_where_something_is_hidden(zermelo):
    code, out, _ = zermelo("solve", "kuhn")
    assert code == 0
    assert "Kuhn is worth -1/18 to A" in out
    code, _, err = zermelo("solve", "kuhn", "--method", "alphabeta")
    assert code == 2
    assert "kuhn has hidden information" in err
    with pytest.raises(z.Problem, match=r"z.equilibrium finds them"):
        z.solve(z.load("kuhn").start())


def test_a_game_too_large_for_plans_gets_regret_minimisation():
    assert z.equilibrium("kuhn:players=3", iterations=30).method == "cfr+"
    assert z.equilibrium("kuhn:players=3", time=0.3).method == "cfr+"


def test_what_is_too_large_for_a_linear_program_is_told():
    with pytest.raises(z.Problem, match=r"kuhn has 26 sequences of moves, .*: cfr\+ comes near"):
        z.equilibrium("kuhn", "sequence-form:most=25")
    assert z.equilibrium("kuhn", "sequence-form:most=0").value == z.equilibrium("kuhn", "sequence-form:most=26").value


def test_options_say_which_of_the_usual_solvers_is_meant():
    assert z.equilibrium("kuhn", target=0.05).method == "cfr+"
    assert z.equilibrium("kuhn", games=20).method == "mccfr"


def test_what_has_no_strategy_cannot_be_saved(zermelo, tmp_path):
    code, _, err = zermelo("equilibrium", "pig:target=3", "--save", str(tmp_path / "pig.npz"))
    assert code == 2
    assert "proof tells what pig:target=3 is worth, but no strategy that could be saved" in err
