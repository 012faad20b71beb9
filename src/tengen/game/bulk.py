"""Records replayed in bulk: the moves of a main line, and what each of them did, as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import boards
from ..boards import Board
from ..kernel import State
from ..kernel.array_types import Bools, Int32s, UInt8s, UInt64s
from ..kernel.layout import KO, plain
from ..kernel.running import is_worth_while, play_run, room_for
from ..records import Change, Colour, FormatError, Gesture, Move, Node, Place, Reason, Record, Resign, Tao, TengenError
from ..rules import Variant
from .game import Game
from .game_records import record_variant
from .record_walk import SHIFTS, open_game, walk
from .scoring import area_lead
from .timeline import LONGEST_HISTORY, SIDES
from .turn import Turn

_GESTURES: Final = tuple(Gesture)
_Memory: TypeAlias = tuple[Any, Any, Any]
"""A state, its adjacency and a bench, as compiled code takes them."""
_Columns: TypeAlias = tuple[Int32s, UInt8s, Int32s, Bools, Bools]
"""Moves, movers, stones removed, kos and tiles, as in `RecordArrays`."""


@dataclass(frozen=True)
class Illegal:
    """An illegal move, counted from 1, with the reasons."""

    move: int
    text: str
    reasons: tuple[Reason, ...]

    def as_dict(self) -> dict[str, Any]:
        return {"move": self.move, "reasons": [str(reason) for reason in self.reasons]}


class RecordArrays(NamedTuple):
    """The moves of a record's main line before the first illegal one, and the position after them.

    With n points on the ``board``, ``moves`` are the points of stones, n for a pass, n + 1 for a returned prisoner,
    n + 2 for a resignation and n + 3 + p for a Tao stone on p; ``movers`` are 1 for Black and 2 for White. ``removed``
    counts the stones of either colour that each move removed, ``kos`` marks those that took a ko, and ``laid`` those
    that laid a tile. ``stones`` are the colours on all points at the end (0: none), and ``tiles`` the heights of
    stacks; ``lead`` is Black's area minus White's, without komi.

    ``odd`` are moves made against the record's own rules. ``restarts`` counts restarts of the history: at stones
    set up in mid-game, and in such a record also at moves out of turn or after the end.
    """

    board: Board
    moves: NDArray[np.int32]
    movers: NDArray[np.uint8]
    removed: NDArray[np.int32]
    kos: NDArray[np.bool_]
    laid: NDArray[np.bool_]
    stones: NDArray[np.uint8]
    tiles: NDArray[np.uint16]
    lead: float
    illegal: Illegal | None = None
    odd: tuple[Illegal, ...] = ()
    restarts: int = 0


def record_arrays(record: Record, variant: Variant | None = None) -> RecordArrays:
    """Play a record's main line under a variant's rules up to its first illegal move, as `walk` does.

    Without a variant it is played under its own rules, up to a move that cannot be made at all. An ordinary game is
    played in one compiled call, once a process has replayed 3,000 moves (50,000 if the call must be compiled first, in
    the background); the result is the same without it.

    Raises:
        FormatError: the record is incomplete, or a move is unreadable.
        BoardError, PositionError: the game cannot start on this board under these rules, or continue from a set-up.

    >>> from tengen.formats import sgf
    >>> found: RecordArrays = record_arrays(sgf.read("(;SZ[5];B[ba];W[aa];B[ab];W[])"))
    >>> found.moves.tolist(), found.removed.tolist(), found.board.labels[found.moves[0]], found.lead
    ([1, 0, 5, 25], [0, 0, 1, 0], 'B5', 25)
    >>> record_arrays(sgf.read("(;SZ[5];B[ba];W[ba])")).illegal
    Illegal(move=2, text='B5', reasons=(<Reason.OCCUPIED: 'occupied'>,))
    """
    if record.incomplete:
        raise FormatError("truncated: the file ends in the middle of the game, and moves may be missing")
    chosen, strict = variant or record_variant(record), variant is not None
    return _in_one_call(record, chosen, strict) or _move_by_move(record, chosen, strict)


def _move_by_move(record: Record, chosen: Variant, strict: bool) -> RecordArrays:
    turns, odd, restarts = list[Turn](), list[Illegal](), 0
    illegal: Illegal | None = None
    for node, game, number, anew, reasons, made in walk(record, chosen, strict=strict, ahead=True):  # noqa: B007
        restarts += anew and any(turn.move is not Resign for turn in turns)
        if reasons:
            illegal = Illegal(number, node.move or "", reasons)
        elif made is not None:
            turns.append(made)
            if made.against and not node.forced:
                odd.append(Illegal(number, node.move or "", made.against))
    n = len(game.board)
    done = [
        (_code(turn.move, n), SIDES[turn.mover], len(turn.captured) + len(turn.lost), turn.ko is not None, turn.tile)
        for turn in turns
    ]
    moves, movers, removed, kos, laid = np.array(done, np.int32).reshape(-1, 5).T
    columns = moves, movers.astype(np.uint8), removed, kos > 0, laid > 0
    return _arrays(game, game._timeline.state, columns, illegal)._replace(odd=tuple(odd), restarts=restarts)


def _code(move: Move, n: int) -> int:
    if isinstance(move, Tao):
        return n + 3 + move.point
    return move.point if isinstance(move, Place) else n + _GESTURES.index(move)


def _arrays(game: Game, state: State, columns: _Columns, illegal: Illegal | None) -> RecordArrays:
    """Return the arrays of moves, and of the position after them."""
    stones, tiles = state.points["colour"].copy(), state.points["tiles"].copy()
    if game.rules.tiles == "none":
        tiles[:] = 0  # of walls
    lead = area_lead(state, game.board, game.rules)
    return RecordArrays(game.board, *columns, stones, tiles, lead, illegal)


class _Opened(NamedTuple):
    """A game at its start, which must not change, and memory for replays of such games, each used by one at a time."""

    game: Game
    spare: list[tuple[State, Any]]


def _in_one_call(record: Record, chosen: Variant, strict: bool) -> RecordArrays | None:
    """Play a main line in one call, with the result of `_move_by_move`, its reference in tests.

    None if that must play it: in unusual records and under unusual rules, if a position repeats, or if there are too
    few moves.
    """
    read = _read(record)
    if read is None or record.start is not None or record.board.startswith("file:"):
        return None
    root, texts, colours = record.root, *read
    opened: _Opened | None = None
    with suppress(TengenError):
        board = boards.parse(record.board, footprint=chosen.footprint)
        setup = tuple(root.changes.items()), root.to_play, bool(record.axes.get("handicap"))
        opened = _opened(chosen, board, *setup, colours[0] if colours else None)
    stones = None if opened is None else _stones(opened.game, texts, colours)
    if opened is None or stones is None or not is_worth_while(len(stones)):
        return None
    timeline = opened.game._timeline
    try:
        state, bench = opened.spare.pop()
    except IndexError:
        state, bench = timeline.state.copy(), plain(timeline.state.bench())
    state.load(timeline.state)
    found = _run(opened.game, state, (state.plain, state.adjacency.plain, bench), stones, texts, strict)
    opened.spare.append((state, bench))
    return found


def _run(
    game: Game, state: State, memory: _Memory, stones: Int32s, texts: list[str], strict: bool
) -> RecordArrays | None:
    known, illegal = game._timeline.history.latest, None
    room = room_for(state, stones, known, keeps=False)
    count = play_run(*memory, plain(room), len(known))
    if count < len(stones):
        keys = room.keys[: len(known) + count]
        reasons = _reasons(game, state, memory, int(room.taken[count]), keys) if strict else ()
        if not reasons:
            return None
        illegal = Illegal(count + 1, texts[count], reasons)
    moves, movers = stones[:count, 0].copy(), stones[:count, 1].astype(np.uint8)
    columns = moves, movers, room.removed[:count], room.taken[:count] < 0, room.laid[:count] > 0
    return _arrays(game, state, columns, illegal)


def _read(record: Record) -> tuple[list[str], list[Colour | None]] | None:
    """Return the texts and colours of a main line's moves; None if more happens than these, and a setup in the root."""
    texts, colours = list[str](), list[Colour | None]()
    for node in record.main_line():
        if (node.changes or node.to_play) and node is not record.root:
            return None
        if node.forced or (node.properties and not SHIFTS.isdisjoint(node.properties)):
            return None
        if node.move is not None:
            texts.append(node.move)
            colours.append(node.colour)
    return texts, colours


