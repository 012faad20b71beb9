"""Players who begin with moves of the opening book, and those who never do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tengen import Game, Move, TengenError
from tengen.match.entrants import entrant
from tengen.match.match_play import play_match
from tengen.match.referee import thought
from tengen.opening import book_move
from tengen.players import MCTS, Analysis, Booked, Budget


class Looked(MCTS):
    """Counts its searches."""

    searches = 0

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        self.searches += 1
        return super().choose(game, budget)

    def analyse(self, game: Game, *others: object, **more: object) -> Iterator[Analysis]:
        self.searches += 1
        return super().analyse(game, *others, **more)  # type: ignore[arg-type]


def test_it_plays_by_the_book_and_then_as_the_player_does() -> None:
    inner = Looked(budget=Budget(simulations=20), seed=3)
    player, game = Booked(inner), Game("chinese", board="5x5")
    first, known = player.choose(game), book_move(game, 3)
    assert known is not None
    assert (first, inner.searches, player.name) == (known.move, 0, inner.name)
    assert thought(player, game).startswith("from the opening book: it won ")
    other = Game("chinese", board="5x5", komi=3)
    move = player.choose(other)
    assert (inner.searches, move in other.legal_moves(), thought(player, other) != "") == (1, True, True)
    [*_] = player.analyse(game)
    assert inner.searches == 2


def test_a_longer_search_is_not_given_away_for_the_book_unless_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tengen.search.compiled.is_compiled", lambda board: True)
    game, asked = Game("chinese", board="5x5"), Budget(simulations=10)
    known = book_move(game, 0)
    assert known is not None
    inner = Looked(10)
    monkeypatch.setattr(MCTS, "choose", lambda self, game, budget=None: game.read_move("A1"))
    assert Booked(inner).choose(game) == game.read_move("A1")
    assert Booked(inner).choose(game, Budget(seconds=9)) == game.read_move("A1")
    assert Booked(inner).choose(game, asked) == Booked(inner, always=True).choose(game) == known.move
    found = entrant("book+mcts:9s").player(seed=0)
    assert found.choose(game) == known.move


def test_players_in_matches_have_no_book_unless_they_are_asked_for_with_one() -> None:
    assert isinstance(entrant("5").player(), MCTS)
    assert isinstance(entrant("book+5").player(), Booked)
    assert entrant("book+mcts:40").name == "Tengen, 40 simulations, opening book"
    assert entrant("Book+ mcts:40").budget == Budget(simulations=40)
    result = play_match("book+mcts:10", "mcts:10", 2, board="5x5", openings=0, seed=1)
    assert result.games[0].moves[0] == "C3"


@pytest.mark.parametrize("text", ["book+net:5", "book+random", "book+katago", "book+"])
def test_other_players_have_none(text: str) -> None:
    with pytest.raises(TengenError):
        entrant(text)
