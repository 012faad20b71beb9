"""The story of a game in words for eyes: what has just happened, and what is due because of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ...game import Game
from ...game.picture import ko_points
from ...game.turn import Turn
from ...records import NAMES, Colour, Gesture, Listing, Pass, Place, Resign, Return, Tao, Text, listed, other
from ..texts import together

_FEW = 4
"""This many stones are named at most; of more, only the number."""

_SHORT = 6
"""With this few moves left, a warning goes to a player who loses without one."""

_GESTURES: Final[Mapping[Gesture, Text]] = {
    Pass: Text("{player} passes."),
    Return: Text("{player} returns a prisoner instead of placing a stone, and has {count} left."),
    Resign: Text("{player} resigns."),
}
_TILES: Final[Mapping[tuple[str, bool], Text]] = {
    ("tile", False): Text("A tile is due under {player}'s next stone."),
    ("tile", True): Text("A tile is due under your next stone."),
    ("cushion", False): Text("{player}'s next stone gets a tile if it is an incursion."),
    ("cushion", True): Text("Your next stone gets a tile if it is an incursion."),
}
"""What is due after an incursion, by the game's tiles and whether the reader is to play."""


def happened(game: Game) -> str:
    """Say what the last turn did, sentence by sentence: what came, went, was paid, and why a tile fell."""
    if not game.turns:
        return ""
    turn = game.turns[-1]
    asked = [request.by for request in game.resumptions if request.number == turn.number]
    return together([*_told(game, turn), *(Text("{player} asks to go on.", player=NAMES[by]) for by in asked)])


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


def stones_in_words(labels: Sequence[str], most: int = _FEW) -> Text | Listing:
    """Return stones by their points, or only their number if there are more than ``most``."""
    if len(labels) <= most:
        return listed(labels, "comma")
    return Text.counted("{count} stone", "{count} stones", len(labels))


def _told(game: Game, turn: Turn) -> Iterator[str]:
    player = NAMES[turn.mover]
    if isinstance(turn.move, Gesture):
        yield _GESTURES[turn.move].with_values(player=player, count=game.prisoners[turn.mover])
        return
    label = game.board.labels[turn.move.point]
    if isinstance(turn.move, Tao):
        yield _tao(game, turn, label)
        return
    yield _placed(game, turn, label)
    if game.rules.tao == "on" and _lay_tao(game, turn):
        yield Text("The Tao stone from {point} goes back to the box.", point=label)
    yield from _losses(game, turn)
    yield turn.why(game.board)


def _tao(game: Game, turn: Turn, label: str) -> Text:
    player = NAMES[turn.mover]
    if not turn.paid:
        return Text("{player} puts a Tao stone on {point}.", player=player, point=label)
    if game.rules.tao_payment == "points":
        return Text.counted(
            "{player} puts a Tao stone on {point} for 1 point.",
            "{player} puts a Tao stone on {point} for {count} points.",
            turn.paid,
            player=player,
            point=label,
        )
    return Text.counted(
        "{player} puts a Tao stone on {point} for 1 prisoner.",
        "{player} puts a Tao stone on {point} for {count} prisoners.",
        turn.paid,
        player=player,
        point=label,
    )


def _placed(game: Game, turn: Turn, label: str) -> Text:
    taken = game.board.names(turn.captured)
    if not taken:
        text = Text("{player} plays {point}.")
    elif game.board.point_stones:
        text = Text("{player} {point} takes {stones}.")
    else:
        text = Text("{player} {point} takes {stones}: it covers the last liberty there, which need not be beside it.")
    return text.with_values(player=NAMES[turn.mover], point=label, stones=stones_in_words(taken))


def _lay_tao(game: Game, turn: Turn) -> bool:
    """Say whether a Tao stone lay where a stone now stands: only a placement that captures takes one."""
    assert isinstance(turn.move, Place)
    return bool(turn.captured) and game.at(turn.number - 1).content(turn.move.point) == "tao"


def _losses(game: Game, turn: Turn) -> Iterator[Text]:
    assert isinstance(turn.move, Place)
    if turn.lost:
        if turn.move.point in turn.lost:
            text = Text("That takes {player}'s own {stones} off (suicide).")
        else:
            text = Text("It takes {player}'s own {stones} off, too (friendly fire).")
        yield text.with_values(player=NAMES[turn.mover], stones=stones_in_words(game.board.names(turn.lost)))


def _tile_due(game: Game, mine: bool) -> Iterator[Text]:
    if game.rules.tiles != "none" and game.position.last_incursion:
        yield _TILES[game.rules.tiles, mine].with_values(player=NAMES[game.to_play])


def _ko(game: Game) -> Iterator[Text]:
    for label in ko_points(game):
        if game.turns[-1].ko == game.board.find(label):
            player = NAMES[game.to_play]
            yield Text("{player} may not retake at {point} at once (ko).", player=player, point=label)


def _end_due(game: Game, mine: bool) -> Iterator[Text]:
    """Say that one pass more ends the game, or that the moves run out."""
    player = NAMES[game.to_play]
    if game.moves and game.moves[-1] is Pass and not game.why_not(Pass):
        if not game.pass_ends:
            yield Text("One pass alone does not end the game.")
        elif mine:
            yield Text("If you pass too, the game ends and is counted.")
        else:
            yield Text("If {player} passes too, the game ends and is counted.", player=player)
    if game.rules.end == "no-moves" and len(game.moves) >= len(game.board) // 2:
        left = len(game.legal_moves())
        if left <= _SHORT:
            yield _moves_left(left, None if mine else player)


def _moves_left(count: int, player: Text | None) -> Text:
    """Say that moves run out, for a player; None stands for the reader."""
    if player is None:
        return Text.counted(
            "You have 1 move left; a player without a legal move loses.",
            "You have {count} moves left; a player without a legal move loses.",
            count,
        )
    return Text.counted(
        "{player} has 1 move left; a player without a legal move loses.",
        "{player} has {count} moves left; a player without a legal move loses.",
        count,
        player=player,
    )


def _price(game: Game, mine: bool) -> Iterator[Text]:
    """Say what the next Tao stone costs, where it no longer costs what it did."""
    if not game.turns or not isinstance(game.turns[-1].move, Tao) or len(set(game.rules.tao_prices.amounts)) == 1:
        return
    price = game.tao_prices[game.to_play]
    if price is None:
        return
    if mine:
        yield Text("The next Tao stone costs you {price}.", price=price)
    else:
        yield Text("The next Tao stone costs {player} {price}.", player=NAMES[game.to_play], price=price)
