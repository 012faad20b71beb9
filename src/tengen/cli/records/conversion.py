"""The work of `tengen convert`: what is read, what is made of it, and what that leaves out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path, PurePath
from typing import Final

import typer

from ...boards import parse
from ...draw.image_files import check_installed
from ...files.whole import write_whole
from ...formats import read_all
from ...formats.diagrams.symbols import After
from ...formats.notations import FORMATS, Format, ending, named
from ...game.game_records import record_variant
from ...game.played_records import explained, shortened
from ...records import Diagram, PositionError, Record, TengenError
from ...rules import Variant
from ..choice import chosen
from ..compiling import announced
from .convert_options import ConvertOptions
from .excerpts import Excerpt, excerpts, lost_facts, lost_notes, position_after
from .files import check_free, check_name, tell_written
from .sources import (
    STREAM,
    as_diagram,
    as_record,
    circled,
    file_name,
    is_named,
    named_in_errors,
    read_data,
    read_source,
    say_of,
    told_oddities,
    wished,
)


@dataclass
class Converted:
    """What was made, text or a picture, what that leaves out of what was read, and what is odd about its moves."""

    pieces: list[str | bytes]
    left_out: list[str]
    odd: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Target:
    """What is to be written: records in a notation, or drawings; see `tengen.formats.notations.Format`."""

    name: str
    write: Callable[[Record], str] | None = None
    draw: Callable[[Diagram, After], str | bytes] | None = None
    left_out: Callable[[Diagram], Sequence[str]] = lambda diagram: ()
    several: bool = False
    moves_only: bool = False
    keeps_rules: Callable[[Record], bool] = lambda record: False

    @classmethod
    def of(cls, format: Format) -> Target:
        """Return a notation as a target."""
        several = format.all is not None
        keeps = format.moves_only, format.keeps_rules
        return cls(format.name, format.write, format.draw, format.left_out, several, *keeps)


def convert_file(source: str, target: str, options: ConvertOptions) -> None:
    """Read a file or standard input, and write a file or standard output whole or not at all."""
    if options.why and options.cuts:
        raise TengenError("--why writes into the comments of whole records; leave --move, --from and --to out")
    if options.move is not None and (options.first, options.last) != (None, None):
        raise TengenError("--move is one position, --from and --to are numbered moves; leave one out")
    if target != STREAM:
        check_name("OUT", target)
    into = _target(target, options.to_format)
    check_free(target, options.force)
    if options.why and (into.write is None or into.moves_only):
        raise TengenError(f"--why writes comments, and the format {into.name} has none; sgf and json have")
    if into.name in _PICTURES:
        check_installed(into.name)
    pieces: list[str | bytes] = []
    with announced():
        for one in _found(source, options):
            made = _converted(one, into, options)
            pieces += made.pieces
            for said in shortened(made.odd):
                say_of(source, said)
            if made.left_out:
                say_of(source, f"{_listed(made.left_out)} not kept in the format {into.name}")
    if len(pieces) > 1 and not into.several:
        raise TengenError(
            f"these are {len(pieces)} diagrams or games, and a file of the format {into.name} holds one; "
            "take fewer moves with --from and --to, one position with --move, or leave --all out"
        )
    data = [piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace") for piece in pieces]
    _put(source, target, (b"" if into.write is not None else b"\n").join(data), into.name)


def _put(source: str, target: str, data: bytes, kind: str) -> None:
    if target == STREAM:
        typer.echo(data, nl=False)
        return
    same = source != STREAM and os.path.exists(target) and os.path.samefile(source, target)
    write_whole(Path(target), data)
    tell_written([target])
    if same:
        say_of(target, f"was replaced; it is of the format {kind} now")


def _target(target: str, name: str | None) -> Target:
    """Return what is to be written, as it is named or as the file's ending says."""
    wanted = (name or PurePath(target).suffix.removeprefix(".")).strip().lower()
    if wanted in _PICTURES and (name or target != STREAM):
        return _PICTURES[wanted]
    if name is not None:
        return _writable(named(name))
    found = ending(target) if target != STREAM else []
    if len(found) == 1:
        return _writable(found[0])
    names = ", ".join([one.name for one in found] or [*(one.name for one in FORMATS), *_PICTURES])
    what = "standard output" if target == STREAM else target
    raise TengenError(f"the format of {what} is open; name it with --to-format: {names}")


def _writable(format: Format) -> Target:
    """Return a notation as a target; TengenError where Tengen only reads it."""
    if format.write is None and format.draw is None:
        written = ", ".join(one.name for one in FORMATS if one.write or one.draw)
        raise TengenError(f"the format {format.name} is only read; what is written is {written}")
    return Target.of(format)


def _svg(diagram: Diagram, _: After) -> str:
    from ...draw import diagram_svg

    return diagram_svg(diagram)


def _png(diagram: Diagram, after: After) -> bytes:
    from ...draw.image_files import png

    return png(_svg(diagram, after))


def _pdf(diagram: Diagram, after: After) -> bytes:
    from ...draw.image_files import pdf

    return pdf(_svg(diagram, after))


