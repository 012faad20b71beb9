"""Reviews in a browser: a record opened, stepped through by keys, and replayed under other rules."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from web_browser import COMPILING, PHONE, People, Table, opened

from tengen.web.reviews.record_tree import address_without

LOST_LATE = """(;SZ[5]KM[6.5]RU[Chinese]GN[An eye filled]PB[Ada]BR[2k]PW[Bob]WR[3k]
AW[ab][ac][ad][ba][bb][bc][bd][be]AB[ca][cb][cc][cd][ce][dc][ec]PL[B];B[dd];W[aa];B[ed])"""


def stone(table: Table, label: str) -> None:
    expect(table.stone(label)).to_be_visible()


def test_a_record_is_uploaded_and_walked_through_by_keys(people: People) -> None:
    page = people.somebody()
    opened(page)
    table, keys, place = Table(page), page.keyboard, page.locator("#place")
    expect(place).to_have_text("The first position")
    for label in ("B3", "D3", "B2"):
        keys.press("ArrowDown")
        stone(table, label)
    expect(page.locator("#comment")).to_have_text("Solid.")
    keys.press("ArrowDown")
    stone(table, "D2")
    keys.press("ArrowRight")
    stone(table, "C3")
    expect(table.stone("D2")).to_have_count(0)
    keys.press("End")
    stone(table, "C4")
    keys.press("Control+ArrowUp")
    expect(table.stone("C3")).to_have_count(0)
    stone(table, "B2")
    keys.press("Home")
    expect(place).to_have_text("The first position")
    expect(table.said).to_contain_text("The first position")
    table.click("E5")
    expect(table.stone("E5", "black")).to_be_visible()
    expect(page.locator("#tree .branch")).not_to_have_count(0)


@pytest.mark.slow
def test_a_record_under_other_rules_shows_its_illegal_move(people: People) -> None:
    page = people.somebody()
    opened(page)
    page.locator("#rules").select_option("tile")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Move 6, White pass, is illegal.")
    verdict.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("#6,tile|#5,tile"))
    stone(Table(page), "B4")
    page.locator("#rules").select_option("japanese")
    expect(verdict).not_to_contain_text("illegal")
    page.reload()
    expect(page.locator("#rules")).to_have_value("japanese")


@pytest.mark.slow
def test_a_position_written_by_hand_is_played(people: People) -> None:
    """Issue 44, item 11: a diagram is opened, and play begins from it."""
    page = people.somebody()
    page.goto("/review")
    page.locator("#text").fill(".XO..\n.X...\n.....\n.....\n.....")
    page.locator("#upload button.first").click()
    table = Table(page)
    expect(table.stone("B5", "black")).to_be_visible()
    page.locator("#rules").select_option("formal")
    expect(page).to_have_url(re.compile(",formal"))
    page.get_by_role("link", name="Play from this position").click()
    expect(page.locator("#picture svg").first).to_be_visible()
    expect(page.locator("#name strong")).to_have_text("Go, formal rules")
    expect(page.locator("#size")).to_be_hidden()
    expect(page.get_by_label("Anyone, in the lobby")).to_be_hidden()
    page.get_by_text("Both sides on this device").click()
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile("/g/"))
    expect(table.stone("C5", "white")).to_be_visible()
    table.play("E1")


@pytest.mark.slow
def test_what_an_upload_lacks_is_asked_for(people: People) -> None:
    """Errors show their place; the page asks for the meaning of circles, and for the board of clicks."""
    page = people.somebody()
    people.expect_complaint("422")
    page.goto("/review")
    text, put, wrong = page.locator("#text"), page.locator("#upload button.first"), page.locator("#wrong")
    text.fill("(;GM[1]SZ[5]\n;B[zz])")
    put.click()
    expect(wrong).to_contain_text(re.compile("line 2", re.IGNORECASE))
    expect(text).to_be_focused()
    text.fill("1 (0 0) 2 (1 0) 3 pass 4 pass")
    put.click()
    expect(wrong).to_contain_text("name the board")
    page.get_by_label("Board", exact=True).fill("2x1")
    put.click()
    expect(page).to_have_url(re.compile("/r/"))
    expect(page.locator("#own-rules")).to_contain_text("formal rules")
    page.goto("/review")
    text.fill("$$B\n$$ +-----+\n$$ | . X . |\n$$ | X W B |\n$$ | . C . |\n$$ +-----+\n")
    expect(page.locator("#circles")).to_be_hidden()
    put.click()
    expect(page.get_by_role("group", name="Are the circles of this diagram tiles?")).to_be_visible()
    page.get_by_role("button", name="Tiles of Cushion Go").click()
    expect(page.locator("#own-rules")).to_contain_text("Cushion Go")


def test_a_refused_file_stays_chosen_when_its_board_is_named(people: People) -> None:
    page, clicks = people.somebody(), "1 (0 0) 2 (1 0) 3 pass 4 pass"
    people.expect_complaint("422")
    page.goto("/review")
    page.locator("#file").set_input_files({"name": "game.clicks", "mimeType": "text/plain", "buffer": clicks.encode()})
    expect(page.locator("#wrong")).to_contain_text("name the board")
    page.get_by_label("Board", exact=True).fill("2x1")
    page.locator("#upload button.first").click()
    expect(page.locator("#own-rules")).to_contain_text("formal rules")


@pytest.mark.slow
def test_a_game_that_is_over_is_reviewed(people: People) -> None:
    table = Table.begin(people.somebody())
    table.play("C3", "D4")
    table.action("resign").click()
    table.answer("yes").click()
    table.over("resigns")
    table.page.get_by_role("button", name="Review", exact=True).click()
    expect(table.page).to_have_url(re.compile("/r/"))
    expect(table.page.locator("#tree button")).to_have_count(4)


@pytest.mark.slow
def test_a_friend_adds_a_variation_and_a_comment_by_the_link(people: People) -> None:
    page, other = people.somebody(), people.somebody()
    opened(page)
    page.get_by_role("button", name="Write a comment").click()
    page.get_by_label("Comment on this position").fill("An empty board.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#comment")).to_have_text("An empty board.")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link for adding variations").input_value()
    other.goto(link)
    expect(other.locator("#guests")).to_have_text("You may add variations here, and comments on them.")
    expect(other).not_to_have_url(re.compile("add="))
    Table(other).click("E5")
    stone(Table(other), "E5")
    expect(other.get_by_role("button", name="Write a comment")).to_be_visible()
    branches = page.locator("#tree .branch")
    before = branches.count()
    page.locator("#tree").get_by_role("button", name="Black E5").click()
    stone(Table(page), "E5")
    page.get_by_role("button", name="Delete this variation").click()
    expect(branches).to_have_count(before - 1)
    expect(Table(page).stone("E5")).to_have_count(0)


@pytest.mark.slow
def test_everyone_follows_the_owner_and_the_guest_with_the_pen(people: People) -> None:
    """Three browsers: all see positions, variations, marks and comments; one may leave the lesson and return."""
    owner, ben, cat = people.somebody(), people.somebody(), people.somebody()
    opened(owner)
    owner.get_by_role("button", name="Teach").click()
    lesson = owner.locator("#teaching")
    expect(lesson).to_contain_text("everyone on this page follows your board")
    cat.goto(owner.url.partition("#")[0])
    expect(cat.locator("#teaching")).to_contain_text("You are following the teacher's board")
    lesson.get_by_role("button", name="Invite").click()
    lines: list[WebSocketRoute] = []
    cut: list[bool] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        if cut:
            line.close()
        else:
            line.connect_to_server()

    phone = owner.context.new_page()  # leads, too
    phone.route_web_socket(re.compile("/live$"), connect)
    phone.goto(owner.url)
    ben.goto(owner.get_by_label("Link for adding variations").input_value())
    expect(lesson.get_by_role("button", name="Give Guest 1 the pen")).to_be_visible()

    Table(owner).click("E5")
    for each in (owner, ben, cat, phone):
        stone(Table(each), "E5")
    owner.get_by_role("button", name="Mark points with a triangle").click()
    Table(owner).click("A1")
    for each in (owner, ben, cat):
        expect(each.locator("#board .mark")).to_have_count(1)
    owner.get_by_role("button", name="Mark points with a triangle").click()
    owner.get_by_role("button", name="Write a comment").click()
    owner.get_by_label("Comment on this position").fill("A corner.")
    owner.get_by_role("button", name="Save").click()
    for each in (ben, cat):
        expect(each.locator("#comment")).to_have_text("A corner.")

    cat.locator("#steps").get_by_role("button", name="Back one move").click()
    expect(cat.locator("#teaching")).to_contain_text("You have stepped away")
    cut.append(True)
    lines[-1].close()
    Table(owner).click("A5")
    stone(Table(owner), "A5")
    expect(Table(cat).stone("A5")).to_have_count(0)
    cat.get_by_role("button", name="Follow again").click()
    stone(Table(cat), "A5")
    expect(Table(phone).stone("A5")).to_have_count(0)
    cut.clear()
    for each in (phone, ben):
        stone(Table(each), "A5")

    lesson.get_by_role("button", name="Give Guest 1 the pen").click()
    expect(ben.locator("#teaching")).to_contain_text("You have the pen")
    ben.locator("#steps").get_by_role("button", name="First position").click()
    for each in (owner, ben, cat):
        expect(Table(each).stone("A5")).to_have_count(0)
    lesson.get_by_role("button", name="Take the pen back").click()
    expect(ben.locator("#teaching")).to_contain_text("You are following the teacher's board")
    lesson.get_by_role("button", name="Stop teaching").click()
    for each in (owner, ben, cat):
        expect(each.locator("#teaching")).to_be_hidden()


@pytest.mark.slow
def test_an_analysis_lists_candidates_and_mistakes(people: People) -> None:
    """White's last stone fills its own eye, which the engine finds at once."""
    page = people.somebody()
    opened(page, LOST_LATE, title="An eye filled")
    expect(page.locator("#people")).to_have_text(re.compile("Ada 2k.*Bob 3k"))
    page.get_by_role("button", name="Analyse").click()
    candidates = page.locator("#candidates table")
    expect(candidates.locator("caption")).to_contain_text("chances are", timeout=COMPILING)
    expect(page.locator("#thinking")).to_have_text("", timeout=COMPILING)
    column = candidates.locator("thead th").all_inner_texts().index("Simulations") + 1
    visits = [int(text) for text in candidates.locator(f"tbody tr > :nth-child({column})").all_inner_texts()]
    assert visits == sorted(visits, reverse=True)
    first = page.locator("#board .candidate").first
    expect(first).to_have_class("candidate best")
    expect(page.locator("#board .candidate text")).to_have_text([str(place + 1) for place in range(len(visits))])
    expect(page.locator("#board .played")).to_have_count(1)
    listed = page.locator("#mistakes li")
    expect(listed.first).to_contain_text("White A5", timeout=COMPILING)
    expect(page.locator("#graph .mistake").first).to_be_attached()
    flagged = page.locator("#tree button", has=page.locator(".sign"))
    expect(flagged.filter(has_text="A5")).to_have_count(1)
    for mark in flagged.locator(".sign").all():  # behind its move, with nothing between them
        look = "each => [getComputedStyle(each).borderLeftWidth, getComputedStyle(each).order]"
        assert mark.evaluate(look) == ["0px", "0"]
    listed.first.get_by_role("button").click()
    mistake = page.locator("#mistake")
    expect(mistake).to_contain_text("White's chances to win fell")
    mistake.get_by_role("button", name="Show the better move").click()
    expect(page.locator("#notice")).to_contain_text("Not played, but better")
    expect(Table(page).stone("A5")).to_have_count(0)
    becomes_a_problem(page)


