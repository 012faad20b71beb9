"""Reviews over HTTP and WebSocket: opened, stepped through, analysed, continued and downloaded."""

import json
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from data import cases
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from web_engine import QuickEngine
from web_games import another, begin, code, intend, seat_of

from tengen import Game
from tengen.formats import read_any, sgf
from tengen.records import Text, listed
from tengen.web.app import create_app
from tengen.web.engine import Busy, Question
from tengen.web.engine.engine_pool import UpdateListener
from tengen.web.engine.messages import AnalysedMove, AnalysisResult
from tengen.web.reviews.analyses import CLOSER, GLANCE, SIMULATIONS
from tengen.web.reviews.analysis_summary import Glance, mistakes
from tengen.web.reviews.record_tree import TreeLine
from tengen.web.reviews.review_work import with_comment
from tengen.web.settings import Settings

TEXT = "(;SZ[5]PB[Ann]PW[Bo];B[cc]C[The middle](;W[bb];B[dd])(;W[dd];B[bb]))"
FAULTS = tomllib.loads((Path(__file__).parent.parent / "data/faults/documents.toml").read_text("utf-8"))


class Analyser(QuickEngine):
    """Finds at once that Black wins with probability 3/4, and that the first legal move is the best."""

    def __init__(self) -> None:
        super().__init__()
        self.analysed: list[tuple[int, int]] = []
        self.busy = 0
        self.error = 0.0
        self.chances: dict[int, float] = {}
        self.by_move: dict[str, float] = {}

    async def analyse(
        self, question: Question, simulations: int, on_update: UpdateListener | None = None
    ) -> AnalysisResult:
        if self.busy:
            self.busy -= 1
            raise Busy("busy")
        game = Game.from_json(question.text)
        self.analysed.append((len(game.moves), simulations))
        move = game.write_move(next(iter(game.legal_moves())))
        last = game.write_move(game.moves[-1]) if game.moves else ""
        black = self.by_move.get(last, self.chances.get(len(game.moves), 0.75))
        best: AnalysedMove = {"move": move, "visits": simulations, "win_rate": 0.5, "lead": 2.0, "variation": [move]}
        found: AnalysisResult = {
            "to_play": game.to_play, "black": black, "win_rate": 0.75, "lead": 2.0, "visits": simulations,
            "black_error": self.error, "candidates": [best], "ownership": dict.fromkeys(game.board.labels, 0.9),
        }  # fmt: skip
        if on_update is not None:
            on_update({**found, "visits": 1})
        return {**found, "why": [Text("It joins {points}.", points=listed(["A3", "B5"]))]}


@pytest.fixture
def engine() -> Analyser:
    return Analyser()


def listens(socket: WebSocketTestSession) -> None:
    """Wait until an admitted visitor follows the review."""
    socket.send_text("ping")
    assert socket.receive_json() == {"type": "pong"}


def put(client: TestClient, text: str = TEXT, **more: Any) -> str:
    answer = client.post("/api/reviews", json={"text": text, **more})
    assert answer.status_code == 201, answer.text
    assert answer.json()["url"] == answer.headers["location"]
    id: str = answer.json()["id"]
    return id