@lru_cache(maxsize=32)
def _opened(
    chosen: Variant, board: Board, changes: tuple[tuple[str, Change], ...], to_play: Colour | None, handicapped: bool,
    mover: Colour | None,
) -> _Opened | None:  # fmt: skip
    """Return a game at its start; None if its rules are unusual."""
    rules, narrow = chosen.rules, board.point_stones and not board.directed
    if not narrow or chosen.start is not None or rules.tao != "off" or rules.removes_specially:
        return None
    root = Node(changes=dict(changes), to_play=to_play)
    game = open_game(Record("", axes={"handicap": handicapped}), chosen, board, [root], mover)
    is_ready = game.outcome is None and not game.bidder and not game._timeline.state.table["placing"][0]
    return _Opened(game, []) if is_ready else None


def _stones(game: Game, texts: Sequence[str], colours: Sequence[Colour | None]) -> Int32s | None:
    """Return moves and their sides for `play_run`; None if it cannot make some of them."""
    codes, n, rules = _codes(game.board), len(game.board), game.rules
    found = [codes.get(text, -1) for text in texts]
    passes_alike = rules.ends_by_passes or not rules.may_pass  # in a game and in the kernel
    resigned = n + 2 in found if not rules.ends_by_passes else n + 2 in found[:-1]  # perhaps after the end
    if -1 in found or resigned or (n in found and not passes_alike) or len(found) > LONGEST_HISTORY:
        return None
    stones = np.empty((len(found), 2), np.int32)
    stones[:, 0], stones[:, 1] = array("i", found), array("i", [SIDES.get(each, -1) if each else 0 for each in colours])
    return stones


@lru_cache(maxsize=32)
def _codes(board: Board) -> Mapping[str, int]:
    """Return the codes of the moves with exactly these texts, as in `RecordArrays`."""
    gestures = {gesture.value: len(board) + place for place, gesture in enumerate(_GESTURES)}
    return {label: p for p, label in enumerate(board.labels)} | gestures


def _reasons(game: Game, state: State, memory: _Memory, mask: int, keys: UInt64s) -> tuple[Reason, ...]:
    """Return why the next move is illegal, by the mask of `play_run`; () if only the history can tell."""
    if mask < 0 or mask & KO:
        return ()
    if not game.rules.ends_by_passes:  # then the game was over if there was no legal move
        n, side = state.adjacency.size, int(state.table["to_move"][0])
        answers = np.zeros((n, 2), np.uint64)
        state.adjacency.calls.judge_points(*memory, 0, n, side, answers.reshape(-1), False)
        if np.isin(answers[answers[:, 0] == 0, 1], keys).all():
            return ()
    return Reason.from_mask(mask)
