"""Reading what is to be looked at under the formal rules: clicks, configurations, or any record (spec 1.21, 1.25)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...boards import Board, parse
from ...formats.encoding import decode
from ...formats.formal import configurations
from ...formats.notations import read_first
from ...game.formal_records import BrokenPostulate, Configuration, Followed, Values, configuration_of, follow_clicks
from ...game.record_walk import set_up_stones
from ...records import COLOURS, Diagram, FormatError, Record, TengenError

Admission = Callable[[Board, int], None]
"""Raises TengenError where a board, with a number of configurations on it, is too much."""


def anything(board: Board, count: int) -> None:
    """Admit whatever is asked about."""


@dataclass(frozen=True)
class FormalInput:
    """A board and what was handed in on it: a sequence of configurations, given as such or followed by clicks.

    ``clicks`` are None where configurations were handed in. A drawing, or a single configuration, is no record.
    ``warnings`` say what was repaired, or left out, while reading.
    """

    board: Board
    followed: Followed
    clicks: tuple[int | None, ...] | None = None
    warnings: tuple[str, ...] = ()

    @property
    def configurations(self) -> tuple[Values, ...]:
        """The configurations, as far as the clicks lead."""
        return self.followed.configurations

    @property
    def is_record(self) -> bool:
        return len(self.configurations) > 1 or self.followed.broken is not None

    def check(self, start: Configuration | None = None, finished: bool = True) -> BrokenPostulate | None:
        """Return the first postulate that is broken (spec 1.25)."""
        return self.followed.check(self.board, start, finished)


def read_formal(
    data: str | bytes,
    board: Board | None = None,
    start: Configuration | None = None,
    name: str = "",
    admit: Admission = anything,
) -> FormalInput:
    """Read a text: configurations, clicks in the formal notation, or a record or a drawing in any notation.

    ``board`` is needed where the text leaves it open. Clicks are followed from ``start``, or from what the record sets
    up, or from the empty board; that is no judgement: `FormalInput.check` makes it. ``admit`` is asked before clicks
    are followed.

    Raises:
        FormatError: the text cannot be read, or says what formal rules do not know: Tao stones, returns, stones set up
            in mid-game, a move out of turn.
    """
    text, warnings = decode(data)
    if configurations.recognises(text):
        place, found = configurations.read(text, board)
        _check_board(place)
        admit(place, len(found))
        return FormalInput(place, Followed(tuple(found)), warnings=tuple(warnings))
    read = read_first(text, board, name=name)
    record = read.record() if isinstance(read, Diagram) else read
    place = parse(record.board, files=False)
    _check_board(place)
    own = configuration_of(place, _set_up(record, place))
    begin = start if start is not None and not any(own) else own
    clicks = tuple(_clicks(record, place))
    admit(place, len(clicks) + 1)
    return FormalInput(place, follow_clicks(place, clicks, begin), clicks, (*warnings, *read.warnings))


def read_start(text: str, board: Board | None = None) -> tuple[Board, Values]:
    """Read the one configuration that a game is to start from.

    Raises:
        FormatError: there is none in the text, or more than one.
    """
    found = read_formal(text, board)
    if found.is_record:
        raise FormatError("{count} configurations are here; a game starts from one", count=len(found.configurations))
    return found.board, found.configurations[0]


def _check_board(board: Board) -> None:
    if not board.is_plain:
        raise TengenError(
            "{board} has stones that cover more than a point; the formal rules have ordinary ones", board=board.text
        )


def _set_up(record: Record, board: Board) -> dict[str, str]:
    stones = dict(record.start.stones) if record.start is not None else set_up_stones(record)
    for label, content in stones.items():
        if content not in COLOURS:
            raise FormatError("{label} holds a Tao stone; a configuration has black and white stones only", label=label)
        if board.find(label) is None:
            raise FormatError(board.missing(label))
    return {label: str(content) for label, content in stones.items()}


def _clicks(record: Record, board: Board) -> list[int | None]:
    found: list[int | None] = []
    for node in record.main_line():
        if node.changes and found:
            raise FormatError("stones are set up in mid-game; a formal record has clicks only", node.line, node.column)
        if node.move is None:
            continue
        colour = COLOURS[len(found) % 2]
        if node.colour not in (None, colour):
            raise FormatError(
                "move {number} is {player}'s; a formal record has {colour} there",
                node.line,
                node.column,
                number=len(found) + 1,
                player=node.colour,
                colour=colour,
            )
        point = None if node.move == "pass" else board.find(node.move)
        if point is None and node.move != "pass":
            raise FormatError("{move!r} is neither a point nor a pass", node.line, node.column, move=node.move)
        found.append(point)
        if node.resumed_by is not None:
            raise FormatError("the game was resumed; a formal record ends with its two passes", node.line, node.column)
    return found
