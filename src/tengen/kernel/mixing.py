"""Hash mixing by SplitMix64 (Steele, Lea & Flood 2014), and random draws by xoroshiro128+ (Blackman & Vigna 2018)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .array_types import UInt64s
from .jit import helper, source_of

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""SplitMix64's increment."""
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_U16 = np.uint64(16)
_U24 = np.uint64(24)
_U27 = np.uint64(27)
_U30 = np.uint64(30)
_U31 = np.uint64(31)
_U32 = np.uint64(32)
_U37 = np.uint64(37)
_U40 = np.uint64(40)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
"""Plain Python's numbers are masked with it (`uncompiled`); compiled ones have 64 bits anyway."""


@helper
def mixed(x: np.uint64) -> np.uint64:
    """SplitMix64's finaliser."""
    x = (x ^ (x >> _U30)) * _MIX_A & _ALL
    x = (x ^ (x >> _U27)) * _MIX_B & _ALL
    return x ^ (x >> _U31)


@helper
def mixed_pair(first: np.uint64, second: np.uint64) -> np.uint64:
    """Mix two numbers (``uint64``) into one."""
    return mixed(first * GOLDEN & _ALL ^ second)


def mixed_all(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return `mixed` of every number, computed by NumPy."""
    every: Callable[..., Any] = source_of(mixed)
    with np.errstate(over="ignore"):
        return np.asarray(every(words), np.uint64)


@helper
def mixed_row(row: UInt64s, words: int) -> np.uint64:
    """Mix the first words (``uint64``) of a row into one."""
    x = GOLDEN
    for w in range(words):
        x = mixed(x ^ row[w])
    return x


@helper
def random_below(bound: int, s0: np.uint64, s1: np.uint64) -> tuple[np.uint32, np.uint64, np.uint64]:
    """Draw from 0..bound-1; return the draw and the new state."""
    word = s0 + s1 & _ALL
    s1 ^= s0
    s0 = ((s0 << _U24 | s0 >> _U40) ^ s1 ^ s1 << _U16) & _ALL
    s1 = (s1 << _U37 | s1 >> _U27) & _ALL
    return np.uint32(((word >> _U32) * np.uint64(bound)) >> _U32), s0, s1