def becomes_a_problem(page: Page) -> None:
    """Try a listed mistake again: wrongly, then by the engine's move; find it among the problems."""
    table, judged = Table(page), page.locator("#again .judged")
    page.locator("#try-all").click()
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    expect(page.locator("#tree")).to_be_hidden()
    expect(page.locator("#board .candidate")).to_have_count(0)
    expect(page.locator("#board")).to_have_attribute("data-mode", "play")
    table.click("A5")
    expect(judged).to_contain_text("That is the move you played")
    judged.get_by_role("button", name="Show me").click()
    expect(judged).to_contain_text("The computer plays", timeout=COMPILING)
    better = re.search("plays ([A-E][1-5])", judged.inner_text())
    judged.get_by_role("button", name="Start over").click()
    if better is None:  # a pass
        return
    expect(page.locator("#board")).to_have_attribute("data-mode", "play")  # not the solution any more
    table.click(better[1])
    expect(judged).to_contain_text(f"Right: {better[1]}", timeout=COMPILING)
    page.goto("/problems")
    card = page.locator("#own li")
    expect(card).to_contain_text("Better than A5")
    expect(card.locator(".state")).to_have_text("✓ solved")
    card.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    expect(table.stone("A5")).to_have_count(0)
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator("#tree")).to_be_visible()


