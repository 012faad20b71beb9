"""Every course is played: right answers are accepted, wrong ones get reasons, and all statements are true."""

import re
from xml.etree import ElementTree

import pytest
from authoring.faults import faults
from example_counts import first
from web_pages import Pages

from tengen.web.games.game_view import BoardStyle
from tengen.web.lessons import task_view
from tengen.web.lessons.course_library import LessonCourse, courses, read_course
from tengen.web.lessons.judge import judge, solution
from tengen.web.lessons.task import LessonError, Task

TASKS = [(course, task) for course in courses() for task in course.tasks]
each_task = pytest.mark.parametrize(("course", "task"), first(22, TASKS), ids=[f"{c.name}-{t.name}" for c, t in TASKS])


@each_task
def test_what_a_lesson_says_is_so(course: LessonCourse, task: Task) -> None:
    assert faults(task) == []
    assert re.search(r"[.?:]$", task.ask), "an instruction is a sentence"
    assert task.text
    assert task.title != course.title


@each_task
def test_every_try_at_a_lesson_is_answered(course: LessonCourse, task: Task) -> None:
    """At every step of the solution all points of the board are tried: each is right, or its fault is named."""
    done: list[str] = []
    for right in solution(task):
        at = judge(task, done)
        for label in at.game.board.labels:
            verdict = judge(task, [*done, label])
            assert verdict.text or verdict.kind in ("onward", "right"), (done, label)
            assert (verdict.kind == "illegal") <= bool(at.game.why_not(label))
        done.append(right)
    assert judge(task, done).kind == "right"


@each_task
def test_a_lesson_is_shown_to_its_end(course: LessonCourse, task: Task) -> None:
    style = BoardStyle(theme="dark")
    found = task_view.shown(task, [], style)
    assert found["verdict"] == "shown"
    frames = found["frames"]
    assert isinstance(frames, list)
    assert len(frames) >= 1
    for frame in frames[:2]:
        ElementTree.fromstring(frame["svg"])
    state = task_view.answer(task, [], style)["state"]
    assert isinstance(state, dict)
    assert state["ask"] == task.ask


def test_everything_that_is_new_to_a_player_is_played() -> None:
    needed = {
        "go": ["suicide", "repetition"],
        "tile": ["tile_limit"],
        "cushion": ["ko", "tile_limit"],
        "tao": ["tao_needs_capture"],
        "gengo": ["blocked", "ko"],
        "graphs": ["repetition"],
    }
    for course in courses():
        tried = [str(r) for task in course.tasks for n, _ in enumerate(solution(task), 1)
                 for r in judge(task, solution(task)[:n]).reasons]  # fmt: skip
        assert set(needed.get(course.name, [])) <= set(tried), course.name


def test_pages_of_learn(pages: Pages) -> None:
    overview = pages.get("/learn").text
    for course in courses():
        assert f'href="/learn/{course.name}"' in overview
        text = pages.get(f"/learn/{course.name}").text
        assert all(f'href="/learn/{course.name}/{task.name}"' in text for task in course.tasks)
        last = course.tasks[-1].name
        assert f'href="/learn/{course.name}#end"' in pages.get(f"/learn/{course.name}/{last}").text
        for task in course.tasks:
            ElementTree.fromstring(pages.get(f"/learn/{course.name}/{task.name}.svg?theme=dark").text)
    for address in ("/learn/chess", "/learn/go/nothing", "/learn/go/nothing.svg"):
        assert pages.get(address).status_code == 404


TASK = (
    "[[tasks]]\nname = 'a'\ntitle = 'A'\nvariant = 'go'\nboard = '5'\nask = '?'\nsay = '.'\nanswers = [{move = 'A1'}]"
)


def test_a_course_without_a_title_is_refused() -> None:
    with pytest.raises(LessonError, match=r"mine.toml: \[course\]: title is missing"):
        read_course(f"[course]\ntext = 'x'\nend = 'y'\nvariant = 'go'\n{TASK}", "mine.toml")
