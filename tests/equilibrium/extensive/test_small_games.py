"""Backward induction, plans and subgames: textbook games, and random ones against slow definitions."""

import random
from fractions import Fraction

import pytest

import zermelo as z
from equilibrium.extensive import naive_extensive
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.plans import Plans, normal_form

# An entrant may stay out; a monopolist may fight (Selten 1978)
ENTRY = {"player": 0, "moves": ["in", "out"], "children": [
    {"player": 1, "moves": ["fight", "share"], "children": [{"payoff": [-1, -1]}, {"payoff": [1, 1]}]},
    {"payoff": [0, 2]},
]}  # fmt: skip
# Luckhardt and Irani's tree (deck 002)
ABC = z.Tree(
    [[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]],
    players=("A", "B", "C"),
)


def at_once(payoffs, first="a", second="b"):
    """A part of a tree in which two players choose at the same time."""
    return {"player": 0, "info": first, "children": [
        {"player": 1, "info": second, "children": [{"payoff": list(pair)} for pair in row]} for row in payoffs
    ]}  # fmt: skip


BATTLE = [[(3, 1), (0, 0)], [(0, 0), (1, 3)]]


def random_tree(dice, players, depth, *, hidden, chance=True):
    """A tree in which players forget nothing: they know how many moves were made, and their own."""
    moves = dice.randint(2, 3)
    shapes = [dice.choice([*range(players), "chance"] if chance else range(players)) for _ in range(depth)]
    counts = [moves if k == 0 else 2 for k in range(depth)]

    def grow(ply, own):
        if ply == depth:
            return {"payoff": [dice.randint(-3, 3) for _ in range(players)]}
        mover = shapes[ply]
        node = {"player": mover, "moves": [f"m{k}" for k in range(counts[ply])]}
        if hidden and mover != "chance":
            node["info"] = f"{ply}:{own.get(mover, '')}"
        mine = own.get(mover, "")
        node["children"] = [grow(ply + 1, {**own, mover: f"{mine}{k}"}) for k in range(counts[ply])]
        return node

    return z.Tree(grow(0, {}), players=[f"P{k}" for k in range(players)])


def choices_of(answer, position):
    """What is played at a position of a tree, by code."""
    parts = answer.profiles[0].strategies[position.mover]
    told = parts.get(position.seen_as(position.mover)) or parts[position.text]
    return {position.moves[name]: float(part) for name, part in told.items()}


@pytest.mark.parametrize("seed", range(8))
def test_after_backward_induction_nobody_gains_wherever_play_has_come_to(seed):
    dice = random.Random(seed)
    tree = random_tree(dice, dice.choice([1, 2, 3]), 4, hidden=False)
    answer = z.equilibrium(tree)
    assert answer.method == "backward"
    values = naive_extensive.expected(tree.start(), lambda position: choices_of(answer, position))
    assert [float(value) for value in answer.profiles[0].payoffs] == pytest.approx(values)
    waiting = [tree.start()]
    for position in waiting:  # no change of one move is better anywhere
        if position.over:
            continue
        now = naive_extensive.expected(position, lambda here: choices_of(answer, here))
        for code in position.codes:
            waiting.append(position.play(code))
            if position.mover != z.CHANCE:
                other = naive_extensive.expected(waiting[-1], lambda here: choices_of(answer, here))
                assert other[position.mover] <= now[position.mover] + 1e-9
    assert float(z.exploitability(tree, answer)) == pytest.approx(0, abs=1e-9)


def test_entry_is_not_fought():
    answer = z.equilibrium(z.Tree(ENTRY, players=("Entrant", "Monopolist")))
    assert answer.profiles[0].payoffs == (1, 1)
    assert "best play: in share" in answer.notes
    assert any("no moves are equally good" in note for note in answer.notes)


def test_all_ties_are_told():
    """Deck 002: max-n has two solutions on this tree."""
    answer = z.equilibrium(ABC)
    assert answer.profiles[0].payoffs == (1, 2, 6)
    assert "in 1 position moves are equally good; they lead to (1, 2, 6) (1, 5, 2)" in answer.notes


def test_games_without_loops_are_solved_from_the_ends():
    answer = z.equilibrium("nim:piles=2-2,misere=true")
    assert (answer.value, answer.exact) == (-1, True)
    assert float(z.exploitability("nim:piles=2-2,misere=true", answer)) == 0


def test_games_that_go_in_circles_are_proven():
    answer = z.equilibrium("pig:target=3")
    assert answer.method == "proof"
    assert answer.value == pytest.approx(z.solve(z.load("pig:target=3").start()).values[0])