def look(client: TestClient, id: str, **wanted: Any) -> dict[str, Any]:
    answer = client.get(f"/api/reviews/{id}", params=wanted)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refusal(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    error: dict[str, Any] = answer.json()["error"]
    return error


# -- put on the table --------------------------------------------------------------------------------------------------


def test_a_record_is_put_on_the_table_and_seen_by_anyone(client: TestClient, friend: TestClient) -> None:
    id = put(client)
    mine, theirs = look(client, id, node="1"), look(friend, id, node="1")
    assert (mine["right"], theirs["right"]) == ("own", "look")
    assert mine["comment"] == "The middle"
    assert mine["record"]["title"] == "Ann and Bo"
    assert "record" not in look(client, id, tree=False)
    assert len({look(client, id, node="1.1.1", theme=theme)["svg"] for theme in ("light", "dark", "print")}) == 3
    assert f'data-review="{id}"' in client.get(f"/r/{id}").text


def begun(client: TestClient, start: dict[str, Any]) -> Any:
    return client.post("/api/games", json={"from": start, "opponent": {"kind": "self"}})


@pytest.mark.parametrize("text", [".XO\n.X.\n...", "(;SZ[3]AB[ba][bb]AW[ca])"])
@pytest.mark.parametrize("rules", [None, "formal", "cushion"])
def test_a_position_set_up_by_hand_is_played(client: TestClient, text: str, rules: str | None) -> None:
    """Issue 44, item 11."""
    answer = begun(client, {"review": put(client, text), **({"variant": rules} if rules else {})})
    assert answer.status_code == 201, answer.text
    state = client.get(f"/api/games/{answer.json()['id']}").json()
    assert (state["phase"], state["to_play"]) == ("playing", "black")
    game = Game.from_json(client.get(f"/api/games/{answer.json()['id']}/record.json").text)
    assert (game.variant.name, game.board.text) == (rules or "chinese", "3")
    assert game.stones == {"B3": "black", "B2": "black", "C3": "white"}


def test_play_begins_at_a_node_and_is_refused_where_it_cannot(client: TestClient) -> None:
    answer = begun(client, {"review": put(client), "node": "1.1.0"})
    game = Game.from_json(client.get(f"/api/games/{answer.json()['id']}/record.json").text)
    assert [game.write_move(move) for move in game.moves] == ["C3", "D2"]
    over = put(client, "(;SZ[5];B[];W[])")
    assert refusal(begun(client, {"review": over, "node": "2"}), 409)["code"] == "over"
    assert refusal(begun(client, {"review": over, "node": "7"}), 404)["code"] == "no-node"
    assert refusal(begun(client, {"review": "none"}), 404)["code"] == "no-review"
    for wrong in ({"moves": 1}, {"variant": "x" * 81}):
        assert refusal(begun(client, {"review": over, **wrong}), 422)["code"] == "invalid"
    for more in ({"board": "9"}, {"axes": {"komi": 3}}, {"variant": "aga"}, {"toml": "komi = 3"}):
        answer = client.post("/api/games", json={"from": {"review": over}, **more})
        assert refusal(answer, 422)["code"] == "invalid"
    stopped = put(client, "(;SZ[5];B[cc];W[cc])")
    assert refusal(begun(client, {"review": stopped, "node": "2"}), 422)["code"] == "impossible"


def test_what_cannot_be_read_is_refused_with_its_place(client: TestClient) -> None:
    error = refusal(client.post("/api/reviews", json={"text": "(;SZ[9]\n;B[zz])"}), 422)
    assert (error["code"], error["line"]) == ("unreadable", 2)
    assert refusal(client.post("/api/reviews", json={"text": "(;SZ[52])"}), 422)["code"] == "unreadable"
    assert (
        refusal(client.post("/api/reviews", json={"text": f"(;SZ[5]C[{'x' * 2_000_000}])"}), 413)["code"] == "too-long"
    )
    for text, said in (
        ("(;GM[100]FF[4]TGB[9]TGV[cushion];B[1])", "1 is not on 9x9"),
        ("(;GM[100]FF[4]TGB[graph:k989];B[1])", "a board has at most 5,000"),
    ):
        assert said in refusal(client.post("/api/reviews", json={"text": text}), 422)["text"]
    assert refusal(client.post("/api/reviews", json={}), 422)["code"] == "invalid"
    assert refusal(client.post("/api/reviews", json={"text": TEXT, "game": "x"}), 422)["code"] == "invalid"


def test_a_file_is_read_in_its_own_character_set(client: TestClient) -> None:
    data = "(;CA[Shift_JIS]SZ[5]PB[本因坊];B[cc])".encode("shift_jis")
    answer = client.post("/api/reviews/file", params={"name": "game.sgf"}, content=data)
    assert look(client, answer.json()["id"])["record"]["players"]["black"] == "本因坊"
    assert refusal(client.post("/api/reviews/file", content=b"x" * 2_000_001), 413)["code"] == "too-long"


def test_only_a_finished_or_solo_game_can_be_reviewed(client: TestClient, friend: TestClient) -> None:
    own, begun = begin(client)["id"], begin(client, opponent={"kind": "friend"}, name="Ann")
    shared = begun["id"]
    assert client.post("/api/reviews", json={"game": own}).status_code == 201
    assert refusal(friend.post("/api/reviews", json={"game": own}), 409)["code"] == "not-over"
    assert refusal(client.post("/api/reviews", json={"game": shared}), 409)["code"] == "not-over"
    assert refusal(client.post("/api/reviews", json={"game": "none"}), 404)["code"] == "no-game"
    assert friend.post(f"/api/games/{shared}/seat", json={"token": seat_of(begun["invite"])}).status_code == 200
    assert intend(client, shared, kind="resign").status_code == 200
    made = friend.post("/api/reviews", json={"game": shared}).json()
    assert look(friend, made["id"])["record"]["players"]["black"] == "Ann"
    assert client.post("/api/reviews", json={"game": shared}).json() == made  # both players have one review
    assert (look(friend, made["id"])["right"], look(client, made["id"])["right"]) == ("own", "add")
    assert another(client).post("/api/reviews", json={"game": shared}).json()["id"] != made["id"]
    assert friend.delete(f"/api/reviews/{made['id']}/guests").status_code == 204
    assert client.post("/api/reviews", json={"game": shared}).json() != made
    wishes: Any = (
        {"kind": "move", "move": "C3"},
        {"kind": "resign"},
        {"kind": "propose", "what": "undo"},
        {"kind": "resign"},
    )
    answers = [(intend(client, own, **wish), client.post("/api/reviews", json={"game": own}))[1] for wish in wishes]
    assert len({answer.json()["id"] for answer in answers}) == 4, "the second end has a review of its own"


def test_beyond_a_bound_to_all_reviews_the_oldest_goes(database: str, engine: Analyser) -> None:
    with TestClient(create_app(Settings(database=database, kept_bytes=1), engine)) as client:
        first, second = put(client), put(client)
        assert client.get(f"/api/reviews/{first}").status_code == 404
        assert client.get(f"/api/reviews/{second}").status_code == 200


# -- walked through ----------------------------------------------------------------------------------------------------


def test_a_record_is_replayed_under_any_rules(client: TestClient) -> None:
    id = put(client)
    seen = look(client, id, node="2", variant="gengo")
    assert (seen["stopped"], seen["illegal"]["node"], seen["illegal"]["number"]) == (True, "2", 2)
    assert "footprint" in seen["illegal"]["text"]
    assert look(client, id, node="2", axes='{"tiles": "cushion"}')["rules"]["own"] is False
    assert look(client, id, node="2", variant="chinese")["illegal"] is None


def test_a_move_against_the_records_rules_is_reported(client: TestClient) -> None:
    id = put(client, "(;SZ[5]RU[Chinese];B[cc];B[dd];W[bb])")
    seen = look(client, id, node="3")
    assert (seen["stopped"], seen["illegal"], seen["number"], seen["why"]) == (False, None, 3, "")
    assert "in the record is illegal" in look(client, id, node="2")["why"]
    assert "It is White's turn." in look(client, id, node="2")["why"]
    assert look(client, id, node="3", variant="japanese")["illegal"]["node"] == "2"
    assert "move 2, Black D2" in client.get(f"/api/reviews/{id}").json()["record"]["warnings"][0]


@pytest.mark.parametrize(("wanted", "status", "code"), cases("reviews_api", "what_makes_no_sense_is_refused"))
def test_what_makes_no_sense_is_refused(client: TestClient, wanted: dict[str, str], status: int, code: str) -> None:
    assert refusal(client.get(f"/api/reviews/{put(client)}", params=wanted), status)["code"] == code


def test_a_review_that_is_not_there_is_not_found(client: TestClient) -> None:
    for answer in (
        client.get("/api/reviews/none"),
        client.get(f"/api/reviews/{'x' * 100}"),
        client.post("/api/reviews/none/try", json={"move": "A1"}),
        client.post("/api/reviews/none/analysis", json={}),
        client.get("/api/reviews/none/record.sgf"),
    ):
        assert refusal(answer, 404)["code"] == "no-review"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/reviews/none/live") as socket:
        socket.receive_json()


# -- tried -------------------------------------------------------------------------------------------------------------


def test_the_owners_move_is_a_variation_and_others_get_a_copy(client: TestClient, friend: TestClient) -> None:
    id = put(client)
    with friend.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        made = client.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "A1"}).json()
        assert made == {"id": id, "url": f"/r/{id}", "node": "1.2.0"}
        assert socket.receive_json() == {"type": "tree", "node": "1.2.0"}
    assert look(friend, id, node="1.2.0")["move"] == {"by": "white", "text": "A1"}
    copy = friend.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "A2"}).json()
    assert copy["id"] != id
    assert look(friend, copy["id"], node=copy["node"])["right"] == "own"
    assert len(look(client, id)["record"]["lines"]) == 3


