"""Without a server: the page's own rules agree with the kernel; lessons, problems and games for two go on."""

import json
import random
import re
from pathlib import Path
from typing import Any, Final

import pytest
from data import text_of
from example_counts import first
from playwright.sync_api import Page, expect
from web_browser import COMPILING, People

from tengen import Game
from tengen.records import COLOURS, Pass, Place
from tengen.web.games.game_view import BoardStyle
from tengen.web.lessons.course_library import task as find_task
from tengen.web.lessons.task_view import answer, answer_book, shown

BOARDS: Final = (
    "3x3",
    "4x4",
    "5x5",
    "6x4",
    "7x1",
    "4x4 torus",
    "graph:petersen",
    "graph:cube",
    "triangular 4x4",
    "star 2",
)

AGREES = text_of("offline_agrees.js")


def _played(board: str, axes: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a random game played by the kernel: the legal moves before each move, and the stones after it."""
    game = Game("chinese", board=board, **axes)
    points = range(len(game.board))
    turns: list[dict[str, Any]] = []
    sign = {None: 0, "black": 1, "white": -1}
    while game.outcome is None and len(turns) < 4 * len(game.board):
        free = [move.point for move in game.legal_moves() if isinstance(move, Place)]
        move = chance.choice(free) if free and chance.random() > 0.04 else -1
        game.play(Pass if move < 0 else game.board.labels[move])
        stones = [sign[game.content(label)] for label in game.board.labels]
        captures = [game.prisoners[colour] for colour in COLOURS]
        legal = "".join("01"[p in free] for p in points)
        turns.append({"legal": legal, "move": move, "stones": stones, "captures": captures})
    score = game.score()
    return {
        "board": board,
        "neighbours": [[int(q) for q in game.board.neighbours[p]] for p in points],
        "rules": {"suicide": axes["suicide"] == "allowed", "repetition": axes["repetition"], "komi": axes["komi"]},
        "turns": turns,
        "owners": [sign[score.owner[label]] for label in game.board.labels],
        "margin": score.black - score.white - score.komi,
    }


@pytest.mark.parametrize("count", first(1, [2, 20]))
@pytest.mark.parametrize("repetition", first(1, ["positional", "situational", "ko", "none"]))
@pytest.mark.parametrize("suicide", ["allowed", "forbidden"])
def test_random_games_go_as_the_kernel_plays_them(people: People, suicide: str, repetition: str, count: int) -> None:
    page, chance = people.somebody(), random.Random(f"{suicide} {repetition}")
    page.goto("/learn")
    axes = {"suicide": suicide, "repetition": repetition, "komi": 6.5}
    games = [_played(board, axes, chance) for board in BOARDS for _ in range(count)]
    assert sum(any(turn["captures"] != [0, 0] for turn in game["turns"]) for game in games) > count
    assert page.evaluate(AGREES, games) == ""


# -- lessons and problems ----------------------------------------------------------------------------------------------

TASKS: Final = (
    *(
        "go/liberties",
        "go/ko-threat",
        "go/kill",
        "go/end",
        "tile/return",
        "tile/tile-limit",
        "tao/buy",
        "tao/connects-nothing",
    ),
    *("gengo/liberties", "gengo/ko", "graphs/no-result", "cushion/find-incursions", "problems/take-and-net"),
)
ANSWERS = text_of("offline_answers.js")


def _cases(name: str, book: dict[str, Any], chance: random.Random) -> list[dict[str, Any]]:
    """Return tries at a task: a dozen of the book's own, solutions from every stage, and points found in any order."""
    tries = chance.sample(sorted(book["answers"]), min(12, len(book["answers"])))
    cases = [{"tries": each.split("\n"), "show": False} for each in tries]
    cases += [{"tries": each.split("\n") if each else [], "show": True} for each in book["stages"]]
    points = list(book["stages"][""]["find"])
    for count in range(2, len(points) + 1):
        found = chance.sample(points, count)
        cases += [{"tries": found, "show": False}, {"tries": [*found[:-1], "A1"], "show": False}]
        cases += [{"tries": found[:-1], "show": True}]
    return cases


def _comparable(told: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the data that the page ignores: the state after a wrong try, except its end."""
    kept = told["verdict"] in ("onward", "right", "shown")
    state = told["state"] if kept else {name: told["state"][name] for name in ("outcome", "score")}
    frames = [{name: value for name, value in frame.items() if name != "last"} for frame in told["frames"]]
    return json.loads(json.dumps(told | {"state": state, "frames": frames}))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", first(3, TASKS))
def test_the_book_says_what_the_server_says(people: People, name: str) -> None:
    task, style, page = find_task(*name.split("/")), BoardStyle(), people.somebody()
    assert task is not None
    book = answer_book(task, style)
    cases = _cases(name, book, random.Random(name))
    page.goto("/learn")
    found = page.evaluate(ANSWERS, {"book": book, "cases": cases})
    for case, got in zip(cases, found, strict=True):
        expected = (shown if case["show"] else answer)(task, case["tries"], style)
        assert _comparable(got) == _comparable(expected), case


# -- without a connection ----------------------------------------------------------------------------------------------


@pytest.fixture
def traveller(people: People) -> Page:
    """A visitor whose browser allows the service worker to cache pages, and reports the lost connection."""
    people.expect_complaint("Failed to load resource")
    return people.somebody(service_workers="allow", viewport={"width": 1280, "height": 800})


KEPT: Final = "async (url) => (await caches.match(url))?.headers.get('content-language')"


def _until_kept(page: Page, url: str, language: str = "en") -> None:
    """Wait until the service worker has cached an address, the last of those that it was told to cache."""
    for _ in range(COMPILING // 200):
        if page.evaluate(KEPT, url) == language:
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"{url} is not kept")


def _click(page: Page, label: str) -> None:
    page.locator(f'#board [data-point="{label}"] .hit').click(force=True)


@pytest.mark.slow
def test_a_lesson_goes_on_without_a_connection(traveller: Page) -> None:
    page = traveller
    page.goto("/learn/go/atari")
    _until_kept(page, "/learn/go/seki.json?theme=light")
    page.context.set_offline(True)
    page.goto("/learn/go/capture")
    expect(page.locator("#board svg")).to_be_visible()
    _click(page, "A1")
    expect(page.locator("#verdict")).to_contain_text("White's stone on C3 still has a liberty: D3.")
    page.get_by_role("button", name="Try again").click()
    _click(page, "D3")
    expect(page.locator("#verdict")).to_contain_text("The stone is off the board")
    page.goto("/learn/go")
    expect(page.locator(".progress")).to_have_text("1 of 22 steps done")
    page.get_by_role("link", name="Liberties").first.click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#verdict")).to_have_attribute("data-kind", "shown")


def test_a_problem_is_solved_without_a_connection(traveller: Page) -> None:
    page = traveller
    page.goto("/problems/take-and-net")
    following = str(page.locator("#next").get_attribute("href"))
    _until_kept(page, f"/learn{following}.json?theme=light")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#board svg")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#again")).to_have_text("Not solved: it stays due.")
    expect(page.locator("#verdict")).to_have_attribute("data-kind", "shown")
    page.locator("#next").click()
    expect(page).to_have_url(re.compile(following))
    expect(page.locator("#board svg")).to_be_visible()


@pytest.mark.slow
def test_two_players_count_a_game_without_a_connection(traveller: Page) -> None:
    page = traveller
    page.goto("/")
    _until_kept(page, "/problems")
    page.context.set_offline(True)
    page.reload()
    page.locator("#offline").get_by_role("link", name="Two players, one device").click()
    page.locator("#board-choice").select_option("5x5")
    page.get_by_role("button", name="New game").click()
    for at, label in enumerate(("C3", "C2", "D2", "D3", "B2", "B3", "E4", "A5", "C1")):
        _click(page, label)
        expect(page.locator(f'#board [data-point="{label}"].{COLOURS[at % 2]}')).to_be_visible()
    expect(page.locator('#board [data-point="C2"].white')).to_have_count(0)
    expect(page.locator("#goods")).to_contain_text("Black holds 1")
    page.reload()  # the game is kept
    expect(page.locator("#status")).to_have_text("White to play")
    for status in ("White passes. Black to play", "Both have passed. Mark the dead stones, then agree"):
        expect(page.locator('[data-action="pass"].resting')).to_have_count(0)
        page.locator('[data-action="pass"]').click()
        expect(page.locator("#status")).to_have_text(status)
    for label in ("A5", "B3", "D3"):
        _click(page, label)
        expect(page.locator(f'#board [data-point="{label}"].dead')).to_be_visible()
    page.locator('[data-action="agree"]').click()
    expect(page.locator("#status")).to_have_text("Black wins by 17.5 points.")
    page.locator('[data-action="undo"]').click()
    page.locator('[data-action="agree"]').click()  # the stones stay marked
    expect(page.locator("#status")).to_have_text("Black wins by 17.5 points.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as SGF").click()
    game = Game.from_sgf(Path(download.value.path()).read_text("utf-8"))
    assert (len(game.moves), game.content("C2"), game.prisoners["black"]) == (11, None, 1)
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#notice")).to_contain_text("The game is kept in this browser")
    page.context.set_offline(False)
    page.get_by_role("button", name="Review").click()
    expect(page).to_have_url(re.compile("/r/"))


@pytest.mark.slow
def test_nothing_of_ones_own_is_kept(traveller: Page) -> None:
    page = traveller
    page.goto("/learn")
    _until_kept(page, "/problems")
    made = page.request.post("/api/games", data={"variant": "chinese", "board": "5x5", "opponent": {"kind": "self"}})
    for address in ("/games", "/account", made.json()["url"], "/api/visitor"):
        page.goto(address)
        assert not page.evaluate(KEPT, page.url), address
    page.goto("/learn?lang=de")
    _until_kept(page, "/offline", "de")
    page.context.set_offline(True)
    page.goto("/games")  # pages that work offline replace those that need a connection
    expect(page.get_by_role("heading", name="Zwei Spieler, ein Gerät")).to_be_visible()
