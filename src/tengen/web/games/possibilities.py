"""The possible kinds of moves, each with a sentence and its points, for newcomers to a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ...boards.titles import titled
from ...game import Game
from ...game.refusal import refusals
from ...records import COLOURS, NAMES, Pass, Place, Return, Tao, Text, joined, other
from ..rooms.intents import explained
from ..texts import tell
from .game_actions import why_no_tao
from .turn_view import stones_in_words

_FEW = 6
"""The maximum number of captures that are listed one by one."""

_INCURSIONS: Final[Mapping[str, Text]] = {
    "tile": Text(
        "This region touches only {opponent}'s stones. A stone here is an incursion: the next stone, of either "
        "player, then gets a tile."
    ),
    "cushion": Text(
        "This region touches only {opponent}'s stones. A stone here is an incursion: if the next stone is one too, "
        "it gets a tile."
    ),
    "answer": Text(
        "This region touches only {opponent}'s stones. A stone here answers an incursion by another: it gets a tile."
    ),
}
"""By the game's tiles; "answer" is for a Cushion Go stone right after an incursion."""

_SURFACES: Final[Mapping[str, Text]] = {
    "torus": Text(
        "Each side of this board is joined to the opposite one: it has no edge and no corner. Faint stones beyond the "
        "rim are those from the other side."
    ),
    "cylinder": Text(
        "The left and the right side of this board are joined. Faint stones beyond the rim are those from the other "
        "side."
    ),
    "mobius": Text(
        "The left and the right side of this board are joined with a twist: what leaves at the top comes back at the "
        "bottom."
    ),
    "klein": Text(
        "Opposite sides of this board are joined, left and right with a twist. Faint stones beyond the rim are those "
        "from the other side."
    ),
}


@dataclass(frozen=True)
class Possibility:
    """A kind of move: whether it is possible now, a sentence on it, and its points."""

    kind: str
    ok: bool
    text: Text
    points: tuple[str, ...] = ()


def possibilities(game: Game) -> list[dict[str, object]]:
    """Return every kind of move in the game, then the points where nothing can be placed, with the reasons."""
    if game.outcome is not None:
        return []
    found = [*_stones(game), *_captures(game), *_incursions(game), *_tao(game), *_gestures(game), *_forbidden(game)]
    return [{**vars(each), "text": tell(each.text)} for each in found]


def _placements(game: Game) -> list[int]:
    return [move.point for move in game.legal_moves() if isinstance(move, Place)]


def _stones(game: Game) -> Iterator[Possibility]:
    points, player = game.board.names(_placements(game)), NAMES[game.to_play]
    if not points:
        text = Text("{player} can place no stone.", player=player)
    elif game.board.point_stones:
        text = Text.counted(
            "{player} can place a stone on 1 point.",
            "{player} can place a stone on any of {count} points.",
            len(points),
            player=player,
        )
    else:
        text = Text.counted(
            "{player} can place a stone on 1 point: one that no other stone covers.",
            "{player} can place a stone on any of {count} points: one that no other stone covers.",
            len(points),
            player=player,
        )
    yield Possibility("stone", bool(points), text, points)


def _captures(game: Game) -> Iterator[Possibility]:
    taking = {point: game.captures(Place(point)) for point in _placements(game)}
    taking = {point: taken for point, taken in taking.items() if taken}
    for point in sorted(taking, key=lambda point: -len(taking[point]))[:_FEW]:
        (label,), stones = game.board.names((point,)), stones_in_words(game.board.names(taking[point]), _FEW)
        if game.rules.captured == "convert":
            text = Text("A stone on {point} turns {stones}.", point=label, stones=stones)
        elif game.content(point) == "tao":
            text = Text(
                "A stone on {point} takes {stones}. The Tao stone there goes back to the box.",
                point=label,
                stones=stones,
            )
        else:
            text = Text(
                "A stone on {point} takes {stones}: it fills the last liberty there.", point=label, stones=stones
            )
        yield Possibility("capture", True, text, (label,))
    if len(taking) > _FEW:
        text = Text("{count} points take stones in all.", count=len(taking))
        yield Possibility("capture", True, text, game.board.names(sorted(taking)))


