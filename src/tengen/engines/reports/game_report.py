"""A game's report: an engine's look at every position, and the cost of each move."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final

from platformdirs import user_cache_path

from ...game import Game
from ...game.record_walk import walk
from ...players import Analysis, Budget
from ...players.process import Closing
from ...records import COLOURS, Colour, IllegalMove, Node, Record, TengenError, Text
from ...records.text import NOTHING
from ...rules import Variant
from ..engine import Engine
from ..hints.facts import reasons
from ..hints.hint import sentences
from .losses import Look, MoveLoss, SideSum, loss, sum_of

_LINES = 3
"""Favourite moves kept per position."""
_LONGEST = 10
"""Moves kept per line."""


@dataclass(frozen=True)
class GameReport:
    """An engine's opinions on a game, by the nodes of its main line; ``asked`` is the requested engine."""

    course: MainLine
    looks: Mapping[int, Look]
    asked: str

    @cached_property
    def losses(self) -> list[MoveLoss]:
        """The cost of every move with looks before and after it, in order."""
        looked = [each for each in self.course.positions if each.node in self.looks and each.before in self.looks]
        return [
            loss(each.node, each.number, each.by, each.move, self.looks[each.before], self.looks[each.node])
            for each in looked
            if each.by is not None and each.before is not None
        ]

    @cached_property
    def sides(self) -> dict[Colour, SideSum]:
        return {colour: sum_of([each for each in self.losses if each.by == colour]) for colour in COLOURS}

    @property
    def engines(self) -> dict[str, int]:
        """The sources of the opinions, with the number of positions of each, most first."""
        return dict(Counter(look.by for look in self.looks.values()).most_common())

    @property
    def visits(self) -> dict[str, float]:
        """Each engine's average visits per position."""
        spent: Counter[str] = Counter()
        for look in self.looks.values():
            spent[look.by] += look.visits
        return {name: spent[name] / count for name, count in self.engines.items()}

    @property
    def notes(self) -> list[str]:
        """Reasons why opinions are not the requested engine's, without duplicates."""
        return list(dict.fromkeys(look.note for look in self.looks.values() if look.note))

    @property
    def graph(self) -> list[tuple[int, Look]]:
        """The looks by the numbers of the moves before them."""
        return [(each.number, self.looks[each.node]) for each in self.course.positions if each.node in self.looks]

    def worst(self, colour: Colour, most: int) -> list[MoveLoss]:
        """Return a side's mistakes, largest first, at most ``most``."""
        own = [each for each in self.losses if each.by == colour and each.degree in ("mistake", "grave")]
        return sorted(own, key=lambda each: (-each.chance, each.number))[:most]

    def costliest(self, most: int) -> list[MoveLoss]:
        """Return the moves with the largest cost in win rate, then in points, at most ``most``; none without cost."""
        lost = [each for each in self.losses if each.is_loss]
        return sorted(lost, key=lambda each: (-each.chance, -each.points, each.number))[:most]

    def game_before(self, made: MoveLoss) -> Game:
        return next(each.game for each in self.course.positions if each.node == made.node - 1)

    def why(self, made: MoveLoss) -> tuple[Text, ...]:
        """Return in sentences what the engine's move would have done and a mistake did not; () without such a fact."""
        played = (made.move, *(made.after.lines[0] if made.after.lines else ()))
        return sentences(reasons(self.game_before(made), made.line, played)) if made.line else ()


def look_of(game: Game, found: Analysis) -> Look:
    """Return the saved look of an analysis."""
    return Look(
        black=round(found.win_rate if game.to_play == "black" else 1 - found.win_rate, 4),
        lead=round(found.lead, 2),
        visits=found.visits,
        lines=tuple(each.variation[:_LONGEST] for each in found.candidates[:_LINES]),
        by=found.by,
        note=found.note,
        black_error=round(found.win_rate_error, 4),
        lead_error=round(found.lead_error, 2),
    )


def _instead(game: Game, look: Look, played: str | None, engine: Engine, budget: Budget | None) -> Look | None:
    """Return the look at the position after the engine's move; None if it was played or comparison is impossible."""
    if not look.lead_error or not look.lines or look.lines[0][0] == played or game.why_not(look.lines[0][0]):
        return None
    after = game.copy()
    after.play(look.lines[0][0])
    return None if after.outcome is not None else look_of(after, engine.judge(after, budget))


def look_through(
    course: MainLine,
    engine: Engine,
    budget: Budget | None = None,
    kept: Kept | None = None,
    step: Callable[[int, int], None] = lambda done, of: None,
) -> GameReport:
    """Have an engine analyse every position without a saved look; ``step`` gets the number done and the total.

    ``course`` may be part of the game whose looks are ``kept``. Results are saved even if the work stops. ``budget`` is
    for each position; None: the engine's "look". TengenError, ProgramError: as `Engine.analyse_all`.
    """
    games, looks = course.asked, {} if kept is None else kept.looks
    left = {node: game for node, game in games.items() if node not in looks}
    known = len(games) - len(left)
    played = {each.before: each.move for each in course.positions}
    if games:
        step(known, len(games))
    for done, (node, found) in enumerate(engine.analyse_all(left, budget), known + 1):
        look = look_of(games[node], found)
        looks[node] = look = replace(look, instead=_instead(games[node], look, played.get(node), engine, budget))
        # after a failure of the engine save nothing, so that it is tried again another time
        if kept is not None and (found.by == engine.name or engine.preferred.why_not(games[node])):
            kept.add(node, look)
        step(done, len(games))
    return GameReport(course, {node: look for node, look in looks.items() if node in games}, engine.name)


