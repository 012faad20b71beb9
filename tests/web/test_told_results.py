"""Results, reasons and errors in every language, from the real catalogues: no text is concatenated, cut or English."""

import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tengen import Game, boards, variant
from tengen.boards.footprints import footprint
from tengen.draw.sentences import ending, sentence
from tengen.formats.notations import named
from tengen.game.named_positions import named_position
from tengen.records import Colour, Listing, Reason, TengenError, Text
from tengen.rules import AXES, Rules, variants
from tengen.web.languages.catalogue import LANGUAGES, catalogue
from tengen.web.rooms.intents import REFUSALS
from tengen.web.texts import rendered

ENDS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "languages" / "results.toml").read_text("utf-8")
)["end"]
OTHERS = LANGUAGES[1:]
COLOURS: tuple[Colour, ...] = ("black", "white")

LEFT = {"de": r"\b(the|is|are|of|and|there|must|it|by)\b(?!['\"])"}
"""Patterns that show remaining English, by language; for other languages, three Latin words in a row."""
PUNCTUATION = r"[.。,、，；：;:!?？！]\s?[。、，；：？！]|(?<!\.)([.,;:!?])\s?\1(?!\.)|\s[。、，；]|\s[,;]\s"
PARTICLES = r"(흑|백|[A-Z]\d*[013678])(가|를|는|와)(?![가-힣(])|[A-Z]\d*[2459](이|을|은|과|으로)(?![가-힣(])"


def untranslated(text: Text, language: str) -> Iterator[str]:
    if text.template not in catalogue(language).texts and re.search("[a-z]{2}", re.sub(r"\{.*?\}", "", text.template)):
        yield text.template
    for value in text.values.values():
        for each in value if isinstance(value, Listing) else (value,):
            if isinstance(each, Text):
                yield from untranslated(each, language)


def faults(text: Text) -> list[str]:
    found = []
    for language in OTHERS:
        if any(untranslated(text, language)):
            continue
        told = rendered(text, language)
        left = LEFT.get(language, r"[A-Za-z]+,? [a-z]+ [a-z]+")
        for wrong in (left, r"[{}]", PUNCTUATION, PARTICLES):
            if re.search(wrong, told) and not (wrong in (left, "[{}]") and re.search(wrong, str(technical(text)))):
                found.append(f"{language}: {told}")
    return found


def technical(text: Text) -> list[object]:
    """Return the parts of a text written by people, which are not translated."""
    plain = [value for value in text.values.values() if not isinstance(value, Text)]
    return plain + [each for value in text.values.values() if isinstance(value, Text) for each in technical(value)]


@pytest.mark.parametrize("language", ["en", "de", "ja", "zh", "ko"])
@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end['how']} {end.get('winner')} {end.get('margin')}")
def test_every_end_of_a_game_in_every_language(end: dict[str, Any], language: str) -> None:
    text = ending(end["how"], end.get("winner"), end.get("margin"))
    assert rendered(text, language) == end[language]
    assert faults(text) == []


@pytest.mark.parametrize(("scoring", "points"), [("area", 25.5), ("territory", 24.5), ("stones", 1.5)])
def test_every_way_to_score_in_every_language(scoring: Any, points: float) -> None:
    game = Game("chinese", board="5", scoring=scoring, komi=-0.5)
    for move in ("C3", "pass", "pass"):
        game.play(move)
    assert game.outcome
    won = (game.outcome.how, game.outcome.winner, game.outcome.margin)
    assert won == ("score", "black", points)
    unit = "stones" if scoring == "stones" else "points"
    assert ending(*won, scoring) == f"Black wins by {points} {unit}."
    halves = {"de": f"{int(points)},5 ", "ja": f"{int(points)}目半", "ko": f"{int(points)}집 반", "zh": f"{points} 目"}
    for language, half in halves.items():
        assert half in rendered(ending(*won), language)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_in_every_language(reason: Reason) -> None:
    every = [each.rules for each in variants()]
    every += [Rules(repetition=value) for value in AXES["repetition"].values]  # type: ignore[arg-type]
    every += [Rules(tiles="tile", tile_stack=2), Rules(handicap=2, handicap_kind="free")]
    found = [fault for rules, player in product(every, COLOURS) for fault in faults(sentence(reason, rules, player))]
    assert found == []


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_in_every_language(code: str) -> None:
    assert faults(REFUSALS[code]) == []


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        (lambda: boards.parse("hex"), "hexagon"),
        (lambda: boards.parse("9x9 torsu"), "torus"),
        (lambda: boards.parse("graph:petersn"), "petersen"),
        (lambda: boards.parse("9x9 footprint larg-n"), "large-n"),
        (lambda: footprint("larg-n"), "large-n"),
        (lambda: boards.parse('{"edges":[["a","b"]],"direcetd":true}'), "directed"),
        (lambda: boards.parse("9").point("I5"), "J5"),
        (lambda: variant("tromptaylor"), "tromp-taylor"),
        (lambda: variant("chinese", suicid="allowed"), "suicide"),  # type: ignore[call-arg]
        (lambda: named("sfg"), "sgf"),
        (lambda: named_position("tripleko-1"), "triple-ko-1"),
        (lambda: Game("chinese", board="9").play("I5"), "J5"),
    ],
)
def test_every_suggestion_in_every_language(wrong: Callable[[], object], meant: str) -> None:
    with pytest.raises(TengenError) as caught:
        wrong()
    text = caught.value.text
    assert f"did you mean {meant}" in text.lower().replace(meant.lower(), meant)
    assert faults(text) == []
    for language in OTHERS:
        assert re.search(rf"(?<!\w){re.escape(meant)}(?![A-Za-z0-9])", rendered(text, language)), language


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_has_doubled_punctuation(language: str) -> None:
    wrong = []
    for english, found in catalogue(language).texts.items():
        for told in [found] if isinstance(found, str) else found:
            if re.search(PUNCTUATION, told) and not re.search(PUNCTUATION + r"|(?<=[\s,])\.", english):
                wrong.append(told)
    assert wrong == []


def test_korean_particles_go_by_the_word_before() -> None:
    """{name:이/가} or 이(가) where a placeholder stands; a bare particle would be wrong for half of all words."""
    bare = re.compile(r"\{\w+(![rs])?\}[`'\"]?(이|가|을|를|은|는|과|와)(?![가-힣(])")
    every = catalogue("ko").texts.values()
    assert [
        told for found in every for told in ([found] if isinstance(found, str) else found) if bare.search(told)
    ] == []
