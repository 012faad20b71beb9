"""Records played to their end: the game with its moves, remarks and explanations, and its end."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from itertools import islice
from typing import Final
from warnings import warn

from ..draw.sentences import sentence
from ..records import COLOURS, NAMES, FormatError, Node, Record, TengenWarning, Text, joined, listed
from ..records.text import NOTHING
from ..rules import Rules, Variant, variant
from .game import Game
from .game_records import record_variant
from .move_text import illegal, read_move
from .outcome import FINISHES
from .record_walk import Stage, walk
from .variations import branches, follow, line_of

_TOLD: Final = 5
"""The maximum number of irregular moves of a record that are named one by one."""


def play_record(record: Record, game: str | Variant | Rules | None) -> Game:
    """Play a record's main line, under its own rules or those given, from the last setup of stones."""
    if record.incomplete:
        raise FormatError("the record ends in the middle of a game; the rest is missing")
    chosen = variant(game) if game is not None else record_variant(record)
    stages = list(walk(record, chosen, ahead=True))
    last = stages[-1]
    if last.reasons:
        raise illegal(read_move(last.node.move or "", last.game.board), last.reasons, last.game.board, last.number)
    if odd := odd_moves(stages):
        warn("\n".join(odd), TengenWarning, stacklevel=3)
    end_as_written(last.game, last.node)
    return last.game


def end_as_written(game: Game, last: Node) -> None:
    """End a game as its record's last node says, if no move ended it: on time, or with the agreed dead stones."""
    ending = last.properties.get("TGE", [])
    if ending == ["no_result"]:
        if game.may_end_without_result:
            game.agree_no_result()
        ending = []
    if ending and (len(ending) != 2 or ending[0] not in FINISHES or ending[1] not in COLOURS):
        raise FormatError(
            "TGE{ending} is not an end of a game; it needs two values, the first of {finishes} and the second black or "
            "white: TGE[time][white]", last.line, last.column,
            ending="".join(f"[{value}]" for value in ending), finishes=listed(FINISHES, "comma"),
        )  # fmt: skip
    if ending and game.outcome is None:
        game.finish(ending[0], ending[1])  # type: ignore[arg-type]
    dead, seki = last.properties.get("TGD"), last.properties.get("TGK")
    if game.rules.tax != "seki":  # played under other rules than its own
        seki = None
    if game.variant.dead_stones == "stay" and dead is not None:
        dead = []
    if (dead is not None or seki is not None) and game.outcome is not None and game.outcome.how == "score":
        game.settle(filter(None, dead or ()), None if seki is None else [label for label in seki if label])


def odd_move(stage: Stage) -> Text:
    """Return which move of a record was played against the rules, where, and why; "" for a regular move.

    A move that the record itself forces (SGF's KO) is regular.

    >>> from tengen.formats import sgf
    >>> from tengen.game.record_walk import walk
    >>> from tengen.rules import variant
    >>> *_, last = walk(sgf.read("(;SZ[9]RU[Japanese];B[ee];B[cc])"), variant("japanese"))
    >>> odd_move(last)
    "line 1, column 26: move 2, Black C7, is played as recorded, against the rules: It is White's turn."
    """
    turn, node = stage.turn, stage.node
    if turn is None or not turn.against or node.forced:
        return NOTHING
    made = Text(
        "move {number}, {player} {move}, is played as recorded, against the rules: {why}",
        number=stage.number,
        player=NAMES[turn.mover],
        move=stage.game.write_move(turn.move),
        why=why_odd(stage),
    )
    if not node.line:
        return made
    return Text("line {line}, column {column}: {what}", line=node.line, column=node.column, what=made)


def why_odd(stage: Stage) -> Text:
    """Return why the rules forbid the move of a stage, which was played anyway, or ""."""
    turn = stage.turn
    return joined(sentence(reason, stage.game.rules, turn.mover) for reason in turn.against) if turn else NOTHING


def odd_moves(stages: Iterable[Stage]) -> list[str]:
    """Return which moves of a line were played against the rules, the first few one by one."""
    return shortened(said for stage in stages if (said := odd_move(stage)))


def shortened(odd: Iterable[str]) -> list[str]:
    """Return the first few remarks of `odd_move`, and the number of others."""
    told = list(odd)
    more = len(told) - _TOLD
    if more > 0:
        told[_TOLD:] = [
            Text.counted(
                "{count} further move is played as recorded, against the rules",
                "{count} further moves are played as recorded, against the rules",
                more,
            )
        ]
    return told


def explained(record: Record, chosen: Variant) -> Record:
    """Return a record whose comments explain every incursion and every stone on a new tile (spec 2.1, 2.2).

    Every line is followed under the rules of ``chosen``, up to its first illegal move, whose comment says why it is
    illegal. Under the record's own rules it continues after illegal moves, with comments on them. Existing explanations
    are not repeated. The given record is unchanged.
    """
    made = deepcopy(record)
    waiting = [line_of(made)]
    while waiting:
        line = waiting.pop()
        waiting += [follow(line, branch) for branch in branches(line)]
        for stage in islice(walk(made, chosen, line.nodes), line.since, None):
            said, comment = _comment(stage), stage.node.comment
            if said not in comment:
                stage.node.comment = f"{comment}\n{said}" if comment else said
    return made


def _comment(stage: Stage) -> Text:
    """Return why a move fell on a tile, is illegal, or is against the rules."""
    node, game = stage.node, stage.game
    said = stage.turn.why(game.board) if stage.turn is not None else NOTHING
    if stage.reasons:
        mover = node.colour or game.to_play
        refused = Text("Illegal under {rules}.", rules=game.variant.title)
        return joined([refused, *(sentence(reason, game.rules, mover) for reason in stage.reasons)])
    if why := why_odd(stage):
        return joined([Text("Against the rules ({rules}).", rules=game.variant.title), why, said])
    return said
