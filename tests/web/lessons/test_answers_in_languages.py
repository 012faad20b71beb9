"""Answers to tries at tasks and problems are in the reader's language: if every text is marked, none is unmarked."""

from collections.abc import Iterator

import pytest
from example_counts import first
from web_marked import LANGUAGE, english_in_data, speak_marked

from tengen.records import TengenError
from tengen.web.games.game_view import BoardStyle
from tengen.web.languages.reader_language import speaking
from tengen.web.lessons import problem_library, task_view
from tengen.web.lessons.course_library import courses
from tengen.web.lessons.judge import judge, next_try
from tengen.web.lessons.task import ANY, Refuted, Task, TaskAnswer, TaskStage
from tengen.web.texts import tell

QUIET = frozenset({"svg", "tries", "tiles", "last", "relations", "reasons", "variant", "landed", "captured"})
"""Fields of answers that hold no texts."""
STYLE = BoardStyle("light", True)
COLLECTIONS = {each.name: each.tasks for each in courses()} | {
    f"problems of {game}": tuple(each.task() for each in some) for game, some in problem_library.problems().items()
}


@pytest.fixture(scope="module", autouse=True)
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Mark every text, and draw nothing: pictures hold no texts and cost the most."""
    with pytest.MonkeyPatch.context() as patch:
        speak_marked(patch.setattr, tmp_path_factory.mktemp("languages"))
        patch.setattr(task_view, "picture", lambda *_, **__: "")
        yield


@pytest.fixture(autouse=True)
def reader() -> Iterator[None]:
    with speaking(LANGUAGE):
        yield


def tries(stage: TaskStage, task: Task, done: list[str]) -> Iterator[list[str]]:
    """Yield tries of every kind at a stage: named ones, one on a stone, one on a free point, and others than points."""
    labels = judge(task, done).game.board.labels
    both: tuple[TaskAnswer | Refuted, ...] = (*stage.answers, *stage.refuted)
    named = [move for each in both for move in each.move[:1] if move != ANY]
    for each in (*named, labels[0], labels[len(labels) // 2], "pass", "return", f"tao {labels[0]}", "Z99", "resign"):
        yield [*done, each]


def english(task: Task, done: list[str]) -> list[str]:
    try:
        answer: object = task_view.answer(task, done, STYLE)
    except TengenError as error:
        answer = {"text": tell(error.text)}
    return [f"{task.name}, {' '.join(done)}: {each}" for each in english_in_data(answer, QUIET)]


@pytest.mark.parametrize("half", first(1, range(2)))
@pytest.mark.parametrize("collection", first(3, COLLECTIONS))
def test_answers_to_tries_are_in_one_language(collection: str, half: int) -> None:
    """Along the solution of every second task; of problems, whose wrong tries are much alike, of every twentieth."""
    found: list[str] = []
    tasks = COLLECTIONS[collection]
    step = 10 if " " in collection else 1
    for task in tasks[half * step :: 2 * step]:
        done: list[str] = []
        found += english(task, done)
        while (at := judge(task, done)).kind != "right":
            found += [each for some in tries(at.stage, task, done) for each in english(task, some)]
            done = [*done, next_try(task, at)]
    assert found == []
