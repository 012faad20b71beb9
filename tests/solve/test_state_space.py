"""The graph of states equals plain play with `Game`, variant by variant, and it can be stopped and resumed."""

from collections.abc import Hashable
from pathlib import Path

import numpy as np
import pytest

from tengen import Game
from tengen.records import Pass, Reason, TengenError
from tengen.solve.states.explorer import Explorer, Limits, StatesFull, explore
from tengen.solve.states.successors import NOWHERE

KO = (Reason.KO,)


def key(game: Game, free: bool, spent: bool) -> Hashable:
    """Return the identity of a state from a game: everything that distinguishes its future."""
    position = game.position
    passes = 0
    for move in reversed(game.moves):
        if move is not Pass:
            break
        passes += 1
    banned: frozenset[int] = frozenset()
    if game.outcome is None:
        banned = frozenset(p for p, label in enumerate(game.board.labels) if game.why_not(label) == KO)
    return (
        frozenset(position.stones.items()),
        frozenset(position.tiles.items() if game.rules.tile_stack != "unlimited" else ()),
        position.to_play,
        tuple(position.prisoners.values()) if spent and not free else (),
        tuple(position.tao_in_hand.values()),
        position.last_incursion if game.rules.tiles != "none" else False,
        passes,
        banned,
    )


def plainly(game: Game, prisoners: int | None) -> tuple[int, int, int]:
    """Count states, turns between them and turns beyond the limit by playing every move of every state."""
    spent = game.rules.passing == "return" or game.rules.tao == "on"
    free = spent and prisoners is None
    found = {key(game, free, spent)}
    ends = [game]
    turns = beyond = 0
    while ends:
        now = ends.pop()
        for move in tuple(now.legal_moves()):
            then = now.copy()
            then.play(move)
            turns += 1
            if spent and not free and max(then.prisoners.values()) > (prisoners or 0):
                beyond += 1
                continue
            if key(then, free, spent) not in found:
                found.add(key(then, free, spent))
                ends.append(then)
    return len(found), turns, beyond


@pytest.mark.parametrize(
    ("game", "prisoners"),
    [
        (Game("chinese", board="2x2", repetition="ko"), None),
        (Game("chinese", board="3x1", repetition="none"), None),
        (Game("chinese", board="2x2", repetition="ko", suicide="allowed"), None),
        (Game("tile", board="3x1"), 2),
        (Game("cushion", board="3x1"), 2),
        (Game("tile", board="2x1", tile_stack=3), 3),
        (Game("tile", board="2x2"), 0),
        (Game("tile", board="3x1", tile_stack="unlimited"), 2),
        (Game("cushion", board="2x2", tile_stack="unlimited"), 1),
        (Game("tao", board="3x1", komi=0), 1),
        (Game("tao", board="2x1", tao_payment="points", tao_in_hand=1), None),
        (Game("gengo", board="4x1", repetition="ko"), None),
        (Game("gengo", board="gengo 4x2", repetition="ko", friendly_fire="after"), None),
        (Game("chinese", board="3x2 without B1", repetition="ko"), None),
    ],
    ids=lambda what: f"{what.variant.name} {what.board.text}" if isinstance(what, Game) else str(what),
)
def test_the_graph_is_what_playing_every_move_finds(game: Game, prisoners: int | None) -> None:
    graph = explore(game, Limits(prisoners=prisoners))
    found = len(graph), len(graph.targets), int((graph.targets == NOWHERE).sum())
    assert graph.is_whole
    assert found == plainly(game, prisoners)


@pytest.mark.parametrize("name", ["tile", "cushion"])
def test_states_without_prisoners_always_allow_returns(name: str) -> None:
    rich = Game.setup(name, ["..."], prisoners={"black": 1000, "white": 1000})
    graph = explore(Game(name, board="3x1"))
    assert graph.is_free
    assert (len(graph), len(graph.targets), 0) == plainly(rich, None)


def test_superko_is_taken_as_plain_ko() -> None:
    plain = explore(Game("chinese", board="2x2", repetition="ko"))
    for rule in ("positional", "situational", "natural", "formal", "ing", "no-result"):
        graph = explore(Game("chinese", board="2x2", repetition=rule))
        np.testing.assert_array_equal(graph.states, plain.states)


