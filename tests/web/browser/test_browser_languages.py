"""Languages in the browser: the switch, and no untranslated text in scripts."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import web_marked
from data import text_of
from playwright.sync_api import Browser, Page, expect
from web_browser import People, Server, Table
from web_languages import forget, offer
from web_marked import LANGUAGE, is_english

from tengen.records import Text
from tengen.web.lobby.lobby_server import house_bots
from tengen.web.texts import rendered

SHOWN = text_of("languages_shown.js")
"""Returns every visible or audible text of a page."""

ALLOWED = {"9x13 without D4 E5", "Tengen", "SGF", "JSON", "SVG", "PNG"} | {bot.name for bot in house_bots()}


@pytest.fixture(scope="module")
def marked_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("marked"), str(Path(web_marked.__file__)))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def readers(browser: Browser, marked_server: Server) -> Iterator[People]:
    came = People(browser, marked_server.url)
    yield came
    came.leave()
    assert not came.complaints


def english(page: Page) -> list[str]:
    """Return the texts of a page that are not marked, each once."""
    found: list[Any] = page.evaluate(SHOWN)
    return sorted({text for text in found if text not in ALLOWED and is_english(text)})


def test_a_page_is_read_in_the_language_one_chooses(people: People) -> None:
    page = people.somebody(locale="ja-JP")
    page.goto("/games")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.get_by_role("combobox", name="言語").select_option("ko")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    page.goto("/rules")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    page.goto("/rules?lang=de")
    page.get_by_role("combobox", name="Sprache").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert "lang=" not in page.url


def test_scripts_fill_in_texts_as_the_server_does(people: People, tmp_path: Path) -> None:
    values = ["흑", "'고'", "C3", "C4", "C7", "Tengen", "Mia", "", 17.5, 17, 0.5, -0.5, 0.25]
    formats = ["", "이/가", "으로/로"]
    cases = [
        (f"{place}", f"{{n:{form}}}".replace(":}", "}"), value)
        for place, (value, form) in enumerate(product(values, formats))
    ]
    with pytest.MonkeyPatch.context() as patch:
        made = "\n".join(f'msgid "{name} {{n}}"\nmsgstr "{template}"\n' for name, template, _ in cases)
        offer(patch.setattr, tmp_path, {"ko": made})
        told = [rendered(Text(f"{name} {{n}}", n=value), "ko") for name, _, value in cases]
    forget()
    page = people.somebody(locale="ko-KR")
    page.goto("/games")
    code = """cases => import("/static/js/words.js").then(({ learn, say }) => cases.map(([, template, n]) => {
      learn({ texts: { x: template } });
      return say("x", { n });
    }))"""
    assert page.evaluate(code, cases) == told


def test_a_point_may_be_called_what_every_object_has(people: People) -> None:
    page = people.somebody(locale="de-DE")
    page.goto("/games")
    code = """moves => import("/static/js/words.js").then(({ moveWords }) => moves.map(moveWords))"""
    points = ["constructor", "toString", "Black", "{x}"]
    assert page.evaluate(code, points) == points


@pytest.mark.slow
def test_scripts_say_nothing_that_is_not_translated(readers: People) -> None:
    page = readers.somebody(locale=LANGUAGE)
    found: dict[str, list[str]] = {}
    for address in (
        "/",
        "/new",
        "/games",
        "/learn",
        "/learn/go/capture",
        "/review",
        "/formal",
        "/explore",
        "/rules/tile",
    ):
        page.goto(address)
        expect(page.locator("#theme")).to_be_visible()
        page.wait_for_timeout(400)  # scripts fetch their translations in the meantime
        found[address] = english(page)
    assert {address: texts for address, texts in found.items() if texts} == {}


@pytest.mark.slow
def test_a_game_says_nothing_that_is_not_translated(readers: People) -> None:
    page = readers.somebody(locale=LANGUAGE)
    table = Table.begin(page, variant="tao", moves="A1 A2 D3 B1 pass")
    found = {"play": english(page)}
    page.keyboard.press("Tab")
    table.point("A2").hover()
    found["hover"] = english(page)
    table.action("pass").click()
    expect(page.locator("#game")).to_have_attribute("data-phase", "counting")
    found["count"] = english(page)
    table.action("agree").click()
    expect(page.locator("#game")).to_have_attribute("data-phase", "over")
    found["over"] = english(page)
    assert {moment: texts for moment, texts in found.items() if texts} == {}