def test_kuhn_poker_as_a_matrix_of_plans():
    form = sequence_form(z.load("kuhn").start())
    assert [Plans(form, player).count for player in (0, 1)] == [27, 64]
    answer = z.equilibrium("kuhn", "plans")
    assert (answer.value, answer.regret) == (Fraction(-1, 18), 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_matrix_of_plans_pays_what_the_game_pays(seed):
    dice = random.Random(seed)
    tree = random_tree(dice, dice.choice([2, 3]), 3, hidden=True)
    form = sequence_form(tree.start())
    plans = [Plans(form, player) for player in range(form.players)]
    matrix = normal_form(form, plans)
    listed = [list(each) for each in plans]
    assert [len(each) for each in listed] == [each.count for each in plans] == list(matrix.sizes)
    for _ in range(10):
        chosen = [dice.randrange(size) for size in matrix.sizes]
        made = {sequence for own, k in zip(listed, chosen, strict=True) for sequence in own[k]}

        def policy(position, made=made):
            number = form.number_of[position.mover, position.sees(position.mover) % 2**64]
            first = int(form.sets[number]["first"])
            return {code: float(first + k in made) for k, code in enumerate(position.codes)}

        wanted = naive_extensive.expected(tree.start(), policy)
        assert [float(value) for value in matrix.payoffs[tuple(chosen)]] == pytest.approx(wanted)


def test_general_interests_get_all_equilibria_of_the_matrix():
    """Battle of the sexes as a tree with an information set."""
    answer = z.equilibrium(z.Tree(at_once(BATTLE)))
    assert answer.method == "plans"
    assert sorted(profile.payoffs for profile in answer.profiles) == [(Fraction(3, 4),) * 2, (1, 3), (3, 1)]
    assert all(not any(profile.regrets) for profile in answer.profiles)


def test_without_a_pure_equilibrium_three_players_get_one_that_is_nearly_one():
    """Matching pennies between the first two; the third only looks on."""
    pennies = [[{"payoff": [1, -1, 0]}, {"payoff": [-1, 1, 0]}], [{"payoff": [-1, 1, 0]}, {"payoff": [1, -1, 0]}]]
    tree = {"player": 0, "children": [{"player": 1, "info": "b", "children": row} for row in pennies]}
    answer = z.equilibrium(z.Tree(tree, players=("A", "B", "C")))
    assert answer.regret < 0.01


def test_one_player_who_does_not_see_the_coin():
    coin = [{"info": "x", "player": 0, "moves": ["a", "b"], "children": [{"payoff": [a]}, {"payoff": [b]}]}
            for a, b in ((1, 0), (0, 4))]  # fmt: skip
    answer = z.equilibrium(z.Tree({"player": "chance", "children": coin}, players=("Me",)))
    assert (answer.method, answer.value) == ("best-reply", 2)
    assert answer.profiles[0].strategies[0]["x"] == {"a": 0, "b": 1}


# --- subgames ---------------------------------------------------------------------------------------------------------


def test_a_threat_that_would_not_be_carried_out_is_no_equilibrium_of_all_subgames():
    tree = z.Tree({"player": 0, "moves": ["out", "in"], "children": [{"payoff": [2, 2]}, at_once(BATTLE)]})
    assert {profile.payoffs for profile in z.equilibrium(tree, "plans").profiles} == {(2, 2), (3, 1)}
    answer = z.equilibrium(tree, "subgames")
    assert [step["at"] for step in answer.details["subgames"]] == ["2", "root"]
    assert answer.profiles[0].payoffs == (3, 1)
    assert answer.regret == 0
    assert answer.profiles[0].strategies[0]["a"] == {"1": 1, "2": 0}


def test_a_set_that_reaches_outside_makes_no_subgame():
    """MIN moves after either move of MAX, and knows only in one half which it was."""
    half = {"player": 1, "info": "b", "children": [1, 2]}
    unseen = {"player": 0, "children": [half, half]}
    tree = z.Tree({"children": [unseen, {"player": 1, "name": "alone", "children": [3, 4]}]})
    steps = [step["at"] for step in z.equilibrium(tree, "subgames").details["subgames"]]
    assert sorted(steps[:2]) == ["1", "alone"]  # 1 has both positions of the set below it
    assert steps[2:] == ["root"]
    torn = z.Tree({"children": [unseen, half]})
    assert [step["at"] for step in z.equilibrium(torn, "subgames").details["subgames"]] == ["root"]


@pytest.mark.parametrize("seed", range(6))
def test_the_strategies_of_subgames_are_equilibria_of_each_of_them(seed):
    dice = random.Random(seed)
    pairs = [[(dice.randint(-3, 3), dice.randint(-3, 3)) for _ in range(2)] for _ in range(2)]
    parts = [at_once([dice.sample(row, 2) for row in pairs], f"a{k}", f"b{k}") for k in range(2)]
    tree = z.Tree({"player": dice.choice([0, 1, "chance"]), "children": parts})
    answer = z.equilibrium(tree, "subgames")
    assert len(answer.details["subgames"]) == 3
    assert max(map(float, answer.profiles[0].regrets)) < 1e-9
    for name in ("1", "2"):
        below = tree.at(next(node.number for node in tree.nodes if node.name == name))
        now = naive_extensive.expected(below, lambda position: choices_of(answer, position))
        for player in (0, 1):
            assert naive_best(below, answer, player) <= now[player] + 1e-9


def naive_best(position, answer, player):
    """The best that a player who changes alone can get below a position in which each has one set."""
    best = []
    for code in range(2):

        def policy(here, code=code):
            return {code: 1.0} if here.mover == player else choices_of(answer, here)

        best.append(naive_extensive.expected(position, policy)[player])
    return max(best)


def test_kuhn_poker_is_its_only_subgame():
    answer = z.equilibrium("kuhn", "subgames")
    assert (answer.value, len(answer.details["subgames"])) == (Fraction(-1, 18), 1)


@pytest.mark.parametrize(
    ("game", "method", "message"),
    [
        ("kuhn", "backward", "backward is for games in which everybody sees everything; kuhn has hidden information"),
        ("kuhn:players=3", "plans", r"6,561 x 10,000 x 65,536 plans, with more than 20,000 payoffs; cfr\+"),
        ("kuhn:cards=13", "plans", "plans, with more than 20,000 payoffs"),
        ("kuhn", "plans:by=correlated-no", "unknown method 'correlated-no' for kuhn"),
        ("nim", "subgames", r"nothing hidden: every position begins a subgame \(backward\)"),
        ("kuhn", "best-reply", "best-reply is for one player; kuhn has 2 players"),
        ("leduc:ranks=5", "subgames", "too many to look for subgames in"),
    ],
)
def test_what_does_not_suit_is_refused(game, method, message):
    with pytest.raises(z.Problem, match=message):
        z.equilibrium(game, method)
