"""NumPy's archives: files of named arrays, with uniform errors for anything wrong with them."""

from __future__ import annotations

import json
import struct
import zlib
from contextlib import nullcontext
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ..records import FormatError

_DAMAGE: Final = (
    ValueError, KeyError, TypeError, AttributeError, EOFError, OSError, MemoryError, RuntimeError, SyntaxError,
    BadZipFile, TokenError, struct.error, zlib.error,
)  # fmt: skip
"""NumPy's exceptions for missing or changed bytes of an archive."""


def read_arrays(file: Path | IO[bytes]) -> dict[str, NDArray[Any]]:
    """Return the arrays of an archive by name.

    Raises:
        FormatError: the file is something else, or damaged.
        OSError: there is no such file.
    """
    with file.open("rb") if isinstance(file, Path) else nullcontext(file) as opened:
        try:
            with np.load(opened, allow_pickle=False) as held:
                return {name: held[name] for name in held.files}
        except _DAMAGE as error:
            raise FormatError("not an archive of arrays (.npz), or damaged") from error


def header_of(arrays: dict[str, NDArray[Any]], wanted: str, what: str) -> dict[str, Any]:
    """Return the header among the arrays, JSON as bytes, of the ``wanted`` format; ``what`` describes the file.

    Raises:
        FormatError: there is none, or it is of another format.
    """
    try:
        header = json.loads(arrays["header"].tobytes())
        found = header["format"]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"not {what}: its header does not say that the format is {wanted!r}") from error
    if found != wanted:
        raise FormatError(f"not {what} of this version: the header's format is {found!r}, not {wanted!r}")
    return dict(header)
