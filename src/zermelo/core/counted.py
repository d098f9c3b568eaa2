"""How far a counter can have come where a rule writes: then native code need not look at each write.

    n = 0
    for cell in range(CELLS):
        out[n] = cell
        n += s.cells[cell] == 0
    return n

Here `n` is at most CELLS - 1 at the write, whatever the cells are, and so `out` need only be long enough. `reach` finds
that in Numba's intermediate code. It believes a value that starts at constants and only grows by constants or truth
values; each place of growth is passed at most as often as the loops around it, which must run over constant ranges
or tables, let it. It says so only if it understands all of it: else, `lean` compares each index with the length.
"""

import operator
from functools import cached_property
from typing import Any

import numpy as np
from numba.core import ir, types
from numba.core.analysis import compute_cfg_from_blocks

CONSTANT = ir.Const | ir.Global | ir.FreeVar


class _Unknown(Exception):
    """There is something here that this does not understand."""


def reach(function: Any, kinds: Any, write: Any) -> int | None:
    """How long an array must be for this write of a function at least, if that can be said before it runs.

    `function` is Numba's intermediate code, `kinds` the types of its variables, `write` one of its statements.
    """
    index = write.index_var if isinstance(write, ir.StaticSetItem) else write.index
    try:
        return _Counting(function, kinds).most(index, write) + 1
    except (_Unknown, KeyError):
        return None


class _Counting:
    def __init__(self, function: Any, kinds: Any) -> None:
        self.function, self.kinds = function, kinds
        self.flow = compute_cfg_from_blocks(function.blocks)
        self.places = {
            id(statement): (label, number)
            for label, block in function.blocks.items()
            for number, statement in enumerate(block.body)
        }
        if not self._only_natural_loops():
            raise _Unknown

    def _only_natural_loops(self) -> bool:
        """Whether whatever runs in a circle passes a loop's head, as in all that Python makes of `for` and `while`."""
        before = self.flow.dominators()
        return all(loop.header in before[label] for loop in self.flow.loops().values() for label in loop.body)

    @cached_property
    def assignments(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for block in self.function.blocks.values():
            for statement in block.find_insts(ir.Assign):
                found.setdefault(statement.target.name, []).append(statement)
        return found

    def most(self, counter: Any, write: Any) -> int:
        """The largest value that a counter can have at a write.

        A value came about by a start and by growth, each at a time of its own: so it is at most the largest start
        and all growth that there can have been.
        """
        starts, growth = [0], 0
        seen, waiting = {counter.name}, [counter.name]
        while waiting:
            name = waiting.pop()
            if types.unliteral(self.kinds[name]) != types.intp:  # type: ignore[attr-defined]
                raise _Unknown
            for statement in self.assignments[name]:
                value = statement.value
                if isinstance(value, CONSTANT):
                    starts.append(_whole(value.value))
                    continue
                if isinstance(value, ir.Expr) and value.op in ("binop", "inplace_binop"):
                    if (value.immutable_fn if value.op == "inplace_binop" else value.fn) is not operator.add:
                        raise _Unknown
                    growth += self._amount(value.rhs) * self._passed(statement, before=write)
                    value = value.lhs
                if not isinstance(value, ir.Var):
                    raise _Unknown
                if value.name not in seen:
                    seen.add(value.name)
                    waiting.append(value.name)
        return max(starts) + growth

    def _amount(self, added: Any) -> int:
        """By how much a counter grows at most."""
        if self.kinds[added.name] == types.boolean:
            return 1
        return _whole(self._constant(added))

    def _passed(self, statement: Any, before: Any) -> int:
        """How often a statement can have run before a write."""
        (here, number), (there, other) = self.places[id(statement)], self.places[id(before)]
        often = self._often(here)
        first = other < number if here == there else there in self.flow.dominators()[here]
        if first and self._loop(here) == self._loop(there):
            return often - 1  # each time round the write comes first, and this round's is being made
        return often

    def _often(self, label: int) -> int:
        """How often a block can run."""
        loop = self._loop(label)
        if loop is None:
            return 1
        if label == loop.header:
            raise _Unknown
        source = self._source(loop)
        begun, _ = self.places[id(source)]
        if begun in loop.body:
            raise _Unknown
        return self._trips(source.value.value) * self._often(begun)

    def _loop(self, label: int) -> Any:
        """The innermost loop around a block."""
        around = [loop for loop in self.flow.loops().values() if label in loop.body]
        return min(around, key=lambda loop: len(loop.body), default=None)

    def _source(self, loop: Any) -> Any:
        """The statement that makes the iterator over which a loop runs, and without which it ends."""
        head = self.function.blocks[loop.header]
        branch = head.body[-1]
        if not isinstance(branch, ir.Branch) or branch.truebr not in loop.body or branch.falsebr in loop.body:
            raise _Unknown
        more = self._only(branch.cond)
        step = self._only(self._expression(more, "pair_second"))
        if self.places[id(step)][0] != loop.header:
            raise _Unknown
        source = self._only(self._expression(step, "iternext"))
        self._expression(source, "getiter")
        return source

    def _trips(self, iterated: Any) -> int:
        """How many numbers a range of constants has, or a table."""
        call = self._only(iterated).value
        if isinstance(call, CONSTANT) and isinstance(call.value, tuple | np.ndarray):
            return len(call.value)
        if not isinstance(call, ir.Expr) or call.op != "call" or call.kws or call.vararg:
            raise _Unknown
        if self._constant(call.func) is not range:
            raise _Unknown
        return len(range(*(_integer(self._constant(each)) for each in call.args)))

    def _constant(self, variable: Any) -> Any:
        value = self._only(variable).value
        if not isinstance(value, CONSTANT):
            raise _Unknown
        return value.value

    def _only(self, variable: Any) -> Any:
        """The only assignment that a variable can have its value from."""
        while True:
            assignments = self.assignments[variable.name]
            if len(assignments) != 1:
                raise _Unknown
            if not isinstance(assignments[0].value, ir.Var):
                return assignments[0]
            variable = assignments[0].value

    @staticmethod
    def _expression(statement: Any, operation: str) -> Any:
        """What is iterated over, or looked at, by an expression of that kind."""
        if not isinstance(statement.value, ir.Expr) or statement.value.op != operation:
            raise _Unknown
        return statement.value.value


def _integer(value: Any) -> int:
    if type(value) is not int:
        raise _Unknown
    return value


def _whole(value: Any) -> int:
    """A constant that is no less than 0."""
    if _integer(value) < 0:
        raise _Unknown
    return value
