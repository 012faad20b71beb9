"""KataGo as an engine: started on first use, restarted if it dies, and given up after repeated failures."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Final

from ...game import Game
from ...players import Analysis, Budget
from ...players.process import ProgramError
from ...records import Colour, Pass, Position, TengenError, other
from ...rules import Rules
from ...rules.katago import kata_rules, with_button_taken
from ..engine import Effort, Engine, Key
from .answers import SEEN, Forbidden, Garbage, read_analysis
from .client import Client, Talk
from .installation import PATIENCE, Installation

_KATAGO: Final = "katago"
"""Part of its program's usual name."""
_LIVES: Final = 3
"""Consecutive starts of a KataGo that fails before its first response."""
_REST: Final = 300.0
"""Seconds until another start after so many failures."""
_AGAIN: Final = 2
"""Attempts per position: one that kills KataGo twice would do so again."""
_HEARTBEAT: Final = 1.0
"""Seconds between KataGo's progress reports, so that its silence is meaningful."""
_AT_ONCE: Final = 16
"""Queries sent ahead of their responses."""
_ENDLESS: Final = 1_000_000_000
_LINE: Final = 15
_FIRST: Final = 600.0
"""Timeout for its first response in seconds: with OpenCL it tunes itself at the first start."""
_SHARES: Final[Mapping[Effort, float]] = {"glance": 0.25, "look": 1.0, "study": 8.0}
"""The cost of each effort, relative to a look."""


