"""Variants and axes in words, for the command line and the pages of the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..records import Text
from .axes import AXES
from .axis import Axis, show
from .conflicts import LEAST_FIXED, MOST_FIXED, NEEDS, idle
from .preset_files import variants
from .rules import Rules
from .variant_data import Variant
from .variant_files import variant


@dataclass(frozen=True)
class AxisRow:
    """One axis of a description: its value, the sentence for it, its clause, whether it differs from the default."""

    axis: str
    value: str
    sentence: Text
    clause: str
    changed: bool


@dataclass(frozen=True)
class Description:
    """A variant in words, made from its data so that the two cannot differ.

    ``differences`` tell, a sentence each, how it differs from what its source publishes.
    """

    name: str
    title: str
    prose: str
    source: str
    board: str
    rows: tuple[AxisRow, ...]
    differences: tuple[str, ...] = ()


def describe(game: str | Variant | Rules) -> Description:
    """Return a variant in words: its prose, and a sentence for every axis, those that differ from the default first.

    >>> [row.sentence for row in describe("formal").rows if row.changed]
    ['A position may equal an earlier one only right after it, by a pass (the formal rules).']
    """
    chosen = variant(game)
    values = chosen.rules.to_dict()
    rows = []
    for name, axis in AXES.items():
        why = idle(name, values)
        sentence = Text("This decides nothing here: {why}.", why=why) if why else axis.say(values[name])
        rows.append(AxisRow(name, show(values[name]), sentence, axis.clause, values[name] != axis.default))
    rows.sort(key=lambda row: not row.changed)
    board = chosen.board
    if chosen.footprint is not None:
        board = Text("{board}, footprint {footprint}", board=chosen.board, footprint=chosen.footprint)
    differences = tuple(each.text for each in chosen.differences)
    return Description(chosen.name, chosen.title, chosen.prose, chosen.source, board, tuple(rows), differences)


def axes_table() -> str:
    """Return the table of axes in Markdown, as docs/rules.md shows it."""
    lines = ["| axis | values (default first) | what it decides | clause |", "|---|---|---|---|"]
    for axis in AXES.values():
        values = [f"`{word}`" for word in axis.words] + ([axis.pattern] if axis.pattern else [])
        lines.append(f"| `{axis.name}` | {', '.join(values)} | {axis.about} | {axis.clause} |")
    return "\n".join(lines) + "\n"


def sentences() -> str:
    """Return what every value of every axis means in Markdown, as docs/rules.md shows it."""
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
    """Return what contradicts itself in Markdown, as docs/rules.md shows it."""
    lines = [
        "`end = passes` needs a pass: `passing` is `pass` or `both`.",
        "`end = no-moves` needs that there is none: `passing` is `return` or `none`.",
    ]
    for need in (need for need in NEEDS if not need.harmless):
        values = " or ".join(f"`{value}`" for value in need.values)
        lines.append(f"`{need.axis}` can be changed only where `{need.other}` is {values}.")
    lines.append(f"`handicap_kind = fixed` allows a `handicap` of {LEAST_FIXED} to {MOST_FIXED}.")
    lines.append("`handicap_kind = turns` allows no `handicap` of 1.")
    return "".join(f"- {line}\n" for line in lines)


def variants_list() -> str:
    """Return every preset in Markdown, as docs/variants.md shows it."""
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