def test_an_illegal_move_is_refused_and_nothing_is_added(client: TestClient) -> None:
    id = put(client)
    error = refusal(client.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "C3"}), 409)
    assert (error["code"], error["reasons"]) == ("illegal", ["occupied"])
    gengo = {"node": "1", "move": "B2", "variant": "gengo"}
    assert refusal(client.post(f"/api/reviews/{id}/try", json=gengo), 409)["reasons"] == ["blocked"]
    refusal(client.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "Z9"}), 409)
    assert refusal(client.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "?"}), 422)["code"] == "impossible"
    assert len(look(client, id)["record"]["lines"]) == 2


# -- added to by others, and changed -----------------------------------------------------------------------------------


def test_whoever_comes_by_the_link_may_add_variations(client: TestClient, friend: TestClient) -> None:
    id = put(client)
    refusal(friend.post(f"/api/reviews/{id}/guests/link"), 403)
    assert refusal(friend.post(f"/api/reviews/{id}/guests", json={"token": "guess"}), 403)["code"] == "no-invitation"
    url = client.post(f"/api/reviews/{id}/guests/link").json()["url"]
    token = url.partition("#add=")[2]
    assert (look(client, id)["shared"], look(friend, id)["shared"]) == (True, False)
    assert friend.post(f"/api/reviews/{id}/guests", json={"token": token}).status_code == 200
    assert look(friend, id)["right"] == "add"
    made = friend.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "A1"}).json()
    assert made == {"id": id, "url": f"/r/{id}", "node": "1.2.0"}
    said = {"node": "1.2.0", "text": " Why\u202e not\x00 here?\r\n"}
    assert friend.put(f"/api/reviews/{id}/comment", json=said).json() == {"node": "1.2.0"}
    assert look(client, id, node="1.2.0")["comment"] == "Why not here?"
    assert refusal(friend.put(f"/api/reviews/{id}/comment", json=said | {"node": "1"}), 403)["code"] == "not-yours"
    refusal(friend.delete(f"/api/reviews/{id}/variation", params={"node": "1.2.0"}), 403)
    assert client.delete(f"/api/reviews/{id}/guests").status_code == 204
    assert look(friend, id, node="1.2.0")["right"] == "look"
    assert refusal(friend.post(f"/api/reviews/{id}/guests", json={"token": token}), 403)["code"] == "no-invitation"


