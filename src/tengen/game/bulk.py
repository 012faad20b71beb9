"""Records replayed in bulk: the moves of a main line, and what each of them did, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import boards
from ..boards import Board
from ..kernel import State
from ..kernel.layout import KO, plain
from ..kernel.running import is_worth_while, play_run, room_for
from ..records import (
    Change,
    Colour,
    FormatError,
    Move,
    Node,
    Pass,
    Place,
    Reason,
    Record,
    Resign,
    Return,
    Tao,
    TengenError,
)
from ..rules import Variant
from .game import Game
from .game_records import record_variant
from .record_walk import SHIFTS, open_game, walk
from .scoring import area_lead
from .timeline import LONGEST_HISTORY, SIDES
from .turn import Turn

_GESTURES: Final = (Pass, Resign, Return)
_SIDES: Final[Mapping[Colour | None, int]] = {None: 0, **SIDES}


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

    With n points on the ``board``, ``moves`` are the points of stones, n for a pass, n + 1 for a resignation, n + 2 for
    a returned prisoner and n + 3 + p for a Tao stone on p; ``movers`` are 1 for Black and 2 for White. ``removed``
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
    played in one compiled call, once a process has replayed a few thousand moves; the result is the same without it.

    Raises:
        FormatError: the record is incomplete, or a move is unreadable.
        BoardError, PositionError: the game cannot start on this board under these rules, or continue from a set-up.

    >>> from tengen.formats import sgf
    >>> found = record_arrays(sgf.read("(;SZ[5];B[ba];W[aa];B[ab];W[])"))
    >>> found.moves.tolist(), found.removed.tolist(), found.board.labels[found.moves[0]], found.lead
    ([1, 0, 5, 25], [0, 0, 1, 0], 'B5', 25)
    """
    if record.incomplete:
        raise FormatError("truncated: the file ends in the middle of the game, and moves may be missing")
    chosen, strict = variant or record_variant(record), variant is not None
    return _in_one_call(record, chosen, strict) or _move_by_move(record, chosen, strict)


def _move_by_move(record: Record, chosen: Variant, strict: bool) -> RecordArrays:
    turns, odd, restarts, has_begun = list[Turn](), list[Illegal](), 0, False
    illegal: Illegal | None = None
    for node, game, number, anew, reasons, turn in walk(record, chosen, strict=strict, ahead=True):  # noqa: B007
        restarts += anew and has_begun
        if reasons:
            illegal = Illegal(number, node.move or "", reasons)
        elif turn is not None:
            turns.append(turn)
            has_begun = has_begun or turn.move is not Resign
            if turn.against and not node.forced:
                odd.append(Illegal(number, node.move or "", turn.against))
    n = len(game.board)
    done = [
        (_code(turn.move, n), SIDES[turn.mover], len(turn.captured) + len(turn.lost), turn.ko is not None, turn.tile)
        for turn in turns
    ]
    made = np.array(done, np.int32).reshape(-1, 5).T
    return _arrays(game, game._timeline.state, made, illegal)._replace(odd=tuple(odd), restarts=restarts)


def _code(move: Move, n: int) -> int:
    if isinstance(move, Tao):
        return n + 3 + move.point
    return move.point if isinstance(move, Place) else n + _GESTURES.index(move)


def _arrays(game: Game, state: State, made: NDArray[np.int32], illegal: Illegal | None) -> RecordArrays:
    """Return the arrays of moves, given as rows of codes, sides, stones removed, kos and tiles."""
    moves, movers, removed, kos, laid = made
    stones, tiles = state.points["colour"].copy(), state.points["tiles"].copy()
    if game.rules.tiles == "none":
        tiles[:] = 0  # of walls
    lead = area_lead(state, game.board, game.rules)
    return RecordArrays(
        game.board, moves, movers.astype(np.uint8), removed, kos > 0, laid > 0, stones, tiles, lead, illegal
    )


