"""The end of a game and the sounds on the way there, in Chromium."""

import re

import pytest
from data import text_of
from playwright.sync_api import Page, expect
from test_browser_friends import alternately, friends
from web_browser import COMPILING, People, Table

LISTEN = text_of("ends_listen.js")
"""Records the frequency of every note, and 0 for a stone that is placed or captured."""

REQUEST, JOIN, END, LOW, TICK, PERIOD = [659, 880], [523, 659, 784], [392, 494, 587], [880, 880], [1320], [523]


def listening(page: Page) -> None:
    page.evaluate(LISTEN)
    page.locator("#board").click(position={"x": 1, "y": 1})  # browsers are silent until the first click


def heard(page: Page, notes: list[int]) -> None:
    """Wait until these were the last notes."""
    page.wait_for_function("notes => `${window.heard.slice(-notes.length)}` === `${notes}`", arg=notes)


@pytest.mark.slow
def test_joining_requests_and_the_end_are_heard(people: People) -> None:
    black = Table.begin(people.somebody(), opponent={"kind": "friend"})
    listening(black.page)
    assert black.invite
    white = Table.open(people.somebody(), black.invite)
    heard(black.page, JOIN)
    alternately(black, white, "C3 B2")
    white.page.evaluate("document.querySelector('[data-action=undo]').click()")
    heard(black.page, REQUEST)
    black.request("no").click()
    count = black.page.evaluate("window.heard.length")
    black.page.locator("#sound").click()
    white.action("undo")
    white.page.evaluate("document.querySelector('[data-action=undo]').click()")
    expect(black.request("no")).to_be_visible()
    assert black.page.evaluate("window.heard.length") == count, "switched off"
    black.page.locator("#sound").click()
    white.page.request.post(
        f"/api/games/{white.id}/intents",
        data={"id": "end", "number": white.state()["number"], "intent": {"kind": "resign"}},
    )
    heard(black.page, END)


@pytest.mark.slow
def test_little_time_and_byo_yomi_periods_are_heard(people: People) -> None:
    timing = {"kind": "byoyomi", "main": 2, "period": 6, "periods": 2}
    black = Table.begin(people.somebody(), clock=timing)
    listening(black.page)
    black.play("C3")
    black.page.wait_for_function("() => window.heard.filter((note) => note === 1320).length > 9")
    notes = [note for note in black.page.evaluate("window.heard") if note]
    assert notes[0] == PERIOD[0]
    assert notes.count(PERIOD[0]) == 2
    heard(black.page, END)


@pytest.mark.slow
def test_captures_and_the_last_half_minute_are_heard(people: People) -> None:
    table = Table.begin(people.somebody(), moves="B1 A1 E5 E4", clock={"kind": "absolute", "main": 35})
    listening(table.page)
    for move, stones in (
        ("C3", 1),
        ("D4", 2),
        ("A2", 5),
    ):  # A2 takes a stone
        table.play(move)
        table.page.wait_for_function("count => window.heard.filter((note) => note === 0).length === count", arg=stones)
    heard(table.page, LOW)


@pytest.mark.slow
def test_a_finished_game_shows_who_won_and_what_decided_it(people: People) -> None:
    black, white = friends(people)
    alternately(black, white, "C3 B2 C2 B3 A5 B4 A4 C4 pass pass")
    for table in (black, white):
        table.settled()
    dead = black.state()["dead"]
    assert "A5" in dead, "dead stones are proposed"
    black.action("agree").click()
    expect(white.status).to_contain_text("agrees")
    white.action("agree").click()
    expect(black.page.locator("#end h2").first).to_have_text(re.compile("^You lost by [0-9.]+ points$"))
    expect(white.page.locator("#end h2").first).to_have_text(re.compile("^You won by [0-9.]+ points$"))
    expect(white.page.locator("#end p").first).to_contain_text("for komi.")
    expect(white.page.locator("#ask-why")).to_have_count(0)
    assert black.page.locator("#ways > *").all_inner_texts() == ["Rematch", "Review", "New game"]
    expect(black.board.locator(".areas .white").first).to_be_attached()
    expect(black.board.locator(".nobody:visible")).to_have_count(0)
    black.page.locator("#ask-why").click()
    expect(black.page.locator("#why h2")).to_be_visible(timeout=COMPILING)
    moments = black.page.locator(".moment")
    assert 1 <= moments.count() <= 3
    expect(moments.first).to_contain_text(re.compile("Move [13579]: you played .+ was better."))
    expect(moments.first.locator("svg .stone").first).to_be_attached()


@pytest.mark.slow
def test_the_header_fits_at_every_width(people: People) -> None:
    page = people.somebody()
    page.goto("/games?lang=de")
    for width in range(568, 760, 8):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.querySelector('.top').scrollWidth <= innerWidth"), width
    table = Table.begin(page)
    for width in (320, 390, 430):
        table.page.set_viewport_size({"width": width, "height": 844})
        cut = """() => [...document.querySelectorAll(".top nav a")].filter((each) => {
            const [page, nav] = [each.getBoundingClientRect(), each.parentElement.getBoundingClientRect()];
            return page.top < nav.bottom && page.right > nav.right + 1; }).map((each) => each.textContent)"""
        assert page.evaluate(cut) == [], width


def test_a_hebrew_name_is_cut_at_its_end(people: People) -> None:
    table = Table.begin(people.somebody(), opponent={"kind": "friend"}, name="אבגדהוזחטיכלמנסעפצקרשת אבגדהוזחט")
    expect(table.page.locator(".player.black .name")).to_have_css("direction", "rtl")
