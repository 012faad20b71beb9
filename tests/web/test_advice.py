"""Advice during a game: hints in words, and the players entitled to them."""

import asyncio
from typing import Any

from starlette.testclient import TestClient
from web_engine import QuickEngine
from web_games import another, begin, between, code, intend, play, state

from tengen import Game
from tengen.engines.hints.facts import Fact
from tengen.engines.hints.hint import sentence
from tengen.web.engine.engine_jobs import GLANCE, EngineJobs
from tengen.web.engine.messages import AnalysisResult
from tengen.web.games import game_actions
from tengen.web.games.computer_turns import Thinker
from tengen.web.games.game_actions import why_no_advice
from tengen.web.games.hints import hint, outlook
from tengen.web.games.live_game import LiveGame
from tengen.web.games.lost_games import living
from tengen.web.languages.reader_language import speaking
from tengen.web.rooms import GameTerms, Room


def found(move: str = "", *line: str, black: float = 0.5, lead: float = 0.0, **owners: float) -> AnalysisResult:
    candidates: list[Any] = []
    if move:
        candidates = [{"move": move, "visits": 9, "win_rate": black, "lead": lead, "variation": [move, *line]}]
    return {
        "to_play": "black", "visits": 9, "win_rate": black, "black": black, "lead": lead,
        "candidates": candidates, "ownership": owners,
    }  # fmt: skip


def test_a_hint_has_reasons_in_the_readers_language() -> None:
    game = Game.setup("chinese", ["OX...", "O....", "X....", ".....", "....."])
    captured = sentence(Fact("takes", "black", 2, ("A5",)))
    joins = sentence(Fact("joins", "black", 0, ("A3", "B5")))
    result: AnalysisResult = {**found("B4", "C3"), "why": [captured, joins]}
    text = "B4. It captures 2 stones at A5. It joins A3 and B5. This is the opinion of Tengen."
    assert hint(game, result) == {"move": "B4", "point": "B4", "text": text}
    with speaking("de"):
        assert hint(game, result)["text"] == (
            "B4. Der Zug schlägt 2 Steine auf A5. Der Zug verbindet A3 und B5. Das ist die Einschätzung von Tengen."
        )
    with speaking("ja"):
        assert hint(game, result)["text"] == "B4。A5の2子を取ります。A3、B5をつなぎます。これはTengenの判断です。"
    assert hint(game, found("pass"))["text"] == "Pass: there is nothing left to gain. This is the opinion of Tengen."
    assert hint(game, found()) == {"move": None, "point": None, "text": "The computer has no move to show."}
    tao = Game("tao", board="5", tao_price=0)
    assert hint(tao, found("tao A1"))["point"] == "A1"


def test_workers_say_why_but_at_a_glance() -> None:
    game = Game.setup("chinese", ["OX...", "OXO..", "O.O..", "XO...", "....."])
    jobs = EngineJobs(megabytes=8)
    *before, last = jobs.analyse(game.to_json(), GLANCE + 100)
    assert last["why"] == ["It captures 3 stones at A5.", "It saves 3 stones at B5 and A2 from capture."]
    assert not any("why" in each for each in before)
    assert not any("why" in each for each in jobs.analyse(game.to_json(), GLANCE))


def test_an_outlook_tells_points_only_where_points_decide() -> None:
    game = Game("chinese", board="5")
    text = "Black is ahead by about 6.5 points, and wins with a chance of 80 %. This is the opinion of Tengen."
    assert outlook(game, found(black=0.8, lead=6.4))["text"] == text
    white = outlook(game, found(black=0.2, lead=6.4))
    tile = outlook(Game("tile", board="5"), found(black=0.8, lead=6.4))
    assert white["text"] == "White wins with a chance of 80 %. This is the opinion of Tengen."
    assert tile["text"] == "Black wins with a chance of 80 %. This is the opinion of Tengen."
    assert living(found(A1=-0.9, B1=0.1), "black")
    assert not living(found(A1=-0.9, B1=-0.1), "black")


def advice(client: TestClient, id: str, kind: str = "hint") -> Any:
    return client.post(f"/api/games/{id}/advice", json={"kind": kind})


def test_hints_against_the_computer_are_charged_once_a_position(client: TestClient, engine: QuickEngine) -> None:
    engine.found = found("C3", lead=2.0, black=0.7, C3=0.5)
    made = begin(client, opponent={"kind": "self"})
    assert state(client, made["id"])["actions"]["hint"] == {"ok": True}
    assert advice(client, made["id"]).json()["move"] == "C3"
    assert advice(client, made["id"], "outlook").json()["ownership"] == {"C3": 0.5}
    assert engine.looked == 1
    play(client, made["id"], "C3")
    assert advice(client, made["id"], "outlook").status_code == 200
    assert engine.looked == 2
    stranger = another(client)
    assert advice(stranger, made["id"]).status_code == 403


def test_hints_against_a_friend_are_for_both_or_for_nobody(client: TestClient, engine: QuickEngine) -> None:
    friend = another(client)
    engine.found = found("C3")
    id = between(client, friend)
    assert code(advice(client, id)) == (409, "no-advice")
    assert state(client, id)["actions"]["hints"] == {"ok": True, "cost": "asks White"}
    assert intend(client, id, kind="propose", what="hints").status_code == 200
    asked = state(friend, id)
    assert asked["offer"]["hints"]["text"] == "Black would like hints from the computer, for both of you."
    assert intend(friend, id, kind="decline", what="hints").status_code == 200
    seen = state(client, id)
    assert seen["answered"]["text"] == "White declined hints."
    assert (seen["offer"], advice(client, id).status_code) == ({}, 409)
    intend(client, id, kind="propose", what="hints")
    assert intend(client, id, kind="withdraw", what="hints").status_code == 200
    intend(client, id, kind="propose", what="hints")
    assert intend(friend, id, kind="accept", what="hints").status_code == 200
    assert advice(client, id).json()["move"] == "C3"
    assert advice(friend, id).json()["error"]["code"] == "not-your-turn"
    assert advice(friend, id, "outlook").status_code == 200
    assert "hints" not in state(client, id)["actions"]


def test_there_are_no_hints_in_a_rated_game() -> None:
    room = Room(GameTerms(Game("chinese", board="5").to_json(), rated=True))
    assert why_no_advice(room, {"black"}) == "Rated games have no hints."
    assert not {"hint", "outlook", "hints"} & set(game_actions.actions(room, {"black"}))


async def test_two_who_ask_at_once_pay_once(engine: QuickEngine) -> None:
    engine.found = found("C3")
    live = LiveGame("game", Room(GameTerms(Game("chinese", board="5").to_json())))
    thinker = Thinker(engine)
    paid: list[int] = []
    await asyncio.gather(*(thinker.advise(live, paid.append) for _ in range(2)))
    assert (len(paid), engine.looked) == (1, 1)
