"""sees_never_ends.py:9: sees() does not come to an end: it has run for 0.5 s"""

from base import Cards


class Wrong(Cards):
    def sees(s, player):
        k = 0
        while k < 10: k += s.card[player] * 0  # noqa: E701  # fmt: skip
        return k
