"""The search compiled in the background is the one that a player needs."""

import subprocess
import sys
from pathlib import Path

import pytest
from numba import typeof

import tengen
from tengen.kernel.jit import dispatcher_of
from tengen.players import MCTS, Budget
from tengen.search import compiled, tree
from tengen.workers import own_environment


@pytest.mark.parametrize(("name", "wide"), [("chinese", False), ("gengo", True)])
def test_what_is_compiled_ahead_is_what_a_player_asks_for(name: str, wide: bool) -> None:
    MCTS(budget=Budget(simulations=1), megabytes=8).choose(tengen.Game(name, board="5x5"))
    assert tuple(map(typeof, compiled.arguments(wide))) in dispatcher_of(tree.search).overloads


COUNT = """
from tengen.search.policy import play_on
from tengen.search.tree import back_up, count_apart, count_up
shared = play_on, count_up, back_up, count_apart
print(*((sum(each.stats.cache_hits.values()), len(each.overloads)) for each in shared), sep=" ")
"""


@pytest.mark.slow
def test_what_one_process_shares_is_compiled_once_for_the_search(tmp_path: Path) -> None:
    told = []
    for share in ("playouts", "search"):
        line = f"from tengen.search import compiled; compiled.compile_{share}(False)\n{COUNT}"
        kept = {**own_environment(), "TENGEN_CACHE": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True, env=kept)
        told.append(done.stdout)
    assert told == ["(0, 1) (0, 1) (0, 1) (0, 1)\n", "(1, 1) (1, 1) (1, 1) (1, 1)\n"]
