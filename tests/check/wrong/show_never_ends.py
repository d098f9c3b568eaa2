"""show_never_ends.py:8: show() does not come to an end: it has run for 0.5 s"""

from base import Take


class Wrong(Take):
    def show(s):
        while True: pass  # noqa: E701  # fmt: skip
