"""Kernel and game agree with the oracle: random games on random boards under random combinations of axes."""

import os
import random
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

import pytest
from agreement import (
    Pair,
    Tally,
    draw_board,
    draw_pair,
    draw_rules,
    draw_setup,
    play,
    play_enough,
    play_many,
    start_pair,
)
from example_counts import examples, first
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle

from tengen import boards
from tengen.game import Game
from tengen.records import BoardError
from tengen.rules import Rules, variant, variants

ENOUGH = 2_000
"""Moves in random games. Those of presets, on larger boards, from positions and after handicaps are 3,500 more."""


@examples(40)
@given(st.data())
def test_random_games_agree(data: st.DataObject) -> None:
    pair = draw_pair(lambda things: data.draw(st.sampled_from(things)), Tally())
    length = data.draw(st.integers(1, 100))
    numbers = data.draw(st.binary(min_size=2 * length, max_size=2 * length))
    play(pair, [numbers[i] + 256 * numbers[i + 1] for i in range(0, len(numbers), 2)])


@pytest.mark.parametrize("seed", range(4))
def test_set_up_positions_agree(seed: int) -> None:
    rng = random.Random(seed)
    for tao in ("off", "on", "on"):
        for tiles in ("none", "tile", "cushion"):
            rules = draw_rules(rng.choice, tao=tao, tiles=tiles)
            play(draw_setup(rng.choice, rules, draw_board(rng.choice), Tally()), numbers(rng, 20))


@pytest.mark.parametrize(
    "text",
    first(
        5,
        [
            *("9x9", "13x9", "gengo 9", "gengo 9x9 torus", "large-n 11", "large-o 11x8", "9x9 footprint ono/nxn/ono"),
            *("9 footprint .nn/nxo", "7 footprint n.n/oxn/.n.", "9 torus footprint nn./nxo/.on", "7x5 footprint xn/nn"),
        ],
    ),
)
def test_larger_boards_agree(text: str) -> None:
    rng = random.Random(text)
    board = boards.parse(text)
    for _ in range(2):
        play(start_pair(draw_rules(rng.choice), board, Tally()), numbers(rng, 30))


@pytest.mark.parametrize("name", [preset.name for preset in variants()])
def test_presets_agree(name: str) -> None:
    rng = random.Random(name)
    preset = variant(name)
    for size in ("3x3", "5x4", "7x7"):
        play(start_pair(preset.rules, boards.parse(size, footprint=preset.footprint), Tally()), numbers(rng, 60))


@pytest.mark.parametrize("text", first(2, ["9x9", "7x7", "13x13", "gengo 9"]))
@pytest.mark.parametrize("stones", range(2, 10))
def test_fixed_handicaps_agree(text: str, stones: int) -> None:
    rng = random.Random(stones)
    board = boards.parse(text)
    axes: dict[str, Any] = {"handicap": stones, "handicap_kind": "fixed", "tao": "on" if stones % 2 else "off"}
    try:
        boards.fixed_handicap(board, stones)
    except BoardError:
        with pytest.raises(BoardError):
            start_pair(Rules(**axes), board, Tally())
        return
    pair = start_pair(Rules(**axes), board, Tally())
    covered = any(board.centre in board.footprint[p] for p in boards.fixed_handicap(board, stones))
    assert pair.game.tao_in_hand["black"] == (1 if stones % 2 and covered else 0)
    play(pair, numbers(rng, 5))


def numbers(rng: random.Random, count: int) -> list[int]:
    return [rng.randrange(1 << 16) for _ in range(count)]


def test_enough_is_compared_and_everything_comes_up() -> None:
    """Whichever tests run in this process; nothing that can occur may be missing."""
    seldom = frozenset(("draw_by_cycle", "('goal', 'row 3')", "('weights', 'corners')"))  # other tests have these
    tally = play_enough(5, ENOUGH, seldom)
    assert tally.moves >= ENOUGH
    assert {*tally.missing()} <= seldom
    print(f"{tally.moves:,} moves in {tally.games:,} games compared")


@pytest.mark.parametrize(
    ("ours", "theirs"), [({}, {"suicide": "allowed"}), ({"repetition": "none"}, {}), ({}, {"komi": 1})]
)
def test_a_disagreement_is_noticed(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """The driver can fail: an oracle with other rules is detected."""
    board = boards.parse("4x4")
    rng = random.Random(1)

    def games() -> None:
        for _ in range(200):
            play(Pair(Game(Rules(**ours), board=board), Oracle(board, Rules(**theirs)), Tally()), numbers(rng, 60))

    with pytest.raises(AssertionError):
        games()


@pytest.mark.slow
def test_a_million_moves_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """Spec and kernel agree over a million moves on boards of up to 25 points."""
    goal, share = 1_000_000, 10_000
    total, began = Tally(), time.perf_counter()
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(play_many, 1_000 + seed, share) for seed in range(goal // share)]
        for job in as_completed(jobs):
            total.add(job.result())
            with capsys.disabled():
                print(f"\r{total.moves:9,} moves, {time.perf_counter() - began:5.0f} s", end="", flush=True)
    with capsys.disabled():
        print(f"\n{total.moves:,} moves in {total.games:,} games, {workers} processes, no disagreement")
    assert total.moves >= goal
    assert total.missing() == []
