"""During a game, in two browsers: the private analysis board, conditional moves, pauses, and time as a gift."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from web_browser import People, Table

DAYS = {"kind": "correspondence", "period": 3 * 86_400}


def friends(people: People, **more: Any) -> tuple[Table, Table]:
    """Seat two players at one game, each with the game on their page."""
    black = Table.begin(people.somebody(), "chinese", "9x9", opponent={"kind": "friend"}, **more)
    assert black.invite
    white = Table.open(people.somebody(), black.invite)
    expect(black.page.locator("#game")).to_have_attribute("data-phase", "playing")
    return black, white


def seen(mover: Table, other: Table, move: str) -> None:
    """Play a move, and wait until both players see it."""
    mover.play(move)
    expect(other.stone(move)).to_be_visible()


def analyse(table: Table) -> None:
    table.page.locator("#more").click()
    table.page.locator("#open-analysis").click()
    expect(table.status).to_contain_text("Private analysis")


def attempt(table: Table, move: str, then: str) -> None:
    """Try a move on the analysis board, and wait until it is the other side's turn there."""
    table.click(move)
    expect(table.status).to_contain_text(f"{then} to play")


@pytest.mark.slow
def test_the_analysis_board_is_private_and_returns_to_the_game(people: People) -> None:
    black, white = friends(people, clock={"kind": "absolute", "main": 600})
    seen(black, white, "C3")
    seen(white, black, "E5")
    seen(black, white, "A2")
    shown = white.board.inner_html()
    analyse(black)
    expect(black.page.locator("#open-analysis")).to_be_hidden()
    expect(black.page.locator('#actions [data-action="pass"]')).to_be_hidden()
    attempt(black, "A9", "Black")
    attempt(black, "B1", "White")
    black.hover("A1")
    expect(black.page.locator("#reason")).to_contain_text("without a liberty")
    black.click("A1")
    expect(black.stone("A1")).to_have_count(0)
    black.page.locator("#analysis-row button", has_text="Back").click()
    expect(black.stone("B1")).to_have_count(0)
    black.page.keyboard.press("PageDown")
    expect(black.stone("B1", "black")).to_be_visible()
    black.page.locator('#analysis-row [data-action="pass"]').click()
    expect(black.status).to_contain_text("Black to play")
    assert white.board.inner_html() == shown
    assert len(white.state()["moves"]) == 3
    seen_clock = black.page.locator(".player.white .time")
    before = seen_clock.inner_text()
    expect(seen_clock).not_to_have_text(before)  # the real clock is visible, and runs
    white.play("D7")
    expect(black.status).to_contain_text("White has played D7 in the game.")
    expect(black.stone("D7")).to_have_count(0)
    black.page.locator("#close-analysis").click()
    expect(black.stone("D7", "white")).to_be_visible()
    expect(black.stone("A9")).to_have_count(0)
    expect(black.status).to_contain_text("Your turn")
    seen(black, white, "G7")
    expect(white.moves).to_have_count(5)


@pytest.mark.slow
def test_a_conditional_move_is_played_in_a_second_browser(people: People) -> None:
    black, white = friends(people, clock=DAYS)
    seen(black, white, "C3")
    analyse(black)
    attempt(black, "G7", "Black")
    attempt(black, "C7", "White")
    attempt(black, "E5", "Black")
    attempt(black, "G3", "White")
    black.page.locator("#keep-conditional").click()
    lines = black.page.locator("#conditional li")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("If White plays G7, you play C7. If White then plays E5, you play G3.")
    white.page.reload()
    white.settled()
    expect(white.page.locator("#conditional li")).to_have_count(0)
    black.page.close()  # the server answers that nobody is online
    white.play("G7")
    expect(white.stone("C7", "black")).to_be_visible()
    expect(white.status).to_contain_text("Your turn")
    back = Table.open(black.page.context.new_page(), white.page.url)
    expect(back.page.locator("#answered-for")).to_have_text("You answered G7 with your conditional move C7.")
    expect(back.page.locator("#conditional li")).to_contain_text("If White plays E5, you play G3.")
    back.page.locator("#open-moves").click()  # the chat makes room
    back.page.locator("#conditional button").click()
    expect(back.page.locator("#conditional li")).to_have_count(0)
    white.play("E5")
    expect(back.status).to_contain_text("Your turn")
    expect(back.stone("G3")).to_have_count(0)


@pytest.mark.slow
def test_a_pause_is_asked_for_and_ended_and_time_is_given(people: People) -> None:
    black, white = friends(people, clock={"kind": "absolute", "main": 600})
    seen(black, white, "C3")
    white.action("pause").click()
    expect(white.requests).to_contain_text("Waiting for the answer")
    expect(black.requests).to_contain_text("White would like a pause")
    black.request("yes").click()
    for table in (black, white):
        expect(table.requests).to_have_text("Black agreed to a pause: the clocks are stopped.")
        expect(table.status).to_contain_text("Paused")
        expect(table.page.locator(".clock.running")).to_have_count(0)
    black.action("resume").click()
    expect(white.requests).to_have_text("Black ended the pause.")
    expect(white.page.locator(".player.white .clock.running")).to_have_count(1)
    black.action("time").click()
    expect(white.requests).to_have_text("Black gave the opponent more time.")
    expect(white.page.locator(".player.white .time")).to_have_text(re.compile(r"10:\d\d"))
    seen(white, black, "G7")
