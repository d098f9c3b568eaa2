"""What rules promise of every single position, asked in plain Python."""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Game, Position, asking
from zermelo.core.kernel import DICE
from zermelo.core.lines import line_of
from zermelo.errors import Problem, RulesProblem

SOME = 8  # moves of a position whose order is asked for
UNWRITTEN = -(1 << 31)  # what stands in `out` before a rule writes there, and is no move

Expect = Callable[[bool, str, str], None]
"""Whether a promise is kept; the rule or setting that breaks it; the sentence that says so."""


def refusal(game: Game, word: str, problem: str, position: Position | None = None) -> RulesProblem:
    """What is wrong, where in the file, and in which position it shows."""
    where = line_of(game.rules, word, name=game.spec)
    return RulesProblem(f"{where}{problem}{f' at {position.text}' if position else ''}")


def expecting(position: Position) -> Expect:
    """For the promises about one position."""

    def expect(condition: bool, word: str, problem: str) -> None:
        if not condition:
            raise refusal(position.game, word, problem, position)

    return expect


def check_game_as_a_whole(game: Game) -> None:
    """What shows without a position: a board that the state does not fill."""
    board = game.board
    if board is not None and not game.has("cells") and game.cell_field is None:
        count = len(board.cells)
        raise refusal(game, "board", f"board has {count} cells, but no field of State has {count} numbers, such as "
                      f"cells: (int8, {count}); without one, a rule cells(s) says what stands on them")  # fmt: skip


def check_position(position: Position) -> None:
    """Everything that can be seen of one position."""
    game, expect = position.game, expecting(position)
    position.moves  # noqa: B018 (too many of them are told before anything else)
    value = _check_questions(position, expect)
    if position.over:
        check_end(position)
    elif position.mover == CHANCE:
        chances = position.chances
        expect(game.stochastic, "mover", "mover() is CHANCE, but there is no rule chance()")
        expect(bool(chances), "chance", "chance() has no outcomes")
        expect(all(p > 0 for p in chances.values()), "chance",
               f"chance() has a probability that is not positive: {chances}")  # fmt: skip
        total = sum(chances.values())
        expect(abs(total - 1) < 1e-9, "chance", f"the probabilities of chance() add up to {total}")
        _check_shares(position, value, expect)
    else:
        codes = position.codes
        expect(len(set(codes)) == len(codes), "moves", f"moves() lists a move twice: {codes}")
        names = [*map(position.move_name, codes)]
        expect(len(position.moves) == len(codes), "move_name", f"two moves have the same name: {names}")
        _check_opinions(position, codes, expect)
        expect(isinstance(value, int | float | np.number), "evaluate",
               f"evaluate() must return a number, not {value!r}")  # fmt: skip
        within = game.lowest - 1e-9 <= value <= game.highest + 1e-9
        span = (game.lowest, game.highest)
        expect(within, "evaluate", f"evaluate() is {value}, outside payoff_range = {span}")
        _check_shares(position, value, expect)
    _check_text(position, expect)
    _check_symmetries(position, expect)


def check_end(position: Position) -> None:
    """What is paid where the game is over."""
    game, expect, s = position.game, expecting(position), position.state
    if game.has("over"):
        expect(bool(game.rule("over")(s)), "over", "over() is false, but there is no move")
    out = np.full(len(game.players), np.nan)
    with asking(game, "payoff"):
        answer = game.ask("payoff", s, out)
    if np.isnan(out).any():
        left = game.players[int(np.isnan(out).argmax())]
        expect(answer is None, "payoff", f"payoff() returns {answer!r}, but must write it into out")
        expect(False, "payoff", f"payoff() does not write into out what {left} gets")
    payoff = position.payoff or ()
    expect(all(np.isfinite(payoff)), "payoff", f"payoff() is {payoff}")
    low, high = min(payoff), max(payoff)
    within = game.lowest - 1e-9 <= low and high <= game.highest + 1e-9
    expect(within, "payoff", f"payoff() is {payoff}, outside payoff_range = {(game.lowest, game.highest)}")
    if game.payoff_sum is not None:
        expect(abs(sum(payoff) - game.payoff_sum) < 1e-9, "payoff",
               f"payoff() is {payoff}, which adds up to {sum(payoff):g} and not to payoff_sum = "
               f"{game.payoff_sum:g}")  # fmt: skip
    expect(position.mover != CHANCE, "mover", "chance is to move although the game is over")