def test_everybody_follows_the_owner_or_the_guest_with_the_pen(client: TestClient, friend: TestClient) -> None:
    id = put(client)
    lesson, pen = f"/api/reviews/{id}/lesson", f"/api/reviews/{id}/lesson/pen"
    refusal(friend.put(lesson, json={"node": "1"}), 403)
    assert refusal(client.put(pen, json={"guest": None}), 409)["code"] == "no-lesson"
    refusal(client.put(lesson, json={"node": "99"}), 404)
    assert "already stands" in refusal(client.put(lesson, json={"node": "1", "then": "A1,A1"}), 409)["text"]
    assert "nothing" in refusal(client.put(lesson, json={"node": "1", "rules": "nothing"}), 422)["text"]
    with friend.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        assert client.put(lesson, json={"node": "1", "then": "A1"}).status_code == 204
        assert socket.receive_json() == {"type": "teach", "lesson": {"node": "1", "rules": "", "then": "A1"}}
        token = client.post(f"/api/reviews/{id}/guests/link").json()["url"].partition("#add=")[2]
        assert friend.post(f"/api/reviews/{id}/guests", json={"token": token}).status_code == 200
        assert socket.receive_json() == {"type": "teach", "lesson": None}
        seen = look(friend, id)["lesson"]
        assert seen == {"node": "1", "rules": "", "then": "A1", "leads": False, "pen": "", "guests": []}
        [guest] = look(client, id)["lesson"]["guests"]
        assert guest["name"] == "Guest 1"
        assert refusal(client.put(pen, json={"guest": "unknown"}), 409)["code"] == "no-lesson"
        assert client.put(pen, json={"guest": guest["id"]}).status_code == 204
        refusal(client.put(lesson, json={"node": "0"}), 403)  # the guest leads now
        assert friend.put(lesson, json={"node": "2"}).status_code == 204
        assert (look(client, id)["lesson"]["pen"], look(friend, id)["lesson"]["leads"]) == ("Guest 1", True)
    assert client.delete(f"/api/reviews/{id}/guests").status_code == 204
    refusal(friend.put(lesson, json={"node": "0"}), 403)
    assert look(client, id)["lesson"]["leads"] is True
    refusal(friend.delete(lesson), 403)
    assert client.delete(lesson).status_code == 204
    assert look(friend, id)["lesson"] is None


