"""Max-n: every player takes what is best for themselves. Payoffs are vectors, one number for each player.

The value of a game for many is a vector, and not always a single one: it depends on how ties are broken (see `Ties` and
`theory.outcomes`). Nothing can be cut by comparing two players' values, unless the payoffs have a sum and a least:

    immediate     the mover has the highest payoff there is (with every kind of pruning)
    shallow       what the mover has here, and what the one before already has elsewhere, leave nothing more to get
                  for the latter (Korf 1991)
    last-branch   the same over up to n plies, where each player in between is at their last move and has nothing for
                  the first one that would be better (Sturtevant 2003)
    speculative   the same before the last move; if the first player would want the result after all, what was cut is
                  searched again (Sturtevant 2003)

Luckhardt & Irani 1986. Prefer paranoid or best-reply search to play well in little time; prefer this to see what
players want.
"""

from collections.abc import Callable
from typing import Any

from zermelo.core.game import Game
from zermelo.core.kernel import advance, enter, follow
from zermelo.core.options import Option
from zermelo.core.vocabulary import estimate, mover, moves, note, over, payoff, play, seats, stuck
from zermelo.errors import Problem
from zermelo.search.alphabeta.deepening import deepen, move_looked_at
from zermelo.search.alphabeta.order import pick, rank
from zermelo.search.driver import FOR_MANY, Search, beyond_many, method
from zermelo.search.events import CUT, DONE, ENTER, LEAF

FIRST, WORST, BEST = range(3)  # of equal results: the first, the one that is worst or best for the player at the root
TIES = {"first": FIRST, "worst": WORST, "best": BEST}
LOST = ("loss", "forbidden")  # kinds of repetition
NOTHING, SHALLOW, LAST_BRANCH, SPECULATIVE = range(4)
PRUNING = {"none": NOTHING, "shallow": SHALLOW, "last-branch": LAST_BRANCH, "speculative": SPECULATIVE}
OPTIONS = {
    option.name: option
    for option in (
        Option.of("ties", "first", "of equal results: the first, or the worst or best for the player at the root",
               choices=tuple(TIES)),
        Option.of("pruning", "speculative", "what is cut; all find the same", choices=tuple(PRUNING)),
        Option.of("order", True, "try moves in the order of the rules' `order`"),
        Option.of("deepening", True, "search 1 ply deep, then 2, then 3..."),
    )
}  # fmt: skip


def refuses(game: Game) -> str:
    """It knows no path: a repetition that is not a draw would escape it."""
    return beyond_many(game) or ("repetitions that are not draws" if game.rules.repetition in LOST else "")


@method("maxn", options=OPTIONS, refuses=refuses, fits=FOR_MANY, assumes="if all play for themselves")
def run(search: Search, **given: Any) -> None:
    """Every player maximises their own payoff."""
    vectors = search.kernel(maxn)
    run_with(search, lambda ply, height: vectors(*search.arguments, ply, height), **given)


def run_with(search: Search, look: Callable[[int, int], None], **given: Any) -> None:
    """Deepen with a `look` that leaves a vector and a line in the row it is asked about."""
    w = search.work
    settings = {**{name: option.default for name, option in OPTIONS.items()}, **given}
    w.ties, w.use_order = TIES[settings["ties"]], settings["order"]
    w.pruning = PRUNING[settings["pruning"]] if search.game.payoff_sum is not None else NOTHING

    def looked(ply: int, height: int, alpha: float, beta: float) -> float:
        look(ply, height)
        return search.vector_found(move_looked_at(search, ply), w.vectors[ply])

    deepen(search, looked, deepening=settings["deepening"], from_root=True)