def test_points_and_turns_can_be_left_out() -> None:
    game = Game.setup("chinese", ["...", "..."], repetition="ko")
    only = explore(game, Limits(points={"black": ["A1"], "white": ["C2"]}, passes=False))
    assert {only.game.write_move(only.move(edge)) for edge in range(len(only.targets))} == {"A1", "C2"}
    assert len(only) == 3
    elsewhere = explore(game, Limits(points={"black": ["A1"], "white": ["C2"]}, elsewhere=True))
    assert len(elsewhere) == 8  # four positions, either side to move; nothing ends


def test_a_state_tells_its_position() -> None:
    graph = explore(Game("cushion", board="3x1"), Limits(prisoners=2))
    held = [graph.position(state) for state in range(len(graph))]
    assert held[0].stones == {}
    assert max(max(position.prisoners.values()) for position in held) == 2
    assert any(position.tiles for position in held)
    assert any(position.last_incursion for position in held)


class Stop(Exception):
    """Ends a search from outside."""


def stopped(explorer: Explorer, states: int) -> None:
    def report(now: Explorer) -> None:
        if now.found > states:
            raise Stop

    with pytest.raises(Stop):
        explorer.run(report)


def test_a_search_that_was_stopped_goes_on(tmp_path: Path) -> None:
    game, kept = Game("tile", board="3x2"), tmp_path / "kept"
    first = Explorer(game, Limits())
    stopped(first, 5000)
    first.keep_in(kept).save()
    assert first.expanded < first.found
    whole, resumed = explore(game), Explorer(game, Limits())
    keeper = resumed.keep_in(kept)
    resumed.run()
    keeper.save()
    again = Explorer(game, Limits())
    again.keep_in(kept)
    for found in (resumed.graph(), again.graph()):
        assert found.is_whole
        for name in ("states", "offsets", "targets", "moves"):
            np.testing.assert_array_equal(getattr(found, name), getattr(whole, name))
    with pytest.raises(TengenError, match="belongs to another job"):
        Explorer(Game("cushion", board="3x2"), Limits()).keep_in(kept)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    """Any changed byte is detected, or was without meaning."""
    game, file = Game("tile", board="3x1"), tmp_path / "kept"
    first = Explorer(game, Limits())
    first.run()
    first.keep_in(file).save()
    data = file.read_bytes()
    refused = 0
    for place in range(0, len(data), 97):
        file.write_bytes(data[:place] + bytes([data[place] ^ 0x21]) + data[place + 1 :])
        explorer = Explorer(game, Limits())
        try:
            explorer.keep_in(file)
        except TengenError:
            refused += 1
        else:
            np.testing.assert_array_equal(explorer.graph().states, first.graph().states)
    assert refused > 50


def test_memory_is_bounded_and_what_was_found_stays() -> None:
    explorer = Explorer(Game("tile", board="3x2"), Limits(memory=1 << 20))
    with pytest.raises(StatesFull, match="fill the memory of 1 MiB"):
        explorer.run()
    graph = explorer.graph()
    assert 1000 < graph.expanded < len(graph)
    assert sum(array.nbytes for array in (graph.states, graph.offsets, graph.targets, graph.moves)) < 1 << 20


@pytest.mark.parametrize(
    ("game", "limits", "message"),
    [
        (
            Game("chinese", board="5x5", handicap=2, handicap_kind="free"),
            Limits(),
            "handicap = 2 must be placed",
        ),
        (Game("tao", board="3x3"), Limits(), "limit the prisoners of a side"),
        (Game.setup("cushion", ["..."], prisoners={"black": 3}), Limits(prisoners=2), "more prisoners"),
        (Game("tile", board="1x1"), Limits(), "the game is over"),
        (Game("tile", board="3x1"), Limits(points={}, symmetric=True), "cannot use symmetry"),
    ],
)
def test_what_cannot_be_followed_is_refused(game: Game, limits: Limits, message: str) -> None:
    with pytest.raises(TengenError, match=message):
        explore(game, limits)
