"""Hypothesis profiles: `ci` draws the same examples every time, `many` and `thorough` more. And what is first."""

from __future__ import annotations

import gc
import os
from typing import Final

import pytest
from example_counts import FEW, MANY
from hypothesis import settings

# A KataGo on this machine is asked by the tests of a real one (tests/engines/test_real_katago.py), and by no other.
os.environ.setdefault("TENGEN_REAL_KATAGO", os.environ.get("TENGEN_KATAGO", ""))
os.environ["TENGEN_KATAGO"] = ""

settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True, max_examples=FEW)
settings.register_profile("dev", deadline=None)
settings.register_profile("many", deadline=None, max_examples=MANY * FEW, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("dev")

_WAITING: Final = ("test_cluster.py", "test_change_over.py", "test_workers_away.py")
"""The files whose tests wait for machines of a cluster, or for a compiler."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what draws its examples, and begin with the tests that wait a minute each for other processes.

    So no process is left alone with those.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("drawn")
    items.sort(key=lambda item: item.path.name not in _WAITING)


def pytest_collection_finish() -> None:
    """Leave what was read to stay out of every look for garbage from now on."""
    gc.collect()
    gc.freeze()
