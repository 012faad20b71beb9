"""Work on the texts of reviews, done in threads or in the helper process."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from ... import boards
from ...game import Game
from ...game.record_walk import walk
from ...records import Colour, Mark, Node, Record, TengenError, Text
from ...rules import Variant
from ..engine import Question
from ..engine.messages import AnalysisResult
from ..errors import RequestError
from ..games.game_request import is_light
from ..games.game_view import BoardStyle
from ..languages.reader_language import language
from ..scheduler.threads import LIGHT_RECORD
from ..settings import BOUNDS
from .node_view import describe_record, game_there, imagined, play, play_there, see, view
from .record_tree import MOST_NODES, RecordTree, TreeLine, check_size

Circles = Literal["ask", "marks", "cushion", "tile"]
"""The meaning of circles in a diagram: marks, or the tiles of a variant; "ask" if unknown."""

_LIGHT_NODES: Final = 1_000
_LIGHT_LINES: Final = 8
"""The maximum number of lines whose ends are opened in a thread; each takes one or two milliseconds to draw."""
_RECTANGLE: Final = re.compile(r"\[x[A-Za-z]x[A-Za-z]x:x[A-Za-z]x[A-Za-z]x\]".replace("x", r"[\\\s\0]*+"))
"""Two corners; readers drop blanks around them and backslashes before them, and UTF-16 has zeros between them."""
_LIGHT_RECTANGLES: Final = 40
_OPENED: Final = 5_000
"""The maximum number of moves played to check that a record can be opened."""
_DRAWN: Final = 70
"""The number of moves that take as long as drawing a position with its description."""


@dataclass(frozen=True)
class RecordSummary:
    """A summary of a record for the server: its rules, its main line, and the number of nodes.

    Work on a ``light`` record is done in a thread of the server. The main line is JSON, which is faster to receive from
    the helper process than lists.
    """

    own_rules: Variant
    written_line: str
    length: int
    size: int
    light: bool

    @property
    def line(self) -> TreeLine:
        """The main line, which has ``length`` nodes."""
        line: TreeLine = json.loads(self.written_line)
        return line


@dataclass(frozen=True)
class OpenReview:
    """A review in use: its stored record, the record's summary, its owner, version, and lesson."""

    text: str
    record: RecordSummary
    owner: str | None
    version: int
    lesson: str | None = None
    pen: str | None = None


@lru_cache(maxsize=32)
def tree_of(text: str) -> RecordTree:
    """Return the tree of a record, which must not be changed."""
    return RecordTree.from_json(text)


def summarised(text: str) -> RecordSummary:
    tree = tree_of(text)
    line, light = tree.lines[0], len(text) <= LIGHT_RECORD and _is_light(tree)
    return RecordSummary(tree.own_rules, json.dumps(line), len(line["nodes"]), tree.size, light)


def accepted(
    data: str | bytes, name: str, board: str | None = None, circles: Circles = "marks", only_light: bool = False
) -> str | None:
    """Return an uploaded record in its stored form, after opening it; None if it should be ``light`` but is not.

    ``board`` is for records without one. The ``circles`` of a diagram are marks, or the tiles of a variant; with
    "ask", circles are a RequestError. Raises TengenError if it cannot be read or reviewed.
    """
    from ...formats import sgf  # late: slow to load

    if len(data) > MOST_NODES:  # each node takes at least a character
        check_size(sgf.node_count(data), MOST_NODES)
    with boards.bounded(BOUNDS):
        tree = RecordTree.of(_read(data, name, board, circles))
        moves = sum(line["number"] + len(line["nodes"]) for line in tree.lines)  # `open_whole` goes down each line
        if only_light and not (_is_light(tree) and len(tree.lines) <= _LIGHT_LINES and moves <= _LIGHT_NODES):
            return None
        text = tree.to_json()
        open_whole(text)
    return text


def _read(data: str | bytes, name: str, board: str | None, circles: Circles) -> Record:
    """Return an upload as a record. A diagram names no komi, so it has none."""
    from ...formats.notations import read_first  # late: slow to load

    found = read_first(data, boards.parse(board, files=False) if board else None, name=name)
    if isinstance(found, Record):
        return found
    if circles == "ask" and found.markup.marks.get("circle") and not found.position.tiles:
        raise RequestError(422, "circles", Text("Are the circles of this diagram tiles?"))
    variant = None if circles in ("ask", "marks") else circles
    record = (found if variant is None else found.circles_as_tiles()).record(whole=True)
    record.variant, record.axes = variant, {"komi": 0}
    return record


def holds_much(data: str | bytes) -> bool:
    """Return whether a short text may take long to read: a rectangle of SGF means hundreds of points."""
    text = data if isinstance(data, str) else data.decode("latin-1")
    return sum(1 for _ in _RECTANGLE.finditer(text)) > _LIGHT_RECTANGLES


def open_whole(text: str) -> None:
    """Open a record at its beginning and at the ends of its lines, as many as can be replayed in a moment."""
    tree = RecordTree.from_json(text)
    describe_record(tree)
    view(tree, "0", tree.own_rules)
    left = _OPENED
    for line in tree.lines:
        place = len(line["nodes"]) - 1
        left -= line["number"] + place + _DRAWN
        view(tree, f"{line['prefix']}{place}", tree.own_rules)
        if left < 0:
            break


