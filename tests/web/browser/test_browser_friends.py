"""Two people in two browsers: whole games by a link, undo, resigning, the clock, two tabs, and spectators."""

import re
from typing import Any

import pytest
from example_counts import first
from playwright.sync_api import expect
from web_browser import COMPILING, People, Table

GAMES = {
    "chinese": ("5x5", "B3 D3 B2 D2 B4 D4 B1 D1 B5 D5 pass pass", "White wins by"),
    "japanese": ("5x5", "B3 D3 B2 D2 B4 D4 B1 D1 B5 D5 pass pass", "White wins by"),
    "tao": ("5x5", "B2 A3 B3 A2 B1 A1 A4 D4 pass pass", "wins by"),
    "tile": ("3x3", "B3 C1 B1 A2 A3 C3 B2", "Black wins"),
    "cushion": ("3x3", "A3 C3 B3 C2 B2 B1 A1 A2 B2 A3", "White wins"),
    "gengo": ("5x5", "B2 D4 pass pass pass", "draw"),
}
"""A short whole game of each variant on a tiny board, and the text at its end."""


def friends(people: People, variant: str = "chinese", board: str = "5x5", **more: Any) -> tuple[Table, Table]:
    """Seat two people at one game: Black has started it, White joins by the link that Black's page shows."""
    black = Table.begin(people.somebody(), variant, board, opponent={"kind": "friend"}, **more)
    assert black.invite
    white = Table.open(people.somebody(), black.invite)
    assert "seat=" not in white.page.url
    expect(black.page.locator("#game")).to_have_attribute("data-phase", "playing")
    expect(white.page.locator("#game")).to_have_attribute("data-phase", "playing")
    return black, white


def alternately(black: Table, white: Table, moves: str) -> None:
    """Play moves in turn, each seen by both before the next."""
    for count, move in enumerate(moves.split(), black.moves.count() + 1):
        mover = black if count % 2 else white
        if move == "pass":
            mover.press("pass")
        else:
            mover.play(move)
        black.has_moves(count)
        white.has_moves(count)


@pytest.mark.parametrize("variant", first(1, GAMES))
def test_a_whole_game_between_two_friends(people: People, variant: str) -> None:
    board, moves, said = GAMES[variant]
    black, white = friends(people, variant, board)
    alternately(black, white, moves)
    for table in (black, white):
        table.settled()
    if black.phase == "counting":
        black.action("agree").click()
        expect(white.page.locator("#score")).to_contain_text("Black agrees")
        white.action("agree").click()
    for table in (black, white):
        table.over(re.compile(said, re.IGNORECASE))


@pytest.mark.slow
def test_any_change_of_dead_stones_needs_agreement_again(people: People) -> None:
    black, white = friends(people)
    alternately(black, white, "C3 B2 C2 D4 C4 pass pass")
    expect(black.page.locator("#score")).to_contain_text("Dead stones marked by Tengen.", timeout=COMPILING)
    for label in black.state()["dead"]:
        black.click(label)
    expect(black.page.locator("#score")).to_contain_text("No stone is marked as dead.")
    expect(black.action("agree")).to_have_class("agree")
    black.click("B2")
    expect(black.action("agree")).to_have_class("agree first")
    expect(white.page.locator("#score")).to_contain_text("Dead: B2.")
    white.action("agree").click()
    expect(black.page.locator("#score")).to_contain_text("White agrees.")
    black.click("D4")
    expect(white.page.locator("#score")).to_contain_text(re.compile("Dead: (B2, D4|D4, B2)."))
    expect(white.page.locator("#score")).not_to_contain_text("White agrees.")
    white.action("agree").click()
    expect(white.status).to_contain_text("You have agreed")
    black.action("agree").click()
    for table in (black, white):
        table.over("Black wins by 17.5")
        expect(table.point("B2")).to_have_class(re.compile(r"\bdead\b"))


