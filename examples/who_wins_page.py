"""Write docs/lab/who-wins.md and its pictures from docs/lab/who-wins.csv, the results of `benchmarks.surveys --boards`.

Run it as ``python examples/who_wins_page.py docs/lab``. The web page of solved boards shows the same rows, from a copy.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from benchmarks.surveys.graphs import GraphRow
from tengen.boards import parse
from tengen.draw import svg
from tengen.records import Markup, Position
from tengen.rules import variant
from tengen.solve.solved_rows import GameRow, read, write

WEB = Path(__file__).parents[1] / "src" / "tengen" / "web" / "pages" / "solved.csv"
INTRODUCTION = (Path(__file__).parent / "who_wins_introduction.md").read_text(encoding="utf-8")
ORDER = ("tile", "cushion", "tao", "gengo")
AXES = {"tile_stack": "stacks of up to {} tiles", "tao_price": "a Tao stone costs {}"}


def main() -> None:
    """Write the page and the pictures next to the rows."""
    folder = Path(sys.argv[1])
    table = folder / "who-wins.csv"
    rows = sorted(read(GameRow, table.read_text(encoding="utf-8")).values(), key=place)
    for path in (table, WEB):
        path.write_text(write(GameRow, rows), encoding="utf-8")
    pictures = folder / "who-wins"
    pictures.mkdir(parents=True, exist_ok=True)
    names = {row.key: name_of(row, rows) for row in rows}
    for row in rows:
        (pictures / f"{names[row.key]}.svg").write_text(picture(row), encoding="utf-8")
    for path in pictures.glob("*.svg"):
        if path.stem not in names.values():
            path.unlink()
    ordinary = read(GraphRow, (folder / "graphs.csv").read_text(encoding="utf-8"))
    lines = [*page(rows, ordinary, lambda row: f"![{alt(row)}](who-wins/{names[row.key]}.svg)"), ""]
    (folder / "who-wins.md").write_text("\n".join(lines), encoding="utf-8")


def place(row: GameRow) -> tuple[int, str, bool, int]:
    """Return what rows are sorted by; those that share it stay as they were found."""
    return ORDER.index(row.variant), row.settings, row.is_graph, row.points


def name_of(row: GameRow, rows: Sequence[GameRow]) -> str:
    """Return the name of a row's picture: the game, its settings, and the board or the graph's number."""
    board = row.board
    if row.is_graph:
        same = [each.board for each in rows if each.is_graph and each.variant == row.variant]
        alike = [each for each in dict.fromkeys(same) if len(parse(each)) == row.points]
        board = f"{row.points}-points-{alike.index(row.board) + 1}"
    words = (row.variant, row.settings.replace("=", "-").replace("_", "-").replace(" ", "-"), board)
    return "-".join(word for word in words if word)


def picture(row: GameRow) -> str:
    """Return the empty board with the best first moves marked."""
    board = parse(row.board, footprint=variant(row.variant).footprint)
    circles = [move for move in row.best_moves if move in board.labels]
    return svg(board, Position({}), markup=Markup(marks={"circle": circles}), size=110, coordinates=False, title="")


def alt(row: GameRow) -> str:
    """Return what the picture shows."""
    return f"{row.points} points" if row.is_graph else row.board


def page(rows: Sequence[GameRow], ordinary: Mapping[str, GraphRow], shown: Callable[[GameRow], str]) -> Iterator[str]:
    """Yield the page's lines."""
    yield INTRODUCTION.rstrip()
    yield ""
    yield "## Overview"
    yield ""
    yield from overview(rows)
    yield "\n## Surprises\n"
    yield from surprises(rows, ordinary)
    for (name, settings), group in groupby(rows, key=lambda row: (row.variant, row.settings)):
        here = list(group)
        yield f"\n## {heading(name, settings)}"
        for title, some in (
            ("Grids", [row for row in here if not row.is_graph]),
            ("Graphs", [row for row in here if row.is_graph]),
        ):
            if some:
                yield f"\n### {title}\n"
                yield from table_of(some, shown)


def heading(name: str, settings: str) -> str:
    """Return a game's title with its settings in words."""
    pairs = [each.split("=", 1) for each in settings.split()]
    words = ["none can be bought" if value == "off" else AXES[axis].format(value) for axis, value in pairs]
    return ", ".join([variant(name).title, *words])


def overview(rows: Sequence[GameRow]) -> Iterator[str]:
    """Yield a table that counts the boards by game and winner."""
    yield "| game | boards | Black | White | draw | depends on infinite play | open |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for (name, settings), group in groupby(rows, key=lambda row: (row.variant, row.settings)):
        counts = Counter(row.winner for row in group)
        many = " | ".join(str(counts[each]) for each in ("black", "white", "nobody", "infinite", "open"))
        yield f"| {heading(name, settings)} | {counts.total()} | {many} |"