def _check_questions(position: Position, expect: Expect) -> Any:
    """Asking about a position must not change it. Returns what `evaluate` said, if it was asked."""
    game, s = position.game, position.state
    out, probs = np.full(game.max_moves, UNWRITTEN, np.int32), np.full(game.max_moves, np.nan)
    numbers = np.zeros(len(game.players))
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
        expect(np.void.tobytes(s) == position.data, "summarise", "summarise() changes the position")
    answers: dict[str, Any] = {"evaluate": game.middle}
    for rule, arguments in questions.items():
        with asking(game, rule):
            answers[rule] = game.rule(rule)(s, *arguments)
        expect(np.void.tobytes(s) == position.data, rule, f"{rule}() changes the position")
        nothing = answers[rule] is None and rule in ("mover", "over", "key")
        expect(not nothing, rule, f"{rule}() returns nothing")
    for rule in {"moves", "chance"} & questions.keys():
        count = int(answers[rule])
        written = bool((out[:count] != UNWRITTEN).all()) and (rule == "moves" or not np.isnan(probs[:count]).any())
        expect(bool(written), rule, f"{rule}() returns {count}, but does not write so many")
        again = out[:count].tolist()
        expect(again == position.codes, rule, f"{rule}() lists {position.codes}, and when asked again {again}")
    return answers["evaluate"]


def _check_shares(position: Position, value: float, expect: Expect) -> None:
    """What `estimate` says of all players together; and that `take_turn` does what its name says."""
    game = position.game
    if game.has("estimate"):
        shares = position.estimate()
        within = all(game.lowest - 1e-9 <= share <= game.highest + 1e-9 for share in shares)
        span = (game.lowest, game.highest)
        expect(within, "estimate", f"estimate() is {shares}, outside payoff_range = {span}")
        if game.payoff_sum is not None:
            even = abs(sum(shares) - game.payoff_sum) < 1e-6 * max(1.0, game.highest - game.lowest)
            total = f"{game.payoff_sum:g}"
            expect(even, "estimate", f"estimate() is {shares}, which does not add up to payoff_sum = {total}")
        if game.has("evaluate") and position.mover != CHANCE:
            same = abs(shares[position.mover] - value) < 1e-6 * max(1.0, game.highest - game.lowest)
            mover = shares[position.mover]
            expect(same, "estimate", f"estimate() gives the mover {mover}, and evaluate() {value}")
    if game.has("take_turn"):
        for player in range(len(game.players)):
            s = position.state
            with asking(game, "take_turn"):
                game.rule("take_turn")(s, player)
            done = game.from_state(s).mover == player
            expect(done, "take_turn", f"after take_turn(s, {player}) it is another player's turn")


def _check_opinions(position: Position, codes: list[int], expect: Expect) -> None:
    """`order`, `noisy` and `bounds`: of the right kind, some of the moves, and true as far as one move can tell."""
    game, s = position.game, position.state
    for move in codes[:SOME]:
        with asking(game, "order"):
            priority = game.ask("order", s, move)
        number = isinstance(priority, int | float | np.number)
        expect(number, "order", f"order() is not a number but {priority!r}")
    out = np.zeros(game.max_moves, np.int32)
    with asking(game, "noisy"):
        count = int(game.rule("noisy")(s, out))
    noisy = out[:count].tolist()
    if game.has("playout"):
        with asking(game, "playout"):
            chosen = int(game.ask("playout", s, out, dice(position.key)))
        expect(chosen in codes, "playout", f"playout() plays {chosen}, which is none of the moves {codes}")
    some = set(noisy) <= set(codes) and len(set(noisy)) == count
    expect(some, "noisy", f"noisy() lists {noisy}, not some of the moves {codes}")
    with asking(game, "remaining"):
        left = game.rule("remaining")(s)
    whole = isinstance(left, int | np.integer) and int(left) > 0
    expect(whole, "remaining", f"remaining() is {left}, and not how many plies are left, but a move can be made")
    with asking(game, "bounds"):
        low, high = game.ask("bounds", s)
    expect(low <= high, "bounds", f"bounds() are {low} and {high}")
    if not game.has("bounds"):
        return
    ends = [payoff[position.mover] for move in codes if (payoff := position.play(move).payoff) is not None]
    if ends:
        best = max(ends)
        expect(best <= high + 1e-9, "bounds", f"bounds() says at most {high:g}, but a move wins {best:g}")
        fair = low <= best + 1e-9 or len(ends) < len(codes)
        expect(fair, "bounds", f"bounds() says at least {low:g}, but no move wins more")


