"""A player that is an external GTP program: GNU Go, KataGo, Pachi, or another Tengen."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..boards import fixed_handicap
from ..game import Game
from ..records import Colour, FormatError, Move, Position, Resign, TengenError
from ..records.time_control import Control, SideClock
from ..rules import Rules
from ..rules.katago import is_strange, kata_rules, with_button_taken
from .player import Budget
from .process import Closing, Program, ProgramError

_PATIENCE: Final = 60.0


class External(Closing):
    """An external program that plays over GTP.

    It is started when first needed, set up for every game, and then kept in sync move by move. After a `ProgramError`
    the process is gone, and the next call restarts it. Games other than ordinary Go on a plain rectangle need a program
    that supports ``tengen-variant`` and ``tengen-board``: another Tengen. ``timeout`` is the limit for a
    response in seconds, for a move in addition to its budget. ``untold`` are the rules of the game that the program
    does not support, and why; "" for none.

    >>> with External("gnugo --mode gtp --level 1") as player:   # doctest: +SKIP
    ...     player.choose(Game("chinese", board="9x9"))
    Place(point=58)
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        timeout: float = _PATIENCE,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        if not timeout > 0:
            raise TengenError(f"timeout must be more than 0 seconds, not {timeout!r}")
        self.timeout = timeout
        self._command, self._name, self._directory = command, name, directory
        self._program: Program | None = None
        self._clock: SideClock | None = None
        self._known: frozenset[str] = frozenset()
        self.untold: str = ""
        self._forget()

    def _forget(self) -> None:
        self._told: tuple[Any, ...] | None = None
        self._moves: list[tuple[Colour, str]] = []
        self._control_told: Control | None = Control()

    # -- the program ---------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The program's own name and version; this starts it, and may raise ProgramError."""
        if self._name is None:
            self.start()
            said = [self._ask(command) for command in ("name", "version") if command in self._known]
            self._name = " ".join(" ".join(said).split()) or self._running().title
        return self._name

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the program's move; only the seconds of the budget are passed on, for most programs as whole seconds.

        Raises:
            ProgramError: the program failed. TengenError: the game is over, or the program does not support it.
        """
        if game.outcome is not None:
            raise TengenError("the game is over; there is no move to choose")
        self._tell(game)
        seconds = None if budget is None else budget.seconds
        clock = self._clock
        if clock is None and seconds is not None:  # overtime of that many seconds per stone
            clock = SideClock(Control("canadian", 0, seconds if self._is_precise else max(1, round(seconds)), 1))
        self._tell_time(game.to_play, clock)
        answer = self._ask(f"genmove {game.to_play}", self.timeout + (0 if clock is None else clock.available))
        move = self._understood(game, answer)
        if move is not Resign:
            self._moves.append((game.to_play, game.write_move(move)))
        return move

    def dead(self, game: Game) -> tuple[str, ...]:
        """Return the stones that the program judges dead: none if it cannot judge, ProgramError if it fails."""
        self._tell(game)
        if "final_status_list" not in self._known:
            return ()
        stones = game.stones
        words = self._ask("final_status_list dead").split()
        labels = [game.board.labels[point] for point in map(game.board.find, words) if point is not None]
        if len(labels) < len(words) or any(stones.get(label) in (None, "tao") for label in labels):
            raise self._failed("garbage", f"it lists {' '.join(words)[:60]} as dead, which are not all stones")
        return tuple(labels)

    def close(self) -> None:
        """Have the program quit, or kill it."""
        if self._program is not None:
            self._program.close()
            self._program = None
        self._forget()

    def start(self) -> None:
        """Start the program if it is not running; ProgramError if it does not speak GTP."""
        if self._program is not None and self._program.is_running:
            return
        if self._program is not None:  # it ended between two commands
            self._program.kill()
        self._forget()
        self._program = Program(self._command, title=self._name, directory=self._directory)
        self._known = frozenset(self._ask("list_commands").split())

    def _running(self) -> Program:
        if self._program is None:
            raise TengenError("the program has not been started")
        return self._program

    def _ask(self, command: str, timeout: float | None = None) -> str:
        return self._running().ask(command, timeout or self.timeout)

    def _failed(self, what: Any, how: str, reasons: Sequence[Any] = ()) -> ProgramError:
        """End a program that is no longer reliable; return the error to raise."""
        program = self._running()
        program.kill()
        return ProgramError(what, f"{program.title}: {how}", program.output, reasons)

    # -- the game ------------------------------------------------------------------------------------------------------

    def _tell(self, game: Game) -> None:
        """Synchronise the program's game with ours: by undoing and playing moves, or from its start."""
        self.start()
        wanted = [(colour, game.write_move(move)) for colour, move in zip(game.movers, game.moves, strict=True)]
        same = 0
        while same < min(len(wanted), len(self._moves)) and wanted[same] == self._moves[same]:
            same += 1
        wrong = len(self._moves) - same
        is_new = self._told != (game.board, game.rules, game.start) or (wrong and not same) or wrong > same + 3
        if is_new or not self._take_back(wrong):
            self._begin(game)
            same = 0
        for colour, move in wanted[same:]:
            self._ask(f"play {colour} {move}")
            self._moves.append((colour, move))

    def _take_back(self, count: int) -> bool:
        """Undo moves; return whether the program could."""
        if count and "undo" not in self._known:
            return False
        for _ in range(count):
            try:
                self._ask("undo")
            except ProgramError as error:
                if error.what != "refused":
                    raise
                return False
            del self._moves[-1]
        return True

    def _begin(self, game: Game) -> None:
        """Set up a game's rules, board and start."""
        self._told, self._moves, self.untold = None, [], ""
        if {"tengen-variant", "tengen-board"} <= self._known:
            record = game.record
            values = ((name, v if isinstance(v, str) else json.dumps(v)) for name, v in record.axes.items())
            self._ask(" ".join(["tengen-variant", record.variant or "custom", *map("=".join, values)]))
            self._ask(f"tengen-board {record.board}")
            if game.start is not None:
                self._load(game, game.start)
        else:
            self._begin_plain(game)
        self._told = (game.board, game.rules, game.start)

    def _begin_plain(self, game: Game) -> None:
        width, height = _plain_shape(game, self._running().title)
        if width == height:
            self._ask(f"boardsize {width}")
        elif "rectangular_boardsize" in self._known:
            self._ask(f"rectangular_boardsize {width} {height}")
        else:
            raise TengenError(f"{self._running().title} supports square boards only, not {game.board.text}")
        self._ask("clear_board")
        rules = game.rules if game.start is None else with_button_taken(game.rules, game.start)
        if why := self._why_untold(rules):  # it keeps its own rules; the referee uses the game's
            seen = ["repetition", "suicide", "scoring"]
            seen += [name for name in ("tax", "coupons") if getattr(rules, name) != "none"]
            self.untold = f"{', '.join(f'{name} = {getattr(rules, name)}' for name in seen)} ({why})"
        # include a handicap bonus in the komi of a program without these rules
        self._ask(f"komi {rules.compensation if why else rules.komi:g}")
        if game.start is not None:
            self._set_up(game, game.start)
        elif game.rules.handicap and game.rules.handicap_kind == "fixed":
            points = fixed_handicap(game.board, game.rules.handicap)
            self._place([("black", game.board.labels[point]) for point in points])

    def _why_untold(self, rules: Rules) -> str:
        """Set a plain game's rules; return why the program does not support them, or ""."""
        if "kata-set-rules" not in self._known:
            return "it does not support kata-set-rules"
        try:
            self._ask(f"kata-set-rules {json.dumps(kata_rules(rules), separators=(',', ':'))}")
        except ProgramError as error:
            if error.what != "refused":
                raise
            return f"it refuses them: {error.why}"
        except TengenError as error:
            return str(error)
        return ""

    def _set_up(self, game: Game, start: Position) -> None:
        """Set up a position: as handicap stones, as a file, or stone by stone."""
        stones: list[tuple[Colour, str]] = [
            (colour, label)
            for colour in ("black", "white")
            for label, content in start.stones.items()
            if content == colour
        ]
        only_black = all(colour == "black" for colour, _ in stones)
        if "loadsgf" in self._known and not (only_black and start.to_play == "white" and len(stones) > 1):
            self._load(game, start)
        else:
            self._place(stones)

    def _place(self, stones: Sequence[tuple[Colour, str]]) -> None:
        if all(colour == "black" for colour, _ in stones) and "set_free_handicap" in self._known and len(stones) > 1:
            self._ask(" ".join(["set_free_handicap", *(label for _, label in stones)]))
            return
        for colour, label in stones:
            self._ask(f"play {colour} {label}")

    def _load(self, game: Game, start: Position) -> None:
        """Have the program read the start of a game from a file."""
        beginning = Game.from_position(game.variant, game.board, start)
        handle, path = tempfile.mkstemp(suffix=".sgf")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(beginning.sgf())
            self._ask(f"loadsgf {path}")
        finally:
            Path(path).unlink()

    def keep_time(self, clock: SideClock) -> None:
        """Use this clock for the program from now on, instead of seconds per move."""
        self._clock, self._control_told = clock, None

    @property
    def _is_precise(self) -> bool:
        """Whether the program accepts fractions of a second."""
        return "kata-time_settings" in self._known

    def _tell_time(self, colour: Colour, clock: SideClock | None) -> None:
        """Send a clock: its settings once, and the time left before every move."""
        control = Control() if clock is None else clock.control
        if control != self._control_told and self._is_precise:
            numbers = {"none": "", "absolute": f" {control.main:g}", "fischer": f" {control.main:g} {control.period:g}"}
            over = f" {control.main:g} {control.period:g} {control.count}"
            self._ask(f"kata-time_settings {control.kind}{numbers.get(control.kind, over)}")
        elif control != self._control_told and "time_settings" in self._known:
            period = int(control.period)
            overtime = {"none": "1 0", "canadian": f"{period} {control.count}", "byoyomi": f"{period} 1"}
            self._ask(f"time_settings {int(control.main)} {overtime.get(control.kind, '0 0')}")
        self._control_told = control
        if clock is not None and "time_left" in self._known:
            in_overtime = clock.main <= 0 and control.kind in ("canadian", "byoyomi")
            seconds, stones = (clock.left, clock.count) if in_overtime else (clock.main, 0)
            if in_overtime and control.kind == "byoyomi" and not self._is_precise:
                stones = 1
            self._ask(f"time_left {colour} {f'{seconds:g}' if self._is_precise else int(seconds)} {stones}")

    def _understood(self, game: Game, answer: str) -> Move:
        """Return the move of a response, if it is legal."""
        try:
            move = game.read_move(answer.splitlines()[0] if answer else "")
        except FormatError:
            raise self._failed("garbage", f"its move for {game.to_play} is {answer[:60]!r}, not a move") from None
        reasons = () if move is Resign else game.why_not(move)
        if reasons:
            why = ", ".join(str(reason) for reason in reasons)
            raise self._failed(
                "illegal", f"its move for {game.to_play} is {answer[:60]}, which is illegal: {why}", reasons
            )
        return move


def _plain_shape(game: Game, title: str) -> tuple[int, int]:
    """Return width and height of a game's board; TengenError unless it is ordinary Go on a plain rectangle."""
    board = game.board
    shape = board.shape
    if shape is None or board.surface != "plane" or not board.is_plain or len(board) != shape[0] * shape[1]:
        raise TengenError(f"{title} does not support the board {board.text[:60]}; only another Tengen does")
    if strange := is_strange(game.rules):
        raise TengenError(f"{title} plays ordinary Go only, but {strange}; only another Tengen plays that")
    return shape
