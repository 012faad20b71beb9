"""The specification in docs/reference/spec.md: every cited clause exists, and every mark "not built yet" is true."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.rules import AXES, Rules, variant
from tengen.rules.axis import Axis, show

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SPEC = DOCS / "reference" / "spec.md"
FOLDERS = ("src", "tests", "docs", "examples", "benchmarks")
SUFFIXES = (".py", ".md", ".toml", ".json", ".js", ".html", ".yml")
PAGES = sorted(DOCS.rglob("*.md"))

ANCHOR = re.compile(r'<a id="spec-([^"]*)"></a>')
NUMBERED = re.compile(r'^<a id="spec-[^"]*"></a>\*\*(\d\.\d+[a-z]?)\*\*', re.MULTILINE)
HEADED = re.compile(r"^#{2,3} (\d[a-z]?)\. ", re.MULTILINE)

CLAUSE = r"\d(?:\.\d{1,2}[a-z]?|[a-f])?\b(?!\.\d)"
CLAUSES = rf"{CLAUSE}(?:\s*(?:,|-|–|\band\b|\bor\b|\bto\b)\s*{CLAUSE})*"
CITED = re.compile(rf"\b(?:spec|specification|clauses?|chapters?)[\s#]+(?:\[)?({CLAUSES})", re.IGNORECASE)
NUMBERS = r"\d\.\d{1,2}[a-z]?(?:\s*(?:,|-|and|to)\s*\d\.\d{1,2}[a-z]?)*"
BARE = re.compile(rf'(?:"""|# )({NUMBERS})(?=[:;.,]| \w)|(?:"""|# )[^\n]*?\(({NUMBERS})\)')
"""Clauses at the beginning of a docstring or a comment, or in parentheses on its line."""
POINTED = re.compile(r"\b\d\.\d{1,2}[a-z]?\b")
LINK = re.compile(r"\[([^]]*)\]\(([^)#\s]*)#(spec-[^)\s]*)\)")

AXIS_ROW = re.compile(r"^\| `(\w+)` \| (.+) \| (.*)\|$", re.MULTILINE)
PRESET_ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]* = [^|]*) \| (.*)\|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


def name(anchor: str) -> str:
    """Return the clause of an anchor: 4-4 is 4.4."""
    return anchor.replace("-", ".")


def clauses(page: str) -> list[str]:
    """Return all clauses and chapters of a specification in their order, by their anchors."""
    return [name(anchor) for anchor in ANCHOR.findall(page)]


def order(clause: str) -> tuple[int, str, int, str]:
    """Return a sort key of clauses: 1 < 1a < 1.1 < ...; chapters with letters keep their place."""
    found = re.fullmatch(r"(\d)([a-z]?)(?:\.(\d+)([a-z]?))?", clause)
    assert found, f"{clause!r} is no clause"
    chapter, section, number, letter = found.groups()
    return int(chapter), section, int(number or 0), letter or ""


def cited(text: str, bare: bool = False) -> Iterator[str]:
    """Yield every clause that a text cites, as "spec 4.1-4.6, 5", "clause 1.20" or, on request, bare."""
    for found in [*CITED.finditer(text), *(BARE.finditer(text) if bare else ())]:
        yield from re.findall(CLAUSE, " ".join(filter(None, found.groups())))


def faults(page: str, text: str, bare: bool = False) -> list[str]:
    """Return the clauses that a text cites but a specification lacks."""
    known = set(clauses(page))
    return sorted(set(cited(text, bare)) - known)


def broken(page: str, links: str, here: str = "") -> list[str]:
    """Return the broken links of a page (one of docs/, or the specification itself) to clauses."""
    known = set(clauses(page))
    found = []
    for words, target, anchor in LINK.findall(links):
        clause = name(anchor.removeprefix("spec-"))
        aims = target.rpartition("/")[2] or here
        numbers = POINTED.findall(words)
        if aims != "spec.md" or clause not in known or (numbers and numbers != [clause]):
            found.append(f"[{words}]({target}#{anchor})")
    return found


@pytest.fixture(scope="module")
def spec() -> str:
    return SPEC.read_text("utf-8")


def texts() -> Iterator[tuple[Path, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and path != Path(__file__):
                yield path, path.read_text("utf-8")


# ---- the page ------------------------------------------------------------------------------------------------------


def test_every_clause_has_its_anchor_once_and_in_order(spec: str) -> None:
    anchors = clauses(spec)
    assert len(anchors) == len(set(anchors))
    numbered = NUMBERED.findall(spec)
    assert [clause for clause in anchors if "." in clause] == numbered
    assert [clause for clause in anchors if "." not in clause] == HEADED.findall(spec)
    assert numbered == sorted(numbered, key=order)


# ---- citations -----------------------------------------------------------------------------------------------------


def test_every_cited_clause_exists(spec: str) -> None:
    found = {str(path.relative_to(ROOT)): faults(spec, text, bare=path.suffix == ".py") for path, text in texts()}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("axis", AXES.values(), ids=lambda axis: axis.name)
def test_every_axis_cites_clauses(axis: Axis, spec: str) -> None:
    text = f"clause {axis.clause}"
    assert CITED.fullmatch(text), f"{text!r} is not written as clauses are"
    assert faults(spec, text) == []


def test_links_to_clauses_lead_somewhere(spec: str) -> None:
    found = {str(page.relative_to(DOCS)): broken(spec, page.read_text("utf-8"), page.name) for page in PAGES}
    assert {page: wrong for page, wrong in found.items() if wrong} == {}
    assert len(LINK.findall(spec)) > 20
    assert len(LINK.findall((DOCS / "reference" / "readings.md").read_text("utf-8"))) > 10


# ---- what is built -------------------------------------------------------------------------------------------------


def words(cell: str) -> list[str]:
    return CODE.findall(re.sub(r"\([^)]*\)", "", cell))


def test_the_table_of_axes_is_that_of_the_rules(spec: str) -> None:
    """An axis is marked as not built by its own name; a value by its word."""
    table = spec.partition("| axis | values")[2].partition("\n\n")[0]
    rows = {axis: (words(values), words(missing)) for axis, values, missing in AXIS_ROW.findall(table)}
    built = {axis: row for axis, row in rows.items() if row[1] != [axis]}
    assert set(built) == set(AXES)
    for axis, (values, missing) in built.items():
        assert [value for value in values if value not in missing] == list(AXES[axis].words), axis
        assert set(missing) <= set(values), axis


def test_the_table_of_presets_is_that_of_the_presets(spec: str) -> None:
    rows = PRESET_ROW.findall(spec)
    assert len(rows) == 12
    for preset, differs, missing in rows:
        stated = {each for each in CODE.findall(differs) if " = " in each} - set(CODE.findall(missing))
        told = variant(preset).rules.differences(Rules())
        assert stated == {f"{axis} = {show(value)}" for axis, value in told.items()}, preset
