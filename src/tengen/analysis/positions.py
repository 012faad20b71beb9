"""From a query's description of a game to the game at the requested turns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import Any, Final

from .. import boards
from ..boards import Board
from ..formats.foreign.katago_query import colour_pairs, label_of
from ..formats.foreign.maker import COLOURS
from ..formats.json.plain_values import load_axes, load_position, parse_json
from ..formats.sgf.coordinates import LARGEST, board_text
from ..game import Game
from ..game.going_on import turned
from ..game.move_text import read_move
from ..game.record_walk import Stage, walk
from ..game.refusal import refusals
from ..records import Colour, FormatError, Gesture, Node, Position, PositionError, Record, TengenError, Text
from ..rules import Variant, variant
from ..rules.katago import BONUS, compact_rules, handicap_played, is_strange, rules_named, rules_said


class FieldError(TengenError):
    """An invalid query; ``field`` is the field at fault."""

    def __init__(self, field: str, what: str) -> None:
        self.field = field
        super().__init__(what)


@contextmanager
def _in_field(field: str, before: str = "") -> Iterator[None]:
    """Add a field to errors."""
    try:
        yield
    except TengenError as error:
        raise FieldError(field, f"{before}{error}") from None


class Fields:
    """The fields of an object. ``whole`` is the field that contains it, "" for the query itself.

    >>> fields = Fields({"maxVisits": 5, "maxVisit": 5})
    >>> fields.integer("maxVisits", 1, 10), fields.unused
    (5, ['maxVisit'])
    """

    def __init__(self, said: Mapping[str, Any], whole: str = "") -> None:
        self._said, self._whole = said, whole
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._said

    @property
    def unused(self) -> list[str]:
        """The names of unread fields."""
        return [name for name in self._said if name not in self._read]

    def get(self, name: str) -> Any:
        """Return a field unchanged, or None if it is missing."""
        self._read.add(name)
        return self._said.get(name)

    def wrong(self, name: str, what: str) -> FieldError:
        return FieldError(self._whole or name, f"{name}: {what}" if self._whole else what)

    def _checked(self, name: str, is_right: Callable[[Any], bool], what: str) -> Any:
        """Return a field after checking it, or None if it is missing."""
        value = self.get(name)
        if name in self and not is_right(value):
            raise self.wrong(name, f"Must be {what}")
        return value

    def integer(self, name: str, least: int, most: int) -> int | None:
        """Return an integer within bounds, or None if it is missing."""
        found: int | None = self._checked(
            name, lambda value: type(value) is int and least <= value <= most, f"an integer from {least} to {most}"
        )
        return found

    def number(self, name: str, least: float, most: float) -> float | None:
        """Return a number within bounds, or None if it is missing."""
        value = self._checked(
            name,
            lambda value: type(value) in (int, float) and isfinite(value) and least <= value <= most,
            f"a number from {least:g} to {most:g}",
        )
        return None if value is None else float(value)

    def flag(self, name: str) -> bool:
        """Return true or false; false if it is missing."""
        return bool(self._checked(name, lambda value: type(value) is bool, "a boolean"))

    def colour(self, name: str) -> Colour | None:
        """Return a colour, or None if it is missing."""
        value = self._checked(name, lambda value: str(value).lower() in COLOURS, '"B" or "W"')
        return None if value is None else COLOURS[str(value).lower()]

    def integers(self, name: str, what: str) -> list[int] | None:
        """Return a list of integers, or None if it is missing; ``what`` describes them in errors."""
        found: list[int] | None = self._checked(
            name,
            lambda value: isinstance(value, list) and all(type(each) is int for each in value),
            f"an array of integers indicating {what}",
        )
        return found

    def objects(self, name: str) -> list[Fields] | None:
        """Return a list of objects, or None if it is missing."""
        values = self._checked(
            name,
            lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value),
            "an array of objects",
        )
        return None if values is None else [Fields(value, name) for value in values]


_KOMI: Final = 150
_GESTURES: Final = tuple(gesture.value for gesture in Gesture)


@dataclass(frozen=True)
class QueryGame:
    """The game of a query: its rules and board, and a record of its moves.

    ``opener`` is the first side to move, if the query names it. ``friendly``: dead stones may stay on the board when
    both pass, if its rules allow that.
    """

    variant: Variant
    board: Board
    record: Record
    opener: Colour | None
    friendly: bool | None

    @property
    def turns(self) -> int:
        """The number of moves."""
        return sum(node.move is not None for node in self.record.main_line())


def read_course(fields: Fields) -> QueryGame:
    """Return the game of a query; FieldError if the query is invalid."""
    said = _said_rules(fields)
    chosen = _with_komi(_rules(said), fields)
    board = _board(fields, chosen)
    record = Record(board=board.text)
    stones = _stones(fields, board)
    opener = fields.colour("initialPlayer")
    record.root.children = _moves(fields, board)
    if "start" in fields:
        if "initialStones" in fields or opener is not None:
            raise FieldError("start", "Cannot specify both start and initialStones or initialPlayer")
        with _in_field("start"):
            record.start = load_position(fields.get("start"), "start")
    else:
        if len(stones) > 1 and "white" not in stones.values():
            opener = opener or (None if record.root.children else "white")
        handicap = _handicap(chosen, stones, record, board)
        if handicap:
            chosen = variant(chosen, handicap=handicap, handicap_kind="free", komi=chosen.rules.komi)
            record.start = None if stones else Position({})  # the moves were played; they are not future placements
    record.root.changes.update(stones)
    record.root.to_play = opener
    return QueryGame(chosen, board, record, opener, said.get("friendlyPassOk") if isinstance(said, dict) else None)


def games_at(course: QueryGame, turns: Collection[int]) -> dict[int, Game]:
    """Return the games at some turns, numbered by the moves before them, each with its history.

    A move against the rules is made if possible, since a query reports what was played.

    Raises:
        FieldError: a move or the setup is impossible.
    """
    found: dict[int, Game] = {}
    last = sum(node.move is not None for node in course.record.main_line())
    try:
        for stage in walk(course.record, course.variant, strict=False, ahead=set(turns) == {last}):
            if stage.reasons:
                move = stage.node.move or ""
                why = " ".join(refusals(stage.game, move, stage.reasons, stage.node.colour))
                raise FieldError("moves", f"Illegal move {stage.number - 1}: {move} ({why})")
            if stage.number in turns:
                found[stage.number] = _to_think_about(course, stage)
    except PositionError as error:
        raise FieldError("start" if course.record.start else "initialStones", str(error)) from None
    return found


def _to_think_about(course: QueryGame, stage: Stage) -> Game:
    """Return the game of a stage with the intended side to move, even after its end."""
    game = stage.game
    mover = (course.opener if not stage.number else None) or game.to_play
    going_on = turned(game, mover)
    if going_on is game:
        return game.copy()
    settled = variant(game.variant, fairness="none")  # the position is analysed after all bids
    return going_on or Game.from_position(settled, game.board, replace(game.position, to_play=mover))


# -- rules -------------------------------------------------------------------------------------------------------------


def _said_rules(fields: Fields) -> Any:
    """Return the field ``rules``, with an object in place of a text of JSON or KataGo's compact string."""
    said = fields.get("rules")
    if not isinstance(said, str):
        return said
    with _in_field("rules", "Could not parse rules: "):
        return parse_json(said) if said.lstrip().startswith("{") else compact_rules(said) or said


