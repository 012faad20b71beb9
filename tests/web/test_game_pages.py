"""The game's page and the list of games, as they leave the server: nothing in them runs or is styled inline."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

INLINE = re.compile(r"""<script(?![^>]*\ssrc=)(?![^>]*application/json)|<style|\sstyle=|\son\w+=|javascript:""")


def begun(client: TestClient) -> str:
    made = client.post("/api/games", json={"variant": "cushion", "board": "5", "opponent": {"kind": "self"}})
    url: str = made.json()["url"]
    return url


def test_a_game_has_a_page(client: TestClient) -> None:
    url = begun(client)
    answer = client.get(url)
    assert answer.status_code == 200
    assert f'data-game="{url.rpartition("/")[2]}"' in answer.text
    assert 'role="application"' in answer.text


@pytest.mark.parametrize("kind", ["g", "r"])
@pytest.mark.parametrize("id", ["nothing", "x" * 200, "%00", "%3Cscript%3E"])
def test_no_game_or_review_no_page(client: TestClient, kind: str, id: str) -> None:
    answer = client.get(f"/{kind}/{id}")
    assert answer.status_code == 404
    assert "Nothing is here" in answer.text
    assert "<script>" not in answer.text


def test_pages_hold_nothing_inline_and_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in (begun(client), "/games", "/no-such-page"):
        text = client.get(path).text
        assert not INLINE.search(text), path
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text), path


def test_all_that_pages_load_is_there(client: TestClient) -> None:
    for path in (begun(client), "/games"):
        loaded = re.findall(r"""(?:src|href)="(/static/[^"]+)\"""", client.get(path).text)
        assert len(loaded) >= 4
        for each in loaded:
            assert client.get(each).status_code == 200, each


def test_where_one_is_is_marked(client: TestClient) -> None:
    assert '<a href="/games" aria-current="page">' in client.get("/games").text
    assert 'aria-current="page"' not in client.get(begun(client)).text


def test_translations_are_sent_once(client: TestClient) -> None:
    first = client.get("/words.json?lang=de")
    assert first.json()["texts"]["Pass"] == "Passen"
    again = client.get("/words.json?lang=de", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
