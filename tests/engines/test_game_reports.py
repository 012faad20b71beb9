"""Reports on games: the cost of moves, its summary and display, and the stored results."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tengen import Game
from tengen.draw.changes import Splice
from tengen.engines import Engine
from tengen.engines.engine import Effort, Key
from tengen.engines.reports.game_report import GameReport, Kept, follow, look_through
from tengen.engines.reports.losses import Look, accuracy, loss
from tengen.engines.reports.page import html
from tengen.engines.reports.words import annotated, as_dict, bars, cost, facts
from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.players import Analysis, Budget, Candidate
from tengen.records import TengenError
from tengen.rules import variant

GAME = "(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0]PB[Ann]PW[Bob]RE[W+R]C[By a friend];B[cc];W[dc]C[Well];B[aa];W[cd];B[bb])"
CHANCES = (0.5, 0.6, 0.62, 0.2, 0.25, 0.24)
"""Black's, after a number of moves."""


class Written(Engine):
    """An engine with prepared opinions: it would always play B2."""

    name = "Written"

    def __init__(self, dies_after: int | None = None) -> None:
        self.asked: list[int] = []
        self._dies_after = dies_after

    def why_not(self, game: Game) -> str:
        return ""

    def budget(self, effort: Effort) -> Budget:
        return Budget(simulations=1)

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        number = len(game.moves)
        if len(self.asked) == self._dies_after:
            raise KeyboardInterrupt
        self.asked.append(number)
        black = CHANCES[number]
        rate = black if game.to_play == "black" else 1 - black
        best = Candidate("B2", 3, rate, 0.0, 1.0, ("B2", "C2", "pass"))
        yield Analysis((best,), rate, 10 * black - 5, {}, 7, by=self.name)

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        for key, game in games.items():
            yield key, self.judge(game, budget)


def reported(where: Path, text: str = GAME, engine: Engine | None = None) -> GameReport:
    record = sgf.read(text)
    course = follow(record, record_variant(record))
    engine = engine or Written()
    with Kept(course.asked, engine.identity, where=where) as kept:
        return look_through(course, engine, engine.budget("look"), kept)


def test_a_move_costs_what_its_side_had_before_and_has_no_more(tmp_path: Path) -> None:
    report = reported(tmp_path)
    costs = [(each.number, each.by, each.move, round(each.chance, 2), round(each.points, 1)) for each in report.losses]
    assert costs == [
        (1, "black", "C3", 0.0, 0.0), (2, "white", "D3", 0.02, 0.2), (3, "black", "A5", 0.42, 4.2),
        (4, "white", "C2", 0.05, 0.5), (5, "black", "B4", 0.01, 0.1),
    ]  # fmt: skip
    assert [each.degree for each in report.losses] == ["", "", "grave", "", ""]
    assert [each.move for each in report.worst("black", 5)] == ["A5"]
    assert report.worst("white", 5) == []


def test_the_engines_own_move_costs_nothing() -> None:
    before, after = Look(0.9, 5.0, 10, (("D4", "C3"),)), Look(0.1, -9.0, 10)
    assert loss(1, 1, "black", "D4", before, after).chance == 0
    assert loss(1, 1, "black", "C3", before, after).chance == pytest.approx(0.8)
    assert loss(1, 1, "white", "C3", before, after).chance == 0  # the move gained


def test_points_are_named_only_where_some_were_lost() -> None:
    lost = loss(1, 1, "black", "D4", Look(0.6, 2.0, 10, (("C3",),)), Look(0.4, 0.5, 10))
    assert cost(lost) == "Black's chance fell from 60% to 40%, and the lead by 1.5 points"
    gained = loss(1, 1, "black", "D4", Look(0.6, 2.0, 10, (("C3",),)), Look(0.4, 3.0, 10))
    assert cost(gained) == "Black's chance fell from 60% to 40%"


