"""One network on a GPU for many processes: each lays its questions into memory that it shares with this one.

A GPU takes turns between processes, some milliseconds each, however little one asks; so a single process uses it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from multiprocessing import AuthenticationError, current_process, parent_process
from multiprocessing.connection import Client, Connection, Listener
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from shutil import disk_usage
from threading import Lock, Thread
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from ..network.evaluator import Group, Opinion
from ..network.graph import BoardGraph, graph_of
from ..network.inputs import GLOBAL_INPUTS, POINT_INPUTS
from ..records import TengenError
from .model import Model
from .on_device import DeviceNetwork, Question, opinion_of, row_length

_ROOM: Final = 1 << 27
"""Bytes that a process shares with the one that answers."""
_ALIGNED: Final = 64
_SHARED: Final = Path("/dev/shm")
_WAITING: Final = 64
"""Processes that may wait to be let in."""
_RESTING: Final = 0.05
_PARTING: Final = 1.0
"""Seconds in which the memory shared with a process that has ended is given back."""

Address = str


class Server:
    """Answers for a network to all processes that ask at ``address``, each in a thread of its own."""

    def __init__(self, network: DeviceNetwork) -> None:
        self.network: Final = network
        self.address: Address = ""
        """Where this process and those that it has begun ask, while it answers."""
        self._asking = Lock()
        self._threads: list[Thread] = []

    def take(self, model: Model) -> None:
        """Answer by the weights of another model of the same sizes from now on."""
        with self._asking:
            self.network.take(model)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Answer until the end of the block, before which those that ask should have ended.

        Raises:
            TengenError: there is no room for memory to share.
        """
        _check_room()
        with Listener(backlog=_WAITING, authkey=current_process().authkey) as listener:
            self.address = str(listener.address)
            Thread(target=self._accept, args=(listener,), daemon=True).start()
            try:
                yield
            finally:
                self.address = ""
                served.cache_clear()
                for thread in self._threads:
                    thread.join(_PARTING)

    def _accept(self, listener: Listener) -> None:
        while self.address:
            try:
                asker = listener.accept()
            except (AuthenticationError, EOFError, OSError):  # it is gone already; or the listener is
                time.sleep(_RESTING)
                continue
            self._threads.append(Thread(target=self._answer, args=(asker,), daemon=True))
            self._threads[-1].start()

    def _answer(self, asker: Connection) -> None:
        """Answer to one process until it is gone."""
        boards: list[BoardGraph] = []
        with _shared(self.network.device) as memory, closing(asker), suppress(EOFError, OSError):
            asker.send(memory.name)
            while True:
                new, asked = asker.recv()
                boards += map(graph_of, new)
                answered = self._ask([(boards[number], count) for number, count in asked], memory)
                if answered is not None:
                    answered.synchronize()
                asker.send_bytes(b"")

    def _ask(self, asked: list[tuple[BoardGraph, int]], memory: SharedMemory) -> torch.cuda.Event | None:
        """Begin to answer questions that lie in memory; return when that is done, as `DeviceNetwork.mark` does."""
        sizes = [(graph.size, count) for graph, count in asked]
        with self._asking:
            for (graph, _), arrays in zip(asked, _laid_out(memory, sizes)):
                *question, answer = map(torch.from_numpy, arrays)
                self.network.ask(graph, Question(*question), answer)
            return self.network.mark()


