"""The board of a notebook in Chromium: clicks, keys, dark background and a narrow cell."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from inspect import Parameter, Signature, signature

import pytest
from axe_playwright_python.async_playwright import Axe
from example_counts import first
from notebook_host import Hosted
from playwright.async_api import Browser, Page, async_playwright, expect
from web_browser import FLAGS, PATIENCE, without_window

from tengen import Game
from tengen.notebook import Goban


@pytest.fixture(scope="module")
def hosting() -> Iterator[tuple[asyncio.Runner, Browser]]:
    """One event loop for all tests, and a Chromium in it."""
    program = without_window()
    if program is None:
        pytest.skip("Chromium is not installed; on Debian and Ubuntu: sudo apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with asyncio.Runner() as runner:
        playwright = runner.run(async_playwright().start())
        browser = runner.run(playwright.chromium.launch(executable_path=program, args=[*FLAGS]))
        yield runner, browser
        runner.run(browser.close())
        runner.run(playwright.stop())


def in_chromium(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test with a Chromium, in one event loop with its widgets, like a kernel."""

    @wraps(test)
    def run(hosting: tuple[asyncio.Runner, Browser], **given: object) -> None:
        runner, browser = hosting

        async def opened() -> None:
            await test(browser, **given)
            for context in browser.contexts:
                await context.close()

        runner.run(opened())

    _, *others = signature(test).parameters.values()
    run.__signature__ = Signature([Parameter("hosting", Parameter.POSITIONAL_OR_KEYWORD), *others])  # type: ignore[attr-defined]
    return run


