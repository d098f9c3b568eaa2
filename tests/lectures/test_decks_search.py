"""The rows of the lecture decks on what makes a search strong: see tests/decks.py for how tests are named.

Most positions are English draughts: square 1 is at the top left, Black goes down, White up, captures are forced.
"""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import zermelo as z
from zermelo import Limit, analyse
from zermelo.core.kernel import at_root, kernel
from zermelo.core.primitives import mix
from zermelo.core.vocabulary import moves
from zermelo.experiments import run
from zermelo.experiments.positions import suite
from zermelo.experiments.searches import ALL_ON, all_but, bare, cost
from zermelo.search.alphabeta.order import ordering, reward

DRAUGHTS = z.load("draughts")
MEN_ONLY = (1, 1, 0, 0, 0, 0)  # weights: a king counts as a man, and nothing else counts

# White to move. After 2-7? Black offers the king, 8-11!, White has to take it, 7x16, and Black takes both, 12x19x26.
SHOT = DRAUGHTS.position("W:WK2,K23:BK8,12")
# Black to move. After 5-9 and after 18-23? the score is the same, but 27x18 takes the king.
HANGING = DRAUGHTS.position("B:W25,27:B5,K18")


def look(position, depth, quiescence):
    """A plain search, with or without quiescence; nothing else differs."""
    return analyse(position, limit=Limit(depth=depth), plain=True, quiescence=quiescence)


def by_move(position, depth, **options):
    """What a search thinks of each move."""
    lines = analyse(position, limit=Limit(depth=depth), lines=len(position.moves), **options).lines
    return {line.move: line.value for line in lines}


# Of 308 endings drawn at random, in which nothing can be taken: those that a search of 11 plies proves won or lost.
ENDINGS = {
    "W:WK5,K16,18:B7,11": 1,
    "B:W11,24:BK10,12,K14": 1,
    "W:W8,K18,K27:B17,K20": 1,
    "W:WK19,K21,22:B11,13,14": 1,
    "B:W15,K19:BK6,K7,K27": 1,
    "B:W5,K6,K15:B10,K19": -1,
    "B:WK11,22,K24:B10,K12": -1,
    "B:W12,13,27:B5,K6,K19": 1,
    "B:W13,K18,K24:B23,26": -1,
    "B:W20,K23,K28:B9,12": -1,
    "W:W25,26,K28:B9,11": 1,
    "W:WK9,K28:BK12,13": 1,
    "W:W16,K25,K28:B14,17": 1,
    "B:W15,18:BK11,16,K17": 1,
    "B:W16,17:BK18,26,K28": 1,
    "W:WK6,22,K23:B10,15,K16": 1,
}


@cache
def proven_endings():
    """Each with the result for the player to move."""
    searched = {text: analyse(DRAUGHTS.position(text), limit=Limit(depth=11), extensions=True) for text in ENDINGS}
    assert {text: found.value for text, found in searched.items() if found.plies} == ENDINGS
    return [(DRAUGHTS.position(text), result) for text, result in ENDINGS.items()]


def right(weights):
    """How often the sign of the evaluation tells who wins; an evaluation of 0 is half right."""
    guesses = [np.sign(position.evaluate(weights=weights)) * result for position, result in proven_endings()]
    return (1 + np.mean(guesses)) / 2


# --- 000 -------------------------------------------------------------------------------------------------------------


def test_000_28_the_list_of_enhancements_measured():
    """Storage, ordering, windows, depth: each is an option, and its effect is a row of the experiment."""
    found = run("enhancements", game="draughts", positions=2, depth=7)
    assert not found.faults  # what must not change the value does not
    rows = {row["search"]: row for row in found.rows}
    nodes = {name: row["nodes"] for name, row in rows.items()}
    assert nodes["only a table"] < 0.8 * nodes["plain"]  # storage
    assert nodes[ALL_ON] < 0.6 * nodes["no table"]
    assert nodes["table, history"] < 0.8 * nodes["only a table"]  # ordering
    assert nodes[ALL_ON] < 0.9 * nodes["no history"]
    assert {"no null windows", "no aspiration", "MTD(f)"} < rows.keys()  # windows
    assert nodes["reductions"] < 0.7 * nodes[ALL_ON] < nodes["extensions"]  # depth
    assert not rows["reductions"]["same_value_required"]


