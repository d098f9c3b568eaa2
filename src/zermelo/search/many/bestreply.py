"""Best-reply search: between two moves of the player at the root, only one opponent moves, whoever hurts most.

Two sides that move in turn: alpha-beta cuts as in a game for two, and looks further than paranoid or max-n. The price
are positions that no game can reach, since opponents miss their turns (Schadd & Winands 2011). `bestreply+` keeps the
order of turns: the other opponents play the move that is first by the rules' `order` (Esser et al. 2013).

A move of an opponent is written with the opponent's number above bit SHIFT; moves of the player at the root are plain.
In games for two nobody misses a turn, and both methods are paranoid search.

Threat-ADS (Polk & Oommen 2013): the opponents' moves are tried group by group, in the order of a list that the opponent
with the most minimising move moves forward in. That changes the nodes, never the value.
"""

from collections.abc import Callable

import numpy as np

from zermelo.core.game import CHANCE, Game, Position, asking
from zermelo.core.kernel import Extent, Field, advance, given_afresh, make
from zermelo.core.options import Option
from zermelo.core.primitives import assign, mix
from zermelo.core.vocabulary import SEATS, key, mover, moves, order, over, play, stuck, take_turn
from zermelo.errors import Problem
from zermelo.search import view
from zermelo.search.alphabeta.alphabeta import FIELDS, ON_TREES, alphabeta
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.enhancements import equip
from zermelo.search.alphabeta.threads import look_with
from zermelo.search.driver import Search
from zermelo.search.many.adaptive import NO_RECALL, query, rule_of
from zermelo.search.many.paranoid import FOR_MANY, MANY, PARANOID, UNUSED, beyond_many, many_in_turn
from zermelo.search.method import method

SHIFT = 27
MOVE = (1 << SHIFT) - 1  # the bits of a move itself
MOST_PLAYERS = (1 << 31 - SHIFT) - 1  # whose numbers fit into the others, without the sign
ANYBODY = -1  # of the opponents
THREATS = Option(
    "threats", "none", "none", "order the opponents by threat: none, mtf, transposition, ahead(k), pos(k) (Threat-ADS)"
)


def cannot_reply(game: Game) -> str:
    """Why best replies are not for a game, or nothing."""
    if why := beyond_many(game):
        return why
    return f"more than {MOST_PLAYERS} players" if len(game.players) > MOST_PLAYERS else ""


def cannot_skip(game: Game) -> str:
    """Why nobody can miss a turn in a game, or nothing."""
    if why := cannot_reply(game):
        return why
    if len(game.players) > 2 and not game.has("take_turn"):
        return "no rule take_turn(s, player) that lets a player move out of turn"
    return ""


def replying(extent: Extent) -> list[Field]:
    """What best-reply search needs: room for all opponents' moves, and the list of opponents."""
    width = extent.width * max(extent.seats - 1, 1)
    return [
        ("moves", np.int32, (extent.rows, width)),
        ("scores", np.float64, (extent.rows, width)),
        ("later", np.int8, (extent.rows, width)),
        ("threat_rule", np.int64),
        ("threat_reach", np.int64),
        ("threats", np.int32, (extent.seats,)),  # opponents, the most dangerous first
        ("too_great", np.int64),  # whether a move leaves no room for its player's number: the search ended there
    ]


def misses_turns(game: Game) -> str:
    """Why a tree of the rules' moves cannot show it, or nothing."""
    if len(game.players) == 2:
        return ""
    return "bestreply lets opponents miss their turns, which a tree of the rules' moves cannot show"


def plays_rounds(game: Game) -> str:
    """Why a tree of single moves cannot show it."""
    return "bestreply+ plays whole rounds at a time, which a tree of single moves cannot show"


@method("bestreply", options={**MANY, "threats": THREATS}, fields=(*FIELDS, replying), refuses=cannot_skip,
        fits=FOR_MANY, on_trees=ON_TREES, undrawn=misses_turns,
        assumes="if one opponent at a time replies",
        usual=lambda game: 3 * (many_in_turn(game) and game.has("take_turn")))  # fmt: skip
def run(search: Search, *, threats: str = "none", **given: object) -> None:
    """One opponent replies, whoever hurts most; the others miss their turn."""
    search.work.threat_rule, search.work.threat_reach = rule_of(threats)
    _run(search, given, BEST_REPLY)


