"""The services that all requests share; routes get them as a parameter of type `Served`."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Depends, Request
from prometheus_client import CollectorRegistry
from starlette.requests import HTTPConnection

from ..engines import engine_named
from .accounts.game_results import ResultFollower
from .accounts.mail_links import MailLinks
from .accounts.name_rules import NameRules
from .accounts.sessions import Sessions
from .engine import Crew, EnginePool, OutsideEngine
from .games.game_server import GameServer
from .lobby.lobby_server import HouseBot, LobbyServer, guests, house_bots
from .operating.acts_watch import ActsWatch
from .operating.bans import Bans
from .operating.housekeeping import Housekeeping
from .operating.metrics import Metrics
from .operating.open_sockets import OpenSockets
from .operating.readiness import Readiness
from .page_templates import PageTemplates
from .push.caller import PlayerCaller
from .reviews.review_server import ReviewServer
from .scheduler.limit_table import RateLimits
from .scheduler.scheduler import Scheduler
from .settings import Settings
from .store import VOID, Store, Visitor
from .store.lobby_store import LOBBY_CHANNEL
from .store.notifications import NotificationListener
from .store.tournament_store import TOURNAMENT_CHANNEL
from .tournaments.tournament_server import TournamentServer
from .visitors import Visitors

if TYPE_CHECKING:
    from .accounts.passkeys import Passkeys


class Services:
    """The parts of a server, not yet started.

    ``prepared`` is set once games can be played, ``closing`` once the server stops.
    """

    def __init__(self, settings: Settings, engine: EnginePool | None = None) -> None:
        self.settings: Final = settings
        self.prepared: Final = asyncio.Event()
        self.closing: Final = asyncio.Event()
        self.store: Final = Store(settings.database)
        self.engine: Final = engine or _engine(settings)
        self.limits: Final = RateLimits(settings)
        self.scheduler: Final = Scheduler(self.limits.side_seconds)
        self.games: Final = GameServer(self.store, self.engine, scheduler=self.scheduler)
        self.results: Final = ResultFollower(self.store.results, self.games.tasks)
        self.games.loaded.followers.append(self.results.follow)
        self.visitors: Final = Visitors(self.store, settings.secure, self.limits.new_visitors)
        self.sockets: Final = OpenSockets(self.games.tasks, self.visitors.find)
        self.lobby: Final = LobbyServer(self.store, self.games)
        self.tournaments: Final = TournamentServer(self.store, self.games)
        self.reviews: Final = ReviewServer(
            self.store, self.engine, settings, self.games.exchange, self.scheduler, self.limits
        )
        self.caller: Final = PlayerCaller(self.store, self.games, settings)
        self.bans: Final = Bans(self.store, self.games.clock)
        self.acts: Final = ActsWatch(self.store, self.bans, self.games, self.reviews, self.sockets, self.lobby)
        self.housekeeping: Final = Housekeeping(self.store, settings)
        self.names: Final = NameRules(settings.blocked_names)
        self.sessions: Final = Sessions(self.store, self.visitors, self.sockets.close_of)
        self.mail_links: Final = MailLinks(self.store, settings)
        self.templates: Final = PageTemplates(next(iter(settings.origins), ""))
        self.metrics: Final = Metrics(CollectorRegistry(), self.games, lambda: self.housekeeping.size)
        self.listener: Final = NotificationListener(
            self.store,
            self.games,
            {
                LOBBY_CHANNEL: lambda _: self.lobby.wake(),
                VOID: self.sockets.hear,
                TOURNAMENT_CHANNEL: self.tournaments.tell,
            },
        )
        self.readiness: Final = Readiness(self.store, self.engine, self.listener)

    @cached_property
    def programs(self) -> tuple[HouseBot, ...]:
        return house_bots() + (guests(self.settings.outside) if self.engine.outside else ())

    @cached_property
    def passkeys(self) -> Passkeys:
        """The accounts' passkeys, loaded at their first use because their library loads slowly."""
        from .accounts.passkeys import Passkeys

        return Passkeys(self.store, self.settings)


def _engine(settings: Settings) -> EnginePool:
    """Return the workers with the operator's stronger engine, if any; if it fails, they take over."""
    return EnginePool(
        Crew(workers=settings.workers),
        queue=settings.queue,
        outside=OutsideEngine(engine_named(settings.outside, behind=True)) if settings.outside else None,
        ponders=settings.ponders,
    )


async def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


Served = Annotated[Services, Depends(services_of)]


async def _sender(services: Served, request: Request) -> Visitor | None:
    return await services.visitors.find(request)


Sender = Annotated[Visitor | None, Depends(_sender)]
"""The visitor who sends a request; None: unknown."""
