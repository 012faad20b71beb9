"""The extent of a test: few examples and cases in `make test`, many in `make test-slow`."""

from collections.abc import Iterable
from typing import Any, Final

import pytest
from hypothesis import settings

MANY: Final = 5
"""The factor by which the profile "many" draws more examples."""
FEW: Final = 24
"""The default number of a test's examples in the profile "ci"."""


def examples(few: int) -> settings:
    """Return a decorator: a test draws ``few`` examples, and more under larger profiles."""
    return settings(max_examples=few * (MANY if settings.get_current_profile_name() == "many" else 1), deadline=None)


def first(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrised test; all but the first ``count`` are left to `make test-slow`."""
    return [
        case if place < count else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for place, case in enumerate(cases)
    ]
