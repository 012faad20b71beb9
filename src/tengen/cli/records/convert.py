"""`tengen convert`: converts a record or diagram to another notation, and reports what is lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ...boards import parse
from ...draw import diagram_svg, image_files
from ...draw.image_files import check_installed
from ...formats import read_all
from ...formats.notations import FORMATS, Format, ending, named
from ...records import RESUMED, Diagram, Position, PositionError, Record, TengenError
from ...rules import Variant
from ..files import (
    STREAM,
    as_diagram,
    as_record,
    check_free,
    check_name,
    circled,
    file_name,
    is_named,
    named_in_errors,
    put,
    read_data,
    read_source,
    say_of,
    tell_written,
    told_oddities,
    wished,
)
from ..options import Axes, CirclesAreTiles, FromMove, Rules, ToMove, chosen
from ..terminal import announced

if TYPE_CHECKING:
    from .positions import Excerpt


_PICTURES: Final = ("svg", "png", "pdf")


@dataclass(frozen=True)
class ConvertOptions:
    from_format: Annotated[str | None, typer.Option(help="Input format. [default: detected]")] = None
    to_format: Annotated[
        str | None,
        typer.Option(help="Output format. [default: by the ending of OUT]"),
    ] = None
    board: Annotated[str | None, typer.Option(help="Board, if IN does not name one.")] = None
    move: Annotated[int | None, typer.Option(min=0, help="Convert only the position after this move.")] = None
    first: FromMove = None
    last: ToMove = None
    title: Annotated[str | None, typer.Option(help="Title to write.")] = None
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Add coordinates to diagrams.")] = False
    every: Annotated[bool, typer.Option("--all", help="Convert every game or diagram in IN, not only the first.")] = (
        False
    )
    circles_are_tiles: CirclesAreTiles = False
    force: Annotated[bool, typer.Option("--force", help="Overwrite OUT.")] = False
    why: Annotated[bool, typer.Option("--why", help="Explain tiles and illegal moves in comments.")] = False
    rules: Rules = None
    settings: Axes = None

    @property
    def cuts(self) -> bool:
        """Whether only a part is wanted."""
        return (self.move, self.first, self.last) != (None, None, None)


@dataclass
class Converted:
    """The result, a text or a picture, with what it leaves out and the warnings about its moves."""

    pieces: list[str | bytes]
    left_out: list[str]
    odd: list[str] = field(default_factory=list)


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="File in any notation; - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="File to write; - for standard output.")],
    options: ConvertOptions,
) -> None:
    """Convert records and diagrams: SGF, JSON, text diagrams, formats of other servers and programs, move lists."""
    if options.why and options.cuts:
        raise TengenError("--why comments whole records; leave out --move, --from and --to")
    if options.move is not None and (options.first, options.last) != (None, None):
        raise TengenError("--move selects a position, --from and --to select moves; use one of them")
    if target != STREAM:
        check_name("OUT", target)
    into = _target(target, options.to_format)
    name = into if isinstance(into, str) else into.name
    check_free(target, options.force)
    if isinstance(into, str):
        check_installed(into)
    if options.why and (isinstance(into, str) or into.write is None or into.moves_only):
        raise TengenError(f"--why writes comments, which the format {name} lacks; use sgf or json")
    pieces: list[str | bytes] = []
    draws = isinstance(into, str) or into.draw is not None
    with announced() if draws or options.cuts or options.why else nullcontext():  # moves are played
        for one in _found(source, options):
            made = _made(one, into, options)
            pieces += made.pieces
            if made.odd:
                from ...game.played_records import shortened

                for said in shortened(made.odd):
                    say_of(source, said)
            if made.left_out:
                say_of(source, f"{_listed(made.left_out)} not kept in the format {name}")
    if len(pieces) > 1 and (isinstance(into, str) or into.all is None):
        raise TengenError(
            f"a file of the format {name} holds one game or diagram, and there are {len(pieces)}; "
            "select moves with --from and --to or a position with --move, or leave out --all"
        )
    data = [piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace") for piece in pieces]
    whole = (b"\n" if draws else b"").join(data)
    same = STREAM not in (source, target) and os.path.exists(target) and os.path.samefile(source, target)
    put(target, whole)
    tell_written([target])
    if same:
        say_of(target, f"replaced by a file of the format {name}")


convert.__doc__ = "\n\n\b\n".join(
    [
        str(convert.__doc__),
        "\n".join(
            ["Formats:", *(f"  {one.name:8} {one.about}" for one in FORMATS), f"  {', '.join(_PICTURES)}: pictures"]
        ),
    ]
)


def _target(target: str, name: str | None) -> Format | str:
    """Return the notation or the kind of picture to write, by its name or by the file's ending."""
    wanted = (name or PurePath(target).suffix.removeprefix(".")).strip().lower()
    if wanted in _PICTURES and (name or target != STREAM):
        return wanted
    found = [named(name)] if name is not None else ending(target) if target != STREAM else []
    if len(found) != 1:
        names = ", ".join([one.name for one in found] or [*(one.name for one in FORMATS), *_PICTURES])
        what = "standard output" if target == STREAM else target
        raise TengenError(f"the format of {what} is unknown; name it with --to-format: {names}")
    if found[0].write is None and found[0].draw is None:
        written = ", ".join(one.name for one in FORMATS if one.write or one.draw)
        raise TengenError(f"the format {found[0].name} can only be read; formats to write: {written}")
    return found[0]


