"""Games of every kind on the CPU and on a GPU, compared."""

from __future__ import annotations

import doctest
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.envs import VectorEnv

if TYPE_CHECKING:
    from tengen.gpu import GpuGames

KINDS: dict[str, dict[str, Any]] = {
    "ordinary": {"game": "chinese", "board": "3x3", "superko": False},
    "superko": {"game": "new-zealand", "board": "2x2"},
    "without result": {"game": "japanese", "board": "3x2"},
    "a tax on every group": {"game": "japanese", "board": "3x2", "tax": "all"},
    "tiles": {"game": "tile", "board": "3x3"},
    "cushions": {"game": "cushion", "board": "3x3"},
    "Tao stones": {"game": "tao", "board": "3x3"},
    "an auction": {"game": "tao", "board": "3x2", "tao_price": "auction 2 to 0 every 2", "repetition": "no-result"},
    "wide stones": {"game": "gengo", "board": "5x5"},
    "asymmetric regions": {"game": "gengo", "board": "5 footprint nn./nxo/.on"},
    "all of them": {"game": "tao", "board": "4x4 torus", "tiles": "cushion", "repetition": "situational"},
    "a graph, a handicap": {"game": "chinese", "board": "graph:petersen", "handicap": 2, "handicap_kind": "free"},
    "coupons": {"game": "chinese", "board": "2x1", "coupons": "9 to 1 by 1"},
    "left at the end": {"game": "chinese", "board": "2x2", "limit": 9, "autoreset": False},
}


def pair(games: int, block: int, **kind: Any) -> tuple[VectorEnv, GpuGames]:
    """Return the same games on the CPU and on the GPU, or its simulator."""
    from tengen.gpu import GpuGames  # late, since it fails without a GPU

    return VectorEnv(games=games, **kind), GpuGames(games=games, block=block, **kind)


def assert_same(cpu: VectorEnv, gpu: GpuGames) -> None:
    for name, mine in gpu.to_host()._asdict().items():
        assert np.array_equal(mine, getattr(cpu, name)), name
    for mine, theirs in zip(gpu.save().arrays, cpu._memory):
        assert np.array_equal(mine, theirs)


def check_examples() -> None:
    """Run the examples of the reference, which doctest skips as they need a GPU."""
    from tengen.gpu import games

    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(games):
        for example in test.examples:
            example.options.pop(doctest.SKIP, None)
        runner.run(test)
    assert (runner.failures, runner.tries) == (0, 5)
