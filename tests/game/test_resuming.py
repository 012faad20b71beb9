"""Resuming after the passes that ended a game (spec 1.17a): nothing is erased, and one meaning everywhere."""

import pickle
from typing import Any

import pytest
from data import cases
from game_playing import WAYS

from tengen import Game, IllegalMove, TengenError, boards, variant
from tengen.formats import clicks, json, sgf
from tengen.game.record_walk import walk
from tengen.game.turn import Resumption
from tengen.gtp.game_course import GtpGame
from tengen.records import COLOURS, FormatError, Reason
from tengen.rules import load_variant, to_toml
from tengen.web.reviews import node_view
from tengen.web.reviews.record_tree import RecordTree

KO = "B3 C3 A2 D2 B1 C1 E5 B2 C2"
"""On 5x5: Black C2 takes B2 in a ko, and White is to play."""


def played(game: Game, moves: str) -> Game:
    for move in moves.split():
        game.play(move)
    return game


def ended(name: str = "japanese", **axes: Any) -> Game:
    """Return the ko fight, ended by passes: White passed first, and it is White's turn again."""
    return played(Game(name, board="5x5", **axes), f"{KO} pass pass")


def told(game: Game) -> tuple[object, ...]:
    asked = game.resumptions, game.outcome, game.dead
    return (game.position, game.moves, game.movers, game.turns, game.situations, *asked)


def test_issue_13_item_3_a_ko_stays_lifted_after_resuming() -> None:
    game = ended()
    game.copy().resume(by="white")
    assert played(Game("japanese", board="5x5"), KO).why_not("B2") == (Reason.KO,)
    assert game.resume(by="black") == Resumption(11, "black")
    assert (game.to_play, game.outcome, len(game.moves)) == ("white", None, 11)
    assert game.why_not("B2") == ()
    assert game.play("B2").number == 12


@pytest.mark.parametrize("asking", COLOURS)
@pytest.mark.parametrize(
    ("name", "other_first"), [("japanese", True), ("korean", True), ("chinese", False), ("aga", False), ("ing", False)]
)
def test_who_moves_first_after_resuming(name: str, other_first: bool, asking: str) -> None:
    game = ended(name)
    turn = game.to_play
    game.resume(by=asking)  # type: ignore[arg-type]
    assert game.to_play == (("white" if asking == "black" else "black") if other_first else turn)
    assert game.position.to_play == game.to_play
    assert game.legal_moves()


def test_superko_does_not_forget_what_stood_before_the_passes() -> None:
    game = ended("chinese")
    game.resume(by="black")
    assert game.why_not("B2") == (Reason.REPETITION,), "the position before the capture comes back"


def test_the_situations_of_the_passes_count() -> None:
    """Situational superko: only White's pass repeats the position with White on B2 and Black to move."""
    own = load_variant('inherits = "aga"\nresumption = "opponent"\n')
    game = played(Game(own, board="5x5"), f"{KO.removesuffix(' C2')} E4 pass pass")
    content = game.situations[-1].content
    assert [s.to_play for s in game.situations if s.content == content] == ["white", "black", "white"]
    game.resume(by="white")
    game.play("C2")
    assert game.why_not("B2") == (Reason.REPETITION,)


def test_consecutive_passes_count_from_nought() -> None:
    game = ended()
    game.resume(by="black")
    assert game.play("pass").ended is None
    assert game.play("pass").ended is not None
    game.resume(by="white")
    assert game.resumptions == (Resumption(11, "black"), Resumption(13, "white"))
    assert [turn.ended for turn in game.turns] == [None] * 13


@pytest.mark.parametrize(("moves", "asking", "says"), cases("resuming", "resuming_is_refused"))
def test_resuming_needs_a_game_ended_by_passes(moves: str, asking: Any, says: str) -> None:
    game = played(Game("chinese", board="5x5"), moves)
    if asking == "black" and moves.endswith("pass"):
        game.settle(())
    before = told(game)
    with pytest.raises(TengenError, match=says):
        game.resume(by=asking)
    assert told(game) == before


@pytest.mark.parametrize("name", ["japanese", "chinese", "aga", "ing"])
@pytest.mark.parametrize("asking", COLOURS)
def test_undo_works_across_a_resumption(name: str, asking: str) -> None:
    game = Game(name, board="5x5")
    states = [told(game)]
    for move in f"{KO} pass pass".split():
        game.play(move)
        states.append(told(game))
    game.resume(by=asking)  # type: ignore[arg-type]
    resumed = told(game)
    game.play("D4")
    game.undo()
    assert told(game) == resumed
    game.undo()  # the last pass, and the request with it
    assert told(game) == states[-2]
    game.play("pass")
    assert told(game) == states[-1]
    for expected in reversed(states[:-1]):
        game.undo()
        assert told(game) == expected


