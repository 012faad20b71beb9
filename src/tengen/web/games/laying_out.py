"""Boards are laid out where that delays nobody: small ones in a thread, the others in the process beside the server."""

from __future__ import annotations

from typing import Final

from ...boards import Board, Bounds, bounded
from ...boards.limits import BoardSizeError
from ...boards.spots import Spot, keep_layout, layout
from ...game import Game
from ..scheduler.scheduler import Scheduler
from ..scheduler.threads import in_thread
from ..settings import BOUNDS
from .game_request import ChoiceRefused, GameChoice, chosen_board, chosen_game, chosen_variant

_LIGHT: Final = Bounds(points=1_000, lines=2_000, entries=25_000)
"""Boards that are built in a few milliseconds."""
_GRAPH: Final = 60
"""Points of a graph that is laid out in a few milliseconds."""
_LONGEST: Final = 5_000
"""Characters of a board, a graph or a variant that are read in a few milliseconds."""

Start = tuple[str, list[Spot] | None]
"""A game at its beginning, as JSON, and the layout of its board where there had to be one."""


def is_light(board: Board) -> bool:
    """Say whether a board can be laid out at once."""
    return not board.must_be_laid_out or len(board) <= _GRAPH


def is_light_choice(choice: GameChoice) -> bool:
    """Say whether a choice can be looked at beside the loop at once; one whose board is refused by its size can."""
    given = (choice.board, choice.toml, choice.graph and choice.graph.text)
    if any(len(text) > _LONGEST for text in given if text):
        return False
    try:
        with bounded(_LIGHT):
            return is_light(chosen_board(choice, chosen_variant(choice)))
    except ChoiceRefused as error:
        cause = error.__cause__
        return not isinstance(cause, BoardSizeError) or not cause.is_within(BOUNDS)


async def laid_out(scheduler: Scheduler, payer: str, choice: GameChoice) -> Game:
    """Return the game that was chosen, its board laid out for pictures."""
    choice = GameChoice(**{name: getattr(choice, name) for name in GameChoice.model_fields})  # and nothing else
    if not await in_thread(is_light_choice, choice):
        return await in_thread(_taken_over, await scheduler.run(payer, _start, choice))
    game = await in_thread(chosen_game, choice)
    await in_thread(game.svg)
    return game


async def lay_out(scheduler: Scheduler, board: Board) -> None:
    """Lay out the board of a game that is kept already, for those who want to see it."""
    if not is_light(board):
        keep_layout(board.edges, await scheduler.run(None, layout, board.edges))


def _start(choice: GameChoice) -> Start:
    game = chosen_game(choice)
    # The server needs the layout also where this process has known it for a while.
    return game.to_json(), None if game.board.has_places else layout(game.board.edges)


def _taken_over(start: Start) -> Game:
    text, places = start
    game = Game.from_json(text)
    if places is not None:
        keep_layout(game.board.edges, places)
    game.svg()
    return game
