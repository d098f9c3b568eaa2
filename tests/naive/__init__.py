"""Slow and obvious: the lectures' algorithms as a student would write them, and random trees to try them on.

Nothing here is fast, and nothing here shares code with what it is compared to. Searches walk over `tree.nodes`, return
their value and the leaves they looked at (node numbers, in order), and speak for MAX, player 0, unless they are in
negamax form. `height` is how many plies to look ahead; an inner node at the horizon counts as a leaf and is worth its
estimate. Windows and values of constant-sum trees are measured from the middle, as in the searches.
"""

from naive.beside import SlowRules, most_win, play_beside
from naive.chance import expectimax
from naive.enhanced import LIKELY, STEP, SURE, FullWidth
from naive.fullwidth import minimax, minimax_decision, negamax, negamax_of_alternating_moves
from naive.go import Go, Stones
from naive.many import after_each, best_reply, best_reply_in_order, by_order, in_turn, maxn, paranoid, rounds
from naive.positions import after, count_tree, random_game, square_name, states, values, values_with_loops, worth_to_all
from naive.pruning import (
    Entry,
    alphabeta,
    fail_hard,
    max_value,
    min_value,
    moore,
    wikipedia,
    with_table,
    without_deep_cuts,
)
from naive.simulations import Dice, Visited, uct
from naive.sketches import (
    Draw,
    Sketch,
    few_values,
    gamble,
    irregular,
    layered,
    many_values,
    random_trees,
    tangled,
    tree_of,
    uniform,
    windows,
)
from naive.trees import Found, cut_off, depth_of, lines_of, worth, worth_to_mover
