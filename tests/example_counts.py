"""How many examples Hypothesis draws for a test: few in `make test`, many in `make test-slow`."""

from __future__ import annotations

from typing import Final

from hypothesis import settings

MANY: Final = 5
"""How many times as many examples the profile "many" draws."""
FEW: Final = 40
"""The examples of a test that does not say how many, in the profile "ci"."""


def examples(few: int) -> settings:
    """Return a decorator: a test draws ``few`` examples, and more where the profile asks for many."""
    return settings(max_examples=few * (MANY if settings.get_current_profile_name() == "many" else 1), deadline=None)