def surprises(rows: Sequence[GameRow], ordinary: Mapping[str, GraphRow]) -> Iterator[str]:
    """Yield what the rows show together, one paragraph each."""
    tile = {row.board: row for row in rows if row.variant == "tile" and not row.settings}
    cushion = {row.board: row for row in rows if row.variant == "cushion"}
    graphs = [(row, ordinary[board.removeprefix("graph6:")]) for board, row in tile.items() if row.is_graph]
    whole = [row for row, go in graphs if go.low == go.points > 2]
    cyclic = [row for row, go in graphs if go.low < 0]
    white = [row for row in cyclic if row.winner == "white"]
    other = ", ".join(f"`{row.board.removeprefix('graph6:')}`" for row in cyclic if row.winner == "black")
    yield (
        f"- **Ordinary Go predicts Tile Go.** On {len(whole)} of these {len(graphs)} graphs Black gets every point in "
        f"ordinary Go under plain ko ([the table](graphs.md)); Black wins Tile Go on "
        f"{sum(row.winner == 'black' for row in whole)} of them. On {len(cyclic)} others, the whole result of ordinary "
        f"Go depends on infinite play; White wins Tile Go on {len(white)} of them, all except {other}."
    )
    stacked = [row for row in rows if row.variant == "tile" and row.settings == "tile_stack=2"]
    unchanged = sum(row.winner == tile[row.board].winner for row in stacked)
    whose = "all" if unchanged == len(stacked) else f"{unchanged} of"
    longer = sum((row.turns or 0) > (tile[row.board].turns or 0) for row in stacked)
    yield (
        f"- **Higher stacks, longer games.** With up to two tiles on a point {whose} {len(stacked)} boards have the "
        f"same winner as with one tile; on {longer} of them the winner needs more turns."
    )
    known = {board: row for board, row in cushion.items() if row.winner != "open"}
    both = [(row, known[board]) for board, row in tile.items() if board in known]
    lost = [(one, other) for one, other in both if one.winner == "white" and other.winner == "infinite"]
    saved = sum(one.winner == "black" and other.winner != "black" for one, other in both)
    black = (
        "Every board that Black wins in Tile Go is Black's in Cushion Go, too."
        if not saved
        else f"On {saved} boards that Black wins in Tile Go, Black does not win Cushion Go."
    )
    yield (
        f"- **Fewer tiles, more cycles.** Of {len(both)} boards solved for both games, White wins Tile Go on "
        f"{len(lost)} where Cushion Go depends on infinite play. {black}"
    )
    prices: dict[str, list[str]] = {}
    for row in rows:
        if row.variant == "tao" and row.winner != "open":
            prices.setdefault(row.board, []).append(row.result)
    several = [results for results in prices.values() if len(results) > 1]
    alike = sum(len(set(results)) == 1 for results in several)
    many = f"all {alike}" if alike == len(several) else f"{alike} of {len(several)}"
    yield (
        f"- **The price of a Tao stone decides little.** On {many} boards the result of Tao Go is the same at every "
        "price tried."
    )
    slow = max((row for row in tile.values() if row.turns is not None), key=lambda row: row.turns or 0)
    quick = [row for row in tile.values() if row.winner == "black"]
    yield (
        f"- **Black wins quickly, White slowly.** Black's wins of Tile Go take up to "
        f"{max(row.turns or 0 for row in quick)} turns. White's longest win takes {slow.turns}, on {slow.board}."
    )


def table_of(rows: Sequence[GameRow], shown: Callable[[GameRow], str]) -> Iterator[str]:
    """Yield a table of boards with their pictures."""
    has_turns = any(row.turns is not None for row in rows)
    yield f"| | board | result |{' turns |' if has_turns else ''} best first moves | states | seconds |"
    yield f"|---|---|---|{'--:|' if has_turns else ''}---|--:|--:|"
    for row in rows:
        board = "`" + row.board.removeprefix("graph6:").replace("|", "\\|") + "`"
        turns = f" {'' if row.turns is None else row.turns} |" if has_turns else ""
        tried = f" ({row.memory:,} MiB)" if row.winner == "open" else ""
        result = "draw" if row.winner == "nobody" else row.result
        yield f"| {shown(row)} | {board} | {result} |{turns} {row.moves} | {row.states:,} | {row.seconds:g}{tried} |"


if __name__ == "__main__":
    main()
