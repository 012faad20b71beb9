"""Games over HTTP, for tests: begun, played and watched by simple browsers."""

from typing import Any
from uuid import uuid4

from starlette.testclient import TestClient


def begin(client: TestClient, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"variant": "chinese", "board": "5", "opponent": {"kind": "self"}} | wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def state(client: TestClient, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{id}").json()
    return found


def without_clocks(client: TestClient, id: str) -> dict[str, Any]:
    return {name: value for name, value in state(client, id).items() if name not in ("now", "players")}


def intend(client: TestClient, id: str, *, number: int | None = None, as_id: str | None = None, **wish: Any) -> Any:
    seen = state(client, id)["number"] if number is None else number
    return client.post(f"/api/games/{id}/intents", json={"id": as_id or str(uuid4()), "number": seen, "intent": wish})


def play(client: TestClient, id: str, *moves: str) -> None:
    for move in moves:
        answer = intend(client, id, kind="move", move=move)
        assert answer.status_code == 200, answer.text


def seat_of(link: str) -> str:
    return link.partition("#seat=")[2]


def between(client: TestClient, friend: TestClient, **wanted: Any) -> str:
    """Return a game that a friend has joined as White."""
    made = begin(client, opponent={"kind": "friend"}, **wanted)
    assert friend.post(f"/api/games/{made['id']}/seat", json={"token": seat_of(made["invite"])}).status_code == 200
    return str(made["id"])


def code(answer: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


def rematch(client: TestClient, id: str, **body: Any) -> Any:
    return client.post(f"/api/games/{id}/rematch", json=body)


def another(client: TestClient) -> TestClient:
    """Another browser, in the same event loop: events in one wake the other."""
    made = TestClient(client.app, base_url="http://testserver", headers={"origin": "http://testserver"})
    made.portal = client.portal
    return made
