"""A whole book of one game: its title, who played and how it ended, its figures, and those of its variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..draw.sentences import ending
from ..game.game_records import komi_shown
from ..game.played_records import odd_move, shortened
from ..game.record_walk import Stage, walk
from ..game.variations import Line, branches, follow, line_of
from ..records import Record
from ..records.info import GameInfo, PlayerInfo
from ..rules import Variant
from .figure import BookFigure
from .splitting import MOVES, cut


@dataclass(frozen=True)
class Plate:
    """A figure with its heading, "Figure 2 (51–100)"."""

    heading: str
    figure: BookFigure


@dataclass(frozen=True)
class Book:
    """What is printed: a title, facts with their names, a text before the figures, and these.

    ``problem`` tells of the illegal move that ended the line, if one did; ``odd`` of moves made against the rules.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    introduction: str
    plates: tuple[Plate, ...]
    problem: str = ""
    odd: tuple[str, ...] = ()


def make_book(
    record: Record,
    variant: Variant,
    *,
    most: int = MOVES,
    since: int = 1,
    until: int | None = None,
    address: str = "",
    variations: bool = False,
    after_captures: bool = False,
) -> Book:
    """Return a game as a book prints it: a line of the record, and on demand every variation that leaves it.

    ``most``, ``since``, ``until`` and ``after_captures`` are those of `cut`; ``address`` names another line than the
    main one. Variations follow the line, the nearest to its beginning first, each with its own variations after it,
    and count from 1. TengenError: there is no such line, or what is set up in it cannot stand.
    """
    line = line_of(record, address)
    reached: list[Stage] = []
    odd: list[str] = []
    stages = _watched(walk(record, variant, line.nodes), reached, odd)
    figures = list(cut(stages, most, since, until, after_captures=after_captures))
    plates = [Plate(_heading("Figure", place, figure), figure) for place, figure in enumerate(figures, 1)]
    if variations:
        plates += _variations(record, variant, line, address, most, after_captures)
    info, last = record.game_info(), reached[0]
    game = f"{variant.title} on {last.game.board.name}"
    event = ", ".join(part for part in (info.event, info.round) if part)
    title = (
        info.name or (info.event and event) or " – ".join(name for name in (info.black.name, info.white.name) if name)
    )
    facts = {
        "Black": _player(info.black),
        "White": _player(info.white),
        "Event": event if info.name or not info.event else "",
        "Date": record.info.get("DT", ""),
        "Place": info.place,
        "Game": game if title else "",
        "Komi": komi_shown(variant),
        "Handicap": str(variant.rules.handicap or ""),
        "Result": _result(record, info, last),
    }
    return Book(
        title=title or game,
        facts=tuple((name, fact) for name, fact in facts.items() if fact),
        introduction=info.comment,
        plates=tuple(plates),
        problem="".join(figure.problem for figure in figures),
        odd=tuple(shortened(odd)),
    )


def _watched(stages: Iterable[Stage], reached: list[Stage], odd: list[str]) -> Iterator[Stage]:
    """Pass stages on, keeping the last, and what is odd about their moves."""
    for stage in stages:
        reached[:] = [stage]
        if said := odd_move(stage):
            odd.append(said)
        yield stage


def _variations(
    record: Record, variant: Variant, line: Line, address: str, most: int, after_captures: bool
) -> Iterator[Plate]:
    """Yield the plates of all variations that leave a line, those that leave a variation after it."""
    count = 0
    waiting = [(line, address)]
    while waiting:
        one, named = waiting.pop()
        if one is not line:
            for figure in cut(walk(record, variant, one.nodes), most, skip=one.since, after_captures=after_captures):
                count += 1
                yield Plate(_heading("Diagram", count, figure, f"variation {named}"), figure)
        within = f"{named}/" if named else ""
        waiting += reversed([(follow(one, branch), within + branch.address) for branch in branches(one)])


def _heading(word: str, place: int, figure: BookFigure, about: str = "") -> str:
    """Return a heading, with the figure's own name and its moves.

    >>> from tengen.records import Diagram, Position, Step
    >>> _heading("Figure", 2, BookFigure(Diagram("9", Position({}), (Step("black", "E5"),), 51, title="A ko")))
    'Figure 2: A ko (51)'
    """
    first, last = figure.span
    named = ": ".join(part for part in (f"{word} {place}", about, figure.diagram.title) if part)
    if last < first:
        return named
    return f"{named} ({first})" if first == last else f"{named} ({first}–{last})"


def _player(player: PlayerInfo) -> str:
    name = f"{player.name}, {player.rank}" if player.name and player.rank else player.name
    return f"{name} ({player.team})" if name and player.team else name


def _result(record: Record, info: GameInfo, last: Stage) -> str:
    """Return how the game ended, as the record says it, or else as the game itself did."""
    result, outcome, scoring = info.result, last.game.outcome, last.game.rules.scoring
    if result is None:
        written = record.info.get("RE", "").strip(" ?")
        return written or ("" if outcome is None else ending(outcome.how, outcome.winner, outcome.margin, scoring))
    if result.how == "unknown":
        return f"{(result.winner or '').capitalize()} wins."
    return ending(result.how, result.winner, result.margin, scoring)
