"""Why a good request is not answered all the same: a sentence, and the status that HTTP has for that."""

from zermelo.errors import Problem


class Busy(Problem):
    """Too much is asked of the server at a time."""

    status = 503


class Failed(Problem):
    """What the server needs to answer does not work."""

    status = 500
