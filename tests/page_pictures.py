"""The README's pictures of the page and of the board in notebooks, taken in a real Chromium: `make page-pictures`.

The page comes from a server that this starts, with the same people, challenges, moves and record every time. The
evaluations of the review and the hint on the board are the engine's own.
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from notebook_host import Hosted
from PIL import Image
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import COMPILING, FLAGS, Server, Table, chromium, opened

from tengen import Game
from tengen.notebook import Goban

WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1200, "height": 800}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 800},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}

TILE_GAME: Final = """
C3 D2 D1 C6 C2 G6 G5 F6 H5 H4 G4 F5 F4 D3 D4 C4 E4 H6 D6 D5 E5 E1 E2 J5 C5 B4
C1 F1 B5 B6 E3 D3 H3 J4 J3 J6 D2 G3 G2 H2 G1 J2 F2 A5 D7 D5
"""
"""Tile Go on 9x9: the last stone takes two, in enemy territory."""

REVIEWED: Final = """(;SZ[9]KM[7.5]RU[Chinese]PB[Ada]BR[4k]PW[Bob]WR[4k]
;B[eg];W[dc];B[db];W[cc];B[cf];W[gd];B[cb];W[bb];B[ec];W[ed];B[dd];W[fc];B[eb];W[fb];B[cd];W[bc]
;B[ab];W[ac];B[ba];W[aa];B[ca];W[ab];B[ad];W[ea];B[bd];W[ac];B[ae];W[ce];B[de];W[df];B[ef];W[dg]
;B[dh];W[cg];B[bf];W[ch];B[bh];W[bg];B[ag];W[ci];B[eh];W[bi];B[ah];W[ai])"""
"""A game of beginners on 9x9."""

BOARD: Final = "page-notebook"
"""The picture of the board in notebooks, which needs no server."""

BOARD_GAME: Final = "D3 D5 C5 E5 C4 E4 E3 C6 F4 F5"
"""Tile Go on 7x7, Black to play."""

MOST_BYTES: Final = 150_000


class House:
    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url

    def somebody(self, name: str = "", **options: Any) -> Page:
        """Return an empty page of a new visitor, called ``name`` if given."""
        context = self._browser.new_context(base_url=self._url, reduced_motion="reduce", **(options or WIDE))
        context.set_default_timeout(COMPILING)
        if name:
            assert context.request.put("/api/me", data={"name": name}).ok
        return context.new_page()


def front(house: House) -> Page:
    page = house.somebody()
    page.goto("/")
    expect(page.locator("button.play").first).to_be_visible()
    return page


def lesson(house: House) -> Page:
    """Return a step of a course, on a phone by night."""
    page = house.somebody(**PHONE)
    page.goto("/learn/tile/lay-a-tile")
    expect(page.locator("#board svg").first).to_be_visible()
    return page


def game(house: House, names: tuple[str, str] = ("Ada", "Ben"), listed: bool = False) -> Page:
    """Return a game of Tile Go between two people, with the last event."""
    black, white = (house.somebody(name) for name in names)
    choice = {"variant": "tile", "board": "9x9", "opponent": {"kind": "friend"}, "colour": "black"} | {
        "name": names[0],
        "listed": listed,
    }
    answer = black.request.post("/api/games", data=choice)
    assert answer.status == 201, answer.text()
    made = answer.json()
    Table.open(white, made["invite"])
    number = black.request.get(f"/api/games/{made['id']}").json()["number"]
    for count, move in enumerate(TILE_GAME.split()):
        wish = {"id": f"{count}", "number": number + count, "intent": {"kind": "move", "move": move}}
        answer = (white if count % 2 else black).request.post(f"/api/games/{made['id']}/intents", data=wish)
        assert answer.ok, answer.text()
    Table.open(black, made["url"])
    return black


def lobby(house: House) -> Page:
    """Return the lobby with two challenges and a game to watch."""
    ada, ben, cyn = house.somebody("Ada"), house.somebody("Ben"), house.somebody("Cyn")
    game(house, ("Dora", "Emil"), listed=True)
    clocks = {"kind": "byoyomi", "main": 1200, "periods": 5, "period": 30}, {"kind": "correspondence", "period": 86_400}
    for page, variant, board, clock in (
        (ada, "tile", "9x9", clocks[0]),
        (ben, "gengo", "gengo 23", clocks[1]),
    ):
        page.goto("/lobby")
        choice = {"variant": variant, "board": board, "clock": clock}
        answer = page.request.post("/api/lobby/challenges", data=choice)
        assert answer.ok, answer.text()
    cyn.set_viewport_size({"width": 1200, "height": 1200})
    cyn.goto("/lobby")
    expect(cyn.locator("#challenges li")).to_have_count(2)
    return cyn


def review(house: House) -> Page:
    """Return a review at the game's largest mistake, after the server's usual time of analysis."""
    page = house.somebody()
    opened(page, REVIEWED, title="Ada")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("#mistakes li").first).to_be_visible(timeout=COMPILING)
    page.locator("#mistakes li button").first.click()
    page.set_viewport_size({"width": 1400, "height": 1000})
    expect(page.get_by_text("simulations so far")).to_have_count(0)
    page.locator("#title").scroll_into_view_if_needed()
    return page


PICTURES: Final[dict[str, Callable[[House], Page]]] = {
    "page-home": front,
    "page-lesson": lesson,
    "page-game": game,
    "page-lobby": lobby,
    "page-review": review,
}


async def board() -> bytes:
    """Return a picture of a board in a notebook, with a hint."""
    game = Game("tile", board="7x7")
    for move in BOARD_GAME.split():
        game.play(move)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = await browser.new_page(viewport={"width": 960, "height": 800}, reduced_motion="reduce")
        hosted = await Hosted.shown(page, Goban(game, level=3), width=900)
        await hosted.action("hint").click()
        await page.wait_for_timeout(500)
        await hosted.goban.settled()
        await page.wait_for_timeout(500)
        picture = await page.locator("#output").screenshot()
        await browser.close()
    return picture


def kept(picture: bytes, path: Path) -> None:
    """Save a screenshot as a small PNG: with as many colours as fit below `MOST_BYTES`."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    for colours in (256, 128, 64):
        image.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= MOST_BYTES:
            return
    raise ValueError(f"{path} has {path.stat().st_size:,} bytes, and may have {MOST_BYTES:,}")


def main(folder: Path, names: list[str]) -> None:
    """Take the pictures with these ``names``, or all, and put them into the ``folder``."""
    if chromium() is None:
        sys.exit("The pictures are taken by Chromium, which is not installed: apt-get install chromium")
    wanted = names or [*PICTURES, BOARD]
    if BOARD in wanted:
        kept(asyncio.run(board()), folder / f"{BOARD}.png")
        print(folder / f"{BOARD}.png")
    if pages := [name for name in wanted if name != BOARD]:
        of_the_page(folder, pages)


def of_the_page(folder: Path, names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        server = Server(Path(temporary))
        server.start()
        expect.set_options(timeout=COMPILING)
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for name in names:
                page = PICTURES[name](House(browser, server.url))
                page.wait_for_timeout(1500)
                kept(page.screenshot(), folder / f"{name}.png")
                print(folder / f"{name}.png")
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
