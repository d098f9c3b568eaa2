"""Could everybody be better off? An outcome dominates another if nobody gets less and somebody gets more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zermelo.equilibrium.answer import Profile
from zermelo.equilibrium.matrix.game import MatrixGame


def better_for_all(game: MatrixGame, payoffs: Sequence[Any]) -> list[tuple[int, ...]]:
    """The profiles of actions that dominate what the players get, and are not dominated themselves."""
    flat = game.payoffs.reshape(-1, len(game.sizes))
    given = np.array(payoffs, dtype=object)
    better = (flat >= given).all(axis=1) & (flat > given).any(axis=1)
    candidates = np.flatnonzero(better)
    return [
        tuple(int(part) for part in np.unravel_index(number, game.sizes))
        for number in candidates
        if not _dominated(flat[candidates], flat[number])
    ]


def pareto_notes(game: MatrixGame, profiles: Sequence[Profile]) -> tuple[str, ...]:
    """Which of some profiles are dominated, in words."""
    notes = []
    for number, profile in enumerate(profiles, 1):
        if better := better_for_all(game, profile.payoffs):
            name = profile.joined() if profile.kind == "pure" else f"number {number}"
            others = " and ".join(f"({', '.join(game.named(actions))})" for actions in better)
            notes.append(f"{name} is Pareto-dominated by {others}: nobody gets less there, and somebody more")
    return tuple(notes)


def efficient(game: MatrixGame) -> list[tuple[int, ...]]:
    """The profiles of actions that no other dominates."""
    flat = game.payoffs.reshape(-1, len(game.sizes))
    return [profile for number, profile in enumerate(game.profiles()) if not _dominated(flat, flat[number])]


def _dominated(all_payoffs: np.ndarray, payoffs: np.ndarray) -> bool:
    return bool(((all_payoffs >= payoffs).all(axis=1) & (all_payoffs > payoffs).any(axis=1)).any())
