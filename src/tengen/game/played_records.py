"""Records played to their end: the game with its moves, and the end that no move brought about."""

from __future__ import annotations

from warnings import warn

from ..records import COLOURS, FormatError, Node, Record, TengenWarning, listed
from ..rules import Rules, Variant, variant
from .game import Game
from .game_records import record_variant
from .move_text import illegal, read_move
from .odd_moves import odd_moves
from .outcome import FINISHES
from .record_walk import walk


def play_record(record: Record, game: str | Variant | Rules | None) -> Game:
    """Play a record's main line, under its own rules or those given; the game begins where stones were last set up."""
    if record.incomplete:
        raise FormatError("the record ends in the middle of a game; what follows is lost")
    chosen = variant(game) if game is not None else record_variant(record)
    stages = list(walk(record, chosen))
    last = stages[-1]
    if last.reasons:
        raise illegal(read_move(last.node.move or "", last.game.board), last.reasons, last.game.board, last.number)
    if odd := odd_moves(stages):
        warn("\n".join(odd), TengenWarning, stacklevel=3)
    end_as_written(last.game, last.node)
    return last.game


def end_as_written(game: Game, last: Node) -> None:
    """End a game as its record's last node says that no move did: on time, say, or with what was agreed to be dead.

    Raises:
        FormatError, TengenError: the node says what cannot be.
    """
    ending = last.properties.get("TGE", [])
    if ending == ["no_result"]:
        if game.may_end_without_result:
            game.agree_no_result()
        ending = []
    if ending and (len(ending) != 2 or ending[0] not in FINISHES or ending[1] not in COLOURS):
        raise FormatError(
            "TGE{ending} is no end of a game; it has two values, the first of {finishes} and the second black or "
            "white: TGE[time][white]", last.line, last.column,
            ending="".join(f"[{value}]" for value in ending), finishes=listed(FINISHES, "comma"),
        )  # fmt: skip
    if ending and game.outcome is None:
        game.finish(ending[0], ending[1])  # type: ignore[arg-type]
    dead, seki = last.properties.get("TGD"), last.properties.get("TGK")
    if game.rules.tax != "seki":  # played by other rules than it was
        seki = None
    if game.variant.dead_stones == "stay" and dead is not None:
        dead = []
    if (dead is not None or seki is not None) and game.outcome is not None and game.outcome.how == "score":
        game.settle(filter(None, dead or ()), None if seki is None else [label for label in seki if label])