async def findings(page: Page) -> list[str]:
    found = (await Axe().run(page, options={"resultTypes": ["violations"], "preload": False})).response["violations"]
    return [f"{each['id']}: {each['help']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


@pytest.mark.slow
@in_chromium
async def test_axe_finds_nothing_while_one_plays_counts_and_is_asked(browser: Browser) -> None:
    hosted = await Hosted.shown(await browser.new_page(), Goban("chinese", board="5x5", level=None))
    for label in ("C3", "D3", "D3"):
        await hosted.click(label)
    assert await findings(hosted.page) == []
    await hosted.action("resign").click()
    assert await findings(hosted.page) == []
    await hosted.page.locator('[data-answer="no"]').click()
    for count in (3, 4):
        await hosted.action("pass").click()
        await expect(hosted.part("moves").locator("li")).to_have_count(count)
    assert await findings(hosted.page) == []


@pytest.mark.slow
@in_chromium
async def test_one_plays_the_computer_by_clicking(browser: Browser) -> None:
    hosted = await Hosted.shown(await browser.new_page(), Goban("tile", board="7x7", level=1))
    await hosted.click("D4")
    await expect(hosted.part("moves").locator("li")).to_have_count(2)
    await expect(hosted.part("status")).to_have_text("Your turn: Black to play.")
    await expect(hosted.action("pass")).to_have_count(0)
    await hosted.action("undo").click()
    await expect(hosted.part("moves").locator("li")).to_have_count(0)
    await hosted.click("C3")
    await hosted.part("again").click()
    await expect(hosted.stone("C3")).to_have_count(0)
    assert hosted.complaints == []


@in_chromium
async def test_an_illegal_move_is_explained_beside_the_point(browser: Browser) -> None:
    game = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."])
    game.play("C3")
    hosted = await Hosted.shown(await browser.new_page(), Goban(game, level=None))
    await hosted.click("B3")
    await expect(hosted.part("reason")).to_contain_text("retaking at once would bring the same position back")
    words, point = await hosted.part("reason").bounding_box(), await hosted.point("B3").bounding_box()
    assert words is not None
    assert point is not None
    assert abs(words["x"] + words["width"] / 2 - point["x"] - point["width"] / 2) < 120
    assert abs(words["y"] + words["height"] / 2 - point["y"] - point["height"] / 2) < 200
    assert hosted.goban.game.moves == game.moves


@pytest.mark.slow
@in_chromium
async def test_two_people_play_to_the_count(browser: Browser) -> None:
    hosted = await Hosted.shown(await browser.new_page(), Goban("chinese", board="5x5", komi=2.5, level=None))
    for label in ("C3", "D3"):
        await hosted.click(label)
        await expect(hosted.stone(label)).to_be_attached()
    for count in (3, 4):
        await hosted.action("pass").click()
        await expect(hosted.part("moves").locator("li")).to_have_count(count)
    await hosted.click("D3")
    await expect(hosted.part("score")).to_contain_text("Dead: D3.")
    await hosted.action("agree").click()
    await expect(hosted.part("status")).to_contain_text("Black wins by 22.5 points")
    assert hosted.goban.game.outcome is not None


@pytest.mark.slow
@in_chromium
async def test_tao_stones_are_put_by_their_button(browser: Browser) -> None:
    goban = Goban("tao", board="5x5", tao_in_hand=1, level=None)
    hosted = await Hosted.shown(await browser.new_page(), goban)
    await hosted.action("tao").click()
    await expect(hosted.part("notice")).to_contain_text("choose a point for it")
    await hosted.click("B2")
    await expect(hosted.part("moves").locator("li")).to_have_count(1)
    assert goban.game.stones["B2"] == "tao"


@in_chromium
async def test_the_keyboard_suffices_and_the_host_s_keys_rest(browser: Browser) -> None:
    hosted = await Hosted.shown(await browser.new_page(), Goban("chinese", board="5x5", level=None))
    await hosted.page.evaluate("window.heard = []; addEventListener('keydown', (event) => heard.push(event.key))")
    await hosted.page.keyboard.press("Tab")
    await hosted.page.keyboard.press("ArrowLeft")
    await expect(hosted.part("cursor-said")).to_have_text("B3, vacant")
    await hosted.page.keyboard.press("Enter")
    await expect(hosted.stone("B3", "black")).to_be_attached()
    await hosted.page.keyboard.press("PageUp")
    await expect(hosted.stone("B3")).to_have_count(0)
    await expect(hosted.part("status")).to_contain_text("Past position")
    assert len(hosted.goban.game.moves) == 1
    assert await hosted.page.evaluate("window.heard") == ["Tab"]


@pytest.mark.slow
@in_chromium
async def test_a_hint_is_told_and_lit_until_the_game_goes_on(browser: Browser) -> None:
    game = Game.setup("chinese", ["OX...", "OX...", "O.X..", "XOX..", "X.O.."])
    hosted = await Hosted.shown(await browser.new_page(), Goban(game, level=1))
    await hosted.action("hint").click()
    await expect(hosted.part("notice")).to_contain_text("It captures 3 stones at A5.")
    await expect(hosted.part("board").locator(".lit > *").first).to_have_css("fill", "none")
    await hosted.click("D3")
    await expect(hosted.part("notice")).to_have_text("")
    await expect(hosted.part("board").locator(".lit > *")).to_have_count(0)
    await hosted.goban.settled()
    assert hosted.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ground", "theme", "width"), first(2, [("#fff", "light", 900), ("#222", "dark", 340), ("#111111", "dark", 900)])
)
@in_chromium
async def test_it_is_painted_for_its_ground_and_fits_its_cell(
    browser: Browser, ground: str, theme: str, width: int
) -> None:
    page = await browser.new_page(viewport={"width": width + 40, "height": 800})
    hosted = await Hosted.shown(page, Goban("gengo", board="11", level=None, language="de"), width, ground)
    await hosted.click("E5")
    await expect(hosted.stone("E5")).to_be_attached()
    await expect(hosted.part("board").locator("svg")).to_have_class(re.compile(theme))
    wide = await page.evaluate("document.querySelector('.tengen').shadowRoot.querySelector('.goban').scrollWidth")
    assert wide <= width
    below = await hosted.part("status").bounding_box()
    board = await hosted.part("board").bounding_box()
    assert below is not None
    assert board is not None
    assert (below["y"] > board["y"] + board["height"] - 1) == (width < 640)
    assert await findings(page) == []
    assert hosted.complaints == []


@pytest.mark.slow
@in_chromium
async def test_a_view_that_is_taken_away_leaves_nothing_behind(browser: Browser) -> None:
    hosted = await Hosted.shown(await browser.new_page(), Goban("chinese", board="5x5", level=None))
    await hosted.page.evaluate("window.leave()")
    await expect(hosted.part("board")).to_have_count(0)
    hosted.goban.play("C3")
    await hosted.page.wait_for_timeout(100)
    assert hosted.complaints == []
