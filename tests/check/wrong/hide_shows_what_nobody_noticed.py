"""hide_shows_what_nobody_noticed.py:14: hide() leaves Bob the field dealt, which is another at start, but tells() does
not tell Bob the difference at moves: 1
"""

from base import Hands

from zermelo import UNSEEN


class Wrong(Hands):
    def tells(s, move, player):
        return UNSEEN if s.dealt < 2 and s.dealt != player else move

    def hide(s, player):
        s.card[1 - player] = 0
