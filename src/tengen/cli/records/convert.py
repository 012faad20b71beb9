"""`tengen convert`: a record or a diagram from one notation to another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePath
from typing import Final

import typer

from ...boards import Board, parse
from ...draw.image_files import check_installed
from ...formats import read_all
from ...formats.diagrams import rows
from ...formats.diagrams.symbols import After
from ...formats.encoding import MAX_BYTES, read_bytes
from ...formats.notations import FORMATS, Format, ending, named
from ...game.game_records import record_variant
from ...records import Diagram, PositionError, Record, TengenError
from ...rules import Variant
from ..choice import chosen
from ..compiling import announced
from ..terminal import harmless, say
from .excerpts import Excerpt, excerpts, lost_facts, lost_notes, position_after
from .pictures import check_name
from .saving import write_whole
from .sources import STREAM, check_board

_SEVERAL: Final = ("sgf", "sensei", "goban", "rows")
"""The formats whose texts may hold more than one record or diagram."""


@dataclass(frozen=True)
class Wishes:
    """What is to be made of what was read: which moves, under which rules, and how it is headed."""

    move: int | None = None
    first: int | None = None
    last: int | None = None
    rules: str | None = None
    settings: Sequence[str] = ()
    title: str | None = None
    coordinates: bool = False

    @property
    def cuts(self) -> bool:
        """Whether only a part is wanted."""
        return (self.move, self.first, self.last) != (None, None, None)


@dataclass
class Made:
    """What was made, text or a picture, and what that leaves out of what was read."""

    pieces: list[str | bytes]
    left_out: list[str]


@dataclass(frozen=True)
class Target:
    """What is to be written: records in a notation, or drawings."""

    name: str
    write: Callable[[Record], str] | None = None
    draw: Callable[[Diagram, After], str | bytes] | None = None


def convert_file(
    source: str,
    target: str,
    from_format: str | None,
    to_format: str | None,
    board: str | None,
    every: bool,
    force: bool,
    wishes: Wishes,
) -> None:
    """Read a file or standard input, and write a file or standard output whole or not at all."""
    if wishes.move is not None and (wishes.first, wishes.last) != (None, None):
        raise TengenError("--move is one position, --from and --to are numbered moves; leave one out")
    if target != STREAM:
        check_name("OUT", target)
    into = _target(target, to_format)
    if target != STREAM and not force and os.path.lexists(target):
        raise TengenError(f"{target} is there already; --force replaces it")
    if into.name in _PICTURES:
        check_installed(into.name)
    found = _found(source, from_format, None if board is None else parse(board), every)
    pieces: list[str | bytes] = []
    with announced():
        for one in found:
            made = _made(one, into, wishes)
            pieces += made.pieces
            if made.left_out:
                _say(source, f"{_listed(made.left_out)} not kept in the format {into.name}")
    if len(pieces) > 1 and into.name not in _SEVERAL:
        raise TengenError(
            f"these are {len(pieces)} diagrams or games, and a file of the format {into.name} holds one; "
            "take fewer moves with --from and --to, or leave --all out"
        )
    between = b"" if into.name == "sgf" else b"\n"
    _put(
        source,
        target,
        between.join(piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace") for piece in pieces),
        into,
    )


def _put(source: str, target: str, data: bytes, into: Target) -> None:
    if target == STREAM:
        typer.echo(data, nl=False)
        return
    same = source != STREAM and os.path.exists(target) and os.path.samefile(source, target)
    write_whole(Path(target), data)
    if same:
        _say(target, f"was replaced; it is of the format {into.name} now")


def _target(target: str, name: str | None) -> Target:
    """Return what is to be written, as it is named or as the file's ending says."""
    wanted = (name or PurePath(target).suffix.removeprefix(".")).strip().lower()
    if wanted in _PICTURES and (name or target != STREAM):
        return Target(wanted, draw=_PICTURES[wanted])
    if name is not None:
        return _of(named(name))
    found = ending(target) if target != STREAM else []
    if len(found) == 1:
        return _of(found[0])
    names = ", ".join([one.name for one in found] or [*(one.name for one in FORMATS), *_PICTURES])
    what = "standard output" if target == STREAM else target
    raise TengenError(f"the format of {what} is open; name it with --to-format: {names}")


def _of(format: Format) -> Target:
    return Target(format.name, format.write, format.draw)


def _svg(diagram: Diagram, _: After) -> str:
    from ...draw import diagram_svg

    return diagram_svg(diagram)


def _png(diagram: Diagram, after: After) -> bytes:
    from ...draw.image_files import png

    return png(_svg(diagram, after))


