"""The memory of a thread that searches."""

from __future__ import annotations

import numpy as np

from ..kernel import State
from .ladders import reader
from .nodes import Questions, SearchThread, Tally
from .planes import PLANES
from .strengths import FEATURES

_DEPTH = 512


def new_thread(state: State, seed: int, place: int, questions: int, apart: int) -> SearchThread:
    """Return a thread's memory, with room for ``questions`` and for separate results of ``apart`` moves of the root."""
    n = state.adjacency.size
    return SearchThread(
        state=state.copy().arrays,
        bench=state.bench(),
        arena=np.zeros(2, np.uint32),
        path=np.zeros(_DEPTH, np.uint32),
        keys=np.zeros(_DEPTH, np.uint64),
        first=np.zeros(n, np.uint8),
        near=np.zeros(n, np.uint8),
        candidates=np.zeros(64, np.uint32),
        reader=reader(n),
        worth=np.zeros(n, np.float32),
        loss=np.zeros(n, np.float32),
        broken=np.zeros(n, np.float32),
        held=np.zeros(n, np.uint8),
        marker=np.zeros(n, np.uint8),
        lanes=np.zeros(8, np.uint32),
        features=np.zeros(FEATURES, np.int32),
        hopes=np.zeros(n, np.float32),
        ownership=np.zeros(n, np.int32),
        totals=np.zeros(5),
        tally=Tally(np.zeros((apart, 3)), np.zeros((apart, n), np.int32), np.zeros((apart, n), np.int32)),
        random=np.random.SeedSequence((seed, place)).generate_state(2, np.uint64).astype(np.uint64),
        questions=Questions(
            np.zeros((max(1, questions), n if questions else 0, PLANES), np.uint8),
            np.zeros(max(1, questions)),
            np.zeros(max(1, questions), np.uint32),
            np.zeros(1, np.uint32),
        ),
    )
