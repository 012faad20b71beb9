"""What a hint says of a move: facts that the game itself shows, and the line that the search expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...game import Game
from ...players.player import OWN
from ...records import Colour, Move, Pass, Place, Return, Tao, other
from ..engine.messages import AnalysisResult
from ..texts import say

_FEW: Final = 4
_FACTS: Final = 2
_LINE: Final = 4
"""So many moves of the expected line are told."""


def hint(game: Game, found: AnalysisResult) -> dict[str, object]:
    """Return the best move that an analysis found, its point, and why it is good, in sentences.

    ``move`` is None where the search looked at no move.
    """
    if not found["candidates"]:
        return {"move": None, "point": None, "text": say("game.hint.none")}
    best = found["candidates"][0]
    move = game.read_move(best["move"])
    point = game.board.labels[move.point] if isinstance(move, (Place, Tao)) else None
    sentences = [_named(move, point), *_facts(game, move)[:_FACTS]]
    line = best["variation"][1 : 1 + _LINE]
    if len(sentences) == 1 and line:
        sentences.append(say("game.hint.line", line=", ".join(line)))
    sentences += _whose(found)
    return {"move": best["move"], "point": point, "text": " ".join(sentences)}


def outlook(game: Game, found: AnalysisResult) -> dict[str, object]:
    """Return how the game stands by an analysis: a sentence, Black's chance and lead, and the likely owners."""
    leader: Colour = "black" if found["black"] >= 0.5 else "white"
    chance = round(100 * max(found["black"], 1 - found["black"]))
    lead = found["lead"]
    counted = game.rules.ends_by_passes and lead is not None and (lead > 0) == (leader == "black")
    key = "outlook" if counted else "outlook_chance"
    points = round(abs(lead or 0) * 2) / 2
    text = say(f"game.hint.{key}", player=say(f"colours.{leader}"), points=f"{points:g}", chance=chance)
    text = " ".join([text, *_whose(found)])
    return {"text": text, "black": found["black"], "lead": lead, "ownership": found["ownership"]}


def _whose(found: AnalysisResult) -> list[str]:
    """Return whose opinion it is, in a sentence, where it is not the computer's own."""
    by = found.get("by", OWN)
    return [] if by == OWN else [say("game.hint.whose", engine=by)]


def _named(move: Move, point: str | None) -> str:
    if isinstance(move, Place):
        return say("game.hint.place", point=point)
    if isinstance(move, Tao):
        return say("game.hint.tao", point=point)
    if move is Pass:
        return say("game.hint.pass")
    return say("game.hint.return" if move is Return else "game.hint.none")


def _facts(game: Game, move: Move) -> list[str]:
    """Return what a placement does on the board at once, the most telling first."""
    if not isinstance(move, Place):
        return []
    after = game.copy()
    turn = after.push(move)
    said = []
    if turn.captured:
        said.append(say("game.hint.takes", stones=_listed(game.board.names(turn.captured))))
    if saved := _saved(game, after):
        said.append(say("game.hint.saves", stones=_listed(saved)))
    if threatened := _threatened(game, after, other(turn.mover)):
        said.append(say("game.hint.atari", stones=_listed(threatened)))
    if turn.incursion is not None:
        said.append(say("game.hint.incursion"))
    if turn.tile:
        said.append(say("game.hint.tile"))
    joined = [chain for chain in _chains(game, turn.mover) if {*chain} < {*after.chain(move.point)}]
    if len(joined) > 1:
        said.append(say("game.hint.joins", stones=_listed([game.board.labels[chain[0]] for chain in joined])))
    return said


def _chains(game: Game, colour: Colour) -> Iterator[tuple[int, ...]]:
    seen: set[int] = set()
    for point in range(len(game.board)):
        if point not in seen and game.content(point) == colour:
            chain = game.chain(point)
            seen.update(chain)
            yield chain


def _saved(game: Game, after: Game) -> list[str]:
    """Return the own chains that were in atari and are no more, each by its first stone."""
    mover = game.to_play
    danger = [chain for chain in _chains(game, mover) if len(game.liberties(chain[0])) == 1]
    safe = [c for c in danger if after.content(c[0]) == mover and len(after.liberties(c[0])) > 1]
    return [game.board.labels[chain[0]] for chain in safe]


def _threatened(game: Game, after: Game, enemy: Colour) -> list[str]:
    """Return the enemy's chains that are newly in atari, each by its first stone."""
    chains = [chain for chain in _chains(after, enemy) if len(after.liberties(chain[0])) == 1]
    return [game.board.labels[chain[0]] for chain in chains if len(game.liberties(chain[0])) > 1]


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(labels) if len(labels) <= _FEW else say("game.story.stones", count=len(labels))


def living(found: AnalysisResult, colour: Colour) -> bool:
    """Say whether anything of a colour probably lives: a stone that stays, or a point that will be its."""
    sign = 1 if colour == "black" else -1
    return any(sign * owner > 0 for owner in found["ownership"].values())
