"""What SGF's words mean to Tengen: names of rules, komi, handicap, and which games are ordinary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..boards import fixed_handicap, parse
from ..records import BoardError, Node, Record
from .sgf_points import coordinates, rectangle

PRIVATE_GAME: Final = 100
"""``GM`` of a game that a reader of ordinary Go would misread, so that it refuses instead."""

Q5GO_GAME: Final = "q5go-1"
"""``GM`` of q5Go's games on tori; ``TO`` says which sides are joined."""

VARIANT, AXES, BOARD, START, ABOUT, CUT_OFF = "TGV", "TGA", "TGB", "TGS", "TGX", "TGI"
PRIVATE: Final = (VARIANT, AXES, BOARD, START, ABOUT, CUT_OFF)
"""Private properties of the root: variant, changed axes, board, start position, what describes the variant, and that
the record is incomplete."""

RESIGNS: Final = "TGR"
"""The private property that says who resigns."""

INFO: Final = frozenset(re.findall(r"\w+", "AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT"))
"""The game information of FF[4]; at the root it is the record's `info`."""

SETUP: Final = {"AB": "black", "AW": "white", "AE": "vacant"}

RULES: Final = {
    "chinese": "Chinese",
    "japanese": "Japanese",
    "korean": "Korean",
    "aga": "AGA",
    "new-zealand": "NZ",
    "tromp-taylor": "Tromp-Taylor",
    "ing": "GOE",
}
"""How ``RU`` spells the presets that other programs know."""

