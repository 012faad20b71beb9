"""Parts of compiled code: processes that compile share them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from example_counts import first

from tengen.kernel import code_store, jit
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
    """Call an entry in a new process, which reports the result, and how often each part was on disk or not."""
    (home / "kernel.py").write_text(KERNEL, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(home / "cache")}
    command = [sys.executable, "-c", CALL, str(home), entry]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept)


def call(home: Path, entry: str) -> list[object]:
    told, _ = begin(home, entry).communicate()
    found: list[object] = json.loads(told)
    return found


@pytest.mark.slow
def test_what_one_process_made_another_takes_for_another_entry(tmp_path: Path) -> None:
    assert call(tmp_path, "one") == [35, [0, 1], [0, 1]]
    assert call(tmp_path, "other") == [37, [1, 0], [1, 0]]
    assert [*tmp_path.glob("cache/parts/*.lock")] == []


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


@pytest.mark.slow
def test_parts_have_one_name_whatever_records_came_before(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(RECORDS, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(tmp_path / "cache")}
    told = [
        subprocess.run(
            [sys.executable, "-c", CALL_RECORDS, str(tmp_path), *words], capture_output=True, text=True, env=kept
        )
        for words in (("one", "0"), ("other", "5"))
    ]
    assert [(each.stdout, each.stderr) for each in told] == [("0 0\n", ""), ("1 1\n", "")]


def test_a_routine_has_one_name_for_every_caller() -> None:
    """Numba writes flags into function names, and unset ones come from the first caller."""
    flags = jit.dispatcher_of(jit.routine(lambda number: number)).targetoptions
    inherited = {"nrt", "forceinline", "error_model", "fastmath"}
    assert inherited - {"fastmath"} <= {*flags, *(name.removeprefix("_") for name in flags)}
