"""Chains and their liberties as sets of points, for those that are held to them."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.boards import Board


def chain_of(board: Board, stones: Sequence[int], stone: int) -> tuple[set[int], set[int]]:
    """Return the stones of a chain, and its liberties."""
    chain, waiting = {stone}, [stone]
    beside: set[int] = set()
    while waiting:
        for near in board.neighbours[waiting.pop()]:
            if stones[near] == stones[stone] and near not in chain:
                chain.add(near)
                waiting.append(near)
            beside.add(near)
    return chain, {near for near in beside if not stones[near]}
