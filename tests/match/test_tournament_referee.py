"""The referee: whatever players and programs do, a game ends with a result and a reason."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from match_players import Scripted, program

from tengen import Game, Move, Pass, TengenError, variant
from tengen.cli.lab.match import report
from tengen.engines.dead import estimate_dead
from tengen.formats import sgf
from tengen.match.entrants import entrant
from tengen.match.match_play import MatchResult, as_line, conditions_of, head_of
from tengen.match.referee import GameResult, play_game, record_of
from tengen.players import Budget

PLAIN = conditions_of("chinese", "5x5", openings=0)


def first_move(game: Game) -> object:
    return next(iter(game.legal_moves()))


STEADY = Scripted(first_move, name="Steady")


def beaten(wrong: object, number: int = 1) -> GameResult:
    return play_game(Scripted(wrong, name="Odd"), STEADY, PLAIN, number)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("Z9", "Odd made an illegal move: Z9 is illegal: off_board"),
        ("return", "Odd made an illegal move: return is illegal: no_return"),
        (None, "Odd returned an unreadable move: None is not a move"),
        (42, "Odd returned an unreadable move"),
        (RuntimeError("out of\nmemory"), "Odd failed: RuntimeError: out of memory"),
        (KeyError(), "Odd failed: KeyError"),
        ("rubbish", "Odd failed: 'rubbish' is no move"),
    ],
)
def test_whatever_goes_wrong_is_a_loss_with_its_reason(wrong: object, reason: str) -> None:
    result = beaten(wrong)
    assert (result.winner, result.result, result.how) == ("second", "W+F", "forfeit")
    assert reason.split(":")[0] in result.reason
    assert beaten(wrong, number=2).result == "B+F"
    with pytest.raises(KeyboardInterrupt):  # neither side's loss
        beaten(KeyboardInterrupt())


def test_moves_that_take_too_long_lose() -> None:
    clock: Iterator[int] = count(0, 3)
    result = play_game(STEADY, STEADY, replace(PLAIN, limit=2.5), 1, lambda: float(next(clock)))
    assert (result.winner, result.result, result.how) == ("second", "W+T", "time")
    assert result.reason == "Steady took 3.0 s over a move; the limit is 2.5 s"
    assert result.seconds == (3.0, 0.0)


def test_players_hear_how_long_they_may_think() -> None:
    asked = Scripted("resign")
    play_game(asked, STEADY, replace(PLAIN, seconds=0.5), 1)
    play_game(asked, STEADY, PLAIN, 1)
    assert asked.budgets == [Budget(seconds=0.5), None]


def test_games_too_long_are_cut_and_counted() -> None:
    result = play_game(STEADY, Scripted("pass"), replace(PLAIN, longest=6), 1)
    assert (result.how, result.winner, result.result) == ("cut", "first", "B+17.5")
    assert result.reason == "cut after 6 moves and counted as it stood"
    drawn = play_game(STEADY, STEADY, replace(PLAIN, variant=variant("chinese", komi=0), longest=2), 1)
    assert (drawn.how, drawn.winner, drawn.result, drawn.score) == ("cut", None, "Draw", 0.5)


def test_dead_stones_are_taken_off_at_the_end() -> None:
    build = Scripted("B1", "B2", "B3", "B4", "B5", "D1", "D2", "D3", "D4", "D5", "pass", name="Builder")
    inside = Scripted("A3", *["pass"] * 10, name="Guest")
    estimated = play_game(build, inside, PLAIN, 1)
    assert (estimated.dead, estimated.result) == (("A3",), "B+17.5")
    build.budgets.clear()
    inside.budgets.clear()
    assert play_game(build, inside, replace(PLAIN, dead="none"), 1).dead == ()


def test_what_is_not_clear_is_not_dead() -> None:
    rows = ["...XO", "XXXXO", "OOOOO", ".O.O.", "OOOOO"]  # B5 lives or kills
    assert estimate_dead(Game.setup("chinese", rows, komi=0.5)) == ()


def test_a_group_that_five_stones_are_given_up_to_kill_is_dead() -> None:
    # White fills A2 or C2, Black takes five stones, and White plays B1 in the bulky five
    assert estimate_dead(Game.setup("chinese", ["XXX", ".O.", "OOO"], komi=0.5)) == ("A3", "B3", "C3")


@pytest.mark.parametrize("rules", ["japanese", "chinese", "tromp-taylor"])
def test_a_group_in_seki_is_not_dead(rules: str) -> None:
    """Playouts fill the shared point and are captured; scoring ignores them (spec 1.13a)."""
    rows = [*["..OX."] * 6, "OOOXX", "XXXOO", ".X.O."]
    assert estimate_dead(Game.setup(rules, rows, komi=0.5), simulations=200) == ()
    with_dead_stone = [*rows[:2], "..OXO", *rows[3:]]
    found = estimate_dead(Game.setup(rules, with_dead_stone, komi=0.5), simulations=200)
    assert found == (() if rules == "tromp-taylor" else ("E7",))  # if the position counts as it stands


def test_a_seki_that_a_dead_stone_holds_together_is_none() -> None:
    """White takes A8 and A9 at any time, and then has room enough to take the six stones in the corner below, too."""
    rows = ["X.OOOXXX.", "XOOXX.XXX", "OOXXXXXXX", "OOXOOXXX.", "OOOOOXXXX", "XX.OXX.XX", "XOOOX.XX.", "XOOOOX.XX"]
    game = Game.setup("chinese", [*rows, ".XXOXXXXX"], komi=7)
    assert sorted(estimate_dead(game)) == ["A2", "A3", "A4", "A8", "A9", "B1", "B4", "C1"]


def test_programs_that_fail(tmp_path: Path) -> None:
    steady = entrant("random")
    for name, does, how, reason in (
        ("dies", "sys.exit(3)", "forfeit", "ended with code 3"),
        ("babbles", "print('hello')", "forfeit", "not a GTP response"),
        ("cheats", "answer['genmove'] = 'Z99'", "forfeit", "illegal: off_board"),
        ("dreams", "time.sleep(60)", "time", "did not respond within 5 s"),
    ):
        player = entrant(program(tmp_path, name, does))
        result = play_game(player, steady, replace(PLAIN, limit=5 if how == "time" else None), 1)
        assert (result.winner, result.how) == ("second", how)
        assert reason in result.reason
        assert result.names[0] == f"{name} 1"


def test_a_program_that_plays_on_is_no_worse_than_others(tmp_path: Path) -> None:
    passes = entrant(program(tmp_path, "passes", "answer['genmove'] = 'pass'"))
    result = play_game(passes, passes, PLAIN, 1)
    assert (result.how, result.moves, result.result) == ("score", ("pass", "pass"), "W+7.5")


def test_rules_that_a_program_cannot_be_told_are_in_the_result(tmp_path: Path) -> None:
    passes, steady = entrant(program(tmp_path, "passes", "answer['genmove'] = 'pass'")), entrant("random")
    untold = "repetition = positional, suicide = forbidden, scoring = area (it does not support kata-set-rules)"
    games = tuple(play_game(steady, passes, PLAIN, number) for number in (1, 2))
    assert [game.untold for game in games] == [("", untold)] * 2
    assert json.loads(as_line(games[0]))["untold"] == ["", untold]
    result = MatchResult(games)
    assert result.as_dict()["untold"] == {"second": untold}
    told = [line for line in report(result, PLAIN) if "cannot set" in line]
    assert told == [f"  passes 1 plays by its own rules: its protocol cannot set {untold}"]
    own = play_game(steady, steady, PLAIN, 1)
    assert "untold" not in json.loads(as_line(own))
    assert "untold" not in MatchResult((own,)).as_dict()


def test_two_programs_that_do_not_start_make_a_game_void(tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("#!/bin/sh\nexit 1\n")
    os.chmod(tmp_path / "broken", 0o755)
    broken = entrant(str(tmp_path / "broken"))
    result = play_game(broken, broken, PLAIN, 1)
    assert (result.winner, result.how, result.result, result.score) == (None, "void", "Void", None)
    assert result.reason.count("did not start") == 2
    assert play_game(broken, STEADY, PLAIN, 1).winner == "second"


@pytest.mark.parametrize("name", ["japanese", "tile", "tao"])
def test_every_game_reads_back_from_its_record(name: str) -> None:
    conditions = conditions_of(name, "5x5", seed=2)
    result = play_game(entrant("random"), entrant("random"), conditions, 2)
    record = sgf.read(sgf.write(record_of(result, conditions)))
    again = Game.from_record(record)
    assert tuple(map(again.write_move, again.moves)) == result.moves
    assert str(again.outcome) == result.result == record.info["RE"]
    assert (record.info["PB"], record.info["RO"]) == ("Random", "2")
    assert again.dead == result.dead


def test_records_tell_how_a_game_ended() -> None:
    record = record_of(beaten(RuntimeError("gone")), PLAIN)
    again = sgf.read(sgf.write(record))
    assert (again.info["RE"], again.info["PB"], again.info["PW"]) == ("W+F", "Odd", "Steady")
    assert again.root.comment == "Odd failed: RuntimeError: gone"
    cut = record_of(play_game(STEADY, Scripted("pass"), replace(PLAIN, longest=6), 1), PLAIN)
    assert cut.info["RE"] == "B+17.5"
    assert Pass in Game.from_record(cut).moves


def test_engines_comment_on_their_moves() -> None:
    """Moves of the opening and of other players have no comment; the games are unchanged."""
    plain = replace(PLAIN, openings=2, simulations=40)
    spoken = replace(plain, comments=True)
    result = play_game(entrant("mcts"), entrant("random"), spoken, 1)
    nodes = [node for node in sgf.read(sgf.write(record_of(result, spoken))).main_line() if node.move is not None]
    assert len(nodes) == len(result.moves) == len(result.comments)
    engine = [node.comment for number, node in enumerate(nodes) if number >= 2 and number % 2 == 0]
    said = r"\d+ simulations: Black's chance is \d+%, ((Black|White) leads by [\d.]+|the score is even); expected: \w+"
    assert all(re.match(said, text) for text in engine)
    assert {node.comment for number, node in enumerate(nodes) if number < 2 or number % 2} <= {"", result.reason}
    assert replace(result, comments=(), seconds=(0, 0)) == replace(
        play_game(entrant("mcts"), entrant("random"), plain, 1), seconds=(0, 0)
    )
    assert head_of(entrant("mcts"), entrant("random"), spoken) == head_of(entrant("mcts"), entrant("random"), plain)


class Timed:
    """Uses some seconds of a simulated clock; it passes, and records its budgets."""

    name = "Timed"

    def __init__(self, *seconds: float) -> None:
        self.seconds, self.now, self.heard = list(seconds), 0.0, [Budget(1)]

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        assert budget is not None
        self.heard.append(budget)
        if budget.simulations != 1:
            self.now += self.seconds.pop(0)
        return Pass


def test_a_side_whose_time_is_up_has_lost() -> None:
    player = Timed(3.0, 2.5)
    conditions = replace(PLAIN, clock="5")
    result = play_game(player, Scripted(first_move), conditions, 1, clock=lambda: player.now)
    assert (result.winner, result.result, result.how) == ("second", "W+T", "time")
    assert result.reason == "Timed took 2.5 s over a move with 2.0 s left"
    assert result.seconds[0] == 5.5


def test_what_a_move_may_take_follows_from_the_clock() -> None:
    player = Timed(3.0, 1.0)
    result = play_game(player, player, replace(PLAIN, clock="0+2x5"), 1, clock=lambda: player.now)
    assert result.how == "score"
    assert player.heard[-2:] == [Budget(seconds=0.95 * 5 - 0.25)] * 2
    assert "clock" not in head_of(player, player, PLAIN)
    assert head_of(player, player, replace(PLAIN, clock="60+1"))["clock"] == "60+1"
    with pytest.raises(TengenError, match="clock soon"):
        replace(PLAIN, clock="soon")


def test_engines_play_by_a_clock() -> None:
    result = play_game(entrant("mcts"), entrant("2"), replace(PLAIN, clock="4", openings=2), 1)
    assert result.how in ("score", "resignation")
    assert max(result.seconds) < 4
