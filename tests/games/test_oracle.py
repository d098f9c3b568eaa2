"""The same games by other people: open_spiel and Zermelo play random games side by side and must agree throughout."""

import random

import pytest

import zermelo as z

pyspiel = pytest.importorskip("pyspiel")


def same_name(game: str, state, action: int) -> str:
    """What we call an action of open_spiel's."""
    if game == "connect4":
        return str(action + 1)
    if game.startswith("hex"):
        size = int(game.partition("=")[2])
        return f"{'abcdefghijk'[action % size]}{action // size + 1}"
    if game == "kalah":  # the stores are 0 and 7
        return "?ABCDEF?abcdef"[action]
    if game == "othello":
        return "pass" if action == 64 else f"{'abcdefgh'[action % 8]}{action // 8 + 1}"
    return f"{'abc'[action % 3]}{action // 3 + 1}"


@pytest.mark.parametrize(
    ("ours", "theirs", "games"),
    [
        ("tictactoe", "tic_tac_toe", 200),
        ("connect4", "connect_four", 100),
        ("othello", "othello", 30),
        ("kalah", "mancala", 30),
        ("hex:size=5", "hex(board_size=5)", 60),
        ("hex:size=11", "hex(board_size=11)", 5),
    ],
)
def test_random_games_agree(ours, theirs, games):
    """In every position the same moves, the same player to move; in the end the same winner."""
    rng = random.Random(2026)
    game, other = z.load(ours), pyspiel.load_game(theirs)
    for _ in range(games):
        position, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            actions = {same_name(ours, state, action): action for action in state.legal_actions()}
            assert set(position.moves) == set(actions), position
            assert position.mover == state.current_player()
            name = rng.choice(sorted(actions))
            position = position.play(name)
            state.apply_action(actions[name])
        assert position.over, position
        signs = [(value > 0) - (value < 0) for value in position.payoff]
        assert signs == [(value > 0) - (value < 0) for value in state.returns()], position
