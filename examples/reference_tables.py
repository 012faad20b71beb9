"""Write the tables of the documentation that come from the program: ``python examples/reference_tables.py [DOCS]``.

`make gallery` runs this. In a page, a table stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tengen.gtp import commands
from tengen.rules import AXES, Axis, Variant, describe, variants
from tengen.rules.axis import show
from tengen.rules.conflicts import LEAST_FIXED, MOST_FIXED, NEEDS

ROOT: Final = Path(__file__).parent.parent
FAMILIES: Final = {
    "standard": "Playing",
    "tournament": "Handicap, time and the end",
    "regression": "Records and tests",
    "analysis": "Analysis",
    "kata": "Rules, positions and KGS",
    "settings": "How the engine thinks",
    "gnugo": "GNU Go",
    "gogui": "GoGui and Gomill",
    "own": "Tengen's own",
}
"""What the modules of `tengen.gtp.commands` are called in the table."""


def gtp_commands() -> str:
    """Return the table of GTP commands, with their docstrings."""
    lines, family = ["| command | what it does |", "|---|---|"], ""
    for command in commands().values():
        lines += [f"| **{FAMILIES[command.family]}** | |"] if command.family != family else []
        lines.append(f"| `{f'{command.name} {command.usage}'.strip()}` | {command.about} |")
        family = command.family
    return "\n".join(lines)


def seki_positions() -> str:
    """Return the positions by which the scoring of seki is tested, with what they count."""
    rows = tomllib.loads((ROOT / "tests" / "data" / "seki.toml").read_text("utf-8"))["positions"]
    return "\n".join(line for row in rows for line in _seki_position(row))


def _seki_position(row: dict[str, Any]) -> Iterator[str]:
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
    yield f"Marked automatically: {row['mark'][0].lower()}{row['mark'][1:]}\n"
    yield "| counted | no tax | seki, as agreed | every group |\n|---|---|---|---|"
    for kind in ("territory", "area"):
        yield f"| {kind} | " + " | ".join("{} to {}".format(*row[kind][tax]) for tax in ("none", "seki", "all")) + " |"
    if "auto_territory" in row:
        yield "\nWith the automatic mark, territory is {} to {}.".format(*row["auto_territory"])
    if "auto_territory_nothing_off" in row:
        yield "\nIf nothing is marked as dead, territory is {} to {}.".format(*row["auto_territory_nothing_off"])
    yield ""


def axes_table() -> str:
    """Return the table of axes in Markdown."""
    lines = ["| axis | values (default first) | what it decides | clause |", "|---|---|---|---|"]
    for axis in AXES.values():
        values = [f"`{word}`" for word in axis.words] + ([axis.pattern] if axis.pattern else [])
        lines.append(f"| `{axis.name}` | {', '.join(values)} | {axis.about} | {axis.clause} |")
    return "\n".join(lines) + "\n"


def sentences() -> str:
    """Return what every value of every axis means in Markdown."""
    return "\n".join(_sentences(axis) for axis in AXES.values())


def _sentences(axis: Axis) -> str:
    """Return an axis' heading and a line for each value; open ones are shown by the default and a sample."""
    told = dict(axis.values) if show(axis.default) in axis.values else {show(axis.default): axis.say(axis.default)}
    told |= axis.values
    if axis.pattern:
        told |= {show(value): axis.say(value) for value in (axis.sample, *axis.further)}
    lines = [f"- `{value}`: {sentence}" for value, sentence in told.items()]
    return "\n".join([f"### {axis.name}", "", axis.about, "", *lines]) + "\n"


def conflicts_list() -> str:
    """Return what contradicts itself in Markdown."""
    lines = [
        "`end = passes` needs a pass: `passing` is `pass` or `both`.",
        "`end = no-moves` needs a game without a pass: `passing` is `return` or `none`.",
    ]
    for need in (need for need in NEEDS if not need.harmless):
        values = " or ".join(f"`{value}`" for value in need.values)
        lines.append(f"`{need.axis}` can be changed only where `{need.other}` is {values}.")
    lines.append(f"`handicap_kind = fixed` allows a `handicap` of {LEAST_FIXED} to {MOST_FIXED}.")
    lines.append("`handicap_kind = turns` allows no `handicap` of 1.")
    return "".join(f"- {line}\n" for line in lines)


def variants_list() -> str:
    """Return every preset in Markdown."""
    return "\n".join("\n".join(_entry(preset)) for preset in variants())


def _entry(preset: Variant) -> Iterator[str]:
    told = describe(preset)
    yield f"## {told.title}\n"
    names = ", ".join(f"`{name}`" for name in (preset.name, *preset.aliases))
    yield f"{names}\n"
    if told.prose:
        yield f"{told.prose}\n"
    yield f"Board: `{preset.board}`" + (f", footprint `{preset.footprint}`.\n" if preset.footprint else ".\n")
    changed = [row for row in told.rows if row.changed]
    if changed:
        yield "| axis | value | meaning |\n|---|---|---|"
        yield from (f"| `{row.axis}` | `{row.value}` | {row.sentence} |" for row in changed)
        yield ""
    if told.source:
        yield f"Source: {told.source}\n"
    if told.differences:
        yield "Different from the source:\n"
        yield from (f"- {difference}" for difference in told.differences)
        yield ""


TABLES: Final[dict[str, Callable[[], str]]] = {
    "axes": axes_table,
    "sentences": sentences,
    "conflicts": conflicts_list,
    "variants": variants_list,
    "gtp-commands": gtp_commands,
    "seki": seki_positions,
}


def renewed(page: str) -> str:
    """Return a page with its tables as the program gives them now."""
    pattern = re.compile(r"(<!-- generated: ([\w-]+) -->\n).*?(?=<!-- end -->)", re.DOTALL)
    return pattern.sub(lambda it: f"{it[1]}\n{TABLES[it[2]]().strip()}\n\n" if it[2] in TABLES else it[0], page)


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs").rglob("*.md")):
        text = path.read_text("utf-8")
        if (new := renewed(text)) != text:
            path.write_text(new, "utf-8")
            print(f"{path} has new tables")
