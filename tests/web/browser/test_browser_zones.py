"""The zones of a game's page: elements that stay in view or lie on the board, and effects of keys and second clicks."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect
from web_browser import PHONE, People, Table

SIDEWAYS: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 844, "height": 390}}
SIZES: Final = ((1440, 900), (1280, 720), (390, 844), (844, 390))

_SEEN: Final = """all => all.every(each => {
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1
        && (each.contains(top) || top?.contains(each));
})"""
"""Whether elements are completely in the window, with nothing over their middles."""

_COVERED: Final = """all => all.filter(each => {
    const box = each.getBoundingClientRect();
    return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("#board");
}).map(each => each.parentElement.dataset.point)"""
"""The points whose middles are covered by something else."""


def test_a_phone_on_its_side_plays_no_point_but_the_one_tapped(people: People) -> None:
    table = Table.begin(people.somebody(**SIDEWAYS), board="9x9")
    table.point("E5").locator(".hit").tap(force=True)
    button = table.page.locator("#confirm .first")
    expect(button).to_have_text("Play E5")
    assert table.board.locator(".hit").evaluate_all(_COVERED) == []
    for label in ("D1", "A1", "J1"):
        box = table.point(label).locator(".hit").bounding_box()
        assert box is not None
        table.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(button).to_have_text(f"Play {label}")
    expect(table.moves).to_have_count(0)
    button.tap()
    expect(table.stone("J1", "black")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("phone", [SIDEWAYS, PHONE])
def test_no_bar_covers_the_board_of_a_task(people: People, phone: dict[str, Any]) -> None:
    page = people.somebody(**phone)
    page.goto("/learn/tile/lay-a-tile")
    hits = page.locator("#board .hit")
    hits.last.tap(force=True)
    expect(page.locator("#confirm .first")).to_be_in_viewport(ratio=1)
    assert hits.evaluate_all(_COVERED) == []


@pytest.mark.slow
def test_after_a_pass_keys_and_a_second_click_do_nothing(people: People) -> None:
    table = Table.begin(people.somebody(), "chinese")
    table.action("pass").dblclick()
    table.has_moves(1)
    expect(table.board).to_be_focused()
    for key in (" ", "Enter"):
        table.action("pass")  # hovers over the button without a click
        table.page.keyboard.press(key)
        if key == " ":
            expect(table.page.locator("#cursor-said")).to_have_text("C3, vacant")
            table.play("C3")
            table.page.mouse.move(2, 2)
            expect(table.action("undo")).not_to_have_class(re.compile("resting"))
            table.action("undo").focus()
            table.page.keyboard.press("Enter")
            expect(table.stone("C3")).to_have_count(0)
    expect(table.page.locator("#cursor-said")).to_have_text("C3, vacant")
    expect(table.moves).to_have_count(1)


@pytest.mark.slow
def test_who_and_what_can_be_done_are_always_in_view(people: People) -> None:
    clock = {"kind": "byoyomi", "main": 600, "period": 30, "periods": 3}
    black = Table.begin(people.somebody(), "chinese", opponent={"kind": "friend"}, clock=clock)
    white = Table.open(people.somebody(), black.invite or "")
    expect(black.page.locator("#game")).to_have_attribute("data-phase", "playing")
    black.play("C3")
    white.has_moves(1)
    white.play("D4")
    for count in range(4):
        sent = {"id": f"said-{count}", "text": "Words enough to fill more than one line of the chat. " * 3}
        assert white.page.request.post(f"/api/games/{black.id}/chat", data=sent).ok
    white.action("undo").click()
    expect(black.request("yes")).to_be_visible()
    shown = black.page.locator(
        ".player .name, .player .time, #status, #requests button, #actions button, #more, #board"
    )
    assert shown.count() >= 11
    expect(black.page).to_have_title(re.compile("● A request"))
    for width, height in SIZES:
        black.page.set_viewport_size({"width": width, "height": height})
        black.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert shown.evaluate_all(_SEEN), width
        assert black.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), width
    black.request("yes").click()
    black.has_moves(1)


def test_a_friends_link_and_its_code_fit_a_phone_in_landscape(people: People) -> None:
    page = people.somebody(**SIDEWAYS)
    Table.begin(page, opponent={"kind": "friend"})
    expect(page.locator(".qr")).to_be_visible()
    shown = page.locator(".qr, #invite, .copying button, .player .name, #actions button, #board")
    assert shown.evaluate_all(_SEEN)


@pytest.mark.slow
def test_the_moves_come_before_an_empty_chat(people: People) -> None:
    page = people.somebody(viewport={"width": 1440, "height": 900})
    Table.begin(page, opponent={"kind": "friend"})
    expect(page.locator("#chat-toggle")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#moves")).to_be_visible()


@pytest.mark.slow
def test_styles_of_board_and_stones_are_kept_and_boards_turn(people: People) -> None:
    table = Table.begin(people.somebody(), moves="A1 B2")
    page, wood = table.page, table.board.locator("linearGradient stop").first
    usual = wood.get_attribute("stop-color")
    page.locator("#more").click()
    page.locator("#open-looks").click()
    page.locator("#wood-slate").click()
    page.locator("#stones-shell").click()
    expect(wood).not_to_have_attribute("stop-color", usual or "")
    expect(table.stone("B2", "white")).to_have_attribute("fill", "url(#board.shell)")
    before = table.point("A1").bounding_box()
    page.locator("#turn").click()
    after = table.point("A1").bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] > before["x"]
    assert after["y"] < before["y"]
    page.locator("#look-confirm").check()
    page.keyboard.press("Escape")
    table.click("D4")
    expect(page.locator("#confirm .first")).to_have_text("Play D4")
    expect(table.moves).to_have_count(2)
    table.click("D4")
    expect(table.stone("D4", "black")).to_be_visible()
    page.reload()
    table.settled()
    expect(wood).not_to_have_attribute("stop-color", usual or "")


@pytest.mark.slow
def test_a_magnifier_shows_where_a_finger_is_on_close_lines(people: People) -> None:
    table = Table.begin(people.somebody(**PHONE), board="19x19")
    loupe, touch = table.page.locator(".loupe"), {"pointerType": "touch", "isPrimary": True, "pointerId": 7}
    spots = [table.point(label).locator(".hit").bounding_box() for label in ("K10", "Q16")]
    places = [{"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2} for box in spots if box]
    table.board.dispatch_event("pointerdown", touch | places[0])
    expect(loupe).to_be_visible()
    table.board.dispatch_event("pointermove", touch | places[1])
    table.board.dispatch_event("pointerup", touch | places[1])
    expect(loupe).to_be_hidden()
    expect(table.page.locator("#confirm .first")).to_have_text("Play Q16")
    expect(table.moves).to_have_count(0)