def _check_text(position: Position, expect: Expect) -> None:
    """What is written can be read again, and what is drawn is on the board."""
    game, board = position.game, position.game.board
    try:
        again = game.position(position.text)
    except Problem as problem:
        raise refusal(game, "read", f"read() does not understand what show() writes: {problem}", position) from None
    expect(again == position, "read", f"read() makes another position ({again.text})")
    for name, code in position.moves.items():
        expect(position.read_move(name) == code, "read_move", f"read_move({name!r}) is not the move of that name")
    known = {cell.name for cell in board.cells} if board else set()
    if board is not None and game.has("where") and position.mover != CHANCE:
        for name in [*position.moves][:SOME]:
            strange = [cell for way in position.where(name) for cell in way if cell not in known]
            expect(not strange, "where", f"where() of {name} is {strange}, which the board has not")
    strange = [cell for cell in position.decided if cell not in known]
    expect(not strange, "decided", f"decided() is {strange}, which the board has not")


def _check_symmetries(position: Position, expect: Expect) -> None:
    """Images have the same key, the same end and as many moves."""
    game = position.game
    if not game.has("symmetry") and isinstance(game.rules.symmetries, int):
        return
    word = "symmetry" if game.has("symmetry") else "symmetries"
    images = game.rules.symmetries if isinstance(game.rules.symmetries, int) else len(game.rules.symmetries)
    for image in range(images):
        s = position.state
        with asking(game, word):
            game.rule("symmetry")(s, image)
        twin = game.from_state(s)
        expect(image != 0 or twin == position, word, "symmetry(s, 0) is not the position itself")
        expect(twin.key == position.key, "key" if game.has("key") else word, f"key() differs for image {image}")
        alike = twin.over == position.over and len(twin.moves) == len(position.moves)
        expect(alike, word, f"image {image} plays differently")
        expect(twin.payoff == position.payoff, word, f"image {image} pays differently")


def check_move(position: Position, name: str, after: Position) -> None:
    """What a move does, and what `update` makes of a summary: what `summarise` says of the position after the move."""
    game, expect, move = position.game, expecting(position), position.moves[name]
    s = position.state
    with asking(game, "play"):
        answer = game.rules.play(s, move)  # type: ignore[attr-defined]
    changed = answer is None or np.void.tobytes(s) != position.data
    expect(changed, "play", f"play() returns {answer!r}, but must change s in place")
    expect(position.play(move) == after, "play", f"play() gives two results for the same move {name}")
    expect(after != position, "play", f"play() changes nothing with the move {name}")
    if game.declared.summary is None or not game.has("update"):
        return
    s, kept, anew = position.state, game.given(None, position.state), game.given(None, after.state)
    with asking(game, "update"):
        game.rule("update")(s, move, kept)
    expect(np.void.tobytes(s) == position.data, "update", "update() changes the position")
    for field in game.declared.summary.names or ():
        same = np.allclose(kept.summary[field], anew.summary[field], rtol=1e-4, atol=1e-4)
        expect(same, "update", f"update() is not what summarise() says of {field} after {name}")


def dice(seed: int) -> Any:
    """A random generator for rules."""
    made = np.zeros(1, DICE)[0]
    made["random"] = seed | 1
    return made