def _unsaid(diagram: Diagram) -> list[str]:
    return [f"the note {note!r}" for note in diagram.notes()]


_PICTURES: Final = {
    name: Target(name, draw=draw, left_out=_unsaid) for name, draw in (("svg", _svg), ("png", _png), ("pdf", _pdf))
}


def _found(source: str, options: ConvertOptions) -> list[Record | Diagram]:
    """Return what the source holds: all of it, or what comes first."""
    if options.from_format is None and is_named(source):
        return [read_source(source, options.board)]
    board = None if options.board is None else parse(options.board)
    with named_in_errors(source):
        found = read_all(read_data(source), board, options.from_format, file_name(source))
        kept = list(found) if options.every else list(islice(found, 1))
    for one in kept:
        told_oddities(one, source, board)
    kept = [circled(one, options.circles_are_tiles) for one in kept]
    if not options.every and _more(found):
        say_of(source, "more follows; --all takes everything")
    return kept


def _more(found: Iterator[Record | Diagram]) -> bool:
    """Say whether anything follows, readable or not."""
    try:
        return next(found, None) is not None
    except TengenError:
        return True


def _converted(one: Record | Diagram, into: Target, options: ConvertOptions) -> Converted:
    if into.draw is not None:
        return _drawn(one, into, options)
    record, left_out, odd = _record(one, options)
    assert into.write is not None
    if options.why:
        record = explained(record, _variant(record, options))
    if options.title is not None:
        record.info["GN"] = options.title
    if into.moves_only:
        facts = lost_facts(record)
        left_out += lost_notes(record) + [fact for fact in facts if fact != "the rules" or not into.keeps_rules(record)]
    return Converted([into.write(record)], left_out, odd)


def _record(one: Record | Diagram, options: ConvertOptions) -> tuple[Record, list[str], list[str]]:
    """Return what was read as a record, or the part of it that is wanted; what that leaves out, and what is odd."""
    from ...game.game_records import CUSTOM, about, described

    record = as_record(one, wished(one, options.rules, options.settings))
    left_out = ["the links"] if isinstance(one, Diagram) and one.links else []
    if not options.cuts:
        return record, left_out, []
    parts = _excerpts(record, options)
    if len(parts) > 1:
        raise TengenError("stones are set up between these moves; take fewer of them, or draw them")
    kept = replace(
        parts[0].diagram.record(record.start is not None), variant=record.variant, axes=record.axes, about=record.about
    )
    if options.rules or options.settings:  # what was played so far was played by these
        variant = _variant(record, options)
        kept.variant, kept.axes = described(variant)
        kept.about = about(variant) if kept.variant == CUSTOM else {}
    kept.info = dict(record.info)
    return kept, left_out + lost_notes(record, not parts[0].diagram.markup.is_empty()), list(parts[0].odd)


def _drawn(one: Record | Diagram, into: Target, options: ConvertOptions) -> Converted:
    """Draw a diagram as it is, as far as no rules are needed for it, and everything else move by move."""
    assert into.draw is not None
    made = Converted([], [])
    drawn = 0
    for diagram, after, odd in _diagrams(one, options):
        drawn += not diagram.markup.is_empty()
        headed = replace(
            diagram,
            title=diagram.title if options.title is None else options.title,
            coordinates=diagram.coordinates or options.coordinates,
        )
        made.pieces.append(into.draw(headed, after))
        made.left_out += into.left_out(headed)
        made.odd += odd
    if isinstance(one, Record):
        made.left_out += lost_notes(one, drawn) + lost_facts(one)
    return made


def _diagrams(one: Record | Diagram, options: ConvertOptions) -> Iterator[tuple[Diagram, After, tuple[str, ...]]]:
    """Yield the diagrams to be drawn, each with what knows the positions after its moves, and what is odd in it."""
    rules = wished(one, options.rules, options.settings)
    record = as_record(one, rules)
    if isinstance(one, Diagram) and not options.cuts:
        yield as_diagram(one, rules), lambda moves: _excerpts(record, options)[0].after(moves), ()
        return
    for part in _excerpts(record, options):
        yield replace(part.diagram, title=record.info.get("GN", "")), part.after, part.odd


def _excerpts(record: Record, options: ConvertOptions) -> list[Excerpt]:
    try:
        variant = _variant(record, options)
        if options.move is not None:
            return [position_after(record, variant, options.move)]
        return excerpts(record, variant, options.first, options.last)
    except PositionError as error:
        if record.variant is None and options.rules is None:
            raise TengenError(f"{error}; --rules names the game this is") from error
        raise


def _variant(record: Record, options: ConvertOptions) -> Variant:
    return chosen(options.rules or record_variant(record), options.settings)


def _listed(things: Sequence[str]) -> str:
    *others, last = dict.fromkeys(things)
    single = not others and last.startswith(("1 ", "the title", "the game"))
    return f"{', '.join(others)} and {last} are" if others else f"{last} {'is' if single else 'are'}"
