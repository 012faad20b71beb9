"""A found problem as text in the authors' format, without its words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tengen.draw.text import rows
from tengen.game import Game
from tengen.game.setup import board_of, size_of
from tengen.web.lessons.problem_library import HARDEST

from .finding import Found
from .prospecting import Nugget


def draft(name: str, nugget: Nugget, given: Mapping[str, Any]) -> str:
    """Return a table of a problem; ``given`` are axes that its game changes."""
    return "\n".join(_draft(name, nugget, given)) + "\n"


def _draft(name: str, nugget: Nugget, given: Mapping[str, Any]) -> Iterator[str]:
    found = nugget.found
    game = found.game
    side = game.to_play.title()
    yield "[[problems]]"
    yield f"# {_traits(found)}."
    yield f'name = "{name}"'
    yield f'title = "{name}"'
    yield f'ask = "{side} to play and win{_komi(game)}."'
    yield 'say = ""'
    yield f"grade = {min(max(2 * found.difficulty // 5, 1), HARDEST)}"
    yield f'variant = "{game.variant.name}"'
    yield from _position(game)
    held = {**given, **_given(game)}
    if held:
        yield f"given = {_inline(held)}"
    yield f"right = {json.dumps(found.wins)}"
    yield f"played = {json.dumps(nugget.played)}"


def _traits(found: Found) -> str:
    """Describe how deep a problem is, and which players it fools."""
    fooled = (
        (found.is_greedy_proof, "the most stones taken lose"),
        (found.is_naive_proof, f"random games choose {found.naive}"),
    )
    words = (f"Settled {found.plies} plies after the answer", f"a wrong move lasts up to {found.resistance}")
    return "; ".join((*words, *(text for is_so, text in fooled if is_so)))


def _komi(game: Game) -> str:
    """Name the side with points of komi."""
    komi = game.rules.komi
    return f"; {'White' if komi > 0 else 'Black'} has {abs(komi):g} points of komi" if komi else ""


def _position(game: Game) -> Iterator[str]:
    """Yield the board, the stones, and the side to move."""
    lines = rows(game.board, game.position)
    if lines:
        yield from ("rows = [", *(f'  "{line}",' for line in lines), "]")
    else:
        yield f"stones = {_inline(game.stones)}"
    if not lines or board_of(game.variant, size_of(lines)).text != game.board.text:
        yield f'board = "{game.board.text}"'
    yield f'to_play = "{game.to_play}"'


def _given(game: Game) -> dict[str, Any]:
    """Return the rest of a position."""
    held = {colour: count for colour, count in game.prisoners.items() if count}
    found: dict[str, Any] = {"tiles": dict(game.tiles)} if game.tiles else {}
    if held:
        found["prisoners"] = held
    if game.position.last_incursion:
        found["last_incursion"] = True
    if game.rules.komi:
        found["komi"] = game.rules.komi
    return found


def _inline(value: Any) -> str:
    """Return a value as inline TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_inline(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)
