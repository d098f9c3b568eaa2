"""Who is asked for a move: players within what the server allows, and how they begin without native code."""

from zermelo.arena.levels import LevelPlayer, describe
from zermelo.arena.players import Player, SearchPlayer, player
from zermelo.core.game import Game
from zermelo.core.options import with_setting
from zermelo.errors import unknown
from zermelo.search import Limit, methods
from zermelo.search.handover import Meanwhile
from zermelo.search.method import description
from zermelo.web.allowance import described, memory_of, within
from zermelo.web.settings import Settings

UNSEARCHING = ("level", "random", "greedy")  # who may be asked beside the methods
PLAIN_SECONDS = 0.6  # seconds after which a level plays what plain Python has found


def thinker_of(spec: str, game: Game, megabytes: float, *, seed: int | None = None, advises: bool = False) -> Player:
    """The player of a description, with so much memory; `advises`: they value moves for somebody who looks on, rather
    than make one.

    Without native code they begin in plain Python, unless a seed asks for the same play everywhere, or a limit for so
    many nodes or simulations.
    """
    name = known(spec)
    if name not in methods:
        thinker = player(spec, seed=seed)
        if isinstance(thinker, LevelPlayer):
            behind, _, given = description(describe(thinker.level, game)["method"])
            thinker.options = within(behind, given, megabytes)
            thinker.meanwhile = thinker.seed is None and Meanwhile(patience=PLAIN_SECONDS)
        return thinker
    methods[name].must_suit(game)
    limits = described(spec)[1]
    thinker = player(_modest(spec, megabytes), seed=seed)
    assert isinstance(thinker, SearchPlayer)
    thinker.limit = thinker.limit if limits else Limit()
    hurried = thinker.limit.time is not None and not advises
    counted = thinker.limit.nodes is not None or thinker.limit.simulations is not None
    thinker.meanwhile = thinker.seed is None and not counted and Meanwhile(unhurried=not hurried)
    return thinker


def begins_at_once(thinker: Player) -> bool:
    """Whether a player answers without native code; several threads are no use to plain Python."""
    if not isinstance(thinker, SearchPlayer | LevelPlayer):
        return True
    return bool(thinker.meanwhile) and int(thinker.options.get("threads", 1)) == 1


def method_behind(spec: str, game: Game, settings: Settings) -> str:
    """The method, with its options, whose code a player needs; nothing if they do not search."""
    name = spec.partition(":")[0]
    if name == "level":
        return describe(LevelPlayer.of(spec).level, game)["method"]
    if name not in methods:
        return ""
    methods[name].must_suit(game)
    behind, _, given = described(spec)
    for key, value in {**given, **within(name, given, settings.megabytes)}.items():
        behind = behind if key == "seed" else with_setting(behind, key, value)
    return behind


def memory_behind(spec: str, game: Game, settings: Settings) -> tuple[float, bool]:
    """MB that a player takes, and whether exactly that was asked for; a `Problem` if it is more than a search may."""
    name = known(spec)
    if name in methods:
        _, _, given = described(spec)
        return memory_of(name, given, settings.megabytes)
    if behind := method_behind(spec, game, settings):
        name, _, given = description(behind)
        return memory_of(name, given, settings.megabytes)[0], False
    return 0.0, False


def known(spec: str) -> str:
    """The name in the description of a player; a `Problem` if nobody here is called so."""
    name = spec.partition(":")[0]
    if name not in (*methods, *UNSEARCHING):
        raise unknown("player", name, [*UNSEARCHING, *methods])
    return name


def _modest(spec: str, megabytes: float) -> str:
    """A described method with its memory within what is allowed."""
    name, _, given = described(spec)
    for key, most in within(name, given, megabytes).items():
        spec = with_setting(spec, key, most)
    return spec
