"""Leduc poker: a card each, bets, a card on the table, bets again; a pair with that card wins, else the highest card.

Everybody pays one chip and gets a card of a small pack: by default two suits of jack, queen and king. In two rounds of
bets the players in turn check or bet; then call, raise or fold. A bet or raise is 2 chips in the first round and 4 in
the second, and a round has two of them at most. Between the rounds a card is turned up for all. Who is left alone, or
has the better hand in the end, takes the pot; equal hands share it. Between two players with the default pack the first
to act loses 0.0856064 chips if both play well. From Southey et al. 2005, "Bayes' Bluff".
"""

from numpy import int8, int16

from zermelo.core.game import CHANCE, Rules, below, option

PLAYERS = option("players", 2, "players", low=2, high=6)
RANKS = option("ranks", PLAYERS + 1, "ranks in the pack", low=2, high=13)
SUITS = option("suits", 2, "cards of each rank", low=1, high=4)
APART = option("apart", True, "whether cards of one rank are told apart")
BET = option("bet", 2, "chips of a bet in the first round, half of one in the second", low=1, high=100)
RAISES = option("raises", 2, "bets and raises in a round", low=1, high=8)
if RANKS * SUITS <= PLAYERS:
    raise ValueError(f"{RANKS * SUITS} cards are not enough for {PLAYERS} players and the table")

# Where cards of a rank are not told apart, it is only the rank that is drawn.
KINDS, EACH, OF_A_RANK = (RANKS * SUITS, 1, SUITS) if APART else (RANKS, SUITS, 1)
RANK_NAMES = "23456789TJQKA"[-RANKS:] if RANKS > 4 else "JQKA"[:RANKS]
NAMES = [rank + suit for rank in RANK_NAMES for suit in "shdc"[:SUITS]] if APART else list(RANK_NAMES)
WORDS = ["fold", "check", "call", "bet", "raise"]
FOLD, CHECK, CALL, BETS, RAISE, CARD = range(6)  # codes; the last is the first of the cards
A_CARD = CARD + KINDS  # what others are told of a card
TABLE = PLAYERS  # its place among the cards
STAKE = 1 + RAISES * 3 * BET  # the most that one can pay


def dealing(s):
    return s.dealt < PLAYERS + int(s.round > 0)


def left(s, kind):
    """How many cards of a kind are still in the pack."""
    count = EACH
    for card in s.cards:
        if card == kind + 1:
            count -= 1
    return count


def strength(s, player):
    """A number that is higher for a better hand."""
    rank, table = (s.cards[player] - 1) // OF_A_RANK, (s.cards[TABLE] - 1) // OF_A_RANK
    return RANKS + rank if rank == table else rank


class Leduc(Rules):
    players, unit = tuple("ABCDEF"[:PLAYERS]), "chips"
    max_moves, max_plies = max(KINDS, 3), PLAYERS + 1 + 2 * (PLAYERS + RAISES * (PLAYERS - 1))
    payoff_range = (-STAKE, STAKE * (PLAYERS - 1))

    class State:
        paid: (int16, PLAYERS)
        stake: int16  # what one must have paid to stay
        cards: (int8, PLAYERS + 1)  # 0 before they are dealt, then the kind + 1; the last lies on the table
        folded: (int8, PLAYERS)
        dealt: int8
        round: int8
        raises: int8  # in this round
        staying: int8  # players who have not folded
        agreed: int8  # how many of them have paid the stake of this round, or checked
        turn: int8

    def start(s):
        s.stake, s.staying = 1, PLAYERS
        for player in range(PLAYERS):
            s.paid[player] = 1

    def mover(s):
        return CHANCE if dealing(s) else s.turn

    def chance(s, out, probs):
        n = 0
        for kind in range(KINDS):
            if left(s, kind) > 0:
                out[n], probs[n] = CARD + kind, left(s, kind) / (RANKS * SUITS - s.dealt)
                n += 1
        return n

    def moves(s, out):
        owes = s.paid[s.turn] < s.stake
        n = 0
        if owes:
            out[n] = FOLD
            n += 1
        out[n] = CALL if owes else CHECK
        if s.raises < RAISES:
            n += 1
            out[n] = RAISE if s.raises > 0 else BETS
        return n + 1

    def play(s, move):
        if dealing(s):
            s.cards[s.dealt] = move - CARD + 1
            s.dealt += 1
            return
        if move == FOLD:
            s.folded[s.turn] = 1
            s.staying -= 1
        else:
            if move >= BETS:
                s.stake += BET * (1 + int(s.round))
                s.raises += 1
                s.agreed = 0
            s.paid[s.turn] = s.stake
            s.agreed += 1
        if s.agreed == s.staying > 1:
            s.round += 1
            s.raises, s.agreed, s.turn = 0, 0, PLAYERS - 1
        s.turn = (s.turn + 1) % PLAYERS
        while s.folded[s.turn]:
            s.turn = (s.turn + 1) % PLAYERS

    def tells(s, move, player):
        return A_CARD if s.dealt < PLAYERS and s.dealt != player else move

    def over(s):
        return s.round == 2 or s.staying == 1

    def payoff(s, out):
        best, winners, pot = -1, 0, 0
        for player in range(PLAYERS):
            pot += s.paid[player]
            if not s.folded[player]:
                hand = strength(s, player)
                if hand > best:
                    best, winners = hand, 0
                winners += int(hand == best)
        for player in range(PLAYERS):
            wins = not s.folded[player] and strength(s, player) == best
            out[player] = (pot / winners if wins else 0.0) - s.paid[player]

    def imagine(s, player, dice):
        unknown = 0
        for other in range(min(s.dealt, PLAYERS)):
            if other != player:
                s.cards[other] = 0
                unknown += 1
        for other in range(min(s.dealt, PLAYERS)):
            if other != player:
                place = below(dice, RANKS * SUITS - s.dealt + unknown)
                kind = 0
                while place >= left(s, kind):
                    place -= left(s, kind)
                    kind += 1
                s.cards[other] = kind + 1
                unknown -= 1

    def move_name(s, move):
        return NAMES[move - CARD] if move >= CARD else WORDS[move]

    def told(what, player):
        return ("folds", "checks", "calls", "bets", "raises", *NAMES, "")[what]

    def hide(s, player):
        for other in range(PLAYERS):
            if other != player:
                s.cards[other] = 0

    def show(s):
        cards = [NAMES[card - 1] if card else "?" for card in s.cards]
        seats = [f"{name} {card} paid {paid}{' and folded' * int(folded)}"
                 for name, card, paid, folded in zip(Leduc.players, cards, s.paid, s.folded, strict=False)]  # fmt: skip
        return ", ".join([*seats, f"on the table {cards[TABLE]}"])
