"""How reading grows with hostile input: ``python -m benchmarks hostile [--characters N] [READER ...]``.

For every parser of text, inputs that begin validly and then repeat a letter or word are doubled twice. The table shows
the input that took longest at the full length, and the largest factor by which doubling multiplied the time of any
input: about 2 if time is linear in the length, 4 if it is quadratic. Inputs too fast to measure are left out.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from tengen import TengenError, boards, formats
from tengen.formats import notations
from tengen.formats.diagrams import captions
from tengen.formats.formal import configurations
from tengen.gtp.protocol import read_line
from tengen.records import info, time_control
from tengen.rules import check
from tengen.rules.variant_toml import deep_key, key_lines

CHARACTERS: Final = 32_000
_FIRST: Final = 4_000
"""Characters at the beginning of the doubling."""
_TELLING: Final = 0.02
"""Seconds below which no factor is computed."""
LINEAR: Final = 3.0
"""The factor between 2 (linear) and 4 (quadratic) from which a reader is called slow."""
_LONG: Final = 1.0
"""Seconds after which an input is not doubled further."""

_UNITS: Final = (
    " ", "\t", "\n", "\n\n ", "(", ")", "[", "]", "{", "}", "<", ">", "()", "[]", "{}", "(;", "0", "1 ", "1,", ",",
    ";", ":", "-", "- ", ".", ". ", "x", "X ", "xo", "|", "\\", "\\]", '"', "'", "#", "#\n", "$$ ", "$$", "/", "=",
    "%", "~", "aa", "A1 ", "B ", "&amp;", "1\n", "a.", "a\n", "é", "黑", "\x1b$B!!",
)  # fmt: skip
_OWN_UNITS: Final[Mapping[str, tuple[str | tuple[str, str], ...]]] = {
    "sgf": ("[aa]", "[aa:ss]", ";AB[aa:ss]", ";B[aa]", "B[aa]", "L[aa]", ("(;B[aa]", ")"), "(;B[aa])"),
    "gtp": ("play B A1\n", ("play B A1\n", "undo\n"), ("play B A1\n", "undo 2\n"), "set_free_handicap A1\n"),
    "sensei": ("$$ {DD A1}\n", "$$ {CR A1}\n", "$$ | . X |\n"),
    "goban": ("|b", "{{Goban}}", "DD A1;"),
    "rows": ("{DD A1}\n", ". X\n"),
    "gib": ("STO 0 2 1 15 3\n", "\\[A=", "\\[A=\\]"),
}
"""The repeated texts of a notation; of a pair, the first fills the first half."""
_BEGINNINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "sgf": (
        "",
        "(;",
        "(;C[",
        "(;SZ[19]AB",
        "(;SZ[9]AB[aa]LB[aa:",
        "(;B[aa]",
        "(;RE[",
        "(;TM[1",
        "(;KM[",
        "(;RU[",
        "(;OT[",
        "(;DT[",
    ),
    "json": ("", '{"tengen": 1, "board": "9", "nodes": [', '{"tengen": 1, "', "{"),
    "clicks": ("1 (", "1 (1 2) 2 ", "1 pass "),
    "katago": ('{"boardXSize": 9, "boardYSize": 9, "moves": [', '{"boardXSize": 9, "moves": [], "rules": "'),
    "ogs": ('{"gamedata": {"moves": [', '{"gamedata": {"width": 9, "moves": []}, "initial_player": "'),
    "gib": ("\\HS\n\\[GAMEWHITENAME=", "\\HS\n\\[A=\\]\\GS\nSTO 0 2 1 15 3\n", "\\HS\n\\[GAMETAG="),
    "ugf": ("[Header]\nSize=19\n[Data]\n", "[Header]\n"),
    "gtp": ("boardsize 19\n", "boardsize 19\nplay B ", "# "),
    "ngf": ("A\n19\nB\nC\nD\n0\n0\n6\n20200101\n0\nWhite wins\n1\nPMABBREER\n", "A\n19\n"),
    "moves": ("B E5\n", "# board 9\nB E5 ", "1. E5 ", "B"),
    "sensei": ("$$B ", "$$B\n$$ | . X", "$$B\n$$ . X\n$$ {", "$$", "> "),
    "goban": ("{{Goban 9x9\n|", "{{Goban", "{{Goban 9x9\n|tengen="),
    "rows": ("", ". X O\n", "0 1 2\n", "- b w\n", ". X O", "{"),
}
_WORDS: Final = ("", "9", "9x9 torus ", "9x9 without ", "ring ", "graph:", "graph:k", "9x9 footprint ")


@dataclass
class Reader:
    """A function that parses a text, and beginnings that it does not refuse at once."""

    name: str
    read: Callable[[str], object]
    beginnings: tuple[str, ...] = ("",)


def readers() -> Iterator[Reader]:
    """Yield every parser of text: of records, boards, rules, and of the contents of records."""
    board = boards.parse("19")
    for one in notations.FORMATS:
        yield Reader(one.name, lambda text, one=one: list(one.read(text, board)), _BEGINNINGS[one.name])  # type: ignore[misc]
    yield Reader(
        "any", lambda text: list(formats.read_all(text)), tuple(each for own in _BEGINNINGS.values() for each in own)
    )
    yield Reader(
        "bytes", lambda text: list(formats.read_all(text.encode("gbk", "ignore"))), ("(;C[", "(;CA[gbk]C[", "")
    )
    yield Reader("collection", _collection, ("(;C[", "(;CA[gbk]C[", "(;CA[iso-2022-jp]C[", "(;B[aa]"))
    yield Reader("configurations", configurations.read, ("...\n", "f_0\n...\n"))
    yield Reader("board", lambda text: boards.parse(text, files=False), _WORDS)
    yield Reader("labels", lambda text: [board.find(text), boards.pairs.split_labels(text)], ("", "(", "A"))
    yield Reader("variant file", check, ('name = "a"\n', 'name = "', "a = [", "[axes]\n", "name = '''"))
    yield Reader(
        "TOML",
        lambda text: [deep_key(text), key_lines(text)],
        ("", '"""', "'''", '"', "a = ["),
    )
    yield Reader("result", info.read_result, ("b", "black won by", "黑", "白 1 "))
    yield Reader("dates", info.read_dates, ("2020-01-01", ""))
    yield Reader("time", info.read_time, ("1", "1 h", ""))
    yield Reader("clock", time_control.control_of, ("10+", "1"))
    yield Reader("caption", lambda text: captions.hidden_moves(text, {1: "D4"}, 1, board), ("5 at 1", "(5 at "))
    yield Reader("GTP line", read_line, ("", "1", "play "))


