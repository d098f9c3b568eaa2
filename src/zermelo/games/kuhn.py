"""Kuhn poker: a card each, one bet; who has the highest card among those who did not fold wins the pot.

Everybody pays one chip and gets a card of a pack with one more card than players. In turn they check or bet a chip.
After a bet the others, in turn, fold or call it. The payoff is in chips. Between two players and with three cards, the
first to act loses 1/18 of a chip if both play well (Kuhn 1950). For three players: Abou Risk and Szafron 2010.
"""

from numpy import int8

from zermelo.core.game import CHANCE, Rules, below, option

PLAYERS = option("players", 2, "players", low=2, high=6)
CARDS = option("cards", PLAYERS + 1, "cards in the pack", low=PLAYERS, high=13)
NAMES = "23456789TJQKA"[-CARDS:] if CARDS > 4 else "JQKA"[:CARDS]
PASS, BET, CARD = 0, 1, 2  # codes: check or fold, bet or call, the first of the cards
ANSWER, A_CARD = 2, CARD + 2 + CARDS  # told: what is added to the code of an answer, or one's own card; another's card


class Kuhn(Rules):
    players, unit = tuple("ABCDEF"[:PLAYERS]), "chips"
    max_moves, max_plies = max(CARDS, 2), 3 * PLAYERS - 1
    payoff_range = (-2, 2 * (PLAYERS - 1))

    class State:
        cards: (int8, PLAYERS)  # 0 before they are dealt, then 1, 2... from the lowest
        dealt: int8
        checks: int8
        bettor: int8  # 0 nobody, 1 the first player...
        answers: int8  # to the bet
        paid: (int8, PLAYERS)

    def start(s):
        for player in range(PLAYERS):
            s.paid[player] = 1

    def mover(s):
        if s.dealt < PLAYERS:
            return CHANCE
        return (s.checks if s.bettor == 0 else s.bettor + s.answers) % PLAYERS

    def chance(s, out, probs):
        n = 0
        for card in range(1, CARDS + 1):
            if card not in s.cards:
                out[n] = CARD - 1 + card
                probs[n] = 1 / (CARDS - s.dealt)
                n += 1
        return n

    def moves(s, out):
        out[0], out[1] = PASS, BET
        return 2

    def play(s, move):
        if s.dealt < PLAYERS:
            s.cards[s.dealt] = move - CARD + 1
            s.dealt += 1
        elif s.bettor > 0:
            s.paid[(s.bettor + s.answers) % PLAYERS] += move
            s.answers += 1
        elif move == BET:
            s.paid[s.checks] += 1
            s.bettor = s.checks + 1
        else:
            s.checks += 1

    def tells(s, move, player):
        if s.dealt < PLAYERS:
            return move + ANSWER if s.dealt == player else A_CARD
        return move + ANSWER if s.bettor > 0 else move

    def over(s):
        return s.checks == PLAYERS or s.answers == PLAYERS - 1

    def payoff(s, out):
        best, pot = -1, 0
        for player in range(PLAYERS):
            pot += s.paid[player]
            stays = s.bettor == 0 or s.paid[player] == 2
            if stays and (best < 0 or s.cards[player] > s.cards[best]):
                best = player
        for player in range(PLAYERS):
            out[player] = (pot if player == best else 0) - s.paid[player]

    def imagine(s, player, dice):
        for other in range(s.dealt):
            if other != player:
                s.cards[other] = 0
        for other in range(s.dealt):
            if other != player:
                card = 1 + below(dice, CARDS)
                while card in s.cards:
                    card = 1 + below(dice, CARDS)
                s.cards[other] = card

    def move_name(s, move):
        if move >= CARD:
            return NAMES[move - CARD]
        return (("check", "bet"), ("fold", "call"))[int(s.bettor > 0)][move]

    def told(what, player):
        return ("checks", "bets", "folds", "calls", *NAMES)[what] if what != A_CARD else ""

    def hide(s, player):
        for other in range(PLAYERS):
            if other != player:
                s.cards[other] = 0

    def show(s):
        cards = " ".join(NAMES[card - 1] if card else "?" for card in s.cards[: s.dealt])
        bet = f" {Kuhn.players[s.bettor - 1]} bets" if s.bettor else ""
        return f"{cards}{' check' * s.checks}{bet}"
