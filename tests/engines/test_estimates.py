"""Estimates: their engine, chains captured whoever begins, and sekis, without dead stones."""

from pathlib import Path
from typing import Any

import pytest
from data import load_toml
from example_counts import first
from fake_katago import FakeKataGo

from tengen import Game
from tengen.engines import KataGo, Own, Relay, estimate
from tengen.engines.dead import estimate_dead, proved
from tengen.engines.neutral import neutral_looks
from tengen.engines.reports.mistakes import mistakes
from tengen.formats import read_file
from tengen.players import Analysis, Budget
from tengen.rules import Axes, library

KATAGO = "KataGo 0.0.1 (fake-net)"
_ROWS = [".O...", "..X..", ".....", "..O..", ".X..."]
_FEW = Budget(simulations=30)


def engine(fake: FakeKataGo) -> Relay:
    """Return a fake KataGo with Tengen's own engine behind it."""
    return Relay(KataGo(fake.installation()), Own())


def dying(folder: Path, answers: int) -> FakeKataGo:
    """Return a KataGo that answers its first queries, and dies on all others."""
    return FakeKataGo(folder, [*["answer"] * answers, *["die"] * 20], flags="--lasting")


def over() -> Game:
    game = Game.setup("chinese", _ROWS)
    game.play("pass")
    game.play("pass")
    return game


@pytest.mark.parametrize(
    ("answers", "by"), [(None, KATAGO), (0, "Tengen"), (1, f"{KATAGO} and Tengen")], ids=["lives", "died", "dies"]
)
def test_a_finished_game_is_the_opinion_of_those_who_gave_it(tmp_path: Path, answers: int | None, by: str) -> None:
    with engine(FakeKataGo(tmp_path) if answers is None else dying(tmp_path, answers)) as asked:
        found = estimate(over(), asked)
    assert (found.by, found.dead_by, found.margin) == (by, by, None)


def test_dead_stones_may_be_partly_tengens_with_katagos_lead(tmp_path: Path) -> None:
    with engine(dying(tmp_path, 1)) as asked:
        found = estimate(Game.setup("chinese", _ROWS), asked, _FEW)
    assert (found.by, found.dead_by) == (KATAGO, f"{KATAGO} and Tengen")


def test_where_the_rules_decide_no_engine_is_named(tmp_path: Path) -> None:
    game, fake = Game("chinese", board="5x5"), FakeKataGo(tmp_path)
    game.play("pass")
    game.play("pass")
    with engine(fake) as asked:
        found = estimate(game, asked)
    assert (found.by, found.dead_by, fake.questions) == ("", "", [])


def test_stones_that_count_as_the_enemys_are_dead_or_endangered() -> None:
    """Three points in a row make one eye or two, by who plays first: nothing is dead, but White has no points."""
    rows = ["X.X.X", "XXXXX", "OOOOX", "OOOOX", "...OX"]
    found = estimate(Game.setup("chinese", rows), Own())
    white = tuple(label for label, content in Game.setup("chinese", rows).stones.items() if content == "white")
    assert (found.points("black"), found.dead, found.endangered) == (25, (), white)
    saved = estimate(Game.setup("chinese", rows, to_play="white"), Own())
    assert (saved.points("black"), saved.dead, saved.endangered) == (13, (), ())


def test_a_mistake_names_whose_opinion_it_is() -> None:
    game = Game.setup("chinese", ["O.X..", "OX...", "XXO..", "OOO..", "....."], komi=-8)
    game.play("E5")
    found = mistakes(game, Own(), Budget(simulations=200))
    assert [each.by for each in found] == ["Tengen"]


ROOT = Path(__file__).parents[2]
SEKIS = load_toml("seki")["positions"]
PLAIN = [row for row in SEKIS if "rows" in row and "axes" not in row and row["rules"] in ("japanese", "chinese")]


def setup(row: dict[str, Any]) -> Game:
    return Game.setup(row["rules"], row["rows"].split(), tax="seki")


@pytest.mark.parametrize("row", first(6, PLAIN), ids=lambda row: str(row["name"]))
def test_no_group_in_seki_is_proved_to_be_taken(row: dict[str, Any]) -> None:
    game = setup(row)
    marked = {label for holding in game.score("area").seki for label in holding.stones}
    heads = {game.chain(label)[0]: label for label in marked if len(game.chain(label)) > 1}
    assert [label for label in heads.values() if proved(game).get(label)] == []


def test_groups_with_too_few_liberties_are_taken_by_either_start() -> None:
    rows = {row["name"]: row for row in SEKIS}
    found = proved(setup(rows["eye-against-none"]))
    assert found["H4"]
    assert not found.get("D4")
    assert not proved(setup(rows["bent-four"])).get("D6")  # only by a ko, which threats may decide


def test_stones_that_live_if_they_move_first_are_not_taken() -> None:
    assert proved(Game.setup("chinese", ["...XO", "XXXXO", "OOOOO", ".O.O.", "OOOOO"], komi=0.5))["A4"] is False


def test_a_dead_chain_beside_a_shared_point_is_estimated_dead() -> None:
    """White fills A6 and takes A7, whatever Black does; neither can safely fill A7 now, so the mark calls it a seki."""
    game = Game.from_record(read_file(ROOT / "examples" / "games" / "network" / "tao" / "game-005.sgf"))
    assert {"B6", "B7"} <= set(estimate_dead(game))
    alive = Game.setup("japanese", ["..OX.OX..", "..OXXOX..", "..OXOOX..", "..OX.OX.."])
    assert estimate_dead(alive, simulations=500) == ()


@pytest.mark.parametrize(("name", "dead"), [("chinese", True), ("one-eyed-go", None), ("exhaustive-go", None)])
def test_one_eye_is_proved_dead_only_where_it_can_be_filled(name: str, dead: bool | None) -> None:
    rows = ["XXXXXX.", "X.XXXXX", "XXX...X", "XOOO..X", "XO.O..X", "XOOO..X", "XXXXXXX"]
    assert proved(Game.setup(name, rows, to_play="white")).get("B4") is dead


@pytest.mark.parametrize("name", first(4, [each.name for each in library() if each.rules.ends_by_passes]))
def test_dead_stones_are_estimated_in_every_known_variant(name: str) -> None:
    assert estimate_dead(Game(name), simulations=4) == ()


@pytest.mark.parametrize("axes", [{"order": "B WW"}, {"pass_stones": True}, {}])
def test_colours_are_exchanged_only_under_symmetric_rules(axes: Axes) -> None:
    seen = []

    def judge(each: Game) -> Analysis:
        seen.append(each.stones["B2"])
        return Analysis((), 0.5, 0, dict.fromkeys(each.board.labels, 0.0), 9)

    neutral_looks(Game.setup("chinese", ["...", ".O.", "..."], **axes), judge, True)
    assert seen == ["white" if axes else "black"] * 2


def test_komi_adds_to_blacks_lead_if_the_lower_score_wins() -> None:
    game = Game.setup("gopposite", ["X" * 5, "X.X.X", "XXXXX", "OOOOO", "O.O.O"], komi=3)
    look, _ = neutral_looks(game, lambda each: Analysis((), 0.5, -5, dict.fromkeys(each.board.labels, 0.0), 9), False)
    assert look.lead == game.score().margin == -2
