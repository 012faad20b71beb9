"""The best of Tengen's own players: the one that was measured to be, for the time that playouts alone would take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen import Game
from tengen.engines import adviser, engine_named
from tengen.gtp import Thinking
from tengen.match.entrants import entrant
from tengen.match.rating import wilson
from tengen.players import MCTS, Best, Budget, best
from tengen.players.best import ADVISED, Measured, best_of, measured
from tengen.players.guided import NETWORK
from tengen.players.player import OWN
from tengen.records import TengenError

ROWS = (
    Measured("tile", "4x4", "mcts+net", 0.2, 0.5, 30, 0, 10, 0.6, 0.86),
    Measured("tile", "4x4", "net", 0.2, 0.1, 28, 0, 12, 0.55, 0.82),
    Measured("tao", "3x3", "net", 0.2, 0.1, 30, 0, 10, 0.6, 0.86),
    Measured("cushion", "4x4", "mcts+net", 0.2, 0.5, 22, 0, 18, 0.4, 0.69),
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other matches than those that were played."""
    monkeypatch.setattr(best, "measured", lambda: ROWS)
    best._winners.cache_clear()
    yield
    best._winners.cache_clear()


def test_every_match_is_a_game_on_a_board_with_its_interval() -> None:
    for row in measured():
        assert row.player in ("mcts+net", "net")
        assert 0 < row.simulations < 1
        low, high = wilson(row.won + row.drawn / 2, row.won + row.drawn + row.lost)
        assert (row.low, row.high) == (round(low, 3), round(high, 3))
        found = best_of(Game(row.game, board=row.board))
        assert (found is not None) == any(
            (each.game, each.board) == (row.game, row.board) and each.low > 0.5 for each in measured()
        )


def test_the_page_has_every_match() -> None:
    page = (Path(__file__).parents[2] / "docs" / "strength.md").read_text("utf-8")
    section = page.partition("## Which player is the best where")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]  # without their heading
    assert len(rows) == len(measured())
    for row, line in zip(measured(), rows, strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[2:] == [
            f"`{row.player}`", f"{row.seconds:g}", f"{row.simulations:g}", str(row.won), str(row.drawn), str(row.lost),
f"{100 * row.rate:.0f} % ({100 * row.low:.0f}–{100 * row.high:.0f} %)",
        ]  # fmt: skip


@pytest.mark.usefixtures("table")
def test_who_is_surely_better_is_chosen_and_playouts_where_nobody_is() -> None:
    assert best_of(Game("tile", board="4x4")) is ROWS[0]
    assert best_of(Game("tao", board="3x3", komi=2.5)) is ROWS[2]
    assert best_of(Game("cushion", board="4x4")) is None
    assert best_of(Game("tile", board="4x4 torus")) is None
    assert best_of(Game("tao", board="3x3", tiles="tile")) is None


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("kind", "board", "simulations", "by", "visits"),
    [
        ("tile", "4x4", 1000, ADVISED, 500),
        ("tile", "4x4", 500, OWN, 500),
        ("tao", "3x3", 1000, NETWORK, 100),
        ("cushion", "4x4", 1000, OWN, 1000),
    ],
)
def test_budgets_are_those_of_playouts_alone(kind: str, board: str, simulations: int, by: str, visits: int) -> None:
    game, player = Game(kind, board=board), Best(MCTS(budget=Budget(simulations=simulations), seed=3))
    [found] = player.analyse(game)
    assert found.by == by
    assert visits - 5 <= found.visits <= visits
    same = player.found(game)
    assert same is not None
    assert same.by == by
    assert not game.why_not(player.choose(game))


@pytest.mark.usefixtures("table")
def test_a_network_pauses_as_playouts_do() -> None:
    pauses: list[None] = []
    player = Best(MCTS(budget=Budget(simulations=1000), pause=lambda: pauses.append(None)))
    player.choose(Game("tao", board="3x3"))
    assert pauses


@pytest.mark.usefixtures("table")
def test_without_a_match_it_plays_as_playouts_do() -> None:
    game = Game("chinese", board="5x5")
    assert Best(MCTS(3, seed=4)).choose(game) == MCTS(3, seed=4).choose(game)


@pytest.mark.usefixtures("table")
def test_those_who_ask_get_the_best_player() -> None:
    game = Game("tile", board="4x4")
    for engine in (engine_named("tengen"), adviser("tengen")):
        assert engine.judge(game).by == ADVISED
    assert engine_named("mcts").judge(game).by == OWN
    player = entrant("best:1000").player(seed=1)
    assert isinstance(player, Best)
    assert not game.why_not(player.choose(game))
    assert isinstance(Thinking(player="best", level=6).make(), Best)
    with pytest.raises(TengenError, match="best needs a budget"):
        entrant("best").player()
