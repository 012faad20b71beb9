"""How learning went, as pictures of its log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from ..draw.plots import Panel, plots

_NAMES: Final = {
    "policy": "Moves: cross entropy",
    "result": "Result: cross entropy",
    "margin": "Margin: cross entropy",
    "owners": "Owners: mean square",
    "left": "Moves left: mean square of the logarithm",
}


def curves(log: Path) -> str:
    """Return the losses over the steps as SVG: lines of what was learned from, dots of what was put aside."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    rows = [line for line in lines if "learned" in line]
    latest = {row["step"]: row for row in rows}  # steps that a kill made the loop take twice
    return plots([_panel(name, title, [latest[step] for step in sorted(latest)]) for name, title in _NAMES.items()])


def _panel(name: str, title: str, rows: list[dict[str, Any]]) -> Panel:
    learned = [(float(row["step"]), float(row["learned"][name])) for row in rows]
    tested = [(float(row["step"]), float(row["tested"][name])) for row in rows if name in row["tested"]]
    return Panel(title, "steps", "loss", curve=learned, dots=[(x, y, y, y) for x, y in tested])
