"""Hypothesis profiles: `ci` plays the same examples every time, `thorough` plays many more of them."""

from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("dev")
