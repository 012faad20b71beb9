"""Write docs/lab/graphs.md and its pictures from docs/lab/graphs.csv, the results of `benchmarks.surveys --graphs`.

Run it as ``python examples/graphs_page.py docs/lab``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.surveys.graphs import SUPERKO_POINTS, GraphRow
from tengen import Game
from tengen.solve.solved_rows import read

RULES = ("positional", "situational", "natural")
INTRODUCTION = """# Values of small graphs

The value of a graph is the score that Black, who moves first, gets on the empty board when both sides play their best.
This page gives the values of all {many} connected graphs of up to {most} points, with area scoring, no suicide, no komi
and two passes. They were found by

```
python -m benchmarks.surveys --graphs {most} --csv graphs.csv     # in a checkout
```

The command writes its rows to [a file](graphs.csv) and continues from there after an interruption. [What a
position is worth](../why/solving.md) explains brackets and proofs. In the file, `low` and `high` are the bracket
under plain ko. Then come the values under positional, situational and natural superko (up to {superko} points), and the
first moves that keep the value: `moves` under plain ko with infinite play worth 0, `superko_moves` under positional
superko. Points are numbered as in graph6. Two numbers with dots between them are bounds: the search stopped after
`nodes` positions. The limit was 20 million positions at first; some graphs were tried again with 107 million, which
4 GiB of `--memory` allow. With `--resume` and more memory, or a `--limit` for each graph, the command continues from
these bounds. No lower bound is less than 0, because [the first player may
pass](../why/solving.md#proofs-and-superko).
(`Dn{{` and `D~{{` were searched longer, by `tengen.solve.superko.history`: up to 57 million.)
"""


def main() -> None:
    """Write the page and the pictures next to the rows."""
    folder = Path(sys.argv[1])
    rows = list(read(GraphRow, (folder / "graphs.csv").read_text(encoding="utf-8")).values())
    pictures = folder / "graphs"
    pictures.mkdir(parents=True, exist_ok=True)
    drawn: dict[str, str] = {}

    def picture(row: GraphRow) -> str:
        if row.graph6 not in drawn:
            size = f"{row.points}-{row.edges}-"
            name = drawn[row.graph6] = f"{size}{sum(other.startswith(size) for other in drawn.values()) + 1}"
            svg = Game("chinese", board=f"graph6:{row.graph6}", komi=0).svg(size=110)
            (pictures / f"{name}.svg").write_text(svg, encoding="utf-8")
        return f"![{row.points} points, {row.edges} edges](graphs/{drawn[row.graph6]}.svg)"

    lines = [*page(rows, picture), ""]
    (folder / "graphs.md").write_text("\n".join(lines), encoding="utf-8")


def page(rows: Sequence[GraphRow], picture: Callable[[GraphRow], str]) -> Iterator[str]:
    """Yield the page's lines."""
    asked = [row for row in rows if row.superkos]
    known = [row for row in asked if not row.open_points]
    yield INTRODUCTION.format(most=max(row.points for row in rows), many=len(rows), superko=SUPERKO_POINTS)
    yield "## What the table shows"
    yield ""
    yield from seen(rows, known)
    yield ""
    yield "The number of graphs with each value, for plain ko with infinite play worth 0 and for positional superko:"
    yield ""
    yield from counts(rows, known)
    for title, which in findings(known):
        if which:
            yield f"\n## {title}\n"
            yield from table(which, picture)
    unknown = [row for row in asked if row.open_points]
    if unknown:
        yield f"\n## Open: {len(unknown)} graphs of six points\n"
        yield from open_table(unknown)
    yield "\n## Every graph of up to five points\n"
    yield from table([row for row in rows if row.points <= 5], picture)


def seen(rows: Sequence[GraphRow], known: Sequence[GraphRow]) -> Iterator[str]:
    """Yield the findings, one paragraph each."""
    zero = Counter(row.points for row in known if row.positional == "0")
    favours = ", ".join(
        f"{many} of {sum(r.points == points for r in known)} with {points}" for points, many in sorted(zero.items())
    )
    negative = [row for row in rows if row.high < 0] + [row for row in known if min(map(int, row.superkos)) < 0]
    open_ones = [row for row in rows if row.low < row.high]
    settled = [row for row in known if row.low == row.high]
    yield f"- **Negative for Black**: {len(negative) or 'none'}. The first player may pass and become the second."
    yield f"- **Neither side is favoured** under positional superko on {sum(zero.values())} graphs: {favours} points."
    yield f"- **Infinite play matters** under plain ko on {len(open_ones)} of {len(rows)}, where low and high differ."
    differ = [row for row in known if len(set(row.superkos)) > 1]
    yield f"- **The superko rule** matters on {len(differ)} of the {len(known)} graphs solved under all three rules."
    changed = {rule: sum(getattr(row, rule) != str(row.low) for row in settled) for rule in RULES}
    told = ", ".join(f"{many} under {rule}" for rule, many in changed.items())
    yield (
        f"- **Superko may change what plain ko settles**: {len(settled)} of these graphs have a value under plain ko "
        f"that infinite play does not affect. Superko changes the value of some: {told}. Natural superko differs "
        "most, since it bars players only from positions that they created: after a pass, a ko may be retaken at once."
    )


def counts(rows: Sequence[GraphRow], known: Sequence[GraphRow]) -> Iterator[str]:
    """Yield a table that counts the graphs by points and value."""
    yield "| points | graphs | plain ko | positional superko |"
    yield "|---|---|---|---|"
    for points in sorted({row.points for row in rows}):
        ko = Counter(row.value for row in rows if row.points == points)
        superko = Counter(int(row.positional) for row in known if row.points == points)
        yield f"| {points} | {sum(ko.values())} | {_counted(ko)} | {_counted(superko) or 'not searched'} |"


def _counted(values: Counter[int]) -> str:
    return ", ".join(f"{value}: {many}" for value, many in sorted(values.items()))


def findings(known: Sequence[GraphRow]) -> Iterator[tuple[str, list[GraphRow]]]:
    """Yield the groups of graphs that the page shows with pictures, each with its title."""
    yield "Where the superko rules differ", [row for row in known if len(set(row.superkos)) > 1]
    yield "Where only a pass is best", [row for row in known if row.superko_moves == "pass" and row.points > 2]


def table(rows: Sequence[GraphRow], picture: Callable[[GraphRow], str]) -> Iterator[str]:
    """Yield a table of graphs with their pictures."""
    yield "| graph | graph6 | plain ko | positional | situational | natural |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        ko = str(row.low) if row.low == row.high else f"{row.low} to {row.high}"
        name = row.graph6.replace("|", "\\|")
        yield f"| {picture(row)} | `{name}` | {ko} | {row.positional} | {row.situational} | {row.natural} |"


def open_table(rows: Sequence[GraphRow]) -> Iterator[str]:
    """Yield a table of the graphs left with bounds, the closest first."""
    yield "| graph6 | edges | symmetries | positional | situational | natural | positions tried, each search |"
    yield "|---|--:|--:|---|---|---|--:|"
    for row in sorted(rows, key=lambda row: row.open_points):
        bounds = " | ".join(text.replace("..", " to ") for text in row.superkos)
        yield f"| `{row.graph6}` | {row.edges} | {row.symmetries} | {bounds} | {row.nodes or 0:,} |"


if __name__ == "__main__":
    main()
