"""Catalogues of translations: extraction from the sources, updates of files, and the placeholders of translations.

Rewording an English text fails no test: stale and missing translations are reported by ``make messages``.
"""

import ast
import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from gettext import c2py
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from babel.util import pathmatch
from example_counts import first
from extraction import _METHODS, PACKAGE, coverage, extracted, update, uses
from web_languages import PACKAGED

import tengen
from tengen import web
from tengen.web.languages.catalogue import LANGUAGES, catalogue, read_catalogue
from tengen.web.texts import _Filler

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'


@pytest.fixture(scope="session")
def template() -> Catalog:
    return extracted()


def env(*first: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [*map(str, first), *sys.path]))}


def texts(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def english(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    return ((text, each.locations[0][0]) for each in catalogue if each.id for text in texts(each))


def fields(template: str) -> list[str]:
    return [f"{name}!{how}" if how else name for _, name, _, how in Formatter().parse(template) if name is not None]


def test_texts_are_sentences_or_pairs_for_counts(template: Catalog) -> None:
    """A catalogue has one entry for a text with its count, so no text may be used both alone and with a count."""
    found = [message for _, message, _, _ in uses()]
    pairs = [each for each in found if not isinstance(each, str)]
    assert {len(each) for each in pairs} == {2}
    assert not {each for each in found if isinstance(each, str)} & {each[0] for each in pairs}
    bogus = re.compile(r"\$\{|^[a-z0-9]+([._][a-z0-9_]*)+$|[a-z][.!?;,][A-Z][a-z]|^\s*$")
    assert [each for each in english(template) if bogus.search(each[0])] == []


def test_every_text_of_scripts_is_extracted(template: Catalog) -> None:
    """Babel overlooks texts in template literals, and in calls nested in others that it searches for."""
    scripts = {
        text for each in template for text in texts(each) if any(path[-3:] == ".js" for path, _ in each.locations)
    }
    called = re.compile(r'\b(?:say|sayCount|msg)\(\s*("(?:[^"\\]|\\.)*")\s*[,)]')
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.js")]
    assert {json.loads(text) for source in sources for text in called.findall(source)} - scripts == set()


def test_every_text_of_python_is_extracted(template: Catalog) -> None:
    """Babel overlooks a text in a call nested in another that it searches for."""
    known = {text for text, _ in english(template)}
    missed = []
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if next((how for pattern, how in _METHODS if pathmatch(pattern, name)), "ignore") == "python":
            missed += [(name, text) for text in _told(ast.parse(path.read_text("utf-8"))) if text not in known]
    assert missed == []


def _told(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Text", "say"):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_have_the_placeholders_of_english(language: str) -> None:
    """They may have formats of their own, such as {points:目/半} and {name:이/가}; a plural form may lack the count."""
    wrong = []
    for message in messages_of(language):
        english = [set(fields(each)) for each in texts(message)]
        strings = [message.string] if isinstance(message.string, str) else message.string or ()
        for told in filter(None, strings if message.id and not message.fuzzy else ()):
            if not (english[0] & english[-1]) - {"count"} <= set(fields(told)) <= english[0] | english[-1]:
                wrong.append((message.id, told))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_can_be_filled_in(language: str) -> None:
    """A placeholder with a format in English holds a number, and another one a text."""
    fill = _Filler(language)
    for english, found in catalogue(language).texts.items():
        specs = {name: spec for _, name, spec, _ in Formatter().parse(english) if name is not None}
        if all(map(str.isidentifier, specs)):  # other braces stand for themselves, as in JSON
            values = {name: 2.5 if spec else "D4" for name, spec in specs.items()}
            for told in [found] if isinstance(found, str) else found:
                counts = dict.fromkeys((name.partition("!")[0] for name in fields(told)), 2)
                assert fill.vformat(told, (), counts | values), english


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_counts_have_every_plural_form_of_the_language(language: str) -> None:
    messages = messages_of(language)
    for message in messages:
        if message.string and isinstance(message.id, tuple):
            assert len(message.string) == messages.num_plurals, message.id
    form = c2py(messages.plural_expr)
    assert {form(count) for count in range(200)} == set(range(messages.num_plurals))


def test_the_glossary_has_a_translation_of_every_term() -> None:
    glossary = Path(__file__).parents[2] / "docs" / "how" / "glossary.csv"
    head, *rows = csv.reader(glossary.read_text("utf-8").splitlines())
    assert head == ["english", "de", "ja", "zh", "ko", "note"]
    assert len({row[0] for row in rows}) == len(rows) == 120
    assert [row for row in rows if len(row) != len(head) or not all(map(str.strip, row))] == []


def messages_of(language: str) -> Catalog:
    with (PACKAGED / f"{language}.po").open("rb") as file:
        return read_po(file, language, abort_invalid=True)


def test_an_update_drops_what_is_gone_and_marks_what_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    old = {"Black": "Noir", "It is over": "C'est fini", "The opponent has passed": "L'adversaire a passé"}
    path.write_text(HEADER + "\n".join(f'msgid "{each}"\nmsgstr "{told}"\n' for each, told in old.items()), "utf-8")
    sources = Catalog()
    for text in ("Black", "Your opponent has passed", "Something else altogether", ("one stone", "{count} stones")):
        sources.add(text, None, [("src/tengen/web/static/js/game.js", 0)])
    updated = update(path, sources)
    assert coverage(updated) == "1 of 4 texts translated (25.0%), 1 to be checked"
    written = path.read_text("utf-8")
    assert "It is over" not in written
    assert '#, fuzzy\nmsgid "Your opponent has passed"\nmsgstr "L\'adversaire a passé"' in written
    assert 'msgid "Something else altogether"\nmsgstr ""' in written
    assert 'msgid_plural "{count} stones"\nmsgstr[0] ""\nmsgstr[1] ""' in written
    made = read_catalogue(BytesIO(written.encode()), "fr")
    assert dict(made.texts) == {"Black": "Noir"}
    assert "Black" in made.scripts
    update(path, sources)
    assert path.read_text("utf-8") == written


@pytest.mark.parametrize("told", ["Jouer {pont}", "Jouer {point", "Jouer {}"])
def test_a_translation_with_other_placeholders_is_left_out(told: str) -> None:
    written = f'{HEADER}msgid "Play {{point}}"\nmsgstr "{told}"\n\nmsgid "Pass"\nmsgstr "Passer"\n'
    assert dict(read_catalogue(BytesIO(written.encode()), "fr").texts) == {"Pass": "Passer"}


def test_a_language_is_one_file(tmp_path: Path) -> None:
    """A copy of the package, of links, with French in it: the page offers it and speaks it."""
    copy = tmp_path / "tengen"
    for folder in (Path(), Path("web"), Path("web/languages")):
        (copy / folder).mkdir()
        for path in (Path(tengen.__file__).parent / folder).iterdir():
            if path.name not in ("web", "languages", "__pycache__"):
                (copy / folder / path.name).symlink_to(path)
    (copy / "web/languages/fr.po").write_text(f'{HEADER}msgid "My games"\nmsgstr "Mes parties"\n', "utf-8")
    code = """
from starlette.testclient import TestClient
from tengen.web.app import create_app
from tengen.web.settings import Settings
answer = TestClient(create_app(Settings(database="sqlite://")), "http://localhost").get("/games?lang=fr")
print(answer.headers["content-language"], answer.text)
"""
    page = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env(tmp_path))
    assert page.stdout.startswith("fr ")
    assert '<option value="fr" lang="fr" selected>Français</option>' in page.stdout
    assert "Mes parties" in page.stdout
    assert "Language" in page.stdout, "what is not translated is English"


STATIC = Path(web.__file__).parent / "static" / "js"
SCRIPTS = [*STATIC.glob("*.js"), *(STATIC.parents[2] / "notebook").glob("*.js")]

CALL = re.compile(r"(?<![\w.])(say|sayCount|msg)\(\s*")
LITERAL = r'"(?:[^"\\]|\\.)*"'
FROM_TABLE = r"[\w.]+(?:\[[^\]]+\])?(?: \?\? [\w.]+)?"
ARGUMENTS = {
    "msg": re.compile(rf"{LITERAL}\)|text\)"),
    "say": re.compile(rf"(?:{LITERAL}|{FROM_TABLE})\s*[,)]"),
    "sayCount": re.compile(rf"(?:{LITERAL},\s*{LITERAL}|one, other),"),
}


@pytest.mark.parametrize("script", first(20, SCRIPTS), ids=lambda path: path.stem)
def test_texts_can_be_extracted(script: Path) -> None:
    text = script.read_text("utf-8")
    for call in CALL.finditer(text):
        assert ARGUMENTS[call[1]].match(text, call.end()), text[call.start() : call.end() + 80]
    assert not re.findall(r'\b(?:say|msg)\("[a-z_]+(?:\.[a-z_]+)+"', text), "a key instead of an English text"


@pytest.mark.parametrize("language", ["ja", "ko", "zh"])
def test_no_translation_is_in_another_language(language: str) -> None:
    """A merge of catalogues may bring German texts into others; both may share names, not words."""
    german, other = (read_po(BytesIO((PACKAGED / f"{each}.po").read_bytes()), each) for each in ("de", language))
    strange = []
    for message in other:
        same = german.get(texts(message)[0], message.context) if message.id else None
        if same and message.string == same.string != message.id and re.search("[a-zäöüß]{4}", str(message.string)):
            strange.append(message.id)
    assert not strange
