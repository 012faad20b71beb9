"""Parsing records, against sgfmill and @sabaki/sgf; and parsing and replaying them, against sgfmill.

Parsing includes reading the move of every node of the main line. Replaying plays every move with every check, to a game
or, in bulk, to arrays.
@sabaki/sgf takes part if `node` finds it (``npm install @sabaki/sgf``, with its folder in NODE_PATH).
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import tengen
from tengen.formats import sgf
from tengen.game import record_arrays
from tengen.records import Record

from .measuring import Row, compare

GAMES = Path(__file__).parent.parent / "examples" / "games"


_SABAKI = """
const sgf = require("@sabaki/sgf"), fs = require("fs");
const files = JSON.parse(fs.readFileSync(process.argv[1])).map(one => Buffer.from(one, "base64"));
function read() {
  let moves = 0;
  for (const file of files)
    for (let node = sgf.parseBuffer(file)[0]; node; node = node.children[0]) {
      const move = node.data.B || node.data.W;
      if (move) { sgf.parseVertex(move[0]); moves++; }
    }
  return moves;
}
for (let i = 0; i < 4; i++) read();  // until it is compiled
const before = process.cpuUsage();
read();
const used = process.cpuUsage(before);
console.log(files.length / (used.user + used.system) * 1e6);
"""


def parsed(files: list[bytes]) -> Callable[[], float]:
    """Return a measurement: records per second, parsed with every move of the main line."""

    def measure() -> float:
        began = time.thread_time()
        for data in files:
            with suppress(tengen.TengenError):
                sum(node.move is not None for node in sgf.read(data).main_line())
        return len(files) / (time.thread_time() - began)

    return measure


def parsed_by_sgfmill(files: list[bytes]) -> Callable[[], float]:
    """Return the same through sgfmill."""
    from sgfmill import sgf as sgfmill

    def measure() -> float:
        began = time.thread_time()
        for data in files:
            with suppress(ValueError):
                sum(node.get_move()[0] is not None for node in sgfmill.Sgf_game.from_bytes(data).get_main_sequence())
        return len(files) / (time.thread_time() - began)

    return measure


def parsed_by_sabaki(files: list[bytes]) -> Callable[[], float]:
    """Return the same through @sabaki/sgf, whose program is compiled before it is measured; 0 if it is missing."""

    def measure() -> float:
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as list_of_files:
            json.dump([b64encode(data).decode() for data in files], list_of_files)
            list_of_files.flush()
            command = ["node", "-e", _SABAKI, list_of_files.name]
            with suppress(OSError):
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                return float(done.stdout) if done.returncode == 0 else 0.0
        return 0.0

    return measure


def ours(files: list[bytes], replay: Callable[[Record], object]) -> Callable[[], float]:
    """Return a measurement: games per second, parsed and replayed under their own rules."""

    def measure() -> float:
        began = time.thread_time()
        for data in files:
            with suppress(tengen.TengenError):
                replay(sgf.read(data))
        return len(files) / (time.thread_time() - began)

    return measure


def in_bulk(files: list[bytes]) -> Callable[[], float]:
    """Return a measurement: games per second, parsed before and replayed to arrays."""
    records = [sgf.read(data) for data in files]

    def measure() -> float:
        began = time.thread_time()
        for record in records:
            with suppress(tengen.TengenError):
                record_arrays(record)
        return len(files) / (time.thread_time() - began)

    return measure


def sgfmills(files: list[bytes], is_parsed: bool = False) -> Callable[[], float]:
    """Return the same through sgfmill, which checks only for occupied points; ``is_parsed``: parsed before."""
    from sgfmill import sgf as sgfmill
    from sgfmill import sgf_moves

    read = sgfmill.Sgf_game.from_bytes
    parsed = list(map(read, files)) if is_parsed else []

    def measure() -> float:
        began = time.thread_time()
        for game in parsed or map(read, files):
            with suppress(ValueError):
                board, plays = sgf_moves.get_setup_and_moves(game)
                for colour, move in plays:
                    if move is not None:
                        board.play(*move, colour)
        return len(files) / (time.thread_time() - began)

    return measure


def is_common(data: bytes) -> bool:
    """Return whether sgfmill can read every move of a record; it stops at the first that it cannot, and seems fast."""
    from sgfmill import sgf as sgfmill

    try:
        return all(node.get_move() is not None for node in sgfmill.Sgf_game.from_bytes(data).get_main_sequence())
    except ValueError:
        return False


def reading(pairs: int, folder: Path = GAMES) -> Iterator[Row]:
    """Measure all records of a folder that both programs can read."""
    files = [path.read_bytes() for path in sorted(folder.rglob("*.[sS][gG][fF]"))]
    files = [data for data in files if is_common(data)]
    name = f"{len(files)} records read"
    yield compare(name, parsed(files), parsed_by_sgfmill(files), pairs, "at least 1.5", "records/s")
    if parsed_by_sabaki(files)():
        against = f"{name}, against @sabaki/sgf"
        yield compare(against, parsed(files), parsed_by_sabaki(files), min(pairs, 5), "at least 1.0", "records/s")
    name = f"{len(files)} records read and replayed"
    yield compare(name, ours(files, tengen.Game.from_record), sgfmills(files), pairs, "at least 1.0", "games/s")
    yield compare(f"{name} in bulk", ours(files, record_arrays), sgfmills(files), pairs, "at least 2.0", "games/s")
    name = f"{len(files)} records replayed in bulk"
    yield compare(name, in_bulk(files), sgfmills(files, True), pairs, "at least 5.0", "games/s")
