"""Goofspiel: all bid one of their cards for a prize, at the same time; the highest bid gets it, equal ones do not.

Everybody has the cards 1 to n, and there are n prizes worth 1 to n points, which come from the highest down, from the
lowest up, or at random. A card can be bid once. Who gets most points wins; or the payoff is how many more they are than
the players have on average. After a round all bids are shown, or only who got the prize. The last cards are bid by
themselves. Ross 1971; also GOPS, the game of pure strategy.
"""

from numpy import int8, int16

from zermelo.core.game import CHANCE, Rules, all_chosen, below, copy, option, simultaneous

PLAYERS = option("players", 2, "players", low=2, high=5)
CARDS = option("cards", 4, "cards of each player, and prizes", low=2, high=13)
ORDER = option("order", "descending", "of the prizes", choices=("descending", "ascending", "random"))
SCORE = option("score", "win", "what is paid: a win, or points", choices=("win", "points"))
SHOWN = option("shown", "bids", "after a round: all bids, or only who got the prize", choices=("bids", "winner"))

PRIZE = CARDS  # codes: bids 0 to CARDS - 1, then the prizes
BIDS = 2 * CARDS  # what is told of bids begins here; below are prizes
POINTS = CARDS * (CARDS + 1) // 2
NAMES = [str(card + 1) for card in range(CARDS)] + [f"prize-{card + 1}" for card in range(CARDS)]


def highest(s):
    """Who bids most, or -1 if several do."""
    best, winner = 0, -1
    for player in range(PLAYERS):
        if s.chosen[player] >= best:
            winner = -1 if s.chosen[player] == best else player
            best = s.chosen[player]
    return winner


def award(s):
    """The end of a round."""
    winner = highest(s)
    if winner >= 0:
        s.points[winner] += s.prize
    for player in range(PLAYERS):
        s.played[player, s.chosen[player] - 1] = 1
        s.chosen[player] = 0
    s.round += 1
    s.prize = 0
    if ORDER == "descending" and s.round < CARDS:
        s.prize = CARDS - s.round
    elif ORDER == "ascending" and s.round < CARDS:
        s.prize = s.round + 1


def bid_the_last(s):
    """The cards, and the prize, that are left."""
    for card in range(CARDS):
        if s.gone[card] == 0 and ORDER == "random":
            s.prize = card + 1
        for player in range(PLAYERS):
            if s.played[player, card] == 0:
                s.chosen[player] = card + 1


class Goofspiel(Rules):
    players, unit = tuple("ABCDE"[:PLAYERS]), "" if SCORE == "win" else "points"
    max_moves, max_plies = CARDS, (CARDS - 1) * (PLAYERS + int(ORDER == "random"))
    payoff_range = (-1, 1) if SCORE == "win" else (-POINTS / PLAYERS, POINTS - POINTS / PLAYERS)

    class State:
        points: (int16, PLAYERS)
        chosen: (int8, PLAYERS)  # in this round: the bid, 0 before
        played: (int8, (PLAYERS, CARDS))  # in earlier rounds
        gone: (int8, CARDS)  # prizes of this and earlier rounds
        prize: int8  # of this round; 0 if it has not been turned up
        round: int8
        turn: int8

    def start(s):
        if ORDER == "descending":
            s.prize = CARDS
        elif ORDER == "ascending":
            s.prize = 1

    def mover(s):
        return CHANCE if s.prize == 0 and s.round < CARDS else s.turn

    def moves(s, out):
        n = 0
        for card in range(CARDS):
            if s.played[s.turn, card] == 0:
                out[n] = card
                n += 1
        return n

    def play(s, move):
        if move >= PRIZE:
            s.prize = move - PRIZE + 1
            s.gone[move - PRIZE] = 1
            return
        s.chosen[s.turn] = move + 1
        s.turn = (s.turn + 1) % PLAYERS
        if s.turn == 0:
            award(s)
            if s.round == CARDS - 1:
                bid_the_last(s)
                award(s)

    def tells(s, move, player):
        if move >= PRIZE:
            return move
        all_bids = simultaneous(s.chosen, move)
        if SHOWN == "bids" or all_bids == 0:
            return BIDS + all_bids
        bid = copy(s)
        bid.chosen[s.turn] = move + 1
        return BIDS + 2 + highest(bid)

    def over(s):
        return s.round == CARDS

    def payoff(s, out):
        most, winners, total = 0, 0, 0
        for player in range(PLAYERS):
            total += s.points[player]
            if s.points[player] > most:
                most, winners = s.points[player], 0
            winners += int(s.points[player] == most)
        for player in range(PLAYERS):
            if SCORE == "points":
                out[player] = s.points[player] - total / PLAYERS
            elif winners == PLAYERS:
                out[player] = 0
            else:
                out[player] = 1 / winners if s.points[player] == most else -1 / (PLAYERS - winners)

    def move_name(s, move):
        return NAMES[move]

    def told(what, player):
        if what < BIDS:
            return NAMES[what]
        if SHOWN == "winner":
            return ["", "nobody-gets-it", *(f"{name}-gets-it" for name in Goofspiel.players)][what - BIDS]
        bids = [NAMES[bid] for other, bid in enumerate(all_chosen(what - BIDS, PLAYERS)) if other != player]
        return f"against {'-'.join(bids)}" if bids else ""

    def hide(s, player):
        for other in range(PLAYERS):
            if other != player:
                s.chosen[other] = 0
                if SHOWN == "winner":
                    s.played[other] = 0

    def show(s):
        seats = []
        for name, points, played, bid in zip(Goofspiel.players, s.points, s.played, s.chosen, strict=True):
            hand = "-".join(str(card + 1) for card in range(CARDS) if not played[card] and card + 1 != bid)
            seats.append(f"{name} {points} points with {hand or 'nothing'}" + (f", bids {bid}" if bid else ""))
        return "; ".join(seats) + (f"; for {s.prize}" if s.prize else "")

    if SHOWN == "bids":

        def imagine(s, player, dice):
            for other in range(s.turn):
                if other != player:
                    card = below(dice, CARDS)
                    while s.played[other, card] > 0:
                        card = below(dice, CARDS)
                    s.chosen[other] = card + 1

    if ORDER == "random":

        def chance(s, out, probs):
            n = 0
            for card in range(CARDS):
                if s.gone[card] == 0:
                    out[n], probs[n] = PRIZE + card, 1 / (CARDS - s.round)
                    n += 1
            return n
