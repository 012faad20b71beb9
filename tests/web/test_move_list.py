"""The list of moves grows with a game, and is told anew where the game is another one than it was."""

from __future__ import annotations

import pytest

from tengen import Game
from tengen.web.games import turn_view
from tengen.web.games.turn_view import MoveList, moves_view
from tengen.web.texts import speaking


def test_what_was_told_is_kept_while_a_game_grows() -> None:
    known, game = MoveList(), Game("tile", board="5")
    game.play("C3")
    first = known.view(game)
    game = game.copy()
    game.play("C4")
    assert known.view(game) == moves_view(game)
    assert known.view(game)[0] is first[0]
    assert len(first) == 1


def test_moves_taken_back_or_gone_on_with_are_told_anew() -> None:
    known, game = MoveList(), Game("chinese", board="5")
    for move in ("C3", "B2", "pass", "pass"):
        game.play(move)
    known.view(game)
    game.resume("black")
    assert known.view(game)[-1]["resumed"] == "black"
    assert known.view(game) == moves_view(game)
    game = game.at(1)
    assert known.view(game) == moves_view(game)
    game.play("D4")
    assert [each["text"] for each in known.view(game)] == ["C3", "D4"]


def test_every_language_has_its_own() -> None:
    known, game = MoveList(), Game.setup("tile", ["..X..", "XXX..", ".....", ".....", "....."], to_play="white")
    game.play("A5")
    told = {}
    for chosen in ("en", "de"):
        with speaking(chosen):
            told[chosen] = known.view(game)
            assert told[chosen] == moves_view(game)
    assert told["en"] != told["de"]


def test_after_an_undo_only_what_is_new_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known, game, told = MoveList(), Game("chinese", board="9"), list[int]()
    for move in ("C3", "D4", "pass", "E5", "pass", "pass"):
        game.play(move)

    def noted(game: Game, first: int = 0) -> list[dict[str, object]]:
        told.append(first)
        return moves_view(game, first)

    monkeypatch.setattr(turn_view, "moves_view", noted)
    known.view(game)
    for other, kept in ((game.at(4), 4), (played(game.at(4), "F6", "G7"), 4), (played(game.at(3), "F6"), 3)):
        assert known.untold(other) == len(other.moves) - kept
        assert known.view(other) == moves_view(other)
        assert told[-1] == kept
    ended = played(game.at(4), "pass", "pass")
    known.view(ended)
    ended.resume("white")
    assert known.untold(ended) <= 2
    assert known.view(ended) == moves_view(ended)


def played(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game
