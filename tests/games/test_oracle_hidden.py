"""Games of hidden information by other people: open_spiel counts as many sets, and policies are worth as much."""

import random

import numpy as np
import pytest

import zermelo as z
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form

pyspiel = pytest.importorskip("pyspiel")

KUHN = {"check": 0, "fold": 0, "bet": 1, "call": 1}
LEDUC = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}


def action(state, name: str, position: z.Position) -> int:
    """What open_spiel calls one of our moves."""
    game = state.get_game().get_type().short_name
    if game == "kuhn_poker":
        return KUHN[name] if name in KUHN else "JQKA".index(name)
    if game == "leduc_poker":
        return LEDUC[name] if name in LEDUC else "JQKA".index(name)
    if game == "liars_dice":
        if state.is_chance_node():
            return int(name) - 1
        count, _, face = name.partition("x")
        return 6 if name == "liar" else (int(count) - 1) * 3 + int(face) - 1
    if position.game.spec == "rps":
        return ["rock", "paper", "scissors"].index(name)
    return int(name.removeprefix("prize-")) - 1


def along(form: SequenceForm, number: int, other) -> tuple[object, list[int]]:
    """The state of theirs at an information set of ours, and its actions in the order of our moves."""
    position, state = form.start, other.new_initial_state()
    one = form.sets[number]
    for code in form.ways[one.way : one.way + one.plies].tolist():
        state.apply_action(action(state, position.move_name(code), position))
        position = position.play(code)
    assert state.current_player() == position.mover == one.player
    return state, [action(state, name, position) for name in position.moves]


@pytest.mark.parametrize(
    ("ours", "theirs", "sets", "positions", "ends"),
    [
        ("kuhn", "kuhn_poker", 12, 58, 30),
        ("kuhn:players=3", "kuhn_poker(players=3)", 48, 617, 312),
        ("leduc", "leduc_poker", 936, 9457, 5520),
        ("leduc:apart=false", "leduc_poker(suit_isomorphism=True)", 288, 1939, 1116),
        ("liars-dice:sides=3", "liars_dice(dice_sides=3)", 192, 1147, 567),
        ("goofspiel:shown=winner", "goofspiel(num_cards=4,points_order=descending,imp_info=True)", 162, 1077, 576),
        ("goofspiel:cards=3,order=random", "goofspiel(num_cards=3)", 114, 418, 216),
        ("goofspiel:cards=3,players=3", "goofspiel(num_cards=3,players=3,points_order=descending)", 84, 418, 216),
    ],
)
def test_games_are_as_large(ours, theirs, sets, positions, ends):
    form = sequence_form(z.load(ours).start())
    assert (len(form.sets), form.nodes, form.leaves) == (sets, positions, ends)
    assert size(pyspiel.load_game_as_turn_based(theirs)) == (sets, positions, ends)


@pytest.mark.long
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("leduc:players=3,apart=false", "leduc_poker(players=3,suit_isomorphism=True)"),
        ("liars-dice:sides=5", "liars_dice(dice_sides=5)"),
    ],
)
def test_larger_games_are_as_large(ours, theirs):
    form = sequence_form(z.load(ours).start())
    assert (len(form.sets), form.nodes, form.leaves) == size(pyspiel.load_game(theirs))


def size(game) -> tuple[int, int, int]:
    """How many information sets, positions and ends a game of open_spiel's has."""
    names, positions, ends, waiting = set(), 0, 0, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        positions += 1
        ends += state.is_terminal()
        if state.current_player() >= 0:
            names.add((state.current_player(), state.information_state_string()))
        waiting += map(state.child, state.legal_actions())
    return len(names), positions, ends


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("kuhn", "kuhn_poker"),
        ("kuhn:players=3", "kuhn_poker(players=3)"),
        ("leduc:apart=false", "leduc_poker(suit_isomorphism=True)"),
        ("liars-dice:sides=3", "liars_dice(dice_sides=3)"),
        ("rps", "matrix_rps"),
        ("goofspiel:shown=winner", "goofspiel(num_cards=4,points_order=descending,imp_info=True)"),
        ("goofspiel:cards=3,order=random,score=points", "goofspiel(num_cards=3,returns_type=point_difference)"),
        ("goofspiel:cards=3,players=3", "goofspiel(num_cards=3,players=3,points_order=descending)"),
    ],
)
def test_policies_are_worth_as_much(ours, theirs):
    """Even play and random policies: what each player gets, and what the best replies would gain."""
    form, other = sequence_form(z.load(ours).start()), pyspiel.load_game_as_turn_based(theirs)
    ways = [along(form, number, other) for number in range(len(form.sets))]
    names = [state.information_state_string() for state, _ in ways]
    assert len(set(names)) == len(names)
    assert all(sorted(actions) == sorted(state.legal_actions()) for state, actions in ways)
    rng = np.random.default_rng(2026)
    for behaviour in (Behaviour.even(form), some(form, rng), some(form, rng)):
        table = {
            name: list(zip(actions, behaviour.at(number).values(), strict=True))
            for number, (name, (_, actions)) in enumerate(zip(names, ways, strict=True))
        }
        policy = pyspiel.TabularPolicy(table)
        assert behaviour.regrets.sum() == pytest.approx(pyspiel.nash_conv(other, policy), abs=1e-9)
        values = pyspiel.expected_returns(other.new_initial_state(), policy, -1, False)
        assert behaviour.values()[0].tolist() == pytest.approx(values, abs=1e-9)


def some(form: SequenceForm, rng: np.random.Generator) -> Behaviour:
    """A random policy."""
    return Behaviour.average(form, rng.random(len(form.codes)))


@pytest.mark.parametrize(("failure", "version"), [("again", "classical"), ("turn", "abrupt")])
def test_blind_tictactoe_in_step(failure, version):
    """The same moves, players and ends; and what a player knows differs for us exactly where it does for them."""
    rng = random.Random(2026)
    game, other = z.load(f"blind-tictactoe:failure={failure}"), pyspiel.load_game(f"phantom_ttt(gameversion={version})")
    known = {}
    for _ in range(300):
        position, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            assert (position.mover, position.codes) == (player, state.legal_actions())
            ours, theirs = (player, position.sees(player)), (player, state.information_state_string())
            assert known.setdefault(ours, theirs) == theirs
            assert known.setdefault(theirs, ours) == ours
            move = rng.choice(position.codes[:4])
            position = position.play(move)
            state.apply_action(move)
        assert position.over
        assert list(position.payoff) == state.returns()
    assert len(known) > 1000
