"""Languages: who gets which, what is kept, and how sentences of games are told."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tengen.web.languages.catalogue import LANGUAGES
from tengen.web.languages.harvest import english_sentences, missing, wrong
from tengen.web.languages.sentences import Sentences, filled, slots_of
from tengen.web.texts import language, number, once_a_language, say, speaking, tell

GERMAN = {
    "The game is over.": "Die Partie ist zu Ende.",
    "It is {opponent}'s turn.": "{opponent} ist am Zug.",
    "{player} cannot pay for a Tao stone: it costs {price}; {player} holds {n}.": "{player}: Preis {price}, hat {n}.",
    "White": "Weiß",
    "Black": "Schwarz",
    "{winner} wins by {n} points.": "{winner} gewinnt mit {n} Punkten.",
    "line {n}, column {m}: {what}": "Zeile {n}, Spalte {m}: {what}",
    "there is no board": "Es gibt kein Brett",
    "Dame left: {points}.": "Dame übrig: {points}.",
}
WORDS = {
    "language.full_stop": ".",
    "language.gap": "_",
    "language.decimal": ",",
    "language.comma": ",_",
    "language.colon": ":_",
    "language.and": "{first} und {last}",
}


@pytest.mark.parametrize(
    ("spoken", "told"),
    [
        ("en", "Black's chances are 51 %"),
        ("de", "Die Chancen von Schwarz liegen bei 51 %"),
        ("ja", "黒の勝つ確率51%"),
        ("zh", "黑方胜率 51 %"),
        ("ko", "흑의 승률 51 %"),
    ],
)
def test_a_chance_is_no_certainty_in_any_language(spoken: str, told: str) -> None:
    with speaking(spoken):
        assert say("review.analysis.chance", chance=51) == told


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("The game is over.", "Die Partie ist zu Ende."),
        ("It is White's turn.", "Weiß ist am Zug."),
        ("The game is over. It is Black's turn.", "Die Partie ist zu Ende. Schwarz ist am Zug."),
        ("Black cannot pay for a Tao stone: it costs 2; Black holds 1.", "Schwarz: Preis 2, hat 1."),
        ("White wins by 1,007.5 points.", "Weiß gewinnt mit 1.007,5 Punkten."),
        ("Line 3, column 4: there is no board.", "Zeile 3, Spalte 4: Es gibt kein Brett."),
        ("Dame left: A1, B2 and C3.", "Dame übrig: A1, B2 und C3."),
        ("edge 1: there is no board.", "edge 1: Es gibt kein Brett."),
        ("Something else. The game is over.", "Something else. Die Partie ist zu Ende."),
        ("", ""),
        ("D4", "D4"),
    ],
)
def test_sentences_are_told_by_their_english_ones(english: str, told: str) -> None:
    assert Sentences(GERMAN, WORDS).tell(english) == told


def test_of_two_sentences_that_fit_the_more_exact_one_is_told() -> None:
    found = Sentences({"A {what}.": "general", "A stone on {point}.": "exact"}, WORDS)
    assert found.tell("A stone on D4.") == "exact"
    assert found.tell("A tile under D4.") == "general"


def test_chinese_puts_no_gap_between_sentences_it_knows() -> None:
    words = {**WORDS, "language.gap": "", "language.full_stop": "。"}
    found = Sentences({"One.": "一。", "Two": "二"}, words)
    assert found.tell("One. Two. Three.") == "一。二。Three."


@pytest.mark.parametrize(
    ("headers", "address", "expected"),
    [
        ({}, "/rules", "en"),
        ({"accept-language": "de-AT,de;q=0.9,en;q=0.8"}, "/rules", "de"),
        ({"accept-language": "fr,nl;q=0.9"}, "/rules", "en"),
        ({"accept-language": "zh-TW"}, "/rules", "zh-Hans"),
        ({"accept-language": "ja;q=0,ko;q=0.2"}, "/rules", "ko"),
        ({"accept-language": "de", "cookie": "language=ja"}, "/rules", "ja"),
        ({"accept-language": "de", "cookie": "language=xx"}, "/rules", "de"),
        ({"cookie": "language=ja"}, "/rules?lang=ko", "ko"),
        ({"cookie": "language=ja"}, "/rules?lang=fr", "ja"),
        ({"accept-language": ";;q=x,de;q=nan," * 100}, "/rules?lang=%ff", "en"),
    ],
)
def test_who_gets_which_language(client: TestClient, headers: dict[str, str], address: str, expected: str) -> None:
    answer = client.get(address, headers=headers)
    assert answer.headers["content-language"] == expected
    assert f'<html lang="{expected}"' in answer.text
    assert "Accept-Language" in answer.headers["vary"]
    assert "Cookie" in answer.headers["vary"]


def test_a_choice_is_kept(client: TestClient) -> None:
    assert client.get("/rules").headers["content-language"] == "en"
    assert client.get("/api/variants?lang=de").headers["content-language"] == "de"
    assert client.get("/rules").headers["content-language"] == "en", "only pages keep it"
    assert client.get("/rules?lang=ko").headers["content-language"] == "ko"
    assert client.get("/api/variants").headers["content-language"] == "ko"
    assert client.get("/games").headers["content-language"] == "ko"


def test_strings_are_sent_by_language_and_version(client: TestClient) -> None:
    for each in LANGUAGES:
        with speaking(each):
            address = f"/words.json?lang={each}&v={say.version()}"
            name = say("language.name")
        assert address.replace("&", "&amp;") in client.get(f"/rules?lang={each}").text
        found = client.get(address)
        assert found.json()["language.name"] == name
        assert "immutable" in found.headers["cache-control"]
    stale = client.get("/words.json?lang=de&v=0")
    assert stale.headers["cache-control"] == "no-cache"


def test_static_files_have_no_language(client: TestClient) -> None:
    assert "content-language" not in client.get("/static/css/base.css").headers


def test_what_is_kept_is_kept_for_each_language() -> None:
    made = once_a_language(lambda given: f"{language()} {given}")
    assert made(1) == "en 1"
    with speaking("de"):
        assert made(1) == "de 1"
        assert number(6.5) == "6,5"
    assert made(1) == "en 1"
    assert number(6.5) == "6.5"
    assert tell("Anything at all.") == "Anything at all."


@pytest.mark.parametrize("chosen", LANGUAGES[1:])
def test_nothing_is_wrong_in_a_language(chosen: str) -> None:
    """No stale keys, no stale sentences, the placeholders of English."""
    assert wrong(chosen) == []


@pytest.mark.parametrize("chosen", LANGUAGES[1:])
def test_a_language_is_complete(chosen: str) -> None:
    assert missing(chosen) == {}


def test_every_sentence_of_english_is_told_by_its_own_pattern() -> None:
    """Each English sentence, put into a language that marks it, is found again, with whatever its slots hold."""
    every = [each for part in english_sentences().values() for each in part]
    held = {"n": "3", "m": "4", "k": "5", "point": "D4", "player": "Black", "opponent": "White", "colour": "White"}
    held |= {"winner": "White", "loser": "Black"}
    marked = Sentences({each: f"<{place}>" for place, each in enumerate(every)}, WORDS)
    for each in every:
        text = filled(each, {slot: held.get(slot.rstrip("0123456789"), "this") for slot in slots_of(each)})
        assert "<" in marked.tell(text), each


def test_what_visitors_write_into_errors_is_told_at_once_and_bounded(client: TestClient) -> None:
    for sent in ("x; ", "; ", ".", "a: " * 200, "a; " * 20_000, "A. B " * 20_000, "k" * 200_000):
        answer = client.post("/api/lobby/challenges", json={sent: 1}, headers={"accept-language": "de"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")
        assert len(answer.json()["error"]["text"]) < 700


@pytest.mark.parametrize("text", ["a: " * 60_000, "a; " * 60_000, "A. B " * 60_000, "Black " * 60_000])
def test_no_text_makes_the_telling_of_it_fail(text: str) -> None:
    with speaking("de"):
        assert tell(text) == text
    assert Sentences(GERMAN, WORDS).tell(text[:20_000]) == text[:20_000]
