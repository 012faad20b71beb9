"""Playing written games again under other rules, and counting what happens on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .. import boards
from ..game import Game
from ..records import Colour, Content, FormatError, Node, Place, Position, Reason, Record, Resign, other
from ..rules import Variant


@dataclass(frozen=True)
class Illegal:
    """The move at which a replay stopped, counted from 1, and why."""

    move: int
    text: str
    colour: Colour | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class ReplayReport:
    """What happened in one game; everything counts the moves before the first illegal one only.

    ``moves`` leaves a resignation out; ``captures`` are stones removed, by whomever; ``ko_captures`` single stones
    taken by a single stone that is left with no other liberty than theirs; ``first_tile`` is the move that laid the
    first tile; ``highest_stack`` the most tiles on one point; ``score`` Black's area minus White's, without komi.
    """

    moves: int
    captures: int
    ko_captures: int
    tiled_points: int
    first_tile: int | None
    highest_stack: int
    illegal: Illegal | None
    score: float

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it."""
        illegal = self.illegal
        return {
            "moves": self.moves,
            "captures": self.captures,
            "ko_captures": self.ko_captures,
            "tiled_points": self.tiled_points,
            "first_tile": self.first_tile,
            "highest_stack": self.highest_stack,
            "illegal": illegal and {"move": illegal.move, "reasons": [str(reason) for reason in illegal.reasons]},
            "score": self.score,
        }


def replay(record: Record, variant: Variant) -> ReplayReport:
    """Play a record's main line under a variant's rules up to its first illegal move.

    Raises:
        FormatError: the record is incomplete, stones are set up in mid-game, or a move is no text of a move.
        BoardError, PositionError: the game cannot even begin on this board, under these rules.
    """
    if record.incomplete:
        raise FormatError("truncated: the file ends in the middle of the game, and moves may be missing")
    game, moves = opening(record, variant)
    count = _Counter(game)
    illegal = None
    for number, node in enumerate(moves, 1):
        illegal = play_node(game, node, number)
        if illegal:
            break
        count.see(number)
    tiles = game.tiles
    score = game.score("area")
    return ReplayReport(
        moves=sum(move is not Resign for move in game.moves),
        captures=count.captures,
        ko_captures=count.ko_captures,
        tiled_points=len(tiles),
        first_tile=count.first_tile,
        highest_stack=max(tiles.values(), default=0),
        illegal=illegal,
        score=score.black - score.white,
    )


def opening(record: Record, variant: Variant) -> tuple[Game, list[Node]]:
    """Return the game before a record's first move, and the nodes with its moves.

    Board, stones set up and who begins come from the record; everything else from the variant.

    Raises:
        FormatError: stones are set up in mid-game.
        BoardError, PositionError: the game cannot begin so.
    """
    nodes = list(record.main_line())
    first = next((place for place, node in enumerate(nodes) if node.move is not None), len(nodes))
    for node in nodes[first + 1 :]:
        if node.changes:
            raise FormatError("has set-up stones in mid-game", node.line, node.column)
    moves = [node for node in nodes[first:] if node.move is not None]
    game = Game(variant, board=boards.parse(record.board, footprint=variant.footprint, files=False))
    start = record.start or _set_up(game.position, nodes[: first + 1], moves)
    return game if start == game.position else Game.from_position(variant, game.board, start), moves


def _set_up(start: Position, nodes: list[Node], moves: list[Node]) -> Position:
    """Return the variant's own start with a record's stones put on it, and with its first mover to play."""
    stones: dict[str, Content] = dict(start.stones)
    to_play: Colour | None = moves[0].colour if moves else None
    for node in nodes:
        to_play = to_play or node.to_play
        for label, content in node.changes.items():
            if content == "vacant":
                stones.pop(label, None)
            else:
                stones[label] = content
    in_hand = dict(start.tao_in_hand)
    in_hand["black"] += sum(start.stones[label] == "tao" and stones.get(label) == "black" for label in start.stones)
    to_play = to_play or start.to_play
    return replace(start, stones=stones, to_play=to_play, tao_in_hand=in_hand, created_by=None)


def white_begins_alone(record: Record) -> bool:
    """Say whether White moves first on a board without any stones: a handicap nobody wrote down, as a rule."""
    for node in record.main_line():
        if node.changes or record.start is not None:
            return False
        if node.move is not None:
            return node.colour == "white"
    return False


def play_node(game: Game, node: Node, number: int) -> Illegal | None:
    """Make the move of a node; where it is illegal, change nothing and say why.

    Raises:
        FormatError: the move is no text of a move.
    """
    try:
        move = game.read_move(node.move or "")
    except FormatError as error:
        raise FormatError(error.what, node.line, node.column) from None
    reasons = game.why_not(move, node.colour)
    if reasons:
        return Illegal(number, node.move or "", node.colour, reasons)
    game.play(move)
    return None


class _Counter:
    """Counts what the moves of a game do, looking at the whole board only where something happened."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stones = game.stones
        self.on_board = self._count()
        self.captures = 0
        self.ko_captures = 0
        self.first_tile: int | None = None
        self.tiles_before = sum(game.tiles.values())

    def see(self, number: int) -> None:
        """Take account of the game's last move."""
        move = self.game.moves[-1]
        if self.first_tile is None and self.game.rules.tiles != "none":
            self.first_tile = number if sum(self.game.tiles.values()) > self.tiles_before else None
        if not isinstance(move, Place):
            self.on_board = self._count()
            return
        colour, on_board = self.game.movers[-1], self._count()
        removed = self.on_board + 1 - on_board
        if removed:
            self._see_capture(move.point, colour, removed)
        else:
            self.stones[self.game.board.labels[move.point]] = colour
        self.on_board = on_board

    def _see_capture(self, point: int, colour: Colour, removed: int) -> None:
        stones = self.game.stones
        taken = [label for label in self.stones if label not in stones and self.stones[label] == other(colour)]
        self.captures += removed
        if removed == 1 and len(taken) == 1:
            captured = self.game.board.find(taken[0])
            self.ko_captures += self._liberties_of_single(point, colour, stones) == [captured]
        self.stones = stones

    def _liberties_of_single(self, point: int, colour: Colour, stones: dict[str, Content]) -> list[int]:
        """Return the liberties of a stone that is a chain by itself, else nothing."""
        board = self.game.board
        near = board.neighbours[point]
        if any(stones.get(board.labels[beside]) == colour for beside in near):
            return []
        return [
            beside
            for beside in near
            if all(stones.get(board.labels[under]) in (None, "tao") for under in board.footprint[beside])
        ]

    def _count(self) -> int:
        """Return the stones on the board, less what Tao stones have cost in points: only Tao moves change that."""
        score = self.game.score("stones")
        return int(score.black + score.white)
