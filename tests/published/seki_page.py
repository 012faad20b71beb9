"""The positions of docs/seki.md, made of the table that the tests count by."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

POSITIONS = tomllib.loads((Path(__file__).parents[1] / "data" / "seki.toml").read_text("utf-8"))["positions"]


def entries() -> str:
    """Return what the page says of every position."""
    return "\n".join("\n".join(_entry(row)) for row in POSITIONS)


def _entry(row: dict[str, Any]) -> Iterator[str]:
    yield f"### {row['title']}\n"
    if "rows" in row:
        yield f"```text\n{row['rows'].strip()}\n```\n"
    else:
        stones = row["stones"]
        black, white = (", ".join(p for p in stones if stones[p] == colour) for colour in ("black", "white"))
        yield f"On `{row['board']}`: Black {black}; White {white}.\n"
    yield f"{row['why']}\n"
    if row["dead"]:
        yield f"Dead, as agreed: {', '.join(row['dead'])}.\n"
    yield f"The mark: {row['mark'][0].lower()}{row['mark'][1:]}\n"
    yield "| counted | no tax | seki, as agreed | every group |\n|---|---|---|---|"
    for kind in ("territory", "area"):
        yield f"| {kind} | " + " | ".join("{} to {}".format(*row[kind][tax]) for tax in ("none", "seki", "all")) + " |"
    if "auto_territory" in row:
        yield "\nWith the automatic mark, territory is {} to {}.".format(*row["auto_territory"])
    if "auto_territory_nothing_off" in row:
        yield "\nIf nothing is named as dead, territory is {} to {}.".format(*row["auto_territory_nothing_off"])
    yield ""
