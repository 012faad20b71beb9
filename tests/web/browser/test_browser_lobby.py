"""Strangers meet in the lobby, play, are watched and counted; one click starts a game with a bot; links work once."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web_browser import People, Table, keep_picture

GAME = re.compile("/g/[0-9a-f]+$")


def enter(page: Page, name: str) -> None:
    """Enter the lobby under a name."""
    page.goto("/lobby")
    page.get_by_label("What should we call you?").fill(name)
    page.get_by_role("button", name="Use this name").click()
    expect(page.locator("#people li", has_text=name)).to_be_visible()


def met(people: People, board: str = "5") -> tuple[Table, Table]:
    """Let Ada offer a game of Tile Go in the lobby, as Black, and Ben accept it."""
    ada, ben = people.somebody(), people.somebody()
    enter(ada, "Ada")
    enter(ben, "Ben")
    expect(ada.locator("#people")).to_contain_text("Ben")
    ada.locator("#variant").select_option("tile")
    ada.locator("#board").select_option(board)
    ada.locator("#colour").select_option("black")
    ada.get_by_role("button", name="Offer it to anyone").click()
    expect(ada.locator("#challenges .mine")).to_contain_text("your challenge")
    expect(ada.locator("#notice")).to_contain_text("Waiting for an opponent")

    offer = ben.locator("#challenges li", has_text="Ada")
    expect(offer).to_contain_text("Tile Go 5x5")
    expect(offer).to_contain_text("10 min each · you play White")
    ben.get_by_role("button", name="Accept the challenge of Ada").click()
    expect(ben).to_have_url(GAME)
    expect(ada).to_have_url(GAME)
    black, white = Table(ada), Table(ben)
    expect(ada.locator("#players")).to_contain_text("Ben")
    for table in (black, white):
        table.settled()
    return black, white


@pytest.mark.slow
def test_two_strangers_meet_play_and_are_watched(people: People) -> None:
    black, white = met(people)
    cyn = people.somebody()
    black.play("C3")
    white.has_moves(1)
    white.play("C2")
    black.has_moves(2)

    cyn.goto("/lobby")
    cyn.get_by_role("button", name="Stay a guest").click()
    expect(cyn.locator("#door")).to_contain_text(re.compile(r"Your name is Guest \d{4}\."))
    game = cyn.locator("#games li", has_text="Ada and Ben")
    expect(game).to_contain_text("no spectators")
    expect(game.locator("img")).to_have_js_property("complete", True)
    watching = cyn.context.new_page()
    watcher = Table.open(watching, game.locator("a").get_attribute("href") or "")
    expect(watcher.status).to_contain_text("You are watching.")
    expect(game).to_contain_text("1 person watches")
    black.play("B2")
    expect(watcher.stone("B2", "black")).to_be_visible()


def test_two_who_look_for_an_opponent_are_matched(people: People) -> None:
    ada, ben = people.somebody(), people.somebody()
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        enter(page, name)
        page.locator("#wider summary").click()
        page.locator("#clocks label", has_text="10 min each").click()
    ada.locator("#board").select_option("13")
    ada.locator("#boards").get_by_label("9x9").check()
    ada.get_by_role("button", name="Find me an opponent").click()
    expect(ada.locator("#challenges .mine")).to_contain_text("Also: 9x9")
    ada.get_by_role("button", name="Stop looking").click()
    expect(ada.locator("#challenges .mine")).to_have_count(0)
    ada.get_by_role("button", name="Find me an opponent").click()
    expect(ben.locator("#challenges li", has_text="Ada")).to_have_count(1)
    ben.locator("#board").select_option("9")
    ben.get_by_role("button", name="Find me an opponent").click()
    for page in (ada, ben):
        expect(page).to_have_url(GAME)
        expect(page.locator("#players")).to_contain_text("Ben")
        expect(page.locator("#players")).to_contain_text("Ada")


@pytest.mark.slow
def test_four_friends_play_a_tournament_by_its_link(people: People, pictures: Path) -> None:
    ada, *others = (people.somebody() for _ in range(4))
    ada.goto("/new?variant=tile&board=5")
    ada.get_by_text("Friends, in a tournament").click()
    ada.get_by_label("Name of the tournament").fill("Sunday cup")
    ada.get_by_label("Format").select_option("knock-out")
    ada.locator("#begin").click()
    expect(ada.locator("h1")).to_have_text("Sunday cup")
    for page, name in zip((ada, *others), ("Ada", "Ben", "Cyn", "Dan")):
        page.goto(ada.url)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        expect(page.locator(".ways")).to_contain_text(name)
    expect(ada.locator(".ways li")).to_have_count(4)
    ada.get_by_role("button", name="Start the tournament").click()
    players = [ada, *others]
    for _ in range(2):
        for page in players:
            page.get_by_role("button", name="Go to your game").click()  # it starts when the other game has ended
            expect(page).to_have_url(GAME)
        winners = list({page.url: page for page in players}.values())
        for page in players:
            if page not in winners:
                table = Table(page)
                table.settled()
                table.action("resign").click()
                table.answer("yes").click()
                table.over("resigns")
        for page in winners:
            page.get_by_role("link", name="To the tournament").click()
        players = winners
    expect(players[0].locator(".winner")).to_contain_text("Winner:")
    keep_picture(players[0], pictures / "tournament.png", full_page=True)


@pytest.mark.slow
def test_a_program_of_the_house_is_played_in_one_click(people: People, pictures: Path) -> None:
    page = people.somebody(viewport={"width": 390, "height": 844})
    page.goto("/lobby")
    expect(page.locator("#no-challenges")).not_to_contain_text("Loading")
    page.locator("#variant").select_option("cushion")
    page.locator("#board").select_option("5")
    page.locator("#colour").select_option("black")
    keep_picture(page, pictures / "lobby.png", full_page=True)
    page.get_by_role("button", name="Play Pebble").click()
    expect(page).to_have_url(GAME)
    table = Table(page)
    table.settled()
    expect(page.locator(".player.white")).to_contain_text("Pebble")
    expect(page.locator(".player.white")).to_contain_text("bot")
    table.click("C3")
    table.has_moves(2)


@pytest.mark.slow
def test_a_game_from_the_form_is_offered_to_anyone_and_withdrawn(people: People) -> None:
    page = people.somebody()
    page.goto("/new")
    page.get_by_text("Anyone, in the lobby").click()
    page.locator("#clock").select_option("correspondence")
    page.locator("#begin").click()
    expect(page).to_have_url(re.compile("/lobby$"))
    mine = page.locator("#challenges .mine")
    expect(mine).to_contain_text("3 days per move · you play Black")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#notice")).to_contain_text("Your offer is withdrawn.")
    expect(mine).to_have_count(0)


@pytest.mark.slow
def test_an_invitation_serves_once_and_asks_for_a_name(people: People) -> None:
    black = Table.begin(people.somebody(), opponent={"kind": "friend"})
    assert black.invite
    people.expect_complaint("409")
    own = Table.open(black.page.context.new_page(), black.invite)
    expect(own.notice).to_contain_text("This is your own invitation: you play Black in this game.")
    friend = Table.open(people.somebody(), black.invite)
    friend.page.get_by_label("What should your opponent call you?").fill("Ben")
    friend.page.get_by_role("button", name="Use this name").click()
    expect(black.page.locator(".player.white")).to_contain_text("Ben")
    stranger = Table.open(people.somebody(), black.invite)
    expect(stranger.notice).to_contain_text("White is taken: an invitation is for the first person to open it.")
    expect(stranger.status).to_contain_text("You are watching.")
    again = Table.open(friend.page.context.new_page(), black.invite)
    expect(again.page.locator(".player.white")).to_contain_text("you")
    expect(again.notice).to_be_empty()
    again.page.close()
    black.page.locator("#more").click()
    expect(black.page.get_by_role("button", name="Link for spectators")).to_be_visible()
    black.play("C3")
    friend.has_moves(1)


@pytest.mark.slow
def test_forms_and_account_work_with_invalid_storage(people: People) -> None:
    page = people.somebody()
    people.expect_complaint("403")  # this browser's storage claims an account
    page.goto("/rules")
    for rubbish in ("null", "{"):
        keys = ["lobby", "new", "lost", "problems", "account.base"]
        page.evaluate(
            "([keys, kept]) => keys.forEach((key) => localStorage.setItem(`tengen.${key}`, kept))", [keys, rubbish]
        )
        page.goto("/lobby")
        expect(page.locator("#bots button").first).to_be_visible()
        expect(page.locator("#board option").first).to_be_attached()
        page.goto("/new")
        expect(page.locator("#picture svg")).to_be_visible()
        page.goto("/problems")
        expect(page.locator("#counted")).not_to_be_empty()
