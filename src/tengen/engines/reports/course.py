"""The positions of a game that an engine is asked about, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...game import Game
from ...game.record_walk import walk
from ...records import COLOURS, Colour, IllegalMove, Node, Record, TengenError, Text
from ...records.text import NOTHING
from ...rules import Variant


@dataclass(frozen=True)
class Position:
    """A position of the main line: the game, the place of the node that led to it, and that node's move and number."""

    node: int
    game: Game
    number: int
    move: str = ""
    by: Colour | None = None
    before: int | None = None
    """The place of the node before the move, None where no move led here."""


@dataclass(frozen=True)
class Course:
    """A record's main line under some rules, as far as it can be played; ``stopped`` says why it goes no further."""

    record: Record
    variant: Variant
    nodes: Sequence[Node]
    positions: Sequence[Position] = field(default_factory=list)
    stopped: Text = NOTHING

    @property
    def asked(self) -> dict[int, Game]:
        """The positions that an engine can be asked about, by their nodes: those in which the game goes on."""
        return {each.node: each.game for each in self.positions if each.game.outcome is None}

    def part(self, first: int | None, last: int | None) -> Course:
        """Return the same with the positions that some moves need: from before ``first`` to after ``last``.

        Raises:
            TengenError: there are no such moves.
        """
        moves = max((each.number for each in self.positions), default=0)
        if not moves:
            if not self.stopped:
                raise TengenError("the record has no moves")
            raise TengenError("no move can be looked at by {rules}: {why}", rules=self.variant.title, why=self.stopped)
        least, most = (first or 1) - 1, moves if last is None else last
        if least >= moves:
            raise TengenError(
                Text.counted(
                    "there is no move {number}: {count} is there",
                    "there is no move {number}: {count} are there",
                    moves,
                    number=least + 1,
                )
            )
        if least >= most:
            raise TengenError("the first move, {first}, comes after the last, {last}", first=least + 1, last=most)
        kept = [each for each in self.positions if least <= each.number <= most]
        return self if first is None and last is None else replace(self, positions=kept)

    @property
    def players(self) -> dict[Colour, str]:
        """What the players are called, "" where the record does not say."""
        names = {}
        for colour in COLOURS:
            letter = colour[0].upper()
            name, rank = self.record.info.get(f"P{letter}", ""), self.record.info.get(f"{letter}R", "")
            names[colour] = f"{name} {rank}".strip()
        return names


def follow(record: Record, variant: Variant) -> Course:
    """Follow a record under some rules.

    Raises:
        TengenError: it cannot even begin under them.
    """
    nodes = list(record.main_line())
    positions: list[Position] = []
    stopped = NOTHING
    for place, stage in enumerate(walk(record, variant, nodes)):
        if stage.reasons:
            stopped = IllegalMove(stage.node.move or "", stage.reasons, stage.number).text
            break
        if stage.turn is not None:
            turn = stage.turn
            move = stage.game.write_move(turn.move)
            positions.append(Position(place, stage.game.copy(), stage.number, move, turn.mover, place - 1))
        else:
            positions.append(Position(place, stage.game.copy(), stage.number))
    return Course(record, variant, nodes, positions, stopped)
