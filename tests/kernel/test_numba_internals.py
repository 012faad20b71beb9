"""Each private name of Numba that Tengen uses exists, and does what `numba_internals` needs."""

import ast
import gc
import hashlib
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

import tengen
from tengen.kernel import jit, numba_internals, stamps
from tengen.workers import own_environment

pytestmark = pytest.mark.skipif(not numba_internals.IS_TRIED, reason="this release of Numba has not been tried")


class Pair(NamedTuple):
    first: Any
    second: Any


@jit.helper
def _weighed(number: int, weight: int) -> int:
    return number * weight


@jit.routine
def _summed(pair: Pair) -> int:
    found = 0
    for k in range(len(pair.first)):
        found += _weighed(pair.first[k], 2) + _weighed(pair.first[k], 3)
    if pair.second is not None:
        found += pair.second[0]  # None has no elements: without `_KnownFields` this has no type
    return found


def _total(pair: Pair) -> int:
    return _summed(pair) + _weighed(1, 4)


typeof: Any = numba.typeof
private: Any = numba_internals
"""The module without types, as Numba is."""
PAIR = Pair(np.arange(4), None)
TOTAL = 34


class _InMemory(numba_internals.CodeCache):
    def __init__(self) -> None:
        self.kept: dict[str, bytes | None] = {}

    @property
    def cache_path(self) -> str:
        return ""

    def find(self, kinds: tuple[Any, ...]) -> bytes | None:
        return self.kept.get(str(kinds))

    def keep(self, kinds: tuple[Any, ...], data: bytes | None) -> None:
        self.kept[str(getattr(kinds, "args", kinds))] = data


def _entry(cache: numba_internals.CodeCache | None = None) -> Any:
    made: Any = jit.entry(_total)
    numba_internals.use_cache(made, cache or _InMemory())
    return made


@pytest.fixture(scope="module", autouse=True)
def _nothing_on_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def whole() -> Any:
    made = _entry()
    assert made(PAIR) == TOTAL
    return made


def _result(compiled: Any) -> Any:
    return jit.dispatcher_of(compiled).overloads[(typeof(PAIR),)]


def _linkages(module: Any, name: str) -> set[str]:
    return {each.linkage.name for each in module.functions if name in each.name and not each.is_declaration}


# -- dispatchers -------------------------------------------------------------------------------------------------------


def test_get_host_cpu_features_lists_each_with_its_sign() -> None:
    assert all(each[0] in "+-" for each in private.get_host_cpu_features().split(",") if each)


def test_event_tells_that_an_entry_is_compiled() -> None:
    with numba_internals.event.install_recorder("numba:compile") as heard:
        _entry()(PAIR)
    assert {each.data["dispatcher"].py_func for _, each in heard.buffer} >= {_total}


def test_cgutils_has_what_vectors_are_made_with() -> None:
    assert callable(numba_internals.cgutils.gep)
    assert callable(numba_internals.cgutils.get_or_insert_function)


def test_a_dispatcher_names_its_options_and_overloads(whole: Any) -> None:
    assert isinstance(whole, numba_internals.Dispatcher)
    assert jit.dispatcher_of(_weighed).targetoptions["forceinline"]
    assert not jit.dispatcher_of(_summed).targetoptions["forceinline"]
    assert [*whole.overloads] == [(typeof(PAIR),)]
    assert not _entry().overloads


def test_get_call_template_gives_constants_one_function(whole: Any) -> None:
    assert len(jit.dispatcher_of(_weighed).overloads) == 1


# -- one optimisation for each entry -----------------------------------------------------------------------------------


def test_a_part_has_no_machine_code(whole: Any) -> None:
    """``flags.no_compile``, `_LowerResult`, `_dynfunc` and `JITCodeLibrary.finalize`."""
    part = _result(_summed)
    assert type(part.library).__name__ == "_Part"
    assert not part.library.codegen._engine.is_symbol_defined(part.fndesc.mangled_name)
    assert type(part.entry_point).__name__ == "builtin_function_or_method"


def test_an_entry_holds_its_parts_under_no_symbol(monkeypatch: pytest.MonkeyPatch) -> None:
    """`JITCodeLibrary`: ``finalize``, ``_linking_libraries``, ``_optimize_final_module`` once for the whole."""
    found: list[set[str]] = []
    optimise = numba_internals._Whole._optimize_final_module

    def spy(library: Any) -> None:
        found.append(_linkages(library._final_module, "_summed"))
        optimise(library)

    monkeypatch.setattr(numba_internals._Whole, "_optimize_final_module", spy)
    assert _entry()(PAIR) == TOTAL
    assert found == [{"private"}]


def test_what_numba_compiles_in_its_own_way_may_call_parts() -> None:
    """`JITCodeLibrary._get_module_for_linking`."""
    summed = _summed
    assert private.numba.njit(lambda pair: summed(pair) + 1)(PAIR) == TOTAL - 3


def test_passes_stand_where_they_belong(whole: Any) -> None:
    """`DefaultPassBuilder`, `register_pass`, and the passes that ours follow."""
    for compiled, ours, theirs in (
        (whole, "tengen_known_fields", "rewrite_semantic_constants"),
        (_summed, "tengen_registering", "native_lowering"),
    ):
        names = [each.partition("_")[2] for each in _result(compiled).metadata["pipeline_times"]["nopython"]]
        assert names[names.index(theirs) + 1] == ours