@dataclass(frozen=True)
class LinePosition:
    """A main-line position: the game, the index of the node that led to it, and that node's move and number."""

    node: int
    game: Game
    number: int
    move: str = ""
    by: Colour | None = None
    before: int | None = None
    """The index of the node before the move, or None without a move."""


@dataclass(frozen=True)
class MainLine:
    """A record's main line under some rules, as far as it is legal; ``stopped`` says why it ends early."""

    record: Record
    variant: Variant
    nodes: Sequence[Node]
    positions: Sequence[LinePosition] = field(default_factory=list)
    stopped: Text = NOTHING

    @property
    def asked(self) -> dict[int, Game]:
        """The positions to analyse, by their nodes: those in which the game is not over."""
        return {each.node: each.game for each in self.positions if each.game.outcome is None}

    def part(self, first: int | None, last: int | None) -> MainLine:
        """Return the part from before the move ``first`` to after ``last``; TengenError if there is none."""
        moves = max((each.number for each in self.positions), default=0)
        if not moves:
            if not self.stopped:
                raise TengenError("the record has no moves")
            raise TengenError(
                "no move can be analysed under {rules}: {why}", rules=self.variant.title, why=self.stopped
            )
        least, most = (first or 1) - 1, moves if last is None else last
        if least >= moves:
            raise TengenError(
                Text.counted(
                    "no move {number}: the record has {count} move",
                    "no move {number}: the record has {count} moves",
                    moves,
                    number=least + 1,
                )
            )
        if least >= most:
            raise TengenError("the first move, {first}, comes after the last, {last}", first=least + 1, last=most)
        kept = [each for each in self.positions if least <= each.number <= most]
        return self if first is None and last is None else replace(self, positions=kept)

    @property
    def players(self) -> dict[Colour, str]:
        """The players' names, "" if not recorded."""
        names = {}
        for colour in COLOURS:
            letter = colour[0].upper()
            name, rank = self.record.info.get(f"P{letter}", ""), self.record.info.get(f"{letter}R", "")
            names[colour] = f"{name} {rank}".strip()
        return names


def follow(record: Record, variant: Variant) -> MainLine:
    """Follow a record under some rules; TengenError if it cannot even start under them."""
    nodes = list(record.main_line())
    positions: list[LinePosition] = []
    stopped = NOTHING
    for place, stage in enumerate(walk(record, variant, nodes)):
        if stage.reasons:
            stopped = IllegalMove(stage.node.move or "", stage.reasons, stage.number).text
            break
        game, turn = stage.game.copy(), stage.turn
        if turn is None:
            positions.append(LinePosition(place, game, stage.number))
        else:
            positions.append(LinePosition(place, game, stage.number, game.write_move(turn.move), turn.mover, place - 1))
    return MainLine(record, variant, nodes, positions, stopped)


def folder() -> Path:
    """Return the folder of saved looks."""
    return user_cache_path("tengen", appauthor=False) / "analyses"


class Kept(Closing):
    """Looks at the positions of one game by one engine, in a file that grows with each.

    An unfinished line, as after a power cut, is dropped. ``anew`` discards saved results.
    """

    def __init__(
        self, games: Mapping[int, Game], engine: str, *, anew: bool = False, where: Path | None = None
    ) -> None:
        self._keys = {node: _digest(game.to_json()) for node, game in games.items()}
        name = _digest(json.dumps([engine, sorted(self._keys.values())]))
        self.path: Final = (where or folder()) / f"{name}.jsonl"
        self.looks: dict[int, Look] = {}
        self._file: IO[str] | None = None
        if anew:
            self.path.unlink(missing_ok=True)
        self._read()

    def add(self, node: int, look: Look) -> None:
        """Save a look at a position."""
        self.looks[node] = look
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a", encoding="utf-8")
        self._file.write(json.dumps({"position": self._keys[node], **asdict(look)}, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read(self) -> None:
        nodes: dict[str, list[int]] = {}
        for node, key in self._keys.items():
            nodes.setdefault(key, []).append(node)
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError:
            return
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")
        for line in whole.splitlines():
            with suppress(ValueError, KeyError, TypeError):
                said = json.loads(line)
                self.looks.update(dict.fromkeys(nodes[said["position"]], _read(said)))


def _read(said: Mapping[str, Any]) -> Look:
    given = {each.name: said[each.name] for each in fields(Look)}
    lines = tuple(tuple(map(str, line)) for line in given["lines"])
    instead = None if given["instead"] is None else _read(given["instead"])
    return Look(**{**given, "lines": lines, "instead": instead})


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