def test_marks_are_put_on_points_and_taken_away(client: TestClient, friend: TestClient) -> None:
    id, path = put(client), "/api/reviews/{}/mark"
    plain = look(client, id, node="1")["svg"]
    mark = {"node": "1", "point": "A1", "mark": "triangle"}
    refusal(friend.post(path.format(id), json=mark), 403)
    refusal(client.post(path.format(id), json=mark | {"point": "Z9"}), 422)
    assert client.post(path.format(id), json=mark).json() == {"node": "1"}
    assert client.post(path.format(id), json=mark | {"mark": "square"}).status_code == 200
    sgf = client.get(f"/api/reviews/{id}/record.sgf").text
    assert ("SQ[ae]" in sgf, "TR[" in sgf) == (True, False)
    assert look(friend, id, node="1")["svg"] != plain
    assert client.post(path.format(id), json=mark | {"mark": "square"}).status_code == 200
    assert look(client, id, node="1")["svg"] == plain


def test_the_owner_edits_comments_and_takes_variations_away(client: TestClient, friend: TestClient) -> None:
    id = put(client)
    client.put(f"/api/reviews/{id}/comment", json={"node": "1", "text": "Tengen"})
    assert look(friend, id, node="1")["comment"] == "Tengen"
    client.put(f"/api/reviews/{id}/comment", json={"node": "1", "text": ""})
    assert look(friend, id, node="1")["comment"] == ""
    refusal(friend.put(f"/api/reviews/{id}/comment", json={"node": "1.1.0", "text": "mine"}), 403)
    refusal(client.put(f"/api/reviews/{id}/comment", json={"node": "9", "text": "?"}), 404)
    refusal(client.put(f"/api/reviews/{id}/comment", json={"node": "1", "text": "x" * 5_001}), 422)
    refusal(client.delete(f"/api/reviews/{id}/variation", params={"node": "2"}), 422)
    client.put(f"/api/reviews/{id}/lesson", json={"node": "1.1.1", "then": "A1"})
    assert client.delete(f"/api/reviews/{id}/variation", params={"node": "1.1.1"}).json() == {"node": "1.1.0"}
    assert look(friend, id)["lesson"].items() >= {"node": "1.1.0", "then": ""}.items()
    assert client.delete(f"/api/reviews/{id}/variation", params={"node": "1.1.0"}).json() == {"node": "1"}
    assert len(look(client, id)["record"]["lines"]) == 1