def _in_one_call(record: Record, chosen: Variant, strict: bool) -> RecordArrays | None:
    """Play a main line in one call, with the result of `_move_by_move`, its reference in tests.

    None if that must play it: in unusual records and under unusual rules, if a position repeats, or if there are too
    few moves.
    """
    nodes = list(record.main_line())
    root = nodes[0]
    laden = [node for node in nodes if node.changes or node.to_play or node.forced or node.properties]
    if record.start is not None or record.board.startswith("file:") or any(_is_unusual(node, root) for node in laden):
        return None
    moved = [node for node in nodes if node.move is not None]
    mover = moved[0].colour if moved else None
    handicapped = bool(record.axes.get("handicap"))
    game: Game | None = None
    with suppress(TengenError):
        board = boards.parse(record.board, footprint=chosen.footprint)
        game = _opened(chosen, board, tuple(root.changes.items()), root.to_play, handicapped, mover)
    stones = None if game is None else _stones(game, moved)
    if game is None or stones is None or not is_worth_while(len(stones)):
        return None
    state, known = game._timeline.state.copy(), game._timeline.history.latest
    memory = state.plain, state.adjacency.plain, plain(state.bench())
    room, illegal = room_for(state, stones, known, keeps=False), None
    count = play_run(*memory, plain(room), len(known))
    if count < len(stones):
        keys = room.keys[: len(known) + count]
        reasons = _reasons(game, state, memory, int(room.taken[count]), keys) if strict else ()
        if not reasons:
            return None
        illegal = Illegal(count + 1, moved[count].move or "", reasons)
    kos, laid = room.taken[:count] < 0, room.laid[:count]
    made = np.array((*stones[:count].T, room.removed[:count], kos, laid), np.int32)
    return _arrays(game, state, made, illegal)


def _is_unusual(node: Node, root: Node) -> bool:
    """Return whether a node does more to the game than a move, or than the setup of the root."""
    sets_up = node is not root and (node.changes or node.to_play)
    return bool(sets_up) or node.forced or not SHIFTS.isdisjoint(node.properties)


@lru_cache(maxsize=32)
def _opened(
    chosen: Variant, board: Board, changes: tuple[tuple[str, Change], ...], to_play: Colour | None, handicapped: bool,
    mover: Colour | None,
) -> Game | None:  # fmt: skip
    """Return the game at its start, which must not change; None if its rules are unusual."""
    rules, narrow = chosen.rules, board.point_stones and not board.directed
    if not narrow or chosen.start is not None or rules.tao != "off" or rules.removes_specially:
        return None
    root = Node(changes=dict(changes), to_play=to_play)
    game = open_game(Record("", axes={"handicap": handicapped}), chosen, board, [root], mover)
    is_ready = game.outcome is None and not game.bidder and not game._timeline.state.table["placing"][0]
    return game if is_ready else None


def _stones(game: Game, moved: Sequence[Node]) -> NDArray[np.int32] | None:
    """Return the moves and colours of nodes for `play_run`; None if it cannot make some of them."""
    codes, n, rules = _codes(game.board), len(game.board), game.rules
    found = [codes.get(node.move, -1) for node in moved]
    passes_alike = rules.ends_by_passes or not rules.may_pass  # in a game and in the kernel
    if -1 in found or n + 1 in found[:-1] or (n in found and not passes_alike) or len(found) > LONGEST_HISTORY:
        return None
    return np.array((found, [_SIDES[node.colour] for node in moved]), np.int32).T.copy()


@lru_cache(maxsize=32)
def _codes(board: Board) -> Mapping[str | None, int]:
    """Return the codes of the moves with exactly these texts, as in `RecordArrays`."""
    gestures = {gesture.value: len(board) + place for place, gesture in enumerate(_GESTURES)}
    return {label: p for p, label in enumerate(board.labels)} | gestures


def _reasons(
    game: Game, state: State, memory: tuple[Any, ...], mask: int, keys: NDArray[np.uint64]
) -> tuple[Reason, ...]:
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
