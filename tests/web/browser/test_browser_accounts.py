"""An account in Chromium, by its virtual authenticator: made, left, entered on another device; and games carried."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import CDPSession, Page, Route, expect
from web_browser import COMPILING, PHONE, People, Table, keep_picture

_DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keys:
    """The authenticator of a person's device."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        self.id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": _DEVICE})["authenticatorId"]

    def kept(self) -> list[dict[str, Any]]:
        """Return the device's passkeys."""
        found = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
        return list(found)

    def take(self, keys: list[dict[str, Any]]) -> None:
        """Add another device's passkeys, as synchronized devices do."""
        for key in keys:
            self._session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": key})


def _looked_at(page: Page, folder: Path, name: str) -> None:
    """Check a page on a phone (light theme) and a desktop (dark theme): nothing overflows, and axe finds nothing."""
    before, theme = page.viewport_size, page.locator("html").get_attribute("data-theme")
    assert before is not None
    for width, scheme in ((320, "light"), (1440, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("scheme => { document.documentElement.dataset.theme = scheme; }", scheme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
        keep_picture(page, folder / f"{name}-{width}-{scheme}.png", full_page=True)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size(before)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


def _remembers(page: Page, key: str, value: str) -> None:
    """Wait until a browser has stored something."""
    kept = "([key, value]) => localStorage.getItem(`tengen.${key}`) === value"
    page.wait_for_function(kept, arg=[key, value])


def test_an_account_by_a_passkey_and_everything_follows(people: People, pictures: Path) -> None:
    laptop, phone = people.somebody(), people.somebody(**PHONE)
    people.expect_complaint("status of 409")  # the warning before the last passkey is removed
    people.expect_complaint("status of 403")  # the other browser has been signed out
    keys = Keys(laptop)
    game = Table.begin(laptop, "chinese", "5x5", "C3", opponent={"kind": "friend"}, colour="black").id
    laptop.evaluate("""() => {
        localStorage.setItem("tengen.theme", "dark");
        localStorage.setItem("tengen.learn.tile", "lay ko");
    }""")
    laptop.goto("/account")
    laptop.get_by_label("Your name").fill("Ada")
    laptop.get_by_role("button", name="Make an account with a passkey").click()
    expect(laptop.locator("#title")).to_have_text("Signed in as Ada")
    expect(laptop.locator("#note")).to_have_text("Done.")
    assert [key["rpId"] for key in keys.kept()] == ["localhost"]
    laptop.get_by_role("button", name="Remove Passkey 1").click()
    expect(laptop.locator(".asked")).to_contain_text("This is the only way to sign in to this account")
    laptop.get_by_role("button", name="Keep it").click()
    expect(laptop.get_by_role("button", name="Remove Passkey 1")).to_be_focused()
    laptop.get_by_role("button", name="Rename Passkey 1").click()
    laptop.get_by_label("Name of the passkey").fill("Laptop")
    laptop.get_by_label("Name of the passkey").press("Enter")
    expect(laptop.locator(".ways")).to_contain_text("Laptop")

    Keys(phone).take(keys.kept())
    phone.goto("/account")
    phone.evaluate("localStorage.setItem('tengen.learn.tile', 'lay eye')")
    phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.locator("#title")).to_have_text("Signed in as Ada")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    _remembers(phone, "learn.tile", "lay ko eye")
    phone.goto("/games")
    expect(phone.locator("#games li")).to_have_count(1)
    assert Table.open(phone, f"/g/{game}").state()["you"] == ["black"]
    laptop.goto("/games")
    expect(laptop.locator("html")).to_have_attribute("data-theme", "dark")
    _remembers(laptop, "learn.tile", "lay ko eye")

    phone.goto("/account")
    phone.get_by_role("button", name="Sign out", exact=True).click()
    expect(phone.locator("#title")).to_have_text("Account")
    assert phone.evaluate("localStorage.getItem('tengen.learn.tile')") is None
    assert phone.request.get("/api/me/games").json() == []

    _rated_game(laptop)
    laptop.goto("/account")
    expect(laptop.locator("tbody tr")).to_contain_text(re.compile("provisional.*0 : 1"))
    _looked_at(laptop, pictures, "account")
    with laptop.expect_download() as loading:
        laptop.get_by_role("link", name="Download my data").click()
    assert Path(loading.value.path()).read_bytes().startswith(b"PK")
    laptop.get_by_role("button", name="Delete this account").click()
    expect(laptop.locator(".asked")).to_contain_text("Your games stay, without your name")
    laptop.locator(".asked").get_by_role("button", name="Delete it").click()
    expect(laptop.locator("#note")).to_have_text("The account is deleted, and this browser starts afresh.")
    assert Table.open(laptop, f"/g/{game}").state()["you"] == []


def _rated_game(page: Page) -> None:
    """Start a rated game by the form, and lose it."""
    page.goto("/new", timeout=COMPILING)
    page.get_by_text("Rated game", exact=True).click()
    page.locator("#begin").click()
    page.wait_for_url("**/g/*")
    table = Table(page)
    for turn in range(4):
        table.settled()
        state = table.state()
        vacant = page.locator("#board [data-point]:not(:has(.stone))").evaluate_all(
            "all => all.map(p => p.dataset.point)"
        )
        table.play([label for label in vacant if label not in state["illegal"]][len(vacant) // 2])
        expect(table.moves.nth(2 * turn + 1)).to_be_attached(timeout=COMPILING)
    table.settled()
    line = "Rated game: no move is taken back. Black is rated 1500 (provisional), White 770 (provisional)."
    expect(page.locator("#rated")).to_have_text(line)
    expect(table.action("undo")).to_have_count(0)
    table.action("resign").click()
    table.answer("yes").click()
    expect(page.locator("#rated")).to_contain_text(re.compile(r"Rated game\. Black: 1500 to \d+\. White: 770 to"))


@pytest.mark.slow
def test_a_single_use_link_carries_games_to_another_browser(people: People, pictures: Path) -> None:
    old, new, third = people.somebody(), people.somebody(**PHONE), people.somebody()
    people.expect_complaint("status of 404")
    game = Table.begin(old, "chinese", "5x5", opponent={"kind": "friend"}, colour="white").id
    old.goto("/account")
    old.evaluate("localStorage.setItem('tengen.problems', JSON.stringify({one: {box: 1, due: 5}}))")
    old.get_by_role("button", name="Make a link").click()
    link = old.get_by_label("The link").input_value()
    new.goto(link)
    button = new.get_by_role("button", name="Take them over")
    expect(button).to_be_visible()
    assert new.url.endswith("/carry")
    _looked_at(new, pictures, "carry")
    button.click()
    expect(new.locator("#note")).to_have_text("1 game is here now.")
    assert new.evaluate("JSON.parse(localStorage.getItem('tengen.problems')).one.box") == 1
    assert Table.open(new, f"/g/{game}").state()["you"] == ["white"]
    third.goto(link)
    third.get_by_role("button", name="Take them over").click()
    expect(third.locator("#note")).to_contain_text("This link was already used")


@pytest.mark.slow
def test_a_link_by_mail_asks_before_it_takes_games(people: People, pictures: Path) -> None:
    page, used = people.somebody(), list[str]()
    people.expect_complaint("status of 409")

    def use(route: Route) -> None:
        used.append(route.request.url.rpartition("?")[2])
        refused = {"error": {"code": "games", "text": "Your games would be another's."}}
        route.fulfill(status=409, json=refused) if len(used) == 1 else route.fulfill(json={"done": True})

    page.route("**/api/account/mail/look", lambda route: route.fulfill(json={"deed": "enter", "email": "eve@go.test"}))
    page.route("**/api/account/items", lambda route: route.fulfill(json={"items": {}}))
    page.route("**/api/account/mail/use*", use)
    page.goto("/account/mail#secret")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Your games would be another's.")).to_be_visible()
    expect(page.get_by_role("button", name="Do not sign in")).to_be_visible()
    _looked_at(page, pictures, "mail-games")
    page.get_by_role("button", name="Sign in and bring my games").click()
    page.wait_for_url("**/account")
    assert used[1:] == ["sure=true"]
