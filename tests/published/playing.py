"""Playing the cases' texts (``"black D4"``, ``"white tao D4"``, ``"black pass"``) in a game."""

from collections.abc import Iterable
from typing import Any

import pytest

from tengen import Game
from tengen.records import Colour, IllegalMove, Reason

NAMES: dict[str, Colour] = {"X": "black", "O": "white"}


def split(text: str) -> tuple[Colour, str]:
    colour, move = text.split(maxsplit=1)
    return ("black" if colour == "black" else "white"), move


def play(game: Game, *texts: str) -> None:
    for text in texts:
        colour, move = split(text)
        game.play(move, colour)


def why_not(game: Game, text: str) -> tuple[Reason, ...]:
    """Return the reasons against a move, and check that `play` gives them too and changes nothing."""
    colour, move = split(text)
    reasons = game.why_not(move, colour)
    if reasons:
        before = (game.position, game.moves)
        with pytest.raises(IllegalMove) as caught:
            game.play(move, colour)
        assert caught.value.reasons == reasons
        assert (game.position, game.moves) == before
    return reasons


def owned(game: Game, kind: Any = "area") -> list[int]:
    owners = list(game.score(kind).owner.values())
    return [owners.count("black"), owners.count("white"), owners.count(None)]


def forbidden(game: Game, *why: Reason) -> set[str]:
    """Return the vacant points forbidden to the side to move for some reasons."""
    return {label for label in game.board.labels if set(why) & set(game.why_not(label))}


def stand(black: Iterable[str], white: Iterable[str] = ()) -> dict[str, Any]:
    return dict.fromkeys(black, "black") | dict.fromkeys(white, "white")


def with_turn(game: Game, colour: Colour) -> Game:
    """Return the game, restarted from its position if it is not this colour's turn."""
    if game.to_play == colour:
        return game
    return Game.setup(game.rules, game.stones, board=game.board, to_play=colour, prisoners=game.prisoners)
