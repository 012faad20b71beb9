"""The story of a game in words for eyes: what has just happened, and what is due because of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...game import Game
from ...game.picture import ko_points
from ...game.turn import Turn
from ...records import NAMES, Colour, Gesture, Pass, Place, Return, Tao, other
from ..texts import say, tell, together

_FEW = 4
"""This many stones are named at most; of more, only the number."""

_SHORT = 6
"""With this few moves left, a warning goes to a player who loses without one."""


def happened(game: Game) -> str:
    """Say what the last turn did, sentence by sentence: what came, went, was paid, and why a tile fell."""
    if not game.turns:
        return ""
    turn = game.turns[-1]
    asked = [request.by for request in game.resumptions if request.number == turn.number]
    said = [*_told(game, turn), *(say("{player} asks to go on.", player=_name(by)) for by in asked)]
    return together(said)


def due(game: Game, seats: Collection[Colour]) -> str:
    """Say what the side to move has to reckon with, to a viewer in these seats: a tile, a ko, the end, a price."""
    if game.outcome is not None:
        return ""
    mine = game.to_play in seats and len(seats) == 1
    return together([*_tile_due(game, mine), *_ko(game), *_end_due(game, mine), *_price(game, mine)])


def gone(game: Game) -> dict[Colour, list[str]]:
    """Return where the stones stood that the last turn took off, by their colour; a stone stands there no more."""
    found: dict[Colour, list[str]] = {"black": [], "white": []}
    if game.turns:
        turn = game.turns[-1]
        found[other(turn.mover)] += game.board.names(turn.captured)
        found[turn.mover] += game.board.names(turn.lost)
    return found


def _name(colour: Colour) -> str:
    return tell(NAMES[colour])


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(labels) if len(labels) <= _FEW else say("{count} stones", count=len(labels))


def _told(game: Game, turn: Turn) -> Iterator[str]:
    player = _name(turn.mover)
    if isinstance(turn.move, Gesture):
        key = "passes" if turn.move is Pass else "returns" if turn.move is Return else "resigns"
        yield say(f"game.story.{key}", player=player, count=game.prisoners[turn.mover])
        return
    label = game.board.labels[turn.move.point]
    if isinstance(turn.move, Tao):
        paid = f"tao_for_{game.rules.tao_payment}{'_one' if turn.paid == 1 else ''}" if turn.paid else "tao"
        yield say(f"game.story.{paid}", player=player, point=label, count=turn.paid)
        return
    yield _placed(game, turn, label)
    if game.rules.tao == "on" and _lay_tao(game, turn):
        yield say("The Tao stone from {point} goes back to the box.", point=label)
    yield from _losses(game, turn)
    if why := turn.why(game.board):
        yield tell(why)


def _placed(game: Game, turn: Turn, label: str) -> str:
    taken = game.board.names(turn.captured)
    if not taken:
        return say("{player} plays {point}.", player=_name(turn.mover), point=label)
    far = "takes" if game.board.point_stones else "takes_far"
    return say(f"game.story.{far}", player=_name(turn.mover), point=label, stones=_listed(taken))


def _lay_tao(game: Game, turn: Turn) -> bool:
    """Say whether a Tao stone lay where a stone now stands: only a placement that captures takes one."""
    assert isinstance(turn.move, Place)
    return bool(turn.captured) and game.at(turn.number - 1).content(turn.move.point) == "tao"


def _losses(game: Game, turn: Turn) -> Iterator[str]:
    assert isinstance(turn.move, Place)
    if turn.lost:
        kind = "suicide" if turn.move.point in turn.lost else "friendly_fire"
        yield say(f"game.story.{kind}", player=_name(turn.mover), stones=_listed(game.board.names(turn.lost)))


def _tile_due(game: Game, mine: bool) -> Iterator[str]:
    if game.rules.tiles != "none" and game.position.last_incursion:
        key = "tile" if game.rules.tiles == "tile" else "cushion"
        yield say(f"game.due.{key}{'_yours' if mine else ''}", player=_name(game.to_play))


def _ko(game: Game) -> Iterator[str]:
    for label in ko_points(game):
        if game.turns[-1].ko == game.board.find(label):
            yield say("{player} may not retake at {point} at once (ko).", player=_name(game.to_play), point=label)


def _end_due(game: Game, mine: bool) -> Iterator[str]:
    """Say that one pass more ends the game, or that the moves run out."""
    you = "_yours" if mine else ""
    if game.moves and game.moves[-1] is Pass and not game.why_not(Pass):
        yield say(f"game.due.{'end' if game.pass_ends else 'passes'}{you}", player=_name(game.to_play))
    if game.rules.end == "no-moves" and len(game.moves) >= len(game.board) // 2:
        left = len(game.legal_moves())
        if left <= _SHORT:
            yield say("{player} has {count} moves left; who has none loses.", player=_name(game.to_play), count=left)


def _price(game: Game, mine: bool) -> Iterator[str]:
    """Say what the next Tao stone costs, where it no longer costs what it did."""
    if not game.turns or not isinstance(game.turns[-1].move, Tao) or len(set(game.rules.tao_prices.amounts)) == 1:
        return
    price = game.tao_prices[game.to_play]
    if price is not None:
        yield say("The next Tao stone costs {player} {price}.", player=_name(game.to_play), price=price)
