"""`tengen variants`, `rules`, `boards` and `check`: tables made from the data itself."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

from ..boards import kinds
from ..records.text import values_of
from ..rules import Problem, Variant, describe, library, to_toml
from ..rules import check as faults_of
from ..rules import variants as known_variants
from ..rules.preset_files import KnownVariant, known
from .options import Axes, Json, chosen
from .terminal import as_json, harmless, new_table, print_table, say


def variants(
    all_: Annotated[bool, typer.Option("--all", help="Also list known variants of Go, playable or not.")] = False,
    json: Json = False,
) -> None:
    """List the variants."""
    listed = (*known_variants(), *library()) if all_ else known_variants()
    if json:
        games = [_as_dict(variant) for variant in listed]
        say(as_json({"variants": games, "known": [*map(_row, known())]} if all_ else games, indent=2))
        return
    table = new_table("variant", "title", "board", "differences")
    for variant in listed:
        changed = [f"{row.axis} {row.value}" for row in describe(variant).rows if row.changed]
        board = variant.board if variant.footprint is None else f"{variant.board}, footprint {variant.footprint}"
        table.add_row(variant.name, variant.title, board, ", ".join(changed) or "the defaults")
    rows = known() if all_ else ()
    for each in rows:
        for variant, given in each.ways:
            if given is not None:
                table.add_row(variant.name, each.title, given, each.text)
    print_table(table)
    say("`tengen rules NAME` explains one; `tengen play NAME` plays it, or `tengen play NAME --board BOARD`.")
    if missing := [each for each in rows if not each.ways]:
        say(f"\n{len(rows) - len(missing)} of {len(rows)} known variants of Go can be played. The others:")
        say("\n".join(f"  {each.title}: {each.why}" for each in missing))


def _row(each: KnownVariant) -> dict[str, Any]:
    """Return a known variant as JSON: ``play`` is how to play it, ``why`` the reason it cannot be played."""
    play = [{"variant": variant.name, "board": board or variant.board} for variant, board in each.ways]
    told = {key: getattr(each, key) for key in ("name", "title", "family", "text", "by")}
    return {**told, "play": play, "why": each.why}


def rules(
    variant: Annotated[str, typer.Argument(help="A variant, as in `tengen variants`, or a TOML file of your own.")],
    settings: Axes = None,
    json: Json = False,
) -> None:
    """Explain a game: its rules in prose, and every axis."""
    explained = chosen(variant, settings)
    say(as_json(_as_dict(explained), indent=2) if json else rules_text(explained))


def rules_text(variant: Variant, board: str = "") -> str:
    """Return a variant (on its default or another `board`) in prose, then a sentence for every axis, changed first."""
    told = describe(variant)
    lines = [f"{told.title} ({told.name})", "", fill(told.prose, 88), ""] if told.prose else [told.title, ""]
    width = max(len(f"{row.axis} = {row.value}") for row in told.rows)
    for changed, heading in ((True, "Differences"), (False, "As usual")):
        rows = [row for row in told.rows if row.changed is changed]
        if rows:
            lines.append(f"{heading}:")
            lines += [f"  {f'{row.axis} = {row.value}':{width}}  {row.sentence}" for row in rows]
            lines.append("")
    lines.append(f"Board: {board or told.board}.")
    if variant.start:
        lines.append(fill(f"Start: {'; '.join(to_toml(variant).partition('[start]')[2].split(chr(10))[1:-1])}.", 88))
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
    table = new_table("kind", "description", "example")
    for kind in kinds():
        table.add_row(kind.name, kind.about, kind.example)
    print_table(table)
    say('Pass an example to --board: `tengen play tile --board "9x9 torus"`.')


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="TOML files of variants; - for stdin.")],
    json: Json = False,
) -> None:
    """Check your own variants and list their errors."""
    from ..game import setup  # noqa: F401 - it builds the starts of variants
    from .files import STREAM, check_there, read_data

    check_there(files)
    found = {
        file: faults_of(f"{read_data(STREAM).decode(errors='replace')}\n" if str(file) == STREAM else file)
        for file in files
    }
    if json:
        listed = [{"file": str(file), "problems": [*map(_fault, faults)]} for file, faults in found.items()]
        say(as_json(listed if len(files) > 1 else listed[0], indent=2))
    for file, faults in {} if json else found.items():
        for fault in map(str, faults):
            say(harmless(fault if str(file) in fault else f"{file}: {fault}"))
        if not faults:
            say(harmless(f"{file}: no errors."))
    if any(found.values()):
        raise typer.Exit(1)


def _fault(fault: Problem) -> dict[str, Any]:
    values = values_of(fault.text)
    return {"code": fault.key, "line": fault.line, "column": fault.column, "text": str(fault), "values": values}


def _as_dict(variant: Variant) -> dict[str, Any]:
    told = {name: getattr(variant, name) for name in ("name", "title", "board", "footprint", "prose", "source")}
    differences = [each.text for each in variant.differences]
    return {**told, "differences": differences, "aliases": list(variant.aliases), "axes": asdict(variant.rules)}
