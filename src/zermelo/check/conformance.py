"""Is this game well made? The conformance test for anybody's rules; Zermelo's own games pass it too."""

import pickle
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Game, Position, Rules, asking
from zermelo.core.kernel import Extent, Field, at_root, given_at, kernel, make
from zermelo.core.vocabulary import (
    bounds,
    chance,
    estimate,
    key,
    legal,
    mover,
    noisy,
    order,
    over,
    payoff,
    playout,
    prospect,
)
from zermelo.errors import Problem, RulesProblem

FACTS = (
    "moves()",
    "mover()",
    "over()",
    "evaluate()",
    "bounds()",
    "bounds()",
    "order()",
    "noisy()",
    "playout()",
)  # of `testify`
SOME = 8  # moves of a position whose order is asked for
ENOUGH = 3000  # positions; each is asked everything, so this takes a while


@dataclass(frozen=True)
class Report:
    """What was tried."""

    game: str
    games: int
    positions: int
    longest: int  # plies of the longest random game
    most_moves: int
    compiled: bool


def check_game(
    game: Game | type[Rules], *, games: int = 30, seed: int = 0, compiled: bool = True, plies: int = 400
) -> Report:
    """Play random games and test that the rules keep every promise; a RulesProblem names the first that they break.

    With `compiled`, native code must agree with plain Python in every position. Games are cut off after `plies`, and
    no more are begun after ENOUGH positions.

    >>> import zermelo as z
    >>> check_game(z.load("tictactoe"), games=3, compiled=False).longest <= 9
    True
    """
    if isinstance(game, type):
        game = Game(game)
    rng = random.Random(seed)
    witness = _Witness(game, compiled)
    played = positions = longest = most = 0
    seen: dict[int, tuple] = {}
    start = game.start()
    if start.over:
        raise RulesProblem(f"{game.spec}: the game is over before it begins")
    for _ in range(games):
        if positions > ENOUGH:
            break
        played += 1
        position = start
        for ply in range(plies):
            positions += 1
            _check_position(position)
            facts = (position.mover, position.over, len(position.moves), position.payoff)
            if seen.setdefault(position.key, facts) != facts:
                raise RulesProblem(f"{game.spec}: key() is the same for positions that differ{_at(position)}")
            name = None if position.over else rng.choice(list(position.moves))
            witness.check(position, -1 if name is None else position.moves[name])
            if name is None:
                break
            most = max(most, len(position.moves))
            after = position.play(name)
            _check_summary(position, position.moves[name], after)
            if position.play(position.moves[name]) != after:
                raise RulesProblem(f"{game.spec}: play() gives two results for the same move {name}{_at(position)}")
            if after == position:
                raise RulesProblem(f"{game.spec}: play() changes nothing with the move {name}{_at(position)}")
            longest = max(longest, ply + 1)
            position = after
    return Report(game.spec, played, positions, longest, most, compiled)


def _at(position: Position) -> str:
    return f" at {position.text}"


def _check_position(position: Position) -> None:
    """Everything that can be seen of one position in plain Python."""
    game, where = position.game, _at(position)

    def expect(condition: bool, problem: str) -> None:
        if not condition:
            raise RulesProblem(f"{game.spec}: {problem}{where}")

    value = _check_questions(position, expect)
    if position.over:
        payoff = position.payoff or ()
        if game.has("over"):
            expect(bool(game.rule("over")(position.state)), "over() is false, but there is no move")
        expect(all(np.isfinite(payoff)), f"payoff() is {payoff}")
        low, high = min(payoff), max(payoff)
        expect(
            game.lowest - 1e-9 <= low and high <= game.highest + 1e-9,
            f"payoff() is {payoff}, outside payoff_range = {(game.lowest, game.highest)}",
        )
        if game.payoff_sum is not None:
            expect(
                abs(sum(payoff) - game.payoff_sum) < 1e-9,
                f"payoff() is {payoff}, which adds up to {sum(payoff):g} and not to payoff_sum = {game.payoff_sum:g}",
            )
        expect(position.mover != CHANCE, "chance is to move although the game is over")
    elif position.mover == CHANCE:
        chances = position.chances
        expect(game.stochastic, "mover() is CHANCE, but there is no rule chance()")
        expect(bool(chances), "chance() has no outcomes")
        expect(all(p > 0 for p in chances.values()), f"chance() has a probability that is not positive: {chances}")
        expect(
            abs(sum(chances.values()) - 1) < 1e-9, f"the probabilities of chance() add up to {sum(chances.values())}"
        )
        _check_shares(position, value, expect)
    else:
        codes = position._legal(position.state)
        expect(len(set(codes)) == len(codes), f"moves() lists a move twice: {codes}")
        expect(len(position.moves) == len(codes), f"two moves have the same name: {[*map(position.move_name, codes)]}")
        _check_opinions(position, codes, expect)
        expect(isinstance(value, int | float | np.number), f"evaluate() must return a number, not {value!r}")
        expect(
            game.lowest - 1e-9 <= value <= game.highest + 1e-9,
            f"evaluate() is {value}, outside payoff_range = {(game.lowest, game.highest)}",
        )
        _check_shares(position, value, expect)
    _check_text(position, expect)
    _check_symmetries(position, expect)


