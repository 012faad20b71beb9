"""The report on a game's balance: figures with their errors, and conclusions for its inventor."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from .fairness import CYCLES, EVENTS, Balance, MeasuredValue
from .selfplay import Lab

_TILTED = 0.6
"""The share of wins from which an advantage is too large."""
_DRAWN = 0.1
"""The share of draws, cycles or cut games from which players would mind."""
_LOOSE = 0.15
"""A fair komi is unknown if its interval is wider than this share of the board's points."""
_SHORT = 0.5
"""A game with fewer moves than this share of the board's points is short."""
_LONG = 3.0
"""A game with more moves than this share is long."""


def report(lab: Lab, balance: Balance) -> str:
    komi = f" The rules' komi is {balance.rules.komi:g}." if balance.has_komi else " The last move decides."
    told = (
        f"{_count(len(balance.games), 'game')} of Tengen (level {lab.level}, {lab.budget:,} simulations per move) "
        f"against itself, seed {lab.seed}.{komi} Each figure has its 95% confidence interval, at this strength."
    )
    lines = [f"# {lab.variant.title} on {lab.board.name}: balance", "", told, ""]
    lines += ["| figure | value | 95% |", "|---|---|---|", *_rows(balance), ""]
    ends = Counter(game.how for game in balance.games)
    ended = ", ".join(f"{how.replace('_', ' ')} {count}" for how, count in sorted(ends.items()))
    lines += [f"Games ended by: {ended}. Different games: {balance.different} of {len(balance.games)}.", ""]
    return "\n".join([*lines, "## What to conclude", "", conclusion(lab, balance), ""])


# -- figures -----------------------------------------------------------------------------------------------------------


def _rows(balance: Balance) -> Iterator[str]:
    if balance.has_komi:
        komi = f"{balance.rules.komi:g}"
        yield _row("fair komi", balance.curve.fair)
        yield _row("Black wins without komi, by the curve", balance.curve.chance(0), share=True)
        yield _row(f"Black wins at komi {komi}, by the curve", balance.curve.chance(balance.rules.komi), share=True)
        yield _row(f"Black wins at komi {komi}, counted", balance.first, share=True)
        if balance.margin is not None:
            yield _row("Black's lead without komi, where komi may be fair", balance.margin)
    else:
        yield _row("Black, the first player, wins", balance.first, share=True)
        if balance.swapped is not None:
            yield _row(f"Black wins after {balance.swap}, the fairest first move", balance.swapped, share=True)
    yield _row("drawn at the rules' komi" if balance.has_komi else "drawn", balance.draws, share=True)
    yield _row("ended by a cycle", balance.ended(*CYCLES), share=True)
    yield _row("cut as too long", balance.ended("cut"), share=True)
    yield _row("moves per game", balance.length)
    yield _row("legal moves per turn", balance.branching)
    for event in balance.events:
        noun = "turns on which " + EVENTS[event] if event == "kos" else EVENTS[event]
        yield _row(f"{noun}, per game", balance.times(event))
        yield _row(f"games with {'a ko' if event == 'kos' else EVENTS[event]}", balance.games_with(event), share=True)


def _row(name: str, figure: MeasuredValue, share: bool = False) -> str:
    if not figure.games:
        return f"| {name} | no game yet | |"
    return f"| {name} | {_value(figure.value, share)} ({figure.games}) | {_span(figure, share)} |"


def _value(value: float, share: bool = False) -> str:
    return f"{value:.0%}" if share else f"{value + 0.0:.1f}"


def _span(figure: MeasuredValue, share: bool = False) -> str:
    if not math.isfinite(figure.low):
        return "unknown"
    return f"{_value(figure.low, share)} to {_value(figure.high, share)}"


def _told(figure: MeasuredValue, share: bool = False) -> str:
    return f"{_value(figure.value, share)} ({_span(figure, share)})"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


# -- the conclusion ----------------------------------------------------------------------------------------------------


def conclusion(lab: Lab, balance: Balance) -> str:
    said = [*(_by_komi(balance) if balance.has_komi else _by_first_move(balance))]
    said += [*_on_ends(balance), *_on_length(balance), *_on_events(balance)]
    if balance.different < len(balance.games):
        said.append(
            f"Only {balance.different} of {len(balance.games)} games are different, so the intervals are too narrow."
        )
    said.append(f"All this applies to play at level {lab.level}; stronger players may get other results.")
    return " ".join(said)


