"""A variant by whatever names it: a preset's name or alias, a user's file, or rules; with some axes changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Unpack

from ..records import Text
from .preset_files import preset
from .rules import Axes, Rules
from .variant_data import Variant, is_file_name, with_handicap_komi
from .variant_files import load_variant


def variant(game: str | Path | Variant | Rules, **axes: Unpack[Axes]) -> Variant:
    """Return a variant by name or alias, or a user's TOML file by its path, with some axes changed.

    A variant may be given instead of a name, and so may bare rules, which make a nameless variant ("custom"). The komi
    of a handicap game is 0.5 unless one is given (spec 5).

    Raises:
        UnknownVariant: with close matches. RulesConflict: unknown or contradictory axes. FormatError: a bad file.

    >>> variant("tao", tiles="cushion").changes
    {'tiles': 'cushion'}
    """
    if isinstance(game, Rules):
        found = Variant("custom", Text("Custom rules"), game)
    elif isinstance(game, Variant):
        found = game
    else:
        is_file = isinstance(game, Path) or (isinstance(game, str) and is_file_name(game))
        found = load_variant(Path(game)) if is_file else preset(game)  # type: ignore[arg-type]
    if not axes:
        return found
    rules = with_handicap_komi(found, axes)
    put_aside = rules.komi != found.rules.komi and "komi" not in axes
    return replace(
        found,
        rules=rules,
        changes={**found.changes, **rules.differences(found.rules)},
        komi_given=found.komi_given or "komi" in axes,
        even_komi=found.rules.komi if put_aside and rules.handicap else None if put_aside else found.even_komi,
    )
