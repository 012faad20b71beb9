"""Counting in layers: rows of states with their counts, made one layer from the other within bounded memory."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..served import OutOfMemory
from .merging import merge, rehash

Rows = NDArray[np.uint64]

CHUNK: Final = 1 << 15
"""The number of rows handled at a time; between chunks the count can stop."""

_FEWEST: Final = 10
"""The first hash table has two to this power slots."""


class Layer:
    """A layer in the making, from the rows of the one before.

    ``memory`` is what both may take in bytes; ``most`` is how many rows there can be in the end.

    Raises:
        OutOfMemory: it does not suffice.
    """

    def __init__(self, source: Rows, words: int, moduli: NDArray[np.uint64], memory: int, most: int) -> None:
        self.source = source
        self._words = words
        self._moduli = moduli
        self._memory: int = memory - source.nbytes
        self._used = 0
        # Memory that is never touched is never taken, so that it may be asked for generously.
        self._size: int = 8 * source.shape[1]
        self._rows: Rows = np.empty((max(1, min(most, self._memory // self._size)), source.shape[1]), np.uint64)
        self._make_slots(max(_FEWEST, (2 * len(source)).bit_length()))

    def add(self, keys: Any, origins: Any, times: Any, made: int) -> None:
        """Add rows with these keys, each with the counts of the row of the source it originates from."""
        done = 0
        while done < made:
            most = min(len(self._rows), self._room, len(self._slots) // 2)
            done, self._used = merge(
                keys, origins, times, done, made, self.source, self._rows, self._used, most,
                self._slots, self._bits, self._moduli,
            )  # fmt: skip
            if done < made:
                self._make_slots(self._bits + 1)
                if self._used >= min(len(self._rows), self._room):
                    raise OutOfMemory("the memory allowed does not suffice")

    @property
    def _room(self) -> int:
        return (self._memory - self._slots.nbytes) // self._size

    def _make_slots(self, bits: int) -> None:
        self._bits = bits
        self._slots = np.zeros(0, np.uint32)  # the old ones go first
        self._slots = np.zeros(1 << bits, np.uint32)
        rehash(self._rows, self._used, self._words, self._slots, bits)

    def __len__(self) -> int:
        return self._used

    @property
    def rows(self) -> Rows:
        """The rows made; what was asked for beyond them is given back."""
        made = self._rows[: self._used]
        return made.copy() if made.nbytes < 1 << 20 else made
