"""What the solvers of matrix games share: from mixed strategies to a verified profile, and to an answer."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from zermelo.equilibrium.answer import Answer, Profile, plainly
from zermelo.equilibrium.matrix.components import components_of
from zermelo.equilibrium.matrix.game import MatrixGame, Mix
from zermelo.equilibrium.matrix.pareto import pareto_notes
from zermelo.errors import Fault

Pair = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]  # mixed strategies of two players


def not_for_two(game: MatrixGame) -> str:
    """Why a method for two players is not for a game."""
    count = len(game.sizes)
    return "" if count == 2 else f"{count} player{'s' * (count != 1)}"


def by_name(game: MatrixGame, player: int, mix: Mix) -> dict[str, Any]:
    """A mixed strategy by the names of the actions."""
    return dict(zip(game.actions[player], mix, strict=True))


def profile_of(game: MatrixGame, mixes: Sequence[Mix]) -> Profile:
    """A profile with what everybody gets and could still gain."""
    pure = all(max(mix) == 1 for mix in mixes)
    strategies = tuple(by_name(game, player, mix) for player, mix in enumerate(mixes))
    return Profile(strategies, game.expected(mixes), game.regrets(mixes), "pure" if pure else "mixed")


def verified(game: MatrixGame, mixes: Sequence[Mix]) -> Profile:
    """An exact equilibrium: that it is one is computed anew from the definition."""
    profile = profile_of(game, mixes)
    fair = all(sum(mix) == 1 and min(mix) >= 0 for mix in mixes)
    if not fair or any(profile.regrets) or not profile.exact:
        raise Fault(f"what was found in {game.spec} is not an equilibrium: {profile.text(game.players)}")
    return profile


def in_order(mixes: Pair) -> tuple:
    """How equilibria are sorted: pure ones first, and earlier actions first."""
    return any(0 < part < 1 for mix in mixes for part in mix), [[-part for part in mix] for mix in mixes]


def all_equilibria(game: MatrixGame, method: str, pairs: Iterable[Pair]) -> Answer:
    """The answer of a method that finds every extreme equilibrium of two players."""
    found = sorted(set(pairs), key=in_order)
    profiles = tuple(verified(game, pair) for pair in found)
    names = [tuple(by_name(game, player, mix) for player, mix in enumerate(pair)) for pair in found]
    components = components_of(found, names)
    meaning = f"{game.spec} has {_count(len(found), components)}"
    value = profiles[0].payoffs[0] if game.constant_sum is not None else None
    if value is not None:
        meaning += f"; it is worth {plainly(value)} to {game.players[0]}"
    return Answer(
        game=game.spec,
        method=method,
        players=game.players,
        profiles=profiles,
        meaning=meaning,
        complete=True,
        value=value,
        components=components,
        notes=(*_notes(components), *pareto_notes(game, profiles)),
    )


def _count(extreme: int, components: tuple) -> str:
    if all(component.isolated for component in components):
        return "one equilibrium" if extreme == 1 else f"{extreme} equilibria"
    parts = "one component" if len(components) == 1 else f"{len(components)} components"
    return f"infinitely many equilibria: {parts} with {extreme} extreme equilibria"


def _notes(components: tuple) -> tuple[str, ...]:
    """Which of the equilibria may be mixed with each other."""
    lines = []
    for component in components:
        if not component.isolated:
            members = ", ".join(str(number + 1) for number in component.profiles)
            line = f"{members} hang together: "
            if len(component.subsets) == 1:
                line += "each mixture of their strategies for one player, with each for the other, is an equilibrium"
            else:
                line += f"{len(component.subsets)} sets of equilibria that meet"
            lines.append(line)
    return tuple(lines)
