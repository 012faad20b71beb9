"""Previews of links on other sites: tags in the page's head, a picture of the position, and the icons."""

import re
from io import BytesIO

import pytest
from PIL import Image
from starlette.testclient import TestClient
from web_games import begin, play

from tengen.draw import image_files
from tengen.records import TengenError
from tengen.web.pages import link_previews


def tags(client: TestClient, address: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([\w:-]+)" content="([^"]*)">', client.get(address).text)
    return dict(found)


def picture(client: TestClient, address: str) -> Image.Image:
    answer = client.get(address.removeprefix("http://testserver"))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    return Image.open(BytesIO(answer.content)).convert("RGB")


def test_a_link_to_a_game_tells_the_game_and_shows_its_position(client: TestClient) -> None:
    id = begin(client, name="Ada & <Ben>")["id"]
    before = tags(client, f"/g/{id}")
    assert before["og:title"] == "Go, Chinese rules, 5x5"
    assert before["og:description"] == before["description"]
    assert before["description"].startswith("Ada &amp; &lt;Ben&gt; (Black) against")
    nameless = tags(client, f"/g/{begin(client, opponent={'kind': 'computer'}, colour='black')['id']}")
    assert nameless["description"].startswith("Black against Computer (White). ")
    assert before["og:url"] == f"http://testserver/g/{id}"
    empty = picture(client, before["og:image"])
    assert empty.size == image_files.BANNER
    play(client, id, "C3")
    after = tags(client, f"/g/{id}")
    assert after["og:image"] != before["og:image"]  # the address changes, so caches by address get the new picture
    assert picture(client, after["og:image"]).tobytes() != empty.tobytes()


def test_links_to_reviews_rules_and_lessons_have_own_pictures(client: TestClient) -> None:
    review = client.post("/api/reviews", json={"text": "(;SZ[5]PB[Ada]PW[Ben];B[cc];W[bb])"}).json()["id"]
    told = tags(client, f"/r/{review}")
    assert told["og:title"] == "Ada and Ben"
    seen = {told["og:image"]}
    picture(client, told["og:image"])
    for page in ("/rules/tile", "/learn/go", "/problems/daily", "/"):
        told = tags(client, page)
        assert picture(client, told["og:image"]).size == image_files.BANNER
        seen.add(told["og:image"])
    assert len(seen) == 5


def test_the_default_preview_picture_is_shown(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("/link/game/nothing.png", "/link/review/nothing.png"):
        answer = client.get(address, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, "/link/page.png")
    for address in ("/link/rules/nothing.png", "/link/learn/nothing.png", "/link/learn/go/nothing.png"):
        assert client.get(address).status_code == 404

    def refuse(*_: object) -> bytes:
        raise TengenError("PNG and PDF files need the extra `pictures`")

    monkeypatch.setattr(link_previews, "_banner", refuse)
    answer = client.get("/link/rules/tile.png", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/link/page.png")
    assert picture(client, "/link/rules/tile.png").size == image_files.BANNER


def test_pictures_count_as_several_requests(client: TestClient) -> None:
    answers = [client.get("/link/rules/tile.png").status_code for _ in range(60)]
    assert answers[0] == 200
    assert answers[-1] == 429
