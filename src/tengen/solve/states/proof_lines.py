"""The lines of written proofs, as read by `tengen.solve.checker`, shared by all methods."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from ...game import Game
from ...records import Colour, Place
from ...rules import REPETITIONS, Ko, Rules
from ..bitboards import MOST_SYMMETRIES, symmetries
from . import states_route

REPETITIONS_WRITTEN: Final = {Ko.NONE: "none", Ko.SIMPLE: "ko", Ko.SINGLETON: "singleton"}
_T = TypeVar("_T")


class WrittenState(NamedTuple):
    """A position as it is written: stones, tiles, the barred point, the incursion bit, the passes, the prisoners."""

    stones: str
    tiles: str
    barred: int
    incursion: int
    passed: int
    held: tuple[int, int]


def claim_line(side: Colour, points: float | None, komi: float, turns: int) -> str:
    """Return the line of a claim: points without komi, or a win (None), in a maximum number of turns."""
    claim: dict[str, Any] = {"claim": side, "turns": turns}
    if points is None:
        return json.dumps(claim | {"wins": True})
    return json.dumps(claim | {"points": points, "margin": (points if side == "black" else -points) - komi})


def move_line(table: WrittenState, turns: int, move: str, labels: Sequence[str]) -> str:
    """Return the line of the prover's move at a position, with the maximum number of turns left."""
    barred = None if table.barred < 0 else labels[table.barred]
    state = (table.stones, table.tiles, barred, table.incursion, table.passed, table.held)
    return json.dumps(["move", *state, turns, move])


def turns_left(ahead: Mapping[_T, tuple[Sequence[_T], int]]) -> dict[_T, int]:
    """Return the maximum number of turns left at each of the prover's positions.

    Each has the prover's positions after all answers to its move, which never lead back to it, and the number of turns
    left if there are none: 0 if play ends with the move.
    """
    found: dict[_T, int] = {}
    for table in ahead:
        todo = [table]
        while todo:
            after, least = ahead[todo[-1]]
            missing = [each for each in after if each not in found]
            if not missing:
                found[todo.pop()] = 1 + max((1 + found[each] for each in after), default=least)
            todo += missing
    return found


def table_of(game: Game) -> WrittenState:
    """Return the position of a game as it is written."""
    state, rules = game.state(), game.rules
    row, points = state.table[0], state.points
    stones = "".join("T" if tao else ".XO"[colour] for tao, colour in zip(points["tao"], points["colour"], strict=True))
    tiles = "" if rules.tiles == "none" else "".join(map(str, points["tiles"].tolist()))
    held = (0, 0)
    if states_route.counts_prisoners(game):
        held = int(state.table[1]["prisoners"]), int(state.table[2]["prisoners"])
    incursion = int(row["incursion"]) if rules.tiles != "none" else 0
    return WrittenState(stones, tiles, _barred(game), incursion, int(row["passes"]), held)


def _barred(game: Game) -> int:
    """Return the point that plain ko closes, or the stone that the singleton rule protects; -1 if none."""
    rule = REPETITIONS[game.rules.repetition].ko
    turns = game.turns
    if rule is Ko.SINGLETON:
        last = next((turn for turn in reversed(turns) if isinstance(turn.move, Place)), None)
        if last is not None and isinstance(last.move, Place) and len(last.captured) == 1 and not last.lost:
            return last.move.point
    if rule is not Ko.SIMPLE or not turns or turns[-1].ko is None:
        return -1
    before = game.copy()
    before.undo()
    if before.state().points["tao"].sum() > game.state().points["tao"].sum():  # a Tao stone never returns (3.5)
        return -1
    return turns[-1].ko


def head_line(game: Game) -> str:
    """Return the first line of a proof: the board, the rules and the position."""
    board, rules, table = game.board, game.rules, table_of(game)
    relations = {"neighbours": board.neighbours, "edges": board.edges, "footprints": board.footprint}
    head = {
        "format": "tengen proof",
        "version": 2,
        "title": game.variant.title,
        "board": board.text,
        "points": list(board.labels),
        **{name: [sorted(map(int, row)) for row in rows] for name, rows in relations.items()},
        "symmetries": [list(map(int, turn)) for turn in symmetries(board, MOST_SYMMETRIES)[1:]],
        "rules": _rules_of(rules),
        "komi": rules.compensation,
        "position": {
            "stones": table.stones,
            "tiles": table.tiles,
            "to_play": game.to_play,
            "barred": None if table.barred < 0 else board.labels[table.barred],
            "incursion": table.incursion,
            "passed": table.passed,
            "held": table.held,
        },
    }
    return json.dumps(head)


def _rules_of(rules: Rules) -> dict[str, Any]:
    price = rules.tao_prices.amounts if rules.tao == "on" and rules.tao_prices.sold else ()
    names = ("tiles", "tao", "passing", "passes", "end", "scoring", "prisoner_value", "suicide")
    return {
        **{name: getattr(rules, name) for name in names},
        "tile_stack": 1 if rules.tiles == "none" else rules.tile_stack,
        "tao_price": int(price[0]) if price else None,
        "repetition": REPETITIONS_WRITTEN[REPETITIONS[rules.repetition].ko],
    }
