"""Symmetries: known group orders, and generators that are symmetries."""

from math import factorial

import pytest
from board_strategies import json_boards
from data import cases
from example_counts import examples
from hypothesis import given

from tengen.boards import BoardError, parse


@pytest.mark.parametrize(("text", "count"), cases("symmetry", "group_orders"))
def test_group_orders(text: str, count: int) -> None:
    assert parse(text).symmetry_count() == count


@examples(40)
@given(json_boards())
def test_generators_keep_every_relation(text: str) -> None:
    board = parse(text)
    for moved in board.symmetries():
        assert sorted(moved) == list(range(len(board)))
        for relation in (board.edges, board.neighbours, board.footprint):
            assert all(
                {moved[other] for other in related} == set(relation[moved[point]])
                for point, related in enumerate(relation)
            )


def test_large_orders_are_exact() -> None:
    assert parse("graph:k200").symmetry_count() == factorial(200)


def test_orders_too_long_to_read_are_refused() -> None:
    with pytest.raises(BoardError, match="more symmetries"):
        parse("edges:" + ",".join(map(str, range(1600)))).symmetry_count()


def test_each_relation_counts() -> None:
    path = '{"points":["a","b","c"],"edges":[["a","b"],["b","c"]]'
    assert parse(path + "}").symmetry_count() == 2
    assert parse(path + ',"neighbours":[["a","b"]]}').symmetry_count() == 1
    assert parse(path + ',"neighbours":[["a","c"]]}').symmetry_count() == 2
    assert parse(path + ',"neighbours":[],"footprint":[["b","c"]]}').symmetry_count() == 1


def test_generators_make_the_whole_group() -> None:
    generators = parse("graph:petersen").symmetries()
    group = {tuple(range(10))}
    fresh = list(group)
    while fresh:
        known = fresh.pop()
        for moved in generators:
            product = tuple(moved[point] for point in known)
            if product not in group:
                group.add(product)
                fresh.append(product)
    assert len(group) == 120
