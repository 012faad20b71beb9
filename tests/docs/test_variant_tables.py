"""The tables of docs/reference/variants.md are made from the variants' data."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from tengen.rules import Variant, describe, variants
from tengen.rules.preset_files import KnownVariant, families, known

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "variants.md"


def preset_section(each: Variant) -> Iterator[str]:
    told = describe(each)
    yield from (f"## {each.title}", "", ", ".join(f"`{name}`" for name in (each.name, *each.aliases)), "")
    yield from (
        str(told.prose),
        "",
        f"Board: `{each.board}`{f', footprint `{each.footprint}`' * bool(each.footprint)}.",
    )
    yield from ("", "| axis | value | meaning |", "|---|---|---|")
    yield from (f"| `{row.axis}` | `{row.value}` | {row.sentence} |" for row in told.rows if row.changed)
    yield from ("", f"Source: {each.source}", "")
    if told.differences:
        yield from ("Different from the source:", "", *(f"- {each}" for each in told.differences), "")


def family_section(family: str, title: str) -> Iterator[str]:
    yield from (f"### {title}", "", "| variant | special rule | origin | play |", "|---|---|---|---|")
    for each in known():
        if each.family == family:
            yield f"| {each.title} | {each.text} | {each.by.removesuffix('.')} | {played(each)} |"
    yield ""


def played(each: KnownVariant) -> str:
    ways = [f"`{variant.name}`" if board is None else f"`{variant.name}` on `{board}`" for variant, board in each.ways]
    return ", ".join(ways) or f"no. {each.why}"


def test_tables_of_variants_are_made_from_the_data() -> None:
    """After a change of variants: ``TENGEN_SNAPSHOTS=1 python -m pytest tests/docs/test_variant_tables.py``."""
    made = {
        "variants": [line for each in variants() for line in preset_section(each)],
        "known": [line for family, title in families().items() for line in family_section(family, title)],
    }
    text = PAGE.read_text("utf-8")
    for name, lines in made.items():
        start, end = f"<!-- generated: {name} -->\n\n", "\n<!-- end -->"
        there = re.search(f"(?<={re.escape(start)}).*?(?={re.escape(end)})", text, re.DOTALL)
        assert there is not None
        if os.environ.get("TENGEN_SNAPSHOTS"):
            PAGE.write_text(text := text[: there.start()] + "\n".join(lines) + text[there.end() :], "utf-8")
        else:
            assert there[0] == "\n".join(lines)
