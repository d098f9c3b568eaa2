"""One equilibrium of two players by following a path of almost completely labelled corners.

Lemke & Howson 1964. From (0, 0), where no one plays, one label is dropped; pivots in turn in the two polytopes pick up
what was duplicate, until the missing label is found. Each label may lead to another equilibrium. Ties are broken
lexicographically (see `tableau`), as if the game were not degenerate, so no path can cycle.
"""

from fractions import Fraction

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.found import Pair, in_order, not_for_two, verified
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.tableau import Tableau
from zermelo.equilibrium.solver import Finds, solver
from zermelo.errors import Fault, Problem

OPTIONS = {"label": Option.of("label", 0, "the action to begin with, counted through; 0: each in turn", low=0)}


@solver(
    "lemke-howson",
    MatrixGame.form,
    finds=Finds.SOME,
    fits="two players",
    refuses=not_for_two,
    options=OPTIONS,
    usual=lambda game: 2,
)
def lemke_howson(game: MatrixGame, *, label: int = 0) -> Answer:
    """An equilibrium of two players for every action to begin with; some may be the same."""
    count = sum(game.sizes)
    if label > count:
        raise Problem(f"option lemke-howson:label={label} must be at most {count}, the actions of both players")
    labels = [label] if label else list(range(1, count + 1))
    ends: dict[Pair, list[int]] = {}
    for start in labels:
        ends.setdefault(follow(game, start - 1), []).append(start)
    found = sorted(ends, key=in_order)
    several = "one equilibrium" if len(found) == 1 else f"{len(found)} equilibria"
    origin = f"label {label}" if label else f"{count} labels"
    return Answer(
        game=game.spec,
        method="lemke-howson",
        players=game.players,
        profiles=tuple(verified(game, pair) for pair in found),
        meaning=f"from {origin}, Lemke-Howson leads to {several} of {game.spec}",
        details={"labels": [ends[pair] for pair in found]},
    )


def follow(game: MatrixGame, label: int) -> Pair:
    """The equilibrium at the other end of the path on which `label` is missing: actions counted through, from 0."""
    rows, columns = game.sizes
    own, other = game.whole(0), game.whole(1)
    # the variables of either tableau, by label: first its columns, then its slacks
    firsts = Tableau([[other[row][column] for row in range(rows)] for column in range(columns)], [1] * columns)
    seconds = Tableau(own, [1] * rows)
    labels = {id(firsts): list(range(rows + columns)), id(seconds): [*range(rows, rows + columns), *range(rows)]}
    table = firsts if label < rows else seconds
    entering = label
    while True:
        own_labels = labels[id(table)]
        column = own_labels.index(entering)
        row = table.leaving(column)
        if row is None:
            raise Fault(f"the path of label {label + 1} in {game.spec} leads nowhere")
        entering = own_labels[table.pivot(row, column)]
        if entering == label:
            return _scaled(firsts), _scaled(seconds)
        table = seconds if table is firsts else firsts


def _scaled(table: Tableau) -> tuple[Fraction, ...]:
    point = table.values()[: table.variables]
    total = sum(point)
    return tuple(part / total for part in point)
