"""The lines of a problem: every right move with the best answer to it, every wrong one with what refutes it.

A line is moves in turn, beginning with the solver's, such as ``B5 A5 C4`` or ``B5 A5 C3? C4``. A wrong move carries a
question mark, and the rest of its line refutes it. A line without one is right to its end: what was asked is done
there, or nothing that the solver can play spoils it any more, or it has gone on long enough. A space within a move is
written ``_``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...game import Game
from ..served import OutOfBudget
from .aims import Prober, after
from .win_search import Undecided

_LONGEST = 3
"""The most moves of the solver in a line where no number of moves is given."""
_SHOWN = 6
"""The most moves that are shown against a wrong one there."""

Path = tuple[str, ...]


def lines_of(prober: Prober) -> list[str]:
    """Return the lines of a problem, the right ones first.

    Raises:
        Undecided, OutOfBudget: a move's result was not found out.
    """
    found = sorted(_lines(prober, prober.game, ()), key=lambda path: any(_is_wrong(move) for move in path))
    return [" ".join(move.replace(" ", "_") for move in path) for path in found]


def read_line(line: str) -> list[tuple[str, bool]]:
    """Return a line's moves, each with whether it is a wrong one.

    >>> read_line("B5 tao_A5? pass")
    [('B5', False), ('tao A5', True), ('pass', False)]
    """
    return [(move.rstrip("?").replace("_", " "), _is_wrong(move)) for move in line.split()]


def _is_wrong(move: str) -> bool:
    return move.endswith("?")


def _lines(prober: Prober, game: Game, path: Path) -> Iterator[Path]:
    """Yield the lines from a position in which the solver is to move."""
    legal = [game.write_move(move) for move in game.legal_moves()]
    right = prober.right_moves(game)
    if path and len(right) == len(legal):
        yield path
        return
    for move in legal:
        ahead = after(game, move)
        if move not in right:
            yield (*path, move + "?", *_refutation(prober, ahead, right))
        elif prober.done(ahead):
            yield (*path, move)
        else:
            yield from _answered(prober, ahead, (*path, move))


def _answered(prober: Prober, game: Game, path: Path) -> Iterator[Path]:
    """Yield the lines from a position in which the other side is to move and can only hold out.

    Where it is not found out what becomes of every move then, the line ends.
    """
    try:
        reply = _best_reply(prober, game)
        ahead = after(game, reply)
        over = prober.done(ahead) or (prober.aim.moves is None and len(path) >= 2 * _LONGEST - 2)
        found = [(*path, reply)] if over else list(_lines(prober, ahead, (*path, reply)))
    except (Undecided, OutOfBudget):
        found = [path]
    yield from found


def _best_reply(prober: Prober, game: Game) -> str:
    """Return the move that holds out longest and, of these, leaves the fewest moves that go on rightly."""
    replies = [game.write_move(move) for move in game.legal_moves()]
    lasts = {reply: prober.plies(after(game, reply)) or 0 for reply in replies}
    longest = max(lasts.values())
    best = [reply for reply in replies if lasts[reply] == longest]

    def rank(reply: str) -> tuple[float, int, int]:
        ahead = after(game, reply)
        return _share(prober, ahead), -_room(prober, ahead), -len(ahead.turns[-1].captured)

    return min(best, key=rank) if len(best) > 1 else best[0]


def _room(prober: Prober, game: Game) -> int:
    """Return how many liberties the hunted stone has; 0 where none is hunted."""
    if prober.target is None or game.content(prober.target) is None:
        return 0
    return len(game.liberties(prober.target))


def _share(prober: Prober, game: Game) -> float:
    """Return what share of the solver's moves goes on rightly."""
    if prober.done(game) is not None:
        return 1.0
    return len(prober.right_moves(game)) / sum(1 for _ in game.legal_moves())


def _refutation(prober: Prober, game: Game, right: list[str]) -> Iterator[str]:
    """Yield moves after a wrong one: the other side's best, and between them the solver's most stubborn.

    They end where it is not found out what becomes of every move.
    """
    with suppress(Undecided, OutOfBudget):
        yield from _against(prober, game, right)


def _against(prober: Prober, game: Game, right: list[str]) -> Iterator[str]:
    for _ in range(_SHOWN // 2 if prober.aim.moves is None else 2 * prober.aim.moves):
        if prober.done(game) is not None:
            return
        choose = _stubborn if game.to_play == prober.solver else _spoiling
        move = choose(prober, game, right)
        yield move
        game = after(game, move)


def _spoiling(prober: Prober, game: Game, right: list[str]) -> str:
    """Return the other side's move that spoils it: the one that gives a hunted stone most room, else the quickest."""
    moves = [game.write_move(move) for move in game.legal_moves()]
    spoils = [move for move in moves if not prober.forces(after(game, move))]

    def rank(move: str) -> tuple[int, bool, int]:
        ahead = after(game, move)
        if prober.target is not None and prober.hunter == prober.solver:
            return -_room(prober, ahead), move not in right, -len(ahead.turns[-1].captured)
        return prober.plies(ahead) or 0, move not in right, -len(ahead.turns[-1].captured)

    return min(spoils, key=rank)


def _stubborn(prober: Prober, game: Game, right: list[str]) -> str:
    """Return the solver's move that gives the other side the most to do."""

    def rank(move: str) -> tuple[int, int, bool]:
        ahead = after(game, move)
        if prober.target is not None and prober.hunter == prober.solver:
            return -_room(prober, ahead), len(ahead.turns[-1].captured), move in right
        return prober.plies(ahead) or 0, len(ahead.turns[-1].captured), move in right

    moves = [game.write_move(move) for move in game.legal_moves()]
    return max(moves, key=rank)