def test_000_28_several_threads_find_the_same():
    position, options = suite("draughts", count=1)[0][0], all_but()
    alone, together = (analyse(position, limit=Limit(depth=7), threads=n, **options) for n in (1, 2))
    assert alone.value == together.value


def test_000_28_a_better_evaluation():
    """Knowledge: with kings, free steps and the rest the evaluation is right more often than a count of pieces."""
    assert right(None) > right(MEN_ONLY) + 0.1  # 16 and 14 of 16


@pytest.mark.parametrize(("policy", "value"), [("draw", 0), ("loss", 1), ("forbidden", -1)])
def test_000_29_three_policies(policy, value):
    """Tug of war, S1 -> S2 -> S1 by two pulls: what a repetition means decides who wins."""
    s1 = z.load(f"tug:repetition={policy}").start()
    assert s1.play("pull").play("pull").key == s1.key
    found = analyse(s1, limit=Limit(depth=30), paths=True, compiled=False)
    assert (found.value, found.exact) == (value, True)


CYCLE = ("32-27", "4-8", "27-32", "8-4")  # M1, M2, undo M1, undo M2


def test_000_29_back_to_s1_is_worth_0():
    """S1 -> S2 -> S3 -> S4 -> S1 with kings, one against two: S1 is not searched again, but worth 0, and White is glad.

    So it is at the second time within a search, as the deck says. The game of draughts itself ends at the third, so of
    the positions before the search two are needed.
    """
    game = z.History(DRAUGHTS.position("B:WK4:BK29,K32"))
    for move in (*CYCLE, *CYCLE[:3]):
        game.play(move)
    s1, s4 = game.past[0], game.position
    assert s4.play(CYCLE[3]).key == s1.key
    known = analyse(s4, past=game.past, limit=Limit(depth=6))
    assert (known.move, known.value, known.pv) == ("8-4", 0, ("8-4",))
    worth = by_move(s4, 6, past=game.past)
    assert all(value < -0.5 for move, value in worth.items() if move != "8-4")
    for past in ((), game.past[4:]):  # without the past, or with one S1 in it, it is a move like any other
        assert by_move(s4, 6, past=past)["8-4"] < -0.5
    assert not game.over
    game.play(CYCLE[3])
    assert (game.over, game.payoff) == (True, (0, 0))


def test_000_29_no_further_than_the_last_irreversible_move():
    """The same S4, but its text says that a man has just moved or a piece was just taken: S1 cannot come again."""
    game = z.History(DRAUGHTS.position("B:WK4:BK29,K32"))
    for move in (*CYCLE, *CYCLE[:3]):
        game.play(move)
    assert game.position.text == "W:WK8:BK29,K32:H7"  # 7 plies that can be undone
    fresh = DRAUGHTS.position("W:WK8:BK29,K32")
    assert fresh.key == game.position.key
    assert by_move(fresh, 6, past=game.past) == by_move(fresh, 6)
    assert by_move(fresh, 6)["8-4"] < -0.5


# --- 001 -------------------------------------------------------------------------------------------------------------


def test_001_04_the_horizon():
    """Three plies deep 2-7 seems best: 2-7, 8-11, 7x16 even wins a king. The fourth ply takes both of White's.

    With quiescence the search goes on until nothing can be taken, and sees it; so does one ply more. A search of 12
    plies confirms that 2-7 loses in 4, and that nothing else does.
    """
    blind, sees = look(SHOT, 3, 0), look(SHOT, 3, 16)
    assert blind.move == "2-7"
    assert blind.value > 0.3
    assert sees.move == "2-6"
    assert sees.value > 0.3
    assert look(SHOT, 4, 0).move == "2-6"
    worth = by_move(SHOT, 3, plain=True, quiescence=16)
    assert worth["2-7"] == -1
    deep = analyse(SHOT, limit=Limit(depth=12), lines=6)
    assert deep.move == "2-6"
    assert (deep.lines[-1].move, deep.lines[-1].value, deep.lines[-1].plies) == ("2-7", -1, 4)
    assert deep.lines[-1].pv[:2] == ("2-7", "8-11")
    assert all(line.value > 0.1 for line in deep.lines[:-1])


