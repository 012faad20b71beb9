"""Tengen: every Go on every board.

>>> import tengen
>>> game = tengen.Game("tile", board="5x5")
>>> turn = game.play("C3")
>>> game.to_play
'white'

Everything resolves lazily: nothing heavy is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import boards, draw, engines, envs, formats, game, gpu, kernel, match, players, records, rules, solve
    from .boards import Board
    from .engines import estimate, hint, mistakes
    from .game import Game, Outcome, Score, Turn
    from .records import (
        BoardError,
        FormatError,
        IllegalMove,
        Move,
        Pass,
        Place,
        Position,
        PositionError,
        Reason,
        Record,
        Resign,
        Return,
        RulesConflict,
        Tao,
        TengenError,
        TengenWarning,
        UnknownVariant,
    )
    from .rules import Rules, Variant, variant, variants

__version__ = "0.3.0"

_PACKAGES = (
    "boards", "draw", "engines", "envs", "formats", "game", "gpu", "kernel", "match", "notebook", "players", "records",
    "rules", "solve",
)  # fmt: skip
_HOMES = ("records", "boards", "rules", "game", "engines")
"""The packages with names of their own here, the lightest first."""

__all__ = [
    "Board",
    "BoardError",
    "FormatError",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Pass",
    "Place",
    "Position",
    "PositionError",
    "Reason",
    "Record",
    "Resign",
    "Return",
    "Rules",
    "RulesConflict",
    "Score",
    "Tao",
    "TengenError",
    "TengenWarning",
    "Turn",
    "UnknownVariant",
    "Variant",
    "boards",
    "draw",
    "engines",
    "envs",
    "estimate",
    "formats",
    "game",
    "gpu",
    "hint",
    "kernel",
    "match",
    "mistakes",
    "players",
    "records",
    "rules",
    "solve",
    "variant",
    "variants",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f".{name}", __name__)
    for home in _HOMES if name in __all__ else ():
        package = import_module(f".{home}", __name__)
        if name in package.__all__:
            globals()[name] = value = getattr(package, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