def maxn(w, weights, log, ply, height):
    """Leave in `w.vectors[ply]` what each player gets from row `ply` on.

    The result is that of a search without cuts, or one that the player who would have to choose it rejects all the
    same. If it may be another one, because a branch was cut on speculation, the row is returned in which that player
    chooses; -1: it is certain.
    """
    if not enter(w, ply):
        return -1
    s = w.stack[ply]
    w.line_length[ply] = 0
    w.searched[ply] = 0
    note(w, log, ENTER, ply, w.path[ply], height, 0.0, 0.0, 0.0)
    player = mover(s)
    best = w.vectors[ply]
    if over(s) or height == 0 or ply + 2 == w.stack.shape[0] or stuck(s, w.moves[ply]):
        w.leaves += 1
        if over(s) or stuck(s, w.moves[ply]):
            payoff(s, best)
        else:
            w.evaluations += 1
            w.horizon += 1
            estimate(s, weights, best)
        note(w, log, LEAF, ply, w.path[ply], height, 0.0, 0.0, best[player])
        return -1
    count = moves(s, w.moves[ply])
    ranked = rank(w, ply, count, -1)
    doubted = chosen = 0
    cut = -1
    i = 0
    while i < count:
        move = pick(w, ply, i, count) if ranked else w.moves[ply, i]
        w.later[ply, i] = 0
        w.last_branch[ply] = i == count - 1 and doubted == 0
        play(advance(w, ply, move), move)
        doubt = maxn(w, weights, log, ply + 1, height - 1)
        if w.stop:
            return -1
        if doubt >= 0 and doubt < ply:
            w.later[ply, i] = 1
            w.doubts[ply, i] = doubt
            doubted += 1
        elif w.searched[ply] == 0 or prefers(w, player, w.vectors[ply + 1], best):
            take(w, ply, move)
            chosen = i
        i += 1
        cut = rejecting(w, ply, player)
        if cut >= 0 or has_all(w, ply, player):
            break
    early = i < count

    # What was cut on speculation counts for nothing so far. Where the player for whose sake it was cut would take the
    # result, it has to be looked at again; and so it has where cuts were made for the sake of two players.
    speculated = cut if cut < ply - 1 else -1
    back = speculated
    while doubted > 0:
        back, again = speculated, -1
        for j in range(i):
            if w.later[ply, j]:
                row = w.doubts[ply, j]
                wanted = w.searched[ply] == 0 or accepts(w, row, best)
                if wanted or (back >= 0 and back != row):
                    again = j
                    break
                back = row
        if again < 0:
            break
        before, has_result = w.pruning, w.searched[ply]
        w.pruning = min(before, LAST_BRANCH)
        w.last_branch[ply] = False
        if again < chosen:  # it came first: what came later cuts nothing from it
            w.searched[ply] = 0
        move = w.moves[ply, again]
        play(advance(w, ply, move), move)
        maxn(w, weights, log, ply + 1, height - 1)
        w.pruning, w.searched[ply] = before, has_result
        if w.stop:
            return -1
        w.later[ply, again] = 0
        doubted -= 1
        if has_result == 0:
            better = True
        elif again < chosen:
            better = not prefers(w, player, best, w.vectors[ply + 1])
        else:
            better = prefers(w, player, w.vectors[ply + 1], best)
        if better:
            take(w, ply, move)
            chosen = again
    w.cuts += early
    note(w, log, CUT if early else DONE, ply, w.line[ply, 0], height, 0.0, 0.0, best[player])
    return back if back < ply - 1 else -1


def take(w, ply, move):
    """The result of the next row is the best so far in row `ply`."""
    for each in range(seats()):
        w.vectors[ply, each] = w.vectors[ply + 1, each]
    w.searched[ply] = 1
    follow(w, ply, move)


def prefers(w, player, vector, other):
    """Whether a player would rather have `vector` than `other`, which came first."""
    return vector[player] > other[player] or (vector[player] == other[player] and breaks_tie(w, vector, other))


def breaks_tie(w, vector, other):
    """Whether of two equal results the later one is taken."""
    root = w.root_player
    if w.ties == WORST:
        return vector[root] < other[root]
    return w.ties == BEST and vector[root] > other[root]


def accepts(w, row, vector):
    """Whether the player who chooses in row `row` would take `vector`, with what they have by now."""
    return prefers(w, mover(w.stack[row]), vector, w.vectors[row])


def rejecting(w, ply, player):
    """Can the rest of row `ply` be cut? The row whose player will reject whatever comes of it, or -1.

    In rows a < ... < ply of different players each has at least v_a, ..., v_ply, and all payoffs add up to a sum. With

        v_a + ... + v_ply + what the others get at least >= sum

    no result from here is better for all of them. Either somebody between will not choose it, or the player of row a.
    """
    if w.searched[ply] == 0 or w.pruning == NOTHING:
        return -1
    worst = w.lowest + w.half_sum  # the least payoff
    known = w.vectors[ply, player] - worst
    among = 1 << player
    sure = True  # that nobody in between has anything that the player of the first row would take
    for row in range(ply - 1, max(ply - seats(), -1), -1):
        one = mover(w.stack[row])
        if among & (1 << one) or w.searched[row] == 0:
            return -1
        among |= 1 << one
        known += w.vectors[row, one] - worst
        left = seats() * (w.half_sum - worst) - known
        if left < 0.0 or (left == 0.0 and w.ties == FIRST):
            if row == ply - 1:
                return row
            for between in range(row + 1, ply):
                if not w.last_branch[between] or accepts(w, row, w.vectors[between]):
                    sure = False
            if sure:
                return ply - 1
            if w.pruning == SPECULATIVE:
                return row
        if w.pruning == SHALLOW:
            return -1
    return -1


