"""How a match went, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..terminal import and_komi, counted

if TYPE_CHECKING:
    from ...match.match_play import MatchResult
    from ...match.rating import Sprt
    from ...match.referee import Conditions, GameResult

_NAMED: Final = 5
"""Games with the same reason that are named one by one."""


def report(result: MatchResult, conditions: Conditions, sprt: Sprt | None = None) -> Iterator[str]:
    """Yield the lines that tell how a match went."""
    games, (first, second) = result.games, result.games[-1].names
    clock = "" if conditions.clock is None else f", {conditions.clock} s on each clock"
    rules = conditions.variant.rules
    komi = and_komi(rules.komi) if rules.komi_counts else ""
    yield f"{first} against {second}: {conditions.variant.title} on {conditions.board.name}{komi}{clock}"
    low, high = result.interval
    if result.scores:
        yield (
            f"  {counted(len(result.scores), 'game')}: {result.wins} won, {result.losses} lost, {result.draws} drawn; "
            f"{result.rate:.1%} (95%: {low:.1%} to {high:.1%})"
        )
        yield f"  Elo {_elo(result)}; {first} is the stronger one with a probability of {_sure(result)}"
        yield f"  {_by_colour(result)}; {sum(len(game.moves) for game in games) / len(games):.0f} moves a game"
    ends = ", ".join(f"{how.replace('_', ' ')} {count}" for how, count in result.as_dict()["ends"].items())
    yield f"  ended by: {ends}"
    for name, untold in zip((first, second), result.untold, strict=True):
        if untold:
            yield f"  {name} goes by its own rules, for it could not be told: {untold}"
    if sprt is not None:
        yield _verdict(sprt, result)
    yield from _reasons(games)


def _reasons(games: Sequence[GameResult]) -> Iterator[str]:
    """Yield why games ended as they did; those that ended in the same way have one line."""
    alike: dict[tuple[str, frozenset[str]], list[GameResult]] = {}
    for game in games:
        if game.reason:
            alike.setdefault((game.result, frozenset(game.reason.split("; "))), []).append(game)
    for (result, _), found in alike.items():
        if len(found) == 1:
            named = f"game {found[0].number}"
        elif len(found) <= _NAMED:
            named = f"games {', '.join(str(game.number) for game in found[:-1])} and {found[-1].number}"
        else:
            named = f"game {found[0].number} and {len(found) - 1} others"
        yield f"  {named}: {result}, {found[0].reason}"


def _verdict(sprt: Sprt, result: MatchResult) -> str:
    low, high = sprt.bounds
    meant = {None: "open", "better": f"better by {sprt.elo1:g} Elo", "not better": f"not better by {sprt.elo1:g} Elo"}
    ratio = f"{sprt.ratio(result.pairs):+.2f}, to end at {low:.2f} or {high:.2f}"
    return f"  test of {sprt.elo0:g} against {sprt.elo1:g} Elo: {meant[sprt.verdict(result.pairs)]} ({ratio})"


def _by_colour(result: MatchResult) -> str:
    told = []
    for colour in ("black", "white"):
        scores = [game.score for game in result.games if game.colour_of("first") == colour and game.score is not None]
        told.append(f"as {colour.capitalize()} {sum(scores):g} of {len(scores)}")
    return ", ".join(told)


def tested(sprt: Sprt, result: MatchResult) -> dict[str, Any]:
    """Return what a test found as plain data."""
    return {
        "sprt": {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": round(sprt.ratio(result.pairs), 3),
            "verdict": sprt.verdict(result.pairs),
        }
    }


def standing(result: MatchResult) -> str:
    """Say in a few words how a match stands."""
    if not result.scores:
        return "none counts yet"
    return f"{result.wins} won, {result.losses} lost, {result.draws} drawn; Elo {_elo(result)}"


def _elo(result: MatchResult) -> str:
    low, high = result.elo_interval
    return f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f})"


def _sure(result: MatchResult) -> str:
    chance = result.superiority
    return "more than 99.9%" if chance > 0.999 else "less than 0.1%" if chance < 0.001 else f"{chance:.1%}"
