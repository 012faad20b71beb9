"""Web push in a real Chromium: the switch subscribes and unsubscribes; each game shows one notification.

No push service can be reached from here: Chromium's own hook for tests delivers, and the subscription is a made-up one.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from data import text_of
from playwright.sync_api import Browser, Page, expect
from test_browser_friends import friends
from web_browser import FLAGS, People, Server, chromium
from web_push import Subscriber


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """All visitors, in a complete Chromium: the one without a window shows no notifications."""
    whole = browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS])
    came = People(whole, server.url, service_workers="allow")
    yield came
    came.leave()
    whole.close()
    assert not came.complaints


SUBSCRIBES = text_of("push_subscribes.js")


def deliver(page: Page, message: dict[str, str]) -> None:
    """Make Chromium deliver a push message to the page's service worker."""
    protocol = page.context.new_cdp_session(page)
    registrations: list[str] = []

    def heard(event: dict[str, Any]) -> None:
        registrations.extend(each["registrationId"] for each in event["registrations"])

    protocol.on("ServiceWorker.workerRegistrationUpdated", heard)
    protocol.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(50)
    origin = page.evaluate("location.origin")
    wish = {"origin": origin, "registrationId": registrations[0], "data": json.dumps(message)}
    protocol.send("ServiceWorker.deliverPushMessage", wish)


def notifications(page: Page) -> Any:
    return page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
            .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
    )


def shown(page: Page, wanted: dict[str, str]) -> None:
    """Wait until only one notification is shown; while one replaces another, Chromium may list both."""
    for _ in range(100):
        if notifications(page) == [wanted]:
            return
        page.wait_for_timeout(100)
    assert notifications(page) == [wanted]


@pytest.mark.slow
def test_a_browser_is_told_of_a_turn(people: People) -> None:
    black, white = friends(people, "tile")
    page = white.page
    page.context.grant_permissions(["notifications"])
    page.evaluate(SUBSCRIBES, Subscriber("https://push.example.org").wish())
    page.locator("#open-moves").click()
    switch = page.get_by_role("button", name="Notify me when it is my turn")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Notifications are on in this browser, even while no Tengen page is open.")).to_be_visible()

    told = {"title": "Your turn · Tile Go", "body": "Black C3", "url": f"/g/{white.id}", "tag": white.id}
    for body in ("Black C3", "Black D3"):
        deliver(page, told | {"body": body})
        shown(page, told | {"body": body})

    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("Notifications are off in this browser.")).to_be_visible()
    page.goto("/games")
    expect(page.get_by_role("button", name="Notify me when it is my turn")).to_be_visible()
    expect(page).to_have_title(re.compile("My games"))
    assert black.page.locator("#push").count() == 1
