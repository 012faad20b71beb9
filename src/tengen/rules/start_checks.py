"""Check whether a variant's games can start: board, footprint, and the initial stones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..boards import Board, fixed_handicap, parse
from ..records import Text
from ..records.errors import BoardError, RulesConflict, TengenError
from ..records.text import NOTHING
from .counting import weights_of
from .goals import goal_marks
from .rules import Rules
from .variant_data import Variant

Trouble = tuple[str, Text, Text]
"""The key or axis (below ``start``: "start.black.D4"), what is wrong, and what to do."""

BUILDERS: Final[list[Callable[[Variant, Board, int], object]]] = []
"""A function that builds a start or raises; `game.setup`, one layer above, registers it."""


def played_on(board: Board, rules: Rules) -> Board:
    """Return a game's board: own_overlap makes footprints neighbours (4.2). RulesConflict for them without it."""
    if rules.own_overlap:
        return board.with_overlap()
    if board.overlap:
        raise RulesConflict(
            [
                Text(
                    "the board {board} lets stones stand in own footprints, but own_overlap = false; "
                    "set own_overlap = true, and leave overlap out",
                    board=board.text,
                )
            ]
        )
    return board


def check_handicap(board: Board, rules: Rules) -> None:
    """Raise BoardError for a handicap that would fill the board and leave no liberty (spec 0.6)."""
    if rules.handicap and rules.handicap >= len(board):
        raise BoardError(
            "a handicap of {handicap} leaves no room on the board {board}; it must be less than {count}",
            handicap=rules.handicap,
            board=board.name,
            count=len(board),
        )


def check_liberties(board: Board, rules: Rules, stones: bool = False) -> None:
    """Raise BoardError if no chain, or without ``stones`` no first stone, can have enough liberties (spec 6.10)."""
    most = len(board) - 1 if stones else max(map(len, board.neighbours), default=0)
    if rules.least_liberties > max(most, 1):
        raise BoardError(
            "least_liberties = {least} is impossible on the board {board}, where it must be at most {most}",
            least=rules.least_liberties,
            board=board.name,
            most=max(most, 1),
        )


def start_problems(game: Variant, whole: bool = True) -> Iterator[Trouble]:
    """Yield everything that prevents a game of this variant from starting; unless ``whole``, only of its board."""
    boards = []
    for key, size, footprint in (("footprint", "9", game.footprint), ("board", game.board, None)):
        try:
            boards.append(parse(size, footprint=footprint))
        except TengenError as error:
            yield key, error.text, NOTHING
    if len(boards) < 2:
        return
    try:
        board = played_on(parse(game.board, footprint=game.footprint), game.rules)
    except RulesConflict as error:
        yield "own_overlap", error.text, NOTHING
        return
    except TengenError as error:  # stones too wide for a wrapped board
        yield "board", error.text, NOTHING
        return
    if board.is_plain and boards[0].text != "9":
        idle = Text(
            "the footprint {footprint} has no effect on the board {board}", footprint=game.footprint, board=board.text
        )
        yield "footprint", idle, Text('write footprint = "go", or name a grid')
    if not whole:
        return
    if game.rules.tao == "on" and not isinstance(game.rules.tao_start, str):
        for label in game.rules.tao_start:
            if board.find(label) is None:
                yield "tao_start", Text("tao_start: {missing}", missing=board.missing(label)), NOTHING
    try:
        weights_of(board, game.rules.weights)
    except BoardError as error:
        yield "weights", error.text, NOTHING
    try:
        check_liberties(board, game.rules, stones=game.start is not None or game.rules.handicap > 0)
    except BoardError as error:
        yield "least_liberties", error.text, NOTHING
    try:
        goal_marks(board, game.rules.goal)
    except BoardError as error:
        yield "goal", error.text, NOTHING
    else:
        yield from _faults_of_start(game, board)
    fixed = game.rules.handicap_kind == "fixed"
    try:
        check_handicap(board, game.rules)
        if game.rules.handicap and fixed:
            fixed_handicap(board, game.rules.handicap)
    except TengenError as error:
        yield "handicap", error.text, Text("set handicap_kind = free or turns") if fixed else NOTHING


def _faults_of_start(game: Variant, board: Board) -> Iterator[Trouble]:
    """Yield the conflicts of the variant's own start with its board and rules (spec 6.6)."""
    if game.start is None:
        return
    if game.rules.handicap:
        own = Text("{variant} has a start of its own; set handicap = 0", variant=game.name)
        yield "handicap", own, NOTHING
        return
    given = game.start.position
    wrong = NOTHING
    for label, key in (*given.stones.items(), *((label, "tiles") for label in given.tiles)):
        if board.find(label) is None:
            wrong = Text("start: {missing}", missing=board.missing(label))
            yield f"start.{key}.{label}", wrong, NOTHING
    for axis, off, there in (("tiles", "none", bool(given.tiles)), ("tao", "off", "tao" in given.stones.values())):
        if there and getattr(game.rules, axis) == off:
            wrong = Text("start: {axis} = {off} leaves no room for what lies there", axis=axis, off=off)
            yield f"start.{axis}", wrong, NOTHING
    if wrong:
        return
    for begin in BUILDERS:
        try:
            begin(game, board, game.start.seed or 0)
        except TengenError as error:
            yield "start", Text("start: {missing}", missing=error.text), NOTHING
