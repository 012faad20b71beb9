"""A configuration looked at by the formal definitions: groups, eyes, safety, life and score (spec 1.18-1.20, 1.26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...boards import Board
from ...game.formal import (
    ConfigurationScore,
    Labels,
    Stones,
    capturable,
    chain,
    configuration_score,
    eyes_beside,
    liberties,
    one_point_eyes,
    region_eyes,
    safe_family,
    unconditionally_alive,
)
from ...records import COLOURS, Colour


@dataclass(frozen=True)
class GroupStudy:
    """A group: its liberties, the eyes beside it (1.19), and whether it is safe (1.20) and alive (Benson, 4.9)."""

    colour: Colour
    stones: Labels
    liberties: Labels
    eyes: tuple[Labels, ...]
    is_safe: bool
    is_alive: bool

    @property
    def is_dead(self) -> bool:
        return not self.liberties


@dataclass(frozen=True)
class ConfigurationStudy:
    """What the formal definitions say of a configuration.

    ``settled`` is its score after all groups are taken off that could be captured by moves of the opponent's alone.
    """

    board: Board
    one_point_eyes: Mapping[Colour, Labels]
    eyes: Mapping[Colour, tuple[Labels, ...]]
    groups: tuple[GroupStudy, ...]
    score: ConfigurationScore
    settled: ConfigurationScore


def study(board: Board, stones: Stones) -> ConfigurationStudy:
    """Look at a configuration, in which dead groups may stand.

    >>> from tengen import boards
    >>> [group.is_safe for group in study(boards.parse("3x1"), {"B1": "black"}).groups]
    [True]
    """
    taken = {label for colour in COLOURS for group in capturable(board, stones, colour) for label in group}
    return ConfigurationStudy(
        board,
        {colour: one_point_eyes(board, stones, colour) for colour in COLOURS},
        {colour: region_eyes(board, stones, colour) for colour in COLOURS},
        tuple(group for colour in COLOURS for group in _groups(board, stones, colour)),
        configuration_score(board, stones),
        configuration_score(board, {label: content for label, content in stones.items() if label not in taken}),
    )


def _groups(board: Board, stones: Stones, colour: Colour) -> list[GroupStudy]:
    safe, alive = safe_family(board, stones, colour), unconditionally_alive(board, stones, colour)
    eyes = region_eyes(board, stones, colour)
    groups = dict.fromkeys(chain(board, stones, label) for label in board.labels if stones.get(label) == colour)
    return [
        GroupStudy(
            colour,
            group,
            liberties(board, stones, min(group)),
            eyes_beside(board, group, eyes),
            group in safe,
            group in alive,
        )
        for group in groups
    ]
