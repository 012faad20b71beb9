"""How the kernel is compiled: decorators, and a cache that notices a change in any file a function may be made of.

Numba keys its cache on the file of the compiled function alone; a kernel inlines helpers from its sister files, so a
change there would go unseen. Each entry's stamp is therefore the fingerprint of its whole package and of this one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba import njit

_OPTIONS: dict[str, Any] = {
    "_nrt": False,
    "boundscheck": False,
    "nogil": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}
_INNER = {**_OPTIONS, "no_cpython_wrapper": True}  # called by kernels only: no bridge to Python to compile


@cache
def fingerprint(folder: Path) -> str:
    """Return a digest of a package's source, its sub-packages included, and of the kernel's."""
    digest = hashlib.sha256()
    for path in sorted({*Path(__file__).parent.glob("*.py"), *folder.rglob("*.py")}):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _package(file: Path) -> Path:
    """Return the folder directly below Tengen's own in which a file lies; elsewhere the file's folder."""
    root = Path(__file__).parents[1]
    return root / file.relative_to(root).parts[0] if file.is_relative_to(root) else file.parent


def helper(function: Callable[..., Any]) -> Any:
    """Compile a small function that is folded into every caller."""
    return njit(forceinline=True, **_INNER)(function)


def routine(function: Callable[..., Any]) -> Any:
    """Compile a larger function that other kernels call; it is not folded in."""
    return njit(inline="never", **_INNER)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls; the result is cached on disk."""
    compiled = njit(cache=True, **_OPTIONS)(function)
    cache_file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if cache_file is not None:  # absent where Numba finds no folder it may write to
        cache_file._source_stamp = fingerprint(_package(Path(function.__code__.co_filename)))
    return compiled
