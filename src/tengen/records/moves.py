"""Moves as plain data: ``Place(point)``, ``Tao(point)``, ``Return``, ``Pass`` and ``Resign``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Place:
    """A stone put on a point (spec 0.4); ``label`` is how it was written if the board has no such point."""

    point: int
    label: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tao:
    """A Tao stone put on a point (spec 3.3); ``label`` is as in `Place`."""

    point: int
    label: str = field(default="", compare=False, repr=False)


class Gesture(Enum):
    """A move without a point: pass, return of a prisoner (spec 2.6), resignation."""

    PASS = "pass"
    RETURN = "return"
    RESIGN = "resign"

    def __repr__(self) -> str:
        return self.value.capitalize()


Pass: Final[Literal[Gesture.PASS]] = Gesture.PASS
Return: Final[Literal[Gesture.RETURN]] = Gesture.RETURN
Resign: Final[Literal[Gesture.RESIGN]] = Gesture.RESIGN

Move: TypeAlias = Place | Tao | Gesture