class KataGo(Engine):
    """An installed KataGo, usable from any thread; ``behind`` gives its program low priority.

    >>> from tengen import Game
    >>> installed = Installation("katago", "/opt/katago", "/opt/b18.bin.gz", "/opt/analysis.cfg")
    >>> installed.command()[-2:], installed.as_dict()["network"], KataGo(installed).why_not(Game("tile"))
    (['-model', '/opt/b18.bin.gz'], '/opt/b18.bin.gz', 'does not support rules with tiles = tile')
    """

    def __init__(self, installation: Installation, *, behind: bool = False) -> None:
        self.installation = installation
        self._behind = behind
        self._client: Client | None = None
        self._opening: Client | None = None
        self._is_closed = False
        self._starting = Lock()
        self._starts, self._last, self._tried = 0, "", 0.0
        self._name = ""

    @property
    def name(self) -> str:
        """Its name with version and network once it has responded; until then, its name in the registry."""
        return self._name or self.installation.name

    @property
    def identity(self) -> str:
        given = self.installation
        return " ".join([given.program, given.network, given.config, *map("=".join, given.settings.items())])

    @property
    def at_once(self) -> int:
        return self.installation.at_once

    @property
    def silence(self) -> float:
        """Seconds since its last progress report, while it has a query; reports are due every second."""
        return 0.0 if self._client is None else self._client.silence

    def why_not(self, game: Game) -> str:
        return why_not(game, self.installation.largest or LARGEST)

    def budget(self, effort: Effort) -> Budget:
        return Budget(simulations=max(1, round(_SHARES[effort] * self.installation.visits)))

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield results as `Engine.analyse`; restart the program and repeat the query if it fails."""
        fields = self._question(game, budget, interval)
        for left in reversed(range(_AGAIN)):
            try:
                with self._running().ask(fields) as talk:
                    yield from self._heard(talk, game, tells=interval is not None)
                return
            except ProgramError as error:
                if not self._goes_on_after(error) or not left:
                    raise

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        """Yield the final result for every position; several are searched at once."""
        waiting, asked = deque(games.items()), deque[tuple[Key, Game, Talk]]()
        try:
            while waiting or asked:
                while waiting and len(asked) < _AT_ONCE:
                    key, game = waiting.popleft()
                    asked.append((key, game, self._running().ask(self._question(game, budget, None))))
                key, game, talk = asked[0]
                try:
                    [found] = self._heard(talk, game)
                except ProgramError as error:
                    if not self._goes_on_after(error):
                        raise
                    found = self.judge(game, budget)
                talk.close()
                asked.popleft()
                yield key, found
        finally:
            for *_, talk in asked:
                talk.close()

    def close(self) -> None:
        self._is_closed = True
        if (opening := self._opening) is not None:  # ends the start, which releases the lock
            opening.kill()
        with self._starting:
            if self._client is not None:
                self._client.kill()  # at the end of its input it would finish all queries
                self._client = None

    def start(self) -> None:
        self._running()

    def ask(self, fields: Mapping[str, Any]) -> Talk:
        """Send a query in KataGo's own form; ProgramError if its program cannot be started."""
        return self._running().ask(fields)

    # -- queries and responses -----------------------------------------------------------------------------------------

    def _question(self, game: Game, budget: Budget | None, interval: float | None) -> dict[str, Any]:
        if game.outcome is not None:
            raise TengenError("the game is over; there is no move to choose")
        if why := self.why_not(game):
            raise TengenError(f"{self.name} {why}")
        budget = budget or self.budget("look")
        settings: dict[str, Any] = {"reportAnalysisWinratesAs": SEEN}
        if budget.seconds is not None:
            settings["maxTime"] = budget.seconds
        visits = budget.simulations or _ENDLESS
        return query(game) | {
            "maxVisits": visits,
            "includePolicy": visits == 1,  # it evaluates the position but no move
            "overrideSettings": settings,
            "includeOwnership": True,
            "analysisPVLen": _LINE,
            "reportDuringSearchEvery": min(interval or _HEARTBEAT, _HEARTBEAT),
        }

    def _heard(self, talk: Talk, game: Game, tells: bool = False) -> Iterator[Analysis]:
        """Yield a talk's results for a game's position: the final one, and with ``tells`` those before it."""
        note = ""
        while True:
            answer = talk.next()
            if "warning" in answer:
                note = f"{self.name} says: {answer['warning']}"
                continue
            is_last = not answer.get("isDuringSearch")
            if is_last or tells:
                try:
                    found = read_analysis(answer, game, self.name, note)
                except Garbage as error:
                    raise talk.client.failed("garbage", f"its response is invalid ({error})") from None
                except Forbidden as error:
                    raise ProgramError("refused", f"{self.name} {error}", why=str(error)) from None
                self._starts = 0
                yield found
            if is_last:
                return

    # -- the program ---------------------------------------------------------------------------------------------------

    def _running(self) -> Client:
        with self._starting:
            if self._is_closed:
                raise ProgramError("start", f"{self.name} has been closed")
            if self._client is None or not self._client.is_running:
                self._client = self._started()
            return self._client

    def _started(self) -> Client:
        """Start its program, unless recent starts failed too often."""
        if time.monotonic() - self._tried > _REST:
            self._starts = 0
        if self._starts >= _LIVES:
            told = f"{self.name} failed {self._starts} times in a row and is not restarted: {self._last}"
            raise ProgramError("died", told, why=self._last)
        self._starts += 1
        given = self.installation
        given.check()
        first = max(_FIRST, given.patience) if given.patience >= PATIENCE else given.patience
        client = Client(given.command(), title=given.name, patience=given.patience, first=first, behind=self._behind)
        self._opening = client
        try:
            self._name = _introduced(client)
        except ProgramError as error:
            client.kill()
            if error.what == "died" and _KATAGO not in Path(given.program).name.lower():
                told = f"{error}. If it is another GTP engine, use it as a player: --opponent {given.program!r}"
                raise ProgramError("start", told, error.output, why=error.why) from None
            if error.what == "timeout":  # it had enough time for tuning; a retry would take as long
                raise ProgramError("start", str(error), error.output, why=error.why) from None
            raise
        except BaseException:
            client.kill()
            raise
        finally:
            self._opening, self._tried = None, time.monotonic()  # a start may outlast the pause after it
        return client

    def _goes_on_after(self, error: ProgramError) -> bool:
        """Return whether to retry after a failure."""
        self._last = error.why
        return error.what in ("died", "timeout", "garbage")