def _is_light(tree: RecordTree) -> bool:
    return tree.size <= _LIGHT_NODES and is_light(boards.parse(tree.record.board, files=False))


# -- views -------------------------------------------------------------------------------------------------------------


def shown(
    text: str,
    node: str,
    rules: Variant,
    style: BoardStyle,
    analysis: AnalysisResult | None,
    then: Sequence[str],
    with_record: bool,
) -> str:
    """Return everything about a node, and about the whole record if requested, as JSON."""
    found = view(tree_of(text), node, rules, style, analysis, then)
    if with_record:
        return json.dumps(found, ensure_ascii=False)[:-1] + f', "record": {_described(text, language())}}}'
    return json.dumps(found, ensure_ascii=False)


@lru_cache(maxsize=32)
def _described(text: str, _: str) -> str:
    return json.dumps(describe_record(tree_of(text)), ensure_ascii=False)


def described(text: str) -> dict[str, str]:
    """Return the title, the rules' title and the result of a record, in the reader's language."""
    told = json.loads(_described(text, language()))
    return {"title": told["title"], "rules": told["rules"]["title"], "result": told["result"]}


def picture_at(text: str, node: str | None, theme: str = "light") -> str:
    """Return the board at a node of a record; by default at the end of its main line."""
    tree = tree_of(text)
    node = str(len(tree.lines[0]["nodes"]) - 1) if node is None else node
    return str(view(tree, node, tree.own_rules, BoardStyle(theme))["svg"])


def find_node(text: str, node: str) -> None:
    tree_of(text).line(node)


def check_lesson(text: str, node: str, rules: Variant, then: Sequence[str]) -> None:
    """Raise NoSuchNode, ForbiddenMove or TengenError unless moves can follow a node of a record under some rules."""
    imagined(see(tree_of(text), node, rules).game, then)


def game_at(text: str, node: str, rules: Variant) -> str:
    """Return the game that a record has at a node, as JSON; raise TengenError if the line stops before it."""
    return game_there(tree_of(text), node, rules).to_json()


# -- changes -----------------------------------------------------------------------------------------------------------


def with_move(text: str, node: str, move: str, rules: Variant) -> tuple[str, str]:
    """Return a record with a trial move, and the address of that move."""
    tree = RecordTree.from_json(text)
    node = play(tree, node, move, rules)
    return tree.to_json(), node


def with_comment(text: str, node: str, comment: str) -> tuple[str, str]:
    tree = RecordTree.from_json(text)
    tree.with_comment(node, comment)
    return tree.to_json(), node


def with_mark(text: str, node: str, point: str, mark: Mark) -> tuple[str, str]:
    """Return a record with a mark toggled on a point of a node, and that node."""
    tree = RecordTree.from_json(text)
    tree.with_mark(node, point, mark)
    return tree.to_json(), node


def without(text: str, node: str) -> tuple[str, str]:
    """Return a record without a node of a variation, and the node before it."""
    tree = RecordTree.from_json(text)
    before = tree.without(node)
    return tree.to_json(), before


# -- questions to the engine -------------------------------------------------------------------------------------------


def question_at(text: str, node: str, rules: Variant, payer: str) -> Question:
    """Return the position at a node for the engine; raise TengenError if the line stops before it."""
    tree = tree_of(text)
    return _question(*tree.line(node), game_there(tree, node, rules), payer)


def question_after(text: str, node: str, move: str, rules: Variant, payer: str) -> tuple[Question, Colour]:
    """Return the position after another move at a node, for the engine, and its mover; errors as for `play`."""
    game, by = play_there(tree_of(text), node, move, rules)
    return Question(game.to_json(), len(game.board), payer=payer), by


def questions_of(text: str, rules: Variant, wanted: frozenset[str], payer: str) -> dict[str, Question]:
    """Return the positions after the wanted nodes of the main line, up to where it becomes illegal.

    Raises TengenError if it cannot even begin.
    """
    found: dict[str, Question] = {}
    tree = tree_of(text)
    line, _ = tree.line("0")
    place, last = -1, max(map(int, wanted))
    try:
        for place, stage in enumerate(walk(tree.record, rules)):
            if stage.reasons or place > last:
                break
            if str(place) in wanted:
                found[str(place)] = _question(line, place, stage.game, payer)
    except TengenError:
        if place < 0:
            raise
    return found


def questions_instead(text: str, rules: Variant, moves: Mapping[str, str], payer: str) -> dict[str, Question]:
    """Return the positions after other moves at nodes of the main line, for the engine; errors as `questions_of`."""
    found: dict[str, Question] = {}
    for address, question in questions_of(text, rules, frozenset(moves), payer).items():
        game = Game.from_json(question.text)
        if not game.why_not(moves[address]) and game.play(moves[address]).ended is None:
            found[address] = replace(question, text=game.to_json(), played="")
    return found


def _question(line: Sequence[Node], place: int, game: Game, payer: str) -> Question:
    """Return the position after a node, with the move played there, for comparison with a better move."""
    after = line[place + 1] if place + 1 < len(line) else None
    played = after.move if after is not None and after.colour in (None, game.to_play) else None
    return Question(game.to_json(), len(game.board), payer=payer, played=played or "")
