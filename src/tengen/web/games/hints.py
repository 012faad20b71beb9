"""Hints and outlooks for players during a game: an analysis in words."""

from __future__ import annotations

from typing import Final

from ...game import Game
from ...players.player import OWN
from ...records import NAMES, Colour, Move, Pass, Place, Return, Tao, Text
from ..engine.messages import AnalysisResult
from ..texts import say, together

SIMULATIONS: Final = 1_000
"""The simulations charged for advice on a position, which is analysed once."""


def hint(game: Game, found: AnalysisResult) -> dict[str, object]:
    """Return the best move of an analysis (None: none found), its point, and why it is good, in words."""
    if not found["candidates"]:
        return {"move": None, "point": None, "text": say("The computer has no move to show.")}
    best = found["candidates"][0]
    move = game.read_move(best["move"])
    point = game.board.labels[move.point] if isinstance(move, (Place, Tao)) else None
    text = together([_move_in_words(move, point, game.coupon), *found.get("why", []), whose(found)])
    return {"move": best["move"], "point": point, "text": text}


def outlook(game: Game, found: AnalysisResult) -> dict[str, object]:
    """Return the outlook by an analysis: a sentence, Black's chance and lead, and the likely owners."""
    leader: Colour = "black" if found["black"] >= 0.5 else "white"
    chance = round(100 * max(found["black"], 1 - found["black"]))
    lead = found["lead"]
    counted = game.rules.ends_by_passes and lead is not None and (lead > 0) == (leader == "black")
    if counted:
        points = round(abs(lead or 0) * 2) / 2
        text = Text.counted(
            "{player} is ahead by about 1 point, and wins with a chance of {chance} %.",
            "{player} is ahead by about {points:g} points, and wins with a chance of {chance} %.",
            points,
            player=NAMES[leader],
            points=points,
            chance=chance,
        )
    else:
        text = Text("{player} wins with a chance of {chance} %.", player=NAMES[leader], chance=chance)
    return {
        "text": together([text, whose(found)]),
        "black": found["black"],
        "lead": lead,
        "ownership": found["ownership"],
    }


def whose(found: AnalysisResult) -> Text:
    """Return a sentence that names the engine of an analysis."""
    return Text("This is the opinion of {engine}.", engine=found.get("by", OWN))


def _move_in_words(move: Move, point: str | None, coupon: float = 0) -> Text:
    if isinstance(move, Place):
        return Text("{point}.", point=point)
    if isinstance(move, Tao):
        return Text("A Tao stone on {point}.", point=point)
    if move is Pass and coupon:
        return Text("Take the coupon worth {points:g}: no placement gains as much.", points=coupon)
    if move is Pass:
        return Text("Pass: there is nothing left to gain.")
    if move is Return:
        return Text("Return a prisoner: no placement gains as much.")
    return Text("The computer has no move to show.")
