"""Conditional moves: a player's prepared answers to possible moves of the opponent in a correspondence game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from ...game import Game
from ...records import Colour, Text
from .events import Event, Moved
from .intents import IntentRefused, MakeMove, answer, legal_move
from .room import Room


@dataclass(frozen=True)
class ConditionalMoves:
    """Lines of alternate moves, the opponent's first, after a game's first ``base`` moves, hashed in ``position``.

    The remaining lines follow from the moves played since, so nothing is rewritten during the game; taking a move back
    drops them.
    """

    base: int
    position: str
    lines: Sequence[Sequence[str]]

    def since(self, game: Game) -> list[str] | None:
        """Return the moves made since these lines were stored; None if the game does not continue from there."""
        moves = [game.write_move(move) for move in game.moves]
        return moves[self.base :] if _digest(moves[: self.base]) == self.position else None

    def after(self, moves: Sequence[str] | None) -> list[list[str]]:
        """Return the continuations of the lines that begin with these moves."""
        if moves is None:
            return []
        return [[*line[len(moves) :]] for line in self.lines if [*line[: len(moves)]] == [*moves]]


def kept(room: Room, colour: Colour, lines: Sequence[Sequence[str]]) -> ConditionalMoves:
    """Return a player's conditional moves; a later line replaces those that it contradicts or continues.

    Raises IntentRefused if a move is illegal, or the game or the turn does not allow them.
    """
    if lines and (why := _why_none(room, colour)):
        raise IntentRefused("no-conditions", why)
    found: list[list[str]] = []
    for given in lines:
        line = _read(room.game, given)
        found = [each for each in found if not _replaces(line, each)]
        if line not in [each[: len(line)] for each in found]:
            found.append(line)
    moves = [room.game.write_move(move) for move in room.game.moves]
    return ConditionalMoves(len(moves), _digest(moves), found)


def reply(colour: Colour, moves: ConditionalMoves, room: Room, now: float) -> list[Event]:
    """Return the answer to the opponent's last move if only talk has followed that move; otherwise nothing.

    Raises IntentRefused if that move is illegal.
    """
    since = moves.since(room.game)
    lines = [line for line in moves.after(since) if line]
    due = isinstance(room.last_change, Moved) and room.phase == "playing" and room.game.to_play == colour
    if not since or not lines or not due:
        return []
    return answer(room, {colour}, MakeMove(kind="move", move=lines[0][0]), room.number, now)


def _why_none(room: Room, colour: Colour) -> Text | None:
    """Return why a player cannot have conditional moves now; None if they can."""
    if room.terms.timing.kind != "correspondence" or room.is_alone:
        return Text("Conditional moves are for correspondence games between two people.")
    if room.game.rules.order != "alternate":
        return Text("Conditional moves are not available where a player may move several times in a row.")
    if room.phase != "playing":
        return Text("Conditional moves are for games in progress.")
    if room.game.to_play == colour:
        return Text("It is your turn: conditional moves answer the opponent's next move.")
    return None


def _read(game: Game, line: Sequence[str]) -> list[str]:
    """Return the moves of a line; IntentRefused unless each is legal and the last is an answer."""
    if len(line) % 2:
        raise IntentRefused("no-conditions", Text("A line of conditional moves ends with your own answer."))
    there, found = game.copy(), list[str]()
    for text in line:
        move = legal_move(there, text)
        found.append(there.write_move(move))
        there.push(move)
    return found


def _replaces(line: Sequence[str], before: Sequence[str]) -> bool:
    """Return whether a line contradicts or continues an earlier one."""
    differs = next((place for place, pair in enumerate(zip(line, before, strict=False)) if pair[0] != pair[1]), None)
    return len(before) <= len(line) if differs is None else differs % 2 == 1


def _digest(moves: Sequence[str]) -> str:
    return sha256(json.dumps(moves).encode()).hexdigest()
