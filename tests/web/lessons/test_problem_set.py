"""Problems: every line is played, every answer proved by search, and every day has its problem."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from authoring.faults import faults
from authoring.problems import lines_file, proved_lines, right_moves
from authoring.proving import Prober
from example_counts import first
from starlette.testclient import TestClient
from written_problems import WRITTEN

from tengen import Game
from tengen.web.lessons.judge import judge
from tengen.web.lessons.problem_library import by_name, daily, problems, read_line, read_problems, task
from tengen.web.lessons.task import LessonError, TaskStage

GAMES = list(problems())


@pytest.mark.parametrize("game", GAMES[1:])
def test_in_enough_problems_one_move_alone_wins(game: str) -> None:
    """They are graded from easy to hard, and no two have the same position."""
    winning = [each for each in problems()[game] if each.aim.what == "win" and len(each.right) == 1]
    assert len(winning) >= 25
    assert len({each.grade for each in winning}) >= 4
    assert len({(each.start().to_json()) for each in winning}) == len(winning)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_problems_do_not_mention_komi(game: str) -> None:
    assert not any("komi" in each.ask for each in problems()[game][:5])


@pytest.mark.parametrize("game", GAMES[1:])
def test_play_leads_to_the_positions_that_say_so(game: str) -> None:
    found = [problem for problem in problems()[game] if problem.played]
    assert len(found) >= 5
    for problem in found:
        start = problem.start()
        played = Game(start.variant, board=start.board)
        for move in problem.played:
            played.play(move)
        for wanted, is_there in zip(_lies(start), _lies(played), strict=True):
            assert wanted == is_there, problem.name


def _lies(game: Game) -> tuple[object, ...]:
    position = game.position
    return position.stones, position.tiles, position.prisoners, position.to_play, position.last_incursion


@pytest.mark.parametrize("game", first(2, GAMES))
def test_every_first_move_and_every_line_has_the_stated_result(game: str) -> None:
    for problem in problems()[game]:
        found, start = task(problem.name), problem.start()
        assert found is not None
        assert faults(found) == []
        said = [*(each.move for each in found.answers), *(each.move for each in found.refuted)]
        assert {move for moves in said for move in moves} == {start.write_move(move) for move in start.legal_moves()}
        prober = Prober(problem.start(), problem.aim)
        for line in problem.lines.strip().splitlines():
            played, steps = problem.start(), read_line(line)
            for move, _ in steps:
                played.play(move)
            wrong = any(missed for _, missed in steps)
            assert prober.done(played) is not wrong, f"{problem.name}: {line}"
            if problem.aim.what == "take" and not wrong:
                assert prober.done(played), f"{problem.name}: {line}"


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_of_easy_problems_are_proved(game: str) -> None:
    for problem in problems()[game]:
        if problem.level == "easy":
            assert set(right_moves(problem)) == set(problem.right), problem.name


@pytest.mark.slow
@pytest.mark.parametrize("name", list(by_name()))
def test_every_answer_of_every_stage_is_proved(name: str) -> None:
    """At every step of a solution the accepted moves are exactly those that still force the aim."""
    problem, found = by_name()[name], task(name)
    assert found is not None
    prober = Prober(problem.start(), problem.aim)
    for stage, game in _stages(found, problem.start()):
        accepted = {move for answer in stage.answers for move in answer.move}
        assert accepted == set(prober.right_moves(game)), [game.write_move(move) for move in game.moves]


def _stages(stage: TaskStage, game: Game) -> Iterator[tuple[TaskStage, Game]]:
    if not stage.answers:
        return
    yield stage, game
    for answer in stage.answers:
        after = game.copy()
        for choice in (answer.move, answer.reply):
            if choice:
                after.play(choice[0])
        yield from _stages(answer, after)


def test_a_wrong_move_is_answered_and_said() -> None:
    found = task("three-in-a-row-to-kill")
    assert found is not None
    verdict = judge(found, ["A5"])
    assert verdict.kind == "wrong"
    assert verdict.game.write_move(verdict.game.moves[1]) == "B5"
    assert verdict.text == ("White takes the vital point and wins.",)
    assert judge(found, ["B5"]).kind == "onward"


def test_the_rules_of_a_variant_decide() -> None:
    """In Tile Go the corner stone cannot run where a tile is due; without tiles it can."""
    tile = by_name()["no-way-to-run"].start()
    plain = Game.setup("chinese", list(by_name()["no-way-to-run"].rows), to_play="white", repetition="ko")
    aim = by_name()["no-way-to-run"].aim
    assert Prober(tile, aim).right_moves(tile) == ["A3"]
    assert Prober(plain, aim).right_moves(plain) == []


def test_no_problem_of_the_day_comes_again_before_all_have_been() -> None:
    count = len(by_name())
    first = date.fromordinal(-(-date(2026, 1, 1).toordinal() // count) * count)
    rounds = [[daily(first + timedelta(days=n + turn * count)).name for n in range(count)] for turn in (0, 1)]
    assert all(sorted(each) == sorted(by_name()) for each in rounds)
    assert rounds[0] != rounds[1]


def test_a_problem_of_ones_own_is_proved_and_played() -> None:
    (written,) = read_problems(WRITTEN, "", "own.toml")
    assert right_moves(written) == ["D3"]
    text = lines_file({written.name: proved_lines(written)})
    (whole,) = read_problems(WRITTEN, text, "own.toml")
    assert faults(whole.task()) == []
    assert judge(whole.task(), ["D3"]).kind == "right"
    assert judge(whole.task(), ["D4"]).kind == "wrong"


def test_what_is_wrong_with_a_problem_is_said() -> None:
    with pytest.raises(LessonError, match=r"^own.toml: problem last-liberty: grade: "):
        read_problems(WRITTEN.replace("grade = 1", "grade = 10"), "", "own.toml")


def test_lines_that_answer_otherwise_are_refused() -> None:
    (problem,) = read_problems(WRITTEN, 'last-liberty = "D4"', "own.toml")
    with pytest.raises(LessonError, match=r"the lines begin with \['D4'\], not \['D3'\]"):
        problem.task()


def test_the_pages(client: TestClient) -> None:
    listed = client.get("/problems").text
    assert all(f'href="/problems/{name}"' in listed for name in by_name())
    name = next(iter(by_name()))
    assert by_name()[name].title in client.get(f"/problems/{name}").text
    assert client.get(f"/problems/{name}.svg").headers["content-type"].startswith("image/svg")
    assert "Problem of the day" in client.get("/problems/daily").text
    for missing in ("/problems/nothing", "/problems/nothing.svg"):
        assert client.get(missing).status_code == 404
    answer = client.post(f"/api/lessons/problems/{name}/try", json={"tries": []}).json()
    assert answer["state"]["ask"] == by_name()[name].ask
