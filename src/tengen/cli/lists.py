"""`tengen variants`, `rules`, `boards` and `check`: what there is, made from the data itself."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

from ..boards import kinds
from ..records.text import values_of
from ..rules import Variant, describe
from ..rules import check as faults_of
from ..rules import variants as known_variants
from .options import Axes, Json, chosen
from .terminal import as_json, harmless, new_table, print_table, say


def variants(json: Json = False) -> None:
    """List the games."""
    if json:
        say(as_json([_as_dict(variant) for variant in known_variants()], indent=2))
        return
    table = new_table("variant", "title", "board", "what is special")
    for variant in known_variants():
        changed = [f"{row.axis} {row.value}" for row in describe(variant).rows if row.changed]
        board = variant.board if variant.footprint is None else f"{variant.board}, footprint {variant.footprint}"
        table.add_row(variant.name, variant.title, board, ", ".join(changed) or "the defaults")
    print_table(table)
    say("`tengen rules NAME` explains one; `tengen play NAME` plays it.")


def rules(
    name: Annotated[str, typer.Argument(help="A variant, as in `tengen variants`, or a TOML file of your own.")],
    settings: Axes = None,
    json: Json = False,
) -> None:
    """Explain a game: its rules in prose, and every axis."""
    variant = chosen(name, settings)
    say(as_json(_as_dict(variant), indent=2) if json else rules_text(variant))


def rules_text(variant: Variant) -> str:
    """Return a variant in prose, with a sentence for every axis: first those that make it special."""
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
    if told.differences:
        lines += ["", "Different from the source:"]
        lines += [fill(each, 88, initial_indent="- ", subsequent_indent="  ") for each in told.differences]
    return "\n".join(lines)


def boards(json: Json = False) -> None:
    """List the kinds of boards, with an example of each."""
    if json:
        say(as_json([asdict(kind) for kind in kinds()], indent=2))
        return
    table = new_table("kind", "what it is", "for example")
    for kind in kinds():
        table.add_row(kind.name, kind.about, kind.example)
    print_table(table)
    say('Such texts go to --board: `tengen play tile --board "9x9 torus"`.')


def check(file: Annotated[Path, typer.Argument(help="A variant's TOML file.")], json: Json = False) -> None:
    """Name everything wrong with your own variant."""
    problems = faults_of(file)
    if json:
        listed = [
            {
                "code": each.key,
                "line": each.line,
                "column": each.column,
                "text": str(each),
                "values": values_of(each.text),
            }
            for each in problems
        ]
        say(as_json({"file": str(file), "problems": listed}, indent=2))
    else:
        for problem in map(str, problems):
            say(harmless(problem if str(file) in problem else f"{file}: {problem}"))
        if not problems:
            say(harmless(f"{file}: nothing is wrong."))
    if problems:
        raise typer.Exit(1)


def _as_dict(variant: Variant) -> dict[str, Any]:
    told = {name: getattr(variant, name) for name in ("name", "title", "board", "footprint", "prose", "source")}
    differences = [each.text for each in variant.differences]
    return {**told, "differences": differences, "aliases": list(variant.aliases), "axes": asdict(variant.rules)}
