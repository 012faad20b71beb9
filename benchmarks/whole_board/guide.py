"""The engine's advice: moves that seem to get the whole board.

Proof numbers say little about a move while few positions below it have been searched, and with thirty similar moves a
search tries all of them. The engine's playouts are used instead, under a komi with which only the whole board wins.
Their results guide the search for proofs, but prove nothing. (I.-C. Wu and others, *Job-Level Proof Number Search*,
2013, had their program choose the moves in the same way.) On 4x5 that takes a third of the positions or less.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from tengen.boards import Board
from tengen.kernel import State
from tengen.kernel.layout import BLACK, PLACE, WHITE
from tengen.rules import Rules
from tengen.search import Options, Search
from tengen.solve.proofs.proof_tree import PASS
from tengen.solve.proofs.prover import ProofNode

_MEGABYTES: Final = 16
_MOST_FACTOR: Final = 32
_MOST_PLAYOUTS: Final = 20_000
_PER_PLAYOUT: Final = 250
"""Positions searched per playout: playouts then take at most a tenth of the time."""
_FEW: Final = 32
"""With fewer playouts there is no advice."""


class Guide:
    """The engine's advice on positions of one board.

    >>> from tengen import boards
    >>> factors = Guide(boards.parse("3x3"), passes=2).factors(ProofNode(0, 0, 0), 250_000)
    >>> min(factors, key=factors.get), factors[4]
    (4, 1)
    """

    def __init__(self, board: Board, passes: int) -> None:
        """Treat the prover as Black, whichever colour it has."""
        self._rules: Final = Rules(repetition="ko", komi=len(board) - 1, passes=passes)
        self._board: Final = board

    @cached_property
    def _search(self) -> Search:
        """It runs without the network, which was trained on games, and fills false eyes; see docs/why/solving.md."""
        options = Options(foresight=False, fill_false_eyes=False)
        return Search(self._board, self._rules, megabytes=_MEGABYTES, options=options)

    def factors(self, node: ProofNode, positions: int) -> dict[int, int]:
        """Return the factor by which each move of the prover counts as harder, by its point or `PASS`.

        It is the visits of the engine's most visited move relative to this one's, up to 32. Moves that it does not try
        are left out; if a proof search has tried few ``positions``, all are. A ko is ignored, since the move that it
        forbids is never requested. Of symmetric moves a search has only one; the engine's view of the others does not
        count.
        """
        playouts = min(_MOST_PLAYOUTS, positions // _PER_PLAYOUT)
        if playouts < _FEW:
            return {}
        state = State.empty(self._board, self._rules)
        for colour, mask in (BLACK, node.mine), (WHITE, node.theirs):
            state.points["colour"][[p for p in range(len(self._board)) if mask >> p & 1]] = colour
        state.rebuild()
        self._search.begin(state)
        self._search.run(playouts)
        rows = self._search.children()
        if not len(rows):
            return {}
        visits = np.maximum(1, rows["visits"])
        worse = np.minimum(_MOST_FACTOR, visits.max() // visits)
        moves = np.where(rows["kind"] == PLACE, rows["point"].astype(np.int64), PASS)
        return dict(zip(moves.tolist(), worse.astype(int).tolist(), strict=True))