def test_a_review_grows_to_its_bound_and_no_further(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    id = put(client)
    monkeypatch.setattr("tengen.web.api.review_changes.MOST_RECORD", 1_000)
    said = {"node": "1", "text": "x" * 2_000}
    refusal(client.put(f"/api/reviews/{id}/comment", json=said), 422)
    assert client.put(f"/api/reviews/{id}/comment", json=said | {"text": ""}).status_code == 200


def test_what_a_review_grows_by_is_counted_of_its_address(database: str, engine: Analyser) -> None:
    with TestClient(create_app(Settings(database=database, review_bytes=2_000), engine)) as client:
        id = put(client)
        for number in range(2):
            client.put(f"/api/reviews/{id}/comment", json={"node": "1", "text": "x" * 1_500 * (number + 1)})
        answer = client.put(f"/api/reviews/{id}/comment", json={"node": "1", "text": "once more"})
    assert refusal(answer, 429)["code"] == "too-many"


def test_two_who_add_at_once_both_have_added(client: TestClient) -> None:
    id = put(client)
    moves = ["A1", "A2", "A3", "A4", "A5", "B1"]
    with ThreadPoolExecutor(len(moves)) as pool:
        made = list(
            pool.map(lambda move: client.post(f"/api/reviews/{id}/try", json={"node": "1", "move": move}), moves)
        )
    assert {answer.status_code for answer in made} == {201}
    lines = look(client, id)["record"]["lines"]
    assert {line["nodes"][0][0] for line in lines[2:]} == set(moves)


def test_a_slow_change_of_one_review_holds_up_no_other(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = put(client), put(client)
    begun, done = threading.Event(), threading.Event()

    def waits(text: str, node: str, comment: str) -> tuple[str, str]:
        begun.set()
        assert comment == "Quick." or done.wait(60)
        return with_comment(text, node, comment)

    monkeypatch.setattr("tengen.web.api.review_changes.with_comment", waits)
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(client.put, f"/api/reviews/{slow}/comment", json={"node": "1", "text": "Slow."})
        assert begun.wait(60)
        assert client.put(f"/api/reviews/{quick}/comment", json={"node": "1", "text": "Quick."}).status_code == 200
        done.set()
        assert said.result(60).status_code == 200


def test_moves_are_shown_after_a_position_and_added_to_nothing(client: TestClient) -> None:
    id = put(client)
    shown = look(client, id, node="1", then="A1,B1")
    assert shown["then"] == ["A1", "B1"]
    assert shown["svg"] != look(client, id, node="1")["svg"]
    assert len(look(client, id)["record"]["lines"]) == 2
    error = refusal(client.get(f"/api/reviews/{id}", params={"node": "1", "then": "A1,A1"}), 409)
    assert error["code"] == "illegal"


# -- analysed ----------------------------------------------------------------------------------------------------------


def test_a_position_is_analysed_and_everybody_hears_of_it(client: TestClient, engine: Analyser) -> None:
    id = put(client)
    engine.busy = 1
    with client.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        answer = client.post(f"/api/reviews/{id}/analysis", json={"node": "1"})
        assert (answer.status_code, answer.json()) == (202, {"node": "1", "begun": True})
        first, last, graph = (socket.receive_json() for _ in range(3))
    assert (first["final"], last["final"], last["node"]) == (False, True, "1")
    assert last["analysis"]["candidates"][0]["move"] == "A5"
    assert graph == {"type": "graph", "rules": "chinese", "points": {"1": [0.75, 2.0]}}
    assert engine.analysed == [(1, SIMULATIONS)]
    seen = look(client, id, node="1", territory=True)
    assert seen["analysis"]["black"] == 0.75
    assert seen["svg"] != look(client, id, node="1")["svg"]
    assert client.post(f"/api/reviews/{id}/analysis", json={"node": "1"}).json()["begun"] is False


def test_a_move_is_compared_with_the_engines(client: TestClient, engine: Analyser) -> None:
    id = put(client)
    engine.by_move = {"A5": 0.3, "B2": 0.7}

    def judged(move: str) -> Any:
        return client.post(f"/api/reviews/{id}/judge", json={"node": "1", "move": move})

    assert (judged("A5").json()["degree"], engine.analysed) == ("", [(2, CLOSER), (1, CLOSER)])
    worse = judged("B2").json()
    assert (worse["degree"], worse["better"], worse["line"][0]) == ("grave", ["A5"], "B2")
    assert (worse["chance"], worse["best"]) == (pytest.approx(0.3), pytest.approx(0.7))
    engine.error = 0.3
    assert judged("B2").json()["degree"] == "unclear"
    assert len(look(client, id)["record"]["lines"]) == 2
    assert refusal(judged("C3"), 409)["code"] == "illegal"


def test_the_main_line_is_looked_at_node_by_node(client: TestClient, engine: Analyser) -> None:
    id = put(client)
    with client.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        client.post(f"/api/reviews/{id}/analysis", json={"graph": True})
        heard = [socket.receive_json() for _ in range(5)]
    assert [next(iter(each["points"])) for each in heard[:-1]] == ["0", "3", "2", "1"]
    assert heard[-1]["type"] == "graph-done"
    assert engine.analysed == [(0, GLANCE), (3, GLANCE), (2, GLANCE), (1, GLANCE)]
    with client.websocket_connect(f"/api/reviews/{id}/live") as socket:
        assert set(socket.receive_json()["points"]) == {"0", "1", "2", "3"}
        again = client.post(f"/api/reviews/{id}/analysis", json={"graph": True}).json()
    assert (again["begun"], again["points"]["3"]) == (False, [0.75, 2.0])


def test_mistakes_are_analysed_further_and_have_a_better_move(client: TestClient, engine: Analyser) -> None:
    engine.chances = {0: 0.6, 1: 0.6, 2: 0.9}
    id = put(client)
    with client.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        client.post(f"/api/reviews/{id}/analysis", json={"graph": True})
        heard = [socket.receive_json() for _ in range(9)]
    assert [each["type"] for each in heard[-2:]] == ["mistakes", "graph-done"]
    first, second = heard[-2]["mistakes"]
    assert first == {
        "node": "2", "before": "1", "number": 2, "by": "white", "move": "B4", "degree": "grave",
        "was": pytest.approx(0.4), "now": pytest.approx(0.1), "better": ["A5"],
        "text": "It joins A3 and B5.",
    }  # fmt: skip
    assert (second["by"], second["move"], second["degree"]) == ("black", "D2", "mistake")
    assert engine.analysed[4:] == [(1, CLOSER), (2, CLOSER), (3, CLOSER)]


def test_a_better_move_is_looked_at_like_the_one_played(client: TestClient, engine: Analyser) -> None:
    engine.chances, engine.error = {0: 0.6, 1: 0.6, 2: 0.9}, 0.01
    id = put(client)
    with client.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        client.post(f"/api/reviews/{id}/analysis", json={"graph": True})
        heard = [socket.receive_json() for _ in range(8)]
    assert {each["type"] for each in heard[:-1]} == {"graph"}  # after either move the chances are the same: no mistake
    assert engine.analysed[4:] == [(1, CLOSER), (2, CLOSER), (3, CLOSER), (2, CLOSER), (3, CLOSER)]


def test_unclear_losses_and_resignations_are_no_mistakes() -> None:
    nodes: list[list[str | int]] = [["", "", 0], ["C3", "b", 0], ["resign", "w", 0]]
    line: TreeLine = {"prefix": "", "after": None, "number": 0, "nodes": nodes}
    before = Glance(0.7, 0.0, ("B2",), error=0.1)
    looks = {"0": before, "1": Glance(0.4, 0.0, ("A1",), error=0.15), "2": Glance(1.0, None)}
    assert [(each["move"], each["degree"]) for each in mistakes(line, looks)] == [("C3", "unclear")]
    looks["0"] = replace(before, instead=(0.8, 0.1))
    assert [(each["was"], each["degree"]) for each in mistakes(line, looks)] == [(0.8, "grave")]


def test_what_cannot_be_analysed_is_told(client: TestClient) -> None:
    id = put(client)
    with client.websocket_connect(f"/api/reviews/{id}/live") as socket:
        listens(socket)
        client.post(f"/api/reviews/{id}/analysis", json={"node": "3", "variant": "gengo"})
        told = socket.receive_json()
    assert (told["type"], told["node"]) == ("trouble", "3")
    error = refusal(client.post(f"/api/reviews/{id}/analysis", json={"node": "33"}), 404)
    assert error["code"] == "no-node"


# -- taken home --------------------------------------------------------------------------------------------------------


def test_a_review_is_taken_home_with_what_was_tried(client: TestClient) -> None:
    id = put(client)
    client.post(f"/api/reviews/{id}/try", json={"node": "1", "move": "A1"})
    written = {form: client.get(f"/api/reviews/{id}/record.{form}") for form in ("sgf", "json")}
    assert sgf.read(written["sgf"].text) == read_any(written["json"].text)
    assert len(json.loads(written["json"].text)["nodes"]) == 7
    assert written["sgf"].headers["content-disposition"] == f'attachment; filename="tengen-review-{id}.sgf"'
    svg = client.get(f"/api/reviews/{id}/record.svg", params={"node": "1"})
    assert svg.text == look(client, id, node="1")["svg"]
    png = client.get(f"/api/reviews/{id}/record.png")
    assert png.content.startswith(b"\x89PNG")
    assert client.get(f"/api/reviews/{id}/record.exe").status_code == 422


# -- the pages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("as_file", [False, True], ids=["text", "file"])
@pytest.mark.parametrize("case", FAULTS["uploads"], ids=lambda case: f"{case['item']}: {case['text'][:20]!r}")
def test_boards_komi_and_circles_of_uploads(client: TestClient, case: dict[str, Any], as_file: bool) -> None:
    """Items 8 and 10 of the list of faults."""
    more = case.get("more", {})
    if as_file:
        answer = client.post("/api/reviews/file", params=more, content=case["text"].encode())
    else:
        answer = client.post("/api/reviews", json={"text": case["text"], **more})
    if "refused" in case:
        assert code(answer) == (422, case["refused"])
        return
    id, node = answer.json()["id"], "0"
    for move in case.get("tries", []):
        node = client.post(f"/api/reviews/{id}/try", json={"node": node, "move": move}).json()["node"]
    game = Game.from_json(client.get(f"/api/reviews/{id}/record.json").text)
    assert game.variant.name == case["rules"]
    assert game.tiles == case.get("tiles", {})
    if "winner" in case:
        assert game.outcome is not None
        assert (game.outcome.winner, game.outcome.margin) == (case["winner"], case["margin"])


@pytest.mark.parametrize("case", FAULTS["axes"], ids=lambda case: case["source"])
def test_axes_change_the_records_own_rules(client: TestClient, case: dict[str, Any]) -> None:
    chosen = {key: case[key] for key in ("variant", "axes") if key in case}
    seen = look(client, put(client, case["text"]), node=case["node"], **chosen)
    assert seen["over"] == case["over"]
