"""What all players do everywhere: a probability for each move of each information set; and how good that is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from zermelo.core.likeness import of_rules
from zermelo.core.numbers import on_numbers
from zermelo.equilibrium.answer import Profile, Strategy
from zermelo.equilibrium.extensive.form import SequenceForm
from zermelo.equilibrium.extensive.sweeps import average, best_replies
from zermelo.equilibrium.plan import GIST, MADE_FOR, Plan
from zermelo.errors import Problem, unknown

UNLIKELY = 1e-6  # what probabilities that a person gives may miss to add up to 1
WORTH_COMPILING = 200_000  # steps in plain Python: they take as long as it does to compile


@dataclass(frozen=True, eq=False)
class Behaviour:
    """A policy for everybody, by sequence of the form."""

    form: SequenceForm
    policy: np.ndarray  # [sequences]; of the empty ones 1

    @classmethod
    def even(cls, form: SequenceForm) -> "Behaviour":
        """Everybody plays all moves alike."""
        return cls.average(form, np.zeros(len(form.codes)))

    @classmethod
    def average(cls, form: SequenceForm, totals: np.ndarray) -> "Behaviour":
        """As was played on average: `totals` adds up what was, by sequence."""
        policy = np.ones(len(form.codes))
        _, firsts, counts, _ = columns(form)
        on_numbers(average, compiled=len(policy) > WORTH_COMPILING)(firsts, counts, totals, policy)
        return cls(form, policy)

    @classmethod
    def of_plan(cls, form: SequenceForm, plan: Plan) -> "Behaviour":
        """What a plan says; even where it says nothing."""
        plan.must_be_for(form.game)
        behaviour = cls.even(form)
        if not form.game.hidden or plan.by == GIST:  # in the open every position is a set, whichever way leads to it
            for one, position in zip(form.sets, form.positions(), strict=True):
                parts = plan.at(position.sight(int(one.player)))
                here = np.arange(one.first, one.first + one.count)
                behaviour._write(here, [position.moves[name] for name in parts], list(parts.values()))
            return behaviour
        keys = zip(plan.players.tolist(), plan.information.tolist(), strict=True)
        numbers = np.array([form.number_of.get(key, -1) for key in keys], np.int64)
        known = np.flatnonzero(numbers >= 0)
        counts = np.diff(plan.first)[known]
        if (counts != form.sets["count"][numbers[known]]).any():
            raise behaviour._other_moves()
        there = _ranges(plan.first[known], counts)
        behaviour._write(_ranges(form.sets["first"][numbers[known]], counts), plan.codes[there], plan.parts[there])
        return behaviour

    def _write(self, places: np.ndarray, codes: Any, parts: Any) -> None:
        """Put down what is played in some sets, by sequence. Modified in place."""
        if not np.array_equal(codes, self.form.codes[places]):
            raise self._other_moves()
        self.policy[places] = parts

    def _other_moves(self) -> Problem:
        return Problem(f"the strategy for {self.form.game.spec} has other moves than the rules have now")

    def at(self, number: int) -> dict[int, float]:
        """The probability of each move (by its code) in an information set."""
        one = self.form.sets[number]
        places = slice(int(one.first), int(one.first + one.count))
        return dict(zip(self.form.codes[places].tolist(), self.policy[places].tolist(), strict=True))

    def values(self) -> tuple[np.ndarray, np.ndarray]:
        """What each player gets, and would get by the best reply to the others."""
        return self._replied()[0]

    def best_replies(self) -> "Behaviour":
        """What each player would do best if all others stayed."""
        return Behaviour(self.form, self._replied()[1])

    def _replied(self) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray]:
        """What each player gets and could get, and the policy of best replies."""
        form, policy, found = self.form, self.policy.copy(), np.zeros((2, self.form.players))
        reach, gain = np.zeros(len(policy)), np.zeros(len(policy))
        run = on_numbers(best_replies, compiled=form.players * len(form.ends) > WORTH_COMPILING // 10)
        run(*columns(form), form.ends, form.worth, policy, reach, gain, found)
        return (found[0], found[1]), policy

    @property
    def regrets(self) -> np.ndarray:
        """How much each player would gain by the best reply."""
        now, best = self.values()
        return np.maximum(best - now, 0.0)

    @property
    def exploitability(self) -> float:
        """How much a player gains by the best reply, on average over the players: NashConv divided by their number."""
        return float(self.regrets.mean())

    def strategy(self, player: int) -> Strategy:
        """What a player does, by information set, in words; which are found when somebody looks."""
        return _InWords(self, player)

    def plan(self, **about: Any) -> Plan:
        """The same as a table to keep and to play from.

        Where nothing is hidden that has one strategy for a position, whichever way leads there: a Problem if this has
        several.
        """
        form, sets = self.form, self.form.sets
        players, information = sets["player"], sets["information"]
        numbers = np.arange(len(sets))
        if not form.game.hidden:
            information, numbers = self._merged()
        counts = sets["count"][numbers]
        order = _ranges(sets["first"][numbers], counts)
        first = np.concatenate([[0], np.cumsum(counts)])
        codes, parts = form.codes[order], self.policy[order]
        about = {MADE_FOR: of_rules(form.game), **about}
        return Plan(form.game.spec, players[numbers], information, first, codes, parts, about=about)

    def _merged(self) -> tuple[np.ndarray, np.ndarray]:
        """Where nothing is hidden: each position by what it is, as the walk has counted them, and a set of it."""
        form, sets = self.form, self.form.sets
        seen = [position.sight(int(player)).information % 2**64
                for player, position in zip(sets["player"], form.positions(), strict=True)]  # fmt: skip
        information, numbers, which = np.unique(np.array(seen, np.uint64), return_index=True, return_inverse=True)
        for one, same in zip(sets, sets[numbers[which]], strict=True):
            parts, others = (self.policy[each["first"] :][: each["count"]] for each in (one, same))
            if np.abs(parts - others).max() > UNLIKELY:
                raise Problem(
                    f"play of {form.game.spec} comes to the same positions by several ways, with different strategies:"
                    " method backward has one for each position"
                )
        return information, numbers

    def profile(self) -> Profile:
        """For an answer."""
        now, best = self.values()
        strategies = tuple(self.strategy(player) for player in range(self.form.players))
        pure = bool(np.isin(self.policy, (0.0, 1.0)).all())
        payoffs, regrets = tuple(now.tolist()), tuple(np.maximum(best - now, 0.0).tolist())
        return Profile(strategies, payoffs, regrets, "pure" if pure else "mixed")


def _ranges(firsts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The numbers from each first on, so many, one after the other."""
    ends = np.cumsum(counts)
    return np.repeat(firsts - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)


