"""Ratings: Glickman's example to the digit, each game rated once, and the same result when recomputed."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

import pytest
from starlette.testclient import TestClient
from test_store import opened
from web_accounts import Person, account, at_server, member, mine, services_of, sign_in, sign_up
from web_games import begin, between, code, intend, play
from web_passkeys import Device

from tengen.web.accounts.kinds import titles
from tengen.web.games.next_game import easier_terms
from tengen.web.languages.reader_language import speaking
from tengen.web.lobby.lobby_server import house_bots
from tengen.web.store import RatedGame, Store, glicko
from tengen.web.store.glicko import Rating, after_game, first_rating, rested

TILE = "tile/9"
CLOCK = {"kind": "fischer", "main": 600, "increment": 5}


def test_a_kind_is_named_in_the_language_of_each_reader() -> None:
    with speaking("de"):
        assert titles("chinese/9x9 torus") == ("Go, chinesische Regeln", "Torus 9x9")
    assert titles("chinese/9x9 torus") == ("Go, Chinese rules", "9x9 torus")


def test_the_published_example_comes_out_to_the_digit() -> None:
    """Glickman, *Example of the Glicko-2 system* (2012): 1464.06, 151.52 and 0.05999."""
    player = glicko._Player(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert (round(player.rating, 2), round(player.rd, 2), round(player.vol, 5)) == (1464.05, 151.52, 0.06)
    assert abs(player.vol - 0.059996) < 5e-7  # by the package's own function it is 0.059993


def test_rating_changes_do_not_depend_on_the_scales_origin() -> None:
    low, high = (after_game(Rating(base, 80), Rating(base + 200, 60), 1, 0.0) for base in (1500, 2300))
    for one, other in zip(low, high):
        assert abs(one.rating + 800 - other.rating) < 1e-6
        assert abs(one.volatility - other.volatility) < 1e-9


def test_ratings_become_certain_by_games() -> None:
    mine, level = Rating(), first_rating("computer-4")
    assert (mine.provisional, level.rating) == (True, 1500.0)
    for number in range(12):
        mine, level = after_game(mine, level, number % 2, float(number))
    assert (mine.provisional, mine.games, abs(mine.rating - level.rating) < 150) == (False, 12, True)
    assert rested(mine, 11 + glicko.WEEK * 0.9).deviation == mine.deviation
    assert rested(mine, glicko.WEEK * 400).deviation > mine.deviation
    assert rested(mine, glicko.WEEK * 40_000).deviation == 350
    assert [first_rating(f"computer-{level}").rating for level in (1, 10)] == [770, 2650]


def finished(number: int, black: str, white: str, score: float) -> RatedGame:
    return RatedGame(f"g{number}", TILE, black, white, score, 1000.0 * number)


async def test_concurrent_results_are_rated_once(url: str) -> None:
    played = [
        finished(number, f"p{number % 3}", f"p{(number + 1) % 3}", (0.0, 0.5, 1.0)[number % 3]) for number in range(9)
    ]
    other = Store(url)
    async with opened(url) as one:
        told = await asyncio.gather(*(store.results.rate(game) for game in played for store in (one, other)))
        assert sorted(told) == [False] * 9 + [True] * 9
        kept = {name: asdict((await one.results.ratings_of(name))[TILE]) for name in ("p0", "p1", "p2")}
        assert [each["games"] for each in kept.values()] == [6, 6, 6]
        history = [await one.results.changes_of(name) for name in kept]
        assert await one.results.count_anew() == 9
        for name, before in kept.items():
            assert asdict((await one.results.ratings_of(name))[TILE]) == pytest.approx(before, abs=1e-9)
        assert [await one.results.changes_of(name) for name in kept] == history
        await one.results.forget_player("p0", "x")
        assert (await one.results.ratings_of("p0"), await one.results.changes_of("p0")) == ({}, [])
        assert {each.opponent for each in await one.results.changes_of("p1")} == {"gone-x", "p2"}
        await one.results.count_anew()
        assert asdict((await one.results.ratings_of("p1"))[TILE]) == pytest.approx(kept["p1"], abs=1e-9)
        assert await one.results.changes_of("gone-x") == []
    await other.close()


# -- games -------------------------------------------------------------------------------------------------------------


def make(client: TestClient, **wanted: Any) -> Any:
    return client.post("/api/games", json={"variant": "chinese", "board": "9", "opponent": {"kind": "friend"}} | wanted)


def game_of_two(black: TestClient, white: TestClient, moves: int = 6, **wanted: Any) -> str:
    game = between(black, white, board="9", rated=True, clock=CLOCK, **wanted)
    for count in range(moves):
        play((black, white)[count % 2], game, f"{'ABCDEFGH'[count]}5")
    return game


def ratings(client: TestClient) -> Any:
    return {each["kind"]: each for each in client.get("/api/me/results").json()["kinds"]}


def wait_until_counted(client: TestClient) -> None:
    """Wait until the computer has answered and every game that is over is counted."""
    games = services_of(client).games

    async def settled() -> None:
        while work := [
            task for task in games.tasks if not re.search(r"GameServer\._pulse|TaskSet\.repeat", repr(task))
        ]:
            await asyncio.wait(work)

    at_server(client, settled)


def test_a_rated_game_that_goes_on_is_copied_by_nobody(person: Person) -> None:
    ada = member(person)
    for rated, status, says in ((True, 409, "not-over"), (False, 201, None)):
        game = make(ada, rated=rated, opponent={"kind": "computer", "level": 1}).json()["id"]
        answer = make(ada, **{"from": {"game": game, "moves": 0}, "opponent": {"kind": "self"}})
        assert (answer.status_code, answer.json().get("error", {}).get("code")) == (status, says)


def test_a_rated_game_of_two_accounts_changes_both_ratings_once(person: Person) -> None:
    ada, ben = member(person), member(person, "Ben")
    game = game_of_two(ada, ben)
    assert ada.get(f"/api/games/{game}").json()["rated"] is True
    assert intend(ada, game, kind="propose", what="undo").json()["error"]["code"] == "rated"
    assert "undo" not in ada.get(f"/api/games/{game}").json()["actions"]
    assert intend(ben, game, kind="resign").status_code == 200
    wait_until_counted(ada)
    won, lost = ratings(ada)["chinese/9"], ratings(ben)["chinese/9"]
    assert (won["people"], lost["people"]["lost"]) == ({"won": 1, "lost": 0, "drawn": 0}, 1)
    assert (won["title"], won["board"]) == ("Go, Chinese rules", "9x9")
    assert won["rating"]["rating"] > 1600 > 1400 > lost["rating"]["rating"]
    assert won["rating"]["provisional"]
    for _ in range(2):
        at_server(ada, services_of(ada).results.settle, found(ada, game))
    assert ratings(ada)["chinese/9"] == won
    told = ada.get(f"/api/games/{game}/ratings").json()
    assert (told["black"]["before"], told["black"]["after"]) == (1500, told["black"]["rating"])
    assert told["white"]["provisional"]


def test_abandoned_games_and_games_with_oneself_are_not_rated(person: Person) -> None:
    ada, ben = member(person), member(person, "Ben")
    game = game_of_two(ada, ben, moves=5)
    intend(ben, game, kind="resign")
    wait_until_counted(ada)
    assert ratings(ada) == {}
    assert ada.get(f"/api/games/{game}/ratings").json() == {}


def test_against_the_computer_its_level_is_the_opponent(person: Person) -> None:
    ada = member(person)
    game = make(ada, rated=True, opponent={"kind": "computer", "level": 2}).json()["id"]
    for label in ("E5", "E6", "E7", "E8"):
        play(ada, game, label)
        wait_until_counted(ada)
    assert intend(ada, game, kind="propose", what="undo").json()["error"]["code"] == "rated"
    intend(ada, game, kind="resign")
    wait_until_counted(ada)
    rated = ratings(ada)["chinese/9"]
    assert (rated["computer"]["lost"], rated["rating"]["rating"] < 1450) == (1, True)
    level = at_server(ada, services_of(ada).store.results.ratings_of, "computer-2")["chinese/9"]
    assert (level.games, level.rating > 1140) == (1, True)


@pytest.mark.parametrize(
    "wanted",
    [
        {"opponent": {"kind": "self"}},
        {"axes": {"komi": 30}},
        {"toml": 'name = "mine"\ntitle = "Mine"\ninherits = "chinese"\n[axes]\nkomi = 3.5'},
        {"graph": {"name": "a.edges", "text": "0 1\n1 2\n2 0\n"}},
    ],
    ids=["one device", "other komi", "own rules", "own board"],
)
def test_only_games_by_the_rules_as_they_are_called_are_rated(person: Person, wanted: dict[str, Any]) -> None:
    ada, nobody = member(person), person()
    assert code(make(ada, rated=True, **wanted)) == (422, "not-rated")
    assert make(nobody, rated=True).json()["error"]["code"] == "no-account"


def test_every_rated_game_has_a_clock(person: Person) -> None:
    ada = member(person)
    refused = make(ada, rated=True)
    assert (refused.status_code, refused.json()["error"]["text"]) == (
        422, "Rated games have a clock, so that each of them ends.",
    )  # fmt: skip
    for opponent in ({"kind": "computer", "level": 1}, {"kind": "computer", "bot": house_bots()[0].key}):
        made = make(ada, rated=True, opponent=opponent).json()
        live = found(ada, made["id"])
        assert (live.room.terms.timing.kind, live.room.terms.timing.period) == ("correspondence", 3 * 86_400)
        assert not easier_terms(live.room, "handicap").rated, "with a handicap the rules are not the usual ones"


def found(client: TestClient, game: str) -> Any:
    return at_server(client, services_of(client).games.find, game)


def test_a_rated_rematch_is_for_the_same_players_and_begins_once(person: Person) -> None:
    ada, ben, carl = member(person), member(person, "Ben"), member(person, "Carl")
    game = game_of_two(ada, ben)

    def carry(source: TestClient, target: TestClient) -> Any:
        token = source.post("/api/me/carry", json={}).json()["url"].partition("#")[2]
        return target.post("/api/me/carried", json={"token": token})

    for target in (carl, person()):
        assert carry(ada, target).json()["error"]["code"] == "rated"
    intend(ben, game, kind="resign")
    wait_until_counted(ada)
    assert carry(ada, carl).json()["games"] == 0
    first, second = rematches(game, ada, ben)
    assert first["id"] == second["id"]
    assert {id for each in (ada, ben) for id in mine(each)} == {game, first["id"]}
    wait_until_counted(ada)
    held, before = (at_server(ada, services_of(ada).store.results.players, id) for id in (first["id"], game))
    assert held == {"black": before["white"], "white": before["black"]}


def rematches(game: str, *players: TestClient) -> list[Any]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda each: each.post(f"/api/games/{game}/rematch", json={}).json(), players))


def test_who_has_no_account_does_not_sit_down_in_a_rated_game(person: Person) -> None:
    ada, nobody = member(person), person()
    made = make(ada, rated=True, clock=CLOCK).json()
    token = made["invite"].partition("#seat=")[2]
    assert code(nobody.post(f"/api/games/{made['id']}/seat", json={"token": token})) == (403, "no-account")
    as_program = {"id": "1", "number": 0, "intent": {"kind": "resign"}, "seat": token}
    assert nobody.post(f"/api/games/{made['id']}/intents", json=as_program).status_code == 403
    sign_up(nobody, Device(), "Ben")
    assert nobody.post(f"/api/games/{made['id']}/seat", json={"token": token}).status_code == 200


def test_results_need_no_account_and_end_with_resumed_games(person: Person) -> None:
    ada = person()
    game = begin(ada, board="9", opponent={"kind": "computer", "level": 1})["id"]
    for label in ("E5", "E6", "E7"):
        play(ada, game, label)
        wait_until_counted(ada)
    intend(ada, game, kind="resign")
    wait_until_counted(ada)
    assert account(ada) is None
    assert (ratings(ada)["chinese/9"]["computer"]["lost"], ratings(ada)["chinese/9"]["rating"]) == (1, None)
    intend(ada, game, kind="propose", what="undo")
    wait_until_counted(ada)
    assert ratings(ada) == {}


def test_a_rated_challenge_needs_accounts_and_fitting_ratings(person: Person) -> None:
    ada, ben, nobody = person(), person(), person()
    device = Device()
    sign_up(ada, device)
    sign_up(ben, Device(), "Ben")
    offer = {"variant": "chinese", "board": "9", "colour": "black", "rated": True, "clock": CLOCK}
    assert ada.post("/api/lobby/challenges", json=offer | {"clock": {"kind": "none"}}).status_code == 422
    assert ada.post("/api/lobby/challenges", json=offer | {"clocks": [{"kind": "none"}]}).status_code == 422
    assert nobody.post("/api/lobby/challenges", json=offer).json()["error"]["code"] == "no-account"
    assert ada.post("/api/lobby/challenges", json=offer | {"axes": {"komi": 30}}).status_code == 422
    made = ada.post("/api/lobby/challenges", json=offer).json()
    assert nobody.post(f"/api/lobby/challenges/{made['id']}/accept").json()["error"]["code"] == "no-account"
    phone = person()
    assert sign_in(phone, device).status_code == 200
    assert phone.post(f"/api/lobby/challenges/{made['id']}/accept").json()["error"]["code"] == "own-challenge"
    game = ben.post(f"/api/lobby/challenges/{made['id']}/accept").json()["id"]
    for count in range(6):
        play((ada, ben)[count % 2], game, f"{'ABCDEFGH'[count]}5")
    intend(ben, game, kind="resign")
    wait_until_counted(ada)
    assert ratings(ada)["chinese/9"]["rating"]["rating"] > 1600
    strong = ada.post("/api/lobby/challenges", json=offer | {"least": 1600}).json()
    assert ben.post(f"/api/lobby/challenges/{strong['id']}/accept").json()["error"]["code"] == "other-rating"
    newcomer = member(person, "Carl")
    assert newcomer.post(f"/api/lobby/challenges/{strong['id']}/accept").json()["error"]["code"] == "unrated"
