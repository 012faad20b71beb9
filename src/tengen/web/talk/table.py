"""A game in use, as those see it who carry what is said at it."""

from __future__ import annotations

from typing import Protocol

from ..rooms import Room
from .presence import Seating


class Table(Protocol):
    """A game by its id, with who sits at it, and those who look at it and hear what is said."""

    id: str
    room: Room
    seating: Seating

    def tell(self) -> None:
        """Let the pages that look know that something has changed."""

    def speak(self) -> None:
        """Let the pages that hear the chat know that something was said."""
