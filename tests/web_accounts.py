"""People with accounts, for tests: separate browsers at one server, and their actions."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
from starlette.testclient import TestClient, WebSocketTestSession
from web_passkeys import Device

from tengen.web.services import Services

_T = TypeVar("_T")
Person = Callable[..., TestClient]
HERE = "http://go.test"


def browsers(app: Any) -> Person:
    """Return a maker of browsers at a server; the first must be entered, which starts it."""
    came: list[TestClient] = []

    def somebody(origin: str = HERE) -> TestClient:
        made = TestClient(app, base_url=origin, headers={"origin": origin})
        made.portal = came[0].portal if came else None
        came.append(made)
        return made

    return somebody


def services_of(client: TestClient) -> Services:
    app: Any = client.app
    found: Services = app.state.services
    return found


def at_server(client: TestClient, work: Callable[..., Awaitable[_T]], *given: object) -> _T:
    assert client.portal is not None
    return client.portal.call(work, *given)


def sign_up(client: TestClient, device: Device, name: str = "Ada") -> str:
    options = client.post("/api/account/passkeys/begin", json={"name": name})
    assert options.status_code == 200, options.text
    answer = client.post("/api/account/passkeys", json={"name": name, "credential": device.make(options.json())})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def member(person: Person, name: str = "Ada") -> TestClient:
    """Return a browser in which a new account has just been opened."""
    client = person()
    sign_up(client, Device(), name)
    return client


def sign_in(client: TestClient, device: Device, id: str | None = None, said: Any = None) -> Any:
    options = client.post("/api/account/sign-in/begin").json()
    return client.post("/api/account/sign-in", json={"credential": device.sign(options, id, said)})


def account(client: TestClient) -> Any:
    return client.get("/api/account").json()["account"]


def closed_with(page: WebSocketTestSession, seconds: float = 60.0) -> int:
    """Return the code with which the server closes a page's WebSocket; TimeoutError if it stays open."""

    async def code() -> int:
        with anyio.fail_after(seconds):
            while (said := await page._send_rx.receive())["type"] != "websocket.close":
                pass
        return int(said["code"])

    return page.portal.call(code)


def plant(client: TestClient, name: str, value: str, path: str = "/") -> None:
    client.cookies.set(name, value, domain="go.test", path=path)


def mine(client: TestClient) -> set[str]:
    return {game["id"] for game in client.get("/api/me/games").json()}


def seats(client: TestClient, game: str) -> list[str]:
    found: list[str] = client.get(f"/api/games/{game}").json()["you"]
    return found
