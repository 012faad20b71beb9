"""`push`, `why_not` and `captures` take a move in every form, and a move that cannot be made changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from game_playing import everything

from tengen import Game
from tengen.kernel.game_calls import game_calls
from tengen.records import FormatError, IllegalMove, Pass, Place, Reason, Tao

ANY: Any = Place
FORMS = [Place(4), ANY(np.int64(4)), ANY(np.int32(4)), "B2", " b2 "]


@pytest.mark.parametrize("move", FORMS, ids=repr)
def test_a_move_means_the_same_in_every_form(move: Any) -> None:
    pushed, played = Game("chinese", board="3"), Game("chinese", board="3")
    assert (pushed.why_not(move), pushed.captures(move)) == ((), ())
    assert pushed.push(move) == played.play("B2") == pushed.turns[0]
    assert type(pushed.moves[0].point) is int  # type: ignore[union-attr]
    assert everything(pushed) == everything(played)
    assert pushed.why_not(move) == (Reason.OCCUPIED,)


def test_push_takes_every_kind_of_text() -> None:
    game = Game("tao", board="5", tao_payment="points")
    assert [game.push(text).move for text in ("tao A1", "pass", "B2")] == [Tao(20), Pass, Place(16)]


@pytest.mark.parametrize("move", ["B22x", 4, None, ANY(True), ANY(1.0), ANY("B2"), Tao(True)], ids=repr)
def test_what_is_no_move_changes_nothing(move: Any) -> None:
    game = Game("tao", board="5")
    game.play("B2")
    before = everything(game)
    with pytest.raises(FormatError, match="is no move"):
        game.push(move)
    assert everything(game) == before


@pytest.mark.parametrize("move", ["Q16", Place(25), Place(-1), Tao(25), ANY(np.int64(25))], ids=repr)
def test_a_point_off_the_board_changes_nothing(move: Any) -> None:
    game = Game("tao", board="5")
    game.play("B2")
    before = everything(game)
    with pytest.raises(IllegalMove) as refused:
        game.push(move)
    assert refused.value.reasons == game.why_not(move) == (Reason.OFF_BOARD,)
    assert game.captures(move) == ()
    assert everything(game) == before


def test_a_move_that_fails_in_the_kernel_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("chinese", board="3")
    game.play("B2")
    before = everything(game)

    def fail(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(game_calls(False), "turn", fail)
        for move in (Place(0), Pass):
            with pytest.raises(MemoryError):
                game.push(move)
    assert everything(game) == before
    game.undo()
    assert (game.moves, game.turns) == ((), ())