class _InWords(Mapping[str, Any]):
    """What a player does, by what they see."""

    def __init__(self, behaviour: Behaviour, player: int) -> None:
        self._behaviour, self._player = behaviour, player
        self._sets, self._words = behaviour.form.sets_of[player], behaviour.form.words

    def __getitem__(self, label: str) -> dict[str, float]:
        number = self._words.number(self._player, label)
        if number is None:
            raise KeyError(label)
        return dict(zip(self._words.moves(number), self._behaviour.at(number).values(), strict=True))

    def __iter__(self) -> Iterator[str]:
        return map(self._words.label, self._sets.tolist())

    def __len__(self) -> int:
        return len(self._sets)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


def columns(form: SequenceForm) -> tuple[np.ndarray, ...]:
    """Of the information sets: owners, firsts, counts, parents, as sweeps take them."""
    cached = form.__dict__.get("_columns")
    if cached is None:
        cached = tuple(np.ascontiguousarray(form.sets[name]) for name in ("player", "first", "count", "parent"))
        form.__dict__["_columns"] = cached
    return cached


def behaviour_of(form: SequenceForm, given: Mapping[Any, Any]) -> Behaviour:
    """A behaviour from words: for each player, by number or name, moves by information set; even where nothing is said.

    What is said of a set is the probability of some of its moves, or the one move that is played.
    """
    policy = Behaviour.even(form).policy
    for player, said in given.items():
        seat = _seat(form, player)
        if not isinstance(said, Mapping):
            raise Problem(f"what {form.game.players[seat]} does is told by information set, not {said!r:.60}")
        for label, parts in said.items():
            number = form.words.number(seat, label)
            if number is None:
                name = form.game.players[seat]
                mine = (form.words.label(number) for number in form.sets_of[seat])
                raise unknown("information set", label, mine, where=f" of {name} in {form.game.spec}")
            one = form.sets[number]
            moves = dict(zip(form.names(number), range(int(one.first), int(one.first + one.count)), strict=True))
            parts = {parts: 1.0} if isinstance(parts, str) else parts
            if not isinstance(parts, Mapping) or not all(isinstance(part, Real) for part in parts.values()):
                raise Problem(f"what is played at {label!r} is a move, or probabilities of moves, not {parts!r:.60}")
            total = sum(parts.values())
            if not abs(total - 1) < UNLIKELY or min(parts.values()) < 0:
                raise Problem(f"the probabilities at {label!r} must be >= 0 and add up to 1, not {total:g}")
            policy[list(moves.values())] = 0.0
            for name, part in parts.items():
                if name not in moves:
                    raise Problem(f"there is no move {name!r} at {label!r} ({', '.join(moves)})")
                policy[moves[name]] = part
    return Behaviour(form, policy)


def _seat(form: SequenceForm, player: Any) -> int:
    """The number of a player who is given by name or by number."""
    players = form.game.players
    if player in players:
        return players.index(player)
    if isinstance(player, int) and 0 <= player < len(players):
        return player
    raise unknown("player", str(player), players, where=f" in {form.game.spec}")
