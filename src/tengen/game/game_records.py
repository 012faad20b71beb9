"""Games as records and records as games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .. import boards
from ..boards import Board, fixed_handicap
from ..records import (
    BIDS,
    RESUMED,
    SWAPPED,
    BoardError,
    Change,
    FormatError,
    Node,
    Position,
    Record,
    Resign,
    Text,
    UnknownVariant,
    listed,
)
from ..records.text import NOTHING
from ..rules import Rules, Variant, preset, variant
from ..rules.axis import plain, write_game
from ..rules.variant_data import CUSTOMS
from .outcome import FINISHES
from .readout import Readout

CUSTOM = "custom"
"""The name in a record of rules that match no preset; its axes are then all differences from ``Rules()``."""
_TEXTS = ("name", "title", "prose", "source", "footprint")


def record_of(game: Readout) -> Record:
    """Return a record with everything needed to replay a game."""
    name, axes = described(game.variant)
    record = Record(board=text_of_board(game.variant, game.board), variant=name, axes=axes)
    if name == CUSTOM:
        record.about = about(game.variant)
    _write_start(record, game)
    if game.bids:
        record.root.properties[BIDS] = ["none" if bid.komi is None else str(plain(bid.komi)) for bid in game.bids]
    *_, node = append_moves(record.root, game)
    if game.outcome is not None:
        record.info["RE"] = str(game.outcome)
        if game.outcome.how in FINISHES and (not game.moves or game.moves[-1] is not Resign):
            node.properties["TGE"] = [game.outcome.how, str(game.outcome.winner)]
        elif game.outcome.how == "no_result" and game.rules.cycle == "agreement":
            node.properties["TGE"] = [game.outcome.how]
        if game.settled:
            node.properties["TGD"] = list(game.dead) or [""]
        if game.seki is not None:
            node.properties["TGK"] = list(game.seki) or [""]
    return record


def about(chosen: Variant) -> dict[str, str]:
    """Return the description of a variant that is not a preset, for a record."""
    told = {key: str(getattr(chosen, key)) for key in _TEXTS if getattr(chosen, key)}
    return told | {key: value for key, (usual, *_) in CUSTOMS.items() if (value := getattr(chosen, key)) != usual}


def append_moves(node: Node, game: Readout) -> Iterator[Node]:
    """Append a game's moves below a node, with requests to resume (spec 1.17a); yield the node and each new one.

    Swaps of sides (6.6a) are included.
    """
    asked = {request.number: request.by for request in game.resumptions}
    swaps = {swap.number: swap.by for swap in game.swaps}
    yield node
    for number, turn in enumerate(game.turns, 1):
        node.children.append(Node(move=game.write_move(turn.move), colour=turn.mover, forced=bool(turn.against)))
        node = node.children[0]
        if number in asked:
            node.properties[RESUMED] = [asked[number]]
        if number in swaps:
            node.properties[SWAPPED] = [swaps[number]]
        yield node


def described(chosen: Variant) -> tuple[str, dict[str, Any]]:
    """Return a variant as a preset and its differences, always with komi; or as custom rules with every difference."""
    try:
        known = preset(chosen.name)
    except UnknownVariant:
        return CUSTOM, chosen.rules.differences(Rules())
    if any(getattr(known, key) != getattr(chosen, key) for key in ("footprint", "start", *CUSTOMS)):
        return CUSTOM, chosen.rules.differences(Rules())
    return known.name, {"komi": chosen.rules.komi, **chosen.rules.differences(known.rules)}


def text_of_board(chosen: Variant, board: Board) -> str:
    """Return a board's text so that no variant's footprint is added to it again when it is read.

    Only the rules make footprints neighbours, with own_overlap (spec 4.2).
    """
    text, footprint = board.without_overlap().text, chosen.footprint
    if footprint and board.surface:
        try:
            plain_text = boards.parse(text, footprint=footprint).text
        except BoardError:  # the footprint does not fit the board
            plain_text = ""
        if plain_text != text:
            return f"go {text}"
    return text


def game_text(chosen: Variant) -> str:
    """Return a variant as a position's text names it; a nameless one with its rules for the end of games."""
    name, axes = described(chosen)
    return write_game(name, axes | ({key: getattr(chosen, key) for key in CUSTOMS} if name == CUSTOM else {}))


def _write_start(record: Record, game: Readout) -> None:
    """Write the start of the game: nothing, plain stones if they suffice, or the whole position."""
    start, rules = game.start, game.rules
    if start is None:
        record.root.changes = fixed_stones(rules, game.board)
        return
    stones: dict[str, Change] = {p: c for p, c in start.stones.items() if c != "tao"}
    bare = start == Position(stones=start.stones, to_play=start.to_play)
    if bare and stones and rules.tao == "off" and not rules.handicap:
        record.root.changes = stones
        record.root.to_play = start.to_play
    else:
        record.start = start


def fixed_stones(rules: Rules, board: Board) -> dict[str, Change]:
    """Return the stones of a handicap on fixed points."""
    if not rules.handicap or rules.handicap_kind != "fixed":
        return {}
    return {board.labels[point]: "black" for point in fixed_handicap(board, rules.handicap)}


def record_variant(record: Record) -> Variant:
    """Return a record's rules, a preset or custom ones; Chinese rules if it names none."""
    if record.variant != CUSTOM:
        name, komi = record.variant or "chinese", record.axes.get("komi")
        if len(record.axes) == 1 and isinstance(komi, (int, float)):
            return _with_komi(name, komi)
        return variant(preset(name), **record.axes)
    about = record.about
    customs: dict[str, Any] = {key: about[key] for key in CUSTOMS if key in about}
    for key, given in customs.items():
        if given not in CUSTOMS[key]:
            raise FormatError(
                "{key} must be {customs}, not {given!r}", key=key, customs=listed(CUSTOMS[key], "or"), given=given[:40]
            )
    return Variant(
        name=about.get("name", CUSTOM),
        title=about.get("title", Text("Custom rules")),
        rules=Rules().replace(**record.axes),
        footprint=about.get("footprint"),
        prose=about.get("prose", ""),
        source=about.get("source", ""),
        komi_given=True,
        **customs,
    )


@lru_cache(maxsize=64, typed=True)
def _with_komi(name: str, komi: float) -> Variant:
    return variant(preset(name), komi=komi)


def with_komi_of(own: Variant, chosen: Variant) -> Variant:
    """Return the rules chosen in place of a record's own, with the record's komi unless they set one."""
    gives = own.komi_given and own.rules.ends_by_passes
    return variant(chosen, komi=own.rules.komi) if gives and not chosen.komi_given else chosen


def assumed_komi(chosen: Variant) -> Text:
    """Return the remark that the komi of a record is assumed; "" if it was given, is 0 or does not count."""
    if chosen.komi_given or not chosen.rules.komi_counts:
        return NOTHING
    return Text("the record gives no komi; {komi:g} is assumed", komi=chosen.rules.komi)


def komi_shown(chosen: Variant) -> Text:
    """Return the komi of a game for headings, marked if assumed; "" if it is 0 or does not count."""
    if not chosen.rules.komi_counts:
        return NOTHING
    komi = chosen.rules.komi
    return Text("{komi:g}", komi=komi) if chosen.komi_given else Text("{komi:g} (assumed)", komi=komi)
