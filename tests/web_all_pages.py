"""Every page there is, in the states that look different; a page without parameters needs no line in `PAGES`.

`tests/web/browser/test_browser_pages.py` checks each of them in every width and both themes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from playwright.sync_api import Page, expect
from web_browser import COMPILING, Table, opened

from tengen.web.app import _PAGES


@dataclass(frozen=True)
class PageCase:
    """A page in some state: its ``route``, how it is opened, and its console's complaint."""

    route: str
    open: Callable[[Page], None]
    complaint: str = ""


def at(address: str, ready: str, route: str = "", complaint: str = "") -> PageCase:
    """Return a page that is ready once the selector ``ready`` matches; its ``route`` is its address unless given."""

    def open(page: Page) -> None:
        page.goto(address)
        expect(page.locator(ready).first).to_be_visible()

    return PageCase(route or address, open, complaint)


def _game(variant: str, board: str, moves: str) -> PageCase:
    return PageCase("/g/{id}", lambda page: _begun(page, variant, board, moves))


def _begun(page: Page, variant: str, board: str, moves: str) -> None:
    Table.begin(page, variant, board, moves)


def _lobby(page: Page) -> None:
    days = {"clock": {"kind": "correspondence", "period": 86_400}}
    assert page.request.post("/api/lobby/challenges", data=days | {"axes": {"komi": 3.5}}).ok
    page.goto("/lobby")
    expect(page.locator("#challenges .mine")).to_be_visible()


def _sheet(page: Page) -> None:
    Table.begin(page, "cushion", "5x5", "C3")
    page.keyboard.press("?")
    expect(page.get_by_text("The rules in short")).to_be_visible()


def _waiting(page: Page) -> None:
    Table.begin(page, "chinese", "9x9", opponent={"kind": "friend"}, clock={"kind": "absolute", "main": 600})
    expect(page.get_by_label("Link for your friend")).to_be_visible()


def _counting(page: Page) -> None:
    table = Table.begin(page, "chinese", "5x5")
    table.play("B3", "D3", "B2", "D2", "B4", "D4", "B1", "D1", "B5", "D5", "A3", "E3", "E1")
    for _ in range(2):
        table.press("pass")
    table.click("E1")
    try:
        expect(page.locator("#score")).to_contain_text("Dead: E1.", timeout=15_000)
    except AssertionError:  # the engine's proposal came first, and the click withdrew it
        table.click("E1")
        expect(page.locator("#score")).to_contain_text("Dead: E1.")


def _over(page: Page) -> None:
    _counting(page)
    Table(page).action("agree").click()
    Table(page).over("wins")


def _games(page: Page) -> None:
    for variant in ("chinese", "tao", "gengo"):
        Table.begin(page, variant, "5x5", "C2")
    page.goto("/games")
    expect(page.locator("#games li")).to_have_count(3)
    expect(page.locator("#games li").first).to_contain_text(" · 1 move · ")


def _review(page: Page) -> None:
    opened(page)
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(Table(page).stone("D2")).to_be_visible()


def _teaching(page: Page) -> None:
    opened(page)
    page.get_by_role("button", name="Teach").click()
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_label("Link for adding variations")).to_be_visible()


def _again(page: Page) -> None:
    """Save a mistake as in the analysis of a game, and try it again."""
    opened(page)
    id = page.url.partition("/r/")[2].partition("#")[0]
    mistake = {
        "review": id,
        "node": "2",
        "by": "black",
        "number": 3,
        "move": "B2",
        "was": 0.8,
        "now": 0.3,
        "title": "Ada",
    }
    page.evaluate("kept => localStorage.setItem('tengen.problems.own', JSON.stringify({ kept }))", mistake)
    page.goto(f"/r/{id}?again=1#2")
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()


def _why(page: Page) -> None:
    """Lose against a friend, and open the explanation."""
    made = Table.begin(page, "chinese", "5x5", opponent={"kind": "friend"}, colour="black")
    browser = page.context.browser
    assert browser is not None
    friend = browser.new_context(base_url=page.url)
    Table.open(friend.new_page(), made.invite or "")
    number = made.state()["number"]
    for count, move in enumerate(["C3", "B2", "C2", "B3", "A5", "B4", "A4", "C4"]):
        wish = {"id": f"{count}", "number": number + count, "intent": {"kind": "move", "move": move}}
        who = friend if count % 2 else page
        assert who.request.post(f"/api/games/{made.id}/intents", data=wish).ok
    friend.close()
    made.has_moves(8)
    made.action("resign").click()
    made.answer("yes").click()
    page.locator("#ask-why").click()
    expect(page.locator("#why h2")).to_be_visible(timeout=COMPILING)


def _menu(page: Page, view: str = "") -> None:
    Table.begin(page, "tile", "9x9", "E5 C3 G7 C7")
    page.locator("#more").click()
    if view:
        page.locator(view).click()