def _found(source: str, options: ConvertOptions) -> list[Record | Diagram]:
    """Return everything in the source, or only the first item."""
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
        say_of(source, "more games or diagrams follow; --all converts them all")
    return kept


def _more(found: Iterator[Record | Diagram]) -> bool:
    """Return whether any item follows, readable or not."""
    try:
        return next(found, None) is not None
    except TengenError:
        return True


def _made(one: Record | Diagram, into: Format | str, options: ConvertOptions) -> Converted:
    """Draw the input, or write it, or the selected part of it, as a record."""
    if isinstance(into, str) or into.write is None:
        return _drawn(one, into, options)
    record = as_record(one, wished(one, options.rules, options.settings))
    made = Converted([], ["the links"] if isinstance(one, Diagram) and one.links else [])
    if options.cuts:
        parts = _excerpts(record, options)
        if len(parts) > 1:
            raise TengenError("stones are set up between these moves; select fewer moves, or write a diagram")
        made.left_out += lost_notes(record, not parts[0].diagram.markup.is_empty())
        made.odd += parts[0].odd
        record = _part(record, parts[0].diagram, options)
    if options.why:
        from ...game.played_records import explained

        record = explained(record, _variant(record, options))
    if options.title is not None:
        record.info["GN"] = options.title
    if into.moves_only:
        facts = lost_facts(record)
        made.left_out += lost_notes(record)
        made.left_out += [fact for fact in facts if fact != "the rules" or not into.keeps_rules(record)]
    made.pieces.append(into.write(record))
    return made


def _part(record: Record, diagram: Diagram, options: ConvertOptions) -> Record:
    from ...game.game_records import CUSTOM, about, described

    part = replace(
        diagram.record(record.start is not None), variant=record.variant, axes=record.axes, about=record.about
    )
    if options.rules or options.settings:  # the moves so far were played under these
        variant = _variant(record, options)
        part.variant, part.axes = described(variant)
        part.about = about(variant) if part.variant == CUSTOM else {}
    part.info = dict(record.info)
    return part


