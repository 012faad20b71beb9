"""Building a record line by line, for readers of other notations, and its main line, for writers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ...boards import fixed_handicap
from ...boards.grids import cell_name
from ...records import BoardError, Change, Colour, FormatError, Node, Record, Text
from ..board_texts import parsed
from ..sgf.conventions import fixed_stones, komi_of
from ..sgf.coordinates import LARGEST, board_text, rectangle
from ..sgf.rulesets import rules_of
from ..source import add_warning, shorten

COLOURS: Final[dict[str, Colour]] = {"b": "black", "w": "white", "black": "black", "white": "white"}
MOST_MOVES: Final = 100_000
"""Longer games are refused: their moves take far more memory than text."""


def side(text: str, line: int) -> int:
    """Return the side of a board from a text; FormatError if it is invalid."""
    plain = text.strip()
    if plain.isascii() and plain.isdigit() and len(plain) < 4 and 1 <= int(plain) <= LARGEST:
        return int(plain)
    raise FormatError(
        "`{text}` is not a board size; it must be 1 to {largest}", line, 1, text=shorten(text), largest=LARGEST
    )


def json_side(game: Mapping[str, Any], name: str, line: int, usual: int | None = None) -> int:
    """Return the side of a board in a JSON object, or the default; FormatError if it is invalid."""
    value = game.get(name, usual)
    if type(value) is not int or not 1 <= value <= LARGEST:
        what = Text("$.{name}: must be a whole number from 1 to {largest}", name=name, largest=LARGEST)
        raise FormatError(what, line, 1 if line else 0)
    return value


class RecordMaker:
    """A record on a rectangular board, and the end of the line that grows."""

    def __init__(self, width: int, height: int | None = None) -> None:
        self.width = width
        self.height: Final = width if height is None else height
        self.record: Final = Record(board=board_text(self.width, self.height))
        self.node: Node = self.record.root
        self.moves: int = 0
        self._before: Final[list[Node]] = []  # the nodes above the last one, from the root

    def point(self, x: int, y: int, said: str, line: int) -> str:
        """Return the label of a point by column and row from the upper left, from 0; ``said`` is its original text."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise self.off_board(said, line)
        return cell_name((x, y), self.height)

    def label(self, said: str, line: int) -> str:
        """Return a label such as D4 in the board's spelling."""
        board = parsed(self.record.board)
        point = board.find(said.strip())
        if point is None:
            raise self.off_board(said, line)
        return board.labels[point]

    def play(self, colour: Colour, move: str, line: int, column: int = 1) -> Node:
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise FormatError("a game of more than {most:,} moves", line, 1, most=MOST_MOVES)
        self._before.append(self.node)
        self.node.children.append(Node.of_move(move, colour, line, column))
        self.node = self.node.children[-1]
        return self.node

    def off_board(self, said: str, line: int) -> FormatError:
        """Return the error for a point off the board; ``said`` is its original text, after a path or alone."""
        path, colon, label = said.strip().rpartition(": ")
        no_point = Text("`{said}` is not a point of the {width}x{height} board")
        no_point = no_point.with_values(said=shorten(label), width=self.width, height=self.height)
        why = parsed(self.record.board).missing(label, otherwise=no_point)
        return FormatError(Text("{path}: {what}", path=path, what=why) if colon else why, line, 1)

    def take_back(self, count: int) -> bool:
        """Take back the last moves; return False if there are too few."""
        if count > len(self._before):
            return False
        for _ in range(count):
            self.node = self._before.pop()
        if count:
            self.node.children = []
        return True

    def set_up(self, colour: Colour, point: str) -> None:
        """Set up a stone before the first move."""
        self.record.root.changes[point] = colour

    def edit(self, content: Change, point: str, line: int) -> None:
        """Change a point by hand, in a node after the last move or before the first one."""
        if self.node.move is not None:
            self.node.children.append(Node(line=line, column=1))
            self.node = self.node.children[-1]
        self.node.changes[point] = content

    def handicap(self, stones: int, line: int) -> None:
        """Set up a fixed handicap; White then moves first."""
        if stones < 2:
            return
        board = parsed(self.record.board)
        try:
            points = fixed_handicap(board, stones)
        except BoardError as error:
            raise FormatError(error.text, line, 1) from None
        self.record.root.changes.update(dict.fromkeys((board.labels[point] for point in points), "black"))
        self.record.axes["handicap"] = stones

    def note_handicap(self, stones: int) -> None:
        """Record a handicap: in the rules if its stones are on fixed points, else as SGF's HA."""
        if fixed_stones(self.record, stones):
            self.record.axes["handicap"] = stones
        else:
            self.record.info["HA"] = str(stones)

    def rules(self, text: str) -> None:
        """Record the rules by their name, as written if they are unknown."""
        meant = rules_of(text)
        self.record.variant = meant.variant
        self.record.axes.update(meant.axes)
        if meant.variant is None and text.strip():
            self.record.info["RU"] = text.strip()
            self.warn(f"`{shorten(text)}` names unknown rules")

    def komi(self, text: str, line: int = 1) -> None:
        """Record the komi, if the text is one."""
        komi = komi_of(text)
        if komi is not None:
            self.record.axes["komi"] = komi
        elif text.strip():
            self.warn(f"`{shorten(text)}` is not a komi in points; it was ignored", line)

    def note(self, **info: str) -> None:
        """Record game information by its SGF name, if there is any."""
        self.record.info |= {name: text.strip() for name, text in info.items() if text.strip()}

    def comment(self, text: str, node: Node) -> None:
        """Append to a node's comment."""
        node.comment = f"{node.comment}\n{text}" if node.comment else text

    def warn(self, message: str, line: int = 1) -> None:
        """Add a warning, with its place."""
        add_warning(self.record.warnings, message, line)


class StraightLine(NamedTuple):
    """The main line: the setup stones by label, the moves with their colours, and the first side to move."""

    stones: dict[str, Colour]
    moves: list[tuple[Colour, str]]
    to_play: Colour | None
    resigns: Colour | None


def one_line(record: Record, name: str) -> StraightLine:
    """Return a record's main line for the notation called ``name``.

    Raises:
        FormatError: the board is not a rectangle, or a node holds something unsupported.
    """
    if rectangle(record.board) is None:
        raise FormatError("{name} needs a rectangular board, not {board}", name=name, board=record.board[:40])
    if record.start is not None:
        raise FormatError("{name} cannot hold a start position with prisoners, tiles or Tao stones", name=name)
    stones: dict[str, Colour] = {}
    moves: list[tuple[Colour, str]] = []
    to_play: Colour | None = None
    resigns: Colour | None = None
    for node in record.main_line():
        if moves and node.changes:
            raise FormatError(
                "{name} cannot hold stones set up after the first move; select the moves before with --to", name=name
            )
        for label, content in node.changes.items():
            stones.pop(label, None)
            if content != "vacant":
                stones[label] = content
        to_play = node.to_play or to_play
        if node.move == "resign":
            resigns = node.colour
        elif node.move is not None:
            if node.move == "return" or node.move.startswith("tao "):
                raise FormatError(
                    "{name} cannot hold the move {move}; it supports only ordinary Go", name=name, move=node.move
                )
            moves.append((node.colour or ("white" if len(moves) % 2 else "black"), node.move))
    return StraightLine(stones, moves, to_play, resigns)
