"""Languages of requests: the choice for a reader, its storage, and the translations for scripts."""

import json

import pytest
from starlette.testclient import TestClient
from web_games import code

from tengen.web.languages.catalogue import LANGUAGES
from tengen.web.languages.reader_language import language, once_a_language, speaking
from tengen.web.texts import number, script_words, tell


@pytest.mark.parametrize(
    ("headers", "address", "expected"),
    [
        ({}, "/games", "en"),
        ({"accept-language": "de-AT,de;q=0.9,en;q=0.8"}, "/games", "de"),
        ({"accept-language": "tlh,xx;q=0.9"}, "/games", "en"),
        ({"accept-language": "zh-TW"}, "/games", "zh-Hans"),
        ({"accept-language": "ja;q=0,ko;q=0.2"}, "/games", "ko"),
        ({"accept-language": "de", "cookie": "language=ja"}, "/games", "ja"),
        ({"accept-language": "de", "cookie": "language=xx"}, "/games", "de"),
        ({"cookie": "language=ja"}, "/games?lang=ko", "ko"),
        ({"cookie": "language=ja"}, "/games?lang=tlh", "ja"),
        ({"accept-language": ";;q=x,de;q=nan," * 100}, "/games?lang=%ff", "en"),
    ],
)
def test_who_gets_which_language(client: TestClient, headers: dict[str, str], address: str, expected: str) -> None:
    answer = client.get(address, headers=headers)
    assert answer.headers["content-language"] == expected
    assert f'<html lang="{expected}"' in answer.text
    assert "Accept-Language" in answer.headers["vary"]
    assert "Cookie" in answer.headers["vary"]


def test_a_choice_is_kept(client: TestClient) -> None:
    assert client.get("/games").headers["content-language"] == "en"
    assert client.get("/api/variants?lang=de").headers["content-language"] == "de"
    assert client.get("/games").headers["content-language"] == "en", "only pages keep it"
    assert client.get("/games?lang=ko").headers["content-language"] == "ko"
    assert client.get("/api/variants").headers["content-language"] == "ko"
    assert client.get("/games").headers["content-language"] == "ko"


def test_script_translations_depend_on_language_and_version(client: TestClient) -> None:
    for each in LANGUAGES[1:]:
        text, version = script_words(each)
        address = f"/words.json?lang={each}&v={version}"
        assert f'data-words="{address.replace("&", "&amp;")}"' in client.get(f"/games?lang={each}").text
        found = client.get(address)
        assert found.json() == json.loads(text)
        assert "immutable" in found.headers["cache-control"]
        again = client.get(address, headers={"if-none-match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.get("/words.json?lang=de&v=0").headers["cache-control"] == "no-cache"
    assert "data-words" not in client.get("/games?lang=en").text
    assert client.get("/words.json?lang=en").json() == {}
    assert "content-language" not in client.get("/static/css/base.css").headers


def test_what_is_kept_is_kept_for_each_language() -> None:
    made = once_a_language(language)
    assert made() == "en"
    with speaking("de"):
        assert made() == "de"
        assert number(6.5) == "6,5"
    assert made() == "en"
    assert number(6.5) == "6.5"
    assert tell("Anything at all.") == "Anything at all."


def test_errors_that_quote_visitors_are_short_and_fast(client: TestClient) -> None:
    for sent in ("x; ", "{x}", ".", "a: " * 200, "a; " * 20_000, "A. B " * 20_000, "k" * 200_000):
        answer = client.post("/api/lobby/challenges", json={sent: 1}, headers={"accept-language": "de"})
        assert code(answer) == (422, "invalid")
        assert len(answer.json()["error"]["text"]) < 700