def _shared(page: Page) -> None:
    """The rules of an unnamed variant, with the link to share it."""
    Table.begin(page, "tile", "5x5 torus", axes={"tiles": "cushion"})
    page.locator("#title a").click()
    expect(page.get_by_role("button", name="Share this variant")).to_be_visible()


def _report(page: Page) -> None:
    page.goto(f"/report?game={Table.begin(page, 'cushion', '5x5', 'C3').id}")
    expect(page.get_by_role("button", name="Send")).to_be_visible()


def _formal(page: Page) -> None:
    page.goto("/formal")
    page.get_by_role("button", name="Safe is not alive").click()
    expect(page.locator("#picture svg")).to_be_visible()


def _advanced(page: Page) -> None:
    page.goto("/new?variant=tao&board=graph:petersen")
    page.locator("#advanced summary").click()
    expect(page.locator("#picture svg")).to_be_visible()


def _profile(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": device | {"isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    page.goto("/account")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Make an account with a passkey").click()
    expect(page.locator("#title")).to_have_text("Signed in as Ada")
    Table.begin(page, "tile", "5x5", "C3")
    page.goto("/account")
    page.get_by_role("link", name="Your profile").click()
    expect(page.locator("h1")).to_have_text("Ada")
    expect(page.locator(".ways")).to_contain_text("Tile Go 5x5")


def _tournament(page: Page) -> None:
    made = page.request.post("/api/tournaments", data={"variant": "tile", "board": "5", "name": "Sunday cup"})
    address = made.json()["url"].replace("/t/", "/api/tournaments/")
    assert page.request.post(f"{address}/players", data={"name": "Ben"}).ok
    page.goto(made.json()["url"])
    expect(page.locator(".ways")).to_contain_text("Ben")


_CASES: dict[str, PageCase] = {
    "home": at("/", "button.play"),
    "explore": at("/explore", ".variants a"),
    "new": at("/new", "#picture svg"),
    "new-advanced": PageCase("/new", _advanced),
    "rules": at("/rules", ".variants a"),
    "rule": at("/rules/tile", "h2", "/rules/{name}"),
    "learn": at("/learn", ".course"),
    "course": at("/learn/go", ".course", "/learn/{name}"),
    "lesson": at("/learn/go/capture", "#board svg", "/learn/{name}/{task}"),
    "problems": at("/problems", "#progress"),
    "problem": at("/problems/hands-off", "#board svg", "/problems/{name}"),
    "daily": at("/problems/daily", "#board svg"),
    "waiting": PageCase("/g/{id}", _waiting),
    "playing": _game("cushion", "9x9", "E5 C3 G7 C7"),
    "gengo": _game("gengo", "11x11", "D4 H8 D8"),
    "tao": _game("tao", "5x5", "B2 A3 B3 A2 B1 A1 A4 D4"),
    "graph": _game("chinese", "graph:dodecahedron", "3 5"),
    "sheet": PageCase("/g/{id}/rules", _sheet),
    "counting": PageCase("/g/{id}", _counting),
    "over": PageCase("/g/{id}", _over),
    "lobby": PageCase("/lobby", _lobby),
    "games": PageCase("/games", _games),
    "upload": at("/review", "#text"),
    "review": PageCase("/r/{id}", _review),
    "teaching": PageCase("/r/{id}", _teaching),
    "again": PageCase("/r/{id}", _again),
    "why": PageCase("/g/{id}", _why),
    "menu": PageCase("/g/{id}", _menu),
    "settings": PageCase("/g/{id}", lambda page: _menu(page, "#open-looks")),
    "shared": PageCase("/rules/{name}", _shared),
    "profile": PageCase("/people/{id}", _profile),
    "tournament": PageCase("/t/{id}", _tournament),
    "report": PageCase("/report", _report),
    "formal": PageCase("/formal", _formal),
    "solved": at("/solved", ".solved .cards li"),
    "positions": at("/positions", ".famous .cards li"),
    "variants": at("/variants", ".all-variants .card"),
    "error": at("/nothing", "h1", "", "404"),
}
_ROUTES = [route for module in _PAGES for route in module.router.routes if isinstance(route, APIRoute)]
_FILES = re.compile(r"\.(?:svg|png|json|js|webmanifest)$")
ROUTES = {
    route.path for route in _ROUTES if not _FILES.search(route.path) and route.response_class is not RedirectResponse
}
"""The addresses of pages."""

_OTHERS = sorted(path for path in ROUTES - {case.route for case in _CASES.values()} if "{" not in path)
PAGES = _CASES | {path.strip("/").replace("/", "-"): at(path, "h1") for path in _OTHERS}
"""Every page by the name of its picture."""
QUICK = ("home", "new-advanced", "lesson", "playing", "over", "lobby", "review")
"""Pages that `make test` looks at; `make test-slow` looks at all."""
