"""Refusals in sentences: the reasons of spec 0.5, with details from the game."""

from __future__ import annotations

from collections.abc import Iterable

from ..draw.sentences import REASONS, sentence, unpaid
from ..records import Colour, Move, Place, Reason, Tao, Text
from ..records.text import as_text
from .move_text import meant, read_move
from .readout import Readout


def refusals(
    game: Readout, move: Move | str | None, reasons: Iterable[Reason], player: Colour | None = None
) -> list[Text]:
    """Return why a player, by default the side to move, may not make a move: a sentence per reason.

    A Tao stone that is too expensive is refused with its price and the player's holdings (spec 3.9), and a label that
    the board does not have with the probable point.

    >>> from tengen import Game
    >>> game = Game.setup("tao", ["...", ".X.", "..."], prisoners={"black": 1}, tao_price=2)
    >>> refusals(game, "tao A1", game.why_not("tao A1"))
    ['Black cannot pay for a Tao stone: it costs 2; Black holds 1.']
    """
    who = player or game.to_play
    move = read_move(move, game.board) if isinstance(move, str) else move
    tao = isinstance(move, Tao)
    absent = "" if move is None else meant(move, game.board)
    price = game.tao_prices[who]

    def told(reason: Reason) -> Text:
        if tao and reason is Reason.NO_PRISONER and price is not None:
            return unpaid(who, price, game.prisoners[who])
        if absent and reason is Reason.OFF_BOARD:
            return as_text(absent) if absent.endswith("?") else Text("{sentence}.", sentence=absent)
        if reason is Reason.BLOCKED and isinstance(move, Place) and game.board.labels[move.point] not in game.tiles:
            return REASONS[reason]  # a stone covers the point; no capture has closed it (spec 6.10)
        return sentence(reason, game.rules, who)

    return [told(reason) for reason in reasons]
