"""Rows of the decks about what a value means, and what to do when it is a loss."""

import random

import pytest

import zermelo as z
from zermelo.search.alphabeta.swindle import HEIGHT
from zermelo.theory import transformed


def test_000_34_a_value_as_a_lead_or_as_a_chance_to_win():
    for lead in (-20, -3, 0, 0.5, 12):
        assert z.lead_for(z.win_probability(lead, scale=8), scale=8) == pytest.approx(lead)
    rng = random.Random(34)
    for _ in range(50):  # increasing, so a search chooses the same move in either reading
        tree = z.Tree([[rng.randrange(-20, 21) for _ in range(3)] for _ in range(3)])
        chances = transformed(tree, lambda lead: z.win_probability(lead, scale=8))
        assert z.solve(tree.start(), compiled=False).move == z.solve(chances.start(), compiled=False).move


def test_000_34_a_gammon_counts_twice():
    """60 % of single wins, or 55 % with every other win a gammon: the readings disagree, the score decides."""
    safe = {1: 0.6, -1: 0.4}
    bold = {2: 0.275, 1: 0.275, -1: 0.45}
    chance = [sum(p for points, p in game.items() if points > 0) for game in (safe, bold)]
    score = [sum(p * points for points, p in game.items()) for game in (safe, bold)]
    assert chance[0] > chance[1]
    assert score[0] < score[1]


LOST = "..X../..X../X.O.O/XOXOO X"  # four in a row on 5 x 4: X loses after every move


def hope(position: z.Position, player: int, height: int, errors: float) -> float:
    """What a position is worth to a player whose opponent plays any move with probability `errors`, else a best one."""
    if position.over:
        return position.payoff[player]
    if height == 0:
        return position.evaluate() * (1 if position.mover == player else -1)
    worth = [hope(position.play(name), player, height - 1, errors) for name in position.moves]
    if position.mover == player:
        return max(worth)
    return (1 - errors) * min(worth) + errors * sum(worth) / len(worth)


def test_004_12_the_longest_loss():
    game = z.load("connect4:width=5,height=4")
    found = z.analyse(game.position(LOST), limit=z.Limit(), lines=4)
    assert (found.value, found.exact) == (-1, True)
    assert [line.plies for line in found.lines] == sorted((line.plies for line in found.lines), reverse=True)
    position, plies = game.position(LOST), found.plies
    while not position.over:  # both sides play on: the loss comes exactly when it was promised
        position = position.play(z.analyse(position, limit=z.Limit()).move)
        plies -= 1
    assert plies == 0


@pytest.mark.parametrize("errors", [0.05, 0.2, 0.5])
def test_004_12_hoping_for_an_error(errors):
    position = z.load("connect4:width=5,height=4").position(LOST)
    worth = {name: hope(position.play(name), position.mover, HEIGHT, errors) for name in position.moves}
    found = z.analyse(position, limit=z.Limit(), errors=errors)
    assert worth[found.move] == pytest.approx(max(worth.values()), abs=1e-5)
    assert found.value == -1


def test_004_12_no_traps_where_nothing_is_lost():
    position = z.load("connect4:width=5,height=4").start()
    assert (
        z.analyse(position, limit=z.Limit(depth=6), errors=0.5).move == z.analyse(position, limit=z.Limit(depth=6)).move
    )
