"""Records as plain data: games of any length are compared, copied, pickled and shown."""

import copy
import pickle

import pytest

from tengen.records import Node, Record

LENGTH = 10_000


def game(last: str = "D4") -> Record:
    """Return a long game with a variation at every hundredth move."""
    record = Record("19", about={"name": "long"})
    node = record.root
    for number in range(LENGTH):
        node.children.append(Node(move="pass", colour="black", properties={"N": [str(number)]}, line=number + 1))
        if number % 100 == 0:
            node.children.append(Node(move="E5", changes={"A1": "white"}))
        node = node.children[0]
    node.move = last
    return record


def test_long_games_are_compared() -> None:
    assert game() == game()
    assert game() != game("E4")
    assert game().root != "a root"
    shorter = game()
    shorter.root.children.pop()
    assert shorter != game()


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))])
def test_long_games_are_copied_and_pickled(twin_of: object) -> None:
    record = game()
    twin = twin_of(record)  # type: ignore[operator]
    assert twin == record
    assert [node.line for node in twin.main_line()] == [node.line for node in record.main_line()]
    twin.root.children[1].changes["A1"] = "black"
    assert twin != record


def test_a_shallow_copy_shares_its_children() -> None:
    node = game().root
    assert copy.copy(node).children is node.children


def test_long_games_are_shown_in_short() -> None:
    assert repr(game().root) == "Node(children=2)"
    assert len(repr(game())) < 300


def test_where_a_step_stood_does_not_count() -> None:
    assert Node(move="D4", line=1) == Node(move="D4", line=2)


def test_a_node_copied_with_its_game_stays_the_games_own() -> None:
    record = game()
    twin, node = copy.deepcopy((record, record.root.children[0]))
    assert twin.root.children[0] is node
