"""Fair comparisons: A and B alternate within one run, with medians and ratios of pairs."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """One line of the report: a name, the figure, and the figure it is compared with, if any."""

    name: str
    figure: str
    against: str = ""
    ratio: float | None = None
    spread: tuple[float, float] | None = None
    target: str = ""


def compare(
    name: str, ours: Callable[[], float], theirs: Callable[[], float], pairs: int, target: str, unit: str
) -> Row:
    """Measure two rates alternately, ``pairs`` times; the ratio is the median of the pairs' ratios.

    Each measurement of ours is divided by the mean of theirs before and after it, so that a slow drift of the machine
    cancels out.
    """
    ours()
    before = theirs()
    rates, ratios, others = [], [], []
    for _ in range(pairs):
        rate = ours()
        after = theirs()
        rates.append(rate)
        others.append(after)
        ratios.append(2 * rate / (before + after))
        before = after
    return Row(name, f"{median(rates):,.0f} {unit}", f"{median(others):,.0f} {unit}", median(ratios),
               (min(ratios), max(ratios)), target)  # fmt: skip


def rate(name: str, ours: Callable[[], float], unit: str, repeats: int = 5, target: str = "") -> Row:
    """Measure one rate: the median of ``repeats`` measurements."""
    ours()
    return Row(name, f"{median(ours() for _ in range(repeats)):,.0f} {unit}", target=target)


def table(rows: list[Row]) -> str:
    """Return the report as Markdown."""
    lines = ["| what | Tengen | against | ratio (lowest, highest) | target |", "|---|---|---|---|---|"]
    for row in rows:
        ratio = ""
        if row.ratio is not None:
            ratio = f"{row.ratio:.2f}"
            if row.spread:
                ratio += f" ({row.spread[0]:.2f}, {row.spread[1]:.2f})"
        lines.append(f"| {row.name} | {row.figure} | {row.against} | {ratio} | {row.target} |")
    return "\n".join(lines)


def machine() -> str:
    """Name the machine and the versions that matter."""
    import numba
    import numpy

    return (
        f"{platform.machine()}, Python {platform.python_version()}, "
        f"NumPy {numpy.__version__}, Numba {numba.__version__}"
    )
