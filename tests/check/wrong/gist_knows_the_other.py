"""gist_knows_the_other.py:9: gist() says 6, and 7 at moves: 1 3, but tells() does not tell Ann the difference at moves:
1 2
"""

from base import Hands


class Wrong(Hands):
    def gist(s, player):
        return 4 * s.card[player] + s.card[1 - player]
