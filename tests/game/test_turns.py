"""Turns match the positions before and after them, whatever happens to the game later."""

import pickle
import random
from collections.abc import Mapping
from typing import Any

import agreement
import pytest
from oracle import Oracle

from tengen import Game, Turn, rules
from tengen.boards import BoardError
from tengen.game import formal
from tengen.records import Move, Pass, Place, Resign, RulesConflict, Tao, other


def difference(before: Mapping[str, str], game: Game, turn: Turn) -> tuple[Any, Any]:
    """Return a placement's captures, from the positions before and after it."""
    assert isinstance(turn.move, Place)
    stood = {**before, game.board.labels[turn.move.point]: turn.mover}
    gone = {label: colour for label, colour in stood.items() if game.stones.get(label) != colour}
    sides = (other(turn.mover), turn.mover)
    return tuple(tuple(sorted(map(game.board.point, (g for g in gone if gone[g] == side)))) for side in sides)  # type: ignore[return-value]


def invaded(game: Game, move: Move) -> frozenset[int] | None:
    """Return the region in which a move would be an incursion, by the definition (spec 2.1)."""
    rules, point = game.rules, game.board.point
    placing = rules.handicap_kind == "free" and game.start is None and len(game.moves) < rules.handicap
    if not isinstance(move, Place) or rules.tiles == "none" or placing:
        return None
    stones = {point(label): colour for label, colour in game.stones.items() if colour != "tao"}
    tao = [point(label) for label, content in game.stones.items() if content == "tao"]
    unending = rules.replace(passing="both", end="passes")  # the side to move has no choice
    oracle = Oracle(game.board, unending, stones=stones, tao=tao, to_play=game.to_play)
    if not oracle._is_incursion(game.to_play, move.point):
        return None
    return oracle._region_in_play(move.point)


def play_and_compare(game: Game, rng: random.Random, longest: int = 40) -> None:
    """Play at random; compare every turn with the positions, `push` with `play`, `captures` with the captured stones.

    At the end chains and liberties are compared with the definitions.
    """
    for _ in range(longest):
        moves = list(game.legal_moves())
        stones = [move for move in moves if isinstance(move, Place)]
        if game.outcome is not None or not moves:
            break
        move = rng.choice(stones if stones and rng.random() < 0.9 else moves)
        before, tiles, other_game = game.stones, game.tiles, game.copy()
        held, in_hand = game.prisoners, game.tao_in_hand
        foreseen, mover, region = game.captures(move), game.to_play, invaded(game, move)
        assert (game.stones, game.to_play) == (before, mover)
        turn = game.play(move)
        assert other_game.push(move) == turn == game.turns[-1]
        assert other_game.position == game.position
        assert (turn.number, turn.mover, turn.move) == (len(game.moves), mover, move)
        assert turn.ended == game.outcome
        assert turn.captured == foreseen
        assert turn.incursion == region
        if isinstance(move, Place):
            assert (turn.captured, turn.lost) == difference(before, game, turn)
            label = game.board.labels[move.point]
            took_ko = len(turn.captured) == 1 and not turn.lost and game.chain(move.point) == (move.point,)
            took_ko = took_ko and game.liberties(move.point) == turn.captured and game.rules.captured != "wall"
            assert turn.ko == (turn.captured[0] if took_ko else None)
            if game.rules.captured != "wall":
                assert turn.tile == (game.tiles.get(label, 0) > tiles.get(label, 0))
            assert (turn.incursion is not None) == (game.position.last_incursion and game.rules.tiles != "none")
        else:
            assert turn.captured == turn.lost == ()
        if isinstance(move, Tao) and game.rules.tao_payment == "prisoner":
            assert turn.paid == held[mover] - game.prisoners[mover]
            assert (turn.paid == 0) or not in_hand[mover]
    board = game.board
    for label in board.labels:
        assert set(board.names(game.chain(label))) == formal.chain(board, game.stones, label)
        assert set(board.names(game.liberties(label))) == formal.liberties(board, game.stones, label)
        assert game.content(label) == game.stones.get(label)