@method("bestreply+", options=MANY, fields=(*FIELDS, replying), refuses=cannot_reply, fits=FOR_MANY, on_trees=ON_TREES,
        undrawn=plays_rounds, assumes="if one opponent replies and the others play their first moves")  # fmt: skip
def run_plus(search: Search, **given: object) -> None:
    """One opponent replies, whoever hurts most; the others play what the rules' `order` puts first."""
    _run(search, given, BEST_REPLY_PLUS)


def _run(search: Search, given: dict[str, object], replaced: dict) -> None:
    position, w = search.position, search.work
    count = len(search.game.players)
    if count == 2:
        replaced = PARANOID
    else:
        w.threats[: count - 1] = [(position.mover + k) % count for k in range(1, count)]
        search.steps = _steps_in_order if replaced is BEST_REPLY_PLUS else _steps
    chosen = equip(search, {**given, **UNUSED}, view=replaced)
    look = look_with(search, alphabeta, chosen.threads)
    deepen(search, look, deepening=chosen.deepening, aspiration=chosen.aspiration, endgame=chosen.endgame)
    if search.total("too_great"):
        raise Problem(f"best-reply search needs moves from 0 to {MOVE:,}; {search.game.spec} has others")


def decider(w, ply):
    """Who chooses in row `ply`: the player at the root, ANYBODY of the others, or one of those who moves again."""
    natural = mover(w.stack[ply])
    if ply == 0:
        return natural
    last = (w.path[ply] >> SHIFT) - 1
    if last < 0:
        return natural if natural == w.root_player else ANYBODY
    return natural if natural == last else w.root_player


def side(w, ply):
    """0: the player at the root; 1: the others."""
    return 0 if decider(w, ply) == w.root_player else 1


def entry_key(w, ply):
    """The position, and who chooses."""
    return mix(np.uint64(key(w.stack[ply])), np.uint64(decider(w, ply) + 1))


def choices(w, ply):
    """The moves of whoever chooses; ANYBODY: of all opponents, in the order of the list."""
    if stuck(w.stack[ply], w.moves[ply]):  # whose turn it is, by the rules, and that ends the game
        return 0
    who = decider(w, ply)
    if who != ANYBODY:
        return moves_of(w, ply, who, 0)
    count = 0
    for place in range(SEATS - 1):
        count += moves_of(w, ply, w.threats[place], count)
    return count


def moves_of(w, ply, player, count):
    """Write the moves of one player behind the first `count`, with their priorities; returns how many they are."""
    s = hand_over(w, ply, player)
    out = w.moves[ply, count:]
    found = moves(s, out)
    given = given_afresh(w, ply + 1)
    for i in range(found):
        if w.use_order:
            w.scores[ply, count + i] = order(s, out[i], given)
    return tagged(w, player, out, found)


def tagged(w, player, out, found):
    """Add the number of the opponent who makes these moves; returns how many fit: all, or none and the search ends."""
    number = np.int64(0 if player == w.root_player else player + 1)
    for i in range(found):
        if out[i] < 0 or out[i] > MOVE:
            w.too_great = w.stop = 1
            return 0
        out[i] += number << SHIFT
    return found


def hand_over(w, ply, player):
    """A copy of row `ply`, in the next row, with `player` to move."""
    s = w.stack[ply + 1]
    assign(s, w.stack[ply])
    if mover(s) != player:
        take_turn(s, player)
    return s


def make_reply(w, ply, move):
    """Make a move, in or out of turn."""
    opponent = (move >> SHIFT) - 1
    child = hand_over(w, ply, w.root_player if opponent < 0 else opponent)
    w.path[ply + 1] = move
    play(child, move & MOVE)
    given_afresh(w, ply + 1)
    return child


def priority(w, ply, i):
    """Found out by `choices`, while it was the player's turn."""
    return w.scores[ply, i]


def learn(w, ply, move):
    """Threat-ADS: ask the list for the opponent with the most minimising move."""
    if w.threat_rule != NO_RECALL and move > MOVE and decider(w, ply) == ANYBODY:
        query(w.threats, SEATS - 1, (move >> SHIFT) - 1, w.threat_rule, w.threat_reach)


BEST_REPLY: dict[Callable, Callable] = {
    **PARANOID,
    view.side: side,
    view.entry_key: entry_key,
    view.choices: choices,
    make: make_reply,
    view.priority: priority,
    view.learn: learn,
}


# --- in the order of turns --------------------------------------------------------------------------------------------


