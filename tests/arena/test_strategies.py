"""Players from strategies: those of a file, and equilibria."""

import pytest

import zermelo as z
from zermelo.arena.strategies import EquilibriumPlayer, PlanPlayer, solved
from zermelo.equilibrium.plan import Plan


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("plans") / "kuhn.npz"
    solved(z.load("kuhn")).save(path)
    return str(path)


def test_a_strategy_is_played_as_often_as_it_says(file):
    sight = z.load("kuhn").position("Q J check").sight(1)  # B bluffs with the jack every third time
    assert Plan.load(file).at(sight)["bet"] == pytest.approx(1 / 3)
    for player in (z.player(f"plan:{file}", seed=1), z.player("equilibrium", seed=1)):
        bets = sum(player.choose(sight) == "bet" for _ in range(600))
        assert bets / 600 == pytest.approx(1 / 3, abs=0.07)


def test_players_have_seeds(file):
    sight = z.load("kuhn").position("Q J check").sight(1)
    for name in (f"plan:{file}", "equilibrium"):
        sides = [
            [player.choose(sight) for _ in range(20)] for player in (z.player(name, seed=4), z.player(name, seed=4))
        ]
        assert sides[0] == sides[1]
    assert z.player(f"plan:{file},seed=7").seed == 7
    assert z.player("equilibrium:seed=7,by=cfr+").by == "cfr+"


def test_nobody_gains_from_an_equilibrium(file):
    """Not even who knows it; here two searches and a player who knows nothing."""
    found = z.match("kuhn", [f"plan:{file}", "equilibrium", "random", "ismcts:simulations=60"], games=300, seed=2)
    for number in (0, 1):
        for other in (2, 3):
            assert found.tally(number, other).payoff_high > 0
    assert found.tally(0, 2).payoff_low > 0  # who plays anything loses


@pytest.mark.parametrize(
    ("player", "game", "problem"),
    [
        ("plan:FILE", "leduc", "the strategy is for kuhn, not for leduc"),
        ("plan:none.npz", "kuhn", "there is no file 'none.npz' with a strategy"),
        ("plan:DAMAGED", "kuhn", "holds no strategy"),
        ("plan:FILE,depth=3", "kuhn", "unknown option 'depth' of plan"),
        ("plan:", "kuhn", "needs a file with a strategy"),
        ("equilibrium:by=nonsense", "kuhn", "unknown method 'nonsense'"),
        ("equilibrium", "tictactoe", "equilibrium is for games in which something is hidden"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(zermelo, file, tmp_path, player, game, problem):
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(b"PK\x03\x04 and so on")
    text = player.replace("FILE", file).replace("DAMAGED", str(damaged))
    code, out, err = zermelo("match", game, text, "random", "--games", "2")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert problem in err


def test_a_set_that_a_whole_strategy_does_not_know_is_a_problem(file, tmp_path):
    known = Plan.load(file)
    first = z.load("kuhn").position("Q J").sight(0)
    other = (known.information ^ known.information.dtype.type(1)).astype(known.information.dtype)
    for method, fails in (("sequence-form", True), ("mccfr", False)):
        path = tmp_path / f"{method}.npz"
        about = {"method": method}
        Plan("kuhn", known.players, other, known.first, known.codes, known.parts, about=about).save(path)
        player = PlanPlayer.of(f"plan:{path}", seed=1)
        if fails:
            with pytest.raises(z.Problem, match="says nothing about what A sees in kuhn: 'Q "):
                player.choose(first)
        else:
            assert player.choose(first) in first.moves


def test_a_game_is_solved_once():
    game = z.load("kuhn")
    assert solved(game) is solved(z.load("kuhn"))
    assert EquilibriumPlayer(1).choose(game.position("K J bet").sight(1)) == "fold"