def _drawn(one: Record | Diagram, into: Format | str, options: ConvertOptions) -> Converted:
    """Draw a diagram as it is, if that needs no rules; play anything else move by move."""
    made = Converted([], [])
    marked = 0
    for diagram, after, odd in _diagrams(one, options):
        marked += not diagram.markup.is_empty()
        headed = replace(
            diagram,
            title=diagram.title if options.title is None else options.title,
            coordinates=diagram.coordinates or options.coordinates,
        )
        if isinstance(into, str):
            svg = diagram_svg(headed)
            made.pieces.append(
                svg if into == "svg" else image_files.png(svg) if into == "png" else image_files.pdf(svg)
            )
            made.left_out += [f"the note {note!r}" for note in headed.notes()]
        else:
            assert into.draw is not None
            made.pieces.append(into.draw(headed, after))
            made.left_out += into.left_out(headed)
        made.odd += odd
    if isinstance(one, Record):
        made.left_out += lost_notes(one, marked) + lost_facts(one)
    return made


def _diagrams(
    one: Record | Diagram, options: ConvertOptions
) -> Iterator[tuple[Diagram, Callable[[int], Position], Sequence[str]]]:
    """Yield the diagrams to draw, each with the function for positions after its moves, and its warnings."""
    rules = wished(one, options.rules, options.settings)
    record = as_record(one, rules)
    if isinstance(one, Diagram) and not options.cuts:
        yield as_diagram(one, rules), lambda moves: _excerpts(record, options)[0].positions[moves], ()
        return
    for part in _excerpts(record, options):
        yield replace(part.diagram, title=record.info.get("GN", "")), part.positions.__getitem__, part.odd


_NOTES: Final = {
    "comment": "comments",
    "variation": "variations",
    "title of a move": "titles of moves",
    "position with marks": "positions with marks",
    "judgement": "judgements",
    "clock reading": "clock readings",
    "request to resume play": "requests to resume play",
    "other property": "other properties",
}
"""The parts of a record's moves that a drawing does not show, in the singular and plural."""


def lost_notes(record: Record, drawn: int = 0) -> list[str]:
    """Return the notes on a record's moves that a drawing with this number of marked positions leaves out."""
    counts = dict.fromkeys(_NOTES, 0)
    waiting = [record.root]
    while waiting:
        node = waiting.pop()
        counts["comment"] += bool(node.comment)
        counts["variation"] += max(0, len(node.children) - 1)
        counts["title of a move"] += bool(node.name)
        counts["position with marks"] += node.markup is not None
        counts["judgement"] += node.annotation is not None
        counts["clock reading"] += node.clock is not None
        counts["request to resume play"] += node.resumed_by is not None
        counts["other property"] += len(node.properties.keys() - {RESUMED})
        waiting.extend(node.children)
    counts["position with marks"] -= drawn
    return [f"{count:,} {noun if count == 1 else _NOTES[noun]}" for noun, count in counts.items() if count > 0]


def lost_facts(record: Record) -> list[str]:
    """Return the parts of a record's description that a drawing leaves out."""
    info = sorted(record.info.keys() - {"GN"})
    return [
        *([f"the game information ({', '.join(info)})"] if info else []),
        *(["the rules"] if record.variant or record.axes else []),
    ]


def _excerpts(record: Record, options: ConvertOptions) -> list[Excerpt]:
    """Play a record and return its selected parts; only this conversion needs the rules."""
    from .positions import excerpts, position_after

    try:
        variant = _variant(record, options)
        if options.move is not None:
            return [position_after(record, variant, options.move)]
        return excerpts(record, variant, options.first, options.last)
    except PositionError as error:
        if record.variant is None and options.rules is None:
            raise TengenError(f"{error}; name the game with --rules") from error
        raise


def _variant(record: Record, options: ConvertOptions) -> Variant:
    from ...game.game_records import record_variant

    return chosen(options.rules or record_variant(record), options.settings)


def _listed(things: Sequence[str]) -> str:
    *others, last = dict.fromkeys(things)
    single = not others and last.startswith(("1 ", "the title", "the game"))
    return f"{', '.join(others)} and {last} are" if others else f"{last} {'is' if single else 'are'}"