def choices_in_order(w, ply):
    """Each opponent's moves, after those before them have made their first; that round as a whole is listed once."""
    who = decider(w, ply)
    natural = mover(w.stack[ply])
    if who != ANYBODY:
        return moves_of(w, ply, who, 0) if natural == who else 0
    s = w.stack[ply + 1]
    assign(s, w.stack[ply])
    count = listed = 0
    for _ in range(SEATS - 1):
        player = mover(s)
        if listed & (1 << player):  # the player at the root is out, and the turn has come round
            break
        listed |= 1 << player
        out = w.moves[ply, count:]
        found = moves(s, out)
        best = first_by_order(w, ply, ply + 1, count, found)
        if found == 0:
            break
        first = out[best]
        if count > 0:
            out[best], w.scores[ply, count + best] = out[found - 1], w.scores[ply, count + found - 1]
            found -= 1
        count += tagged(w, player, out, found)
        play(s, first)
        finish_turn(w, ply, s, player)
        if over(s) or mover(s) == w.root_player:
            break
    return count


def first_by_order(w, ply, row, count, found):
    """The index of the move that `order` puts first in row `row`, of those behind the first `count` of row `ply`."""
    best, given = 0, given_afresh(w, row)
    for i in range(found):
        w.scores[ply, count + i] = order(w.stack[row], w.moves[ply, count + i], given)
        if w.scores[ply, count + i] > w.scores[ply, count + best]:
            best = i
    return best


def finish_turn(w, ply, s, player):
    """Let a player who moves again go on with the first moves by `order`, as far as the others' turn."""
    for _ in range(SEATS):
        if over(s) or mover(s) != player:
            return
        found = moves(s, w.moves[ply + 1])
        if found == 0:
            return
        play(s, w.moves[ply + 1, first_by_order(w, ply + 1, ply + 1, 0, found)])


def make_in_order(w, ply, move):
    """A round: one opponent makes the move, the others their first; or a move of the player at the root."""
    child = advance(w, ply, move)
    opponent = (move >> SHIFT) - 1
    if opponent < 0:
        play(child, move)
        given_afresh(w, ply + 1)
        return child
    moved = 0
    for _ in range(SEATS):
        player = mover(child)
        if over(child) or player == w.root_player or moved & (1 << player):
            break
        moved |= 1 << player
        if player == opponent:
            play(child, move & MOVE)
            if mover(child) == opponent:
                break  # and chooses again
            opponent = ANYBODY
        else:
            found = moves(child, w.moves[ply + 1])
            if found == 0:
                break
            play(child, w.moves[ply + 1, first_by_order(w, ply + 1, ply + 1, 0, found)])
            finish_turn(w, ply, child, player)
    given_afresh(w, ply + 1)
    return child


BEST_REPLY_PLUS: dict[Callable, Callable] = {**BEST_REPLY, view.choices: choices_in_order, make: make_in_order}


# --- in words ---------------------------------------------------------------------------------------------------------


def _steps(position: Position, move: int, root: int) -> tuple[list[str], Position] | None:
    """What a move is called, with the name of a player who moves out of turn, and where it leads."""
    player = root if move <= MOVE else (move >> SHIFT) - 1
    label = ""
    if position.mover != player:
        state = position.state
        with asking(position.game, "take_turn"):
            position.game.rule("take_turn")(state, player)
        position, label = position.game.from_state(state), f"{position.game.players[player]}:"
    return _one(position, move & MOVE, label)


def _steps_in_order(position: Position, move: int, root: int) -> tuple[list[str], Position] | None:
    """The moves of a round, and where they lead."""
    if move <= MOVE:
        return _one(position, move, "")
    opponent, names = (move >> SHIFT) - 1, []
    moved: list[int] = []
    for _ in range(2 * len(position.game.players)):
        player = position.mover
        if position.over or player in (root, CHANCE) or player in moved[:-1]:
            break
        moved += [player] * (player not in moved)
        if player == opponent:
            step = _one(position, move & MOVE, "")
            opponent = ANYBODY
        else:
            step = _one(position, _first(position), "")
        if step is None:
            return None
        names += step[0]
        position = step[1]
        if player == (move >> SHIFT) - 1 == position.mover:
            break
    return names, position


def _first(position: Position) -> int:
    """The move that the rules' `order` puts first."""
    with asking(position.game, "order"):
        return max(position.codes, key=lambda move: position.game.ask("order", position.state, move))


def _one(position: Position, move: int, label: str) -> tuple[list[str], Position] | None:
    if move not in position.codes:
        return None
    return [label + position.move_name(move)], position.play(move)