@pytest.mark.slow
def test_seki_is_marked_and_players_can_agree_otherwise(people: People) -> None:
    black, white = friends(people, "japanese", "9x1")
    alternately(black, white, "B1 H1 D1 F1 pass pass")
    for table in (black, white):
        expect(table.page.locator("#score")).to_contain_text("Black's group at B1 is in seki: neither side can fill E1")
        expect(table.page.locator("#score")).to_contain_text("A1 and C1 do not count.")
    black.action("seki").click()
    expect(black.action("seki")).to_have_attribute("aria-pressed", "true")
    black.click("B1")
    for table in (black, white):
        expect(table.page.locator("#score")).not_to_contain_text("Black's group")
        expect(table.page.locator("#score")).to_contain_text("White's group at F1 is in seki, as agreed.")
    white.action("seki-auto").click()
    expect(black.page.locator("#score")).to_contain_text("Black's group at B1 is in seki: neither")
    black.click("D1")
    expect(white.page.locator("#score")).not_to_contain_text("Black's group")
    black.action("agree").click()
    white.action("agree").click()
    for table in (black, white):
        table.over("White wins by 4.5")


@pytest.mark.slow
def test_gengo_shows_the_area_beside_the_stones(people: People) -> None:
    """Issue 13, numbered item 2: on the page."""
    black, white = friends(people, "gengo", "7x7")
    alternately(black, white, "D4 pass pass pass")
    for table in (black, white):
        expect(table.page.locator("#score tbody tr").last).to_contain_text("Also counted: Area")
        expect(table.page.locator("#score tbody tr").last).to_contain_text("49")


@pytest.mark.slow
def test_an_undo_is_asked_for_and_granted_or_refused(people: People) -> None:
    black, white = friends(people)
    alternately(black, white, "C3 D4")
    white.action("undo").click()
    expect(white.requests).to_contain_text("Waiting for the answer")
    black.request("no").click()
    for table in (black, white):
        expect(table.requests).to_have_text("Black declined to take back the move.")
    expect(white.moves).to_have_count(2)
    white.action("undo").click()
    white.request("no").click()
    expect(black.requests).to_have_text("White no longer asks to take back a move.")
    white.action("undo").click()
    expect(black.requests).to_contain_text("White would like to take back a move")
    black.request("yes").click()
    for table in (black, white):
        expect(table.requests).to_have_text("Black allowed a move to be taken back.")
        expect(table.moves).to_have_count(1)
        expect(table.stone("D4")).to_have_count(0)
    white.play("D3")
    black.has_moves(2)


@pytest.mark.slow
def test_two_tabs_of_one_player_agree(people: People) -> None:
    black, white = friends(people)
    other = Table.open(black.page.context.new_page(), black.page.url)
    black.play("C3")
    expect(other.stone("C3", "black")).to_be_visible()
    white.play("D4")
    other.has_moves(2)
    other.play("B2")
    expect(black.stone("B2", "black")).to_be_visible()
    assert [move["text"] for move in white.state()["moves"]] == ["C3", "D4", "B2"]


@pytest.mark.slow
def test_spectators_watch_live_and_cannot_act(people: People) -> None:
    black, white = friends(people)
    watcher = Table.open(people.somebody(), black.page.url)
    expect(watcher.status).to_contain_text("You are watching.")
    expect(watcher.page.locator("#actions button")).to_have_count(0)
    alternately(black, white, "C3 D4")
    expect(watcher.stone("D4", "white")).to_be_visible()
    watcher.click("B2")
    black.play("A1")
    expect(watcher.stone("A1", "black")).to_be_visible()
    expect(watcher.stone("B2")).to_have_count(0)


@pytest.mark.slow
def test_sides_are_swapped_and_a_komi_is_bid(people: People) -> None:
    """Both pages then show each player's colour."""
    black, white = friends(people, "go-with-pie")
    alternately(black, white, "C3")
    white.action("swap").click()
    expect(black.page.locator("#status")).to_contain_text("Your turn: White")
    black.play("D3")
    white.has_moves(2)
    white.play("B3")
    black.has_moves(3)
    first, second = friends(people, "komi-bidding")
    for table, komi in ((first, "5.5"), (second, "7")):
        table.action("bid").click()
        table.page.locator("#bid input").fill(komi)
        table.page.locator("#bid button[type=submit]").click()
    expect(second.page.locator("#status")).to_contain_text("Your turn: Black")
    expect(first.page.locator("#status")).not_to_contain_text("Your turn")
