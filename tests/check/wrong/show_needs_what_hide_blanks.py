"""show_needs_what_hide_blanks.py:10: show() of show_needs_what_hide_blanks.py failed: KeyError: np.int8(0), of what
hide() leaves to Bob at moves: 1
"""

from base import Hands


class Wrong(Hands):
    def show(s):
        return " ".join({1: "one", 2: "two", 3: "three"}[card] for card in s.card[: s.dealt])
