"""What makes a game of two levels even, as far as it was measured."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel

from ...players import LEVELS
from ...players.evening import EvenTerms, even_terms
from ...records import TengenError
from ..games.game_request import ChoiceRefused, GameChoice, chosen_board, chosen_variant
from ..games.laying_out import is_light_choice
from ..light_work import in_thread
from ..texts import say

router: Final = APIRouter(prefix="/api", tags=["games"])

Level = Annotated[int, Query(ge=1, le=len(LEVELS))]


class EvenGame(BaseModel):
    """What the ``weaker`` level is ahead by, with Black; ``known`` is false where that was not measured.

    ``komi`` null is the usual one; ``enough`` is false where the most that was tried does not suffice, or
    levels so far apart were not played.
    """

    known: bool
    weaker: int = 0
    handicap: int = 0
    komi: float | None = None
    enough: bool = True
    text: str = ""


@router.get("/even")
async def even(
    one: Level,
    other: Level,
    variant: Annotated[str, Query(max_length=80)] = "chinese",
    board: Annotated[str, Query(max_length=80)] = "9x9",
) -> EvenGame:
    """Say what makes a game of two levels even."""
    try:
        found = await in_thread(_terms, one, other, GameChoice(variant=variant, board=board))
    except ChoiceRefused:
        raise
    except TengenError:
        return EvenGame(known=False)
    key = "none" if found.measured is None else "stones" if found.handicap else "komi" if found.komi else "usual"
    words = {"one": found.stronger, "other": found.weaker, "count": found.handicap, "komi": found.komi}
    if not found.enough:
        key = "short" if found.played else "untried"
    text = say(f"even.{key}", **words)
    return EvenGame(
        known=True, weaker=found.weaker, handicap=found.handicap, komi=found.komi, enough=found.enough, text=text
    )


def _terms(one: int, other: int, choice: GameChoice) -> EvenTerms:
    """Return the terms on a board that a visitor has named: one of a file, or that takes long to build, is not built.

    Raises:
        ChoiceRefused: there is no such game. TengenError: nothing was measured for this game on this board.
    """
    if not is_light_choice(choice):
        raise TengenError("nothing was measured on boards that take long to build")
    wanted = chosen_variant(choice)
    return even_terms(one, other, wanted, chosen_board(choice, wanted))