def test_sides_are_summed_up(tmp_path: Path) -> None:
    black, white = reported(tmp_path).sides.values()
    assert (black.moves, black.mistakes, black.grave) == (3, 0, 1)
    assert black.accuracy == pytest.approx((100 + accuracy(0.42) + accuracy(0.01)) / 3)
    assert (white.moves, white.mistakes) == (2, 0)
    assert white.points == pytest.approx(0.35)


def test_what_was_found_is_kept_and_the_report_goes_on(tmp_path: Path) -> None:
    first, again, third = Written(dies_after=3), Written(), Written()
    with pytest.raises(KeyboardInterrupt):
        reported(tmp_path, engine=first)
    whole = reported(tmp_path, engine=again)
    assert (first.asked, again.asked) == ([0, 1, 2], [3, 4, 5])
    assert whole.looks == reported(tmp_path / "elsewhere").looks
    [file] = tmp_path.glob("*.jsonl")
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-20], encoding="utf-8")  # an incomplete line
    reported(tmp_path, engine=third)
    assert third.asked == [5]
    assert file.read_text(encoding="utf-8") == text


def test_what_is_kept_belongs_to_one_engine_and_one_game(tmp_path: Path) -> None:
    reported(tmp_path)
    other = Written()
    reported(tmp_path, GAME.replace("KM[0]", "KM[7]"), other)
    assert len(other.asked) == 6
    assert len([*tmp_path.glob("*.jsonl")]) == 2


def test_an_opinion_that_was_not_wanted_is_not_kept(tmp_path: Path) -> None:
    class Failing(Written):
        def judge(self, game: Game, budget: Budget | None = None) -> Analysis:
            return replace(super().judge(game, budget), by="Tengen", note="Written failed")

    report = reported(tmp_path, engine=Failing())
    assert report.notes == ["Written failed"]
    assert "Not Written's opinion everywhere: Written failed." in [*facts(report)]
    again = Written()
    reported(tmp_path, engine=again)
    assert len(again.asked) == 6


def test_a_game_to_its_end_and_one_that_breaks_off(tmp_path: Path) -> None:
    ended = reported(tmp_path, "(;SZ[5]RU[Chinese];B[cc];W[];B[])")
    assert [number for number, _ in ended.graph] == [0, 1, 2]  # no engine is used after the end
    assert len(ended.losses) == 2
    broken = reported(tmp_path, "(;SZ[5]RU[Chinese];B[cc];W[cc])")
    assert broken.course.stopped == "move 2, C3, is illegal: occupied"
    assert any("does not go on" in line for line in facts(broken))


def test_the_record_gets_comments_marks_and_variations(tmp_path: Path) -> None:
    text = sgf.write(annotated(reported(tmp_path)))
    record = sgf.read(text)
    root, first, second, third, *_ = record.main_line()
    assert root.comment.startswith(
        "By a friend\n\nBlack's chance is 50.0%, the score is even (Written, 7 visits).\n\nGo, Chinese"
    )
    assert first.comment == "Black's chance is 60.0%, Black leads by 1.0 (Written, 7 visits)."
    assert second.comment.startswith("Well\n\n")
    assert (
        "A grave mistake: Black's chance fell from 62% to 20%, and the lead by 4.2 points. Better: B2, then C2 pass."
        in third.comment
    )
    assert third.annotation is not None
    assert third.annotation.quality == "bad"
    assert third.markup is not None
    assert third.markup.marks == {"triangle": ["B2"]}
    assert [child.move for child in second.children] == ["A5", "B2"]
    assert [(second.children[1].colour, second.children[1].children[0].move)] == [("black", "C2")]


def test_a_report_on_a_report_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    text = sgf.write(annotated(reported(tmp_path)))
    assert sgf.write(annotated(reported(tmp_path, text))) == text


def test_the_page_stands_alone(tmp_path: Path) -> None:
    page = html(reported(tmp_path, GAME.replace("Ann", "<Ann> & Co")), "game.sgf")
    assert "&lt;Ann&gt; &amp; Co" in page
    assert "<Ann>" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert page.count("<figure>") == 3
    costliest = [
        page.index(f"{move}.</button>") for move in ("Move 3, Black: A5", "Move 4, White: C2", "Move 2, White: D3")
    ]
    assert costliest == sorted(costliest)


