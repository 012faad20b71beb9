"""What a command is to read: a file or standard input, in any notation."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from ...records import COLOURS, Diagram, FormatError, Record, TengenError
from ..choice import chosen, chosen_without_komi
from ..terminal import harmless, say

if TYPE_CHECKING:
    from ...boards import Board
    from ...rules import Variant

STREAM: Final = "-"
"""The name that stands for standard input or output."""

Found = TypeVar("Found", bound=Record | Diagram)


def read_source(source: str, board: str | None = None) -> Record | Diagram:
    """Return what comes first in a file or on standard input, or the position known by that name.

    What is odd about it goes to standard error.
    """
    from ...boards import parse
    from ...formats.detect import read_first

    if is_named(source):
        return _named(source, board)
    on = None if board is None else parse(board)
    with named_in_errors(source):
        found = read_first(read_data(source), on, name=file_name(source))
    return told_oddities(found, source, on)


def is_named(source: str) -> bool:
    """Say whether a source is no file, but a position known by name.

    Raises:
        TengenError: it is neither, and like the name of a position.
    """
    from ...game.named_positions import close_name, named_positions

    if source == STREAM or Path(source).exists():
        return False
    if source in named_positions():
        return True
    if close := close_name(source):
        raise TengenError(f"{source}: there is no such file; did you mean the position {close}?")
    return False


def _named(name: str, board: str | None) -> Record | Diagram:
    from ...game.named_positions import named_position

    if board is not None:
        raise TengenError(f"--board {board}: the position {name} has its own board; leave --board out")
    return named_position(name).read()


def read_data(source: str) -> bytes:
    """Return the bytes of a file or of standard input; files that are too large are refused before they are read."""
    from ...formats.encoding import MAX_BYTES, read_bytes

    return sys.stdin.buffer.read(MAX_BYTES + 1) if source == STREAM else read_bytes(source)


def told_oddities(found: Found, source: str, board: Board | None) -> Found:
    """Return what was read, after saying what is odd about it; a board given for what names another is refused."""
    from ...boards import parse

    if board is not None and found.board and parse(found.board) != board:
        named = f"what is read names its own board, {found.board}"
        raise TengenError(f"--board {board.text}: {named}; leave --board out")
    for warning in found.warnings:
        say_of(source, warning)
    if isinstance(found, Record) and found.incomplete:
        say_of(source, "the file is cut off in the middle of the game; moves may be missing")
    return found


def as_record(found: Record | Diagram, rules: Variant | None = None) -> Record:
    """Return what was read as a record; a diagram becomes one of the variant that is chosen, where one is.

    A diagram shows what it shows: Tao stones that the rules put on the board at the start are not added (spec 3.10).
    What the players have in hand it cannot show; that is as the rules say.
    """
    from ...game.game_records import CUSTOM, about, described

    if isinstance(found, Record):
        return found
    if rules is None:
        return found.record()
    diagram, tao = as_diagram(found, rules), rules.rules.tao == "on"
    if tao and not any(diagram.position.tao_in_hand.values()):
        in_hand = dict.fromkeys(COLOURS, rules.rules.tao_in_hand)
        diagram = replace(diagram, position=replace(diagram.position, tao_in_hand=in_hand))
    record = diagram.record(whole=tao)
    record.variant, record.axes = described(rules)
    if record.variant == CUSTOM:
        record.about = about(rules)
    return record


def under_rules(found: Record | Diagram, rules: str | None, settings: Sequence[str] | None) -> tuple[Record, Variant]:
    """Return what was read as a record, and the rules it is played under: its own, unless others are named.

    A komi that a record gives stays under other rules. A diagram has no rules of its own: it is played under Chinese
    ones, without komi. In both cases the settings may set another.
    """
    from ...game.game_records import record_variant, with_komi_of

    if isinstance(found, Record):
        own = record_variant(found)
        return found, chosen(own, settings) if rules is None else with_komi_of(own, chosen(rules, settings))
    variant = chosen_without_komi(rules, settings)
    return as_record(found, variant if rules or settings else None), variant


def as_diagram(diagram: Diagram, rules: Variant | None) -> Diagram:
    """Return a diagram as the rules read it: with Tao stones, a square on an empty point is one."""
    return diagram.squares_as_tao() if rules is not None and rules.rules.tao == "on" else diagram


def wished(found: Record | Diagram, rules: str | Variant | None, settings: Iterable[str] | None) -> Variant | None:
    """Return the variant by which options ask to read a diagram; None without such options, and for a record.

    A record has rules of its own, which settings change later on.
    """
    if isinstance(found, Record) or not (rules or settings):
        return None
    return chosen(rules or "chinese", settings)


def circled(found: Record | Diagram, circles_are_tiles: bool) -> Record | Diagram:
    """Return what was read, with tiles in place of a diagram's circles where they mean tiles."""
    if not circles_are_tiles:
        return found
    if not isinstance(found, Diagram):
        raise TengenError("--circles-are-tiles is for diagrams; this is a record, which says where tiles lie")
    return found.circles_as_tiles()


@contextmanager
def named_in_errors(source: str) -> Iterator[None]:
    """Have what cannot be read say in which file it stands; standard input goes without saying."""
    try:
        yield
    except FormatError as error:
        if source == STREAM or source in str(error):
            raise
        raise FormatError(f"{source}: {error}") from None


def file_name(source: str) -> str:
    """Return the name that may tell a source's format; standard input has none."""
    return "" if source == STREAM else source


def say_of(source: str, message: str) -> None:
    """Say something about a source on standard error."""
    say(harmless(f"{file_name(source) or 'standard input'}: {message}"), err=True)