_SPELLINGS: Final = {
    **{re.sub(r"\W", "", name): name for name in RULES},
    **dict.fromkeys(("nz", "newzealandgoassociation", "newzealandarea"), "new-zealand"),
    **dict.fromkeys(("goe", "inggoe", "ingsst", "ing1996", "ingfour", "ingfourpassrules", "应氏", "應氏"), "ing"),
    **dict.fromkeys(("cn", "chineseogs", "chinesekgs", "chineseigs", "chinesearea", "area", "areascoring"), "chinese"),
    **dict.fromkeys(("中国", "中國", "china", "数子", "數子", "중국"), "chinese"),
    **dict.fromkeys(("jp", "japan", "japanesescoring", "nihonkiin", "nihonkiin1989"), "japanese"),
    **dict.fromkeys(("territory", "territoryscoring", "日本", "日本棋院", "数目", "數目", "일본"), "japanese"),
    **dict.fromkeys(("kr", "korea", "hankukkiwon", "韩国", "韓国", "韓國", "한국"), "korean"),
    **dict.fromkeys(("american", "americangoassociation", "us", "usa", "bga", "british", "french", "ffg"), "aga"),
    **dict.fromkeys(("tt", "tromptaylorrules", "logical", "mathematical", "computergo", "cgos"), "tromp-taylor"),
}
_KATAGO: Final = re.compile(r"(ko|score|tax|sui|button|whb|fpok)([A-Z0-9][A-Z0-9-]*)")
_KATAGO_KO: Final = {"SIMPLE": "ko", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
_KATAGO_PLAIN: Final = {"tax": ("NONE",), "button": ("0", "FALSE"), "whb": ("0", "N", "N-1")}
_KATAGO_SCORE: Final = {"AREA": "area", "TERRITORY": "territory"}
_RULES_WORD: Final = re.compile(r"(rules?|ruleset|规则|規則|ルール|규칙)$")
_ORDINARY_VARIANTS: Final = (None, "formal", *RULES)
_ORDINARY_AXES: Final = frozenset(
    {"suicide", "repetition", "cycle", "pass_lifts_ko", "passes", "scoring", "prisoner_value"}
    | {"komi", "handicap", "handicap_kind"}
)
_HARMLESS: Final = {
    "tiles": "none",
    "tao": "off",
    "own_overlap": False,
    "passing": "pass",
    "end": "passes",
}
_KOMI: Final = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")
_TOO_MUCH_KOMI: Final = 100


def variant_of(rules: str) -> str | None:
    """Return the preset that a text of ``RU`` means, or None.

    >>> variant_of("New Zealand"), variant_of("japanese rules"), variant_of("house")
    ('new-zealand', 'japanese', None)
    """
    plain = re.sub(r"[\W_]", "", rules.lower())
    return _SPELLINGS.get(_RULES_WORD.sub("", plain))


def katago_rules(text: str) -> tuple[str, dict[str, Any], list[str]] | None:
    """Return preset, axes and what is left out of rules as KataGo writes them, composed or as JSON; None: no such.

    >>> katago_rules("koPOSITIONALscoreAREAtaxNONEsui1")
    ('tromp-taylor', {'repetition': 'positional', 'suicide': 'allowed', 'scoring': 'area'}, [])
    """
    found = dict(_KATAGO.findall(text)) if text.lower().startswith("ko") else _katago_json(text)
    if not {"ko", "score"} <= found.keys():
        return None
    ko, score = _KATAGO_KO.get(found["ko"].upper()), _KATAGO_SCORE.get(found["score"].upper())
    if ko is None or score is None:
        return None
    alone = found.get("sui", "0").lower() in ("1", "true")
    axes = {"repetition": ko, "suicide": "allowed" if alone else "forbidden", "scoring": score}
    harmless = {
        "tax": ("NONE",),
        "button": ("0", "FALSE"),
        "whb": ("0", "N", "N-1"),
        "fpok": ("0", "1", "TRUE", "FALSE"),
    }
    if score == "territory":
        harmless["tax"] = ("SEKI",)
    ignored = [
        f"{name} {found[name]}" for name in harmless if found.get(name, harmless[name][0]).upper() not in harmless[name]
    ]
    return ("tromp-taylor" if score == "area" else "japanese"), axes, ignored


def _katago_json(text: str) -> dict[str, str]:
    names = {"ko": "ko", "scoring": "score", "suicide": "sui", "tax": "tax", "hasButton": "button"}
    given = re.findall(r'"(\w+)"\s*:\s*"?([\w-]+)"?', text) if text.lstrip().startswith("{") else []
    return {names[name]: value for name, value in given if name in names}


def komi_of(text: str) -> float | None:
    """Return the komi that a text of ``KM`` says, or None where it says no believable number of points.

    >>> komi_of("6.500000"), komi_of("375"), komi_of("much")
    (6.5, None, None)
    """
    if not _KOMI.fullmatch(text.strip()):
        return None
    komi = float(text)
    if abs(komi) >= _TOO_MUCH_KOMI:
        return None
    return int(komi) if komi.is_integer() else komi


def komi_text(komi: Any) -> str | None:
    """Return how ``KM`` says a komi, or None where it cannot."""
    if isinstance(komi, bool) or not isinstance(komi, int | float):
        return None
    text = f"{komi:.9f}".rstrip("0").rstrip(".") if abs(komi) < _TOO_MUCH_KOMI else ""
    return text if text not in ("", "-0") and komi_of(text) == komi else None


def handicap_of(text: str) -> int | None:
    """Return the handicap that a text of ``HA`` says, or None where it says no whole number."""
    return int(text) if re.fullmatch(r"\s*\d{1,3}\s*", text) else None


def stones_given(record: Record) -> int:
    """Return how many black stones the main line sets up before its first move."""
    count = 0
    for node in record.main_line():
        count += sum(content == "black" for content in node.changes.values())
        if node.move is not None:
            break
    return count


def fixed_stones(record: Record, handicap: int) -> bool:
    """Return whether the stones set up before the first move are those of a fixed handicap, and no others."""
    size = rectangle(record.board)
    if size is None:
        return False
    stones: dict[str, str] = {}
    for node in record.main_line():
        stones.update(node.changes)
        if node.move is not None:
            break
    board = parse(record.board)
    try:
        fixed = {board.labels[point]: "black" for point in fixed_handicap(board, handicap)}
    except BoardError:
        return False
    return {label: content for label, content in stones.items() if content != "vacant"} == fixed


def handicap_text(record: Record) -> str | None:
    """Return how ``HA`` says the handicap, or None where other programs would lack the stones."""
    handicap = record.axes.get("handicap")
    if isinstance(handicap, bool) or not isinstance(handicap, int):
        return None
    return str(handicap) if handicap == 0 or fixed_stones(record, handicap) else None


def nodes(root: Node) -> Iterator[Node]:
    """Yield every node of a tree, parents first."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def ordinary(record: Record) -> bool:
    """Return whether any reader of ordinary Go would replay the record correctly."""
    size = rectangle(record.board)
    if size is None or record.variant not in _ORDINARY_VARIANTS or not _ordinary_axes(record.axes):
        return False
    points = coordinates(*size)
    by_hand = record.axes.get("handicap_kind") in ("free", "turns")
    if "handicap" in record.axes and handicap_text(record) is None and not by_hand:
        return False
    if not _ordinary_start(record, points):
        return False
    return all(
        (node.move is None or node.move in points or node.move in ("pass", "resign"))
        and all(label in points for label in node.changes)
        for node in nodes(record.root)
    )


def _ordinary_axes(axes: Mapping[str, Any]) -> bool:
    return all(name in _ORDINARY_AXES or (name in _HARMLESS and _HARMLESS[name] == axes[name]) for name in axes)


def _ordinary_start(record: Record, points: Mapping[str, str]) -> bool:
    start = record.start
    if start is None:
        return True
    if record.root.changes or record.root.to_play or start.tiles or any(start.tao_in_hand.values()):
        return False
    return all(label in points and content != "tao" for label, content in start.stones.items())
