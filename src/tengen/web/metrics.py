"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.requests import Request

from .games.game_server import GameServer


class Metrics:
    """Requests, moves, games and viewers; routes are counted by their patterns, never by what stands in them."""

    def __init__(self, registry: CollectorRegistry, games: GameServer) -> None:
        self.registry = registry
        self.requests = Counter("tengen_requests", "Requests answered", ["route", "status"], registry=registry)
        self.seconds = Histogram("tengen_request_seconds", "Time until an answer", registry=registry)
        for name, text, value in (
            ("tengen_rooms", "Games in memory", lambda: len(games.cache)),
            ("tengen_viewers", "Open connections to games", lambda: games.cache.viewers),
            ("tengen_moves", "Moves made since the start", lambda: games.log.moves),
        ):
            Gauge(name, text, registry=registry).set_function(value)

    def answered(self, request: Request, status: int, seconds: float) -> None:
        """Count a request."""
        route = getattr(request.scope.get("route"), "path", "none")
        self.requests.labels(route, str(status)).inc()
        self.seconds.observe(seconds)

    def text(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self.registry)
