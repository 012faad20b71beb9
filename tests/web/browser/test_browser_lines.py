"""Reactions of a page when the server closes its connection, and the reason that it shows."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from web_browser import People, Table, opened

LIVE = re.compile(r"/live(\?|$)")


def closing(page: Page, code: int) -> list[WebSocketRoute]:
    """Close every connection of a page with a code; return the connections that it makes."""
    made: list[WebSocketRoute] = []

    def close(socket: WebSocketRoute) -> None:
        made.append(socket)
        socket.close(code=code)

    page.route_web_socket(LIVE, close)
    page.clock.install()
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("code", "told"), [(4403, "takes this page for another site's"), (4404, "Game not found")])
def test_a_page_that_is_sent_away_says_why_and_stays_away(people: People, code: int, told: str) -> None:
    table = Table.begin(people.somebody())
    made = closing(table.page, code)
    table.page.reload()
    expect(table.status).to_contain_text(told)
    table.page.clock.run_for("05:00")
    table.page.evaluate("dispatchEvent(new Event('online'))")
    assert len(made) == 1


@pytest.mark.slow
@pytest.mark.parametrize("begin", [lambda page: Table.begin(page), lambda page: opened(page)], ids=["game", "review"])
def test_one_page_too_many_says_so_and_tries_again_later(people: People, begin: Callable[[Page], object]) -> None:
    page = people.somebody()
    begin(page)
    made = closing(page, 4429)
    page.reload()
    line = page.get_by_text("Too many connections or requests from your address.")
    expect(line).to_be_visible()
    page.clock.run_for("00:20")
    assert len(made) == 1
    page.clock.run_for("00:40")
    assert len(made) == 2


def test_a_page_says_that_the_server_starts(people: People) -> None:
    table = Table.begin(people.somebody(), moves="C3")
    sockets: list[WebSocketRoute] = []

    def hold(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.send('{"type": "preparing"}')

    table.page.route_web_socket(LIVE, hold)
    table.page.reload()
    expect(table.status).to_contain_text("The server is starting")
    sockets[0].connect_to_server()
    expect(table.stone("C3")).to_be_visible()
    expect(table.status).to_have_text("White to play.")
    expect(table.page.locator("#link")).to_be_empty()


@pytest.mark.slow
def test_a_style_chosen_while_connecting_is_requested_later(people: People) -> None:
    page = people.somebody()
    page.goto("/")
    sent = page.evaluate(
        """async () => {
            const sent = [];
            let made;
            window.WebSocket = class extends EventTarget {
                static OPEN = 1;
                readyState = 0;
                constructor() { super(); made = this; }
                send(text) { sent.push(JSON.parse(text)); }
            };
            const { Live } = await import("/static/js/api.js");
            const nothing = () => {};
            const hooks = { state: nothing, refused: nothing, link: nothing, closed: nothing };
            const live = new Live("game", { theme: "light", coordinates: true }, hooks);
            live.see({ theme: "dark", coordinates: true });
            made.readyState = 1;
            made.dispatchEvent(new Event("open"));
            return sent;
        }"""
    )
    assert sent == [{"type": "look", "theme": "dark", "coordinates": True}]
