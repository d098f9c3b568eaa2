"""What a solver answers: which strategies, what they are worth, and what each player could still gain."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from itertools import islice
from math import nan
from typing import TYPE_CHECKING, Any

from zermelo.errors import Problem

if TYPE_CHECKING:
    from zermelo.equilibrium.plan import Plan

LONG = 14  # letters: a longer fraction is shown as a decimal
MANY = 24  # information sets of a player that are shown
FAINT = 5e-5  # of a probability in floats: what is below is not shown in text
Strategy = Mapping[str, Any]  # of a matrix game: probability by action; of a tree: the same by information set


@dataclass(frozen=True)
class Profile:
    """One strategy for each player, or a lottery over what they do together (`joint`).

    `regrets`: how much more each player could get by another choice if nobody else changes: 0 for all in an
    equilibrium. Fractions are exact; floats are not.
    """

    strategies: tuple[Strategy, ...]
    payoffs: tuple[Any, ...]
    regrets: tuple[Any, ...]
    kind: str = "mixed"  # pure, mixed, correlated or coarse correlated
    joint: Mapping[tuple[str, ...], Any] | None = None  # of a correlated one: probability by everybody's actions

    @property
    def exact(self) -> bool:
        """Whether everything about it is known exactly."""
        return all(isinstance(value, Fraction | int) for value in (*self.payoffs, *self.regrets))

    @property
    def regret(self) -> float:
        """The most that any player could gain."""
        return float(max(self.regrets))

    def text(self, players: tuple[str, ...]) -> str:
        """In one line."""
        if self.joint is not None:
            parts = [f"({', '.join(names)}) {plainly(part)}" for names, part in self.joint.items() if shown(part)]
            return " or ".join(parts)
        return "; ".join(
            f"{player}: {strategy_text(mix)}" for player, mix in zip(players, self.strategies, strict=True)
        )

    def joined(self) -> str:
        """Of a pure one: what everybody does, as (D, D)."""
        return f"({', '.join(map(strategy_text, self.strategies))})"

    def as_dict(self) -> dict[str, Any]:
        """For JSON: numbers, and beside them the same as text where it is exact."""
        found: dict[str, Any] = {"kind": self.kind}
        for name, convert in (("", float), ("exact", str)):
            if not name or self.exact:
                told: dict[str, Any] = {
                    "strategies": [_converted(mix, convert) for mix in self.strategies],
                    "payoffs": [convert(value) for value in self.payoffs],
                    "regrets": [convert(value) for value in self.regrets],
                }
                if self.joint is not None:
                    told["joint"] = [{"actions": names, "chance": convert(part)} for names, part in self.joint.items()]
                found |= {name: told} if name else told
        return found


@dataclass(frozen=True)
class Component:
    """Equilibria that hang together, as they do where payoffs are tied.

    Of two players: each of `subsets` is a list of strategies for either of them, and every mixture of the one list
    with every mixture of the other is an equilibrium. `profiles` are the numbers of the extreme ones in `Answer`.
    """

    profiles: tuple[int, ...]
    subsets: tuple[tuple[tuple[Strategy, ...], ...], ...]

    @property
    def isolated(self) -> bool:
        """Whether it is a single equilibrium."""
        return len(self.profiles) == 1

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "profiles": list(self.profiles),
            "subsets": [[[_converted(mix, float) for mix in side] for side in subset] for subset in self.subsets],
        }


@dataclass(frozen=True)
class Answer:
    """What a solver found in a game.

    `complete`: there are no equilibria but these and, in a component, their mixtures.
    """

    game: str
    method: str
    players: tuple[str, ...]
    profiles: tuple[Profile, ...]
    meaning: str  # in one sentence
    complete: bool = False
    value: Any = None  # for the first player, if it is the same in every equilibrium by a theorem
    components: tuple[Component, ...] = ()
    notes: tuple[str, ...] = ()  # what else a person should know, one line each
    details: Mapping[str, Any] = field(default_factory=dict)  # what else programs may want, ready for JSON
    interrupted: bool = False  # by Ctrl-C: this is the best so far
    time_s: float = 0.0
    behaviour: Any = field(default=None, repr=False)  # of games with information sets: what `plan` is made from

    @property
    def exact(self) -> bool:
        """Whether all that was found is exact."""
        return bool(self.profiles) and all(profile.exact for profile in self.profiles)

    @property
    def regret(self) -> float:
        """The most that any player could gain in any of the profiles."""
        return max((profile.regret for profile in self.profiles), default=nan)

    def plan(self) -> "Plan":
        """The strategies as a table to keep in a file, and to play from."""
        if self.behaviour is None:
            raise Problem(f"{self.game} has no information sets: its strategies are the answer's profiles")
        about = {
            "method": self.method,
            "regrets": [float(each) for profile in self.profiles for each in profile.regrets],
        }
        return self.behaviour.plan(**about)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "players": list(self.players),
            "meaning": self.meaning,
            "complete": self.complete,
            "exact": self.exact,
            "value": None if self.value is None else float(self.value),
            "profiles": [profile.as_dict() for profile in self.profiles],
            "components": [component.as_dict() for component in self.components],
            "notes": list(self.notes),
            "details": dict(self.details),
            "interrupted": self.interrupted,
            "time_s": self.time_s,
        }

    def __str__(self) -> str:
        lines = [f"{self.meaning} ({self.method})"]
        for number, profile in enumerate(self.profiles, 1):
            lines.append(f"  {number}. {profile.text(self.players)}")
            lines.append(f"     payoffs {', '.join(map(plainly, profile.payoffs))}{_doubt(profile)}")
        return "\n".join([*lines, *self.notes])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(profile.text(self.players))}</td>"
            f"<td>{', '.join(map(plainly, profile.payoffs))}</td><td>{plainly(profile.regret)}</td></tr>"
            for number, profile in enumerate(self.profiles, 1)
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        head = "<tr><th></th><th>strategies</th><th>payoffs</th><th>regret</th></tr>"
        return f"<p>{escape(self.meaning)} ({escape(self.method)})</p><table>{head}{rows}</table>{notes}"


def _doubt(profile: Profile) -> str:
    regrets = [plainly(regret) for regret in profile.regrets]
    return f"; regrets {', '.join(regrets)}" if set(regrets) != {"0"} else ""


def _converted(mix: Mapping, convert: Any) -> dict[str, Any]:
    return {
        str(name): _converted(part, convert) if isinstance(part, Mapping) else convert(part)
        for name, part in mix.items()
    }


def strategy_text(mix: Strategy) -> str:
    """A strategy in words: the action alone if it is certain; of a tree, information set by information set."""
    if any(isinstance(part, Mapping) for part in islice(mix.values(), 1)):
        told = [f"at {name.removeprefix('at ')} {strategy_text(part)}" for name, part in islice(mix.items(), MANY)]
        return ", ".join([*told, f"and in {len(mix) - MANY:,} other sets"] if len(mix) > MANY else told)
    played = {name: part for name, part in mix.items() if shown(part)}
    if len(played) == 1:
        return next(iter(played))
    return ", ".join(f"{name} {plainly(part)}" for name, part in played.items())


def shown(part: Any) -> bool:
    """Whether a probability is worth showing: any that is exact and not 0."""
    return part > 0 and (isinstance(part, Fraction | int) or part >= FAINT)


def plainly(value: Any) -> str:
    """A number as a person writes it: 1/3, 2, 0.2765.

    >>> plainly(Fraction(1, 3)), plainly(Fraction(4, 2)), plainly(0.27649)
    ('1/3', '2', '0.2765')
    """
    if isinstance(value, Fraction | int) and len(str(value)) <= LONG:
        return str(value)
    return f"{float(value) if isinstance(value, Fraction | int) else round(float(value), 12) + 0.0:.4g}"
