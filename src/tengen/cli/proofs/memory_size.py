"""Sizes of memory, as people write them."""

from __future__ import annotations

import re

from ...records import TengenError

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


def read_memory(text: str) -> int:
    """Return a number of bytes.

    >>> read_memory("4GiB"), read_memory("500 M"), read_memory("1.5g")
    (4294967296, 524288000, 1610612736)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise TengenError(f"--memory {text}: write a size such as 4GiB or 500MiB")
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))
    if size < 1 << 20:
        raise TengenError(f"--memory {text}: at least 1MiB is needed")
    return size
