"""Compile `tengen.gpu`'s kernels for a device that is not here, and print the results as JSON.

``python compiled_kernels.py 9.0 [KERNEL ...]``: test_gpu.py runs it. It follows Numba as far as possible without a
driver, down to the machine code that would be loaded; the assembler, if installed, reports registers and memory. The
exit status is 77, with the reason printed, if NVIDIA's compiler is not installed.
"""

import json
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

KERNELS = ("advance", "check", "draw", "playouts")


def lack() -> str:
    if find_spec("numba_cuda") is None:
        return "numba-cuda is not installed (pip install 'tengen-go[gpu]')"
    driver: Any = import_module("numba.cuda.cudadrv.driver")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    try:
        nvvm.NVVM()
    except Exception as error:
        return f"NVIDIA's compiler NVVM is not installed (pip install 'tengen-go[gpu]'): {error}"
    return "" if driver._have_nvjitlink() else "NVIDIA's nvJitLink is not installed (pip install 'tengen-go[gpu]')"


def pretend(capability: tuple[int, int]) -> None:
    """Have Numba compile for such a device, and stop where the driver would load the code."""
    codegen: Any = import_module("numba.cuda.codegen")
    devices: Any = import_module("numba.cuda.cudadrv.devices")
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    context = SimpleNamespace(device=SimpleNamespace(compute_capability=capability, id=0))
    devices.get_context = lambda _number=0: context
    dispatcher.get_current_device = lambda: context.device
    codegen.JITCUDACodegen.magic_tuple = lambda _self: capability
    dispatcher._Kernel.bind = lambda self: self._codelibrary.get_cubin()


def arguments(name: str, variant: str, board: str) -> tuple[Any, ...]:
    import tengen
    from tengen.envs import memory as memories
    from tengen.envs.planes import default_groups, plane_list
    from tengen.envs.starting import GameKind
    from tengen.gpu.games import mapped
    from tengen.kernel.layout import StateArrays

    start = tengen.Game(variant, board=board)
    kind, planes = GameKind(start, 2, 50), plane_list(default_groups(start.board, start.rules), 7)
    memory = memories.make_memory(kind, planes, 2)
    results = memories.make_results(kind, planes, 2)
    fixed = memories.make_fixed(kind, planes, True)
    fixed = fixed._replace(adjacency=fixed.adjacency._replace(wide=0))
    spaces = mapped(lambda array: np.stack([array, array]), memories.make_workspace(start.state()))
    states = StateArrays(memory.points, memory.table)
    orders = np.zeros(2, np.int32)
    outcomes = (np.zeros(2, np.int64), np.zeros(2), np.zeros(2, np.int8))
    called: dict[str, tuple[Any, ...]] = {
        "advance": (memory, results, fixed, spaces, orders),
        "check": (memory.games, results.masks, orders, orders, np.zeros(1, np.int64)),
        "draw": (memory.games, results.masks, orders),
        "playouts": (fixed, spaces, states, 50, 1, 0, *outcomes),
    }
    return called[name]


def assembled(code: str, target: str) -> dict[str, int]:
    """Return the registers and the bytes of stack and spills from NVIDIA's assembler; empty without it."""
    paths: Any = import_module("numba.cuda.cuda_paths")
    folders = [Path(str(found.info)).parents[1] for found in paths.get_cuda_paths().values() if found.info]
    programs = [path for folder in folders for path in (*folder.glob("bin/ptxas"), *folder.parent.glob("bin/ptxas"))]
    if not programs:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernel.ptx")
        source.write_text(code, "utf-8")
        done = subprocess.run(
            [programs[0], f"-arch={target}", "-v", source, "-o", "/dev/null"],
            capture_output=True,
            text=True,
            check=True,
        )
    patterns = {"registers": r"Used (\d+) registers", "stack": r"(\d+) bytes stack", "spilled": r"(\d+) bytes spill st"}
    return {name: max(map(int, re.findall(pattern, done.stderr))) for name, pattern in patterns.items()}


def compiled(name: str, wide: int | None) -> dict[str, Any]:
    from tengen.gpu import kernels

    typeof: Any = import_module("numba").typeof
    variant, board = ("gengo", "23x23") if wide else ("new-zealand", "9x9")
    dispatcher = getattr(kernels, name)(wide)
    dispatcher.compile(tuple(typeof(argument) for argument in arguments(name, variant, board)))
    library = next(iter(dispatcher.overloads.values()))._codelibrary
    code = library.get_asm_str()
    target = re.search(r"^\.target (\w+)", code, re.MULTILINE)
    assert target is not None
    told = {"cached": sum(dispatcher.stats.cache_hits.values()), "target": target[1], "entries": code.count(".entry ")}
    return {**told, "bytes": len(library.get_cubin().code), **assembled(code, target[1])}


def main() -> int:
    """Print a JSON object with an entry for each kernel and kind of board."""
    if reason := lack():
        print(reason)
        return 77
    major, minor = map(int, sys.argv[1].split("."))
    pretend((major, minor))
    widths: dict[str, int | None] = {"narrow": None, "wide": 1}
    names = sys.argv[2:] or KERNELS
    print(json.dumps({f"{name} {key}": compiled(name, wide) for name in names for key, wide in widths.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
