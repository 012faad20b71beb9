"""Notebook displays of values, and their independence from other packages."""

import pytest

import tengen
from tengen import Game, boards
from tengen.kernel.batch import playouts
from tengen.match.match_play import MatchResult
from tengen.match.referee import GameResult
from tengen.players import Analysis, Candidate
from tengen.solve.route import Value


def shown(value: object) -> dict[str, str]:
    bundle: dict[str, str] = value._repr_mimebundle_(include=None, exclude=None)  # type: ignore[attr-defined]
    return bundle


@pytest.mark.parametrize("value", [Game("tile", board="5"), boards.parse("graph:petersen")])
def test_boards_are_pictures_on_a_margin_of_their_own(value: object) -> None:
    [(kind, picture)] = shown(value).items()
    assert kind == "image/svg+xml"
    assert picture.startswith("<svg")
    assert 'fill="#F3EAD6"' in picture


def test_a_record_has_a_slider() -> None:
    game = Game("chinese", board="5")
    game.play("C3")
    page = shown(game.record)["text/html"]
    assert 'type="range"' in page
    assert "1. Black C3." in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_tables_show_what_was_found() -> None:
    game = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."], komi=0.5)
    lost = GameResult(1, "second", "first", "B+3", "score", ("A1",), ("Ann", "<Bob>"))
    candidate = Candidate("C3", 30, 0.61, 2.5, 0.2, ("C3", "B2"))
    cases: list[tuple[object, list[str]]] = [
        (game.play("C3"), ["Turn 1", "captured"]),
        (game.score(), ["Black", "komi", "0.5"]),
        (tengen.variant("tile"), ["Tile Go", "tiles"]),
        (Analysis((candidate,), 0.61, 2.5, {}, 40), ["61.0%", "C3 B2", "+2.5"]),
        (MatchResult((lost,)), ["1 won", "&lt;Bob&gt;", "B+3"]),
        (playouts(boards.parse("3"), tengen.variant("chinese").rules, games=5), ["5 random games", "score"]),
        (Value(1, 3, "points", True, ("A1",), (), "ko", "states", 7), ["1 to 3 (points)", "A1", "states"]),
    ]
    for value, texts in cases:
        page = shown(value)["text/html"]
        assert all(text in page for text in texts), page