def _check_questions(position: Position, expect: Any) -> Any:
    """Asking about a position must not change it. Returns what `evaluate` said, if it was asked."""
    game, s = position.game, position.state
    out, probs, numbers = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves), np.zeros(len(game.players))
    questions: dict[str, tuple] = {"mover": (), "over": (), "key": ()}
    if position.over:
        questions["payoff"] = (numbers, game.given(None, s))
    elif position.mover == CHANCE:
        questions["chance"] = (out, probs)
    else:
        questions |= {"moves": (out,), "evaluate": (game.given(None, s),)}
    if game.has("estimate") and not position.over:
        questions["estimate"] = (numbers, game.given(None, s))
    if game.declared.summary:
        game.given(None, s)
        expect(s.tobytes() == position.data, "summarise() changes the position")
    answers: dict[str, Any] = {"evaluate": game.middle}
    for rule, arguments in questions.items():
        try:
            with np.errstate(all="ignore"):
                answers[rule] = game.rule(rule)(s, *arguments)
        except Exception as error:
            raise RulesProblem(f"{game.spec}: {rule}() failed{_at(position)}: {error}") from error
        expect(s.tobytes() == position.data, f"{rule}() changes the position")
    return answers["evaluate"]


def _check_shares(position: Position, value: float, expect: Any) -> None:
    """What `estimate` says of all players together; and that `take_turn` does what its name says."""
    game = position.game
    if game.has("estimate"):
        shares = position.estimate()
        within = all(game.lowest - 1e-9 <= share <= game.highest + 1e-9 for share in shares)
        expect(within, f"estimate() is {shares}, outside payoff_range = {(game.lowest, game.highest)}")
        if game.payoff_sum is not None:
            even = abs(sum(shares) - game.payoff_sum) < 1e-6 * max(1.0, game.highest - game.lowest)
            expect(even, f"estimate() is {shares}, which does not add up to payoff_sum = {game.payoff_sum:g}")
        if game.has("evaluate") and position.mover != CHANCE:
            same = abs(shares[position.mover] - value) < 1e-6 * max(1.0, game.highest - game.lowest)
            expect(same, f"estimate() gives the mover {shares[position.mover]}, and evaluate() {value}")
    if game.has("take_turn"):
        for player in range(len(game.players)):
            s = position.state
            with asking(game, "take_turn"):
                game.rule("take_turn")(s, player)
            expect(game.from_state(s).mover == player, f"after take_turn(s, {player}) it is another player's turn")


def _check_opinions(position: Position, codes: list[int], expect: Any) -> None:
    """`order`, `noisy` and `bounds`: of the right kind, some of the moves, and true as far as one move can tell."""
    game, s = position.game, position.state
    for move in codes[:SOME]:
        with asking(game, "order"):
            priority = game.ask("order", s, move)
        expect(isinstance(priority, int | float | np.number), f"order() is not a number but {priority!r}")
    out = np.zeros(game.max_moves, np.int32)
    with asking(game, "noisy"):
        count = int(game.rule("noisy")(s, out))
    noisy = out[:count].tolist()
    if game.has("playout"):
        with asking(game, "playout"):
            chosen = int(game.ask("playout", s, out, _dice(position)[0].dice))
        expect(chosen in codes, f"playout() plays {chosen}, which is none of the moves {codes}")
    expect(
        set(noisy) <= set(codes) and len(set(noisy)) == count, f"noisy() lists {noisy}, not some of the moves {codes}"
    )
    with asking(game, "bounds"):
        low, high = game.ask("bounds", s)
    expect(low <= high, f"bounds() are {low} and {high}")
    if not game.has("bounds"):
        return
    ends = [payoff[position.mover] for move in codes if (payoff := position.play(move).payoff) is not None]
    if ends:
        best = max(ends)
        expect(best <= high + 1e-9, f"bounds() says at most {high:g}, but a move wins {best:g}")
        expect(low <= best + 1e-9 or len(ends) < len(codes), f"bounds() says at least {low:g}, but no move wins more")