@pytest.mark.parametrize("name", ["japanese", "chinese", "ing", "gengo"])
@pytest.mark.parametrize("more", ["", "D4 pass pass"])
def test_copies_and_records_keep_a_resumption(name: str, more: str) -> None:
    game = played(Game(name, board="5x5"), "C3 pass pass pass" if name == "gengo" else f"{KO} pass pass")
    game.resume(by="black")
    played(game, more if name != "gengo" else more and "pass pass pass")
    for way in WAYS.values():
        assert told(way(game)) == told(game)
    assert "TGC[black]" in game.sgf()
    assert json.loads(game.to_json()) == game.record == sgf.read(game.sgf())


def test_an_agreed_result_stands_in_a_pickled_game() -> None:
    game = ended()
    game.settle(())
    with pytest.raises(TengenError, match="agreed on"):
        pickle.loads(pickle.dumps(game)).resume(by="black")


def test_walking_a_record_resumes_where_its_rules_ended_the_game() -> None:
    game = ended()
    game.resume(by="black")
    played(game, "B2")
    stages = list(walk(game.record, variant("japanese")))
    assert stages[-1].reasons == ()
    assert (stages[-1].game.to_play, stages[-1].game.resumptions) == ("black", game.resumptions)
    three = list(walk(game.record, variant("japanese", passes=3)))
    assert three[-1].game.resumptions == (), "two passes end nothing there"


def test_a_review_goes_on_after_the_end_that_was_resumed() -> None:
    game = ended()
    game.resume(by="black")
    tree = RecordTree.of(game.record)
    seen = node_view.see(tree, "11", variant("japanese"))
    assert (seen.stopped, seen.game.outcome, seen.game.to_play) == (False, None, "white")
    address = node_view.play(tree, "11", "B2", variant("japanese"))
    assert node_view.see(tree, address, variant("japanese")).game.movers[-1] == "white"


def test_a_record_without_a_name_is_refused_with_its_place() -> None:
    record = sgf.read("(;SZ[5]RU[Japanese];B[];W[]TGC[red];W[aa])")
    with pytest.raises(
        FormatError, match=r"line 1, column 24: TGC\[red\] must be the colour that asked to resume play: black or white"
    ):
        list(walk(record, variant("japanese")))


def test_the_formal_notation_says_that_it_cannot_say_so() -> None:
    game = played(Game("formal", board="3x3"), "B2 pass pass")
    game.resume(by="black")
    with pytest.raises(
        FormatError, match=r"Black asked to resume play .* at move 3; the formal notation cannot express that"
    ):
        clicks.write(game.record, boards.parse("3x3"))


def test_the_rules_of_a_file_say_who_moves_first() -> None:
    own = load_variant('title = "Mine"\ninherits = "chinese"\nresumption = "opponent"\n')
    assert own.resumption == "opponent"
    assert load_variant(to_toml(own)).resumption == "opponent"
    assert variant("japanese", komi=0.5).resumption == "opponent"
    game = played(Game(own, board="5x5"), "pass pass")
    game.resume(by="black")
    again = Game.from_json(game.to_json())
    assert (again.to_play, again.variant.resumption) == (game.to_play, own.resumption) == ("white", "opponent")


# -- GTP: whoever moves after the end resumes the game -----------------------------------------------------------------


def course(name: str) -> GtpGame:
    made = GtpGame(variant(name), boards.parse("5x5"))
    for number, move in enumerate(f"{KO} pass pass".split()):
        made.play(COLOURS[number % 2], move)
    return made


def test_in_gtp_a_move_after_the_passes_resumes_the_game() -> None:
    made = course("chinese")
    assert made.game.outcome is not None
    with pytest.raises(IllegalMove, match="repetition"):
        made.play("white", "B2")
    assert made.game.outcome is not None, "nothing has changed"
    made.play("white", "D4")
    assert made.game.resumptions == (Resumption(11, "white"),)
    assert len(made.game.moves) == 12
    assert Game.from_record(made.record()).resumptions == made.game.resumptions
    made.undo()
    assert (made.steps, len(made.game.resumptions), made.game.outcome is None) == (11, 0, False)


@pytest.mark.parametrize("colour", COLOURS)
def test_in_gtp_either_side_resumes_a_japanese_game(colour: str) -> None:
    made = course("japanese")
    made.play(colour, "D4")  # type: ignore[arg-type]
    assert (made.game.resumptions[0].number, made.game.movers[-1]) == (11, colour)


def test_in_gtp_the_history_begins_anew_out_of_turn() -> None:
    made = course("chinese")
    made.play("black", "D4")
    assert made.game.resumptions == ()
    assert len(made.game.moves) == 1
