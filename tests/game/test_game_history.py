"""Repetition by hand: what each rule of spec 1a allows and forbids, exactly (1.10)."""

import random
from typing import Any

import numpy as np
import pytest
from agreement import AXES, draw_board, draw_rules, fitting
from data import load
from game_playing import choose, legality, seeded

from tengen import boards
from tengen.game import Game
from tengen.kernel import BoardAdjacency
from tengen.kernel import state as kernel_state
from tengen.records import Reason
from tengen.rules.repetition import RepetitionName

KO, REPETITION = Reason.KO, Reason.REPETITION
RULES: tuple[str, ...] = AXES["repetition"]
KO_ROWS = [".XO.", "XO.O", ".XO.", "...."]
DATA = load("repetition")


def ko_fight(repetition: RepetitionName, *moves: str, **more: Any) -> Game:
    """Return the ko of `KO_ROWS` after Black has taken at C3 and the moves that follow."""
    game = Game.setup("chinese", KO_ROWS, repetition=repetition, **{"passes": 3, **more})
    for move in ("C3", *moves):
        game.play(move)
    return game


def retake(game: Game) -> tuple[Reason, ...]:
    return game.why_not("B3")


@pytest.mark.parametrize(
    ("repetition", "at_once", "after_passes"),
    [
        ("none", (), ()), ("ko", (KO,), ()), ("no-result", (KO,), ()), ("ing", (KO,), ()),
        ("singleton", (KO,), (KO,)),  # 4.6: passes do not lift it
        *((name, (REPETITION,), (REPETITION,)) for name in ("positional", "formal", "situational", "natural")),
    ],
)  # fmt: skip
def test_the_retake(repetition: RepetitionName, at_once: tuple[Reason, ...], after_passes: tuple[Reason, ...]) -> None:
    """1.2: a pass lifts the ko, but not superko. After a threat and its answer every rule lets White take back."""
    game = ko_fight(repetition)
    assert game.prisoners == {"black": 1, "white": 0}
    assert retake(game) == at_once
    assert retake(ko_fight(repetition, "pass", "pass")) == after_passes
    assert retake(ko_fight(repetition, "A1", "D1")) == ()


def test_pass_lifts_the_singleton_ko_by_option() -> None:
    assert retake(ko_fight("singleton", "pass", "pass", pass_lifts_ko=True)) == ()
    assert retake(ko_fight("singleton", pass_lifts_ko=True)) == (KO,)


def test_a_return_and_a_tao_stone_lift_the_ko() -> None:
    """1.2: like one's own previous turn."""
    game = ko_fight("ko", passing="both", prisoners={"white": 1})
    game.play("return")
    game.play("pass")
    assert retake(game) == ()
    game = ko_fight("ko", tao="on", tao_in_hand={"white": 1})
    game.play("tao D1")
    game.play("pass")
    assert retake(game) == ()


def test_a_turn_of_ones_own_does_not_begin_a_ko() -> None:
    """1.2: the preceding turn must be the opponent's; in handicap turns it is Black's own."""
    for h, reasons in ((0, (KO,)), (3, ())):
        axes: Any = {"suicide": "allowed", "repetition": "ko", "handicap": h, "handicap_kind": "turns"}
        game = Game("chinese", board="edges:A1,B1,C1,D1", **axes)
        game.play("A1")  # suicide repeats the empty board; the next suicide would too
        assert game.to_play == ("black" if h else "white")
        assert game.why_not("A1") == reasons


def test_suicide_counts_as_a_placement_for_ko() -> None:
    """1.2: suicide included."""
    game = Game("new-zealand", board="1x1", repetition="ko")
    game.play("A1")
    assert game.why_not("A1") == (KO,)
    game.play("pass")
    assert game.why_not("A1") == ()


@pytest.mark.parametrize(
    ("repetition", "created_by", "reason"),
    [("natural", None, (REPETITION,)), ("natural", "white", (REPETITION,)), ("natural", "black", ()),
     ("situational", "black", (REPETITION,)), ("positional", "black", (REPETITION,))],
)  # fmt: skip
def test_who_created_a_set_up_position(repetition: RepetitionName, created_by: Any, reason: tuple[Reason, ...]) -> None:
    """1.5: the side not to move, unless stated otherwise; the other rules do not depend on it."""
    assert retake(ko_fight(repetition, created_by=created_by)) == reason


def test_an_empty_position_has_no_creator() -> None:
    """1.5 on 1x1: Black may repeat the empty board once, White too."""
    game = Game("new-zealand", board="1x1", repetition="natural")
    for colour in ("black", "white"):
        assert game.to_play == colour
        game.play("A1")
    assert game.why_not("A1") == (REPETITION,)


def triple_ko(case: dict[str, Any], **axes: Any) -> Game:
    """Return the game before the last move of a cycle."""
    rows, to_play = DATA["boards"][case["board"]], case["to_play"]
    game = Game.setup("chinese", rows, to_play=to_play, created_by=case["created_by"], **axes)
    for move in case["moves"][:-1]:
        colour, text = move.split()
        game.play(text, colour)
    return game


@pytest.mark.parametrize(("axis", "how"), [("no-result", "no_result"), ("draw", "draw_by_cycle")])
def test_no_result(axis: Any, how: str) -> None:
    """1.6: the whole state recurs."""
    game = triple_ko(DATA["cycles"][0], repetition="no-result", cycle=axis, scoring="territory")
    game.play("C5")
    ended: Any = game.outcome
    assert (ended.how, ended.winner, ended.margin) == (how, None, None)
    assert game.why_not("pass") == (Reason.GAME_OVER,)
    game.undo()
    assert game.outcome is None
    assert game.why_not("C5") == ()


