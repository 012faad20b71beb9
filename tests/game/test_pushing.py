"""`push`, `why_not` and `captures` take a move in every form, and a move that cannot be made changes nothing."""

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


NO_MOVES = ["B22x", 4, None, ANY(True), ANY(1.0), ANY("B2"), Tao(True)]
OFF_BOARD = ["Q16", Place(25), Place(-1), Tao(25), ANY(np.int64(25))]


@pytest.mark.parametrize("move", NO_MOVES + OFF_BOARD, ids=repr)
def test_what_cannot_be_made_changes_nothing(move: Any) -> None:
    game = Game("tao", board="5")
    game.play("B2")
    before = everything(game)
    is_move = any(move is each for each in OFF_BOARD)
    with pytest.raises(IllegalMove if is_move else FormatError, match=None if is_move else "is not a move"):
        game.push(move)
    if is_move:
        assert (game.why_not(move), game.captures(move)) == ((Reason.OFF_BOARD,), ())
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
