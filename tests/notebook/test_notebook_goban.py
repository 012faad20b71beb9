"""The board of a notebook, from Python: moves and errors, and the computer that plays next to the kernel."""

import asyncio
import re
import subprocess
import sys
from typing import Any

import pytest

from tengen import Game, TengenError
from tengen.notebook import Goban
from tengen.notebook.goban import board_words, script, sheets
from tengen.web.languages.reader_language import speaking


def said(goban: Goban, message: object) -> list[Any]:
    answers: list[Any] = []
    goban.send = lambda content, buffers=None: answers.append(content)
    goban._handle_custom_msg(message, [])
    return answers


def state(goban: Goban) -> dict[str, Any]:
    found: dict[str, Any] = goban.shown["state"]
    return found


@pytest.mark.parametrize(
    ("variant", "board"),
    [("chinese", "9x9 torus"), ("tile", "graph:petersen"), ("tao", "5x5"), ("gengo", "11"), ("formal", "hexagon 3")],
)
def test_every_game_can_be_played_on_every_board(variant: str, board: str) -> None:
    goban = Goban(variant, board=board, level=None)
    moves = [next(iter(goban.game.legal_moves()))]
    goban.play(moves[0])
    assert goban.game.moves == tuple(moves)
    assert state(goban)["svg"] == goban.game.svg(prefix="board", coordinates=None if goban.game.board.rows else True)
    goban.undo()
    assert goban.game.moves == ()


def test_intents_of_the_browser_are_judged_in_python() -> None:
    goban = Goban("tile", board="5x5", level=None)
    assert said(goban, {"intent": {"kind": "move", "move": "C3"}, "number": 0}) == []
    assert said(goban, {"intent": {"kind": "move", "move": "C3"}, "number": 1}) == [
        {"refused": "A stone already stands there."}
    ]
    assert state(goban)["number"] == 1
    assert said(goban, {"intent": {"kind": "move", "move": "B2"}, "number": 0})[0]["refused"].startswith("The game has")
    german = Goban("tile", board="5x5", level=None, language="de")
    german.play("C3")
    assert said(german, {"intent": {"kind": "move", "move": "C3"}, "number": 1}) == [
        {"refused": "Dort steht schon ein Stein."}
    ]


@pytest.mark.parametrize(
    "message",
    [
        None,
        {},
        {"intent": None},
        {"intent": {"kind": "rule"}},
        {"intent": {"kind": "move", "move": "Z99"}},
        {"intent": {"kind": "move", "move": "C3", "extra": 1}},
        {"look": {"theme": "pink", "coordinates": True, "territory": False}},
        {"look": {"theme": "dark"}},
        {"look": 3},
        {"past": -1},
        {"past": 7},
        {"past": "first"},
    ],
)
def test_garbage_is_refused_in_words_and_changes_nothing(message: object) -> None:
    goban = Goban("chinese", board="5x5", level=None)
    goban.play("C3")
    before = state(goban)["number"], goban.shown["past"], state(goban)["svg"]
    (answer,) = said(goban, message)
    assert answer["refused"]
    assert (state(goban)["number"], goban.shown["past"], state(goban)["svg"]) == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": 0}, {"level": 11}, {"level": "three"}, {"you": "red"}, {"theme": "print"}, {"language": "xx"},
        {"board": "nowhere"}, {"komi": "much"}, {"game": "chess"}, {"game": Game("tile"), "board": "5x5"},
        {"game": Game("tile"), "komi": 3},
    ],
)  # fmt: skip
def test_what_is_no_board_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((TengenError, TypeError)):
        Goban(**wrong)


def test_a_game_that_is_given_is_played_on_and_stays_as_it_was() -> None:
    game = Game("cushion", board="5x5")
    game.play("C3")
    goban = Goban(game, level=None)
    goban.play("D3")
    assert (len(game.moves), len(goban.game.moves)) == (1, 2)
    with pytest.raises(TengenError):
        goban.play("D3")
    goban.game.play("A1")
    assert len(goban.game.moves) == 2
    goban.again()
    assert goban.game.moves == game.moves


def test_one_looks_back_without_taking_back() -> None:
    goban = Goban("chinese", board="5x5", level=None)
    for move in ("C3", "D3", "C2"):
        goban.play(move)
    said(goban, {"past": 1})
    assert goban.shown["past"]["moves_shown"] == 1
    assert len(goban.game.moves) == 3
    said(goban, {"past": None})
    assert goban.shown["past"] is None
    said(goban, {"past": 1})
    goban.play("D2")
    assert goban.shown["past"] is None