def _by_komi(balance: Balance) -> Iterator[str]:
    fair, komi = balance.curve.fair, balance.rules.komi
    yield f"The first move is worth {_told(fair)} points, which is the fair komi."
    if fair.high - fair.low > _LOOSE * balance.points:
        yield f"{_count(len(balance.games), 'game')} do not settle it: play more before you publish a komi."
    if fair.low <= komi <= fair.high:
        yield f"The rules' komi of {komi:g} may be fair."
    else:
        side, other = ("too small: Black", "higher") if komi < fair.low else ("too large: White", "lower")
        chance = balance.curve.chance(komi)
        wins = chance if komi < fair.low else chance.opposite
        yield f"The rules' komi of {komi:g} is {side} wins {_told(wins, True)} of the games; it should be {other}."
    if fair.high >= balance.points - 1:
        yield "It may be as much as the whole board, and then the board is too small for this game."


def _by_first_move(balance: Balance) -> Iterator[str]:
    first = balance.first
    stronger, rate = ("first", first)
    if first.value < 0.5:
        stronger, rate = "second", first.opposite
    if rate.low > 0.5:
        degree = "far too often" if rate.low > _TILTED else "more often than is fair"
        yield f"The {stronger} player wins {degree}: {_told(rate, True)} of the games."
        yield from _on_swapping(balance)
        yield (
            "A one-stone handicap does not help between equals: a white stone on the board makes White the first "
            "player instead."
        )
    elif rate.high < _TILTED:
        yield f"Neither side has much of an advantage: the {stronger} player wins {_told(rate, True)} of the games."
    else:
        yield (
            f"{_count(first.games, 'game')} do not settle who has the advantage: the {stronger} player wins "
            f"{_told(rate, True)} of them."
        )
        yield from _on_swapping(balance)


def _on_swapping(balance: Balance) -> Iterator[str]:
    swapped, first = balance.swapped, balance.first
    if swapped is None:
        return
    told = f"after {balance.swap}, the fairest first move, Black wins {_told(swapped, True)}"
    if swapped.low > 0.5 or swapped.high < 0.5:
        yield f"Letting White swap sides after the first move would not help enough: {told}."
    elif swapped.high - swapped.low > 0.4:
        yield f"Whether letting White swap sides after the first move would help is open: {told}."
    elif first.low > 0.5 or first.high < 0.5:
        yield f"Letting White swap sides after the first move would help: {told}."
    else:
        yield f"A game with swapping does not look unfair either: {told}."


def _on_ends(balance: Balance) -> Iterator[str]:
    ends = [
        ("are drawn", balance.draws),
        ("end because the position recurred", balance.ended(*CYCLES)),
        ("were cut as too long", balance.ended("cut")),
    ]
    for words, figure in ends:
        if figure.low > _DRAWN:
            yield f"Too many games {words}: {_told(figure, True)}."
        elif figure.value > 0:
            yield f"Some games {words}: {_told(figure, True)}."
        elif words == "are drawn" and figure.high > 2 * _DRAWN:
            few = _count(figure.games, "game")
            yield f"No game was drawn, but this few ({few}) leave up to {figure.high:.0%} possible."


def _on_length(balance: Balance) -> Iterator[str]:
    length, points = balance.length, balance.points
    told = f"{_told(length)} moves on {_count(points, 'point')}, with {_told(balance.branching)} to choose from"
    if length.high < _SHORT * points:
        yield f"The game is short: {told}. It may be over before much has happened; try a larger board."
    elif length.low > _LONG * points:
        yield f"The game is long: {told}."
    else:
        yield f"It is neither short nor long: {told}."


def _on_events(balance: Balance) -> Iterator[str]:
    for event in balance.events:
        figure, name = balance.games_with(event), "ko" if event == "kos" else EVENTS[event]
        if figure.value == 0:
            yield f"No game had {name}, so fewer than {figure.high:.0%} do: that rule hardly matters here."
        elif event in ("tiles", "taos", "returns") and figure.high < 0.5:
            yield f"Most games are without {name}: only {_told(figure, True)} have them."


# -- many games side by side -------------------------------------------------------------------------------------------


def summary(found: Sequence[tuple[Lab, Balance, str]]) -> str:
    """Return a table of many reports: lab, figures, and the file of each report."""
    lines = [
        "# Balance side by side", "",
        "Each figure with its 95% interval; the reports say more.", "",
        "| game | games | fair komi | the first player wins | moves | legal moves per turn | drawn |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for lab, balance, file in found:
        komi = _told(balance.curve.fair) if balance.has_komi else "none: the last move decides"
        at = f"at komi {balance.rules.komi:g}: " if balance.has_komi else ""
        cells = [
            f"[{lab.variant.title} on {lab.board.name}]({file})", str(len(balance.games)), komi,
            at + _told(balance.first, True), _told(balance.length), _told(balance.branching),
            _told(balance.draws, True),
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])
