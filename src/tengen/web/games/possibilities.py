"""What the side to move can do now, kind by kind, each with a sentence and its points: for newcomers to a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from ...game import Game
from ...game.refusal import refusals
from ...records import COLOURS, NAMES, Pass, Place, Return, Tao, other
from ..board_titles import titled
from ..rooms.refusals import explained
from ..texts import say, tell

_FEW = 6
"""This many captures are named one by one at most."""


@dataclass(frozen=True)
class Possibility:
    """A kind of move: whether it can be made now, a sentence on it, and the points where."""

    kind: str
    ok: bool
    text: str
    points: tuple[str, ...] = ()


def possibilities(game: Game) -> list[dict[str, object]]:
    """Return every kind of move that exists in the game, then the points where nothing can be placed, and why."""
    if game.outcome is not None:
        return []
    found = [*_stones(game), *_captures(game), *_incursions(game), *_tao(game), *_gestures(game), *_forbidden(game)]
    return [asdict(each) for each in found]


def _name(game: Game) -> str:
    return tell(NAMES[game.to_play])


def _labels(game: Game, points: Sequence[int]) -> tuple[str, ...]:
    return game.board.names(points)


def _placements(game: Game) -> list[int]:
    return [move.point for move in game.legal_moves() if isinstance(move, Place)]


def _stones(game: Game) -> Iterator[Possibility]:
    points = _labels(game, _placements(game))
    wide = "" if game.board.point_stones else "_wide"
    key = f"stone{wide}" if points else "no_stone"
    yield Possibility("stone", bool(points), say(f"game.can.{key}", player=_name(game), count=len(points)), points)


def _captures(game: Game) -> Iterator[Possibility]:
    taking = {point: game.captures(Place(point)) for point in _placements(game)}
    taking = {point: taken for point, taken in taking.items() if taken}
    for point in sorted(taking, key=lambda point: -len(taking[point]))[:_FEW]:
        (label,), stones = _labels(game, (point,)), _labels(game, taking[point])
        named = ", ".join(stones) if len(stones) <= _FEW else say("{count} stones", count=len(stones))
        tao = game.content(point) == "tao"
        key = f"game.can.capture{'_tao' if tao else ''}"
        yield Possibility("capture", True, say(key, point=label, stones=named), (label,))
    if len(taking) > _FEW:
        rest = _labels(game, sorted(taking))
        yield Possibility("capture", True, say("{count} points take stones in all.", count=len(taking)), rest)


def _incursions(game: Game) -> Iterator[Possibility]:
    if game.rules.tiles == "none":
        return
    legal, cushion = {*_labels(game, _placements(game))}, game.rules.tiles == "cushion"
    owned = [region.points for region in game.regions() if region.owner == other(game.to_play)]
    points = tuple(label for label in _labels(game, sorted({p for each in owned for p in each})) if label in legal)
    opponent = tell(NAMES[other(game.to_play)])
    due = game.position.last_incursion
    if due and not cushion:
        yield Possibility(
            "tile",
            True,
            say(
                "A tile is due: {player}'s next stone gets one, wherever it is placed. A point that holds all the "
                "tiles it can take is closed to that stone.",
                player=_name(game),
            ),
            tuple(sorted(legal)),
        )
    if points:
        key = f"game.can.incursion_{'tile_now' if cushion and due else game.rules.tiles}"
        yield Possibility("incursion", True, say(key, opponent=opponent), points)


def _tao(game: Game) -> Iterator[Possibility]:
    if game.rules.tao != "on":
        return
    points = _labels(game, [move.point for move in game.legal_moves() if isinstance(move, Tao)])
    if points:
        price = 0 if game.tao_in_hand[game.to_play] else game.tao_prices[game.to_play]
        key = f"tao_{game.rules.tao_payment}{'_one' if price == 1 else ''}" if price else "tao_free"
        yield Possibility("tao", True, say(f"game.can.{key}", price=price or 0), points)
        return
    vacant = next((p for p, label in enumerate(game.board.labels) if label not in game.position.stones), None)
    why = "" if vacant is None else tell(refusals(game, Tao(vacant), game.why_not(Tao(vacant)))[0])
    yield Possibility("tao", False, say("No Tao stone now. {why}", why=why))


def _gestures(game: Game) -> Iterator[Possibility]:
    if game.rules.may_return:
        reasons = game.why_not(Return)
        held = game.prisoners[game.to_play]
        why = tell(" ".join(refusals(game, Return, reasons)))
        key = "no_return" if reasons else "return"
        yield Possibility("return", not reasons, say(f"game.can.{key}", held=held, why=why))
    if game.rules.may_pass and not game.why_not(Pass):
        key = "pass_ends" if game.pass_ends else "pass"
        yield Possibility("pass", True, say(f"game.can.{key}", count=game.rules.passes))
    if not game.rules.ends_by_passes:
        yield Possibility("end", True, say("Who has no move left loses: keep points on which only you can play."))


def _forbidden(game: Game) -> Iterator[Possibility]:
    """Yield the points without a stone where none can be placed, together where the reason is the same."""
    legal, why = {*_placements(game)}, dict[str, list[int]]()
    for point in range(len(game.board)):
        if point in legal or game.content(point) in COLOURS:
            continue
        why.setdefault(tell(explained(game, Place(point), game.why_not(Place(point)))), []).append(point)
    for reason, points in why.items():
        yield Possibility("forbidden", False, reason, _labels(game, points))


def board_notes(game: Game) -> list[str]:
    """Return what is to be known of the board itself: joined sides, lines, holes, and how wide stones are."""
    board, found = game.board, list[str]()
    if board.surface not in ("", "plane"):
        found.append(say(f"game.board_note.{board.surface}"))
    elif not board.rows:
        found.append(
            say(
                "This board, {board}, is a graph of {count} points: neighbours are the points that a line joins, "
                "wherever they are drawn.",
                board=titled(board),
                count=len(board),
            )
        )
    elif not board.surface:
        found.append(say("Neighbours are the points that a line joins: not every point has four."))
    if board.surface and any(point < 0 for row in board.rows for point in row):
        found.append(say("Where the wood is gone, there are no points: the lines end there as at the edge."))
    if not board.point_stones:
        widest = max(len(board.footprint[point]) for point in range(len(board)))
        found.append(
            say(
                "The board is a fine grid: a stone covers up to {count} points, and no stone may be placed on a "
                "covered one.",
                count=widest,
            )
        )
    return found
