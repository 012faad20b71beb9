"""`tengen doctor`: what is installed, what is missing and how to get it, and whether all that is needed works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

import typer

from ... import __version__
from ..options import Json
from ..terminal import as_json, counted, harmless, new_table, print_table, say
from .checks import PARTS, Diagnosis, survived

_MARKS: Final = {"works": "", "missing": "missing", "broken": "BROKEN"}


def doctor(json: Json = False) -> None:
    """Say what is installed, what is missing and how to get it; exit with 1 if something that is needed is broken."""
    found = [(part, each) for part, look in PARTS.items() for each in survived(part, look)]
    broken = sum(each.state == "broken" for _, each in found)
    if json:
        listed = [{"part": part, **asdict(each)} for part, each in found]
        say(as_json({"tengen": __version__, "works": not broken, "findings": listed}, indent=2))
    else:
        _print(found, broken)
    if broken:
        raise typer.Exit(1)


def _print(found: Sequence[tuple[str, Diagnosis]], broken: int) -> None:
    last = ""
    table = new_table("what", "", "how it is")
    for part, each in found:
        if part != last:
            last = part
            table.add_section()
            table.add_row(part.upper() if part != "GPU" else part)
        remedy = f"\n→ {each.remedy}" if each.remedy else ""
        table.add_row(f"  {each.name}", _MARKS[each.state], harmless(each.says) + remedy)
    print_table(table)
    if broken:
        say(f"{counted(broken, 'needed thing')} broken; the line below each says what helps.")
    else:
        say("Everything that is needed works.")
