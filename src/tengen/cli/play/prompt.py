"""A game at the prompt: one line in, one line or one board out."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ...boards import split_labels
from ...engines import Engine, adviser
from ...game import Game
from ...game.fairness import SIDES, read_bid
from ...game.refusal import refusals
from ...players import Budget, Player
from ...players.pondering import pondering
from ...players.sides import chosen, settle
from ...records import COLOURS, Colour, FormatError, Gesture, IllegalMove, Move, Place, Resign, Tao, TengenError, other
from ..lists import rules_text
from ..records.positions import last_point, score_lines
from ..signals import ended_politely, is_interrupt, uninterrupted
from ..terminal import Looks, and_komi, announced, harmless, thinking
from .saved_games import FollowedLevel, autosave, check_ending, load, save
from .screen import Pointer, Screen
from .shown import (
    COMMANDS,
    SIGNS,
    PromptEstimate,
    ended,
    gestures,
    help_lines,
    hints,
    introduction,
    mistakes,
    picture,
    question,
    sentence,
    standing,
)


@dataclass(frozen=True)
class Opponent:
    """A player of the computer's colour, and its name.

    ``budget`` is its limit for every move; one that ``ponders`` also searches during its opponent's turn.
    """

    player: Player
    colour: Colour
    name: str
    budget: Budget | None = None
    ponders: bool = False


class Prompt:
    """A game at the terminal, with its players and its file; without an opponent, two people share the keyboard.

    ``options`` of `tengen play` resume such a game, apart from its file and the player's colour.
    If the level is ``followed``, it counts every finished game, and ``seat`` makes the next opponent.
    """

    def __init__(
        self,
        game: Game,
        opponent: Opponent | None,
        looks: Looks,
        screen: Screen | None = None,
        saved: Path | None = None,
        engine: str = "tengen",
        options: Sequence[str] = (),
        followed: FollowedLevel | None = None,
        seat: Callable[[Colour], Opponent | None] | None = None,
    ) -> None:
        self.followed: Final = followed
        self._seat = seat
        self.game: Game = game
        self._seats = game.seats
        self._engine = engine
        self._options = options
        self.opponent: Opponent | None = opponent
        self.looks = looks
        self.file: Path | None = saved
        self.kept: Any = self._state()
        self._line = self._refused = ""  # the typed line, and the one to be confirmed
        self.done: bool = False
        self.screen: Final = screen or Screen()
        words = [*(each.partition(" ")[0] for each in COMMANDS), "dead", "seki", "play"]
        self.commands: dict[str, Callable[[str], None]] = {
            **{word: getattr(self, f"_{word.replace('-', '_')}") for word in words},
            "?": self._help,
            "exit": self._quit,
        }

    def run(self) -> int:
        """Play until the player leaves; return the exit code. The game is saved in any case."""
        with ended_politely():
            try:
                self._introduce()
                while not self.done:
                    if self.game.outcome is None and self._due == self.machine:
                        self._answer()
                    else:
                        self._obey(self._ask())
            except EOFError:
                self._keep()
            except KeyboardInterrupt:
                self._keep()
                return 130
            except BaseException:
                self._keep()
                raise
            finally:
                self._follow()
                if "_adviser" in vars(self):
                    self._adviser.close()
        return 0

    @cached_property
    def _adviser(self) -> Engine:
        """The engine that gives hints, started when first needed."""
        return adviser(self._engine, tell=lambda why: self._say(harmless(f"{why}. Tengen's own engine takes over.")))

    @property
    def machine(self) -> Colour | None:
        return None if self.opponent is None else self.opponent.colour

    @property
    def _due(self) -> Colour:
        """The side to bid or to move."""
        return self.game.to_play if self.game.bidder is None else COLOURS[SIDES.index(self.game.bidder)]

    def _answer(self) -> None:
        """Let the computer move; if it fails, as when a program dies, its moves pass to the player."""
        assert self.opponent is not None
        try:
            with announced(), thinking():
                player, budget = self.opponent.player, self.opponent.budget
                done = settle(self.game, player, budget)
                move = None if done else chosen(self.game, player, budget)
            if move is None:
                self._tell_sides(f"{self.opponent.name} swaps sides" if done == "swap" else "")
                return
            self._move(move)
            if move is Resign:
                self._say(harmless(f"{self.opponent.name} resigns. Thank you for the game."))
        except TengenError as error:
            if is_interrupt(error):
                raise
            self._say(harmless(f"{self.opponent.name} cannot continue: {error}. Its moves are yours now."))
            self.opponent = None

    def _ask(self) -> str:
        pointer = Pointer(self.game.board, lambda marks: picture(self.game, self.looks, marks), last_point(self.game))
        if self.opponent is None or not self.opponent.ponders or self.game.outcome is not None:
            return self.screen.ask(question(self.game), pointer)
        with pondering(self.opponent.player, self.game):
            return self.screen.ask(question(self.game), pointer)

    def _obey(self, line: str) -> None:
        """Execute one line; explain a mistake in it without changing anything."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        self._line = line
        if line != self._refused:
            self._refused = ""
        try:
            if command is not None:
                command(rest.strip())
            elif line:
                self._play(line)
        except TengenError as error:
            if isinstance(error, IllegalMove) and error.number is None:
                self._say(*refusals(self.game, error.move, error.reasons))
            else:
                self._say(harmless(sentence(str(error))))
        except OSError as error:
            self._say(harmless(f"{error.filename or 'The file'}: {error.strerror or error}"))
        except (ValueError, RuntimeError) as error:
            if is_interrupt(error):
                raise
            self._say(harmless(f"That did not work: {error}"))

    # -- moves ---------------------------------------------------------------------------------------------------------

    def _play(self, text: str) -> None:
        if self.game.outcome is None or text.lower() in ("pass", "return", "resign"):
            self._move(self._read(text))
        else:
            self._read(text)
            self._say("The game is over. `undo` takes back the last move, `quit` leaves.")

    def _read(self, text: str) -> Move:
        try:
            return self.game.read_move(text)
        except FormatError:
            known = ", ".join([self.game.board.labels[0], *gestures(self.game.rules)])
            raise TengenError(f"`{text}` is neither a move ({known}) nor a command; `help` lists both") from None

    @property
    def _waits_for_answer(self) -> bool:
        """Whether the computer moves next, so that plain output needs only one board for both moves."""
        return not self.screen.stays and self.game.outcome is None and self.game.to_play == self.machine

    def _move(self, move: Move) -> None:
        game = self.game
        could_end = game.may_end_without_result
        turn = game.play(move)
        self._change_seats()
        why = str(turn.why(game.board))  # names the stone and its tile, too
        told = (
            "" if move is Resign else str(turn._replace(tile=False).told(game.board, game.rules))
        )  # the result names it
        if not self._waits_for_answer:
            self._show()
        self._say(*filter(None, [why if why.startswith(told) else f"{told}. {why}".rstrip()]))
        if game.may_end_without_result and not could_end:
            self._say("The whole position has repeated: `no-result` ends the game without result, if both agree.")
        if game.outcome is not None:
            self._tell_end()

    def _undo(self, _: str) -> None:
        made, count = self.game.players, 1
        machine = None if self.machine is None else self.game.seats[self.machine]
        if machine is not None and all(each == machine for each in made):
            raise TengenError("you have no move to take back")
        while machine is not None and made[-count] == machine:
            count += 1
        for _count in range(count):
            self.game.undo()
        self._change_seats()
        self._show()
        self._say("Took back the last move." if count == 1 else "Took back your last move and the answer to it.")

    # -- sides (spec 6.6a) ---------------------------------------------------------------------------------------------

    def _swap(self, _: str) -> None:
        self._tell_sides(f"{self.game.swap().told()}")

    def _bid(self, text: str) -> None:
        self.game.bid(read_bid(text))
        self._tell_sides("")

    def _tell_sides(self, told: str) -> None:
        """Print the colours after a swap or a bid; sealed bids are shown once both are made."""
        game = self.game
        self._change_seats()
        if game.bidder is None:
            self._show()
        sealed = game.rules.fairness == "bid"
        if not told and not (sealed and game.bidder):
            told = ". ".join(bid.told() for bid in game.bids[-1 - sealed :])
        mine = None if self.machine is None else other(self.machine)
        you = "" if mine is None else f" You play {mine.capitalize()}."
        settled = f"{and_komi(game.rules.komi).removeprefix(', ').capitalize()}." if game.bids else ""
        self._say(f"{told or 'One bid is made'}.", *([f"{settled}{you}".strip()] if game.bidder is None else []))

    def _change_seats(self) -> None:
        """Give the computer its new colour."""
        if self.opponent is not None and self.game.seats != self._seats:
            self.opponent = replace(self.opponent, colour=other(self.opponent.colour))
        self._seats = self.game.seats

    # -- questions -----------------------------------------------------------------------------------------------------

    def _why(self, text: str) -> None:
        if not text:
            raise TengenError(f"name a point: `why {self.game.board.labels[0]}`")
        move = self._read(text)
        reasons = self.game.why_not(move)
        if reasons:
            self._say(*refusals(self.game, move, reasons))
        else:
            self._say(f"{self.game.to_play.capitalize()} may play {text}.")

    def _legal(self, _: str) -> None:
        game, board = self.game, self.game.board
        legal = list(game.legal_moves())
        points = {board.labels[move.point] for move in legal if isinstance(move, Place)}
        cross = "x" if self.looks.ascii else "×"
        stones = game.stones
        self._show({label: cross for label in board.labels if label not in points and label not in stones})
        others = ["put a Tao stone"] if any(isinstance(move, Tao) for move in legal) else []
        others += [move.value for move in legal if isinstance(move, Gesture)]
        count = f"{len(points)} point{'' if len(points) == 1 else 's'}"
        self._say(f"{game.to_play.capitalize()} may play on {count}{''.join(f', or {word}' for word in others)}.")
        if len(points) + len(stones) < len(board):
            self._say(f"{cross} marks the other points; `why` explains them.")

    def _territory(self, _: str) -> None:
        signs, owners = SIGNS[self.looks.ascii], self.game.territory()
        self._show({label: signs[colour] for label, colour in owners.items()})
        self._say(
            f"{signs['black']} marks Black's territory, {signs['white']} White's: an enemy stone there is an incursion."
        )

    def _hint(self, _: str) -> None:
        self._say(*hints(self.game, self._adviser))

    def _mistakes(self, _: str) -> None:
        self._say(*mistakes(self.game, self._adviser))

    def _estimate(self, _: str) -> None:
        found = PromptEstimate(self.game, self._adviser)
        self._show(found.marks(self.looks.ascii))
        self._say(*found.lines(self.looks.ascii))

    def _score(self, text: str) -> None:
        dead, named, seki = text.partition("seki")
        score = self.game.score(dead=split_labels(dead), seki=split_labels(seki) if named else None)
        count, *notes = score_lines(score)
        self._say(count)
        if not text and score.kind != "stones":
            self._say("No stones were taken as dead.")
        self._say(*notes)
        if self.game.outcome is not None and self.game.outcome.how == "goal":
            self._say(f"This count does not decide the game: goal = {self.game.rules.goal} does.")
        elif not self.game.rules.ends_by_passes:
            self._say("This count does not decide the game: a player without a legal move loses.")

    def _dead(self, text: str) -> None:
        dead = split_labels(text)
        off = {label for each in dead for label in self.game.board.names(self.game.chain(each))}
        seki = self.game.seki
        self.game.settle(dead, None if seki is None else [label for label in seki if label not in off])
        self._tell_end()

    def _seki(self, text: str) -> None:
        self.game.settle(self.game.dead, None if text.lower() == "auto" else split_labels(text))
        self._tell_end()

    def _resume(self, text: str) -> None:
        """Resume play (spec 1.17a) at the request of the colour named, or of the player, or of the side to move."""
        given = text.lower()
        asking = next((colour for colour in COLOURS if given and given in (colour, colour[0])), None)
        if given and asking is None:
            raise TengenError(f"{text[:40]}: `resume` takes the colour of the requesting player, black or white")
        request = self.game.resume(asking or (self.game.to_play if self.machine is None else other(self.machine)))
        self._show()
        self._say(f"{request.told()}. The passes stay, and {self.game.to_play.capitalize()} moves first.")

    def _no_result(self, _: str) -> None:
        self.game.agree_no_result()
        self._tell_end()

    def _again(self, _: str) -> None:
        """Play again with swapped colours, except with a handicap or after a game without result (spec 1.6)."""
        if self.game.outcome is None:
            raise TengenError("this game is not over yet; `resign` resigns it, `undo` takes back a move")
        self._ask_to_save("again")
        self._follow()
        if self.opponent is not None and self.game.changes_colours:
            self.opponent = replace(self.opponent, colour=other(self.opponent.colour))
        if self.opponent is not None and self.followed is not None and self._seat is not None:
            self.opponent = self._seat(self.opponent.colour)
        self.game, self.file = self.game.rematch(), None
        self.kept, self._seats = self._state(), self.game.seats
        self._introduce()

    def _follow(self) -> None:
        """Count the finished game, if the level follows the player, and report the change."""
        if self.followed is not None and self.machine is not None:
            with suppress(OSError):  # ignore an unwritable level
                if told := self.followed.count(self.game, self.machine):
                    self._say(told)

    # -- files ---------------------------------------------------------------------------------------------------------

    def _save(self, text: str) -> None:
        path = _path(text) if text else self.file
        if path is None:
            raise TengenError("name a file: `save game.json` or `save game.sgf`")
        check_ending(path)
        if path != self.file and os.path.lexists(path):
            self._confirm(f"{path} already exists; repeat the command to replace it")
        save(self.game, path)
        self.file, self.kept = path, self._state()
        self._say(harmless(f"Saved in {path}."))

    def _load(self, text: str) -> None:
        if not text:
            raise TengenError("name a file: `load game.json`")
        self._ask_to_save("load")
        path = _path(text)
        self._follow()
        self.game = load(path)
        self._seats = self.game.seats
        self.screen.keeps = True  # warnings about the file
        self.file, self.kept = path, self._state()
        self._introduce()

    def _quit(self, _: str) -> None:
        self._ask_to_save("quit")
        self.done = True

    def _ask_to_save(self, word: str) -> None:
        """Warn once before leaving an unsaved game."""
        if self._is_unsaved():
            self._confirm(f"this game is not saved; `save FILE` saves it, `{word}` again discards it")

    def _confirm(self, why: str) -> None:
        """Refuse a line once; the same line is then accepted."""
        if self._refused == self._line:
            self._refused = ""
            return
        self._refused = self._line
        raise TengenError(why)

    def _keep(self) -> None:
        """Save an unsaved game, and print its path and how to resume it, unless the output is closed."""
        with uninterrupted():
            told = "\n"
            if self._is_unsaved():
                path = autosave(self.game, self.file)
                self.kept = self._state()
                side = ["--colour", "white"] if self.machine == "black" else []
                command = shlex.join(["tengen", "play", "--resume", str(path), *self._options, *side])
                told += f"The game is saved in {path}. To resume:\n  {command}\n"
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError):
                    print(told, end="", file=stream, flush=True)
                    break

    def _state(self) -> tuple[object, ...]:
        return self.game.moves, self.game.dead, self.game.seki, self.game.resumptions, self.game.bids, self.game.swaps

    def _is_unsaved(self) -> bool:
        return bool(self.game.moves) and self._state() != self.kept

    # -- output --------------------------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        against = None if self.opponent is None else (other(self.opponent.colour), self.opponent.name)
        self._say(*introduction(self.game, against))
        if self.followed is not None and self.machine is not None:
            self._say("Two wins in a row raise its level by one, two losses in a row lower it.")
        self._show()
        if self.game.outcome is not None:
            self._tell_end()

    def _show(self, marks: dict[str, str] | None = None) -> None:
        self.screen.draw(picture(self.game, self.looks, marks), standing(self.game))

    def _say(self, *lines: str) -> None:
        self.screen.say(*lines)

    def _tell_end(self) -> None:
        self._say(*ended(self.game))

    def _board(self, _: str) -> None:
        self._show()

    def _help(self, _: str) -> None:
        self._say(*help_lines(self.game))
        if self.screen.points:
            self._say("Arrow keys move a pointer (+) over the board; Enter plays there.")

    def _rules(self, _: str) -> None:
        self._say(*rules_text(self.game.variant, self.game.board.name).splitlines())


def _path(text: str) -> Path:
    """Return the file of a typed name, without quotation marks around it."""
    if "\0" in text:
        raise TengenError("a file name cannot contain a null character")
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise TengenError(f"{text}: no home folder of that name") from None