def _collection(text: str) -> list[object]:
    charset = "iso2022_jp" if "iso-2022" in text else "gbk"
    return list(formats.sgf.read_all(BytesIO(text.encode(charset, "replace"))))


@dataclass
class Growth:
    """The time of one input at the last length, its total time, and the factor of its last doubling."""

    text: str
    characters: int
    seconds: float
    factor: float


def measured(reader: Reader, beginning: str, unit: str | tuple[str, str], most: int) -> Growth:
    """Double one input until it has the most characters, or takes too long."""
    length, before, factor = min(_FIRST, most), 0.0, 1.0
    first, second = (unit, "") if isinstance(unit, str) else unit
    while True:
        count = length // len(first + second)
        text = beginning + first * count + second * count + "x"
        seconds = _seconds(reader, text)
        factor = seconds / before if before > _TELLING else 1.0
        if factor > LINEAR:  # once more, since other programs disturb it
            seconds = min(seconds, _seconds(reader, text))
            factor = seconds / before
        if 2 * length > most or seconds > _LONG:
            name = f"{unit!r} * n" if not second else f"{first!r} * n + {second!r} * n"
            return Growth(f"{beginning!r} + {name}", length, seconds, factor)
        before, length = seconds, 2 * length


def _seconds(reader: Reader, text: str) -> float:
    gc.disable()  # it would affect only some lengths
    began = time.thread_time()
    with suppress(TengenError, ValueError):
        reader.read(text)
    seconds = time.thread_time() - began
    gc.enable()
    return seconds


def rows(names: list[str], most: int) -> Iterator[tuple[str, Growth, Growth]]:
    """Yield each reader's name, its input that took longest, and the one that grew most."""
    for reader in readers():
        if not names or reader.name in names:
            begins, units = dict.fromkeys(("", *reader.beginnings)), (*_UNITS, *_OWN_UNITS.get(reader.name, ()))
            found = [measured(reader, begin, unit, most) for begin in begins for unit in units]
            yield reader.name, max(found, key=lambda one: one.seconds), max(found, key=lambda one: one.factor)


def main(arguments: list[str]) -> int:
    """Print the table; return 1 if a reader is not linear."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks hostile", description=__doc__)
    parser.add_argument("readers", nargs="*", help="readers by name [all]")
    parser.add_argument("--characters", type=int, default=CHARACTERS, help=f"the longest input [{CHARACTERS:,}]")
    options = parser.parse_args(arguments)
    print(f"Texts of up to {options.characters:,} characters\n")
    print("| reader | longest, ms | input | largest factor of doubling | input |\n|---|---|---|---|---|")
    slow = 0
    for name, longest, steepest in rows(options.readers, options.characters):
        slow += steepest.factor > LINEAR
        print(
            f"| {name} | {1000 * longest.seconds:.0f} | `{longest.text}` | {steepest.factor:.1f} | "
            f"{f'`{steepest.text}`' if steepest.factor > 1 else 'too fast to tell'} |",
            flush=True,
        )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
