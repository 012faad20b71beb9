"""Texts in a language: numbers, halves, lists, plural forms and particles, from the tests' own catalogues."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import pytest
from data import load
from web_languages import forget, offer

from tengen.records import Listing, TengenError, Text, joined, listed
from tengen.web.languages.catalogue import read_catalogue
from tengen.web.languages.reader_language import speaking
from tengen.web.texts import rendered, say, script_words, tell_all

Put: TypeAlias = Callable[..., None]
Speak: TypeAlias = Callable[..., str]
STONES = ("{count} stone", "{count} stones")
RUSSIAN = """
#: static/js/board.js
msgid "{count} stone"
msgid_plural "{count} stones"
msgstr[0] "{count} камень"
msgstr[1] "{count} камня"
msgstr[2] "{count} камней"
"""


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Put]:
    yield lambda **catalogues: offer(monkeypatch.setattr, tmp_path, catalogues)
    monkeypatch.undo()
    forget()


@pytest.fixture
def speak(put: Put) -> Speak:
    def spoken(language: str, text: str, **translations: str) -> str:
        pairs = translations.items()
        put(**{language: "\n".join(f'msgid "{english}"\nmsgstr "{other}"\n' for english, other in pairs)})
        return rendered(text, language)

    return spoken


@pytest.mark.parametrize(
    ("language", "template", "value", "told"),
    [
        *load("localised_values"),
        ("ko", "{n:이/가}", Text("Black"), "Black가"),
        ("fr", "{n}", listed(["A1", "B2", 6.5]), "A1, B2 et 6,5"),
        ("fr", "{n}", listed(["A1", "B2"], "or"), "A1 ou B2"),
        ("ja", "{n}", listed(["A1", "B2", "C3"]), "A1、B2、C3"),
        ("fr", "{n}", listed(["A1", "B2", "C3"], "comma"), "A1, B2, C3"),
        ("fr", "{n}", listed([]), ""),
        ("fr", "{n}", listed([], "comma"), ""),
    ],
)
def test_values_are_localised(speak: Speak, language: str, template: str, value: object, told: str) -> None:
    assert speak(language, Text("It is {n}", n=value), **{"It is {n}": template}) == told


def test_values_that_are_texts_are_translated_and_others_are_not(speak: Speak) -> None:
    words = {"{player} met {others}": "{others} : {player}", "Black": "Noir", "{first}, {then}": "{first} ; {then}"}
    text = Text("{player} met {others}", player=Text("Black"), others=listed(["Black", Text("Black")], "comma"))
    assert text == "Black met Black, Black"
    assert speak("fr", text, **words) == "Black ; Noir : Noir"


def test_a_thousand_sentences_are_not_nested_as_deep(speak: Speak) -> None:
    text = joined([Text("Black"), "", *[Text("White")] * 1000])
    assert text == " ".join(["Black", *["White"] * 1000])
    assert speak("zh", text, **{"{first} {then}": "{first}{then}", "Black": "黑", "White": "白"}) == "黑" + "白" * 1000


def test_untranslated_texts_have_numbers_of_the_language(speak: Speak) -> None:
    assert speak("fr", Text("{n:g} points", n=0.5)) == "0,5 points"
    assert speak("fr", Text.counted(*STONES, 1)) == "1 stone"
    assert speak("fr", Text.counted(*STONES, 2)) == "2 stones"
    assert speak("fr", "") == ""
    assert speak("fr", Text("{braces} of a text without values")) == "{braces} of a text without values"


@pytest.mark.parametrize(
    ("count", "noun"),
    [(1, "камень"), (21, "камень"), (2, "камня"), (1.5, "камня"), (5, "камней"), (11, "камней"), (0, "камней")],
)
def test_a_count_has_the_plural_form_of_the_language(put: Put, count: float, noun: str) -> None:
    put(ru=RUSSIAN)
    assert rendered(Text.counted(*STONES, count), "ru") == f"{count} {noun}".replace(".", ",")
    with speaking("ru"):
        assert say(STONES[0], count=1) == "1 камень"


def test_scripts_get_their_own_texts_and_the_plural_forms(put: Put) -> None:
    of_pages = '\n#: templates/home.html\nmsgid "Black"\nmsgstr "Чёрные"\n'
    fuzzy = '\n#: static/js/board.js\n#, fuzzy\nmsgid "White"\nmsgstr "Белые"\n'
    put(ru=RUSSIAN + of_pages + fuzzy)
    text, version = script_words("ru")
    found = json.loads(text)
    assert found["texts"] == {"{count} stone": ["{count} камень", "{count} камня", "{count} камней"]}
    assert found["forms"]["few"] == 1
    assert len(version) == 16
    assert script_words("en") == ("", "")


def test_fuzzy_and_partial_translations_are_not_shown() -> None:
    po = '#, fuzzy\nmsgid "White"\nmsgstr "Noir"\n\n' + RUSSIAN.replace("{count} камней", "")
    assert dict(read_catalogue(BytesIO(po.encode()), "ru").texts) == {}


@pytest.mark.parametrize("text", [b"\xff", b"nonsense", rb'msgid ""' + b"\n" + rb'msgstr "Plural-Forms: plural=(n;\n"'])
def test_a_broken_catalogue_is_named(text: bytes) -> None:
    with pytest.raises(TengenError, match=r"^fr\.po is not a catalogue: "):
        read_catalogue(BytesIO(text), "fr")
    with pytest.raises(TengenError, match=r"^xx\.po is not a catalogue: "):
        read_catalogue(BytesIO(), "xx")


def test_data_are_told_however_deep_the_texts_are() -> None:
    data = {"a": [Text("White"), "White", 1], "b": {"c": (Text("Black"),)}, "d": listed(["x", Text("White")])}
    assert isinstance(data["d"], Listing)
    with speaking("de"):
        assert tell_all(data) == {"a": ["Weiß", "White", 1], "b": {"c": ["Schwarz"]}, "d": "x und Weiß"}
