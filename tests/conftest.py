"""Hypothesis profiles: `ci` draws the same examples every time, `many` and `thorough` more. And the order of tests."""

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

# Only the tests of a real KataGo (tests/engines/test_real_katago.py) use one on this machine.
os.environ.setdefault("TENGEN_REAL_KATAGO", os.environ.get("TENGEN_KATAGO", ""))
os.environ["TENGEN_KATAGO"] = ""
# Engines that this machine's user has added are not used either, and games that tests save go elsewhere.
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
    """Return a function that registers rules of repetition, removed after the test, and returns their names."""
    from tengen.rules import register, unregister

    added: list[str] = []

    def add(row: Repetition) -> str:
        added.append(register(row))
        return row.name

    yield add
    for name in added:
        unregister(name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests with random examples, and order the others: first those that are long or share something costly.

    So no process ends with long tests, and only one of several processes starts a browser and a database.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("drawn")
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """Return a test's place in the order: waiting ones, those with the browser, those with PostgreSQL, the others."""
    needed = getattr(item, "fixturenames", ())
    given = getattr(getattr(item, "callspec", None), "params", {})
    first = item.path.name in _WAITING, "chrome" in needed, "postgres" in needed or _on_postgres(given)
    return [*first, True].index(True)


def _on_postgres(given: Mapping[str, object]) -> bool:
    """Return whether a test uses PostgreSQL; other values, such as arrays, may not be comparable with text."""
    return any(isinstance(value, str) and value == "postgres" for value in given.values())


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection."""
    gc.enable()
    gc.collect()
    gc.freeze()
