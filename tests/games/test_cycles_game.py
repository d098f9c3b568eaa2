"""Tug of war, where what a repeated position means decides who wins: deck 000, slide 29."""

import pytest

import zermelo as z
from zermelo import History, Problem, load

POLICIES = ("draw", "loss", "forbidden")


@pytest.fixture(params=POLICIES)
def policy(request) -> str:
    return request.param


def tug(policy: str, heaves: int = 1) -> z.Game:
    return load(f"tug:repetition={policy},heaves={heaves}")


# --- slow and obvious -------------------------------------------------------------------------------------------------


def after_moves(position: z.Position) -> dict[str, z.Position]:
    return {name: position.play(name) for name in position.moves}


def value(position: z.Position, policy: str, path: tuple[int, ...] = ()) -> float:
    """What the first player gets, when the positions with the keys in `path` have been there before."""
    if position.over:
        return position.payoff[0]
    path = (*path, position.key)
    mine, won = (max, 1) if position.mover == 0 else (min, -1)
    found = []
    for after in after_moves(position).values():
        if after.key not in path:
            found.append(value(after, policy, path))
        elif policy == "draw":
            found.append(0)
        elif policy == "loss":
            found.append(-won)
    if not found:  # every move is forbidden: the knot is stuck
        knot = position.text.index("o")
        return (knot < 4) - (knot > 4)
    return mine(found)


def all_paths(position: z.Position) -> list[list[z.Position]]:
    """Every way from a position on which none comes twice, as far as it goes."""
    paths = [[position]]
    for path in paths:
        for after in after_moves(path[-1]).values():
            if after.key not in [each.key for each in path]:
                paths.append([*path, after])
    return paths


# --- the rules --------------------------------------------------------------------------------------------------------


def test_rules_keep_their_promises():
    z.check_game(tug("draw"), games=2, plies=60, compiled=False)
    z.check_game(tug("forbidden", 3), games=5, plies=60, compiled=False)


def test_pull_and_heave():
    start = tug("draw").start()
    assert start.text == "......o.. Left 1-1 0"
    assert list(start.moves) == ["pull", "heave"]
    assert start.play("pull").text == ".....o... Right 1-1 1"
    assert start.play("heave").text == "....o.... Right 0-1 0"
    assert start.play("pull").play("heave").text == ".......o. Left 1-0 0"
    assert list(start.play("heave").play("heave").moves) == ["pull"]


def test_the_ends_of_the_rope():
    game = tug("draw")
    assert game.position("......o.. Right 1-1 0").play("heave").payoff == (-1, 1)
    assert game.position(".......o. Right 1-1 0").play("heave").payoff == (-1, 1)  # it stops at the end
    assert game.position(".o....... Left 0-0 0").play("pull").payoff == (1, -1)


def test_the_pulls_are_not_part_of_the_position():
    """They say how far back a position can come again; S1 -> S2 -> S1 is a repetition."""
    game = tug("draw")
    first = game.start()
    again = first.play("pull").play("pull")
    assert again.text == "......o.. Left 1-1 2"
    assert (again.key, first.play("pull").key == first.key) == (first.key, False)
    assert [game.rule("reversible")(position.state) for position in (first, again, again.play("heave"))] == [0, 2, 0]


def test_positions_that_differ_have_different_keys():
    game = tug("draw", 3)
    positions = {path[-1].text.rpartition(" ")[0]: path[-1].key for path in all_paths(game.start())}
    assert len(set(positions.values())) == len(positions) == 28


@pytest.mark.parametrize("heaves", [1, 2])
def test_nothing_before_the_last_heave_can_come_again(heaves):
    for path in all_paths(tug("draw", heaves).start()):
        for name, after in after_moves(path[-1]).items():
            earlier = [row for row, position in enumerate(path) if position.key == after.key]
            since = len(path) - after.game.rule("reversible")(after.state)
            assert all(row >= since for row in earlier)
            assert not earlier or name == "pull"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".....o.o. Left 1-1 0", "2 knots instead of one"),
        ("......... Left 1-1 0", "0 knots instead of one"),
        ("......o.. Left 2-1 0", "heaves 2-1 must be from 0-0 to 1-1"),
        ("......o.. Up 1-1 0", "the player to move is Left or Right"),
        ("......o. Left 1-1 0", "8 cells instead of 9"),
        ("......o.. Left 1-1 -1", "the last heave are -1"),
        ("......o.. Left", "rope, player, heaves and pulls are needed"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        tug("draw").position(text)
    assert problem in str(refusal.value)


# --- the three policies -----------------------------------------------------------------------------------------------

VALUES = {  # of the first position for Left, by heaves
    "draw": (0, 0, 0, 0),
    "loss": (1, 1, -1, -1),
    "forbidden": (-1, -1, -1, -1),
}


def test_each_policy_gives_the_game_another_value(policy):
    games = [tug(policy, heaves) for heaves in range(4)]
    assert tuple(value(game.start(), policy) for game in games) == VALUES[policy]
    assert [game.rules.solved for game in games] == [*VALUES[policy][:2], None, None]


def test_the_policies_ask_for_different_moves():
    """With `loss` Left must begin with a pull; where repeating is `forbidden`, Right cannot pull back."""
    for policy, best_replies, best_starts in (
        ("draw", {"pull", "heave"}, {"pull", "heave"}),
        ("loss", {"pull", "heave"}, {"pull"}),
        ("forbidden", {"heave"}, {"pull", "heave"}),
    ):
        start = tug(policy).start()
        assert best(start, policy, ()) == best_starts
        assert best(start.play("pull"), policy, (start.key,)) == best_replies


def best(position: z.Position, policy: str, path: tuple[int, ...]) -> set[str]:
    """The moves that keep the value."""
    target = value(position, policy, path)
    path = (*path, position.key)
    found = set()
    for name, after in after_moves(position).items():
        if after.key in path:
            result = {"draw": 0, "loss": -1 if position.mover == 0 else 1, "forbidden": None}[policy]
        else:
            result = value(after, policy, path)
        if result == target:
            found.add(name)
    return found


def test_a_search_agrees_with_the_slow_solver(policy):
    for heaves in range(3):
        game = tug(policy, heaves)
        for path in all_paths(game.start()):
            *past, position = path
            if History(position, past).over:
                continue
            expected = value(position, policy, tuple(each.key for each in past))
            found = z.analyse(position, past=past, compiled=False, table=0)
            assert found.exact
            assert found.values[0] == expected, path


def test_a_compiled_search_agrees():
    assert z.solve(tug("forbidden").start()).value == -1


def test_endless_play_is_a_draw_to_the_retrograde_solver():
    """It knows positions and no paths: the policy `draw`."""
    assert z.solve(tug("draw").start(), method="retrograde", compiled=False).value == 0
    for policy in ("loss", "forbidden"):
        with pytest.raises(z.Problem, match="depends on the moves before it"):
            z.solve(tug(policy).start(), method="retrograde", compiled=False)


def test_a_game_under_way(policy):
    """S1 -> S2 -> S1, as it is played."""
    game = History(tug(policy).start())
    game.play("pull")
    assert list(game.moves) == (["heave"] if policy == "forbidden" else ["pull", "heave"])
    if policy == "forbidden":
        for move in ("heave", "pull"):
            game.play(move)
        assert game.payoff == (-1, 1)  # stuck in the half of Right
    else:
        game.play("pull")
        assert game.payoff == ((0, 0) if policy == "draw" else (1, -1))
