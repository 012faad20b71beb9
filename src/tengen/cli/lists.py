"""`tengen variants`, `rules`, `boards` and `check`: what there is, made from the data itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import typer

from .choice import chosen
from .terminal import as_json as written
from .terminal import harmless, print_table, say

if TYPE_CHECKING:
    from rich.table import Table

    from ..rules import Variant


def print_variants(as_json: bool) -> None:
    """List every preset."""
    from ..rules import describe, variants

    if as_json:
        _print_json([_as_dict(variant) for variant in variants()])
        return
    table = _table("variant", "title", "board", "what is special")
    for variant in variants():
        changed = [f"{row.axis} {row.value}" for row in describe(variant).rows if row.changed]
        table.add_row(variant.name, variant.title, _board(variant), ", ".join(changed) or "the defaults")
    print_table(table)
    say("`tengen rules NAME` explains one; `tengen play NAME` plays it.")


def print_rules(name: str, settings: Sequence[str], as_json: bool) -> None:
    """Explain one variant."""
    variant = chosen(name, settings)
    if as_json:
        _print_json(_as_dict(variant))
    else:
        say(rules_text(variant))


def rules_text(variant: Variant) -> str:
    """Return a variant in prose, with a sentence for every axis: first those that make it special."""
    from ..rules import describe

    told = describe(variant)
    lines = [f"{told.title} ({told.name})", "", fill(told.prose, 88), ""] if told.prose else [told.title, ""]
    width = max(len(f"{row.axis} = {row.value}") for row in told.rows)
    for changed, heading in ((True, "What is special"), (False, "As usual")):
        rows = [row for row in told.rows if row.changed is changed]
        if rows:
            lines.append(f"{heading}:")
            lines += [f"  {f'{row.axis} = {row.value}':{width}}  {row.sentence}" for row in rows]
            lines.append("")
    lines.append(f"Board: {told.board}.")
    if told.source:
        lines.append(fill(f"Source: {told.source}", 88))
    return "\n".join(lines)


def print_boards(as_json: bool) -> None:
    """List the families of boards."""
    from ..boards import kinds

    if as_json:
        _print_json([asdict(kind) for kind in kinds()])
        return
    table = _table("kind", "what it is", "for example")
    for kind in kinds():
        table.add_row(kind.name, kind.about, kind.example)
    print_table(table)
    say('Such texts go to --board: `tengen play tile --board "9x9 torus"`.')


def print_check(file: Path, as_json: bool) -> None:
    """Name everything that is wrong with a variant's file; the exit code is 1 then."""
    from ..rules import check

    problems = [str(problem) for problem in check(file)]
    if as_json:
        _print_json({"file": str(file), "problems": problems})
    else:
        for problem in problems:
            say(harmless(problem if problem.startswith(str(file)) else f"{file}: {problem}"))
        if not problems:
            say(harmless(f"{file}: nothing is wrong."))
    if problems:
        raise typer.Exit(1)


def _table(*columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    for column in table.columns:
        column.overflow = "fold"
    return table


def _board(variant: Variant) -> str:
    return variant.board if variant.footprint is None else f"{variant.board}, footprint {variant.footprint}"


def _as_dict(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "title": variant.title,
        "board": variant.board,
        "footprint": variant.footprint,
        "prose": variant.prose,
        "source": variant.source,
        "aliases": list(variant.aliases),
        "axes": asdict(variant.rules),
    }


def _print_json(value: Any) -> None:
    say(written(value, indent=2))
