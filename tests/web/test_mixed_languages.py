"""No page and no answer mixes languages: if every text of one language is marked, no text is unmarked."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from data import cases
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute
from starlette.testclient import TestClient
from web_accounts import account, sign_up
from web_games import begin
from web_marked import BARRED, LANGUAGE, english_in_data, english_in_page, is_english, speak_marked
from web_passkeys import Device

from tengen.rules import AXES
from tengen.rules.preset_files import known
from tengen.web import app
from tengen.web.lessons.course_library import courses
from tengen.web.lessons.problem_library import problems
from tengen.web.lobby.lobby_server import house_bots

ALLOWED = {"Tengen", "9x13 without D4 E5", *(bot.name for bot in house_bots())}
ALLOWED |= {each.by for each in known()}
ALLOWED |= {str(value) for axis in AXES.values() for value in axis.values}
GRAPH = re.compile(r"graph6:[?-~]+")
"""A graph's name, which is not translated."""
SAMPLES = {
    "/rules/{name}": ["tile", "tao", "ing", "formal", "gengo", "japanese"],
    "/learn/{name}": [each.name for each in courses()],
    "/learn/{name}/{task}": [f"{each.name}/{each.tasks[0].name}" for each in courses()],
    "/problems/{name}": [each[0].name for each in problems().values()],
}
"""Values for the parameters of pages; a game and a review are made first.

The texts of other tasks are checked by `lessons/test_answers_in_languages.py`, which needs no page for that.
"""

FROM_WITHIN = re.compile(
    r'\sstyle=|\son[a-z]+=|<style|javascript:|<script(?![^>]*(src=|type="application/json"))'
    r'|<(?:script|img|link)[^>]*(?:src|href)="(?:https?:)?//'
)
"""Scripts and styles within a page or from elsewhere, which its Content-Security-Policy forbids."""

QUIET = frozenset({"svg", "source", "url", "toml", "id", "rules", "axes", "variants"})
"""Fields of answers that hold no texts for people, or those of other tests."""


@pytest.fixture(scope="module", autouse=True)
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        speak_marked(patch.setattr, tmp_path_factory.mktemp("languages"))
        yield


@pytest.fixture(autouse=True)
def reader(client: TestClient) -> None:
    client.headers["accept-language"] = LANGUAGE


def pages(client: TestClient) -> list[str]:
    """Return the address of every page, those of each kind of parameter by a sample."""
    routes = [route for module in app._PAGES for route in module.router.routes if isinstance(route, APIRoute)]
    shown = [route.path for route in routes if route.response_class is HTMLResponse and "GET" in (route.methods or ())]
    game = begin(client)["id"]
    review = client.post("/api/reviews", json={"text": "(;GM[1]SZ[9];B[ee];W[cc])"}).json()["id"]
    held = client.post("/api/tournaments", json={"board": "9"}).json()["id"]
    known = SAMPLES | {"/g/{id}": [game], "/g/{id}/rules": [f"{game}/rules"], "/r/{id}": [review], "/t/{id}": [held]}
    sign_up(client, Device("http://testserver"), "Ада")
    known["/people/{id}"] = [account(client)["profile"].rpartition("/")[2]]
    found = []
    for path in shown:
        if "{" in path:
            found += [path.split("{")[0] + each for each in known[path]]
        else:
            found.append(path)
    return found


def test_every_page_is_in_one_language_without_inline_code(client: TestClient) -> None:
    found, every = {}, pages(client)
    assert len(every) > 10
    for address in every:
        answer = client.get(address)
        assert answer.headers["content-language"] == LANGUAGE, address
        assert not FROM_WITHIN.search(answer.text), address
        left = [text for text in english_in_page(answer.text) if text not in ALLOWED and not GRAPH.fullmatch(text)]
        if left:
            found[address] = left
    assert found == {}


def test_errors_are_in_the_language(client: TestClient) -> None:
    for address in ("/g/nothing", "/rules/nothing", "/nowhere", "/r/nothing"):
        page = client.get(address).text
        assert (english_in_page(page), FROM_WITHIN.search(page)) == ([], None), address
    for address in ("/api/games/nothing", "/api/reviews/nothing"):
        text = client.get(address).json()["error"]["text"]
        assert not is_english(text), text


def test_a_game_speaks_one_language(client: TestClient) -> None:
    """From the first move to the end, with a refusal, a capture and the count."""
    game = begin(client)["id"]
    found: list[str] = []
    for number, move in enumerate(["A2", "A1", "B1", "C3", "A1", "pass", "pass"]):
        body = {
            "id": f"m{number}",
            "number": state(client, game, found)["number"],
            "intent": {"kind": "move", "move": move},
        }
        answer = client.post(f"/api/games/{game}/intents", json=body)
        if answer.status_code != 200:
            found += english_in_data(answer.json(), frozenset({"code", "reasons"}))
    undo = {"kind": "propose", "what": "undo"}
    for number, intent in enumerate([{"kind": "agree"}, {"kind": "agree"}, undo, {"kind": "resign"}]):
        body = {"id": f"i{number}", "number": state(client, game, found)["number"], "intent": intent}
        client.post(f"/api/games/{game}/intents", json=body)
    state(client, game, found)
    assert found == []


@pytest.mark.parametrize("variant", ["tile", "cushion", "tao", "japanese", "ing", "gengo", "formal"])
def test_every_kind_of_game_speaks_one_language(client: TestClient, variant: str) -> None:
    made = begin(client, variant=variant, board="15" if variant == "gengo" else "7")
    found: list[str] = []
    state(client, made["id"], found)
    assert found == []


def state(client: TestClient, game: str, found: list[str]) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/games/{game}").json()
    found += english_in_data(told, QUIET)
    return told


@pytest.mark.parametrize("wanted", cases("mixed_languages", "what_is_wrong_with_a_choice_is_said_in_the_language"))
def test_what_is_wrong_with_a_choice_is_said_in_the_language(client: TestClient, wanted: dict[str, Any]) -> None:
    found = client.post("/api/check", json={"variant": "chinese", "board": "9"} | wanted).json()
    assert found["wrong"]
    assert [one["text"] for one in found["wrong"] if "⟦" not in one["text"]] == []


@pytest.mark.parametrize("text", ["(;GM[1]SZ[9];B[zz])", "(;GM[2])", "nothing at all", "(;SZ[9"])
def test_what_is_wrong_with_a_record_is_said_in_the_language(client: TestClient, text: str) -> None:
    answer = client.post("/api/reviews", json={"text": text})
    assert answer.status_code == 422
    assert answer.json()["error"]["text"].startswith("⟦")


@pytest.mark.parametrize(("address", "wanted", "inside"), cases("mixed_languages", "values_in_errors_are_translated"))
def test_values_in_errors_are_translated(client: TestClient, address: str, wanted: dict[str, Any], inside: str) -> None:
    """Values are between bars here, so that only separately translated ones have brackets within the bars."""
    client.headers["accept-language"] = BARRED
    found = client.post(
        address, json=wanted if "text" in wanted else {"variant": "chinese", "board": "9"} | wanted
    ).json()
    assert inside in (found["error"] if "error" in found else found["wrong"][0])["text"]