def has_all(w, ply, player):
    """Whether a player has the highest payoff there is, and so need not look any further (immediate pruning)."""
    return w.pruning != NOTHING and w.ties == FIRST and w.searched[ply] and w.vectors[ply, player] >= w.highest


def refuses_alliances(game: Game) -> str:
    """An alliance needs somebody to stand against."""
    return refuses(game) or ("only two players" if len(game.players) < 3 else "")


ALLIES = Option.of("allies", "", "who plays together, by name or number from 1: A+B")


@method("coalition", options={"allies": ALLIES, **{key: OPTIONS[key] for key in ("ties", "order", "deepening")}},
        refuses=refuses_alliances, fits="three players or more", assumes="if the allies play together")  # fmt: skip
def run_coalition(search: Search, *, allies: str = "", **given: Any) -> None:
    """Allied players choose together what gives each of them more than playing alone; the others are for themselves.

    To choose together means: to maximise the least gain of any ally, compared with max-n of the same height, and then
    the sum of their gains. If the least is not above 0, there is no alliance, and everybody plays alone.
    """
    w = search.work
    members = members_of(search.game, allies)
    mask = sum(1 << member for member in members)
    search.extra = {**search.extra, prefers: prefers_together}
    vectors = search.kernel(maxn)
    agreed = {}  # by height from the root: whether there is an alliance

    def agree(height: int) -> None:
        """Leave the result of the root in row 0, from a search alone and one together."""
        w.allies, pruning = 0, w.pruning
        vectors(*search.arguments, 0, height)
        alone, line, length = w.vectors[0].copy(), w.line[0].copy(), int(w.line_length[0])
        w.alone, w.allies, w.pruning = alone, mask, NOTHING
        vectors(*search.arguments, 0, height)
        w.pruning = pruning
        gained = [w.vectors[0, member] - alone[member] for member in members]
        agreed[height] = min(gained) > 0
        if search.stopped:
            w.line_length[0] = 0  # half a look is none
        elif not agreed[height]:
            w.vectors[0], w.line[0], w.line_length[0] = alone, line, length

    def look(ply: int, height: int) -> None:
        if ply == 0:
            agree(height)
            return
        state, path = w.stack[ply].copy(), int(w.path[ply])
        if height + ply not in agreed:
            agree(height + ply)
        w.stack[ply], w.path[ply], before = state, path, w.pruning
        w.allies = mask if agreed.get(height + ply) else 0
        w.pruning = NOTHING if w.allies else before
        vectors(*search.arguments, ply, height)
        w.pruning = before

    run_with(search, look, **given)


def prefers_together(w, player, vector, other):
    """The same for allies, who look at the least gain among them."""
    if w.allies & (1 << player) == 0:
        return vector[player] > other[player] or (vector[player] == other[player] and breaks_tie(w, vector, other))
    least, total = gains(w, vector)
    other_least, other_total = gains(w, other)
    if least != other_least or total != other_total:
        return least > other_least or (least == other_least and total > other_total)
    return breaks_tie(w, vector, other)


def gains(w, vector):
    """What the ally with the least gain has of an alliance, and what all have together."""
    least, total = 1e300, 0.0
    for each in range(seats()):
        if w.allies & (1 << each):
            gain = vector[each] - w.alone[each]
            least, total = min(least, gain), total + gain
    return least, total


def members_of(game: Game, text: str) -> list[int]:
    """Allied players from `A+B` or `1+2`."""
    words, names = [word.strip() for word in text.split("+") if word.strip()], [name.lower() for name in game.players]
    found = []
    for word in words:
        if word.lower() in names:
            found.append(names.index(word.lower()))
        elif word.isdigit() and 1 <= int(word) <= len(game.players):
            found.append(int(word) - 1)
        else:
            raise Problem(f"unknown ally {word!r} in {game.spec} (players: {', '.join(game.players)})")
    if len(set(found)) < 2 or len(set(found)) >= len(game.players):
        raise Problem(f"allies={text!r} must name two players or more, not all: {'+'.join(game.players[:2])}")
    return sorted(set(found))
