"""The tree search as a player: every game to its end, the same moves from the same seed, and the opening book first."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tengen import Game, Move, Pass, Place, Resign, TengenError, variants
from tengen.engines.dead import estimate_dead
from tengen.match.entrants import entrant
from tengen.match.match_play import play_match
from tengen.match.referee import thought
from tengen.match.rule_effects import rule_effects
from tengen.opening import book_move
from tengen.players import MCTS, Analysis, Booked, Budget, Player, Random

SMALL = Budget(simulations=60)


@pytest.mark.parametrize("name", [each.name for each in variants() if not each.name.startswith("gengo")])
@pytest.mark.parametrize("board", ["4x4", "graph:petersen"])
def test_every_game_is_played_to_its_end(name: str, board: str) -> None:
    game = Game(name, board=board)
    players: dict[str, Player] = {"black": MCTS(budget=SMALL, seed=1), "white": Random(seed=2)}
    while game.outcome is None and len(game.moves) < 300:
        game.play(players[game.to_play].choose(game))
    assert game.outcome is not None


def test_one_thread_and_one_seed_give_one_game_even_if_observed() -> None:
    def moves(seed: int, asks: bool = False) -> tuple[object, ...]:
        game = Game("chinese", board="7x7")
        player = MCTS(budget=Budget(simulations=300), seed=seed)
        while game.outcome is None and len(game.moves) < 12:
            move = player.choose(game)
            if asks:
                assert player.found(game) is not None
            game.play(move)
        return game.moves

    assert moves(1) == moves(1) == moves(1, asks=True)
    assert len({moves(seed) for seed in range(4)}) > 1


def test_it_passes_when_all_is_settled() -> None:
    settled = Game.setup("chinese", [".X.XO", "XXXXO", "XXXOO", "OOOO.", ".O.O."], to_play="black", komi=-9.5)
    assert MCTS(budget=Budget(simulations=500), seed=1, resigns=False).choose(settled) is Pass


def test_a_game_with_bids_is_played_to_its_end() -> None:
    """Its positions are analysed as well, without new bids."""
    game = Game("komi-bidding", board="5x5")
    for komi in (6.5, 8):
        game.bid(komi)
    for label in ["C3", "C4", "B3", "B4", "D3", "D4", "E3", "E4", "A3", "A4", "B2", "B5", "D2", "D5"]:
        game.play(label)
    while game.outcome is None:
        game.play(MCTS(level=2, seed=1, resigns=False).choose(game))
    assert estimate_dead(game, simulations=20) == ()
    assert not rule_effects(game)["komi"].turns


def test_analysis_tells_what_it_saw() -> None:
    game = Game("chinese", board="5x5")
    *_, found = MCTS(seed=1).analyse(game, Budget(simulations=1_000))
    assert found.visits >= 999
    assert sorted((c.visits for c in found.candidates), reverse=True) == [c.visits for c in found.candidates]
    assert found.candidates[0].variation[0] == found.candidates[0].move
    assert set(found.ownership) == set(game.board.labels)
    assert all(-1 <= owner <= 1 for owner in found.ownership.values())
    assert 0 < sum(candidate.prior for candidate in found.candidates) < 1.001


def test_two_threads_search_one_tree() -> None:
    game = Game("chinese", board="7x7")
    *_, found = MCTS(threads=2, seed=1).analyse(game, Budget(simulations=2_000))
    assert 1_400 <= found.visits <= 2_010  # a thread interrupted in the middle of a count undoes others


@pytest.mark.parametrize("threads", [1, 2])
def test_an_analysis_survives_intervals_that_are_over(threads: int) -> None:
    """As on a busy machine."""
    *_, found = MCTS(threads=threads, seed=1).analyse(Game(board="5"), Budget(simulations=200), interval=1e-9)
    assert found.visits >= 200


@pytest.mark.parametrize("level", [0, 11, 2.5, True])
def test_levels_are_from_1_to_10(level: object) -> None:
    with pytest.raises(TengenError, match="level must be a whole number from 1 to 10"):
        MCTS(level)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{}, {"simulations": 0}, {"seconds": -1.0}])
def test_budgets_are_positive(wrong: dict[str, Any]) -> None:
    with pytest.raises(TengenError):
        Budget(**wrong)


@pytest.mark.parametrize(("threads", "megabytes"), [(1, 0), (64, 1)])
def test_it_plays_however_little_memory_it_has(threads: int, megabytes: int) -> None:
    """The root's moves always fit, so that it never resigns without seeing them."""
    game = Game("chinese", board="19x19")
    player = MCTS(budget=Budget(simulations=40), threads=threads, megabytes=megabytes)
    for _ in range(3):
        move = player.choose(game)
        assert isinstance(move, Place)
        game.play(move)


MOVES = (
    "dc bd de cc dd db eb cb bf fb fc ea ec be cf af gb fa bg ce cd ae gc bb df ag ga da -- ac -- fe ff gf ef fd "
    "-- ee -- ed -- fg -- dg -- eg gd ba -- ab -- cg ge fe -- ee -- ed gg eg -- dg -- fg -- gf -- cg gg eg --"
)
"""A game on 7x7 under plain ko: White gives up five stones in a corner, and begins to do so again; Black passes."""
KO = [".XOO.", "XO.OO", "XXOO.", "X.XOO", ".XXO."]
"""Black takes a ko at C4; White's retake decides the game, and passes lift the ko (spec 1.8)."""


