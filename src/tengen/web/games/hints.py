"""What the page says of an analysis during a game: a hint with its reasons, and who is ahead."""

from __future__ import annotations

from ...game import Game
from ...players.player import OWN
from ...records import NAMES, Colour, Move, Pass, Place, Return, Tao
from ..engine.messages import AnalysisResult
from ..texts import say, tell, together


def hint(game: Game, found: AnalysisResult) -> dict[str, object]:
    """Return the best move that an analysis found, its point, and why it is good, in sentences.

    ``move`` is None where the search looked at no move.
    """
    if not found["candidates"]:
        return {"move": None, "point": None, "text": say("The computer has no move to show.")}
    best = found["candidates"][0]
    move = game.read_move(best["move"])
    point = game.board.labels[move.point] if isinstance(move, (Place, Tao)) else None
    text = together([_named(move, point), *map(tell, found.get("why", [])), _whose(found)])
    return {"move": best["move"], "point": point, "text": text}


def outlook(game: Game, found: AnalysisResult) -> dict[str, object]:
    """Return how the game stands by an analysis: a sentence, Black's chance and lead, and the likely owners."""
    leader: Colour = "black" if found["black"] >= 0.5 else "white"
    chance = round(100 * max(found["black"], 1 - found["black"]))
    lead = found["lead"]
    counted = game.rules.ends_by_passes and lead is not None and (lead > 0) == (leader == "black")
    key = "outlook" if counted else "outlook_chance"
    points = round(abs(lead or 0) * 2) / 2
    text = say(f"game.hint.{key}", player=tell(NAMES[leader]), points=f"{points:g}", chance=chance)
    text = together([text, _whose(found)])
    return {"text": text, "black": found["black"], "lead": lead, "ownership": found["ownership"]}


def _whose(found: AnalysisResult) -> str:
    """Return whose opinion it is, in a sentence."""
    return say("This is the opinion of {engine}.", engine=found.get("by", OWN))


def _named(move: Move, point: str | None) -> str:
    if isinstance(move, Place):
        return say("{point}.", point=point)
    if isinstance(move, Tao):
        return say("A Tao stone on {point}.", point=point)
    if move is Pass:
        return say("Pass: nobody gains anything more.")
    return say(
        "Return a prisoner: no placement gains as much." if move is Return else "The computer has no move to show."
    )


def living(found: AnalysisResult, colour: Colour) -> bool:
    """Say whether anything of a colour probably lives: a stone that stays, or a point that will be its."""
    sign = 1 if colour == "black" else -1
    return any(sign * owner > 0 for owner in found["ownership"].values())