def test_no_result_needs_the_prisoners_back_where_they_matter() -> None:
    """1.6: with prisoners to return, other prisoners make another state."""
    game = triple_ko(DATA["cycles"][0], repetition="no-result", passing="both")
    game.play("C5")
    assert game.outcome is None


def test_a_pass_or_a_return_to_an_earlier_state_ends_nothing() -> None:
    """1.6: only a placement does."""
    game = Game.setup("japanese", ["..."], passes=3, passing="both", prisoners={"black": 2, "white": 2})
    game.play("pass")
    game.play("pass")
    game.play("return")
    assert game.outcome is None


def test_ing_forbids_the_third_time() -> None:
    """1.7: the cycle may be played once, not twice."""
    cycle = DATA["cycles"][0]
    game = triple_ko(cycle, repetition="ing")
    assert game.why_not("C5") == ()
    game.play("C5")
    for move in cycle["moves"][:-1]:
        game.play(move.split()[1])
    assert game.why_not("C5") == (REPETITION,)


def test_history_starts_after_a_free_handicap() -> None:
    """0.6: earlier positions do not count, and an earlier ko bans nothing."""
    game = Game("chinese", board="3x1", repetition="positional", handicap=2, handicap_kind="free")
    game.play("A1")
    game.play("C1")
    assert (game.to_play, game.why_not("B1")) == ("white", ())
    game.play("B1")
    assert game.rows() == [".O."]
    assert game.why_not("A1") == (Reason.SUICIDE,)


def test_ko_and_repetition_are_both_named() -> None:
    """0.5: judged independently; under ing a retake at once may be both."""
    game = Game.setup("ing", KO_ROWS, passes=3)
    for move in ("C3", "pass", "pass", "B3"):  # what C3 leaves has now been there twice
        assert game.why_not(move) == (), move
        game.play(move)
    assert game.why_not("C3") == (KO, REPETITION)


def test_one_stone_can_be_retaken_from_several_points() -> None:
    """4.6: on a Gengo board the ko of 1.2 is not enough, and singleton forbids the first capture.

    Each stone of the fight is taken from a different point than that of the stone it took, so no capture restores the
    position before the last, but four captures in a row do, for ever.
    """
    beginning, fight = ["A3", "D4", "E1", "F6", "D6", "A6"], ["C6", "A5", "D6", "A6"]
    game = Game("gengo", board=6, repetition="ko")
    for move in beginning:
        game.play(move)
    assert game.prisoners == {"black": 0, "white": 1}
    assert "D6" not in game.stones
    before = game.stones
    for round_ in range(1, 4):
        for move in fight:
            last = game.write_move(game.moves[-1])
            assert last in game.stones
            game.play(move)
            assert last not in game.stones
            assert len(game.stones) == len(before)
        assert (game.stones, game.to_play) == (before, "black")
        assert game.prisoners == {"black": 2 * round_, "white": 2 * round_ + 1}
    for move in ("C6", "D6"):  # both take the stone on A6; only D6 would bring the position back
        assert game.why_not(move) == ((KO,) if move == "D6" else ())

    ways: tuple[tuple[RepetitionName, tuple[Reason, ...]], ...] = (("singleton", (KO,)), ("positional", ()))
    for rule, reasons in ways:
        game = Game("gengo", board=6, repetition=rule)
        for move in beginning:
            game.play(move)
        assert game.why_not("C6") == reasons
    for move in fight[:2]:
        game.play(move)
    assert game.why_not("D6") == (REPETITION,)


# ---- exactness (1.10) ------------------------------------------------------------------------------------------------


@pytest.fixture(params=[0, 3], ids=["all keys equal", "four keys"])
def colliding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a way to start games with constantly colliding Zobrist keys."""

    def adjacency(board: boards.Board, *asked: Any) -> BoardAdjacency:
        made = BoardAdjacency(board, *asked)
        made.keys &= np.uint64(request.param)
        return made

    def start(*args: Any, **axes: Any) -> Game:
        with monkeypatch.context() as patched:
            patched.setattr(kernel_state, "_adjacency", adjacency)
            return Game(*args, **axes)

    return start


@pytest.mark.parametrize("repetition", RULES)
def test_colliding_keys_change_nothing(repetition: RepetitionName, colliding: Any) -> None:
    """Every answer is the same as with good keys; by the keys alone, next to nothing would be legal."""
    collisions = 0
    for seed in range(12):
        rng = random.Random(seed)
        rules = draw_rules(rng.choice, repetition=repetition, handicap=0, fairness="none")
        board = draw_board(rng.choice, 9)
        rules = fitting(rules, board)
        game, other = Game(rules, board=board), colliding(rules, board=board)
        for number in seeded(40, seed):
            assert legality(other) == legality(game)
            assert tuple(other.legal_moves()) == tuple(game.legal_moves())
            assert other.outcome == game.outcome
            move = choose(game, number)
            if game.outcome is not None or move is None:
                break
            game.play(move)
            other.play(move)
        situations = other.situations
        collisions += len({s.content for s in situations}) - len({s.key for s in situations})
    assert collisions > 20