def test_without_an_event_loop_the_computer_answers_at_once() -> None:
    goban = Goban("chinese", board="5x5", level=1, you="white")
    assert len(state(goban)["moves"]) == 1
    goban.play(next(move for move in goban.game.legal_moves()))
    assert len(state(goban)["moves"]) == 3
    goban.undo()
    assert len(state(goban)["moves"]) == 1
    with pytest.raises(TengenError):
        goban.undo()
    (answer,) = said(Goban("tile", board="5x5", level=None), {"hint": True})
    assert answer["hint"]["point"] in Game("tile", board="5x5").board.labels


def test_the_computer_counts_when_both_have_passed() -> None:
    goban = Goban(Game.setup("chinese", [".X.O.", "XX.OO", ".X.O.", "XX.OO", ".X.O."], komi=0.5), level=2)
    goban.play("C3")
    while goban._play.room.phase == "playing":
        goban.play("pass")
    assert (state(goban)["agreed"], state(goban)["dead_by"]) == (["white"], "Tengen")
    assert said(goban, {"intent": {"kind": "agree"}, "number": state(goban)["number"]}) == []
    assert state(goban)["phase"] == "over"
    assert state(goban)["score"]["text"]
    assert goban.game.outcome is not None


def test_the_kernel_runs_during_a_search_and_undo_stops_it() -> None:
    async def play() -> None:
        goban = Goban("chinese", board="18x18", level=10)  # not in the book, so the computer must search
        goban.play("D4")
        turns = 0
        while state(goban)["thinking"] is None or turns < 20:
            await asyncio.sleep(0.01)
            turns += 1
        assert state(goban)["status"] == "Computer is thinking"
        with pytest.raises(TengenError):
            goban.play("D5")
        goban.undo()
        assert state(goban)["thinking"] is None
        assert goban.game.moves == ()
        await asyncio.wait_for(goban._play._computer.move(Game("chinese", board="3x3"), 1), 60)  # the thread is free
        goban.play("Q16")
        goban.close()

    asyncio.run(play())


def test_a_hint_is_found_in_the_background_and_dropped_later() -> None:
    async def play() -> None:
        goban = Goban(Game.setup("chinese", ["....", ".XX.", "XO..", ".X.."]), level=1, language="de")
        answers = said(goban, {"hint": True})
        await goban.settled()
        assert [(each["hint"]["point"], each["hint"]["number"]) for each in answers] == [("C2", 0)]
        assert "Der Zug schlägt B2." in answers[0]["hint"]["text"]
        said(goban, {"hint": True})
        goban.play("C2")
        assert said(goban, {"hint": True}) == [{"refused": "Du bist nicht am Zug."}]
        await goban.settled()
        assert len(answers) == 1
        goban.close()

    asyncio.run(play())


def test_what_goes_wrong_with_the_computer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        goban = Goban("chinese", board="5x5", level=1)

        async def broken(*_: object) -> str:
            raise TengenError("the computer is out of order")

        monkeypatch.setattr(goban._play._computer, "move", broken)
        goban.play("C3")
        await goban.settled()
        assert "out of order" in state(goban)["status"]
        goban.undo()
        assert "out of order" not in state(goban)["status"]

    asyncio.run(play())


def test_the_page_s_scripts_become_one_module() -> None:
    text = script()
    assert text.count("export") == 1
    assert "import " not in "".join(line for line in text.splitlines() if not line.lstrip().startswith(("//", "*")))
    assert text.count("class Board ") == text.count("class Picture ") == 1
    assert not re.search(r":root|(?<![-\w])html(?![-\w])", sheets())


def test_the_browser_gets_the_translations_of_the_board_s_texts() -> None:
    assert board_words() == {"language": "en", "texts": {}}
    with speaking("de"):
        german = board_words()
    texts = german["texts"]
    assert isinstance(texts, dict)
    assert (german["language"], texts["Undo"], texts["{sentence}."]) == ("de", "Zurücknehmen", "{sentence}.")
    assert all(english in script() for english in texts)
    assert "Delete this account" not in texts


def test_a_board_needs_nothing_of_the_web_extra_but_pydantic() -> None:
    """Packages that the extra `notebook` does not install are not imported."""
    absent = ("fastapi", "sqlalchemy", "aiohttp", "jinja2", "uvicorn", "cryptography", "greenlet", "asyncpg")
    code = f"import sys; sys.modules.update(dict.fromkeys({absent!r})); import tengen; tengen.notebook.Goban"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_anywidget_it_is_said_how_to_get_it() -> None:
    code = "import sys; sys.modules['anywidget'] = None; import tengen; tengen.notebook"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'tengen-go[notebook]'" in done.stderr
