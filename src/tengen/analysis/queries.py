"""Queries: their positions and options, and warnings about unsupported options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..game import Game
from ..game.move_text import read_move
from ..players import Analyst
from ..players.scope import WHOLE, Restrictions, Scope
from ..records import Colour, TengenError
from .positions import FieldError, Fields, games_at, no_location, read_course, written_move

Perspective = Literal["BLACK", "WHITE", "SIDETOMOVE"]
PERSPECTIVES: Final[tuple[Perspective, ...]] = get_args(Perspective)

_LINE: Final = 15
"""Moves after a candidate in its variation."""


@dataclass(frozen=True)
class Wishes:
    """The options for every position of a query.

    ``visits`` and ``seconds`` are its limits (None: the engine's). ``line`` is the number of moves after a
    candidate. During the search a result is reported after ``first`` seconds, and then every ``every`` seconds.
    ``told`` names further output: "includeOwnership" and so on. ``tidy``: whether dead stones must be captured; None
    leaves that to the rules. ``scope`` limits the moves searched.
    """

    visits: int | None = None
    seconds: float | None = None
    perspective: Perspective = "BLACK"
    line: int = _LINE
    first: float | None = None
    every: float | None = None
    told: frozenset[str] = frozenset()
    tidy: bool | None = None
    scope: Scope = WHOLE

    def seen_by(self, mover: Colour) -> Colour:
        """Return the side whose values are reported, with ``mover`` to move."""
        sides: Mapping[Perspective, Colour] = {"BLACK": "black", "WHITE": "white"}
        return sides.get(self.perspective, mover)


@dataclass(frozen=True)
class AnalysisSettings:
    """The options with which the engine was started.

    ``make`` makes the player for a position. ``jobs`` is the number of positions searched at once. ``visits`` and
    ``seconds`` limit a position unless its query overrides them; ``most_visits`` always does.
    """

    make: Callable[[Wishes], Analyst]
    jobs: int = 1
    visits: int | None = None
    most_visits: int | None = None
    seconds: float | None = None
    perspective: Perspective = "BLACK"


_MOST: Final = 1 << 50
_URGENT: Final = (1 << 62) - 1
_DEEPEST: Final = 1_000_000_000
_LONGEST: Final = 1_000_000.0

TOLD: Final = (
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePVVisits",
)
"""Further output that a query may request."""

_UNTOLD: Final[Mapping[str, str]] = {
    "includePolicy": "There is no network, and no policy without one",
    "includeNoResultValue": "The search does not know how likely a game without result is",
}
"""Output that a query cannot get, and why."""

_BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    "rootPolicyTemperature": (0.01, 100.0),
    "rootFpuReductionMax": (0.0, 2.0),
}
"""Parameters that widen KataGo's search at the root, with their ranges."""
_NEUTRAL: Final[Mapping[str, float]] = {"rootPolicyTemperature": 1.0}
"""The values of these parameters without effect."""

_INERT: Final[Mapping[str, object]] = {"wideRootNoise": 0, "playoutDoublingAdvantage": 0, "antiMirror": False}
"""KataGo's settings that are always in force here, with these values."""


class Warning(NamedTuple):
    """An unsupported option of a query, and its field."""

    field: str
    what: str


@dataclass(frozen=True, eq=False)
class QueriedTurn:
    """A position to analyse. ``query`` is the query's id, ``turn`` the number of its moves before."""

    query: str
    turn: int
    game: Game
    priority: int
    wishes: Wishes
    given_up: Event = field(default_factory=Event)
    """Set when the query is terminated."""


def read_query(said: Mapping[str, Any], settings: AnalysisSettings) -> tuple[list[QueriedTurn], list[Warning]]:
    """Return a query's positions, and warnings about unsupported options; FieldError if it is invalid."""
    fields = Fields(said)
    name, warnings = str(fields.get("id")), list[Warning]()
    course = read_course(fields)
    priorities = _priorities(fields, course.turns)
    wishes = _wishes(fields, settings, course.board, warnings.append)
    if course.friendly is not None:
        wishes = replace(wishes, tidy=not course.friendly)
    games = games_at(course, priorities)
    warnings += [Warning(field, "Unexpected or unused field") for field in fields.unused]
    requests = [QueriedTurn(name, turn, games[turn], priorities[turn], wishes) for turn in sorted(priorities)]
    return requests, warnings


def _priorities(fields: Fields, last: int) -> dict[int, int]:
    turns = fields.integers("analyzeTurns", "turns to analyze")
    if turns == []:
        raise FieldError("analyzeTurns", "Must name at least one turn; leave it out to analyze the last position")
    for turn in turns or ():
        if not 0 <= turn <= last:
            raise FieldError("analyzeTurns", f"Invalid turn number: {turn}")
    each = fields.integers("priorities", "priorities")
    if each is None:
        priority = fields.integer("priority", -_URGENT, _URGENT) or 0
        return dict.fromkeys([last] if turns is None else turns, priority)
    if "priority" in fields:
        raise FieldError("priority", "Cannot specify both priority and priorities")
    if turns is None:
        raise FieldError("priorities", "Can only specify when also specifying analyzeTurns")
    if len(each) != len(turns):
        raise FieldError("priorities", "Must be of matching length to analyzeTurns")
    if any(abs(priority) > _URGENT for priority in each):
        raise FieldError("priorities", f"Must be integers from -{_URGENT} to {_URGENT}")
    return dict(zip(turns, each, strict=True))


# -- wishes ------------------------------------------------------------------------------------------------------------


def _wishes(fields: Fields, settings: AnalysisSettings, board: Board, warn: Callable[[Warning], None]) -> Wishes:
    wishes = _overridden(Wishes(perspective=settings.perspective), fields, warn)
    visits = fields.integer("maxVisits", 1, _MOST) or wishes.visits or settings.visits
    every = fields.number("reportDuringSearchEvery", 0.001, _LONGEST)
    first = fields.number("firstReportDuringSearchAfter", 0.001, _LONGEST)
    told = frozenset(name for name in TOLD if fields.flag(name))
    for name, why in _UNTOLD.items():
        if fields.flag(name):
            warn(Warning(name, why))
    for name, bounds in _BOUNDS.items():
        if fields.number(name, *bounds) not in (None, _NEUTRAL.get(name)):
            warn(Warning(name, "Has no effect here: the search has no such setting"))
    return replace(
        wishes,
        visits=visits,
        seconds=wishes.seconds or settings.seconds,
        line=fields.integer("analysisPVLen", 1, 1000) or wishes.line,
        first=every if first is None else first,
        every=every,
        told=told,
        scope=Scope(_barred(fields, board), detailed=True),
    )


def _overridden(wishes: Wishes, fields: Fields, warn: Callable[[Warning], None]) -> Wishes:
    """Return wishes with the changes of ``overrideSettings``."""
    if "overrideSettings" not in fields:
        return wishes
    said = fields.get("overrideSettings")
    if not isinstance(said, dict):
        raise FieldError("overrideSettings", "Must be an object")
    settings = Fields(said, "overrideSettings")
    perspective = str(settings.get("reportAnalysisWinratesAs") or wishes.perspective).upper()
    if perspective not in PERSPECTIVES:
        raise settings.wrong("reportAnalysisWinratesAs", f"Must be one of {', '.join(PERSPECTIVES)}")
    found = replace(
        wishes,
        perspective=perspective,
        visits=settings.integer("maxVisits", 1, _MOST),
        seconds=settings.number("maxTime", 0.001, 1e20),
        line=settings.integer("analysisPVLen", 1, 1000) or wishes.line,
    )
    unknown = [name for name in settings.unused if name not in _INERT or said[name] != _INERT[name]]
    if unknown:
        warn(Warning("overrideSettings", f"Unknown config params: {','.join(unknown)}"))
    return found


# -- restricted moves --------------------------------------------------------------------------------------------------


def _barred(fields: Fields, board: Board) -> NDArray[np.uint32] | None:
    """Return the barred moves, as in `Scope`."""
    avoided, allowed = fields.objects("avoidMoves"), fields.objects("allowMoves")
    if avoided is not None and allowed is not None:
        raise FieldError("allowMoves", "Cannot specify both allowMoves and avoidMoves")
    if not avoided and not allowed:
        return None
    limits = Restrictions(len(board))
    for each in avoided or allowed or ():
        colour, depth, said = each.colour("player"), each.integer("untilDepth", 1, _DEEPEST), each.get("moves")
        if colour is None or depth is None or not isinstance(said, list):
            raise each.wrong("entry", "Must be an object with 'player', 'moves' and 'untilDepth'")
        moves = []
        for word in said:
            move = written_move(word, board) if isinstance(word, str) else None
            if move is None or move == "resign":
                raise each.wrong("moves", no_location(str(word), board))
            moves.append(read_move(move, board))
        try:
            (limits.avoid if allowed is None else limits.allow)(colour, moves, depth)
        except TengenError as error:
            raise each.wrong("player", str(error)) from None
    return limits.barred
