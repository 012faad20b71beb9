"""Dead stones of finished boards, decided by the position alone."""

from itertools import chain
from random import Random
from typing import Any

import pytest
from data import load_toml

from tengen import Game
from tengen.engines.dead import ExpectedEnd, estimate_dead, expected_end, proved
from tengen.opening.book import symmetries
from tengen.players import Analysis
from tengen.records import COLOURS, other

POSITIONS = load_toml("judgement")["positions"]
BOARD = [".OX.O..", "..X.O..", "..X.OX.", "..X.O..", "..X.O.."]


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: str(row["name"]))
@pytest.mark.parametrize(("rules", "komi"), [("chinese", 0), ("japanese", 70)])
def test_dead_stones_of_finished_boards(row: dict[str, Any], rules: str, komi: int) -> None:
    game = Game.setup(rules, row["rows"].split(), komi=komi)
    assert sorted(estimate_dead(game)) == row["dead"]


def looked(game: Game, seed: int = 3) -> tuple[dict[str, float], tuple[str, ...], float]:
    """Return the owners and dead stones of a game, and the lead with komi, by a short search."""
    found = expected_end(game, seed=seed, simulations=200)
    return found.owners, found.dead, round(found.first.lead + game.rules.compensation, 6)


def test_komi_prisoners_passes_and_earlier_moves_change_nothing() -> None:
    game = Game.setup("chinese", BOARD)
    wanted = looked(game)
    assert wanted == looked(Game.setup("chinese", BOARD, komi=-60.5, handicap=3, to_play="white"))
    assert wanted[:2] == looked(Game.setup("japanese", BOARD, prisoners={"black": 30, "white": 0}, komi=6.5))[:2]
    played = Game("chinese", board="7x5")
    turns = zip(*(sorted(p for p, c in game.stones.items() if c == side) for side in COLOURS), strict=True)
    for move in (*chain.from_iterable(turns), "pass", "pass"):
        played.play(move)
    assert (played.stones, looked(played)) == (game.stones, wanted)


def test_mirror_images_and_exchanged_colours_are_judged_alike() -> None:
    game = Game.setup("chinese", BOARD)
    owners, dead, _ = looked(game)
    labels = game.board.labels
    for moved in symmetries(game.board, game.rules):
        to = {label: labels[moved[p]] for p, label in enumerate(labels)}
        stones = {to[label]: other(colour) for label, colour in game.stones.items() if colour in COLOURS}
        turned_owners, turned_dead, _ = looked(Game.setup("chinese", stones, board="7x5"))
        assert turned_owners == pytest.approx({to[label]: -owner for label, owner in owners.items()})
        assert sorted(turned_dead) == sorted(to[label] for label in dead)


def test_a_symmetric_position_has_a_symmetric_judgement() -> None:
    owners, _, _ = looked(Game.setup("chinese", ["X.O", "X.O", "X.O"]))
    assert owners["A1"] == pytest.approx(owners["A3"]) == pytest.approx(-owners["C1"])
    assert owners["B2"] == pytest.approx(0)


@pytest.mark.parametrize("seed", range(20))
def test_living_stones_live_whatever_a_search_finds(seed: int) -> None:
    chance = Random(seed)
    game = Game("chinese", board="5x5")
    for _ in range(40):
        game.play(chance.choice([*map(game.write_move, game.legal_moves())]) if game.outcome is None else "pass")
        if game.outcome is not None:
            game = Game.from_position(game.variant, game.board, game.position)
    said = Analysis((), 0.5, 0, {label: chance.uniform(-1, 1) for label in game.board.labels}, 1)
    dead, colours = set(ExpectedEnd(game, said, said).dead), game.stones
    assert not dead & {label for label, is_dead in proved(game).items() if not is_dead}
    for label in dead:
        near = game.board.names(game.board.neighbours[game.board.point(label)])
        assert not any(q in dead and colours[q] != colours[label] for q in near)


def test_unconditional_life_is_proved_and_so_is_what_it_encloses() -> None:
    game = Game.setup("chinese", [".X.X.", "XXXXO", "XXXXX", ".....", "..O.."])
    found = proved(game)
    assert (found["A4"], found["E4"], found["C1"]) == (False, True, True)
    assert proved(Game.setup("tile", [".X.X.", "XXXXO", "XXXXX", ".....", "..O.."])) == {}


def test_a_semeai_among_dead_stones_is_judged_symmetrically() -> None:
    rows = ["..XO.X.X.", "XXXO.XXXX", ".OOOXX...", "OOXXX....", "XXX......"]
    turned = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
    games = [Game.setup("chinese", each) for each in turned]
    found = [[game.stones[label] for label in ExpectedEnd(game, *[_unsure(game)] * 2).dead] for game in games]
    assert all(each == found[0] for each in found)


def _unsure(game: Game) -> Analysis:
    return Analysis((), 0.5, 0, dict.fromkeys(game.board.labels, 0.0), 1)
