"""Profiles: games and results as each reader may see them, and the links that lead there."""

from starlette.testclient import TestClient
from test_ratings import game_of_two, wait_until_counted
from web_accounts import Person, account, member, services_of
from web_games import between, intend, play

MOVES = ("A5", "B5", "C5", "D5", "E5", "F5")


def profile(reader: TestClient, whose: str, page: int = 1) -> str:
    answer = reader.get(whose, params={"page": page})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_profile_shows_games_by_link_to_their_players_alone(person: Person) -> None:
    ada, ben, cyn = member(person), member(person, "Ben"), member(person, "Cyn")
    address = account(ada)["profile"]
    game = game_of_two(ada, ben)
    intend(ben, game, kind="resign")
    begun = between(ada, cyn, board="9")
    open_one = begin_listed(ada)
    wait_until_counted(ada)
    own, his, hers, strangers = (profile(each, address) for each in (ada, ben, cyn, person()))
    assert [game in text for text in (own, his, hers, strangers)] == [True, True, False, False]
    assert [begun in text for text in (own, his, hers, strangers)] == [True, False, True, False]
    assert all(open_one in text for text in (own, his, hers, strangers))
    assert ["Against you" in text for text in (own, his, hers, strangers)] == [False, True, False, False]
    assert [account(ben)["profile"] in text for text in (own, his, hers, strangers)] == [True, True, False, False]
    assert "1 : 0" in his
    assert "0 : 1" in profile(ada, account(ben)["profile"])
    assert all("provisional" in text for text in (own, hers, strangers))  # ratings are for all
    assert game not in profile(ada, address, 2)


def begin_listed(client: TestClient) -> str:
    made = client.post("/api/games", json={"board": "9", "opponent": {"kind": "computer"}, "listed": True})
    return str(made.json()["id"])


def test_names_lead_to_profiles_while_there_is_an_account(person: Person) -> None:
    ada, guest = member(person), person()
    address = account(ada)["profile"]
    game = between(ada, guest, board="9")
    play(ada, game, "A1")
    assert guest.get(f"/api/games/{game}/profiles").json() == {"black": address}
    days = {"clock": {"kind": "correspondence", "period": 86_400}}
    assert ada.post("/api/lobby/challenges", json=days).status_code == 201
    assert guest.post("/api/lobby/challenges", json=days).status_code == 201
    services_of(ada).lobby._read_at = -10.0
    lobby = ada.get("/api/lobby").json()
    assert [each["profile"] for each in lobby["challenges"]] == [address, None]
    assert (lobby["people"]["names"][0], lobby["people"]["profiles"]) == ("Ada", [address, None])
    assert ada.delete("/api/account", params={"sure": True}).status_code == 200
    assert guest.get(address).status_code == guest.get("/people/%00").status_code == 404
