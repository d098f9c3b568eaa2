"""Gambit's .efg files: read, written, and what Gambit makes of them."""

import random

import pygambit
import pytest

import zermelo as z
from zermelo.tree.efg import read_efg
from zermelo.tree.saving import write_efg

# Myerson's card game: a card is dealt, the first player sees it and may raise, the second does not see it
CARD = """EFG 2 R "A \\"simple\\" card game" { "Fred" "Alice" }
"A comment"

c "ROOT" 1 "Deal" { "RED" 1/2 "BLACK" .5 } 0
p "" 1 1 "Red card" { "RAISE" "FOLD" } 0
p "" 2 1 "Alice" { "MEET" "PASS" } 1 "ante" { 0, 0 }
t "" 2 "Big win" { 2, -2 }
t "" 3 "Small win" { 1, -1 }
t "" 3
p "" 1 2 "Black card" { "RAISE" "FOLD" } 0
p "" 2 1 0
t "" 4 "Big loss" { -2 2 }
t "" 3
t "" 5 "" { -1 1 }
"""


def leaves(tree):
    """Each end by the moves that lead there, and what is paid."""
    found, waiting = {}, [(tree.start(), ())]
    while waiting:
        position, way = waiting.pop()
        if position.over:
            found[way] = position.payoff
        waiting += [(position.play(code), (*way, name)) for name, code in position.moves.items()]
    return found


def random_tree(dice, players=2):
    """The second player to move does not see what the first did."""
    names = [f"player {k}" for k in range(players)]

    def end():
        if dice.random() < 0.3:
            return {"player": "chance", "probs": [1 / 3, 2 / 3], "children": [end(), end()]}
        pair = [dice.randint(-4, 4) for _ in range(players - 1)]
        return {"payoff": [*pair, -sum(pair)]}

    def second(k):
        return {"player": 1, "info": "unseen", "moves": ["a", "b", 'c"'], "children": [end() for _ in range(3)]}

    first = {"player": 0, "moves": ["x", "y"], "children": [second(0), second(1)]}
    return z.Tree({"player": "chance", "probs": [0.25, 0.75], "children": [first, end()]}, players=names)


def test_a_card_game():
    tree = z.Tree.parse(CARD)
    assert (tree.spec, tree.players) == ('A "simple" card game', ("Fred", "Alice"))
    assert tree.hidden
    assert leaves(tree)["BLACK", "RAISE", "MEET"] == (-2, 2)
    assert leaves(tree)["RED", "RAISE", "PASS"] == (1, -1)
    found = z.equilibrium(tree)
    assert str(found.value) == "1/3"
    assert {str(part) for part in found.profiles[0].strategies[1]["Alice"].values()} == {"2/3", "1/3"}


def test_what_is_paid_on_the_way_is_added_up():
    text = CARD.replace('1 "ante" { 0, 0 }', '1 "ante" { 10, 0.5 }')
    assert leaves(z.Tree.parse(text))["RED", "RAISE", "MEET"] == (12, -1.5)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_again(seed, tmp_path):
    tree = random_tree(random.Random(seed), players=2 + seed % 2)
    for suffix in (".efg", ".json"):
        tree.save(tmp_path / f"tree{suffix}")
        again = z.Tree.parse(str(tmp_path / f"tree{suffix}"))
        assert again.players == tree.players
        assert leaves(again) == leaves(tree)
        assert len(z.information_sets(again.start(), 1)) == len(z.information_sets(tree.start(), 1))
    assert write_efg(z.Tree(read_efg(write_efg(tree)))) == write_efg(tree)


@pytest.mark.parametrize("seed", range(4))
def test_gambit_finds_the_same_value(seed, tmp_path):
    tree = random_tree(random.Random(seed))
    tree.save(tmp_path / "tree.efg")
    theirs = pygambit.read_efg(tmp_path / "tree.efg")
    found = pygambit.nash.lp_solve(theirs, rational=True).equilibrium
    value = z.equilibrium(tree).value
    assert float(found.payoffs["player 0"]) == pytest.approx(float(value), abs=1e-12)
    assert leaves(z.Tree.parse(theirs.to_efg())) == leaves(tree)


def test_tree_and_equilibrium_take_such_files(zermelo, tmp_path):
    (tmp_path / "card.efg").write_text(CARD)
    code, out, _ = zermelo("equilibrium", str(tmp_path / "card.efg"))
    assert code == 0
    assert "Card is worth 1/3 to Fred" in out
    code, out, _ = zermelo("tree", str(tmp_path / "card.efg"))
    assert code == 0
    assert "RAISE" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("EFG 2 R", "EFG 2 X", "must begin with EFG 2 R"),
        ("EFG 2", "EFG 3", "has '3' where 2 should stand"),
        ('{ "Fred" "Alice" }', "{ }", "has 0 players; 1 to 20"),
        ('"RED" 1/2', '"RED" 1/3', "has probabilities 0.333333, 0.5, which must add up to 1"),
        ('"RED" 1/2', '"RED" 1/0', "has '1/0' where a number should stand"),
        ('"RED" 1/2', '"RED" many', "has 'many' where a number should stand"),
        ('p "" 2 1 0', 'p "" 3 1 0', "has no player 3: there are 2"),
        ('p "" 2 1 0', 'p "" 2 9 0', "does not say which moves there are in information set 9"),
        ('p "" 2 1 0', 'p "" 2 1 "Alice" { "MEET" } 0', "tells information set 1 twice, with other moves"),
        ("{ -1 1 }", "{ -1 }", "has 1 payoffs for 2 players in outcome 5"),
        ('t "" 5 "" { -1 1 }', 't "" 5', "does not say what outcome 5 pays"),
        ('t "" 5 "" { -1 1 }', 't "" 0 "" { -1 1 }', "pays something in outcome 0"),
        ('t "" 5 "" { -1 1 }', "", "has 'the end' where a word should stand"),
        ('t "" 5 "" { -1 1 }', 'x ""', "has 'x' where a node should begin"),
        ('t "" 5 "" { -1 1 }', 't "" 5 "" { -1 1 } t "" 3', "goes on with 't' after its last node"),
        ('"A comment"', '"A comment', "cannot be read at"),
    ],
)
def test_bad_files_are_told_in_one_line(zermelo, tmp_path, old, new, message):
    assert old in CARD
    (tmp_path / "bad.efg").write_text(CARD.replace(old, new))
    for command in ("equilibrium", "tree"):
        code, out, err = zermelo(command, str(tmp_path / "bad.efg"))
        assert (code, out) == (2, "")
        assert f"the .efg file {message}" in err
        assert err.count("\n") == 1


def test_where_nothing_can_be_written(tmp_path):
    tree = z.Tree([1, 2])
    with pytest.raises(z.Problem, match=r"a tree is written as .json or .efg, not '.txt'"):
        tree.save(tmp_path / "tree.txt")
    with pytest.raises(z.Problem, match="cannot write"):
        tree.save(tmp_path / "nowhere" / "tree.efg")
