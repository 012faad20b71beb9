"""A problem as its author writes it, for tests of those who read such files."""

from data import text_of

WRITTEN = text_of("written_problems_written.toml")
