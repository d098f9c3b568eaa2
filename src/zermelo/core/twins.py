"""Native twins of the primitives: what `primitives` says in Python, as LLVM's instructions."""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import numpy_support
from numba.np.arrayobj import populate_array

from zermelo.core import primitives
from zermelo.core.state import filled_fields


def _counter(instruction: str) -> Callable:
    """An LLVM bit-counting instruction on a uint64."""

    @intrinsic
    def count(typing, bits):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            word = context.cast(builder, args[0], bits, types.uint64)
            if instruction == "ctpop":
                return builder.ctpop(word)
            return builder.cttz(word, ir.Constant(ir.IntType(1), 0))

        return types.int64(bits), generate

    return count


@intrinsic
def _copy(typing, s):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), s.size // 8))
        room = builder.bitcast(room, args[0].type)
        cgutils.raw_memcpy(builder, room, args[0], cgutils.intp_t(s.size), 1)
        return room

    return s(s), generate


FEW = 8  # numbers of a state that are copied one by one


@intrinsic
def _assign(typing, target, s):  # type: ignore[no-untyped-def]
    """One number at a time where there are few: the next row is copied from what `play` has just written.

    A processor hands a number over from a store to a load of the same size at once; a wider load waits until all is in
    the cache, a dozen cycles, or not, as its mood is (perft of Connect Four ran at one of two speeds). The loads are
    atomic because LLVM would make wide ones of them again. Gaps between fields are zero and stay so.
    """
    struct = numpy_support.as_dtype(s)
    assert struct.fields
    numbers = [number for field in filled_fields(struct) for number in _numbers(*struct.fields[field][:2])]

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        to, source = (builder.bitcast(pointer, cgutils.voidptr_t) for pointer in args)
        if len(numbers) > FEW:
            cgutils.raw_memcpy(builder, to, source, cgutils.intp_t(s.size), 1)
        else:
            for offset, size in numbers:
                kind = ir.IntType(8 * size).as_pointer()
                here, there = (builder.bitcast(cgutils.pointer_add(builder, p, offset), kind) for p in (to, source))
                builder.store(builder.load_atomic(there, "unordered", size), here)
        return context.get_dummy_value()

    return types.none(target, s), generate


def _numbers(field: np.dtype, offset: int) -> list[tuple[int, int]]:
    """Where each number of a field begins, and how many bytes it has."""
    size = field.base.itemsize
    return [(offset + start, size) for start in range(0, field.itemsize, size)]


@intrinsic
def _words(typing, s):  # type: ignore[no-untyped-def]
    array = types.Array(types.uint64, 1, "C")

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return _array(context, builder, array, args[0], [context.get_constant(types.intp, s.size // 8)])

    return array(s), generate


def _at_address(*, readonly: bool) -> Callable:
    """The array at an address."""

    @intrinsic
    def at(typing, address, shape, dtype):  # type: ignore[no-untyped-def]
        tuples = isinstance(shape, types.BaseTuple)
        array = types.Array(dtype.dtype, len(shape) if tuples else 1, "C", readonly=readonly)
        lengths = types.UniTuple(types.intp, array.ndim) if tuples else types.intp

        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            pointer = builder.inttoptr(args[0], cgutils.voidptr_t)
            sizes = cgutils.unpack_tuple(builder, args[1], array.ndim) if tuples else [args[1]]
            return _array(context, builder, array, pointer, sizes)

        return array(types.uint64, lengths, dtype), generate

    return at


def _array(context: Any, builder: Any, kind: Any, pointer: Any, shape: list[Any]) -> Any:
    """The array of that type at an address. It owns nothing."""
    array = context.make_array(kind)(context, builder)
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.bitcast(pointer, array.data.type)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return array._getvalue()


@intrinsic
def _fetch_add(typing, numbers, index, amount):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        array = context.make_array(numbers)(context, builder, args[0])
        where = context.cast(builder, args[1], index, types.intp)
        place = cgutils.get_item_pointer(context, builder, numbers, array, [where])
        return builder.atomic_rmw("add", place, context.cast(builder, args[2], amount, types.int64), "seq_cst")

    return types.int64(numbers, index, amount), generate


NATIVE: dict[Callable, Callable] = {
    primitives.popcount: _counter("ctpop"),
    primitives.lowest: _counter("cttz"),
    primitives.copy: _copy,
    primitives.assign: _assign,
    primitives.fetch_add: _fetch_add,
    primitives.words: _words,
    primitives.array_at: _at_address(readonly=False),
    primitives.data_at: _at_address(readonly=True),
}
