"""What makes a game of two levels even, as far as it was measured."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel

from ...players import LEVELS
from ...players.evening import EvenTerms, even_terms
from ...records import TengenError, Text
from ..games.game_request import ChoiceRefused, GameChoice, chosen_board, chosen_variant
from ..games.laying_out import is_light_choice
from ..scheduler.threads import in_thread
from ..texts import tell

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
    return EvenGame(
        known=True,
        weaker=found.weaker,
        handicap=found.handicap,
        komi=found.komi,
        enough=found.enough,
        text=tell(_in_words(found)),
    )


def _in_words(terms: EvenTerms) -> Text:
    """Say what makes a game even: "one" is the stronger level."""
    levels = {"one": terms.stronger, "other": terms.weaker}
    if not terms.enough and terms.played:
        return Text(
            "Level {one} against level {other}: even {count} stones, the most that was tried, are not enough for "
            "level {other}.",
            **levels,
            count=terms.handicap,
        )
    if not terms.enough:
        return Text(
            "Level {one} against level {other}: levels so far apart were not played; the most that was tried is "
            "{count} stones.",
            **levels,
            count=terms.handicap,
        )
    if terms.measured is None:
        return Text("Level {one} against level {other}: even without a handicap, with colours by chance.", **levels)
    if terms.handicap:
        return Text.counted(
            "Level {one} against level {other}: even at 1 stone, with Black for level {other}.",
            "Level {one} against level {other}: even at {count} stones, with Black for level {other}.",
            terms.handicap,
            **levels,
        )
    if terms.komi:
        return Text(
            "Level {one} against level {other}: even at a komi of {komi:g}, with Black for level {other}.",
            **levels,
            komi=terms.komi,
        )
    return Text("Level {one} against level {other}: even without a handicap, with Black for level {other}.", **levels)


def _terms(one: int, other: int, choice: GameChoice) -> EvenTerms:
    """Return the terms on a board that a visitor has named: one of a file, or that takes long to build, is not built.

    Raises:
        ChoiceRefused: there is no such game. TengenError: nothing was measured for this game on this board.
    """
    if not is_light_choice(choice):
        raise TengenError("nothing was measured on boards that take long to build")
    wanted = chosen_variant(choice)
    return even_terms(one, other, wanted, chosen_board(choice, wanted))
