"""The cache of compiled entries: its stamp changes with every relevant change and no other."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from data import cases

from tengen.kernel import stamps
from tengen.workers import own_environment

_HELPERS = '''"""Helpers."""

import numpy as np
from typing import Any, NamedTuple

from tengen.kernel.jit import helper, routine

STEP = 2
TABLE = np.arange(4)


class Pair(NamedTuple):
    first: Any
    second: Any


@helper
def added(pair):
    """Add."""
    return pair.first + STEP * pair.second + TABLE[1]


@routine
def unused(x):
    return x - 1
'''
_ENTRIES = '''"""Entries."""

from helpers import Pair, added
from tengen.kernel.jit import entry, helper


@entry
def total(x, y):
    """Sum up."""
    return twice(added(Pair(x, y)))


@entry
def other(x):
    return x + 1


@helper
def twice(x):
    return 2 * x
'''


def stamp_of(helpers: str = _HELPERS, entries: str = _ENTRIES) -> str:
    """Return the stamp of ``total`` in modules with these sources."""
    names: dict[str, Any] = {"__name__": "helpers"}
    exec(compile(helpers, "helpers", "exec"), names)
    found = {**names, "__name__": "entries"}
    exec(compile(entries.replace("from helpers import Pair, added", ""), "entries", "exec"), found)
    return stamps.stamp(found["total"].py_func)


@pytest.mark.parametrize(("old", "new"), cases("stamps", "a_change_of_anything_reached_is_noticed"))
def test_a_change_of_anything_reached_is_noticed(old: str, new: str) -> None:
    assert old in _HELPERS
    assert stamp_of(_HELPERS.replace(old, new)) != stamp_of()


def test_a_change_of_something_defined_later_is_noticed() -> None:
    assert stamp_of(entries=_ENTRIES.replace("2 * x", "3 * x")) != stamp_of()


def test_words_places_and_what_is_not_reached_change_nothing() -> None:
    helpers = _HELPERS.replace("Add.", "Add up.").replace("return x - 1", "return x - 5")
    entries = _ENTRIES.replace("Sum up.", "Sum.").replace("x + 1", "x + 2").replace("@entry", "\n\n\n@entry")
    assert stamp_of(helpers, entries) == stamp_of()


@pytest.mark.slow
def test_swapped_fields_of_a_tuple_that_is_given_are_noticed(tmp_path: Path) -> None:
    """The types of the fields are equal, and no compiled code names the tuple's class."""
    source = """
from typing import Any, NamedTuple

from tengen.kernel.jit import entry


class Pair(NamedTuple):
    first: Any
    second: Any


@entry
def difference(pair):
    return pair.first - pair.second
"""
    for text, cached in (
        (source, False),
        (source, True),
        (source.replace("first: Any\n    second: Any", "second: Any\n    first: Any"), False),
        (source.replace("Pair", "Couple"), False),
    ):
        (tmp_path / "pairs.py").write_text(text)
        name = "Couple" if "Couple" in text else "Pair"
        code = (
            f"import sys; sys.dont_write_bytecode = True; sys.path.insert(0, {str(tmp_path)!r})\n"
            f"import pairs\nprint(pairs.difference(pairs.{name}(first=5, second=3)),"
            "sum(pairs.difference.stats.cache_hits.values()))"
        )
        kept = {**own_environment(), "TENGEN_CACHE": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=kept)
        assert done.stdout.split() == ["2", str(int(cached))], text
