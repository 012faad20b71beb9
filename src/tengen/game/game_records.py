"""Games as records and records as games."""

from __future__ import annotations

from typing import Any

from .. import boards
from ..boards import fixed_handicap
from ..records import Change, Node, Position, Record, Resign, UnknownVariant
from ..rules import Rules, Variant, preset, variant
from .outcome import FINISHES
from .readout import Readout

CUSTOM = "custom"
"""The name a record gives to rules that are no preset; its axes are then all that differs from ``Rules()``."""
_TEXTS = ("name", "title", "prose", "source", "footprint")


def record_of(game: Readout) -> Record:
    """Return what it takes to play a game again."""
    name, axes = described(game.variant)
    record = Record(board=_board_text(game), variant=name, axes=axes)
    if name == CUSTOM:
        record.about = {key: str(getattr(game.variant, key)) for key in _TEXTS if getattr(game.variant, key)}
    _write_start(record, game)
    node = record.root
    for move, colour in zip(game.moves, game.movers, strict=True):
        node.children.append(Node(move=game.write_move(move), colour=colour))
        node = node.children[0]
    if game.outcome is not None:
        record.info["RE"] = str(game.outcome)
        if game.outcome.how in FINISHES and (not game.moves or game.moves[-1] is not Resign):
            node.properties["TGE"] = [game.outcome.how, str(game.outcome.winner)]
        if game.dead:
            node.properties["TGD"] = list(game.dead)
    return record


def described(chosen: Variant) -> tuple[str, dict[str, Any]]:
    """Return a variant as a preset and what differs from it, komi always; or as custom rules, all that differs."""
    try:
        known = preset(chosen.name)
    except UnknownVariant:
        return CUSTOM, chosen.rules.differences(Rules())
    if known.footprint != chosen.footprint:
        return CUSTOM, chosen.rules.differences(Rules())
    return known.name, {"komi": chosen.rules.komi, **chosen.rules.differences(known.rules)}


def _board_text(game: Readout) -> str:
    """Return the board's text so that no variant's footprint is added to it again when it is read."""
    text, footprint = game.board.text, game.variant.footprint
    if footprint and game.board.surface and boards.parse(text, footprint=footprint).text != text:
        return f"go {text}"
    return text


def _write_start(record: Record, game: Readout) -> None:
    """Write how the game starts: nothing, plain stones where they say it all, or the whole position."""
    start, rules = game.start, game.rules
    if start is None:
        if rules.handicap and rules.handicap_kind == "fixed":
            record.root.changes = {game.board.labels[p]: "black" for p in fixed_handicap(game.board, rules.handicap)}
        return
    stones: dict[str, Change] = {p: c for p, c in start.stones.items() if c != "tao"}
    bare = start == Position(stones=start.stones, to_play=start.to_play)
    if bare and stones and rules.tao == "off" and not rules.handicap:
        record.root.changes = stones
        record.root.to_play = start.to_play
    else:
        record.start = start


def record_variant(record: Record) -> Variant:
    """Return the rules a record names, by a preset or as custom ones; Chinese ones where it names none."""
    if record.variant != CUSTOM:
        return variant(preset(record.variant or "chinese"), **record.axes)
    about = record.about
    return Variant(
        name=about.get("name", CUSTOM),
        title=about.get("title", "Custom rules"),
        rules=Rules().replace(**record.axes),
        footprint=about.get("footprint"),
        prose=about.get("prose", ""),
        source=about.get("source", ""),
    )
