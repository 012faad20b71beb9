"""Metrics for Prometheus."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Final, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import IntegrityError

from ..engine.engine_pool import EnginePool, JobEnd
from ..engine.jobs import Job
from ..engine.messages import JobKind
from ..engine.outside import OutsideEnd, OutsideEngine
from ..games.game_server import GameServer
from ..store import Store
from ..store.sqlite import DatabaseDisk

_SECONDS: Final = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120)
_LAGS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)
KINDS: Final[tuple[JobKind, ...]] = get_args(JobKind)
_LOOK: Final = 0.25
"""Seconds between measurements of the event loop's delay."""


class Metrics:
    """Requests, games, the engine, the database and the event loop; routes are counted by their patterns.

    ``open`` are the requests and WebSockets in progress. ``size`` gives the last known size of a database that is not
    on this machine's disk.
    """

    def __init__(self, registry: CollectorRegistry, games: GameServer, size: Callable[[], float]) -> None:
        self.registry = registry
        self._requests = Counter("tengen_requests", "Requests answered", ["route", "status"], registry=registry)
        self._seconds = Histogram("tengen_request_seconds", "Time until an answer", registry=registry)
        self._closed = Counter("tengen_sockets_closed", "WebSockets that have ended", ["code"], registry=registry)
        self._dropped = Counter("tengen_connections_dropped", "Connections refused or cut", ["why"], registry=registry)
        self.open = 0
        self._lag = Histogram("tengen_loop_lag_seconds", "How late the loop is", buckets=_LAGS, registry=registry)
        for name, text, value in (
            ("tengen_rooms", "Games in memory", lambda: len(games.loaded)),
            ("tengen_viewers", "Open connections to games", lambda: games.loaded.viewers),
            ("tengen_moves", "Moves made since the start", lambda: games.loaded.moves),
            ("tengen_tasks", "Tasks in the background", lambda: len([*games.tasks])),
        ):
            _gauge(registry, name, text, value)
        _count_engine(registry, games.engine)
        _count_database(registry, games.store, size)
        ProcessCollector(registry=registry)

    def answered(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._seconds.observe(seconds)

    def closed(self, code: int) -> None:
        self._closed.labels(str(code)).inc()

    def dropped(self, why: str) -> None:
        self._dropped.labels(why).inc()

    async def watch_loop(self) -> None:
        """Measure the event loop's delay for ever."""
        while True:
            due = time.perf_counter() + _LOOK
            await asyncio.sleep(_LOOK)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    def text(self) -> bytes:
        return generate_latest(self.registry)


def _gauge(registry: CollectorRegistry, name: str, text: str, value: Callable[[], float]) -> None:
    Gauge(name, text, registry=registry).set_function(value)


def _count_engine(registry: CollectorRegistry, engine: EnginePool) -> None:
    """Register the engine's jobs, their waiting and running times, and the state of its workers."""
    ended = Counter("tengen_engine_jobs", "Jobs by how they ended", ["kind", "end"], registry=registry)
    waited, took = (
        Histogram(f"tengen_engine_{name}_seconds", text, ["kind"], buckets=_SECONDS, registry=registry)
        for name, text in (("wait", "Time until a worker began a job"), ("run", "Time that workers gave to a job"))
    )

    def note(job: Job, how: JobEnd) -> None:
        ended.labels(job.kind, how).inc()
        if job.begun is not None:
            waited.labels(job.kind).observe(job.begun - job.asked)
            took.labels(job.kind).observe(job.spent)

    engine.on_end.append(note)
    registry.register(_EngineState(engine))


class _EngineState(Collector):
    """The engine's state: its workers, lost workers, and waiting and started jobs."""

    def __init__(self, engine: EnginePool) -> None:
        self._engine = engine

    def collect(self) -> Iterator[Metric]:
        engine = self._engine
        yield GaugeMetricFamily("tengen_engine_workers", "Workers that are ready", len(engine.pids))
        yield GaugeMetricFamily("tengen_engine_starting", "Whether the first worker is getting ready", engine.starting)
        yield GaugeMetricFamily("tengen_engine_workers_wanted", "Workers wanted", engine.size)
        lost = CounterMetricFamily("tengen_engine_workers_lost", "Workers lost and replaced", labels=["why"])
        for why in ("killed", "failed", "silent", "stuck"):
            lost.add_metric([why], engine.lost[why])
        yield lost
        for name, text, jobs in (
            ("waiting", "Jobs that wait", engine.waiting),
            ("begun", "Jobs that workers have begun", engine.begun),
        ):
            family = GaugeMetricFamily(f"tengen_engine_{name}", text, labels=["kind"])
            for kind in KINDS:
                family.add_metric([kind], jobs[kind])
            yield family
        if engine.outside is not None:
            yield from _outside_state(engine.outside)


def _outside_state(outside: OutsideEngine) -> Iterator[Metric]:
    """Yield the metrics of the stronger engine: its running, waiting and ended jobs."""
    yield GaugeMetricFamily("tengen_outside_runs", "Whether the stronger engine runs", outside.state == "runs")
    yield GaugeMetricFamily("tengen_outside_begun", "Positions that the stronger engine thinks about", outside.begun)
    waiting = GaugeMetricFamily("tengen_outside_waiting", "Jobs that wait for it", labels=["kind"])
    ended = CounterMetricFamily("tengen_outside_jobs", "Its jobs by how they ended", labels=["kind", "end"])
    for kind in KINDS:
        waiting.add_metric([kind], outside.waiting[kind])
        for end in get_args(OutsideEnd):
            ended.add_metric([kind, end], outside.ended[kind, end])
    yield from (waiting, ended)


def _count_database(registry: CollectorRegistry, store: Store, size: Callable[[], float]) -> None:
    """Register the database's errors, waiting writes, size, and free disk space."""
    errors = Counter("tengen_database_errors", "Errors of the database", ["error"], registry=registry)

    def note(context: ExceptionContext) -> None:
        error = context.sqlalchemy_exception or context.original_exception
        if not isinstance(error, IntegrityError):  # expected when two move at once
            errors.labels(type(error).__name__).inc()

    for each in {store.engine.sync_engine, store.writer.committing}:
        event.listen(each, "handle_error", note)
    _gauge(registry, "tengen_database_waiting", "Games whose events wait to be stored", lambda: store.writer.waiting)
    disk = DatabaseDisk.of(store.engine)
    if disk is not None:
        _gauge(registry, "tengen_disk_free_bytes", "Room on the database's disk", disk.room)
    _gauge(registry, "tengen_database_bytes", "Size of the database", size if disk is None else disk.size)
