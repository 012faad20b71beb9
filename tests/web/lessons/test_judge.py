"""The judge of lessons: right, partial, wrong and illegal tries, and the sentences with the reasons."""

import pytest
from authoring.faults import faults
from data import cases, text_of
from starlette.testclient import TestClient

from tengen.records import FormatError
from tengen.web.lessons.judge import MOST, BadTry, judge, solution
from tengen.web.lessons.task import LessonError, Task, read_tasks

CAPTURE = text_of("judge_capture.toml")

KO = text_of("judge_ko.toml")


def one(text: str) -> Task:
    return read_tasks(text, "here.toml")[0]


def changed(text: str, old: str, new: str) -> Task:
    assert old in text
    return one(text.replace(old, new))


def test_a_goal_is_read_off_the_turn() -> None:
    verdict = judge(one(CAPTURE), ["D3"])
    assert (verdict.kind, verdict.text) == ("right", ("It is off the board.",))
    assert verdict.game.turns[-1].captured
    assert verdict.known == 0


def test_a_wrong_move_gets_its_faults_or_its_refutation() -> None:
    task = one(CAPTURE)
    verdict = judge(task, ["A1"])
    assert verdict.kind == "wrong"
    assert verdict.text == ("White's stone on C3 still has a liberty: D3.",)
    refuted = judge(task, ["E2"])
    assert refuted.text == ("White runs to D3 and has more liberties.",)
    assert [refuted.game.write_move(move) for move in refuted.game.moves] == ["E2", "D3"]


def test_an_illegal_move_is_refused_as_in_play_or_right_if_asked() -> None:
    task = one(KO)
    tried = judge(task, ["B3"])
    assert tried.kind == "onward"
    assert tried.kept
    assert tried.text == (
        "Black has just captured here; retaking at once would bring the same position back (ko).",
        "Play elsewhere first.",
    )
    occupied = judge(task, ["C3"])
    assert (occupied.kind, occupied.text) == ("illegal", ("A stone already stands there.",))
    assert judge(task, ["A1"]).text == ("Try B3 first.",)
    assert solution(task)[0] == "B3"
    assert judge(task, solution(task)).kind == "right"
    assert judge(task, ["B3", "A1", "B3"]).kind == "right"
    after = judge(task, ["B3", "D1"])
    assert after.game.write_move(after.game.moves[-1]) == "A1", "the reply is the first that is legal"


def test_points_are_found_one_by_one() -> None:
    task = changed(CAPTURE, 'goal = { captures = "C3" }', 'find = { chain = "B3" }').model_copy(update={"refuted": ()})
    assert judge(task, ["B3"]).kind == "right"
    plain = CAPTURE.split("[[tasks.refuted")[0]
    liberties = one(plain.replace('goal = { captures = "C3" }', 'find = { liberties = "B3" }'))
    first = judge(liberties, ["A3"])
    assert (first.kind, first.found, first.text) == ("onward", ("A3",), ("Right: 1 of 3.",))
    assert judge(liberties, ["C3"]).text == ("A stone stands on C3.",)
    assert judge(liberties, ["A1"]).text == ("A1 is not one of its liberties: it is not next to the chain.",)
    assert judge(liberties, ["A3", "A1"]).found == ("A3",)
    assert judge(liberties, ["B2", "A3", "B4"]).kind == "right"


def test_tries_that_cannot_have_been_made_are_refused() -> None:
    task = one(CAPTURE)
    for tries, told in ((["A1", "D3"], "try 1, 'A1', was not right"), (["D3", "A1"], "done"), (["resign"], "resigned")):
        with pytest.raises(BadTry, match=told):
            judge(task, tries)
    with pytest.raises(BadTry, match="at most"):
        judge(task, ["A1"] * (MOST + 1))
    with pytest.raises(FormatError, match="is not a move"):
        judge(task, ["nonsense"])


@pytest.mark.parametrize(("old", "new", "told"), cases("judge", "a_file_says_what_is_wrong_with_it"))
def test_a_file_says_what_is_wrong_with_it(old: str, new: str, told: str) -> None:
    with pytest.raises(LessonError) as caught:
        changed(CAPTURE, old, new)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "old", "new", "told"),
    [
        (CAPTURE, 'captures = "C3"', 'captures = "E1"', "no legal move reaches it"),
        (CAPTURE, 'line = ["D3"]', 'line = ["E2"]', "none of E2 is legal"),
        (CAPTURE, 'move = "E2"', 'move = "E1"', "refuted E1: it is illegal"),
        (CAPTURE, 'move = "E2"\nline = ["D3"]', 'move = "D3"', "refuted D3: an answer or another"),
        (CAPTURE, '"E3", "D2", "D4"', '"E3"', "the liberties of C3 are"),
        (CAPTURE, "runs to D3", "runs to K9", "K9 is not on"),
        (CAPTURE, "..X..\n....O", "..XO.\n...OX", "task capture: "),
        (KO, 'illegal = "ko"', 'illegal = "suicide"', "B3 is illegal for ko, not for suicide"),
        (KO, 'captures = "C3"', 'captures = "A1"', "Nothing was taken from A1."),
        (KO, 'reply = ["D1", "A1"]', 'reply = "D1"', "none of D1 is legal"),
    ],
)
def test_a_task_is_checked_by_playing_it(text: str, old: str, new: str, told: str) -> None:
    assert faults(one(text)) == []
    found = faults(changed(text, old, new))
    assert any(told in each for each in found), found


def test_the_api_judges_a_try_and_keeps_nothing(client: TestClient) -> None:
    at = "/api/lessons/go/capture/try"
    begun = client.post(at, json={}).json()
    assert (begun["verdict"], begun["tries"]) == ("start", [])
    assert "<svg" in begun["state"]["svg"]
    wrong = client.post(at, json={"tries": ["A1"]}).json()
    assert (wrong["verdict"], wrong["tries"]) == ("wrong", [])
    assert wrong["frames"][0]["landed"] == ["A1"]
    right = client.post(at, json={"tries": ["D3"]}).json()
    assert (right["verdict"], right["tries"], right["state"]["phase"]) == ("right", ["D3"], "over")
    assert right["frames"][0]["captured"] == ["C3"]
    shown = client.post(at, json={"show": True}).json()
    assert shown["verdict"] == "shown"
    assert len(shown["frames"]) == 1
    assert client.post("/api/lessons/go/nothing/try", json={}).status_code == 404
    assert client.post(at, json={"tries": ["?"]}).json()["error"]["code"] == "bad-try"
    assert client.post(at, json={"tries": ["A1"] * 100}).status_code == 422
