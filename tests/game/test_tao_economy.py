"""What a Tao stone costs over a game (spec 3.9): every kind of price, what is shown of it, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.game import Game
from tengen.records import IllegalMove, PositionError, Reason
from tengen.rules import Rules, RulesConflict  # noqa: F401
