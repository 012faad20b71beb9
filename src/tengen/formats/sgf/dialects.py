"""Properties of the root as servers write them in ways of their own, put into SGF's.

CyberOro, Sina and Nihon Ki-in write event, date, komi and handicap as TE, RD, KO and HD, and byo-yomi as LT and LC;
others write komi as KI.
"""

from __future__ import annotations

import re
from typing import Final

from .conventions import handicap_of, komi_of
from .grammar import RawNode, Value, unescape

_OTHER_NAMES: Final = {"TE": "EV", "RD": "DT", "KO": "KM", "KI": "KM", "HD": "HA"}
_STRENGTHS: Final = ("", "1", "2")
_COUNT: Final = re.compile(r"\s*(\d{1,4})\D{0,2}\s*")


def rename(root: RawNode) -> None:
    """Give the properties of a root their names in FF[4], which itself has no such ones."""
    properties = root.properties
    if _text(properties.get("FF")) == "4":
        return
    for other, name in _OTHER_NAMES.items():
        if other in properties and name not in properties and _means(name, _text(properties[other])):
            properties[name] = properties.pop(other)
    length, count = (_COUNT.fullmatch(_text(properties.get(name))) for name in ("LT", "LC"))
    if length and count and "OT" not in properties:
        properties["OT"] = [(properties.pop("LT")[0][0], f"{count[1]}x{length[1]} byo-yomi")]
        del properties["LC"]


def _text(values: list[Value] | None) -> str:
    return unescape(values[0][1]).strip() if values else ""


def _means(name: str, text: str) -> bool:
    if name == "KM":
        return komi_of(text) is not None
    return handicap_of(text) is not None if name == "HA" else text not in _STRENGTHS