class ServedNetwork:
    """A network that another process of this machine answers for; not for two threads at a time."""

    def __init__(self, address: Address) -> None:
        if parent_process() is not None:
            torch.set_num_threads(1)
        self._server = Client(address, authkey=current_process().authkey)
        self._memory = SharedMemory(str(self._server.recv()))
        self._numbers: dict[BoardGraph, int] = {}

    def evaluate(self, groups: Sequence[Group]) -> list[Opinion]:
        """Return the opinion on each group; see `network.evaluator.Evaluator`."""
        found = [np.empty((len(legal), row_length(graph.size)), np.float32) for graph, _, legal in groups]
        for pieces in _rounds(groups):
            self._ask([(groups[g], rows) for g, rows in pieces], [found[g][rows] for g, rows in pieces])
        return [opinion_of(rows, group[0].size) for group, rows in zip(groups, found)]

    def _ask(self, pieces: list[tuple[Group, slice]], answers: list[NDArray[np.float32]]) -> None:
        graphs, counts = [group[0] for group, _ in pieces], [len(answer) for answer in answers]
        new = [graph for graph in dict.fromkeys(graphs) if graph not in self._numbers]
        self._numbers |= {graph: number for number, graph in enumerate(new, len(self._numbers))}
        places = [*_laid_out(self._memory, [(graph.size, count) for graph, count in zip(graphs, counts)])]
        for ((_, seen, legal), rows), place in zip(pieces, places):
            arrays: tuple[NDArray[Any], ...] = (*seen, legal)
            for here, there in zip(arrays, place):
                torch.from_numpy(there).copy_(torch.from_numpy(here[rows]))  # faster than NumPy where numbers get short
        asked = [(self._numbers[graph], count) for graph, count in zip(graphs, counts)]
        self._server.send(([graph.board for graph in new], asked))
        self._server.recv_bytes()
        for answer, place in zip(answers, places):
            answer[...] = place[-1]


@lru_cache(maxsize=1)
def served(address: Address) -> ServedNetwork:
    """Return the network at an address, the same for all that this process asks there."""
    return ServedNetwork(address)


# -- shared memory -----------------------------------------------------------------------------------------------------


def _check_room() -> None:
    """Refuse to begin where not even one process could share memory: it would end without a word."""
    if _SHARED.exists() and (free := disk_usage(_SHARED).free) < _ROOM:
        raise TengenError(
            f"{_SHARED} has {free >> 20} MiB free, and each process that plays shares {_ROOM >> 20} MiB with this one; "
            "in Docker, --shm-size gives it more"
        )


@contextmanager
def _shared(device: str) -> Iterator[SharedMemory]:
    """Share memory that a GPU reads and writes by itself."""
    memory = SharedMemory(create=True, size=_ROOM)
    start = np.ndarray(_ROOM, np.uint8, memory.buf).ctypes.data
    try:
        if device != "cpu" and (code := int(torch.cuda.cudart().cudaHostRegister(start, _ROOM, 0))):
            raise TengenError(
                f"the GPU cannot use {_ROOM >> 20} MiB of memory that is shared with a process: error {code}"
            )
        yield memory
    finally:
        if device != "cpu":
            torch.cuda.cudart().cudaHostUnregister(start)
        memory.unlink()
        with suppress(BufferError):
            memory.close()


def _shapes(points: int, count: int) -> Iterator[tuple[type[Any], tuple[int, ...]]]:
    """Yield type and shape of each array of a question, and of its answer."""
    yield np.float16, (count, points, len(POINT_INPUTS))
    yield np.float32, (count, len(GLOBAL_INPUTS))
    yield np.int16, (count, points)
    yield np.uint8, (count, 2 * points + 2)
    yield np.float32, (count, row_length(points))


def _length(kind: type[Any], shape: tuple[int, ...]) -> int:
    """Return how many bytes of memory an array has for itself."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // _ALIGNED) * _ALIGNED


def _laid_out(memory: SharedMemory, sizes: Sequence[tuple[int, int]]) -> Iterator[list[NDArray[Any]]]:
    """Yield the arrays of questions and answers in memory, one after the other; ``sizes`` are points and positions."""
    at = 0
    for points, count in sizes:
        arrays = []
        for kind, shape in _shapes(points, count):
            arrays.append(np.ndarray(shape, kind, memory.buf, at))
            at += _length(kind, shape)
        yield arrays


def _rounds(groups: Sequence[Group]) -> Iterator[list[tuple[int, slice]]]:
    """Yield parts of groups that have room together."""
    pieces: list[tuple[int, slice]] = []
    left = _ROOM
    for g, (graph, _, legal) in enumerate(groups):
        one = sum(_length(*each) for each in _shapes(graph.size, 1))
        at = 0
        while at < len(legal):
            step = min(len(legal) - at, left // one)
            if not step:
                yield pieces
                pieces, left = [], _ROOM
                continue
            pieces.append((g, slice(at, at + step)))
            at, left = at + step, left - step * one
    if pieces:
        yield pieces