def test_a_field_that_is_none_cuts_its_branches_off() -> None:
    """``ir``, ``func_ir._definitions``, ``state.args``."""
    with_field = Pair(np.arange(4), np.full(1, 7))
    assert _entry()(PAIR) == TOTAL
    assert _entry()(with_field) == TOTAL + 7


def test_compile_extra_runs_without_garbage_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    collects: list[bool] = []
    run = numba_internals._KnownFields.run_pass

    def spy(each: Any, state: Any) -> bool:
        collects.append(gc.isenabled())
        return run(each, state)

    monkeypatch.setattr(numba_internals._KnownFields, "run_pass", spy)
    assert gc.isenabled()
    _entry()(PAIR)
    assert set(collects) == {False}
    assert gc.isenabled()


def test_parts_are_named_by_types_and_code(whole: Any) -> None:
    one, two = (private.numba.from_dtype(np.dtype([(name, np.int8)])) for name in "ab")
    assert one.mangling_args != two.mangling_args
    assert one.mangling_args == ("Record", (hashlib.sha256(one.name.encode()).hexdigest()[:20],))
    part = _result(_summed)
    assert stamps.stamp(jit.dispatcher_of(_summed).py_func)[:20] in part.fndesc.mangled_name


# -- compiled code as bytes --------------------------------------------------------------------------------------------


def test_code_is_kept_and_loaded() -> None:
    """`_Cache`, `CompileResult._reduce` and ``_rebuild``, `dumps`, ``has_dynamic_globals``, `rtsys`."""
    cache = _InMemory()
    assert _entry(cache)(PAIR) == TOTAL
    (data,) = cache.kept.values()
    assert data is not None
    pickle.loads(data)
    again = _entry(cache)
    assert again(PAIR) == TOTAL
    assert (sum(again.stats.cache_hits.values()), sum(again.stats.cache_misses.values())) == (1, 0)


def test_parts_are_saved_and_loaded() -> None:
    """`Environment`, `compile_result`, `parse_bitcode`, ``fndesc``: in another process and here, see `test_parts`."""
    part = _result(_summed)
    reduced = private._reduced(part)
    assert reduced is not None
    again = private._rebuilt(pickle.loads(private.dumps(reduced)), part.target_context)
    assert again.signature == part.signature
    assert again.fndesc.mangled_name == part.fndesc.mangled_name
    names = {each.name for each in again.library._final_module.functions if not each.is_declaration}
    assert part.fndesc.mangled_name in names
    assert [each.name for each in again.library._linking_libraries] == ["_weighed"]


def test_code_that_names_what_has_moved_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = _InMemory()
    _entry(cache)(PAIR)

    def moved(*given: Any) -> Any:
        raise AttributeError

    monkeypatch.setattr(private.CompileResult, "_rebuild", moved)
    again = _entry(cache)
    assert again(PAIR) == TOTAL
    assert sum(again.stats.cache_misses.values()) == 1


def test_a_cache_that_is_disabled_is_not_read() -> None:
    cache = _InMemory()
    cache.disable()
    _entry(cache)(PAIR)
    assert cache.kept == {}


RECORDS = '''"""An entry that is given records."""

import numpy as np

from tengen.kernel.jit import entry

SMALL, LARGE = np.dtype([("price", np.uint8)]), np.dtype([("weight", np.uint64), ("price", np.uint64)])


@entry
def price(table):
    return table[0].price
'''
CALL = """
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import numpy as np, records
for size in sys.argv[2:]:
    table = np.ones(2, getattr(records, size))
    table["price"] = len(size) + 2
    print(records.price(table), sum(records.price.stats.cache_hits.values()))
"""


@pytest.mark.slow
def test_code_of_other_processes_for_other_records_is_kept_apart(tmp_path: Path) -> None:
    """Numba counts the types of records in each process, and names functions by that."""
    (tmp_path / "records.py").write_text(RECORDS, "utf-8")
    kept = {**own_environment(), "TENGEN_CACHE": str(tmp_path / "cache")}
    for words, said in ((["SMALL"], "7 0\n"), (["LARGE"], "7 0\n"), (["SMALL", "LARGE"], "7 1\n7 2\n")):
        command = [sys.executable, "-c", CALL, str(tmp_path), *words]
        done = subprocess.run(command, capture_output=True, text=True, env=kept)
        assert (done.stdout, done.stderr) == (said, "")


# -- nowhere else ------------------------------------------------------------------------------------------------------


def test_no_other_module_uses_private_names() -> None:
    root = Path(str(tengen.__file__)).parent
    found = [
        f"{file.relative_to(root)}: {name}"
        for file in sorted(root.rglob("*.py"))
        if file.name != "numba_internals.py" and "numba." in (text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        for name in _imported(node)
        if name.startswith(("numba.core", "numba._", "numba.np"))
    ]
    assert found == []


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield from (f"{node.module}.{each.name}" for each in node.names)
