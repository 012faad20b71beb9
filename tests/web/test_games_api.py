"""Games over HTTP and WebSocket: made, played by two browsers or against the computer, seats, refusals."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_engine import QuickEngine
from web_games import another, begin, between, code, intend, play, rematch, seat_of, state, without_clocks

from tengen import Game
from tengen.web.games import game_view


def test_a_game_on_one_device(client: TestClient) -> None:
    made = begin(client)
    play(client, made["id"], "C3", "D3", "pass", "pass")
    seen = state(client, made["id"])
    assert (seen["phase"], seen["you"]) == ("counting", ["black", "white"])
    intend(client, made["id"], kind="dead", stones=["D3"], dead=True)
    assert intend(client, made["id"], kind="agree").status_code == 200
    seen = state(client, made["id"])
    assert (seen["phase"], seen["outcome"]["text"]) == ("over", "Black wins by 17.5 points.")
    assert seen["score"]["text"] == "Black 25, White 0 and komi 7.5, in area. Black wins by 17.5 points."


def test_the_second_count_and_seki_are_told(client: TestClient) -> None:
    """Issue 13, numbered item 2: also by the API."""
    made = begin(client, variant="gengo", board="7")
    play(client, made["id"], "D4", "pass", "pass", "pass")
    score = state(client, made["id"])["score"]
    assert (score["black"], score["beside"]) == (1, {"kind": "area", "black": 49, "white": 0})
    assert state(client, made["id"])["seki"] is None
    made = begin(client, variant="japanese", board="9x1")
    play(client, made["id"], "B1", "H1", "D1", "F1", "pass", "pass")
    seen = state(client, made["id"])
    assert seen["seki"] == {"stones": ["B1", "D1", "F1", "H1"], "agreed": False}
    score = seen["score"]
    assert (score["black"], score["taxed"], score["shared"]) == (0, ["A1", "C1", "G1", "J1"], ["E1"])
    assert seen["score"]["notes"][0] == seen["score"]["seki"][0]["text"]
    assert seen["actions"]["seki-auto"] == {"ok": False, "why": "Groups in seki are already marked automatically."}
    assert intend(client, made["id"], kind="seki", stones=["B1"], seki=False).status_code == 200
    seen = state(client, made["id"])
    assert (seen["seki"], seen["score"]["black"]) == ({"stones": ["F1", "H1"], "agreed": True}, 2)
    assert seen["actions"]["seki-auto"] == {"ok": True}


def test_the_state_says_what_the_page_needs(client: TestClient) -> None:
    made = begin(client, variant="chinese", board="3")
    play(client, made["id"], "B2", "A1", "A2", "C1")
    seen = state(client, made["id"])
    assert seen["moves"][:2] == [{"by": "black", "text": "B2"}, {"by": "white", "text": "A1"}]
    assert seen["said"] == "White C1"
    assert seen["illegal"] == {}
    play(client, made["id"], "B1")
    seen = state(client, made["id"])
    assert (seen["last"], seen["captured"], seen["said"]) == ("B1", ["A1"], "Black B1, takes A1")
    assert seen["players"]["black"]["prisoners"] == 1
    assert seen["illegal"]["A1"].startswith("A stone there would leave White's own stones without a liberty")
    assert seen["actions"]["pass"] == {"ok": True}
    assert "return" not in seen["actions"]
    past = client.get(f"/api/games/{made['id']}?moves=1").json()
    assert (past["moves_shown"], past["last"]) == (1, "B2")


def test_moves_can_be_tried_and_change_nothing(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, variant="tao", board="5")
    play(client, id, "B1")
    play(friend, id, "A1")
    before = without_clocks(friend, id)
    tried = client.get(f"/api/games/{id}?moves=2&then=A2&then=pass").json()
    assert (tried["moves_shown"], tried["then"], tried["to_play"]) == (2, ["A2", "pass"], "black")
    assert tried["actions"]["tao"]["cost"] == "1 prisoner"
    nothing = client.get(f"/api/games/{id}?moves=2&then=").json()
    assert tried["svg"].count(">1</text>") == nothing["svg"].count(">1</text>") + 1
    assert (nothing["then"], nothing["to_play"], [*nothing["illegal"]]) == ([], "black", ["C3"])
    refused = client.get(f"/api/games/{id}?moves=2&then=A1")
    assert (code(refused), refused.json()["error"]["text"]) == (
        (409, "illegal"),
        "A stone or a Tao stone already stands there.",
    )
    assert "then" not in client.get(f"/api/games/{id}?moves=2").json()
    ended = client.get(f"/api/games/{id}?then=pass&then=pass&then=pass&moves=0")
    assert ended.status_code == 409, "the game would be over"
    assert without_clocks(friend, id) == before


def keep(client: TestClient, id: str, *lines: str, number: int = 0) -> Any:
    given = {"number": number or state(client, id)["number"], "lines": [line.split() for line in lines]}
    return client.put(f"/api/games/{id}/conditional", json=given)


def test_conditional_moves_are_private_and_played_at_once(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, clock={"kind": "correspondence", "period": 86_400})
    mine, nothing = f"/api/games/{id}/conditional", {"lines": [], "note": ""}
    play(client, id, "C3")
    before = without_clocks(friend, id)
    kept = keep(client, id, "D3 D4 D2 C2", "B3 B4").json()
    assert kept == {"lines": [["D3", "D4", "D2", "C2"], ["B3", "B4"]], "note": ""}
    assert friend.get(mine).json() == nothing
    assert without_clocks(friend, id) == before, "not even the number of events has changed"
    play(friend, id, "D3")
    assert any(len(state(friend, id)["moves"]) == 3 for _ in range(100))
    assert state(friend, id)["players"]["white"]["clock"]["running"]
    assert client.get(mine).json() == {
        "lines": [["D2", "C2"]],
        "note": "You answered D3 with your conditional move D4.",
    }
    play(friend, id, "B1")
    assert client.get(mine).json() == nothing | {"note": "None of your conditional moves answers B1."}
    assert code(keep(client, id, "D2 C2")) == (409, "no-conditions"), "it is Black's turn"
    play(client, id, "B2")
    assert keep(client, id, "E5 E4").json() == {"lines": [["E5", "E4"]], "note": ""}
    heir, link = another(client), friend.post(f"/api/games/{id}/invitation/black").json()["url"]
    heir.post(f"/api/games/{id}/seat", json={"token": seat_of(link)})
    assert (state(heir, id)["you"], heir.get(mine).json()) == (["black"], nothing), "others' lines are not the heir's"


def test_conditional_moves_that_cannot_be_played_are_refused(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, clock={"kind": "correspondence", "period": 86_400})
    play(client, id, "C3")
    assert [code(keep(client, id, "C3 D3", number=each)) for each in (0, 1)] == [(409, "illegal"), (409, "stale")]
    assert code(keep(client, id, "D3 D4 D2")) == (409, "no-conditions"), "a line ends with an answer"
    assert code(keep(client, id, *["D3 D4"] * 21)) == (422, "invalid")
    found = keep(client, id, "D3 D4", "D3 C4", "D3 C4 A1 A2", "B3 B4").json()["lines"]
    assert found == [["D3", "C4", "A1", "A2"], ["B3", "B4"]], "a later answer replaces an earlier one"
    play(friend, id, "B3")
    assert any(len(state(friend, id)["moves"]) == 3 for _ in range(100))
    intend(friend, id, kind="propose", what="undo")
    assert intend(client, id, kind="accept", what="undo").status_code == 200
    assert client.get(f"/api/games/{id}/conditional").json()["lines"] == [], "plans that were seen do not come back"
    other = between(client, friend)
    play(client, other, "C3")
    assert code(keep(client, other, "D3 D4")) == (409, "no-conditions"), "no correspondence game"


def test_two_browsers_play_by_a_secret_link(client: TestClient, friend: TestClient) -> None:
    made = begin(client, opponent={"kind": "friend"})
    id = made["id"]
    assert state(client, id)["phase"] == "waiting"
    assert state(friend, id)["you"] == []
    assert intend(friend, id, kind="move", move="C3").json()["error"]["code"] == "not-your-seat"
    token = seat_of(made["invite"])
    assert friend.post(f"/api/games/{id}/seat", json={"token": token}).json() == {"colour": "white"}
    assert state(friend, id)["you"] == ["white"]
    assert state(client, id)["phase"] == "playing"
    assert intend(friend, id, kind="move", move="C3").json()["error"]["code"] == "not-your-turn"
    play(client, id, "C3")
    play(friend, id, "D3")
    assert intend(client, id, kind="propose", what="undo").status_code == 200
    asked = {"by": "black", "text": "Black would like to take back a move."}
    assert state(friend, id)["offer"] == {"undo": asked}
    assert intend(friend, id, kind="accept", what="undo").status_code == 200
    assert state(client, id)["moves"] == []


def test_secrets_are_neither_stored_nor_shown(client: TestClient, database: str) -> None:
    made = begin(client, opponent={"kind": "friend"})
    another(client).post(f"/api/games/{made['id']}/seat", json={"token": seat_of(made["invite"])})
    path = database.removeprefix("sqlite:///")
    stored = b"".join(Path(path + ending).read_bytes() for ending in ("", "-wal"))
    assert made["id"].encode() in stored
    for secret in (seat_of(made["seats"]["black"]), client.cookies["tengen"]):
        assert secret.encode() not in stored
    with closing(sqlite3.connect(path)) as reading:
        assert reading.execute("SELECT DISTINCT secret FROM seats").fetchall() == [(None,)], "until the seat is taken"
    assert "seat=" not in client.get(f"/api/games/{made['id']}").text


def test_the_computer_answers(client: TestClient, engine: QuickEngine) -> None:
    made = begin(client, opponent={"kind": "computer", "level": 7}, colour="black")
    with client.websocket_connect(f"/api/games/{made['id']}/live") as socket:
        seen = socket.receive_json()
        socket.send_json({"type": "intent", "id": "1", "number": 0, "intent": {"kind": "move", "move": "C3"}})
        while len(seen.get("moves", ())) < 2:
            seen = socket.receive_json()
    assert seen["moves"][1]["by"] == "white"
    assert engine.asked == [(made["id"], 7)]
    assert intend(client, made["id"], kind="propose", what="undo").status_code == 200
    assert state(client, made["id"])["moves"] == []


def test_the_computer_agrees_to_its_own_dead_stones_only(client: TestClient, engine: QuickEngine) -> None:
    start = begin(client)
    play(client, start["id"], "C3", "A1", "pass")
    engine.takes_for_dead = ["A1"]
    made = begin(
        client, **{"from": {"game": start["id"], "moves": 3}, "opponent": {"kind": "computer"}, "colour": "white"}
    )
    id = made["id"]
    with client.websocket_connect(f"/api/games/{id}/live") as socket:
        assert intend(client, id, kind="move", move="pass").status_code == 200
        while (seen := socket.receive_json())["agreed"] != ["black"]:
            pass
        assert (seen["dead"], seen["dead_by"]) == (["A1"], "Tengen")
        intend(client, id, kind="dead", stones=["C3"], dead=True)
        while set((seen := socket.receive_json()).get("dead", ())) != {"A1", "C3"}:
            pass
        assert seen["dead_by"] == "", "what players have marked is nobody's opinion but theirs"
        intend(client, id, kind="agree")
        while (seen := socket.receive_json())["dead"] != ["A1"] or seen["agreed"] != ["black"]:
            pass  # the computer disagrees, and proposes its own marks
        intend(client, id, kind="agree")
        while (seen := socket.receive_json())["phase"] != "over":
            pass
    assert seen["outcome"]["text"] == "Black wins by 17.5 points."


def test_dead_stones_are_proposed_to_people_once(client: TestClient, engine: QuickEngine) -> None:
    id = begin(client)["id"]
    engine.takes_for_dead = ["A1"]
    with client.websocket_connect(f"/api/games/{id}/live") as socket:
        play(client, id, "C3", "A1", "pass", "pass")
        while not (seen := socket.receive_json())["dead"]:
            pass
        assert (seen["dead"], seen["dead_by"], seen["agreed"]) == (["A1"], "Tengen", [])
        intend(client, id, kind="dead", stones=["A1"], dead=False)
        while seen["dead"]:
            seen = socket.receive_json()
        assert seen["thinking"] is None, "what players have marked stays"


def test_the_computer_takes_nobodys_word_for_a_seki(client: TestClient) -> None:
    start = begin(client, variant="japanese", board="9x1")
    play(client, start["id"], "B1", "H1", "D1", "F1", "pass")
    id = begin(
        client, **{"from": {"game": start["id"], "moves": 5}, "opponent": {"kind": "computer"}, "colour": "white"}
    )["id"]
    with client.websocket_connect(f"/api/games/{id}/live") as socket:
        assert intend(client, id, kind="move", move="pass").status_code == 200
        while (seen := socket.receive_json())["agreed"] != ["black"]:
            pass
        intend(client, id, kind="seki", stones=["H1"], seki=False)
        while not (seen := socket.receive_json())["seki"]["agreed"]:
            pass
        assert (seen["seki"]["stones"], seen["agreed"], seen["score"]["white"]) == (["B1", "D1"], [], 2)
        intend(client, id, kind="agree")
        while (seen := socket.receive_json())["agreed"] != ["black"]:
            pass
        assert seen["seki"] == {"stones": ["B1", "D1", "F1", "H1"], "agreed": False}
        intend(client, id, kind="agree")
        while (seen := socket.receive_json())["phase"] != "over":
            pass
    assert seen["outcome"]["text"] == "White wins by 6.5 points."


def test_a_game_in_progress_against_a_person_is_not_copied(client: TestClient, friend: TestClient) -> None:
    """Otherwise a player could get hints in the copy."""
    shared, alone = between(client, friend), begin(client)["id"]
    play(client, shared, "C3")

    def copied(who: TestClient, id: str) -> Any:
        wanted = {"from": {"game": id, "moves": 0}, "opponent": {"kind": "self"}}
        return who.post("/api/games", json=wanted)

    for who, id in ((client, shared), (friend, shared), (friend, alone)):
        assert (copied(who, id).status_code, copied(who, id).json()["error"]["code"]) == (409, "not-over")
    assert copied(client, alone).status_code == 201
    against = begin(client, opponent={"kind": "computer"})["id"]
    assert copied(client, against).status_code == 201
    assert intend(client, shared, kind="resign").status_code == 200
    assert copied(friend, shared).status_code == 201


def test_two_players_may_count_their_intents_alike(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend)
    for who, move in ((client, "C3"), (friend, "D3")):
        assert intend(who, id, as_id="1", kind="move", move=move).status_code == 200
    assert [each["text"] for each in state(client, id)["moves"]] == ["C3", "D3"]


def test_intents_out_of_time_and_turn_are_refused_in_words(client: TestClient) -> None:
    id = begin(client)["id"]
    play(client, id, "C3")
    assert code(intend(client, id, number=0, kind="move", move="D3")) == (409, "stale")
    answer = intend(client, id, kind="move", move="C3")
    assert answer.json()["error"] == {
        "code": "illegal", "text": "A stone already stands there.", "reasons": ["occupied"],
    }  # fmt: skip
    intend(client, id, kind="resign")
    assert code(intend(client, id, kind="move", move="D3")) == (409, "over")
    assert intend(client, id, kind="castle").status_code == 422


@pytest.mark.parametrize(
    ("wanted", "field", "text"),
    [
        ({"variant": "../../etc/passwd.toml"}, "variant", "unknown variant"),
        ({"board": "file:/etc/passwd"}, "board", "names a file"),
        ({"board": "graph:k991"}, "board", "490,545 lines; a board has at most 5,000"),
        ({"board": "31 footprint " + "/".join(["o" * 30 + "x" + "o" * 30] * 30)}, "board", "exactly one"),
        ({"variant": "chinese", "axes": {"passing": "return"}}, "axes", "set end = no-moves"),
        ({"toml": 'inherits = "/etc/x.toml"'}, "toml", "not from a file"),
        ({"graph": {"name": "a.exe", "text": ""}}, "graph", "an unknown ending"),
        ({"clock": {"kind": "byoyomi", "main": 60}}, "clock", "a period of a second or more"),
        ({"clock": {"kind": "correspondence", "period": 3_600}}, "clock", "a period of 86,400 seconds"),
    ],
)
def test_a_wrong_choice_names_its_field(client: TestClient, wanted: dict[str, Any], field: str, text: str) -> None:
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["field"] == field
    assert text in error["text"]


def test_ones_own_variant_and_graph_are_played(client: TestClient) -> None:
    made = begin(
        client,
        toml='title = "Tight"\ninherits = "chinese"\n[axes]\nsuicide = "allowed"\nkomi = 0.5\n',
        graph={"name": "triangle.edges", "text": "a b\nb c\nc a\n"},
    )
    seen = state(client, made["id"])
    assert (seen["variant"]["title"], seen["board"]["points"]) == ("Tight", 3)
    play(client, made["id"], "a", "b")


def test_games_are_taken_home_as_files(client: TestClient) -> None:
    id = begin(client)["id"]
    play(client, id, "C3", "D4")
    for form, kind in (("sgf", "application/x-go-sgf"), ("json", "application/json"), ("svg", "image/svg+xml")):
        answer = client.get(f"/api/games/{id}/record.{form}")
        assert answer.headers["content-type"].startswith(kind)
        assert form in answer.headers["content-disposition"]
        if form != "svg":
            read = Game.from_sgf(answer.text) if form == "sgf" else Game.from_json(answer.text)
            assert [read.write_move(move) for move in read.moves] == ["C3", "D4"]
            assert "PW" in answer.text
    assert client.get(f"/api/games/{id}/record.png").content.startswith(b"\x89PNG")
    assert client.get(f"/api/games/{id}/record.exe").status_code == 422


def test_a_visitor_finds_their_games_and_claims_a_name(client: TestClient, friend: TestClient) -> None:
    assert client.get("/api/me/games").json() == []
    id = begin(client)["id"]
    assert client.put("/api/me", json={"name": "  Ada \n Lovelace "}).json()["name"] == "Ada Lovelace"
    named = begin(client, opponent={"kind": "computer", "level": 2}, colour="white")["id"]
    found = client.get("/api/me/games").json()
    assert {each["id"] for each in found} == {id, named}
    assert state(client, named)["players"]["white"]["name"] == "Ada Lovelace"
    assert friend.get("/api/me/games").json() == []
    assert client.put("/api/me", json={"name": "x" * 41}).status_code == 422


def test_games_awaiting_the_player_come_first(client: TestClient, friend: TestClient) -> None:
    told: list[tuple[str, list[str]]] = []
    games = client.app.state.services.games  # type: ignore[attr-defined]
    games.on_turn.append(lambda live, colours: told.append((live.id, sorted(colours))))
    id = between(client, friend, clock={"kind": "correspondence", "period": 2 * 86_400})
    begin(client)
    begin(client, opponent={"kind": "friend"})
    assert [each["your_turn"] for each in client.get("/api/me/games").json()] == [True, False, False]
    assert told == []  # it was Black's turn from the start
    play(client, id, "C3")
    assert [each["your_turn"] for each in friend.get("/api/me/games").json()] == [True]
    play(friend, id, "D3")
    assert told == [(id, ["white"]), (id, ["black"])]
    clock = state(client, id)["players"]["black"]["clock"]
    assert (clock["kind"], clock["running"], clock["period"]) == ("correspondence", True, None)
    assert 2 * 86_400 - 60 < clock["main"] <= 2 * 86_400


def test_a_computer_that_begins_thinks_on_the_visitors_account(client: TestClient) -> None:
    client.app.state.services.limits.thinking.size = 100.0  # type: ignore[attr-defined]
    black = {"variant": "cushion", "board": "5", "opponent": {"kind": "computer", "level": 4}, "colour": "white"}
    assert code(client.post("/api/games", json=black)) == (409, "too-much-thinking")
    assert client.post("/api/games", json=black | {"colour": "black"}).status_code == 201


def test_a_failing_page_is_closed_for_retry(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = begin(client)

    def fails(*_: object) -> None:
        raise RuntimeError("no state")

    with client.websocket_connect(f"/api/games/{made['id']}/live") as socket:
        assert socket.receive_json()["type"] == "state"
        with monkeypatch.context() as broken:
            broken.setattr(game_view, "state", fails)
            socket.send_json({"type": "look", "theme": "dark"})
            assert socket.receive()["code"] == 1011
    assert [record.message for record in caplog.records if record.exc_info] == ["a game cannot be shown"]
    with client.websocket_connect(f"/api/games/{made['id']}/live") as socket:
        assert socket.receive_json()["type"] == "state"


# -- the same game once more -------------------------------------------------------------------------------------------


def test_issue_13_a_rematch_is_one_click(client: TestClient, friend: TestClient) -> None:
    clock = {"kind": "absolute", "main": 600}
    id = between(client, friend, variant="cushion", board="7", clock=clock)
    assert rematch(client, id).json()["error"]["code"] == "not-over"
    assert rematch(TestClient(client.app, base_url="http://testserver"), id).status_code == 403
    play(client, id, "C3")
    play(friend, id, "resign")
    answer = rematch(friend, id)
    assert answer.status_code == 201, answer.text
    again = answer.json()["id"]
    assert rematch(client, id).json() == {"id": again, "url": f"/g/{again}", "seats": {}, "invite": None}
    text = "White plays again, with colours changed."
    assert state(client, id)["rematch"] == {"by": "white", "id": again, "text": text, "declined": False}
    seen = state(client, again)
    assert (seen["you"], state(friend, again)["you"]) == (["white"], ["black"]), "the colours have changed"
    assert (seen["phase"], seen["variant"]["name"], seen["board"]["text"]) == ("playing", "cushion", "7")
    assert seen["players"]["black"]["clock"]["main"] == 600
    play(friend, again, "D4")
    play(client, again, "C3")


def test_a_rematch_against_the_computer_begins_with_its_move(client: TestClient) -> None:
    made = begin(client, board="5", opponent={"kind": "computer", "level": 1})
    intend(client, made["id"], kind="resign")
    again = rematch(client, made["id"]).json()
    seen = state(client, again["id"])
    assert (seen["you"], seen["players"]["black"]["kind"]) == (["white"], "computer")


def test_a_handicap_game_says_its_komi_and_keeps_its_colours(client: TestClient) -> None:
    made = begin(client, board="9", axes={"handicap": 3})
    seen = state(client, made["id"])
    assert seen["terms"].startswith("Black is 3 stones ahead. Komi is 0.5, as in every handicap game unless it is set")
    assert seen["terms"].endswith("White gets 3 points for the handicap.")
    play(client, made["id"], "E5", "pass", "pass")
    score = state(client, made["id"])["score"]
    assert (score["komi"], score["bonus"], score["totals"]["white"]) == (0.5, 3, score["white"] + 3.5)
    assert "White gets 3 more for the handicap." in score["text"]
    assert state(client, begin(client, board="9")["id"])["terms"] == ""


def test_a_resumed_game_says_who_asked(client: TestClient) -> None:
    made = begin(client, variant="japanese")
    play(client, made["id"], *["B3", "C3", "A2", "D2", "B1", "C1", "E5", "B2", "C2", "pass", "pass"])
    assert intend(client, made["id"], kind="resume").status_code == 200
    seen = state(client, made["id"])
    assert (seen["phase"], seen["to_play"], seen["moves"][-1]) == (
        "playing",
        "black",
        {"by": "black", "text": "pass", "resumed": "white"},
    )
    record = client.get(f"/api/games/{made['id']}/record.sgf").text
    assert "TGC[white]" in record
    assert Game.from_sgf(record).to_play == "black"


def test_engine_time_is_charged_to_the_address_of_a_viewer(client: TestClient) -> None:
    """Otherwise each cookie would have its own share after a restart."""
    id = begin(client, opponent={"kind": "computer", "level": 1}, colour="black")["id"]
    payers = client.app.state.services.games.thinker._payers  # type: ignore[attr-defined]
    for paid in (True, False):
        payers.clear()
        with client.websocket_connect(f"/api/games/{id}/live") as page:
            page.receive_json()
            assert (payers.get(id) == "testclient") is paid
        client.cookies.clear()  # a spectator is not a player
