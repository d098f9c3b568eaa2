"""Strategies on the picture of a tree: how likely each branch is played."""

from zermelo.core.primitives import CHANCE
from zermelo.equilibrium.answer import Answer
from zermelo.tree.view import Shown


def put_strategies(root: Shown, answer: Answer) -> None:
    """Write on each branch with which probability it is played where it begins. Modified in place."""
    plan = answer.plan()
    for node in root.walk():
        position = node.position
        if position is None or position.over or position.mover == CHANCE or not node.children:
            continue
        parts = plan.at(position.sight(position.mover))
        for child in node.children:
            child.part = parts[child.edge]
