"""Moves that a record has against its own rules: played, reported, undone, and refused elsewhere."""

import pytest
from game_playing import WAYS

from tengen import Game, variant
from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.game.played_records import explained, odd_moves
from tengen.game.record_walk import Stage, walk
from tengen.records import IllegalMove, Pass, Reason, TengenWarning

KO = "(;SZ[5]RU[Chinese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"


def stages(text: str, strict: bool | None = None) -> list[Stage]:
    record = sgf.read(text)
    return list(walk(record, record_variant(record), strict=strict))


ODD = [
    ("(;SZ[5];B[cc];B[dd];W[bb])", 2, Reason.NOT_YOUR_TURN),
    ("(;SZ[5];B[cc];W[];B[];W[];B[dd])", 4, Reason.GAME_OVER),
    (f"{KO};B[cb];W[ee])", 9, Reason.REPETITION),
    (KO.replace("Chinese", "Japanese") + ";B[cb];W[ee])", 9, Reason.KO),
    ("(;SZ[5];B[ba];W[cc];B[ab];W[aa];B[dd])", 4, Reason.SUICIDE),
]


@pytest.mark.parametrize(("text", "number", "reason"), ODD)
def test_a_record_goes_on_under_its_own_rules(text: str, number: int, reason: Reason) -> None:
    walked = stages(text)
    assert not walked[-1].reasons
    odd = [(stage.number, stage.turn.against) for stage in walked if stage.turn and stage.turn.against]
    assert (number, (reason,)) in odd
    assert odd_moves(walked)[0].startswith("line 1, column ")
    if reason is Reason.SUICIDE:
        assert ("A5" in walked[-1].game.stones, walked[-1].game.prisoners["black"]) == (False, 1)
    stopped = stages(text, strict=True)[-1]
    assert (stopped.number, stopped.reasons) == (number, (reason,))


def test_other_rules_stay_strict() -> None:
    record = sgf.read("(;SZ[5]RU[Chinese]KM[3];B[cc];B[dd])")
    assert not list(walk(record, variant("chinese")))[-1].reasons
    assert list(walk(record, variant("japanese")))[-1].reasons == (Reason.NOT_YOUR_TURN,)


@pytest.mark.parametrize("text", ["(;SZ[5];B[cc];W[cc];B[dd])", "(;SZ[5];B[cc];W[];B[];W[cc])"])
def test_what_is_impossible_ends_the_line(text: str) -> None:
    assert Reason.OCCUPIED in stages(text)[-1].reasons


def test_a_third_pass_leaves_the_game_over() -> None:
    game = stages("(;SZ[5];B[cc];W[];B[];W[];B[])")[-1].game
    assert str(game.outcome) == "B+17.5"
    assert [turn.against for turn in game.turns] == [(), (), (), (Reason.GAME_OVER,), (Reason.GAME_OVER,)]
    game.undo()
    assert str(game.outcome) == "B+17.5"
    game.undo()
    game.undo()
    assert str(game.outcome) == "None"
    assert game.to_play == "black"


def seen(game: Game) -> tuple[object, ...]:
    return game.stones, game.prisoners, game.to_play, game.outcome and game.outcome.how, len(game.legal_moves())


@pytest.mark.parametrize(("text", "number", "reason"), ODD)
def test_forced_moves_are_taken_back(text: str, number: int, reason: Reason) -> None:
    record = sgf.read(text)
    walked = [(stage.game, seen(stage.game)) for stage in walk(record, record_variant(record))]
    game, now = walked.pop()
    assert seen(game) == now
    for _, before in reversed(walked):
        game.undo()
        assert seen(game) == before
    assert not game.moves


@pytest.mark.parametrize(("text", "number", "reason"), ODD)
def test_games_with_forced_moves_are_kept(text: str, number: int, reason: Reason) -> None:
    with pytest.warns(TengenWarning, match=f"move {number}, "):
        game = Game.from_sgf(text)
    for way in WAYS.values():
        again = way(game)
        assert (again.moves, again.movers, again.stones) == (game.moves, game.movers, game.stones)
        assert [turn.against for turn in again.turns] == [turn.against for turn in game.turns]
    assert "KO[]" in game.sgf()


def test_a_record_forces_moves_by_ko() -> None:
    """SGF: KO executes an illegal move, even on a point with a stone, and under any rules."""
    record = sgf.read("(;SZ[5]RU[Japanese];B[cc];B[dd]KO[];W[dd]KO[];B[ab])")
    for rules in ("japanese", "chinese", "tile"):
        walked = list(walk(record, variant(rules)))
        assert not walked[-1].reasons
        assert walked[-1].game.stones == {"C3": "black", "D2": "white", "A4": "black"}
        assert odd_moves(walked) == []
    assert not list(walk(sgf.read("(;SZ[5];B[ba];W[cc];B[ab];W[aa]KO[])"), variant("japanese")))[-1].reasons


def test_comments_say_which_rules_a_move_breaks() -> None:
    record = sgf.read("(;SZ[5]RU[Japanese];B[cc];B[dd])")
    *_, last = explained(record, record_variant(record)).main_line()
    assert last.comment == "Against the rules (Go, Japanese rules). It is White's turn."


def test_many_odd_moves_are_counted() -> None:
    told = odd_moves(stages("(;SZ[9]" + "".join(f";B[{x}{x}]" for x in "abcdefgh") + ")"))
    assert len(told) == 6
    assert told[-1] == "2 further moves are played as recorded, against the rules"


def test_forcing_what_cannot_be_changes_nothing() -> None:
    game = Game("chinese", board="5")
    game.play("C3")
    for move, colour in (("C3", "black"), ("F9", "white")):
        with pytest.raises(IllegalMove):
            game.force(move, colour)  # type: ignore[arg-type]
    assert (game.to_play, len(game.moves)) == ("white", 1)
    free = Game("chinese", board="9", handicap=2, handicap_kind="free")
    with pytest.raises(IllegalMove):
        free.force("C3", "white")


def test_passes_are_forced_where_there_is_no_passing() -> None:
    game = Game("tile", board="5")
    assert Reason.NO_PASSING in game.why_not(Pass)
    assert game.force("pass").against == (Reason.NO_PASSING,)
    assert game.to_play == "white"
