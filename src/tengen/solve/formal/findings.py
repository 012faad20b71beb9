"""Analysis under the formal rules: broken postulates, groups, eyes, safety, life and score (spec 1.18-1.26)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...boards import Board, parse, split_labels
from ...draw.svg import svg
from ...formats.encoding import decode
from ...formats.formal import configurations
from ...formats.notations import read_first
from ...game.formal import (
    ConfigurationScore,
    FamilyJudgement,
    Labels,
    Stones,
    capturable,
    chain,
    configuration_score,
    eyes_beside,
    judge_family,
    liberties,
    one_point_eyes,
    region_eyes,
    safe_family,
    unconditionally_alive,
)
from ...game.formal_records import (
    BrokenPostulate,
    Configuration,
    Followed,
    Values,
    configuration_of,
    follow_clicks,
    stones_of,
)
from ...game.record_walk import set_up_stones
from ...records import COLOURS, Colour, Content, Diagram, FormatError, Markup, Position, Record, TengenError, Text

Admission = Callable[[Board, int], None]
"""Raises TengenError if a board with a number of configurations is too much work."""


def anything(board: Board, count: int) -> None:
    """Accept any amount of work."""


@dataclass(frozen=True)
class FormalInput:
    """A board and a sequence of configurations on it, given directly or as clicks.

    ``clicks`` are None if configurations were given. A drawing, or a single configuration, is not a record.
    ``warnings`` list repairs and omissions while reading.
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
    """Read a text: configurations, clicks in the formal notation, or a record or drawing in any notation.

    ``board`` is needed unless the text names it. Clicks start from ``start``, from the record's setup, or from the
    empty board; `FormalInput.check` judges them. ``admit`` is called before clicks are followed and may raise.

    Raises:
        FormatError: the text cannot be read, or uses what the formal rules lack: Tao stones, returns, stones set up
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
    """Read the single configuration that a game starts from; FormatError for none or several."""
    found = read_formal(text, board)
    if found.is_record:
        raise FormatError("found {count} configurations; a game starts from one", count=len(found.configurations))
    return found.board, found.configurations[0]


def _check_board(board: Board) -> None:
    if not board.is_plain:
        raise TengenError(
            "{board} has stones that cover several points; the formal rules need ordinary stones", board=board.text
        )


def _set_up(record: Record, board: Board) -> dict[str, str]:
    stones = dict(record.start.stones) if record.start is not None else set_up_stones(record)
    for label, content in stones.items():
        if content not in COLOURS:
            raise FormatError("{label} holds a Tao stone; a configuration has only black and white stones", label=label)
        if board.find(label) is None:
            raise FormatError(board.missing(label))
    return {label: str(content) for label, content in stones.items()}


def _clicks(record: Record, board: Board) -> list[int | None]:
    found: list[int | None] = []
    for node in record.main_line():
        if node.changes and found:
            raise FormatError("stones are set up in mid-game; a formal record has only clicks", node.line, node.column)
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


FIRST = "first"
"""Stands for the first configuration of the input, as the start."""


@dataclass(frozen=True)
class GroupStudy:
    """A group: its liberties, the eyes next to it (1.19), and whether it is safe (1.20) and alive (Benson, 4.9)."""

    colour: Colour
    stones: Labels
    liberties: Labels
    eyes: tuple[Labels, ...]
    is_safe: bool
    is_alive: bool

    @property
    def is_dead(self) -> bool:
        return not self.liberties


@dataclass(frozen=True)
class ConfigurationStudy:
    """A configuration under the formal definitions.

    ``settled`` is the score after removing all groups that the opponent could capture by moving alone.
    """

    board: Board
    one_point_eyes: Mapping[Colour, Labels]
    eyes: Mapping[Colour, tuple[Labels, ...]]
    groups: tuple[GroupStudy, ...]
    score: ConfigurationScore
    settled: ConfigurationScore


def study(board: Board, stones: Stones) -> ConfigurationStudy:
    """Study a configuration; it may contain dead groups.

    >>> from tengen import boards
    >>> [group.is_safe for group in study(boards.parse("3x1"), {"B1": "black"}).groups]
    [True]
    """
    taken = {label for colour in COLOURS for group in capturable(board, stones, colour) for label in group}
    return ConfigurationStudy(
        board,
        {colour: one_point_eyes(board, stones, colour) for colour in COLOURS},
        {colour: region_eyes(board, stones, colour) for colour in COLOURS},
        tuple(group for colour in COLOURS for group in _groups(board, stones, colour)),
        configuration_score(board, stones),
        configuration_score(board, {label: content for label, content in stones.items() if label not in taken}),
    )


def _groups(board: Board, stones: Stones, colour: Colour) -> Iterator[GroupStudy]:
    safe, alive = safe_family(board, stones, colour), unconditionally_alive(board, stones, colour)
    eyes = region_eyes(board, stones, colour)
    for group in dict.fromkeys(chain(board, stones, label) for label in board.labels if stones.get(label) == colour):
        open_points, beside = liberties(board, stones, min(group)), eyes_beside(board, group, eyes)
        yield GroupStudy(colour, group, open_points, beside, group in safe, group in alive)


@dataclass(frozen=True)
class FormalQuestion:
    """A question about a text.

    ``start`` are rows, on lines or separated by slashes, or `FIRST`; ``at`` is the number of the configuration to study
    (default: the last); ``family`` names a stone of each of its groups.
    """

    board: Board | str | None = None
    start: str | None = None
    at: int | None = None
    family: str = ""
    finished: bool = True


@dataclass(frozen=True)
class FormalFindings:
    """The answer: the input, the postulate it breaks, and the study of a configuration."""

    given: FormalInput
    started: bool
    finished: bool
    broken: BrokenPostulate | None
    at: int
    study: ConfigurationStudy
    family: FamilyJudgement | None

    @property
    def stones(self) -> dict[str, Content]:
        return stones_of(self.given.board, self.given.configurations[self.at])


def find(
    data: str | bytes, question: FormalQuestion = FormalQuestion(), name: str = "", admit: Admission = anything
) -> FormalFindings:
    """Check a text and study one of its configurations; ``admit`` may refuse it as in `read_formal`.

    Raises:
        TengenError: the text cannot be read, or has no such configuration or family.

    >>> find("1 (1 0) 2 pass 3 pass", FormalQuestion(board="3x1")).study.score.margin
    3
    """
    board = None if question.board is None else parse(question.board)
    start: Values | None = None
    if question.start is not None and question.start != FIRST:
        rows = question.start.replace("/", "\n")
        if not configurations.recognises(rows):
            raise FormatError(
                "{text!r} is not a configuration; write rows such as .X./..O",
                text=question.start[:60],
            )
        board, start = read_start(rows, board)
    given = read_formal(data, board, start, name, admit)
    if board is not None and given.board != board:
        raise TengenError(
            "the board must be {board}, but the input is on {actual}", board=board.text, actual=given.board.text
        )
    if question.start == FIRST:
        start = given.configurations[0]
    broken = given.check(start, question.finished) if given.is_record else None
    last = len(given.configurations) - 1
    at = last if question.at is None else question.at
    if at > last:
        raise TengenError("there is no configuration {at}; choose 0 to {last}", at=at, last=last)
    stones = stones_of(given.board, given.configurations[at])
    named = given.board.names([given.board.point(word) for word in split_labels(question.family)])
    family = judge_family(given.board, stones, list(named)) if named else None
    seen = study(given.board, stones)
    return FormalFindings(given, start is not None, question.finished, broken, at, seen, family)


def picture(found: FormalFindings, size: int | None = None, **look: Any) -> str:
    """Draw the configuration, or one family, with its eyes; safe groups get circles, living ones triangles."""
    markup = Markup()
    shaded: set[str] = set()
    if found.family is not None:
        markup.marks["selected"] = sorted(label for group, _ in found.family.groups for label in group)
        shaded = {label for _, eyes in found.family.groups for eye in eyes for label in eye}
    else:
        markup.marks["circle"] = sorted(label for g in found.study.groups if g.is_safe for label in g.stones)
        markup.marks["triangle"] = sorted(label for g in found.study.groups if g.is_alive for label in g.stones)
    owners: dict[str, Colour | None] = {
        label: colour for colour, eyes in found.study.eyes.items() for eye in eyes for label in eye
    }
    return svg(
        found.given.board,
        Position(found.stones),
        markup=markup,
        owners=owners if found.family is None else None,
        shaded=shaded,
        title=Text("configuration {number}", number=found.at) if found.given.is_record else Text("a configuration"),
        size=size,
        **look,
    )
