"""Tournaments: pairings and standings, and a whole tournament over HTTP, from the link to the winner."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_accounts import services_of
from web_games import another, code, intend

from tengen.web.tournaments.tournament import Pairing, Player, Tournament, first_games, next_round

NAMES = ("Ada", "Ben", "Cyn", "Dan")


@pytest.mark.parametrize("count", range(3, 17))
def test_everyone_meets_everyone_once_with_balanced_colours(count: int) -> None:
    games = first_games("round-robin", count)
    assert {frozenset((each.black, each.white)) for each in games} == {*map(frozenset, combinations(range(count), 2))}
    assert len(games) == count * (count - 1) // 2
    balance: Counter[int | None] = Counter(each.black for each in games)
    balance.subtract(each.white for each in games)
    assert all(abs(surplus) == 1 - count % 2 for surplus in balance.values())
    for number in range(1, games[-1].round + 1):
        seats = [seat for each in games if each.round == number for seat in (each.black, each.white)]
        assert len(seats) == len({*seats}) == count - count % 2


@pytest.mark.parametrize("count", range(3, 17))
def test_the_stronger_seeds_meet_last_and_byes_are_theirs(count: int) -> None:
    games = new = first_games("knock-out", count)
    byes = {each.black for each in games if each.white is None}
    assert byes == {*range(2 * len(games) - count)}
    while new:
        games = tuple(
            each if each.result else Pairing(each.round, each.place, each.black, each.white, "g", _favoured(each))
            for each in games
        )
        new = next_round(games)
        games += new
        assert {frozenset((each.black, each.white)) for each in new} <= {
            frozenset((seed, 2 * len(new) - 1 - seed)) for seed in range(len(new))
        }
    assert games[-1].winner == 0
    assert sum(each.white is not None for each in games) == count - 1


def _favoured(each: Pairing) -> Any:
    assert each.white is not None
    return "black" if each.black < each.white else "white"


def made(kind: Any, *games: tuple[int, int | None, Any]) -> Tournament:
    rows = tuple(Pairing(1, place, black, white, f"g{place}", how) for place, (black, white, how) in enumerate(games))
    players = tuple(Player(number, str(number)) for number in range(4))
    return Tournament("Cup", kind, "", "0", "playing", players, rows)


def test_ties_are_broken_by_opponents_points_or_shared() -> None:
    table = made(
        "round-robin",
        *((0, 1, "black"), (1, 2, "black"), (2, 0, "black"), (3, 0, "draw"), (3, 1, "draw"), (2, 3, "white")),
    ).standings()
    # Points: 0 and 1 have 1.5, 2 has 1, 3 has 2; 0 beat 1 and drew with 3, 1 beat 2 and drew with 3.
    assert [(each.rank, each.player.number, each.points, each.tie_break) for each in table] == [
        *((1, 3, 2.0, 2.5), (2, 0, 1.5, 2.5), (3, 1, 1.5, 2.0), (4, 2, 1.0, 1.5))
    ]
    shared = made("round-robin", (0, 1, "draw"), (2, 3, "draw")).standings()
    assert [each.rank for each in shared] == [1, 1, 1, 1]


def test_a_drawn_knock_out_game_is_replayed_with_colours_swapped() -> None:
    found = made("knock-out", (0, 1, None), (2, 3, None)).settled({"g0": "draw", "g1": "white"})
    assert [(each.black, each.white, each.game, each.result) for each in found.games] == [
        *((1, 0, None, None), (2, 3, "g1", "white"))
    ]
    found = made("round-robin", (0, 1, None), (2, 3, None)).settled({"g0": "draw", "g1": None})
    assert [(each.black, each.game, each.result) for each in found.games] == [(0, "g0", "draw"), (3, None, None)]


@pytest.fixture
def four(client: TestClient) -> list[TestClient]:
    found = [client, *(another(client) for _ in NAMES[1:])]
    for each, name in zip(found, NAMES, strict=True):
        each.put("/api/me", json={"name": name})
    return found


def begun(four: list[TestClient], kind: str, variant: str = "tile") -> str:
    answer = four[0].post("/api/tournaments", json={"name": "Cup", "kind": kind, "variant": variant, "board": "5"})
    assert answer.status_code == 201, answer.text
    address = f"/api/tournaments/{answer.json()['id']}"
    for each in four:
        assert each.post(f"{address}/players", json={}).status_code == 201
    assert code(four[1].post(f"{address}/players", json={})) == (409, "not-open")
    assert code(four[1].post(f"{address}/start")) == (403, "not-yours")
    assert four[0].post(f"{address}/start").status_code == 200
    assert code(four[0].post(f"{address}/start")) == (409, "not-ready")
    return address


def settled(client: TestClient, address: str) -> Any:
    return client.get(address).json()


def go(client: TestClient, address: str) -> str | None:
    row = settled(client, address)["your_game"]
    if row is None:
        return None
    answer = client.post(f"{address}/games/{row['round']}/{row['place']}")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["url"]).replace("/g/", "")


def play_out(four: list[TestClient], address: str) -> dict[str, Any]:
    """Let the player whose name comes later resign, in every game."""
    for _ in range(12):
        for name, each in zip(NAMES, four, strict=False):
            row = settled(each, address)["your_game"]
            if row is not None and name == max(row["black"], row["white"]):
                intend(each, go(each, address) or "", kind="resign")
        found: dict[str, Any] = settled(four[0], address)
        if found["phase"] == "over":
            return found
    raise AssertionError("the tournament does not end")


@pytest.mark.parametrize(("kind", "games"), [("round-robin", 6), ("knock-out", 3)])
def test_a_tournament_of_four_ends_with_a_winner(four: list[TestClient], kind: str, games: int) -> None:
    address = begun(four, kind)
    first = settled(four[3], address)["your_game"]
    other = next(each for each in four[:3] if settled(each, address)["your_game"]["place"] == first["place"])
    game = go(four[3], address)
    assert game == go(other, address)
    links = [four[3].post(f"/api/games/{game}/invitation/{colour}") for colour in ("black", "white")]
    assert sorted(each.status_code for each in links) == [200, 409], "the opponent's seat is not theirs to give"
    outsider = next(each for each, name in zip(four, NAMES) if name not in (first["black"], first["white"]))
    assert code(outsider.post(f"{address}/games/1/{first['place']}")) == (403, "not-your-seat")
    found = play_out(four, address)
    rows = [row for each in found["rounds"] for row in each]
    assert (len(rows), all(row["result"] for row in rows)) == (games, True)
    winner = found["standings"][0]
    assert (winner["name"], winner["points"]) == ("Ada", len(found["rounds"]))
    assert four[0].get(rows[0]["url"].replace("/g/", "/api/games/")).json()["tournament"] == found["id"]


def test_a_player_who_leaves_loses_what_is_open(four: list[TestClient]) -> None:
    address = begun(four, "round-robin", "chinese")
    link, tablet = four[3].post("/api/me/carry", json={}).json()["url"], another(four[0])
    assert tablet.post("/api/me/carried", json={"token": link.partition("#")[2]}).status_code == 200
    row, game = settled(four[3], address)["your_game"], go(four[3], address) or ""
    number = settled(tablet, address)["you"]
    four[3] = tablet
    assert number in row["numbers"]
    other = next(each for each in four[:3] if settled(each, address)["your_game"]["place"] == row["place"])
    for each in [four[3], other][:: 1 if row["black"] == "Dan" else -1]:
        assert intend(each, game, kind="move", move="pass").status_code == 200
    assert four[3].get(f"/api/games/{game}").json()["phase"] == "counting"
    assert code(four[1].delete(f"{address}/players/{number}")) == (403, "not-yours")
    assert four[0].delete(f"{address}/players/{number}").status_code == 200
    over = four[3].get(f"/api/games/{game}").json()["outcome"]
    assert (over["how"], over["winner"]) == ("resignation", "white" if row["black"] == "Dan" else "black")
    found = settled(four[0], address)
    assert next(each for each in found["standings"] if each["name"] == "Dan")["points"] == 0
    assert sorted(each["points"] for each in found["standings"]) == [0, 1, 1, 1]
    assert (over := play_out(four[:3], address))["standings"][0]["points"] == 3
    assert code(four[1].delete(f"{address}/players/{over['standings'][1]['number']}")) == (409, "over")


def test_a_result_of_a_killed_server_is_found_again(four: list[TestClient]) -> None:
    address = begun(four, "knock-out")
    services = services_of(four[0])
    services.games.loaded.followers.remove(services.tournaments._follow)
    game = go(four[0], address)
    services.games.loaded.forget(game or "")
    assert (settled(four[1], address)["phase"], game in services.games.loaded._games) == ("playing", False)
    intend(four[0], game or "", kind="resign")
    services.games.loaded.forget(game or "")
    row = next(row for row in settled(four[1], address)["rounds"][0] if row["url"] == f"/g/{game}")
    assert row["result"] is not None


def test_the_organiser_and_players_decide_before_it_begins(four: list[TestClient]) -> None:
    ada, ben, _, _ = four
    address = ada.post("/api/tournaments", json={"board": "9"}).json()["url"].replace("/t/", "/api/tournaments/")
    ben.post(f"{address}/players", json={"name": "Benjamin"})
    assert code(ben.post(f"{address}/players", json={"name": "Otto"})) == (409, "not-open")
    found = settled(ben, address)
    assert [each["name"] for each in found["players"]] == ["Benjamin"]
    assert code(ada.post(f"{address}/start")) == (409, "not-ready")
    assert ben.delete(f"{address}/players/{found['you']}").json()["players"] == []
    assert code(ada.get("/api/tournaments/nothing")) == (404, "no-tournament")
    assert code(ada.delete(f"{address}/players/77")) == (404, "no-player")
    assert code(ada.post(f"{address}/games/7/7")) == (404, "no-game")
    with ada.websocket_connect("/api/tournaments/nothing/live") as socket, pytest.raises(WebSocketDisconnect) as gone:
        socket.receive_json()
    assert gone.value.code == 4404
    assert ada.get("/t/nothing").status_code == 404
    assert ada.post("/api/tournaments", json={"kind": "swiss"}).status_code == 422