class Exchanges(z.Rules):
    """Every move takes something, and is worth a little at random: nothing is quiet for ten plies."""

    max_moves, max_plies, payoff_range = 2, 40, (-1, 1)

    class State:
        luck: np.uint64
        plies: np.int8

    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2 if s.plies < 30 else 0

    def play(s, move):
        s.luck = mix(s.luck, np.uint64(move + 1))
        s.plies += 1

    def payoff(s, out):
        out[0] = out[1] = 0

    def evaluate(s):
        return (float(s.luck % np.uint64(1000)) - 500) / 1000

    def noisy(s, out):
        return moves(s, out) if s.plies < 10 else 0


def test_001_04_quiescence_costs_more_than_a_constant():
    """The deck says otherwise. Each two plies of exchanges more multiply the nodes, as in any search."""
    start = z.Game(Exchanges).start()
    nodes = [
        analyse(start, limit=Limit(depth=1), plain=True, quiescence=plies, compiled=False).nodes
        for plies in (0, 2, 4, 6, 8)
    ]
    assert all(more > 1.25 * fewer for fewer, more in pairwise(nodes))
    assert nodes[-1] > 8 * nodes[0]


def test_001_08_a_ladder_of_depths():
    """Each ply more wins more often than it loses; five more win clearly. The deck's steps are 4, 8 and 12 in chess."""
    game = "othello:size=6"
    found = run("depth", game=game, depths=3, games=16, seed=0, player="alphabeta:table=1")
    assert [(row["depth"], row["against"]) for row in found.rows] == [(2, 1), (3, 2)]
    assert all(row["score"] > 0.5 for row in found.rows)
    players = [f"alphabeta:table=1,depth={plies}" for plies in (6, 1)]
    tally = z.match(z.load(game), players, games=12, seed=0).tally(0)
    assert tally.low > 0.5


def test_001_08_a_weight_times_a_difference():
    """The deck's w1 = 9 and f1 = white queens - black queens, with kings: the score depends on the difference alone."""
    nine = (0, 9, 0, 0, 0, 0)
    for mine, yours in ((1, 0), (2, 1), (1, 3), (2, 2)):
        squares = [f"K{square}" for square in (2, 9, 13, 19, 27, 30)]
        text = f"W:W{','.join(squares[:mine])}:B{','.join(squares[mine : mine + yours])}"
        assert margin(DRAUGHTS.position(text), nine) == pytest.approx(9 * (mine - yours))


def test_001_11_killers_and_history_save_nodes():
    """Eight positions, seven plies: the same values from fewer nodes.

    Both look for the same thing, moves that made cuts: together they save more than either, but less than the sum. With
    all else on, where the table names a move already, there is less left to save, and killers add nothing to history.
    """
    positions, _ = suite("draughts", count=8)

    def searched(options):
        costs = [cost(position, 7, options) for position in positions]
        return sum(each.nodes for each in costs), [each.value for each in costs]

    nothing, values = searched(bare())
    killers, same_1 = searched(bare(killers=True))
    history, same_2 = searched(bare(history=True))
    both, same_3 = searched(bare(killers=True, history=True))
    neither_of_all, same_4 = searched(all_but(killers=False, history=False))
    history_of_all, same_5 = searched(all_but(killers=False))
    everything, same_6 = searched(all_but())
    for same in (same_1, same_2, same_3, same_4, same_5, same_6):
        assert same == pytest.approx(values)
    assert killers < 0.7 * nothing
    assert history < 0.6 * nothing
    assert killers + history - nothing < both < min(killers, history)
    assert everything < 0.8 * neither_of_all
    assert everything == pytest.approx(history_of_all, rel=0.1)


def test_001_11_two_killers_for_each_ply_and_one_history_for_all():
    """A third killer drives out the first. The counter of a move grows with the tree below its cut, at any ply."""
    position = z.load("tictactoe").start()
    w = at_root(position, ordering)[0]
    w.killers = -1
    w.stack[1] = w.stack[2] = position.state
    remember = kernel(position.game, reward, compiled=False)
    for ply, move, size in ((1, 4, 0), (1, 8, 0), (1, 6, 0), (2, 6, 3)):
        remember(w, ply, move, size)
    assert w.killers[:3].tolist() == [[-1, -1], [6, 8], [6, -1]]
    assert w.history[0, [4, 8, 6]].tolist() == [1, 1, 1 + 10]


# --- 002 -------------------------------------------------------------------------------------------------------------


def margin(position, weights):
    """The weighted sum that draughts' `evaluate` makes its score of."""
    score, pieces = position.evaluate(weights=weights), sum(symbol in "bwBW" for symbol in position.cells)
    return 0.2 * pieces * score / (0.9 - abs(score))


