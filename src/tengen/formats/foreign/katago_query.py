"""Queries to KataGo's analysis engine: a JSON object per line, with moves, setup stones, rules, komi and the size.

Source: docs/Analysis_Engine.md of KataGo. Requests (visits, turns, settings) do not belong to the game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ...boards import Board
from ...records import Colour, FormatError, Record, TengenError
from ...rules import preset
from ...rules.katago import kata_rules
from ..board_texts import parsed
from ..json.plain_values import parse_json
from ..sgf.coordinates import rectangle
from ..source import add_warning
from .maker import COLOURS, RecordMaker, json_side, one_line

BEGINS: Final = re.compile(r'\{(?!.*"tengen"\s*:)(?=.*"boardXSize"\s*:)(?=.*"moves"\s*:)', re.DOTALL)

_PAIR: Final = re.compile(r"\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)")
_ENGINE: Final = re.compile(r'"(?:id|action)"\s*:')


def read(text: str) -> Record:
    """Return the game of the first query, with a warning if more follow."""
    found = read_all(text)
    record = next(found)
    try:
        more = next(found, None) is not None
    except FormatError:
        more = True
    if more:
        add_warning(record.warnings, "another game begins here; only the first was read", 2)
    return record


def read_all(text: str) -> Iterator[Record]:
    """Yield the game of every query; a query over several lines must be the only one.

    Raises:
        FormatError: a query is invalid.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    whole = len(lines) == 1 or not all(line.lstrip().startswith("{") and _ENGINE.search(line) for line in lines)
    for number, query in enumerate([text] if whole else lines, 1):
        yield _record(parse_json(query), 0 if whole else number)


def _record(query: Any, line: int) -> Record:
    if not isinstance(query, dict) or "moves" not in query or "boardXSize" not in query:
        raise FormatError("$: not a KataGo query, which has moves, rules, boardXSize and boardYSize", line)
    maker = RecordMaker(json_side(query, "boardXSize", line), json_side(query, "boardYSize", line))
    board = parsed(maker.record.board)
    for path in ("initialStones", "moves"):
        for number, (colour, said) in enumerate(colour_pairs(query.get(path, []), f"$.{path}", line)):
            move = "pass" if said.strip().lower() == "pass" else label_of(said, board)
            where = f"$.{path}[{number}]: {said}"
            if move is None or (move == "pass" and path != "moves"):
                raise maker.off_board(where, line)
            if path == "moves":
                maker.play(colour, move, line)
            elif move in maker.record.root.changes:
                raise FormatError("{where} is named twice", line, where=where)
            else:
                maker.set_up(colour, move)
    first = COLOURS.get(str(query.get("initialPlayer", "")).lower())
    if first is not None and not maker.moves:
        maker.record.root.to_play = first
    rules = query.get("rules", "")
    maker.rules(rules if isinstance(rules, str) else json.dumps(rules))
    if type(query.get("komi")) in (int, float):
        maker.komi(f"{query['komi']:g}")
    return maker.record


def colour_pairs(given: Any, path: str, line: int = 0) -> Iterator[tuple[Colour, str]]:
    """Yield colours and their values, from a list of pairs.

    Raises:
        FormatError: it is not such a list; the message begins with the path.
    """
    if not isinstance(given, list):
        raise FormatError('{path}: must be a list of pairs such as ["B", "D4"]', line, path=path)
    for number, pair in enumerate(given):
        colour = COLOURS.get(str(pair[0]).lower()) if isinstance(pair, list) and len(pair) == 2 else None
        if colour is None or not isinstance(pair[1], str):
            raise FormatError('{path}[{number}]: must be a pair such as ["B", "D4"]', line, path=path, number=number)
        yield colour, pair[1]


def label_of(said: str, board: Board) -> str | None:
    """Return the point of a label, or of ``(column,row)`` from the upper left, from 0.

    >>> from tengen import boards
    >>> label_of("(0,1)", boards.parse("9")), label_of("j1", boards.parse("9")), label_of("K1", boards.parse("9"))
    ('A8', 'J1', None)
    """
    pair = _PAIR.fullmatch(said.strip())
    if pair is None or not board.rows:
        point = board.find(said)
    else:
        row = board.rows[int(pair[2])] if int(pair[2]) < len(board.rows) else ()
        point = row[int(pair[1])] if int(pair[1]) < len(row) else None
    return None if point is None or point < 0 else board.labels[point]


def write(record: Record) -> str:
    """Return the main line as a query for its last position, on one line.

    Raises:
        FormatError: KataGo does not support the board or the rules, or stones are set up after the first move.
    """
    size = rectangle(record.board)
    if size is None:
        raise FormatError("KataGo supports rectangular boards only, not {board}", board=record.board[:40])
    line = one_line(record, "a query of KataGo's")
    try:
        chosen = preset(record.variant or "chinese").rules.replace(**record.axes)
        rules = kata_rules(chosen)
    except TengenError as error:
        raise FormatError("KataGo does not support this game: {why}", why=error.text) from None
    query: dict[str, Any] = {
        "id": record.info.get("GN") or "tengen",
        "moves": [["BW"[colour == "white"], move] for colour, move in line.moves],
        "initialStones": [["BW"[colour == "white"], label] for label, colour in line.stones.items()],
        "rules": rules,
        **({"komi": chosen.komi} if "komi" in record.axes else {}),
        "boardXSize": size[0],
        "boardYSize": size[1],
    }
    if line.to_play is not None and not line.moves:
        query["initialPlayer"] = "BW"[line.to_play == "white"]
    return json.dumps(query, ensure_ascii=False) + "\n"
