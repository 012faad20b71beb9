"""Whether play of any variant can repeat, by listing the states of tiny boards through `Game` itself.

`tengen cycles` does so for the rules that its compiled lister supports, and much faster; this supports every axis, and
a test compares the two.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Container, Hashable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tengen.boards import parse
from tengen.game import Game
from tengen.records import Move, Pass, Place, TengenError
from tengen.rules import REPETITIONS, Rules, Variant
from tengen.rules.repetition import name_without_history

BOARDS: Final = ("2x1", "3x1", "4x1", "2x2", "3x2", "3x3")
"""The boards to search, the smallest first."""
_HELD: Final = ("prisoners", "tao_paid", "open")
"""Fields of the kernel's table without effect unless prisoners are spent or reach a goal."""
_ROUNDS: Final = 3

Key = Hashable
Edges = dict[Key, list[tuple[str, Key]]]


class Recurrence(NamedTuple):
    """Whether play repeats: the ``verdict`` (yes, no or not decided), the board, and the number of states.

    ``moves`` are one round, after those of ``lead`` from the start. ``barred`` names the rule of repetition that was
    left out because it would forbid or end just this; ``note`` gives other omissions, or why nothing is known.
    """

    verdict: str
    board: str = ""
    states: int = 0
    lead: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    barred: str = ""
    note: str = ""


class OutOfTimeError(Exception):
    """There are too many states to list in time."""


def recurrence(chosen: Variant, seconds: float, passes: bool = True) -> Recurrence:
    """Search the smallest boards until play repeats on one, with or without ``passes``, for some ``seconds`` each.

    Stones of a start are left out, and so are swaps and bids, which are not turns of the game. A rule of repetition
    with history is reduced to the ko that it contains.
    """
    note = "without the stones of its start" if chosen.start is not None else ""
    row = REPETITIONS[chosen.rules.repetition]
    rule = name_without_history(row)
    barred = "" if rule == row.name else row.name
    axes: dict[str, Any] = {"repetition": rule, "cycle": Rules().cycle, "fairness": Rules().fairness}
    bare = replace(chosen, start=None, rules=chosen.rules.replace(**axes))
    whole, states, trouble = [], 0, ""
    for board in BOARDS:
        try:
            game = Game(bare, board=parse(board, footprint=bare.footprint))
            found = search(game, seconds, passes)
        except TengenError as error:
            trouble = str(error)
            continue
        except OutOfTimeError:
            trouble = f"more states than fit into the time on {board}"
            continue
        if found.verdict == "yes":
            return found._replace(barred=barred, note=note)
        whole.append(board)
        states += found.states
    if not whole:
        return Recurrence("not decided", note=trouble)
    note = "; ".join(text for text in (note, trouble) if text)
    return Recurrence("no", ", ".join(whole), states, barred=barred, note=note)


def search(game: Game, seconds: float, passes: bool = True, points: Container[str] | None = None) -> Recurrence:
    """Follow play depth first until an open state repeats, or all are listed, on ``points`` only if given by labels.

    Raises:
        OutOfTimeError: neither happened within some seconds of processor time.
    """

    def turns_of(game: Game) -> list[Move]:
        moves = [] if game.outcome is not None else list(game.legal_moves())
        moves = moves if passes else [move for move in moves if move is not Pass]
        if points is None:
            return moves
        labels = game.board.labels
        return [move for move in moves if not isinstance(move, Place) or labels[move.point] in points]

    until, board = time.process_time() + seconds, game.board
    edges: Edges = {}
    first = key_of(game)
    edges[first] = []
    path, open_now = [first], {first}
    turns = [turns_of(game)]
    while turns:
        if time.process_time() > until:
            raise OutOfTimeError
        if not turns[-1]:
            turns.pop()
            open_now.discard(path.pop())
            if turns:
                game.undo()
            continue
        move = turns[-1].pop()
        text = game.write_move(move)
        game.play(move)
        key = key_of(game)
        edges[path[-1]].append((text, key))
        if key in open_now:
            round_ = _shortest(edges, key)
            lead = tuple(game.write_move(each) for each in game.moves[: path.index(key)])
            check_round(game, lead, round_)
            return Recurrence("yes", str(board.name), len(edges), lead, round_)
        if key in edges:
            game.undo()
            continue
        edges[key] = []
        path.append(key)
        open_now.add(key)
        turns.append(turns_of(game))
    return Recurrence("no", str(board.name), len(edges))


def key_of(game: Game) -> Key:
    """Return the identity of a state: all that the kernel holds except counts that no rule of this game uses.

    States that play on alike may have different keys. That costs time and changes no verdict: in a finite list of
    states some play is endless if and only if a key repeats.
    """
    state, rules = game.state(), game.rules
    counts = rules.spends_prisoners or "capture" in str(rules.goal)
    table = {name: state.table[name].tolist() for name in state.table.dtype.names or () if counts or name not in _HELD}
    if not any(table["ko"]):
        del table["ko_key"]
    marks = tuple(state.points[name].tobytes() for name in ("colour", "tao", "tiles", "goal"))
    return repr(table), marks


def _shortest(edges: Edges, start: Key) -> tuple[str, ...]:
    """Return the shortest round through a state along the turns seen so far."""
    came: dict[Key, tuple[Key, str]] = {}
    queue = deque([start])
    while queue:
        now = queue.popleft()
        for text, then in edges.get(now, ()):
            if then == start:
                moves = [text]
                while now != start:
                    now, text = came[now]
                    moves.append(text)
                return tuple(reversed(moves))
            if then not in came:
                came[then] = now, text
                queue.append(then)
    raise AssertionError("a state that comes back lies on a round")


def check_round(game: Game, lead: Sequence[str], moves: Sequence[str]) -> None:
    """Play a round several times; AssertionError if it is not legal or does not repeat."""
    made = game.rematch()
    for move in lead:
        made.play(move)
    first = key_of(made)
    for _ in range(_ROUNDS):
        for move in moves:
            made.play(move)
        assert key_of(made) == first, (lead, moves)
