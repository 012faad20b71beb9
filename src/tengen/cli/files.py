"""Input of commands in any notation, and output files, which are checked before any work and reported after it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from ..boards import Board, parse
from ..files.whole import write_whole
from ..formats import one_line
from ..formats.encoding import MAX_BYTES, read_bytes
from ..formats.notations import read_first
from ..records import COLOURS, Diagram, FormatError, Record, TengenError
from ..rules import Variant
from .options import chosen, chosen_without_komi
from .terminal import harmless, say

STREAM: Final = "-"
"""The name of standard input or output."""

Found = TypeVar("Found", bound=Record | Diagram)


def check_target(option: str, name: str, endings: tuple[str, ...], source: str) -> None:
    """Refuse a file name that has another ending, is the source's, or lies in a missing folder."""
    if name == STREAM:
        return
    check_name(option, name)
    if Path(name).suffix.lower() not in endings:
        raise TengenError(f"{option} {name}: the file name must end in {' or '.join(endings)}")
    check_folder(option, name)
    if source != STREAM and os.path.exists(name) and os.path.exists(source) and os.path.samefile(source, name):
        raise TengenError(f"{option} {name}: that is the input file")


def check_name(what: str, name: str) -> None:
    if not name.strip():
        raise TengenError(f"{what}: the file name is empty")
    if name.endswith(("/", os.sep)) or os.path.isdir(name):
        raise TengenError(f"{what} {name}: that is a folder; name a file in it")


def check_free(name: str | Path, force: bool, more: str = "") -> None:
    """Refuse to replace a file without permission; ``more`` names what else would be replaced."""
    if str(name) != STREAM and not force and os.path.lexists(name):
        raise TengenError(f"{name} already exists; --force replaces it{more}")


def check_folder(option: str, name: str | Path | None) -> None:
    if name is not None and not (folder := Path(name).parent).is_dir():
        raise TengenError(f"{option} {name}: the folder {folder} does not exist")


def check_path(option: str, path: str | Path | None) -> None:
    """Refuse an empty name, the name of a folder, and a file in a folder that does not exist."""
    if path is not None:
        check_name(option, str(path))
        check_folder(option, path)


def check_there(names: Iterable[str | Path]) -> None:
    """Refuse the first file that does not exist, before any work; standard input always exists."""
    for name in names:
        if str(name) != STREAM and not os.path.exists(name):
            raise TengenError(f"{name}: No such file or directory")


