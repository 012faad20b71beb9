"""``python -m benchmarks.balance_plots FOLDER``: the plots of the games of ``tengen balance --out FOLDER``."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from tengen import boards
from tengen.cli.terminal import harmless, say
from tengen.files.whole import write_whole
from tengen.game.game_records import CUSTOM
from tengen.match.fairness import Balance, MeasuredValue, SelfGame, share_of
from tengen.match.selfplay import Notebook
from tengen.records import FormatError, TengenError
from tengen.rules import Rules, variant

from .commands import main
from .plots import Panel, plots

_CURVE: Final = 60
"""Points of a drawn curve."""
_TABLE: Final = "| figure | value | 95% |\n"
"""The first line of a report's table, above which the picture is placed."""


def balance_plots(
    folder: Annotated[Path, typer.Argument(help="The folder of `tengen balance --out`.", exists=True, file_okay=False)],
) -> None:
    """Draw the plots of each game next to its games, and show them in its report."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise TengenError(f"{folder}: no .jsonl files of `tengen balance` found")
    for path in files:
        picture, text = path.with_suffix(".svg"), path.with_suffix(".md")
        found = read(path)
        if not found.games:
            say(harmless(f"{path}: no games yet"))
            continue
        write_whole(picture, pictures(found))
        say(harmless(str(picture)))
        if text.exists():
            write_whole(text, with_picture(text.read_text("utf-8"), picture.name))


def with_picture(text: str, name: str) -> str:
    """Return a report with a line for its plots; unchanged if it has that line, or no table."""
    line = f"![Plots of the figures below]({name})\n"
    return text if line in text else text.replace(_TABLE, f"{line}\n{_TABLE}", 1)


def read(path: Path) -> Balance:
    """Return the figures of the games in a file, all of them.

    Raises:
        TengenError: rules or a board that do not exist, or another process is writing the file.
        FormatError: it is not a file of `tengen balance`.
    """
    with path.open("rb") as file:
        line = file.readline()
    head: Any = None
    with suppress(ValueError, RecursionError):
        head = json.loads(line)
    match head:
        case {"kind": Notebook.kind, "variant": str(name), "axes": dict(axes), "board": str(board)}:
            with Notebook(path, head, resume=True) as kept:
                games = tuple(kept.entries)
        case _:
            raise FormatError(f"{path} is not a file of `tengen balance`", 1, 1)
    rules = (Rules() if name == CUSTOM else variant(name).rules).replace(**axes)
    return Balance(rules, len(boards.parse(board)), games, next((game.opening for game in games if game.opening), ""))


def pictures(balance: Balance) -> str:
    """Return the plots as one SVG: chances, margins, lengths, and legal moves by turn."""
    panels = [_chances(balance)] if balance.has_komi else [_wins(balance)]
    margins = [game.margin for game in balance.games if game.margin is not None]
    panels.append(Panel("Black's lead without komi", "points", "games", bars=_bars(margins)))
    panels.append(Panel("Length", "moves", "games", bars=_bars([len(game.moves) for game in balance.games])))
    turns = balance.by_turn()
    panels.append(
        Panel(
            "Legal moves: mean, and from least to most",
            "turn",
            "legal moves",
            curve=[(turn, mean) for turn, mean, _, _ in turns],
            band=[(turn, low, high) for turn, _, low, high in turns],
        )
    )
    return plots(panels)


def _chances(balance: Balance) -> Panel:
    curve, points = balance.curve, balance.points
    komis = [(2 * step / _CURVE - 1) * (points + 1) for step in range(_CURVE + 1)]
    found = [(komi, curve.chance(komi)) for komi in komis]
    return Panel(
        "Black wins", "komi", "% of games",
        curve=[(komi, 100 * each.value) for komi, each in found],
        band=[(komi, 100 * each.low, 100 * each.high) for komi, each in found],
        dots=[(komi, 100 * each.value, 100 * each.low, 100 * each.high) for komi, each in _counted(balance)],
        marks=[(curve.fair.value, f"fair: {curve.fair.value:.1f}")],
        height=100,
    )  # fmt: skip


def _counted(balance: Balance) -> list[tuple[float, MeasuredValue]]:
    """Return Black's share among games at neighbouring komis, eight parts of the range."""
    wide = (balance.points + 1) / 4
    parts: dict[int, list[SelfGame]] = {}
    for game in balance.games:
        parts.setdefault(math.floor(game.komi / wide), []).append(game)
    return [
        (sum(game.komi for game in games) / len(games), share_of(sum(game.points for game in games), len(games)))
        for _, games in sorted(parts.items())
    ]


def _wins(balance: Balance) -> Panel:
    figures = [("any", balance.first)] + ([(balance.swap, balance.swapped)] if balance.swapped else [])
    return Panel(
        "Black wins", "first move", "% of games",
        bars=[(place - 0.3, place + 0.3, 100 * each.value) for place, (_, each) in enumerate(figures)],
        dots=[(place, 100 * each.value, 100 * each.low, 100 * each.high) for place, (_, each) in enumerate(figures)],
        labels=[(place, label) for place, (label, _) in enumerate(figures)],
        height=100,
    )  # fmt: skip


def _bars(values: Sequence[float]) -> list[tuple[float, float, float]]:
    """Return a histogram of about ten bars."""
    if not values:
        return []
    low, high = min(values), max(values)
    wide = max(1, math.ceil((high - low + 1) / 10))
    counts = Counter(math.floor((value - low) / wide) for value in values)
    return [(low + place * wide, low + (place + 1) * wide, float(counts[place])) for place in range(max(counts) + 1)]


if __name__ == "__main__":
    main(balance_plots)