@pytest.mark.parametrize("name", [each.name for each in rules.variants()])
def test_a_turn_says_what_the_positions_say(name: str) -> None:
    for seed in range(12):
        rng = random.Random(f"{name} {seed}")
        board = agreement.draw_board(rng.choice, 30)
        try:
            game = Game(name, board=board)
        except (BoardError, RulesConflict):  # a handicap or Tao points missing on the board
            continue
        play_and_compare(game, rng)


@pytest.mark.parametrize("seed", range(50))
def test_turns_survive_undo_copies_and_files(seed: int) -> None:
    """Under any rules, on any board, from any position."""
    rng = random.Random(seed)
    game = agreement.draw_pair(rng.choice, agreement.Tally()).game
    play_and_compare(game, rng)
    turns = game.turns
    assert game.copy().turns == pickle.loads(pickle.dumps(game)).turns == turns
    assert Game.from_json(game.to_json()).turns == turns
    taken_back = rng.randint(0, len(turns))
    for _ in range(taken_back):
        game.undo()
    assert game.turns == turns[: len(turns) - taken_back]
    for turn in turns[len(turns) - taken_back :]:
        game.push(turn.move)
    assert game.turns == turns


def test_the_end_of_a_game_is_its_last_turns() -> None:
    game = Game.setup("chinese", ["XX.OO", "XX.OO"], komi=0)
    assert [game.play("pass").ended for _ in range(2)] == [None, game.outcome]
    settled = game.settle(["A1"])
    assert game.turns[-1].ended == settled == game.outcome
    assert settled.winner == "white"
    assert pickle.loads(pickle.dumps(game)).turns == game.turns
    game.undo()
    assert game.play(Resign).ended == game.outcome
    game.undo()
    finished = game.finish("time", "black")
    assert game.outcome == finished
    assert game.turns[-1].ended is None, "no move ended it"


def test_a_ko_is_one_stone_taken_by_one_with_no_other_liberty() -> None:
    rows = [".XO.", "XO.O", ".XO.", "...."]
    taken = Game.setup("chinese", rows)
    turn = taken.play("C3")
    assert taken.board.names(turn.captured) == ("B3",)
    assert turn.ko == turn.captured[0]
    assert Game.setup("chinese", ["XO..", ".XO.", "...."]).play("C1").ko is None
    more = Game.setup("chinese", [".XO.", "XO..", ".XO.", "...."])
    assert (more.play("C3").captured, more.turns[-1].ko) == ((more.board.point("B3"),), None), "a liberty besides"


def test_points_are_asked_for_by_label_or_index() -> None:
    game = Game.setup("tao", ["XX.", "OXT", "..."], board="3")
    board = game.board
    assert game.content("A3") == game.content(board.point("a3")) == "black"
    assert (game.content("C2"), game.content("A1")) == ("tao", None)
    assert board.names(game.chain("A3")) == ("A3", "B3", "B2")
    assert board.names(game.liberties("A3")) == ("C3", "C2", "B1")
    assert game.chain("C2") == game.liberties("C3") == ()
    for wrong in ("D4", 9, -1, "pass"):
        with pytest.raises(BoardError, match=r"is not (a point of|on) 3x3"):
            game.chain(wrong)


@pytest.mark.parametrize("name", ["chinese", "japanese", "tile", "cushion", "tao", "gengo"])
@pytest.mark.parametrize("seed", range(4))
def test_pass_ends_says_what_a_pass_would_do(name: str, seed: int) -> None:
    draw, game = random.Random(seed), Game(name, board="5x5")
    while game.outcome is None and len(game.moves) < 60:
        ends = not game.why_not("pass") and game.copy().push("pass").ended is not None
        assert game.pass_ends is ends
        moves = list(game.legal_moves())
        game.play(Pass if Pass in moves and draw.random() < 0.3 else draw.choice(moves))
    assert not game.pass_ends or game.outcome is None