def _check_text(position: Position, expect: Any) -> None:
    """What is written can be read again."""
    game = position.game
    try:
        again = game.position(position.text)
    except Problem as problem:
        raise RulesProblem(f"{game.spec}: read() does not understand what show() writes: {problem}") from None
    expect(again == position, f"read() makes another position ({again.text})")
    cells = position.cells
    if cells is not None and game.board is not None:
        expect(len(cells) == len(game.board.cells), f"cells() lists {len(cells)} of {len(game.board.cells)} cells")
    for name, code in position.moves.items():
        expect(position.read_move(name) == code, f"read_move({name!r}) is not the move of that name")
    if game.origin:
        expect(pickle.loads(pickle.dumps(position)) == position, "a pickled position comes back different")


def _check_symmetries(position: Position, expect: Any) -> None:
    """Images have the same key, the same end and as many moves."""
    game = position.game
    if not game.has("symmetry") and isinstance(game.rules.symmetries, int):
        return
    images = game.rules.symmetries if isinstance(game.rules.symmetries, int) else len(game.rules.symmetries)
    for image in range(images):
        s = position.state
        game.rule("symmetry")(s, image)
        twin = game.from_state(s)
        expect(image != 0 or twin == position, "symmetry(s, 0) is not the position itself")
        expect(twin.key == position.key, f"key() differs for image {image}")
        expect(
            twin.over == position.over and len(twin.moves) == len(position.moves), f"image {image} plays differently"
        )
        expect(twin.payoff == position.payoff, f"image {image} pays differently")


def _check_summary(position: Position, move: int, after: Position) -> None:
    """What `update` makes of a summary is what `summarise` says of the position after the move."""
    game = position.game
    if game.declared.summary is None or not game.has("update"):
        return
    s, kept, anew = position.state, game.given(None, position.state), game.given(None, after.state)
    with asking(game, "update"):
        game.rule("update")(s, move, kept)
    if s.tobytes() != position.data:
        raise RulesProblem(f"{game.spec}: update() changes the position{_at(position)}")
    for name in game.declared.summary.names or ():
        if not np.allclose(kept.summary[name], anew.summary[name], rtol=1e-4, atol=1e-4):
            shown = position.move_name(move)
            raise RulesProblem(
                f"{game.spec}: update() is not what summarise() says of {name} after {shown}{_at(position)}"
            )


def _dice(position: Position) -> np.ndarray:
    """A workspace whose random numbers depend on nothing but the position."""
    w = at_root(position, testifying)
    w["dice"]["random"] = position.key | 1
    return w


class _Witness:
    """Compares what compiled rules say with what they say in plain Python."""

    def __init__(self, game: Game, compiled: bool) -> None:
        self.game = game
        self.ask = kernel(game, testify, compiled=True) if compiled else None
        self.expect = kernel(game, testify, compiled=False)

    def check(self, position: Position, move: int) -> None:
        """Ask both about a position, and let both play `move` (unless it is negative)."""
        if self.ask is None:
            return
        answers: list[tuple[Any, ...]] = []
        for question in (self.ask, self.expect):
            w = _dice(position)
            k = question(w[0], move)
            facts = w["facts"][0].tolist()
            moves = w["moves"][0, 0, : int(facts[0])].tolist()
            answers.append((int(k), facts, moves, w["payoff"].tolist(), w["stack"][0, 1].tobytes()))
        if answers[0] != answers[1]:
            both = zip(FACTS, answers[0][1], answers[1][1], strict=True)
            fact = next((name for name, a, b in both if a != b), "")
            names = ("key()", fact, "moves()", "payoff()", "play()")
            what = next(name for name, a, b in zip(names, *answers, strict=True) if a != b)
            raise RulesProblem(
                f"{self.game.spec}: {what} differs between compiled code and plain Python{_at(position)}; "
                "is there an overflow, a uint64 mixed with an int, or a sum of truth values (write int(a == b))?"
            )


def testifying(extent: Extent) -> list[Field]:
    """Where a witness writes down what it says."""
    return [("facts", np.float64, (len(FACTS),))]


def testify(w, move):
    """What the rules say about row 0, in the workspace; returns the key. Modified in place."""
    s, facts, given = w.stack[0], w.facts, given_at(w, 0)
    finished = over(s)
    facts[1] = mover(s)
    facts[2] = 1.0 if finished else 0.0
    if mover(s) >= 0:
        count = legal(s, w.moves[0])
        facts[0] = count
        if count == 0:
            payoff(s, w.payoff, given)
        else:
            facts[3] = prospect(s, w.payoff, given)
            facts[4], facts[5] = bounds(s, given)
            estimate(s, w.payoff, given)
            for i in range(min(count, SOME)):
                facts[6] += order(s, w.moves[0][i], given)
            facts[7] = noisy(s, w.moves[1])
            facts[8] = playout(s, w.moves[1], w.dice, given)
    elif not finished:
        facts[0] = chance(s, w.moves[0], w.probs[0])
    if move >= 0:
        make(w, 0, move)
    return key(s)
