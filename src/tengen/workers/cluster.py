"""The machines of a Ray cluster; Ray itself is imported when somebody asks for one."""

from __future__ import annotations

import logging
import os
import re
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final, Self, TypeVar

from ..extras import install_command
from ..records import TengenError
from .program import ModuleProcess, source_here, strange_source
from .units import Answer, Lost, Pool, attempt

U = TypeVar("U")
R = TypeVar("R")

_ADDRESS: Final = re.compile(r"(?P<client>ray://)?(?P<host>[^\s:/@]+|\[[0-9A-Fa-f:.]+\]):(?P<port>\d{1,5})")
_ANSWER: Final = 5.0
"""Seconds in which a machine should answer at all."""
_JOINING: Final = 90.0
"""Seconds in which Ray should have let us in."""
_PATIENCE: Final = 1.0
"""Seconds of waiting for results after which machines that came or went are looked for."""
_ENDING: Final = 0.5
"""Seconds in which a program should have ended."""


class Cluster(Pool[Any]):
    """A Ray cluster by its address.

    That is ``HOST:6379`` of a cluster to which this machine belongs, ``auto`` for the one to which it belongs, or
    ``ray://HOST:10001`` from outside. A Ray that this process has joined already is used whatever the address. All
    machines need the same Tengen.

    Raises:
        TengenError: no address; Ray is not installed; later, the cluster cannot be reached.
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        self.address = address
        self._ray = _library()
        self._joined = False

    def __str__(self) -> str:
        machines, cores = sum(node["Alive"] for node in self._ray.nodes()), self._cores()
        return f"Ray: {machines:,} machine{'s' * (machines != 1)}, {cores:,} core{'s' * (cores != 1)}"

    def __enter__(self) -> Self:
        if not self._ray.is_initialized():
            self._joined = True
            try:
                self._join()
            except BaseException:
                self.__exit__()
                raise
        return self

    def _join(self) -> None:
        """Join Ray in another thread: so that Ctrl-C is heard, it does not take for ever, and our signals stay ours."""
        _knock(self.address)
        answers: SimpleQueue[BaseException | None] = SimpleQueue()

        def join() -> None:
            try:
                self._ray.init(address=self.address, logging_level=logging.CRITICAL, log_to_driver=False)
                answers.put(None)
            except BaseException as error:
                answers.put(error)

        threading.Thread(target=join, daemon=True).start()
        try:
            error = answers.get(timeout=_JOINING)
        except Empty:
            raise TengenError(f"--cluster {self.address}: Ray did not answer within {_JOINING:g} seconds") from None
        if isinstance(error, ConnectionError) and self.address == "auto":
            raise TengenError("--cluster auto: this machine belongs to no Ray cluster; `ray start --head` makes one")
        if error is not None:
            raise TengenError(f"--cluster {self.address}: {_first_line(error)}") from error

    def __exit__(self, *_: object) -> None:
        if self._joined:
            self._ray.shutdown()
            self._joined = False

    def program(self, module: str, arguments: Sequence[str]) -> Away:
        """Have some machine with a free core run a module of Tengen for as long as this process is there."""
        actor = self._ray.remote(num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD")(ModuleProcess)
        return Away(self._ray, actor.remote(source_here(), module, list(arguments)), self.address)

    # -- units ---------------------------------------------------------------------------------------------------------

    def beginner(self, work: Callable[[U], R], threads: int) -> Callable[[U], Any]:
        """Return what gives a unit to Ray, which finds a machine with enough free cores."""
        most = max((int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]), default=0)
        if most < threads:
            raise TengenError(
                f"each unit of this work needs {threads} cores, and no machine of the cluster has that many"
            )
        away = self._ray.remote(num_cpus=threads, max_retries=0, scheduling_strategy="SPREAD")(_do)
        kept, source = self._ray.put(work), source_here()
        return lambda unit: away.remote(source, kept, unit)

    def room(self, threads: int) -> int:
        """Twice as many units as there are cores for them, so that nobody waits for the next one."""
        return max(1, 2 * (self._cores() // threads))

    def _cores(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 0))

    def finished(self, running: Mapping[Any, Any]) -> Iterable[Any]:
        """Wait for the first one, or until it is time to see whether machines have come or gone."""
        ready, _ = self._ray.wait(list(running), num_returns=1, timeout=_PATIENCE)
        return list(ready)

    def answer(self, handle: Any) -> Answer[Any]:
        errors = self._ray.exceptions
        try:
            found: Answer[Any] = self._ray.get(handle)
        except errors.RayTaskError as error:
            raise _explained(error) from error
        except (errors.RuntimeEnvSetupError, errors.TaskUnschedulableError) as error:
            raise TengenError(f"--cluster {self.address}: {_first_line(error)}") from error
        except errors.RayError:  # the process or the machine is gone
            raise Lost from None
        return found

    def abandon(self, handles: Sequence[Any]) -> None:
        for handle in handles:
            with suppress(self._ray.exceptions.RayError, RuntimeError, ValueError):
                self._ray.cancel(handle, force=True)


class Away:
    """A `ModuleProcess` that runs on a machine of the cluster, as one speaks with it from here."""

    def __init__(self, ray: Any, actor: Any, address: str) -> None:
        self._ray, self._actor, self._address = ray, actor, address

    def tell(self, line: bytes) -> None:
        """Pass a line on to it, behind all others; this never waits."""
        self._actor.tell.remote(line)

    def said(self) -> Iterator[bytes | int]:
        """Yield what it says, and last its exit code; without that its machine is lost.

        Raises:
            TengenError: that machine has another Tengen, or none.
        """
        errors = self._ray.exceptions
        try:
            for said in self._actor.lines.options(num_returns="streaming").remote():
                yield self._ray.get(said)
        except errors.ActorDiedError as error:
            if "The actor died because of an error raised in its creation task" in str(error):
                raise TengenError(f"--cluster {self._address}: {_first_line(error)}") from error
        except errors.RayTaskError as error:
            raise _explained(error) from error
        except errors.RayError:  # its machine, or the whole cluster, is gone
            return

    def end(self) -> None:
        """End it with all that it has started."""
        with suppress(self._ray.exceptions.RayError, RuntimeError, ValueError):
            self._ray.get(self._actor.end.remote(), timeout=_ENDING)


def check_address(address: str) -> None:
    """Refuse what is no address of a cluster that runs already."""
    if address != "auto" and _ADDRESS.fullmatch(address) is None:
        raise TengenError(
            f"--cluster {address}: this is no address; it is HOST:6379, ray://HOST:10001, or auto for the cluster "
            "to which this machine belongs"
        )


def _do(source: str, work: Callable[[U], R], unit: U) -> Answer[R]:
    """Do a unit on a machine of the cluster, if that has the same Tengen: another one may find something else."""
    if source != source_here():
        return Answer(trouble=strange_source())
    return attempt(work, unit)


def _explained(error: Any) -> Exception:
    """Return what an error in a process of the cluster means here."""
    missing = re.search(r"(?:ModuleNotFoundError|ImportError)\W++(\w[^\n]*)", str(error))
    if missing is not None:
        return TengenError(
            f"a machine of the cluster lacks what Tengen needs ({missing[1].rstrip()}): install the same on each"
        )
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, Exception) else RuntimeError(_first_line(error))


def _library() -> Any:
    """Return Ray, which reports to nobody."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    try:
        import ray
    except ImportError:
        raise TengenError(f"--cluster needs Ray: {install_command('cluster')}") from None
    # What machines complain of would go to standard output, among the results; the pool says which units were lost.
    ray._private.worker.print_to_stdstream = lambda *_, **__: None
    return ray


def _knock(address: str) -> None:
    """Refuse an address at which nobody listens: Ray would try for minutes."""
    found = _ADDRESS.fullmatch(os.environ.get("RAY_ADDRESS", "") if address == "auto" else address)
    if found is None:
        return
    try:
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), _ANSWER).close()
    except (OSError, OverflowError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or error
        raise TengenError(f"--cluster {address}: nobody answers at {found[0]} ({said})") from None


def _first_line(error: BaseException) -> str:
    """Return what an error says, without the traces that Ray adds."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
