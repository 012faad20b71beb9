"""Games as records and records as games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import boards
from ..boards import fixed_handicap
from ..records import Change, Colour, FormatError, IllegalMove, Node, Position, Record, UnknownVariant
from ..rules import Rules, Variant, preset, variant

if TYPE_CHECKING:
    from .game import Game


def record_of(game: Game) -> Record:
    """Return what it takes to play a game again."""
    name, axes = described(game.variant)
    record = Record(board=game.board.text, variant=name, axes=axes)
    rules = game.rules
    if game.start is not None:
        _write_start(record, game.start)
    elif rules.handicap and rules.handicap_kind == "fixed":
        record.root.changes = {game.board.labels[p]: "black" for p in fixed_handicap(game.board, rules.handicap)}
    node = record.root
    for move, colour in zip(game.moves, game.movers, strict=True):
        node.children.append(Node(move=game.write_move(move), colour=colour))
        node = node.children[0]
    if game.outcome is not None:
        record.info["RE"] = str(game.outcome)
        if game.outcome.how in ("time", "forfeit"):
            node.properties["TGE"] = [game.outcome.how, str(game.outcome.winner)]
        if game.dead:
            node.properties["TGD"] = list(game.dead)
    return record


def described(chosen: Variant) -> tuple[str | None, dict[str, Any]]:
    """Return a variant as a preset and what differs from it; without a preset, all that differs from `Rules()`."""
    try:
        known = preset(chosen.name)
    except UnknownVariant:
        return None, chosen.rules.differences(Rules())
    return known.name, chosen.rules.differences(known.rules)


def _write_start(record: Record, start: Position) -> None:
    """Write a set-up start as plain stones where they say it all, else whole."""
    stones: dict[str, Change] = {p: c for p, c in start.stones.items() if c != "tao"}
    hands = any(start.tao_in_hand.values())
    bare = Position(stones={**start.stones}, to_play=start.to_play, tao_in_hand=start.tao_in_hand)
    if start == bare and not hands and len(stones) == len(start.stones):
        record.root.changes = stones
        record.root.to_play = start.to_play
    else:
        record.start = start


def play_record(record: Record, game: str | Variant | Rules | None) -> Game:
    """Play a record's main line, under its own rules or those given."""
    from .game import Game

    chosen = variant(game) if game is not None else record_variant(record)
    board = boards.parse(record.board, footprint=chosen.footprint)
    nodes = list(record.main_line())
    first = next((i for i, node in enumerate(nodes) if node.move is not None), len(nodes))
    start = record.start or _start(nodes[:first], nodes[first:], chosen, board)
    made = Game(chosen, board=board) if start is None else Game.from_position(chosen, board, start)
    for number, node in enumerate(nodes[first:], 1):
        if node.changes:
            raise FormatError("stones are set up in the middle of the game", node.line, node.column)
        if node.move is not None:
            try:
                made.play(node.move, node.colour)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}, {error.move},", error.reasons) from None
    _finish(made, nodes[-1])
    return made


def record_variant(record: Record) -> Variant:
    """Return the rules a record names; Chinese ones where it names none but is ordinary Go."""
    if record.variant is None and record.axes and not set(record.axes) <= {"komi", "handicap"}:
        return variant(Rules().replace(**record.axes))
    return variant(preset(record.variant or "chinese"), **record.axes)


def _start(before: list[Node], after: list[Node], chosen: Variant, board: boards.Board) -> Position | None:
    """Return the position set up before the first move, or None where it is the variant's own start."""
    stones: dict[str, Any] = {}
    to_play: Colour | None = None
    for node in before:
        stones.update(node.changes)
        to_play = node.to_play or to_play
    stones = {label: colour for label, colour in stones.items() if colour != "vacant"}
    rules = chosen.rules
    if rules.handicap and rules.handicap_kind == "fixed":
        own = {board.labels[p]: "black" for p in fixed_handicap(board, rules.handicap)} if board.hoshi else {}
        if stones in (own, {}):
            return None
    if to_play is None and after:
        to_play = after[0].colour
    if not stones and to_play in (None, "black"):
        return None
    return Position(stones=stones, to_play=to_play or ("white" if rules.handicap else "black"))


def _finish(game: Game, last: Node) -> None:
    """Repeat an end that no move brought about."""
    ending = last.properties.get("TGE", [])
    if len(ending) == 2 and game.outcome is None:
        game.finish(ending[0], ending[1])  # type: ignore[arg-type]
    if last.properties.get("TGD") and game.outcome is not None and game.outcome.how == "score":
        game.settle(last.properties["TGD"])