def make_folder(option: str, folder: Path) -> None:
    """Create a folder if it does not exist; refuse the name of a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise TengenError(f"{option} {folder}: that is a file, or lies in one; name a folder") from None


def put(name: str, data: str | bytes) -> None:
    """Write a file, or to standard output."""
    if name != STREAM:
        write_whole(Path(name), data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data.encode("utf-8") if isinstance(data, str) else data)
    sys.stdout.buffer.flush()


def tell_written(files: list[str]) -> None:
    """Report which files were written, other than standard output."""
    named = [name for name in files if name != STREAM]
    if named:
        *others, last = named
        say(harmless(f"Wrote {', '.join(others)}{' and ' if others else ''}{last}."), err=STREAM in files)


def free_name(stem: str, ending: str, folder: str = "") -> Path:
    """Return the first free name in a folder: the stem alone, or with a number from 2 on."""
    number = 1
    while os.path.lexists(path := Path(folder, f"{stem}{'' if number == 1 else f'-{number}'}{ending}")):
        number += 1
    return path


def read_source(source: str, board: str | None = None) -> Record | Diagram:
    """Return the first item of a file or of standard input, or a position given as text or by name.

    Warnings about it go to standard error.
    """
    if is_named(source):
        from ..game.named_positions import named_position

        if board is not None:
            raise TengenError(f"--board {board}: the position {source} has its own board; leave --board out")
        return named_position(source).read()
    on = None if board is None else parse(board)
    if one_line.BEGINS.match(source):
        return told_oddities(one_line.read(source, on), "the position", on)
    with named_in_errors(source):
        found = read_first(read_data(source), on, name=file_name(source))
    return told_oddities(found, source, on)


def is_named(source: str) -> bool:
    """Check whether a source is the name of a known position rather than a file."""
    if source == STREAM or one_line.BEGINS.match(source) or Path(source).exists():
        return False
    from ..game.named_positions import close_name, named_positions

    if source in named_positions():
        return True
    if close := close_name(source):
        raise TengenError(f"{source}: no such file; did you mean the position {close}?")
    return False


def read_data(source: str) -> bytes:
    """Return the bytes of a file or of standard input; refuse files that are too large before reading them."""
    return sys.stdin.buffer.read(MAX_BYTES + 1) if source == STREAM else read_bytes(source)


def told_oddities(found: Found, source: str, board: Board | None) -> Found:
    """Return what was read, after printing its warnings; reject a board if the input names another."""
    if board is not None and found.board and parse(found.board) != board:
        named = f"the input names its own board, {found.board}"
        raise TengenError(f"--board {board.text}: {named}; leave --board out")
    for warning in found.warnings:
        say_of(source, warning)
    if isinstance(found, Record) and found.incomplete:
        say_of(source, "the file is cut off in the middle of the game; moves may be missing")
    return found


def as_record(found: Record | Diagram, rules: Variant | None = None) -> Record:
    """Return what was read as a record; a diagram becomes a record of the chosen variant, if any.

    Tao stones that the rules put on the board at the start are not added to a diagram (spec 3.10). Pieces in hand,
    which a diagram cannot show, are those of the rules.
    """
    if isinstance(found, Record):
        return found
    if rules is None:
        return found.record()
    from ..game.game_records import CUSTOM, about, described

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
    """Return the input as a record, and its rules: its own, unless others are named.

    A record's komi stays under other rules. A diagram, which has no rules of its own, is played under Chinese rules
    without komi. In both cases the settings may set another komi.
    """
    from ..game.game_records import record_variant, with_komi_of

    if isinstance(found, Record):
        own = record_variant(found)
        return found, chosen(own, settings) if rules is None else with_komi_of(own, chosen(rules, settings))
    variant = chosen_without_komi(rules, settings)
    return as_record(found, variant if rules or settings else None), variant


def as_diagram(diagram: Diagram, rules: Variant | None) -> Diagram:
    """Return a diagram as the rules read it: with Tao stones, a square on an empty point is a Tao stone."""
    return diagram.squares_as_tao() if rules is not None and rules.rules.tao == "on" else diagram


def wished(found: Record | Diagram, rules: str | Variant | None, settings: Iterable[str] | None) -> Variant | None:
    """Return the variant for reading a diagram by the options; None without such options, and for a record.

    A record has rules of its own, which settings change later.
    """
    if isinstance(found, Record) or not (rules or settings):
        return None
    return chosen(rules or "chinese", settings)


def circled(found: Record | Diagram, circles_are_tiles: bool) -> Record | Diagram:
    """Return the input with a diagram's circles turned into tiles, if they mean tiles."""
    if not circles_are_tiles:
        return found
    if not isinstance(found, Diagram):
        raise TengenError("--circles-are-tiles is for diagrams; this is a record, which has its own tiles")
    return found.circles_as_tiles()


@contextmanager
def named_in_errors(source: str) -> Iterator[None]:
    """Name the file in errors about unreadable input, except for standard input."""
    try:
        yield
    except FormatError as error:
        if source == STREAM or source in str(error):
            raise
        raise FormatError(f"{source}: {error}") from None


def file_name(source: str) -> str:
    """Return the name that may indicate a source's format; "" for standard input."""
    return "" if source == STREAM else source


def say_of(source: str, message: str) -> None:
    say(harmless(f"{file_name(source) or 'standard input'}: {message}"), err=True)
