"""The formal notation of records (spec 1.21): ``1 (2 3) 2 (15 15) 3 pass``, also ``(2,3)`` and ``-`` for a pass.

``(0 0)`` is Black's near left corner and y grows away from Black; on boards without rows the parentheses hold the
point's label. Odd numbers are Black's moves. A first line may name the board, as in lists of moves: ``# board 19``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...boards import Board
from ...boards.pairs import is_pair, read_pair
from ...records import COLOURS, NAMES, Colour, FormatError, Node, Record, Text
from ..board_texts import parsed
from ..source import Source, shorten

_HEAD: Final = r"# board ([^\n]*+)\n"
BEGINS: Final = re.compile(rf"(?:{_HEAD}\s*+)?1\s*+(?:\(|pass\b|[-–—]\s++2\b)")
_BOARD: Final = re.compile(rf"\s*+{_HEAD}")
_NUMBER = re.compile(r"\s*(\d{1,9})(?!\d)")
_PASS = re.compile(r"\s*(?:pass(?!\w)|[-–—])")  # a hyphen or a dash: "a special symbol", left unspecified
_OPEN = re.compile(r"\s*\(")
_BRACKETS = re.compile(r"[()]")


def read(text: str, board: Board | None = None) -> Record:
    """Return the record of a game under the formal rules, on the board that the text names, else on ``board``.

    Raises:
        FormatError: the board is unknown; or, with line and column, the text is not in this notation.
        BoardError: the text names a board that does not exist.
    """
    source = Source(text, [])
    named = _BOARD.match(text)
    if named is not None:
        board = parsed(named[1])
    if board is None:
        raise FormatError("the formal notation does not name its board; name the board")
    record = Record(board=board.text, variant="formal")
    last = record.root
    for number, (at, move) in enumerate(_moves(source, board, named.end() if named else 0), 1):
        line, column = source.place(at)
        colour: Colour = "black" if number % 2 else "white"
        node = Node(move=move, colour=colour, line=line, column=column)
        last.children.append(node)
        last = node
    return record


def write(record: Record, board: Board) -> str:
    """Return a record's main line, without the board; FormatError if the notation cannot hold the record."""
    if record.start is not None:
        raise FormatError("the formal notation starts from the empty board, but this record has a start position")
    said: list[str] = []
    for node in record.main_line():
        if node.changes:
            raise FormatError("the formal notation cannot hold setup stones")
        if node.move is not None:
            colour: Colour = "white" if len(said) % 2 else "black"
            if node.colour is not None and node.colour != colour:
                what = Text("move {number} is {player}'s, but must be {other}'s in the formal notation")
                values = {"number": len(said) + 1, "player": NAMES[node.colour], "other": NAMES[colour]}
                raise FormatError(what.with_values(**values))
            said.append(f"{len(said) + 1} {_move_text(node.move, board)}")
        if node.resumed_by is not None:
            raise FormatError(
                "{player} asked to resume play after the passes that ended the game at move {number}; the formal "
                "notation cannot express that: its games end with two passes in a row",
                player=next((NAMES[each] for each in COLOURS if each == node.resumed_by), node.resumed_by),
                number=len(said),
            )
    return " ".join(said)


def _moves(source: Source, board: Board, at: int) -> Iterator[tuple[int, str]]:
    text = source.text
    end, number = len(text.rstrip()), 0
    while at < end:
        number += 1
        found = _NUMBER.match(text, at)
        if found is None or int(found[1]) != number:
            raise source.error(
                _start(text, at),
                Text("`{text}`: expected move number {number}", text=shorten(text[at:]), number=number),
            )
        begin = found.end()
        passed = _PASS.match(text, begin)
        if passed:
            yield found.start(1), "pass"
            at = passed.end()
        else:
            label, at = _point(source, begin, board)
            yield found.start(1), label


def _start(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].lstrip())


def _point(source: Source, at: int, board: Board) -> tuple[str, int]:
    """Return the label of the point in the parentheses that begin at ``at``, and the offset after them."""
    begin = _OPEN.match(source.text, at)
    if begin is None:
        what = Text("expected a point in parentheses or `pass`")
        raise source.error(_start(source.text, at), Text("expected `(x y)` or `pass`") if board.rows else what)
    inside, end = _inside(source, begin.end())
    if not board.rows:
        point = board.find(inside.strip())
    else:
        if not is_pair(f"({inside})"):
            raise source.error(
                begin.end() - 1, Text("`({inside})` is not a point; write `(x y)`", inside=shorten(inside))
            )
        point = read_pair(f"({inside})", board.rows)
    if point is None:
        raise source.error(
            begin.end() - 1,
            Text("`({inside})` is not on the board {board}", inside=shorten(inside), board=shorten(board.text)),
        )
    return board.labels[point], end


def _inside(source: Source, at: int) -> tuple[str, int]:
    """Return the text up to the parenthesis that closes the one before ``at``; labels may contain pairs, too."""
    depth = 1
    for bracket in _BRACKETS.finditer(source.text, at):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return source.text[at : bracket.start()], bracket.end()
    raise source.error(at - 1, Text("a `)` is missing"))


def _move_text(move: str, board: Board) -> str:
    if move == "pass":
        return move
    point = board.find(move)
    if point is None:
        raise FormatError(board.missing(move))
    if not board.rows and not _balanced(move):
        raise FormatError("the formal notation cannot write the point {move!r}, because of its parentheses", move=move)
    return board.pair(point)


def _balanced(label: str) -> bool:
    depth = 0
    for bracket in _BRACKETS.findall(label):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0
