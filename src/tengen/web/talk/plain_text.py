"""Cleaning of names and texts that visitors type."""

from __future__ import annotations


def plain_name(text: str) -> str | None:
    """Return a name without invisible and bidirectional control characters; None if nothing is left."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split()) or None


def plain_text(text: str) -> str:
    """Return a text of several lines without invisible and bidirectional control characters.

    >>> plain_text("One" + chr(7) + "." + chr(0x202E) + chr(0x3000) + "Two.")
    'One. Two.'
    """
    return "".join(map(_seen, text.replace("\r\n", "\n"))).strip()


def _seen(letter: str) -> str:
    """Return a character if it is allowed, else ""; joiners are parts of words and emoji."""
    if letter.isprintable() or letter in "\n\t\u200c\u200d":
        return letter
    return " " if letter.isspace() else ""