def test_the_page_steps_through_the_game_and_along_a_better_line(tmp_path: Path) -> None:
    report = reported(tmp_path)
    page = html(report)
    data = json.loads(page.split('<script type="application/json">')[1].split("</script>")[0])
    lines = page.split('<div class="board" role="img">')[1].split("</div>")[0].split("\n")

    assert [(each["number"], each["chance"]) for each in data["graph"]] == [*enumerate(CHANCES)]
    assert [(each["number"], each["by"], each["degree"]) for each in data["graph"] if each["by"]] == [
        (3, "black", "grave")
    ]
    shown = [lines]
    for change in data["back"]:
        shown.append(applied(shown[-1], change))
    shown.reverse()
    assert [stones(each) for each in shown] == [each.game.stones for each in report.course.positions]
    better = applied(applied(shown[2], data["lines"]["3"]["on"][0]), data["lines"]["3"]["on"][1])
    assert stones(better) == stones(shown[2]) | {"B2": "black", "C2": "white"}


def applied(lines: list[str], change: list[Splice]) -> list[str]:
    lines = [*lines]
    for start, count, instead in change:
        lines[start : start + count] = instead
    return lines


def stones(lines: list[str]) -> dict[str, str]:
    found = (re.search(r'class="point (black|white).*data-point="(\w+)"', line) for line in lines)
    return {each[2]: each[1] for each in found if each}


def test_plain_data_and_bars(tmp_path: Path) -> None:
    report = reported(tmp_path)
    said = json.loads(json.dumps(as_dict(report, "game.sgf")))
    assert said["engines"] == {"Written": 6}
    assert [each["black"] for each in said["positions"]] == list(CHANCES)
    assert said["moves"][2] == {
        "number": 3, "by": "black", "move": "A5", "chance_lost": 0.42, "points_lost": 4.2, "degree": "grave",
        "better": ["B2", "C2", "pass"], "chance_error": 0.0, "points_error": 0.0, "why": [],
    }  # fmt: skip
    assert len(bars(report, width=3)) == 3


def test_a_part_of_a_game_is_looked_at(tmp_path: Path) -> None:
    record = sgf.read(GAME)
    course, engine = follow(record, record_variant(record)), Written()
    with Kept(course.asked, engine.identity, where=tmp_path) as kept:
        report = look_through(course.part(3, 4), engine, engine.budget("look"), kept)
    assert engine.asked == [2, 3, 4]
    assert [each.number for each in report.losses] == [3, 4]
    again = Written()
    assert len(reported(tmp_path, engine=again).losses) == 5
    assert again.asked == [0, 1, 5]  # the rest, and the part is not lost
    with pytest.raises(TengenError, match="no move 6: the record has 5 moves"):
        course.part(6, None)
    with pytest.raises(TengenError, match="the first move, 4, comes after the last, 2"):
        course.part(4, 2)


def test_why_a_record_cannot_be_looked_at_by_some_rules_is_told() -> None:
    record = sgf.read("(;SZ[5]RU[Chinese];B[cc];W[dd])")
    course = follow(record, variant("tao"))
    assert course.stopped
    with pytest.raises(TengenError, match="no move can be analysed under Tao Go: move 1, C3, is illegal: "):
        course.part(None, None)


def test_any_game_on_any_board(tmp_path: Path) -> None:
    game = Game("tile", board="graph:petersen")
    for _ in range(4):
        game.play(next(iter(game.legal_moves())))
    course = follow(game.record, game.variant)
    from tengen.engines import Own

    with Kept(course.asked, "own", where=tmp_path) as kept, Own() as engine:
        report = look_through(course, engine, Budget(simulations=20), kept)
    assert report.engines == {"Tengen": 5}
    assert html(report)
    assert sgf.read(sgf.write(annotated(report))).board == "graph:petersen"
