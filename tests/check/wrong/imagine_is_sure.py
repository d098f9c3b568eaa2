"""imagine_is_sure.py:7: imagine() never draws moves: 1 3, which may be for all that Ann knows, at moves: 1 3"""

from base import Hands


class Wrong(Hands):
    def imagine(s, player, dice):
        if s.card[1 - player] > 0:
            s.card[1 - player] = 1 + s.card[player] % 3