def _rules(said: Any) -> Variant:
    """Return the variant of the field ``rules``: a name, an object in KataGo's words, or one that names a variant."""
    with _in_field("rules", "Could not parse rules: "):
        if isinstance(said, str):
            return rules_named(said)
        if isinstance(said, dict) and "variant" in said:
            named = said["variant"]
            if not isinstance(named, str):
                raise FormatError("variant must be a name")
            axes = load_axes({axis: value for axis, value in said.items() if axis != "variant"}, "rules")
            return variant(rules_named(named), **axes)
        if isinstance(said, dict):
            return rules_said(said)
    raise FieldError(
        "rules", 'Must be a name such as "chinese" or "tile", or an object in KataGo\'s words or with a "variant"'
    )


def _with_komi(chosen: Variant, fields: Fields) -> Variant:
    """Return rules with the query's komi and points for a handicap."""
    axes: dict[str, Any] = {}
    komi = fields.number("komi", -_KOMI, _KOMI)
    if komi is not None:
        if komi % 0.5:
            raise FieldError("komi", f"Must be an integer or half-integer from -{_KOMI} to {_KOMI}")
        axes["komi"] = komi
    if "whiteHandicapBonus" in fields:
        bonus = fields.get("whiteHandicapBonus")
        if str(bonus).upper() not in BONUS:
            raise FieldError("whiteHandicapBonus", f"Must be one of {', '.join(BONUS)}")
        axes["handicap_bonus"] = BONUS[str(bonus).upper()]
    with _in_field("whiteHandicapBonus" if "handicap_bonus" in axes else "komi"):
        return variant(chosen, **axes) if axes else chosen


