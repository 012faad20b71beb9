"""The threat model names the tests that hold it; they exist, and every section has some."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
WITHOUT = {"What is worth something", "Who is expected to attack, and who is trusted", "Boundaries"}
"""Sections that say what there is, and defend nothing by themselves."""


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_named_test_exists(path: str, name: str) -> None:
    assert (ROOT / path).is_file(), f"docs/threat-model.md names {path}, which is not there"
    statements = ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
    assert name in {each.name for each in statements if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_section_names_tests() -> None:
    sections = re.split(r"^## (.*)$", PAGE, flags=re.MULTILINE)[1:]
    titles, texts = sections[::2], sections[1::2]
    assert {title for title, text in zip(titles, texts, strict=True) if "::test_" not in text} == WITHOUT
