"""What the actions beside the board cost or bring about, in visible words."""

from __future__ import annotations

from collections.abc import Collection

from ...game import Game
from ...records import NAMES, Colour, other
from ..rooms import Room
from ..texts import say, say_count


def action_costs(room: Room, seats: Collection[Colour]) -> dict[str, str]:
    """Return what each action costs somebody in these seats, by its name; "" where there is nothing to say."""
    game = room.game
    colour = game.to_play if game.to_play in seats else next(iter(seats))
    found = {"resign": say("ends the game"), "undo": _undo(room, seats, colour)}
    if game.to_play == colour and game.pass_ends:
        found["pass"] = say("ends the game")
    if game.rules.may_return:
        found["return"] = _in_prisoners(1, game.prisoners[colour])
    if game.rules.tao == "on":
        found["tao"] = _tao(game, colour)
    return found


def _undo(room: Room, seats: Collection[Colour], colour: Colour) -> str:
    """Say how many moves an undo takes back, or whom it asks."""
    if not room.terms.one_device and room.terms.computer is None:
        return say("asks {player}", player=NAMES[other(colour)])
    left = room.undone(seats)
    if left is None:
        return ""
    count = len(room.game.moves) - left
    return say_count("takes back 1 move", "takes back {count} moves", count)


def _tao(game: Game, colour: Colour) -> str:
    if hand := game.tao_in_hand[colour]:
        return say("free: {held} in hand", held=hand)
    price = game.tao_prices[colour]
    if price is None:
        return say("none for sale")
    if not price:
        return ""
    if game.rules.tao_payment == "points":
        return say_count("costs 1 point", "costs {price} points", price, price=price)
    return _in_prisoners(price, game.prisoners[colour])


def _in_prisoners(price: int, held: int) -> str:
    return say_count(
        "costs 1 prisoner, you hold {held}", "costs {price} prisoners, you hold {held}", price, price=price, held=held
    )
