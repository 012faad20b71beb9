"""On a real GPU: games of every kind equal those of the CPU (`make test-gpu`); without one, tests are skipped."""

from typing import Any

import numpy as np
import pytest
from gpu_games import KINDS, assert_same, check_examples, pair

from tengen.gpu.finding import missing
from tengen.kernel import playouts

LACK = missing()
pytestmark = pytest.mark.skipif(bool(LACK), reason=LACK)
BOARDS: dict[str, dict[str, Any]] = {
    **KINDS,
    "9x9": {"game": "chinese", "board": "9x9"},
    "a torus": {"game": "tile", "board": "9x9 torus"},
    "a wide board": {"game": "gengo", "board": "gengo 13"},
}


@pytest.mark.parametrize("kind", BOARDS.values(), ids=BOARDS)
def test_games_are_those_of_the_cpu_turn_by_turn(kind: dict[str, Any]) -> None:
    cpu, gpu = pair(300, 32, seed=5, **kind)
    assert_same(cpu, gpu)
    for turn in range(60):
        actions = cpu.sample().copy()
        drawn = gpu.sample()
        assert np.array_equal(drawn.to_host(), actions), turn
        cpu.step(actions)
        gpu.step(drawn, trusted=turn % 2 == 0)
        assert_same(cpu, gpu)


@pytest.mark.parametrize("kind", BOARDS.values(), ids=BOARDS)
def test_playouts_are_those_of_the_cpu(kind: dict[str, Any]) -> None:
    _, gpu = pair(2, 32, **{key: value for key, value in kind.items() if key not in ("limit", "autoreset")})
    found = gpu.playout(seed=11, games=2000).to_host()
    expected = playouts(gpu.board, gpu.rules, games=2000, seed=11)
    for name in ("moves", "scores", "winners"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def test_the_examples_of_the_reference() -> None:
    check_examples()
