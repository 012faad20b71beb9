"""PandaNet's game records, `.ugf`, and reviews, `.ugi`: sections in brackets, with ``name=value`` and moves.

``[Data]`` has a line for every move, ``QP,B1,1,0``: column and row as letters, the row from below if the coordinates
are of the type IGS; the colour; the move's number, 0 for handicap stones; and seconds. In ``[ReviewComment]``, the
lines after ``.Comment,19`` are a comment on the position before move 19.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ...records import FormatError, Node, Record
from .maker import COLOURS, RecordMaker, side

BEGINS: Final = re.compile(r"\[(?:Header|Files|Data)\][ \t]*\n", re.IGNORECASE)

_MOVE: Final = re.compile(r"([A-Za-z])([A-Za-z]),([BW])\d?,(\d{1,6})(?:,[\d.]*)*\s*")
_COMMENT: Final = re.compile(r"\.Comment,(\d{1,6})\s*")
_RULES: Final = {"JPN": "Japanese", "CHN": "Chinese", "CHI": "Chinese", "KOR": "Korean", "AGA": "AGA", "ING": "Ing"}


def read(text: str) -> Record:
    """Return the record of a file; FormatError if there is no header, or a move is unreadable."""
    sections = dict(_sections(text))
    if "Data" not in sections:
        raise FormatError("a .ugf file without the section [Data] for its moves", 1, 1)
    header = {name.strip(): value.strip() for _, line in sections.get("Header", ()) for name, eq, value in
              [line.partition("=")] if eq}  # fmt: skip
    maker = RecordMaker(side(header.get("Size", "19"), 1))
    _describe(maker, header)
    kind = header.get("CoordinateType", "IGS") or "IGS"
    if kind not in ("IGS", "JPN"):
        maker.warn(f"the type of coordinates {kind[:20]!r} is unknown; IGS was assumed")
    nodes = _take_moves(maker, sections["Data"], upwards=kind != "JPN")
    _take_handicap(maker, header.get("Hdcp", "").partition(",")[0])
    _take_comments(maker, sections.get("ReviewComment", []), nodes)
    return maker.record


def _sections(text: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield the sections by name, each with its lines and their numbers."""
    name, lines = "", list[tuple[int, str]]()
    for number, line in enumerate(text.split("\n"), 1):
        found = re.fullmatch(r"\[(\w{1,40})\]\s*", line)
        if found:
            yield name, lines
            name, lines = found[1], []
        elif line.strip():
            lines.append((number, line.rstrip()))
    yield name, lines


def _describe(maker: RecordMaker, header: Mapping[str, str]) -> None:
    def parts(name: str) -> list[str]:
        return [*header.get(name, "").split(","), "", ""]

    for letter in "BW":
        name, rank, *_ = parts(f"Player{letter}")
        maker.note(**{f"P{letter}": name, f"{letter}R": rank})
    winner, how, *_ = parts("Winner")
    how = {"C": "R", "R": "R", "T": "T"}.get(how[:1].upper(), how)
    maker.note(RE=f"{winner}+{how}" if winner in ("B", "W") else "0" if winner == "D" else "")
    title = ", ".join(part for part in header.get("Title", "").split(",") if part.strip())
    maker.note(GN=title, PC=header.get("Place", ""), CP=header.get("Copyright", ""))
    maker.note(DT=parts("Date")[0].replace("/", "-"))
    rules = header.get("Rule", "")
    if rules:
        maker.rules(_RULES.get(rules.upper(), rules))
    maker.komi(parts("Hdcp")[1])


def _take_moves(maker: RecordMaker, lines: list[tuple[int, str]], upwards: bool) -> dict[int, Node]:
    """Add the moves, whose rows may count from below; return their nodes by number, the first one under 0."""
    nodes = {0: maker.record.root}
    for number, line in lines:
        found = _MOVE.fullmatch(line)
        if found is None:
            raise FormatError("`{row}` is not a move; write it like `QP,B1,1,0`", number, 1, row=line[:24])
        x, up = ord(found[1].upper()) - ord("A"), ord(found[2].upper()) - ord("A")
        place = x, maker.height - 1 - up if upwards else up, line, number
        colour = COLOURS[found[3].lower()]
        if int(found[4]) == 0:
            maker.set_up(colour, maker.point(*place))
        else:
            move = "pass" if x >= maker.width else maker.point(*place)  # PandaNet writes YA for a pass
            nodes[int(found[4])] = maker.play(colour, move, number)
    return nodes


def _take_handicap(maker: RecordMaker, said: str) -> None:
    """Record the handicap, if that many stones are set up."""
    if not re.fullmatch(r"\d{1,2}", said) or int(said) < 2:
        return
    stones = sum(content == "black" for content in maker.record.root.changes.values())
    if stones == int(said):
        maker.note_handicap(stones)
    else:
        maker.warn(f"a handicap of {int(said)}, but {stones or 'no'} stones are set up; none were added")


def _take_comments(maker: RecordMaker, lines: list[tuple[int, str]], nodes: Mapping[int, Node]) -> None:
    node: Node | None = None
    for number, line in lines:
        found = _COMMENT.fullmatch(line)
        if found:
            node = nodes.get(int(found[1]) - 1)
            if node is None:
                maker.warn(f"a comment on move {found[1]}, which the main line has not, is not read", number)
        elif node is not None:
            maker.comment(line.strip(), node)
