"""Measures open_spiel for `zermelo bench`: one JSON request per line on stdin, one JSON answer per line on stdout.

Run by the Python that has open_spiel installed. The first line says hello, or that it is absent:

    echo '{"measure": "playouts", "game": "connect_four", "games": 20000}' | python openspiel_peer.py
"""

import json
import random
import re
import sys
import time
from functools import cache
from importlib.metadata import version


def playouts(game, games):
    """Random games from the start, all in C++.

    The first simulation of an MCTS evaluates the root itself: with an evaluator of `games` random rollouts, that is
    exactly `games` random games from the start and nothing else.
    """
    game = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False)
    state = game.new_initial_state()
    while state.is_chance_node():  # where that search cannot begin
        state.apply_action(state.chance_outcomes()[0][0])
    started = time.process_time()
    root = bot.mcts_search(state)
    return {"games": games, "mean": root.total_reward, "time_s": time.process_time() - started}


def mcts(game, simulations):
    """UCT from the start with one random rollout a simulation, all in C++, on one thread."""
    game = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MEGABYTES, False, SEED, False)
    state = game.new_initial_state()
    started = time.process_time()
    root = bot.mcts_search(state)
    return {"simulations": root.explore_count, "time_s": time.process_time() - started}


def alphabeta(game, depth):
    """`alpha_beta_search`: the search is Python, the moves are C++."""
    nodes = count(game, depth)
    started = time.process_time()
    value = search(game, depth)
    return {"nodes": nodes, "value": value, "time_s": time.process_time() - started}


def search(game, depth):
    return minimax.alpha_beta_search(pyspiel.load_game(game), value_function=lambda state: 0.0, maximum_depth=depth)[0]


@cache
def count(game, depth):
    """The nodes of the search, in a pass of its own that is not timed."""
    plain, nodes = minimax._alpha_beta, 0

    def counting(*args, **window):
        nonlocal nodes
        nodes += 1
        return plain(*args, **window)

    minimax._alpha_beta = counting
    search(game, depth)
    minimax._alpha_beta = plain
    return nodes


def cfr(game, iterations):
    """Counterfactual regret minimisation with alternating updates, all in C++; the tree is made before."""
    solver = pyspiel.CFRSolver(pyspiel.load_game(game))
    started = time.process_time()
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return {"iterations": iterations, "time_s": time.process_time() - started}


def linear_program(game):
    """The sequence-form linear program, made in Python with moves in C++."""
    from open_spiel.python.algorithms import sequence_form_lp

    game = pyspiel.load_game(game)
    started = time.process_time()
    value = sequence_form_lp.solve_zero_sum_game(game)[0]
    return {"programs": 1, "value": float(value), "time_s": time.process_time() - started}


def backgammon(positions, seed):
    """Positions of random games of backgammon, before the dice are rolled: both sides' men (borne off, on the points 1
    to 24, on the bar), who is on roll, and for each roll how many positions its plays lead to, and the sum of
    the squares of the numbers that stand for them, see `plays`.
    """
    rng, game = random.Random(seed), pyspiel.load_game("backgammon(max_player_turns=100000)")
    found = []
    while len(found) < positions:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < positions:
            if state.is_chance_node() and state.move_number() > 0:
                found.append(describe(state))
            state.apply_action(rng.choice(state.legal_actions()))
    return {"positions": found}


def describe(state):
    rolls = {}
    for outcome, _ in state.chance_outcomes():
        child = state.child(outcome)
        player = child.current_player()
        dice = "".join(sorted(re.search(r"Dice: (\d\d)", str(child))[1], reverse=True))
        ends = (
            results_of_double(child, player, dice)
            if dice[0] == dice[1]
            else {e % MODULUS for _, e, _ in plays(child, player, dice)}
        )
        rolls[dice] = len(ends), sum(end * end for end in ends) % MODULUS
    sides = [[state.board(each, 24 - p if each == 0 else p - 1) for p in range(1, 25)] for each in (0, 1)]
    men = [[15 - sum(side) - state.board(each, BAR), *side, state.board(each, BAR)] for each, side in enumerate(sides)]
    return {"men": men, "player": player, "rolls": rolls}


