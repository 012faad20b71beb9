"""The example that learns does learn; it needs PyTorch, which `make test` does not install (`make test-slow-torch`)."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "alphazero.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    return runpy.run_path(str(EXAMPLE))


@pytest.mark.slow
def test_tao_go_is_learnt_from_a_thousand_games(example: dict[str, Any]) -> None:
    """Two minutes of one core, and at least 80 % of 400 further games against random moves are won."""
    network, looks = example["start"](), []
    for look in example["train"](network):
        looks.append(look)
        if look.learnt >= 1000:
            break
    assert looks[0].won < 0.75 * looks[0].games
    assert example["against_random"](network, 400, 2) >= 320
    assert str(looks[0]).endswith(" " + "#" * round(30 * looks[0].won / looks[0].games))


@pytest.mark.slow
def test_wrong_options_are_refused_before_the_minutes_pass(
    example: dict[str, Any], capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["alphazero.py", "--minutes", "nan"])
    with pytest.raises(SystemExit):
        example["main"]()
    assert "--minutes must be" in capsys.readouterr().err


@pytest.mark.slow
def test_the_search_finds_the_move_that_wins(example: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Once Black has passed, a pass of White ends the game, and komi wins it: any network finds that."""
    monkeypatch.setitem(example["train"].__globals__, "SIMULATIONS", 200)
    env = example["VectorEnv"](games=4, **example["RULES"])
    env.step([env.actions.number("pass")] * 4)
    visits = example["Search"](4, np.random.default_rng(1)).run(example["start"](), env)
    assert visits.sum(axis=1).tolist() == [200] * 4
    assert (visits.argmax(axis=1) == env.actions.number("pass")).all()
    assert not visits[~env.masks].any()
