"""Rules in KataGo's and KGS's terms, and positions without a history."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ... import __version__
from ...records.errors import TengenError
from ...rules import Axes, Variant, variant
from ...rules.katago import axes_of, compact_rules, completed, is_strange, kata_rules, rules_named
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal
from .gogui import pairs, put

_COUNTING = ("scoring", "tax")  # KataGo's words for stone scoring take both
_AFFECTED = {
    "ko": ("repetition",),
    "scoring": _COUNTING,
    "tax": _COUNTING,
    "suicide": ("suicide",),
    "whiteHandicapBonus": ("handicap_bonus",),
    "hasButton": ("coupons",),
}


enter("kata-get-models", "List the networks as JSON: an empty list.", lambda *_: "[]")
enter(
    "kata-get-rules",
    "Report the rules as JSON.",
    lambda engine, _: json.dumps(_said(engine.course.variant), separators=(",", ":")),
)


@command("kata-set-rules NAME/JSON")
def kata_set_rules(engine: Engine, arguments: Arguments) -> None:
    """Set the rules by a name such as chinese, a compact string, or JSON; keep komi and the game."""
    text = arguments.rest()
    if (compact := compact_rules(text)) is not None:
        _change(engine, {"friendlyPassOk": False, **completed(compact)})
    elif text.startswith("{"):
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            raise Refusal("the rules are invalid JSON") from None
        _change(engine, said)
    else:
        set_by_name(engine, text)


@command("kata-set-rule RULE VALUE")
def kata_set_rule(engine: Engine, arguments: Arguments) -> None:
    """Set one rule, keeping the others."""
    value = arguments.word(1)
    _change(engine, {arguments.word(): {"true": True, "false": False}.get(value.lower(), value)})


enter(
    "set_position [COLOUR POINT]...",
    "Start with these stones on the board, Black to move.",
    lambda engine, arguments: put(engine, pairs(engine, arguments)),
)


def set_by_name(engine: Engine, text: str) -> None:
    """Set the rules by a name of KataGo's or of a preset of ordinary Go."""
    chosen = rules_named(text)
    if strange := is_strange(chosen.rules):
        raise Refusal("{strange} is not ordinary Go; start it with tengen-variant", strange=strange)
    _check_ordinary(engine)

    def changed(before: Variant) -> Variant:
        rules = before.rules
        kept: Axes = {"komi": rules.komi, "handicap": rules.handicap, "handicap_kind": rules.handicap_kind}
        return variant(chosen, **kept)

    engine.change(changed)


def _change(engine: Engine, said: Mapping[str, Any]) -> None:
    """Set the given rules."""
    _check_ordinary(engine)
    try:
        before = _said(engine.course.variant)
    except TengenError:
        before = {}
    wanted = {axis for rule in said for axis in _AFFECTED.get(rule, ())}
    axes = {name: value for name, value in axes_of({**before, **said}).items() if name in wanted}
    dead: dict[str, Any] = {}
    if "friendlyPassOk" in said:
        dead["dead_stones"] = "agreed" if said["friendlyPassOk"] else "stay"
    engine.change(lambda played: replace(variant(played, **axes), **dead))


def _said(played: Variant) -> dict[str, Any]:
    return kata_rules(played.rules, played.dead_stones == "agreed")


def _check_ordinary(engine: Engine) -> None:
    """Refuse rules if the current game is not ordinary Go."""
    if strange := is_strange(engine.course.variant.rules):
        raise Refusal("the current game is not ordinary Go ({strange}); change it with tengen-variant", strange=strange)


_RULES: Final = ("chinese", "aga", "japanese", "new_zealand")


@command("kgs-rules chinese/aga/japanese/new_zealand")
def kgs_rules(engine: Engine, arguments: Arguments) -> None:
    """Set the rules by KGS's name for them."""
    name = arguments.word().lower()
    if name not in _RULES:
        raise Refusal(SYNTAX)
    set_by_name(engine, name)


enter(
    "kgs-genmove_cleanup COLOUR",
    "Choose a move for a side and make it, capturing all dead stones before passing.",
    lambda engine, arguments: engine.generate(arguments.colour(), cleaning=True),
)
enter("kgs-game_over", "Note that a game is over.", lambda *_: None)


@command("kgs-chat game/private NAME MESSAGE")
def kgs_chat(engine: Engine, arguments: Arguments) -> str:
    """Answer a chat message: report the game, and explain the engine's last move."""
    if arguments.word().lower() not in ("game", "private") or len(arguments) < 3:
        raise Refusal(SYNTAX)
    chosen = engine.course.variant
    said = f"Tengen {__version__}, {engine.thinking.about}: {chosen.title} on {engine.board.text[:60]}"
    return f"{said}. {thought}" if (thought := engine.explain()) else said
