"""Games to learn moves from: SGF files, and folders of episodes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen import boards
from tengen.boards import Board
from tengen.formats import sgf
from tengen.game import Game, record_arrays
from tengen.records import BLACK, Node, Record, TengenError
from tengen.rules import Rules
from tengen.search.foresight import needed, points_decide

from .episode_folder import count_folder, read_folder
from .episodes import Episode, Thought

Moves = NDArray[np.uint32]
"""The points of a game's moves, the number of the board's points for a pass."""

_SPARSE = 7  # the most points per move of a game in a file: others were given up early


class Said(NamedTuple):
    """Evaluations of a game's positions, from play or later, and its end."""

    thoughts: tuple[Thought | None, ...]
    needed: tuple[float, ...]  # lead in area that Black needs in each position; () if points do not decide
    owners: tuple[int, ...]  # of every point at the end: 1 Black, -1 White
    settled: int  # the first position from which good play led to that end, or the number of moves


class Played(NamedTuple):
    """A game from the empty board on: its moves, and the target in each position.

    That is the move itself or, after a long search, the best move found; the number of the board's points means none.
    ``said`` is None if only the moves are known.
    """

    board: Board
    moves: Moves
    aims: Moves
    said: Said | None = None


def collection(paths: Iterable[Path], out: Path, names: Sequence[str] = ("19x19",)) -> list[Played]:
    """Return the games on some boards to learn from, before a file is made of them."""
    if not out.parent.is_dir():
        raise TengenError(f"there is no folder {out.parent} for {out.name}")
    wanted = {board.text: board for board in map(boards.parse, names)}
    games = [game for path in paths for game in _games_in(path, wanted)]
    if len(games) < 2:
        raise TengenError(
            f"at least two games on {' or '.join(names)} are needed, without tiles and Tao stones, whose players "
            f"alternate from the empty board on; in files, with a move for every {_SPARSE} points"
        )
    print(f"{len(games)} games, {sum(len(game.moves) for game in games)} moves", file=sys.stderr)
    return games


def _games_in(path: Path, wanted: dict[str, Board]) -> Iterator[Played]:
    """Yield the games of a file or folder of SGF, or of a folder of episodes."""
    if path.is_dir() and count_folder(path):
        for episode in read_folder(path):
            board = wanted.get(episode.graph.text)
            game = board and played_in(episode, board)
            if game:
                yield game
        return
    for file in sorted(path.rglob("*.sgf")) if path.is_dir() else [path]:
        for record in sgf.read_all(file):
            board = wanted.get(record.board)
            moves = None if board is None else moves_of(record, board)
            if board is not None and moves is not None and _SPARSE * len(moves) >= len(board):
                yield Played(board, moves, moves)


def moves_of(record: Record, board: Board) -> Moves | None:
    """Return a game's points, the board's size for passes.

    None if players do not alternate from the empty board on, more than stones matters, a move is impossible, or the
    record is truncated.
    """
    try:
        start, found = Game.from_record(replace(record, root=Node())), record_arrays(record)
    except TengenError:
        return None
    resigned = np.append(found.moves == len(board) + 2, True).argmax()  # or the end
    moves, movers = found.moves[:resigned], found.movers[:resigned]
    sets_up = any(node.changes for node in record.main_line())
    if sets_up or found.illegal or (moves > len(board)).any() or (movers != 1 + np.arange(len(moves)) % 2).any():
        return None
    return moves.astype(np.uint32) if _is_plain(start, board) else None


def played_in(episode: Episode, board: Board) -> Played | None:
    """Return the game of an episode, with full searches as targets; None as `moves_of`."""
    n = len(board)
    if not _is_plain(episode.start(), board) or any(action >= n and action != 2 * n for action in episode.actions):
        return None
    moves = np.minimum(np.array(episode.actions, np.uint32), n)
    aims = np.full(len(moves), n, np.uint32)
    for turn, (pace, thought) in enumerate(zip(episode.paces, episode.thoughts, strict=True)):
        if pace == "full" and thought is not None and thought.visits:
            aims[turn] = min(n, max(thought.visits, key=thought.visits.__getitem__))
    required = _needed(episode.variant.rules, moves < n)
    settled = episode.settled_from if required and episode.margin is not None else len(moves)
    return Played(board, moves, aims, Said(episode.thoughts, required, episode.owners, settled))


def _needed(rules: Rules, placed: NDArray[np.bool_]) -> tuple[float, ...]:
    """Return `Said.needed` for moves of which some ``placed`` a stone."""
    if not points_decide(rules):
        return ()
    leads = accumulate((stone * (1 - 2 * (turn % 2)) for turn, stone in enumerate(placed.tolist())), initial=0)
    return tuple(needed(rules, lead, turn % 2 == 0) for turn, lead in enumerate(leads))


def _is_plain(start: Game, board: Board) -> bool:
    """Return whether a game begins with Black on the empty board, and is played with stones alone."""
    rules = start.rules
    begun = start.stones or start.to_play != BLACK or rules.handicap > 1
    return start.board == board and not begun and rules.tiles == "none" and rules.tao == "off"