def results_of_double(state, player, dice):
    """A double is played in two halves, two steps each, the first without a view to the second: so there are plays of
    fewer steps than could be made, and they are left out.
    """
    found = {}
    for action, end, steps in plays(state, player, dice):
        child = state.child(action) if steps == 2 else state
        goes_on = steps == 2 and not child.is_terminal() and child.current_player() == player
        for _, later, more in plays(child, player, dice) if goes_on else [(0, 0, 0)]:
            found[(end + later) % MODULUS] = steps + more
    most = max(found.values())
    return {end for end, steps in found.items() if steps == most}


def plays(state, player, dice):
    """The legal actions, with what they change, as one number, and in how many steps."""
    blots = {p for p in range(1, 25) if state.board(1 - player, 24 - p if player == 0 else p - 1) == 1}
    hits = {p: WEIGHT[26 + 25] - WEIGHT[26 + 25 - p] for p in blots}
    for action in state.legal_actions():
        known = (player, dice, action)
        if known not in DECODED:
            DECODED[known] = decode(state, player, action)
        change, ends, steps = DECODED[known]
        for end in ends:
            if end in hits:
                change += hits[end]
        yield action, change, steps


def decode(state, player, action):
    """What an action changes for the player, the points it comes to, and the number of its steps."""
    change, ends, steps = 0, set(), 0
    for move in state.spiel_move_to_checker_moves(player, action):
        if move.pos >= 0:
            point = 25 if move.pos == BAR else 24 - move.pos if player == 0 else move.pos + 1
            end = max(point - move.num, 0)
            change += WEIGHT[end] - WEIGHT[point]
            ends.add(end)
            steps += 1
    return change, frozenset(ends), steps


def go(size, moves, seed):
    """Random games of Go with few passes, until they have so many moves: the actions, for every ply how many were legal
    and the sum of their weights, whether the game ended because a position came again, and if not, Black's margin.
    """
    rng, found, pass_action = random.Random(seed), [], size * size
    while moves > 0:
        state, legal = new_go(size, 0.5), []
        while not state.is_terminal():
            actions = state.legal_actions()
            legal.append((len(actions), sum(WEIGHT[action % 52] * (action + 1) for action in actions) % MODULUS))
            passes = len(actions) == 1 or rng.random() < 0.02
            state.apply_action(pass_action if passes else rng.choice(actions[:-1]))
        actions = state.history()
        moves -= len(actions)
        repeated = actions[-2:] != [pass_action, pass_action]
        margin = None if repeated else margin_of(size, actions)
        found.append({"actions": actions, "legal": legal, "repeated": repeated, "margin": margin})
    return {"games": found}


def margin_of(size, actions):
    """The largest margin that is enough for Black to win: open_spiel says who won, not by how much."""
    low, high = -size * size, size * size
    while low < high:
        middle = (low + high + 1) // 2
        state = new_go(size, middle - 0.5)
        for action in actions:
            state.apply_action(action)
        low, high = (middle, high) if state.returns()[0] > 0 else (low, middle - 1)
    return low


def new_go(size, komi):
    return pyspiel.load_game(f"go(board_size={size},komi={komi},max_game_length=100000)").new_initial_state()


SEED, UCT_C, MEGABYTES = 1, 1.4, 4000
DECODED = {}
BAR, MODULUS = 100, 2**64
WEIGHT = [pow(3, (k + 7) ** 3, MODULUS) for k in range(52)]  # of a man: the mover's, borne off to bar, then the other's


def answer(line):
    request = json.loads(line)
    measures = {"playouts": playouts, "mcts": mcts, "alphabeta": alphabeta, "backgammon": backgammon, "go": go,
                "cfr": cfr, "linear_program": linear_program}  # fmt: skip
    return measures[request.pop("measure")](**request)


try:
    import pyspiel
    from open_spiel.python.algorithms import minimax
except ImportError as error:
    print(json.dumps({"absent": str(error)}))
else:
    print(json.dumps({"peer": "open_spiel", "version": version("open_spiel")}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)
