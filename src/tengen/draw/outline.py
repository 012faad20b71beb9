"""The wood of a grid with points cut out, and the names beside a grid."""

from __future__ import annotations

from collections.abc import Iterable

from ..boards import Board, Spot
from .shapes import number


def grid_names(board: Board) -> tuple[list[str], list[str]]:
    """Return the names of a grid's columns and rows, as its labels have them; empty where all was cut out."""
    letters, digits = [""] * len(board.rows[0]), [""] * len(board.rows)
    for y, row in enumerate(board.rows):
        for x, point in enumerate(row):
            if point >= 0:
                letters[x] = board.labels[point].rstrip("0123456789")
                digits[y] = board.labels[point].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return letters, digits


def outline(board: Board) -> list[tuple[float, float, float, float]]:
    """Return a box of wood around every point that is there, wider towards the outside."""
    width, height = len(board.rows[0]), len(board.rows)
    boxes = []
    for y, row in enumerate(board.rows):
        for x, point in enumerate(row):
            if point >= 0:
                left, right = (0.72 if x == 0 else 0.5), (0.72 if x == width - 1 else 0.5)
                top, bottom = (0.72 if y == 0 else 0.5), (0.72 if y == height - 1 else 0.5)
                boxes.append((x - left, y - top, x + right, y + bottom))
    return boxes


def path_of_cells(boxes: Iterable[tuple[float, float, float, float]], attributes: str) -> str:
    """Draw the outline of boxes side by side: every edge that two of them share is left out."""
    edges: dict[tuple[Spot, Spot], None] = {}
    for left, top, right, bottom in boxes:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for start, end in zip(corners, [*corners[1:], corners[0]]):
            if (end, start) in edges:
                del edges[end, start]
            else:
                edges[start, end] = None
    following: dict[Spot, list[Spot]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    said = []
    while following:
        start = next(iter(following))
        spots, here = [start], start
        while following.get(here):
            end = following[here].pop()
            if not following[here]:
                del following[here]
            spots.append(end)
            here = end
        said.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z")
    return f'<path d="{"".join(said)}" {attributes}/>'