@pytest.mark.slow
def test_a_tap_tries_a_move_at_once(people: People) -> None:
    page = people.somebody(**PHONE)
    opened(page)
    Table(page).point("E5").locator(".hit").tap(force=True)
    stone(Table(page), "E5")
    expect(page.locator("#confirm")).to_be_hidden()


@pytest.mark.slow
def test_a_review_begins_by_itself_after_a_game(people: People) -> None:
    """The page and its title show when the review is ready, and the button opens it, with the analysis on."""
    moves = "B3 D3 B2 D2 C4 D4 A3"
    table = Table.begin(people.somebody(), moves=moves)
    page = table.page
    table.action("resign").click()
    table.answer("yes").click()
    table.over("resigns")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })")
    ready = page.locator("#reviewed")
    expect(ready).to_contain_text("The review is ready", timeout=COMPILING)
    expect(page).to_have_title(re.compile("Review ready"))
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page).not_to_have_title(re.compile("Review ready"))
    page.locator("#review").click()
    expect(page.locator("#tree button")).to_have_count(len(moves.split()) + 2)
    expect(page.locator("#graph .chance")).to_be_attached()
    expect(page.locator("#switch-analysis")).to_have_attribute("aria-pressed", "true")


def test_addresses_follow_what_was_taken_away(people: People) -> None:
    page = people.somebody()
    page.goto("/review")
    rows = [
        ("1.2.5", "1.2.3", "1.2.2"),  # inside it
        ("1.2.4.1.0", "1.2.3", "1.2.2"),
        ("1.2.2", "1.2.3", "1.2.2"),  # before it
        ("1.3.4", "1.2.0", "1.2.4"),  # behind it at its place
        ("1.1.4", "1.2.0", "1.1.4"),
        ("1.2.2.1.4", "1.2.3", "1.2.7"),  # the second choice becomes the first
        ("1.2.2.2.0", "1.2.3", "1.2.2.1.0"),
        ("7", "1.2.0", "7"),
    ]
    code = """rows => import("/static/js/variations.js").then(({ movedBy }) =>
        rows.map(([address, removed]) => movedBy(address, removed, removed === "1.2.3" ? "1.2.2" : "1")))"""
    assert page.evaluate(code, rows) == [row[2] for row in rows] == [address_without(*row[:2]) for row in rows]