def _pdf(diagram: Diagram, after: After) -> bytes:
    from ...draw.image_files import pdf

    return pdf(_svg(diagram, after))


_PICTURES: Final[dict[str, Callable[[Diagram, After], str | bytes]]] = {"svg": _svg, "png": _png, "pdf": _pdf}


def _found(source: str, name: str | None, board: Board | None, every: bool) -> list[Record | Diagram]:
    """Return what the source holds: all of it, or what comes first."""
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if source == STREAM else read_bytes(source)
    found = read_all(data, board, name, "" if source == STREAM else source)
    kept = list(found) if every else list(islice(found, 1))
    for one in kept:
        if board is not None:
            check_board(one, board)
        for warning in one.warnings:
            _say(source, warning)
        if isinstance(one, Record) and one.incomplete:
            _say(source, "the file is cut off in the middle of the game; moves may be missing")
    if not every and _more(found):
        _say(source, "more follows; --all takes everything")
    return kept


def _more(found: Iterator[Record | Diagram]) -> bool:
    """Say whether anything follows, readable or not."""
    try:
        return next(found, None) is not None
    except TengenError:
        return True


def _made(one: Record | Diagram, into: Target, wishes: Wishes) -> Made:
    if into.draw is not None:
        return _drawn(one, into, wishes)
    record, left_out = _record(one, wishes)
    assert into.write is not None
    if wishes.title is not None:
        record.info["GN"] = wishes.title
    if into.name == "clicks":
        left_out += lost_notes(record) + lost_facts(record)
    return Made([into.write(record)], left_out)


def _record(one: Record | Diagram, wishes: Wishes) -> tuple[Record, list[str]]:
    """Return what was read as a record, or the part of it that is wanted; and what that leaves out."""
    record = one if isinstance(one, Record) else one.record()
    left_out = ["the links"] if isinstance(one, Diagram) and one.links else []
    if not wishes.cuts:
        return record, left_out
    parts = _excerpts(record, wishes)
    if len(parts) > 1:
        raise TengenError("stones are set up between these moves; take fewer of them, or draw them")
    kept = replace(parts[0].diagram.record(), variant=record.variant, axes=record.axes, about=record.about)
    kept.info = dict(record.info)
    return kept, left_out + lost_notes(record, not parts[0].diagram.markup.is_empty())


def _drawn(one: Record | Diagram, into: Target, wishes: Wishes) -> Made:
    """Draw a diagram as it is, as far as no rules are needed for it, and everything else move by move."""
    assert into.draw is not None
    made = Made([], [])
    drawn = 0
    for diagram, after in _diagrams(one, wishes):
        drawn += not diagram.markup.is_empty()
        headed = replace(
            diagram,
            title=diagram.title if wishes.title is None else wishes.title,
            coordinates=diagram.coordinates or wishes.coordinates,
        )
        made.pieces.append(into.draw(headed, after))
        if into.name == "rows":
            made.left_out += rows.lost(headed)
        elif into.name in _PICTURES:
            made.left_out += [f"the note {note!r}" for note in headed.notes()]
    if isinstance(one, Record):
        made.left_out += lost_notes(one, drawn) + lost_facts(one)
    return made


def _diagrams(one: Record | Diagram, wishes: Wishes) -> Iterator[tuple[Diagram, After]]:
    """Yield the diagrams to be drawn, each with what knows the positions after its moves."""
    if isinstance(one, Diagram) and not wishes.cuts:
        record = one.record()
        yield one, lambda moves: _excerpts(record, wishes)[0].after(moves)
        return
    record = one if isinstance(one, Record) else one.record()
    for part in _excerpts(record, wishes):
        yield replace(part.diagram, title=record.info.get("GN", "")), part.after


def _excerpts(record: Record, wishes: Wishes) -> list[Excerpt]:
    try:
        variant = _variant(record, wishes)
        if wishes.move is not None:
            return [position_after(record, variant, wishes.move)]
        return excerpts(record, variant, wishes.first, wishes.last)
    except PositionError as error:
        if record.variant is None and wishes.rules is None:
            raise TengenError(f"{error}; --rules names the game this is") from error
        raise


def _variant(record: Record, wishes: Wishes) -> Variant:
    return chosen(wishes.rules or record_variant(record), wishes.settings)


def _listed(things: Sequence[str]) -> str:
    *others, last = dict.fromkeys(things)
    single = not others and last.startswith(("1 ", "the title", "the game"))
    return f"{', '.join(others)} and {last} are" if others else f"{last} {'is' if single else 'are'}"


def _say(source: str, message: str) -> None:
    name = "standard input" if source == STREAM else source
    say(harmless(f"{name}: {message}"), err=True)
