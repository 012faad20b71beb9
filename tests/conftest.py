"""Hypothesis profiles: `ci` draws the same examples every time, `many` and `thorough` more. And what is first."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import pytest
from example_counts import FEW, MANY
from hypothesis import settings

if TYPE_CHECKING:
    from tengen.rules import Repetition

# A KataGo on this machine is asked by the tests of a real one (tests/engines/test_real_katago.py), and by no other.
os.environ.setdefault("TENGEN_REAL_KATAGO", os.environ.get("TENGEN_KATAGO", ""))
os.environ["TENGEN_KATAGO"] = ""
# Nor are the engines that this machine's user has added; and games that tests leave are kept elsewhere.
_NOTHING_ADDED: Final = tempfile.TemporaryDirectory(prefix="tengen-no-configuration-")
os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = _NOTHING_ADDED.name

settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True, max_examples=FEW)
settings.register_profile("dev", deadline=None)
settings.register_profile("many", deadline=None, max_examples=MANY * FEW, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("dev")

gc.disable()  # until all tests have been read

_WAITING: Final = ("test_change_over.py",)
"""The files whose tests wait for a compiler."""


@pytest.fixture
def add_rule() -> Iterator[Callable[[Repetition], str]]:
    """Register rules of repetition, and remove them after the test; it returns their names."""
    from tengen.rules import register, unregister

    added: list[str] = []

    def add(row: Repetition) -> str:
        added.append(register(row))
        return row.name

    yield add
    for name in added:
        unregister(name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what draws its examples, and put first what is long or shares something costly.

    So no process is left alone with long tests, and of several processes, each of which is given a stretch of the list,
    one starts a browser and a database for all that need them.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("drawn")
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """Return when a test has its turn: what waits, what needs the browser, what needs PostgreSQL, and all others."""
    needed = getattr(item, "fixturenames", ())
    given = getattr(getattr(item, "callspec", None), "params", {})
    first = item.path.name in _WAITING, "chrome" in needed, "postgres" in needed or _on_postgres(given)
    return [*first, True].index(True)


def _on_postgres(given: Mapping[str, object]) -> bool:
    """Say whether a test is given PostgreSQL; other values, such as arrays, may be compared with no text."""
    return any(isinstance(value, str) and value == "postgres" for value in given.values())


def pytest_collection_finish() -> None:
    """Leave what was read to stay out of every look for garbage from now on."""
    gc.enable()
    gc.collect()
    gc.freeze()
