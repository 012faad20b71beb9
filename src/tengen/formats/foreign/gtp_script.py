"""Scripts of the Go Text Protocol that set up a game: ``boardsize``, ``komi``, ``play`` and the like, one a line.

Source: GTP 2 (draft 2), with GNU Go's and KataGo's commands for rules, handicaps and other boards, and GTP 1's ``black
D4``. Queries are skipped. A move by the engine ends the script, and commands after it are refused.
"""

from __future__ import annotations

import re
from typing import Final

from ...boards import Board
from ...records import FormatError, Record
from ..sgf.conventions import fixed_stones, komi_text
from ..sgf.coordinates import rectangle
from .maker import COLOURS, RecordMaker, one_line, side

_FIRST: Final = (
    "boardsize|rectangular_boardsize|query_boardsize|clear_board|komi|play|fixed_handicap|set_free_handicap|"
    "kata-set-rules|gogui-play_sequence|protocol_version"
)
BEGINS: Final = re.compile(rf"(?:\s*#[^\n]*\n)*\s*(?:\d+[ \t]+)?(?:{_FIRST})\b(?![ \t]*[:.])")

_ANSWERED: Final = frozenset(
    ("genmove", "kata-genmove_analyze", "lz-genmove_analyze", "place_free_handicap", "kgs-genmove_cleanup")
)
_ANEW: Final = ("boardsize", "rectangular_boardsize", "clear_board")
_COMMANDS: Final = (
    *(*_ANEW, "komi", "kata-set-rules", "play", "gogui-play_sequence", "play_sequence", "black", "white", "undo"),
    *("gg-undo", "set_free_handicap", "fixed_handicap"),
)
_ELSEWHERE: Final = ("loadsgf", "kata-set-position", "set_position", "gogui-setup")
_KATAGO: Final = ("tromp-taylor", "chinese", "japanese", "korean", "aga", "new-zealand")


def read(text: str, board: Board | None = None) -> Record:
    """Return the record of the game that a script sets up.

    Raises:
        FormatError: a command is impossible, or its effect depends on an engine.
    """
    reader = _ScriptReader(board)
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].split()
        if words and words[0].isdigit() and len(words) > 1:
            del words[0]
        if words and not line.lstrip().startswith(("=", "?")):
            reader.take(words[0].lower(), words[1:], number)
    return reader.finished()


class _ScriptReader:
    def __init__(self, board: Board | None) -> None:
        size = None if board is None else rectangle(board.text)
        if board is not None and size is None:
            raise FormatError("GTP scripts need a rectangular board, not {board}", board=board.text[:40])
        self.size_told = size is not None
        self.komi = self.rules = ""  # both stay when the board is cleared
        self.asked: tuple[str, int] | None = None  # the command for an engine's move, and its line
        self.maker = RecordMaker(*(size or (19, 19)))

    def take(self, name: str, words: list[str], line: int) -> None:
        """Execute a command."""
        if name in _ANSWERED:
            self.asked = self.asked or (name, line)
        elif name in _ELSEWHERE:
            raise FormatError(
                "{name} loads the game from elsewhere; only scripts of play commands can be read", line, 1, name=name
            )
        elif name in _COMMANDS:
            if self.asked is not None and name not in _ANEW:
                asked, at = self.asked
                raise FormatError(
                    "the effect of {asked} depends on an engine; write its move as play", at, 1, asked=asked
                )
            self.asked = None
            self._carry_out(name, words, line)
        elif name.startswith(("set_", "kata-set-", "gogui-set")):
            self.maker.warn(f"the unknown command {name[:24]} was skipped", line)

    def _carry_out(self, name: str, words: list[str], line: int) -> None:
        match name:
            case "boardsize" | "rectangular_boardsize":
                if not words:
                    raise FormatError("boardsize without a size; write it like `boardsize 19`", line, 1)
                self.size_told = True
                self._begin(side(words[0], line), side(words[1] if len(words) > 1 else words[0], line), line)
            case "clear_board":
                self._begin(self.maker.width, self.maker.height, line)
            case "komi":
                self.komi = "".join(words[:1])
            case "kata-set-rules":
                self.rules = " ".join(words)
            case "black" | "white":  # as in GTP 1
                self._play([name, *words[:1]], line)
            case "undo" | "gg-undo":
                times = int(words[0]) if words and re.fullmatch(r"\d{1,5}", words[0]) else 1
                if not self.maker.take_back(times):
                    raise FormatError("no move to take back", line, 1)
            case "set_free_handicap":
                for said in words:
                    self.maker.set_up("black", self.maker.label(said, line))
            case "fixed_handicap":
                if len(words) != 1 or not re.fullmatch(r"\d", words[0]):
                    raise FormatError("fixed_handicap needs a number of stones", line, 1)
                self.maker.handicap(int(words[0]), line)
            case _:
                self._play(words, line)

    def _begin(self, width: int, height: int, line: int) -> None:
        if self.maker.moves:
            self.maker.warn("another game begins here; only the last was read", line)
        made = RecordMaker(width, height)
        made.record.warnings = self.maker.record.warnings
        self.maker = made

    def _play(self, words: list[str], line: int) -> None:
        if not words or len(words) % 2:
            raise FormatError("play needs a colour and a point; write it like `play B D4`", line, 1)
        for by, said in zip(words[::2], words[1::2], strict=True):
            colour, word = COLOURS.get(by.lower()), said.lower()
            if colour is None:
                raise FormatError("`{by}` is not a colour; use B or W", line, 1, by=by[:24])
            self.maker.play(colour, word if word in ("pass", "resign") else self.maker.label(said, line), line)

    def finished(self) -> Record:
        if self.asked is not None:
            self.maker.warn(f"{self.asked[0]} needs an engine's move; the game ends before it", self.asked[1])
        if not self.size_told:
            self.maker.warn("the board's size is not given; 19x19 was chosen")
        self.maker.rules(self.rules)
        self.maker.komi(self.komi)
        record = self.maker.record
        stones = len(record.root.changes)
        if stones > 1 and fixed_stones(record, stones):
            record.axes["handicap"] = stones
        return record


def write(record: Record) -> str:
    """Return the main line as a script for any engine; setup stones that are not a handicap become moves.

    Raises:
        FormatError: the board is not a rectangle, or the game has more than placements and passes.
    """
    line = one_line(record, "a GTP script")
    width, height = rectangle(record.board) or (0, 0)
    said = [f"boardsize {width}" if width == height else f"rectangular_boardsize {width} {height}", "clear_board"]
    komi = komi_text(record.axes.get("komi"))
    if komi is not None:
        said.append(f"komi {komi}")
    if record.variant in _KATAGO:
        said.append(f"kata-set-rules {record.variant}")
    if len(line.stones) > 1 and set(line.stones.values()) == {"black"}:
        said.append(f"set_free_handicap {' '.join(line.stones)}")
    else:
        said += [f"play {'W' if colour == 'white' else 'B'} {label}" for label, colour in line.stones.items()]
    said += [f"play {'W' if colour == 'white' else 'B'} {move}" for colour, move in line.moves]
    return "\n".join(said) + "\n"