def _incursions(game: Game) -> Iterator[Possibility]:
    if game.rules.tiles == "none":
        return
    legal, cushion = {*game.board.names(_placements(game))}, game.rules.tiles == "cushion"
    owned = [region.points for region in game.regions() if region.owner == other(game.to_play)]
    points = tuple(label for label in game.board.names(sorted({p for each in owned for p in each})) if label in legal)
    due = game.position.last_incursion
    if due and not cushion:
        text = Text(
            "A tile is due: {player}'s next stone gets one, wherever it is placed. A point that holds all the "
            "tiles it can take is closed to that stone.",
            player=NAMES[game.to_play],
        )
        yield Possibility("tile", True, text, tuple(sorted(legal)))
    if points:
        text = _INCURSIONS["answer" if cushion and due else game.rules.tiles]
        yield Possibility("incursion", True, text.with_values(opponent=NAMES[other(game.to_play)]), points)


def _tao(game: Game) -> Iterator[Possibility]:
    if game.rules.tao != "on":
        return
    points = game.board.names([move.point for move in game.legal_moves() if isinstance(move, Tao)])
    if points:
        yield Possibility("tao", True, _tao_price(game), points)
        return
    yield Possibility("tao", False, joined([Text("No Tao stone now."), why_no_tao(game)]))


def _tao_price(game: Game) -> Text:
    price = 0 if game.tao_in_hand[game.to_play] else game.tao_prices[game.to_play]
    if not price:
        return Text(
            "A Tao stone can be put on any vacant point instead of a stone, for nothing. It is a liberty of every "
            "adjacent chain."
        )
    if game.rules.tao_payment == "points":
        return Text.counted(
            "A Tao stone can be put on any vacant point instead of a stone, for 1 point. It is a liberty of every "
            "adjacent chain.",
            "A Tao stone can be put on any vacant point instead of a stone, for {price} points. It is a liberty of "
            "every adjacent chain.",
            price,
            price=price,
        )
    return Text.counted(
        "A Tao stone can be put on any vacant point instead of a stone, for 1 prisoner. It is a liberty of every "
        "adjacent chain.",
        "A Tao stone can be put on any vacant point instead of a stone, for {price} prisoners. It is a liberty of "
        "every adjacent chain.",
        price,
        price=price,
    )


def _gestures(game: Game) -> Iterator[Possibility]:
    if game.rules.may_return:
        reasons, held = game.why_not(Return), game.prisoners[game.to_play]
        if reasons:
            text = joined([Text("No prisoner can be returned."), *refusals(game, Return, reasons)])
        else:
            text = Text.counted(
                "Instead of placing a stone, 1 prisoner can be returned.",
                "Instead of placing a stone, one of {held} prisoners can be returned.",
                held,
                held=held,
            )
        yield Possibility("return", not reasons, text)
    if game.rules.may_pass and not game.why_not(Pass):
        if game.pass_ends:
            text = Text("Passing now ends the game, and it is counted.")
        elif game.coupon:
            text = Text(
                "Passing takes the coupon worth {points:g} and does not count towards the end.", points=game.coupon
            )
        else:
            text = Text("Passing gives the turn away; {count} passes in a row end the game.", count=game.rules.passes)
        yield Possibility("pass", True, text)
    if not game.rules.ends_by_passes and not game.rules.aim.is_instant:
        text = Text("A player without a legal move loses: keep points that only you can play on.")
        yield Possibility("end", True, text)


def _forbidden(game: Game) -> Iterator[Possibility]:
    """Yield the points without a stone where none can be placed, grouped by reason."""
    legal, why = {*_placements(game)}, dict[Text, list[int]]()
    for point in range(len(game.board)):
        if point in legal or game.content(point) in COLOURS:
            continue
        why.setdefault(explained(game, Place(point), game.why_not(Place(point))), []).append(point)
    for reason, points in why.items():
        yield Possibility("forbidden", False, reason, game.board.names(points))


def board_notes(game: Game) -> list[str]:
    """Return notes on the board itself: joined sides, lines, holes, and wide stones."""
    board, found = game.board, list[Text]()
    if board.surface in _SURFACES:
        found.append(_SURFACES[board.surface])
    elif not board.rows:
        found.append(
            Text(
                "This board, {board}, is a graph of {count} points: neighbours are the points that a line joins, "
                "wherever they are drawn.",
                board=titled(board),
                count=len(board),
            )
        )
    elif not board.surface:
        found.append(Text("Neighbours are the points that a line joins: not every point has four."))
    if board.surface and any(point < 0 for row in board.rows for point in row):
        found.append(Text("The gaps in the board have no points: lines end there as at the edge."))
    if not board.point_stones:
        widest = max(len(board.footprint[point]) for point in range(len(board)))
        found.append(
            Text(
                "The board is a fine grid: a stone covers up to {count} points, and no stone may be placed on a "
                "covered one.",
                count=widest,
            )
        )
    return [tell(each) for each in found]
