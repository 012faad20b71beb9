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
from tengen.rules import axes_table, conflicts_list, sentences, variants_list

ROOT: Final = Path(__file__).parent.parent
FAMILIES: Final = {
    "standard": "Playing",
    "tournament": "Handicap and the end",
    "regression": "Records and tests",
    "clocks": "Time",
    "analysis": "Analysis",
    "kata": "Rules and positions",
    "settings": "How the engine thinks",
    "gnugo": "GNU Go",
    "gogui": "GoGui",
    "kgs": "KGS",
    "gomill": "Gomill",
    "own": "Tengen's own",
    "levels": "Levels",
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
    yield f"The mark: {row['mark'][0].lower()}{row['mark'][1:]}\n"
    yield "| counted | no tax | seki, as agreed | every group |\n|---|---|---|---|"
    for kind in ("territory", "area"):
        yield f"| {kind} | " + " | ".join("{} to {}".format(*row[kind][tax]) for tax in ("none", "seki", "all")) + " |"
    if "auto_territory" in row:
        yield "\nWith the automatic mark, territory is {} to {}.".format(*row["auto_territory"])
    if "auto_territory_nothing_off" in row:
        yield "\nIf nothing is named as dead, territory is {} to {}.".format(*row["auto_territory_nothing_off"])
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
    return pattern.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]().strip()}\n\n", page)


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs").glob("*.md")):
        text = path.read_text("utf-8")
        if (new := renewed(text)) != text:
            path.write_text(new, "utf-8")
            print(f"{path} has new tables")
