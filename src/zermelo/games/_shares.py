"""One win among many players: who has most gets it, and several who do share it; what they may hope for are shares too.

Both functions turn one number for every player into another.
"""


def most_win(out):
    """From what everybody has in the end to what everybody gets. Modified in place."""
    most, winners = out[0], 0
    for player in range(len(out)):
        if out[player] > most:
            most, winners = out[player], 0
        if out[player] == most:
            winners += 1
    for player in range(len(out)):
        out[player] = 1 / winners if out[player] == most else 0.0


def in_shares(out):
    """From what everybody's prospects are worth to parts of 1. Modified in place."""
    total = 0.0
    for player in range(len(out)):
        total += out[player]
    for player in range(len(out)):
        out[player] /= total