def test_002_16_a_weighted_sum():
    """w1 f1 + ... + wn fn: men, kings and where they stand. Each feature is the mover's less the opponent's."""
    position = DRAUGHTS.position("B:W21,25,K30:B1,3,6,10,K15")
    features = [margin(position, weights) for weights in np.eye(6)]
    assert features[:4] == pytest.approx([2, 0, 2, 1])  # men 4 - 2, kings 1 - 1, men at home 2 - 0, the bridge
    for weights in ((1, 1.4, 0.1, 0.3, 0.05, 0.1), (1, 3, 0, 0, 0, 0), (2, 1, 1, 0, -1, 5)):
        assert margin(position, weights) == pytest.approx(np.dot(weights, features))


def test_002_16_wins_come_before_estimates():
    """Wins > draws > losses. A mere sum, as in the deck, would put a queen (9) above a win (1): scores are bounded."""
    most = DRAUGHTS.position("B:W30:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12")
    assert 0.7 < most.evaluate() < 0.9
    lost = DRAUGHTS.position("W:W:B1")
    assert (lost.over, lost.payoff) == (True, (1, -1))


def test_002_16_the_phase_of_the_game():
    """The deck says that an evaluation may depend on depth; what it means is the phase: a man more of 23, or of 3."""
    opening = DRAUGHTS.position("B:W21-31:B1-12")
    ending = DRAUGHTS.position("B:W31:B9,10")
    assert margin(opening, MEN_ONLY) == margin(ending, MEN_ONLY) == pytest.approx(1)
    assert opening.evaluate(weights=MEN_ONLY) < 0.2 < 0.5 < ending.evaluate(weights=MEN_ONLY)


def test_002_16_it_goes_with_the_result():
    """In endings that are proven, the side with the better evaluation wins."""
    assert right(None) > 0.9


def test_002_17_the_same_score_and_a_hanging_piece():
    """Two positions, White to move, with the same score: Black is ahead by a king against a man.

    (a) It is quiet, and Black wins. (b) White takes the king, and wins. Quiescence changes the verdict of (b) alone.
    The deck says that only a very stupid Black would go there: such is a search of one ply without quiescence.
    """
    a, b = HANGING.play("5-9"), HANGING.play("18-23")
    assert a.evaluate() == pytest.approx(b.evaluate())
    assert a.evaluate() == pytest.approx(-0.3)
    plain, quiet = (by_move(HANGING, 1, plain=True, quiescence=plies) for plies in (0, 16))
    assert plain["5-9"] == pytest.approx(plain["18-23"])
    assert quiet["5-9"] == plain["5-9"]
    assert quiet["18-23"] < -0.5
    assert look(HANGING, 1, 0).move in ("18-22", "18-23")  # either way the king is lost
    assert look(HANGING, 1, 16).move == "5-9"
    truth = analyse(HANGING, limit=Limit(depth=15), lines=5).lines
    assert {line.move: (line.value, line.plies) for line in truth if line.plies} == {"5-9": (1, 13), "18-23": (-1, 8)}


def test_002_18_three_ways_to_cut_off():
    """A fixed depth; as deep as time or nodes allow; and on until it is quiet."""
    fixed = look(SHOT, 3, 0)
    assert (fixed.depth, fixed.move) == (3, "2-7")  # very inaccurate
    depths = [analyse(SHOT, limit=Limit(nodes=nodes), quiescence=0).depth for nodes in (100, 1_000, 10_000)]
    assert depths == sorted(set(depths))  # deepening: always an answer, and a better one with more time
    assert analyse(SHOT, limit=Limit(time=0.2), quiescence=0).move != "2-7"
    assert look(SHOT, 3, 16).move == "2-6"


def test_002_18_on_the_command_line(zermelo):
    words = ("analyse", "draughts", "--position", SHOT.text, "--json")
    for more, move in (
        (("--depth", "3", "--method", "alphabeta:plain=true"), '"2-7"'),
        (("--depth", "3", "--method", "alphabeta:plain=true,quiescence=16"), '"2-6"'),
    ):
        code, out, _ = zermelo(*words, *more)
        assert code == 0
        assert f'"move": {move}' in out
    code, out, _ = zermelo(*words, "--time", "0.2")
    assert code == 0
    assert '"move": "2-7"' not in out
