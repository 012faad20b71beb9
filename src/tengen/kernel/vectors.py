"""Sixteen floats at a time in compiled code: what LLVM makes of loops over arrays it makes of these for sure.

A loop over several arrays becomes vectors only where LLVM can tell that none of them overlap, and sums over products
stay in registers only where it sees fit. Here that is said. Places in arrays are those of floats in memory, one after
another, and are not checked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from .array_types import Float32s
from .numba_internals import cgutils

LANES: Final = 16
_FLOAT: Final = ir.FloatType()
_LANES: Final = ir.VectorType(_FLOAT, LANES)
_ALIGNED: Final = 4  # bytes


class Vector(types.Type):
    """The type of `LANES` floats in compiled code."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector{LANES}")

    if TYPE_CHECKING:  # what compiled code does with them

        def __add__(self, other: Vector) -> Vector: ...
        def __sub__(self, other: Vector) -> Vector: ...
        def __mul__(self, other: Vector) -> Vector: ...


VECTOR: Final = Vector()


@register_model(Vector)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _LANES)


def _holds_floats(array: Any) -> bool:
    """Return whether a type is a contiguous array of single floats; the compiler refuses others."""
    return isinstance(array, types.Array) and array.dtype == types.float32 and array.layout == "C"


def _pointer(context: Any, builder: Any, kind: Any, array: Any, place: Any, to: Any) -> Any:
    """Return a pointer into an array's memory."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(cgutils.gep(builder, data, place), to.as_pointer())


def _all(builder: Any, number: Any) -> Any:
    """Return a vector of one number."""
    lanes = builder.insert_element(ir.Constant(_LANES, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    every = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(lanes, ir.Constant(_LANES, ir.Undefined), every)


def _built(made: Any) -> Any:
    """Have LLVM's code for a call in compiled code built by what ``made`` returns, beside the types of the call."""
    return intrinsic(made)


def _reading(kind: Any, finish: Callable[[Any, Any], Any]) -> Any:
    """Return what reads one thing of a kind from a place of an array, and makes a vector of it."""

    def read(typing: Any, array: Any, place: Any) -> Any:
        def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            array, place = given
            found = builder.load(_pointer(context, builder, signature.args[0], array, place, kind))
            found.align = _ALIGNED
            return finish(builder, found)

        return (VECTOR(array, types.intp), made) if _holds_floats(array) else None

    return _built(read)


_load = _reading(_LANES, lambda builder, vector: vector)
_load_all = _reading(_FLOAT, _all)


@_built
def _store(typing: Any, array: Any, place: Any, vector: Any) -> Any:
    if not _holds_floats(array):
        return None

    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        array, place, vector = given
        done = builder.store(vector, _pointer(context, builder, signature.args[0], array, place, _LANES))
        done.align = _ALIGNED
        return context.get_dummy_value()

    return types.none(array, types.intp, VECTOR), made


@_built
def _spread(typing: Any, number: Any) -> Any:
    return VECTOR(types.float32), lambda context, builder, signature, given: _all(builder, given[0])


@_built
def _fused(typing: Any, left: Any, right: Any, added: Any) -> Any:
    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kind = ir.FunctionType(_LANES, [_LANES] * 3)
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.fmuladd.v{LANES}f32"), given)

    return VECTOR(VECTOR, VECTOR, VECTOR), made


@_built
def _greater(typing: Any, left: Any, right: Any) -> Any:
    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *given), *given)

    return VECTOR(VECTOR, VECTOR), made


@_built
def _total(typing: Any, vector: Any) -> Any:
    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        (found,) = given
        number = ir.IntType(32)
        wide = LANES
        while wide > 1:
            wide //= 2
            upper = ir.Constant(ir.VectorType(number, LANES), [(k + wide) % LANES for k in range(LANES)])
            found = builder.fadd(found, builder.shuffle_vector(found, ir.Constant(_LANES, ir.Undefined), upper))
        return builder.extract_element(found, ir.Constant(number, 0))

    return types.float32(VECTOR), made


def _operate(operation: Callable[..., Any], instruction: str) -> None:
    """Have an operator of Python work on vectors."""

    @type_callable(operation)
    def typed(context: Any) -> Any:
        return lambda left, right: VECTOR if left == right == VECTOR else None

    @lower_builtin(operation, VECTOR, VECTOR)
    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return getattr(builder, instruction)(*given)


_operate(operator.add, "fadd")
_operate(operator.sub, "fsub")
_operate(operator.mul, "fmul")

load: Final[Callable[[Float32s, int], Vector]] = _load
"""Return the floats of an array from a place on."""
load_all: Final[Callable[[Float32s, int], Vector]] = _load_all
"""Return a vector of the one float at a place of an array."""
store: Final[Callable[[Float32s, int, Vector], None]] = _store
"""Write floats to an array from a place on."""
spread: Final[Callable[[np.float32], Vector]] = _spread
"""Return a vector of one number."""
fused: Final[Callable[[Vector, Vector, Vector], Vector]] = _fused
"""Return left * right + added, rounded once where the processor can."""
greater: Final[Callable[[Vector, Vector], Vector]] = _greater
"""Return the greater of two numbers, lane by lane."""
total: Final[Callable[[Vector], np.float32]] = _total
"""Return the sum of all lanes, added half to half."""
