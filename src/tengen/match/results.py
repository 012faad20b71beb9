"""The results of a match in a file: a head, then one line of JSON a game, each written whole as it comes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, ClassVar

from ..files.ledger import Ledger
from ..game.game_records import described
from .entrants import Entrant
from .referee import SIDES, Conditions, Contestant, GameResult


def head_of(first: Contestant, second: Contestant, conditions: Conditions) -> dict[str, Any]:
    """Return what has to be the same when a match goes on: players, rules, board and conditions."""
    variant, axes = described(conditions.variant)
    given = {each.name: getattr(conditions, each.name) for each in fields(conditions)}
    return {
        "tengen": 1,
        "kind": ResultFile.kind,
        "players": [each.text if isinstance(each, Entrant) else each.name for each in (first, second)],
        "variant": variant,
        "axes": axes,
        "board": conditions.board.text,
        **{name: value for name, value in given.items() if name not in ("variant", "board", "comments", "clock")},
        **({} if conditions.clock is None else {"clock": conditions.clock}),
    }


def as_line(result: GameResult) -> str:
    """Return a game as a line of JSON.

    >>> as_line(GameResult(2, "second", "first", "W+R", "resignation", ("C3", "resign"), ("A", "B"))).startswith('{"g')
    True
    """
    rare = ("comments", "untold")
    said = {key: value for key, value in asdict(result).items() if key != "number" and (value or key not in rare)}
    return json.dumps({"game": result.number, **said}, ensure_ascii=False) + "\n"


class ResultFile(Ledger[GameResult]):
    """A file of a match's results."""

    kind: ClassVar[str] = "match"
    noun: ClassVar[str] = "match"

    def read(self, given: Mapping[str, Any]) -> GameResult | None:
        """Return the result of a line's fields."""
        made = GameResult(**given)
        return made if made.black in SIDES and made.winner in (*SIDES, None) else None

    def line(self, game: GameResult) -> str:
        """Return a result as a line of JSON."""
        return as_line(game)
