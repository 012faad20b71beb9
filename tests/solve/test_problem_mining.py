"""Problems out of tables: each lode has one winning turn, can be reached, and none is missed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from example_counts import first

from tengen import Game
from tengen.solve.budget import Budget
from tengen.solve.problems.aims import after
from tengen.solve.problems.mining import Mine
from tengen.solve.problems.prospecting import Nugget, Prospector
from tengen.solve.problems.win_search import WinSearch
from tengen.solve.served import OutOfMemory

SMALL = [("tile", "2x3", {}), ("cushion", "2x3", {}), ("tile", "1x5", {"tile_stack": 2})]


@pytest.mark.parametrize(("variant", "board", "axes"), first(2, SMALL))
def test_one_turn_alone_wins_and_play_leads_there(variant: str, board: str, axes: dict[str, Any]) -> None:
    """A search that knows no table finds the same winner of every turn."""
    mine = Mine(Game(variant, board=board, **axes), Budget())
    lodes = [lode for _, lode in mine.lodes(rounds=range(4))]
    assert lodes
    for lode in lodes:
        replayed = Game(variant, board=board, **axes)
        for move in lode.game.moves:
            replayed.play(move)
        assert replayed.stones == lode.game.stones
        assert WinSearch(Game.from_position(lode.game.rules, lode.game.board, lode.game.position)).winning_moves() == [
            lode.best
        ]
        assert (lode.worth, lode.rest) == (1, -1)


def test_a_komi_makes_the_best_turn_the_only_one_that_wins() -> None:
    mine = Mine(Game("tao", board="2x3", komi=0), Budget())
    prospector = Prospector(mine, Random(1), range(3, 6))
    found = [each for each, _ in zip(prospector.nuggets(), range(7), strict=False) if isinstance(each, Nugget)]
    assert len(found) > 1
    for nugget in found:
        assert len(nugget.found.wins) == 1
        assert nugget.found.game.rules.komi % 1 == 0.5
        assert WinSearch(nugget.found.game).winning_moves() == list(nugget.found.wins)


def test_no_position_with_one_winning_turn_is_missed() -> None:
    """Every position of Tile Go on 1x4 that play reaches is looked at one by one, without the table's arrays."""
    start = Game("tile", board="1x4")
    mined = {_mark(lode.game) for _, lode in Mine(start, Budget(), fewest=2).lodes()}
    search, found, seen, queue = WinSearch(start), set(), set(), [start]
    while queue:
        game = queue.pop()
        if game.outcome is not None or max(game.prisoners.values()) > 2 or _mark(game) in seen:
            continue
        seen.add(_mark(game))
        bare = Game.from_position(game.rules, game.board, game.position)
        ahead = [after(game, game.write_move(move)) for move in game.legal_moves()]
        won = [search.verdict(after(bare, bare.write_move(move))).winner == game.to_play for move in bare.legal_moves()]
        if len(won) == len(ahead) >= 2 and sum(won) == 1 and max(ahead[won.index(True)].prisoners.values()) <= 2:
            found.add(_mark(game))
        queue += ahead
    assert len(mined) > 10
    assert mined <= found
    assert {mark[:-2] for mark in mined} == {mark[:-2] for mark in found}  # one for each, whatever the prisoners


def _mark(game: Game) -> tuple[object, ...]:
    """Return what tells positions apart, symmetries and colours aside."""
    labels = game.board.labels

    def look(order: list[str]) -> tuple[object, ...]:
        own = tuple((game.content(at) == game.to_play) - (game.content(at) not in (None, game.to_play)) for at in order)
        tiles = tuple(game.tiles.get(at, 0) for at in order)
        return own, tiles, game.position.last_incursion

    mine = game.prisoners[game.to_play]
    return (*min(look(list(labels)), look(list(labels)[::-1])), mine, sum(game.prisoners.values()) - mine)


def test_positions_that_look_alike_are_found_once() -> None:
    mine = Mine(Game("tao", board="2x3", komi=0), Budget())
    prospector = Prospector(mine, Random(1), range(5))
    first = next(found for found in prospector.nuggets() if isinstance(found, Nugget))
    assert next(prospector.nuggets(first.number)) == first.number
    anew = Prospector(mine, Random(1), range(5))
    again = next(anew.nuggets(first.number))
    assert isinstance(again, Nugget)
    assert again.played == first.played


def test_too_little_memory_is_said() -> None:
    with pytest.raises(OutOfMemory, match="allow more memory, or take a smaller board"):
        Mine(Game("tile", board="2x4"), Budget(memory=20 << 20))
