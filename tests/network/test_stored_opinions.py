"""The player's network says what PyTorch's says: a stored case here, and any in `tests/train/test_model.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tengen import boards
from tengen.network.forward import Forward, Raw
from tengen.network.graph import graph_of
from tengen.network.inputs import Observation
from tengen.network.weights import load

STORED = Path(__file__).parent / "stored"
"""Small weights, and for some boards what is seen and what PyTorch says; `tests/train/test_model.py` writes it anew."""


@pytest.mark.parametrize("text", ["5", "graph:petersen", "gengo 5", "4x5 torus"])
def test_stored_answers_of_pytorch(text: str) -> None:
    forward = Forward(load(STORED / "weights.npz"))
    with np.load(STORED / "answers.npz") as stored:
        found = {name.split("|")[1]: stored[name] for name in stored.files if name.split("|")[0] == text}
    seen = Observation(found["points"], found["globals"], found["groups"])
    [raw] = forward([(graph_of(boards.parse(text)), seen)])
    said = raw._replace(ownership=np.tanh(raw.ownership))
    for name in Raw._fields:
        assert getattr(said, name) == pytest.approx(found[name], abs=1e-4)
