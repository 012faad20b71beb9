"""The figures of games of the known variants, as CSV and as the tables of a page."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tengen.game import Game
from tengen.match.fairness import CYCLES, Balance, MeasuredValue, SelfGame, share_of
from tengen.match.rule_effects import rule_effects
from tengen.match.selfplay import Lab

from .repeating import Recurrence

_MEANT: Final = 20
"""The most games of a setting that are replayed to measure the effect of its rules."""
_ASIDE: Final = frozenset({"komi", "cycle", "end", "passes", "handicap_bonus"})
"""Axes that accompany others, or are a number: not rules of their own."""


@dataclass(frozen=True)
class Row:
    """A variant on a board at a level: the figures of its games, and the share of them in which each axis mattered."""

    lab: Lab
    balance: Balance
    effects: Mapping[str, MeasuredValue]

    @property
    def swap(self) -> str:
        """Return the fairest first move, "" if komi can make the game fair or none was tried."""
        return next((game.opening for game in self.balance.games if game.opening), "")

    @property
    def fair(self) -> MeasuredValue | None:
        """Return the fair komi; None if the score does not decide games, so that the swap rule takes its place."""
        return self.balance.curve.fair if self.balance.has_komi else None


def row(lab: Lab, games: Sequence[SelfGame]) -> Row:
    """Return the figures of games."""
    return Row(lab, lab.balance(games), effects(lab, games[:_MEANT]))


def effects(lab: Lab, games: Sequence[SelfGame]) -> dict[str, MeasuredValue]:
    """Return the share of games in which an axis forbade or allowed a move, or changed who won.

    For a goal it is the share of games that ended by it. The effect of a rule is measured up to the first move that is
    illegal without it (see `rule_effects`), which proves that it mattered.
    """
    rules = lab.variant.rules
    found: dict[str, int] = {}
    for each in games:
        for axis, effect in rule_effects(_again(lab, each)).items():
            if axis not in _ASIDE:
                ended = axis == "goal" and rules.goal != "misere score"
                mattered = each.how == "goal" if ended else effect.turns > 0 or effect.winner
                found[axis] = found.get(axis, 0) + mattered
    return {axis: share_of(count, len(games)) for axis, count in found.items()}


def _again(lab: Lab, game: SelfGame) -> Game:
    made = lab.start(game.komi, game.number)
    for move in game.moves:
        made.play(move)
    return made


def games_csv(rows: Iterable[Row]) -> str:
    """Return a line for each variant, board and level; ``_low`` and ``_high`` hold the 95 % interval."""
    lines = [_figures(each) for each in rows if each.balance.games]
    return _csv(lines)


def _figures(each: Row) -> dict[str, Any]:
    balance, rules = each.balance, each.lab.variant.rules
    values = {
        "moves": balance.length, "legal_moves": balance.branching, "black_as_ruled": balance.first,
        "fair_komi": each.fair, "black_after_swap_move": balance.swapped, "cut": balance.ended("cut"),
        "cycle": balance.ended(*CYCLES), "drawn": balance.draws,
    }  # fmt: skip
    line: dict[str, Any] = {
        "variant": each.lab.variant.name, "board": each.lab.board.text, "level": each.lab.level,
        "simulations": each.lab.budget, "games": len(balance.games), "different": balance.different,
        "komi": f"{rules.komi:g}" if balance.has_komi else "", "as_ruled": balance.first.games, "swap_move": each.swap,
    }  # fmt: skip
    for name, value in values.items():
        for end, figure in zip(("", "_low", "_high"), value[:3] if value else ("", "", "")):
            line[name + end] = figure if isinstance(figure, str) else f"{figure:.4g}"
    line["mattered"] = " ".join(f"{axis}={value.value:.3f}" for axis, value in each.effects.items())
    line["mattered_games"] = min(_MEANT, len(balance.games))
    return line


def recurrences_csv(found: Mapping[str, Sequence[Recurrence]]) -> str:
    """Return two lines for each variant, with passes and without."""
    lines = []
    for name, both in found.items():
        for passes, each in zip(("yes", "no"), both):
            cells = {key: " ".join(value) if isinstance(value, list | tuple) else value
                     for key, value in each._asdict().items()}  # fmt: skip
            lines.append({"variant": name, "passes": passes, **cells})
    return _csv(lines)


def _csv(lines: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    if lines:
        writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    return text.getvalue()


# -- the page ----------------------------------------------------------------------------------------------------------


def rewritten(page: str, tables: Mapping[str, str]) -> str:
    r"""Return a page with its generated tables rewritten, each between its marks.

    >>> rewritten("<!-- generated: a -->\nold\n<!-- end -->", {"a": "new"})
    '<!-- generated: a -->\n\nnew\n\n<!-- end -->'
    """
    for name, table in tables.items():
        marks = rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)"
        page = re.sub(marks, lambda found: f"{found[1]}\n{table}\n\n{found[2]}", page, flags=re.DOTALL)  # noqa: B023
    return page


def games_table(rows: Sequence[Row]) -> str:
    """Return a line for each variant and board, with both levels side by side."""
    lines = [
        "| variant | board | games | moves a game | legal moves a turn | Black wins | fair komi, or the swap rule "
        "| its rules mattered |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    groups: dict[tuple[str, str], list[Row]] = {}
    for each in rows:
        if each.balance.games:
            groups.setdefault((each.lab.variant.name, each.lab.board.name), []).append(each)
    for (name, board), levels in groups.items():
        cells = [
            name, board,
            _both(str(len(each.balance.games)) for each in levels),
            _both(_mean(each.balance.length) for each in levels),
            _both(_mean(each.balance.branching) for each in levels),
            _both(_share(each.balance.first) for each in levels),
            _both(_fairness(each) for each in levels),
            _mattered(levels),
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _both(cells: Iterable[str]) -> str:
    return "<br>".join(cells)


def _mean(value: MeasuredValue) -> str:
    half = (value.high - value.low) / 2
    return f"{value.value:.1f}" + (f" ± {half:.1f}" if math.isfinite(half) else "")


def _share(value: MeasuredValue | None) -> str:
    if value is None or not value.games:
        return "–"
    return f"{100 * value.value:.0f} % ({100 * value.low:.0f}–{100 * value.high:.0f}, {value.games})"


def _fairness(each: Row) -> str:
    if each.fair is not None:
        return f"{each.fair.value + 0.0:.1f} ({each.fair.low:.1f} to {each.fair.high:.1f})"
    return f"swap: {_share(each.balance.swapped)} after {each.swap}" if each.swap else "swap"


def _mattered(levels: Sequence[Row]) -> str:
    axes = list(dict.fromkeys(axis for each in levels for axis in each.effects))
    told = []
    for axis in axes:
        shares = [f"{100 * each.effects[axis].value:.0f}" for each in levels if axis in each.effects]
        told.append(f"{axis} {', '.join(shares)} %")
    return "; ".join(told) or "–"


def boards_table(fitting: Mapping[str, tuple[Sequence[str], str]]) -> str:
    """Return the variants that are not on both small boards, and why."""
    lines = ["| variant | measured on | why |", "|---|---|---|"]
    lines += [f"| {name} | {', '.join(boards) or '–'} | {why} |" for name, (boards, why) in fitting.items() if why]
    return "\n".join(lines)


def recurrences_table(found: Mapping[str, Sequence[Recurrence]]) -> str:
    """Return a line for each variant: whether play can repeat, with passes and by stones alone."""
    lines = ["| variant | play can come back | by stones alone | left out |", "|---|---|---|---|"]
    for name, (passing, stones) in found.items():
        left = [f"`repetition = {passing.barred}`"] if passing.barred else []
        left += [passing.note.split(";")[0]] if passing.note.startswith("without") else []
        lines.append(f"| {name} | {_verdict(passing)} | {_verdict(stones)} | {'; '.join(left) or '–'} |")
    return "\n".join(lines)


def _verdict(each: Recurrence) -> str:
    if each.verdict == "yes":
        return f"yes, on {each.board}: after {' '.join(each.lead) or 'nothing'} come {' '.join(each.moves)}"
    if each.verdict == "no":
        return f"no, on {each.board} ({each.states:,} states)"
    return f"not decided: {each.note}"