def _introduced(client: Client) -> str:
    """Return the name, version and network that a program reports."""
    said: dict[str, Any] = {}
    for action in ("query_version", "query_models"):
        with client.ask({"action": action}) as talk:
            said |= talk.next()
    models = said.get("models")
    network = ""
    if isinstance(models, list) and models and isinstance(models[0], dict):
        network = str(models[0].get("name", "")).replace("\\", "/").rpartition("/")[2]
        network = network.removesuffix(".gz").removesuffix(".bin").removesuffix(".txt")
    return f"KataGo {said.get('version', '')}".strip() + (f" ({network[:60]})" if network else "")


LARGEST: Final = 19
"""The longest side of a board for which KataGo is compiled by default."""
_SMALLEST: Final = 2
_KOMI: Final = 400
_LETTERS: Final[Mapping[Colour, str]] = {"black": "B", "white": "W"}


def why_not(game: Game, largest: int = LARGEST) -> str:
    """Return why KataGo cannot judge a game, as words after its name, or "".

    >>> why_not(Game("chinese", board="9x9 torus")), why_not(Game("tile", board="9x9"))
    ('does not support the board 9x9 torus', 'does not support rules with tiles = tile')
    >>> why_not(Game("chinese", board="9x13"))
    ''
    """
    board, shape, rules = game.board, game.board.shape, game.rules
    if shape is None or board.surface != "plane" or not board.is_plain or len(board) != shape[0] * shape[1]:
        return f"does not support the board {board.text[:60]}"
    if not all(_SMALLEST <= side <= largest for side in shape):
        return f"supports boards from {_SMALLEST}x{_SMALLEST} to {largest}x{largest}, not {shape[0]}x{shape[1]}"
    try:
        kata_rules(rules)
    except TengenError as error:
        return f"does not support rules with {str(error).partition(' no words for ')[2] or error}"
    if rules.scoring == "territory" and rules.prisoner_value != 1:
        return f"does not support rules with prisoner_value = {rules.prisoner_value:g}"
    komi = _komi(rules, game.first_position)
    if komi % 0.5 or abs(komi) > _KOMI:
        return f"supports komi in half points up to {_KOMI}, not {komi:g}"
    return ""


def query(game: Game) -> dict[str, Any]:
    """Return the fields of a query about the position of a game that KataGo supports: rules, board and moves."""
    begins = _history(game)
    start = game.at(begins).position if begins else game.first_position
    rules = with_button_taken(game.rules, start)
    width, height = game.board.shape or (0, 0)
    return {
        "rules": kata_rules(rules, friendly_pass=game.variant.dead_stones == "agreed") | {"whiteHandicapBonus": "0"},
        "komi": _komi(rules, start),
        "boardXSize": width,
        "boardYSize": height,
        "initialStones": [[_LETTERS[content], label] for label, content in start.stones.items() if content != "tao"],
        "initialPlayer": _LETTERS[start.to_play],
        "moves": [
            [_LETTERS[mover], game.write_move(move)]
            for mover, move in zip(game.movers[begins:], game.moves[begins:], strict=True)
        ],
    }


def _komi(rules: Rules, start: Position) -> float:
    """Return White's total: komi, points for the handicap, and prisoners at the start."""
    taken = start.prisoners["white"] - start.prisoners["black"] if rules.scoring == "territory" else 0
    return rules.compensation + taken


def _history(game: Game) -> int:
    """Return the number of moves before the history that KataGo can be given."""
    begins, mover = 0, game.first_position.to_play
    passes = 0
    for number, turn in enumerate(game.turns, 1):
        if turn.mover != mover:
            begins = number - 1
        mover = other(turn.mover)
        passes = passes + 1 if turn.move is Pass and not turn.coupon else 0
        if turn.against or len(turn.lost) == 1 or passes > 1:
            begins = number
    return len(game.moves) if mover != game.to_play else begins