@pytest.mark.parametrize(("komi", "passes"), [(0.5, True), (7.5, True), (-30, False)])
@pytest.mark.parametrize("seed", range(3))
def test_stones_are_not_thrown_away_if_a_pass_wins(seed: int, komi: float, passes: bool) -> None:
    """White wins by 5.5 points or more if play ends. With a small komi a short search considers White lost."""
    game = Game("chinese", board="7x7", repetition="ko", komi=komi)
    for move in MOVES.split():
        game.play("pass" if move == "--" else Place(ord(move[0]) - 97 + 7 * (ord(move[1]) - 97)))
    assert (MCTS(budget=Budget(simulations=50), seed=seed).choose(game) is Pass) == passes


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_level_1_lets_a_beaten_beginner_end_the_game(rules: str) -> None:
    """It filled its own territory for dozens of moves while Black passed."""
    game, computer, passes = Game(rules, board="7x7"), MCTS(level=1, seed=1), 0
    for move in ("A1", "G7", "A7", "G1", *["pass"] * 3):
        if game.outcome is None:
            game.play(move if move == "pass" or game.content(game.board.point(move)) is None else "pass")
            passes += move == "pass"
            game.play(game.write_move(computer.choose(game)))
    assert (game.outcome is not None and game.outcome.winner, passes) == ("white", 2)


@pytest.mark.parametrize("simulations", [100, 1_000])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_ko_that_passes_have_lifted_is_retaken(simulations: int, seed: int) -> None:
    game = Game.setup("chinese", KO, to_play="black", repetition="ko", passes=3, komi=0)
    for move in ("C4", "pass", "pass"):
        game.play(move)
    assert MCTS(budget=Budget(simulations=simulations), seed=seed).choose(game) == Place(game.board.find("B4") or 0)


def begun(*moves: str, variant: str = "chinese", board: str = "7x7") -> Game:
    game = Game(variant, board=board)
    for move in moves:
        game.play(move)
    return game


def test_a_position_looked_at_again_with_less_is_the_same() -> None:
    game, player = begun("D4", "C3", "C4", "D3", "E3"), MCTS(seed=1)
    *_, first = player.analyse(game, Budget(simulations=400))
    *_, again = player.analyse(game, Budget(simulations=100))
    assert again.visits >= first.visits
    assert again.win_rate == pytest.approx(first.win_rate, abs=0.05)
    assert again.lead == pytest.approx(first.lead, abs=1.5)
    apart = [again.ownership[label] - owner for label, owner in first.ownership.items()]
    assert np.abs(list(first.ownership.values())).max() > 0.4
    assert np.abs(apart).max() < 0.4


def test_a_position_below_a_tree_is_known_by_that_tree() -> None:
    """Its chance is that of all simulations below it; formerly only its own counted, of which there were 0."""
    game, player = begun("D4", "C3"), MCTS(seed=1)
    *_, found = player.analyse(game, Budget(simulations=3_000))
    game.play(found.candidates[0].move)
    *_, known = player.analyse(game, Budget(simulations=10))
    assert known.visits > 500
    assert known.win_rate == pytest.approx(1 - found.candidates[0].win_rate, abs=0.04)
    assert known.lead == pytest.approx(found.candidates[0].lead, abs=1)
    assert np.abs(list(known.ownership.values())).max() > 0.3


def test_no_resignation_without_owners_of_points() -> None:
    """If the last move wins, a side plays on while it is likely to keep any point: White has 20."""
    rows = ["....OXXXX", "OOOOOX.X.", "....OXXXX", "OOOOOX.X.", "XXXXXXXXX", "X.X.X.X.X", "XXXXXXXXX", ".X.X.X.X."]
    game = Game.setup("tile", [*rows, "XXXXXXXXX"], to_play="white")
    player = MCTS(budget=Budget(simulations=300), seed=1)
    for _ in range(4):
        move = player.choose(game)
        assert move is not Resign
        game.play(move)
        *_, thought = player.analyse(game, Budget(simulations=2_000))  # as pondering does
        game.play(thought.candidates[0].move)


def test_what_was_found_is_of_that_game_and_no_other() -> None:
    player, one = MCTS(seed=1), begun("D4")
    player.choose(one, Budget(simulations=50))
    assert player.found(one) is not None
    assert player.found(begun("D4", board="9x9")) is None
    assert player.found(begun("D4", variant="japanese")) is None
    assert player.found(begun("D4", "C3")) is None


def test_pauses_with_threads_are_refused_before_the_game() -> None:
    with pytest.raises(TengenError, match="must have one thread"):
        MCTS(threads=2, pause=lambda: None)


class Looked(MCTS):
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


def test_a_longer_search_ignores_the_book_unless_requested(
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


def test_players_in_matches_have_no_book_unless_requested() -> None:
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
