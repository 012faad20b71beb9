"""Parts of compiled code: made once by all processes together, and never waited for in vain."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from example_counts import first

from tengen.kernel import claims, code_store, compiler, jit
from tengen.kernel.mixing import random_below
from tengen.systems.locking import lock
from tengen.workers import own_environment

KERNEL = '''"""Two entries of the same parts."""

from tengen.kernel.jit import entry, helper, routine

FACTOR = 3


@helper
def weighed(number, total):
    return number * FACTOR + total


@routine
def summed(numbers, total):
    for i in range(len(numbers)):
        total = weighed(numbers[i], total)
    return total


@entry
def one(numbers):
    return summed(numbers, 0) + weighed(1, 2)


@entry
def other(numbers):
    return summed(numbers, 7)
'''
CALL = """
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import numpy as np, kernel
found = getattr(kernel, sys.argv[2])(np.arange(5))
stats = [each.stats for each in (kernel.weighed, kernel.summed)]
counted = [[sum(each.cache_hits.values()), sum(each.cache_misses.values())] for each in stats]
print(json.dumps([int(found), *counted]))
"""


def begin(home: Path, entry: str) -> subprocess.Popen[str]:
    """Call an entry in a new process, which says what it found, and how often each part was on disk and was not."""
    (home / "kernel.py").write_text(KERNEL, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(home / "cache")}
    command = [sys.executable, "-W", "error", "-c", CALL, str(home), entry]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept)


def call(home: Path, entry: str) -> list[object]:
    told, _ = begin(home, entry).communicate()
    found: list[object] = json.loads(told)
    return found


def test_what_one_process_made_another_takes_for_another_entry(tmp_path: Path) -> None:
    assert call(tmp_path, "one") == [35, [0, 1], [0, 1]]
    assert call(tmp_path, "other") == [37, [1, 0], [1, 0]]
    assert [*tmp_path.glob("cache/parts/*.claim")] == []


@pytest.mark.slow
def test_processes_that_compile_at_once_make_each_part_once(tmp_path: Path) -> None:
    told = [json.loads(each.communicate()[0]) for each in [begin(tmp_path, entry) for entry in ("one", "other")]]
    assert sorted(found for found, *_ in told) == [35, 37]
    assert [sum(counted[part][1] for _, *counted in told) for part in (0, 1)] == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("harm", first(1, [b"nonsense", b""]))
def test_a_damaged_part_is_made_again(tmp_path: Path, harm: bytes) -> None:
    call(tmp_path, "one")
    for part in tmp_path.glob("cache/parts/*.nbc"):
        part.write_bytes(harm)
    assert call(tmp_path, "other") == [37, [0, 1], [0, 1]]


@jit.entry
def drawn(s0: np.uint64, s1: np.uint64) -> int:
    return int(random_below(6, s0, s1)[0])


def test_what_an_entry_takes_in_nobody_else_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: dict[str, str] = {}

    def note(whole: compiler._Whole) -> None:
        kinds.update({one.name: one.linkage.name for one in whole._final_module.functions if not one.is_declaration})

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(compiler._Whole, "_optimize_final_module", note)
    assert 0 <= drawn(np.uint64(3), np.uint64(5)) < 6
    parts = {kind for name, kind in kinds.items() if "random_below" in name}
    assert parts == {"private"}
    assert set(kinds.values()) - {"private"}  # Python finds the entry itself


def test_nobody_waits_for_a_process_that_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import types
    from numba.core.errors import TypingError

    from tengen.kernel.moves import tao_price

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    with pytest.raises(TypingError):
        jit.dispatcher_of(tao_price).compile((types.int64, types.int64, types.int64))
    assert claims._held == {}
    assert [*tmp_path.glob("parts/*.claim")] == []


@pytest.mark.slow
def test_parts_go_when_all_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call(tmp_path, "one")
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    code_store.forget_parts(older=3600)
    assert len([*tmp_path.glob("cache/parts/*.nbc")]) == 2
    code_store.forget_parts()
    assert [*tmp_path.glob("cache/parts/*")] == []
    assert call(tmp_path, "one") == [35, [0, 0], [0, 0]]


RECORDS = '''"""Two entries of the same parts, one of which calls a function of Numba's own and stays in its process."""

import numpy as np

from tengen.kernel.jit import entry, helper, routine

TABLE = np.dtype([("price", np.uint32)])


@helper
def cheapest(table):
    return min(table[0].price, len(table))


@routine
def doubled(table):
    return 2 * cheapest(table)


@entry
def one(table):
    return doubled(table)


@entry
def other(table):
    return doubled(table) + 1
'''
CALL_RECORDS = """
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import numba, numpy as np, kernel
for size in range(int(sys.argv[3])):
    numba.typeof(np.zeros(1, [(f"a{size}", np.int8)]))
print(getattr(kernel, sys.argv[2])(np.zeros(3, kernel.TABLE)), sum(kernel.doubled.stats.cache_hits.values()))
"""


def test_parts_have_one_name_whichever_records_a_process_has_met_before(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(RECORDS, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(tmp_path / "cache")}
    told = [
        subprocess.run(
            [sys.executable, "-c", CALL_RECORDS, str(tmp_path), *words], capture_output=True, text=True, env=kept
        )
        for words in (("one", "0"), ("other", "5"))
    ]
    assert [(each.stdout, each.stderr) for each in told] == [("0 0\n", ""), ("1 1\n", "")]


def test_a_routine_has_one_name_whichever_function_calls_it_first() -> None:
    """Numba writes its flags into a function's name, and those that are not set are its first caller's."""
    flags = jit.dispatcher_of(jit.routine(lambda number: number)).targetoptions
    inherited = {"nrt", "forceinline", "error_model", "fastmath"}
    assert inherited - {"fastmath"} <= {*flags, *(name.removeprefix("_") for name in flags)}


def test_what_can_wait_is_compiled_after_what_others_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    folder = claims.claims_folder()
    assert folder is not None
    (folder / "left.claim").touch()
    claims.stand_back()  # nobody compiles: it was left by a process that was killed
    with (folder / "held.claim").open("ab") as file:
        lock(file.fileno(), "taken")
        waiting = Thread(target=claims.stand_back)
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
    waiting.join(60)
    assert not waiting.is_alive()
