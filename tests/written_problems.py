"""A problem in its author's notation, for tests of reading such files."""

from data import text_of

WRITTEN = text_of("written_problems_written.toml")