# -- the board and its contents ----------------------------------------------------------------------------------------


def _board(fields: Fields, chosen: Variant) -> Board:
    """Return the board: from its text in ``board``, or a rectangle from its sides."""
    if "board" in fields:
        for name in ("boardXSize", "boardYSize"):
            if name in fields:
                raise FieldError(name, "Cannot specify both a board and its sizes")
        text = fields.get("board")
        if not isinstance(text, str):
            raise FieldError("board", 'Must be the text of a board, such as "9x9 torus" or "graph:petersen"')
    else:
        sides = [fields.integer(name, 1, LARGEST) for name in ("boardXSize", "boardYSize")]
        for name, side in zip(("boardXSize", "boardYSize"), sides, strict=True):
            if side is None:
                raise FieldError(name, f"Must provide an integer from 1 to {LARGEST}, or a text in board")
        text = board_text(sides[0] or 1, sides[1] or 1)
    with _in_field("board" if "board" in fields else "boardXSize"):
        return boards.parse(text, chosen.footprint, files=False)


def _stones(fields: Fields, board: Board) -> dict[str, Colour]:
    stones: dict[str, Colour] = {}
    for colour, said in _pairs(fields, "initialStones"):
        if (label := label_of(said, board)) is None:
            raise FieldError("initialStones", no_location(said, board))
        if label in stones:
            raise FieldError("initialStones", f"{label} is given twice")
        stones[label] = colour
    return stones


def _handicap(chosen: Variant, stones: Mapping[str, Colour], record: Record, board: Board) -> int:
    """Return the number of handicap stones that White gets points for, set up or played, as KataGo counts them."""
    if not chosen.rules.handicap_bonus or is_strange(chosen.rules):
        return 0
    nodes = ((node.colour, node.move) for node in record.main_line())
    moves = ((colour, read_move(move, board)) for colour, move in nodes if colour is not None and move is not None)
    return handicap_played(stones.values(), moves)


def no_location(said: str, board: Board) -> str:
    """Return the error for a text that names no point of a board, in KataGo's words, with the probable point."""
    why = board.missing(said, otherwise=Text(""))
    return f"Could not parse board location: {said[:40]}{f' ({why})' if why else ''}"


def _moves(fields: Fields, board: Board) -> list[Node]:
    """Return the nodes of the moves, each below the one before: a list of the first one."""
    if "moves" not in fields:
        raise FieldError("moves", "Must specify an array of [player,location] pairs")
    nodes = []
    for colour, said in _pairs(fields, "moves"):
        if (move := written_move(said, board)) is None:
            raise FieldError("moves", no_location(said, board))
        nodes.append(Node(move=move, colour=colour))
    for node, following in pairwise(nodes):
        node.children.append(following)
    return nodes[:1]


def _pairs(fields: Fields, name: str) -> list[tuple[Colour, str]]:
    with _in_field(name):
        return list(colour_pairs(fields.get(name) if name in fields else [], name))


def written_move(said: str, board: Board) -> str | None:
    """Return a move in the board's spelling: a point, ``tao`` with a point, pass or return; None for anything else.

    >>> board = boards.parse("9")
    >>> written_move("tao (0,0)", board), written_move("Pass", board), written_move("Z9", board)
    ('tao A9', 'pass', None)
    """
    word = said.strip()
    if word.lower() in _GESTURES:
        return word.lower()
    is_tao = word[:4].lower() == "tao "
    label = label_of(word[4:] if is_tao else word, board)
    return f"tao {label}" if is_tao and label is not None else label
