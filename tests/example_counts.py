"""How much of a test runs: few of its examples and cases in `make test`, many in `make test-slow`."""

from collections.abc import Iterable
from typing import Any, Final

import pytest
from hypothesis import settings

MANY: Final = 5
"""How many times as many examples the profile "many" draws."""
FEW: Final = 24
"""The examples of a test that does not say how many, in the profile "ci"."""


def examples(few: int) -> settings:
    """Return a decorator: a test draws ``few`` examples, and more where the profile asks for many."""
    return settings(max_examples=few * (MANY if settings.get_current_profile_name() == "many" else 1), deadline=None)


def first(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrised test, of which all but the first ``count`` are left to `make test-slow`."""
    return [
        case if place < count else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for place, case in enumerate(cases)
    ]
