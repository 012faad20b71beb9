"""What all requests share, as one typed set: routes get it as a parameter of type `Served`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from prometheus_client import CollectorRegistry
from starlette.requests import HTTPConnection

from ..engines import engine_named
from .accounts.game_results import ResultFollower
from .accounts.mail_links import MailLinks
from .accounts.name_rules import NameRules
from .accounts.sessions import Sessions
from .engine import Crew, EnginePool, OutsideEngine
from .games.game_server import GameServer
from .lobby.house_bots import HouseBot, guests, house_bots
from .lobby.lobby_server import LobbyServer
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
from .store import VOID, Store
from .store.lobby_store import LOBBY_CHANNEL
from .store.notifications import NotificationListener
from .visitors import Visitors

if TYPE_CHECKING:
    from .accounts.passkeys import Passkeys


@dataclass(frozen=True)
class Services:
    """The parts of a server. ``prepared`` is set once games can be played, ``closing`` once the server stops."""

    settings: Settings
    store: Store
    engine: EnginePool
    scheduler: Scheduler
    games: GameServer
    lobby: LobbyServer
    reviews: ReviewServer
    caller: PlayerCaller
    visitors: Visitors
    sockets: OpenSockets
    bans: Bans
    acts: ActsWatch
    housekeeping: Housekeeping
    listener: NotificationListener
    readiness: Readiness
    names: NameRules
    sessions: Sessions
    mail_links: MailLinks
    results: ResultFollower
    templates: PageTemplates
    limits: RateLimits
    metrics: Metrics
    prepared: asyncio.Event = field(default_factory=asyncio.Event)
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    @cached_property
    def programs(self) -> tuple[HouseBot, ...]:
        """The programs that take on anybody here."""
        return house_bots() + (guests(self.settings.outside) if self.engine.outside else ())

    @cached_property
    def passkeys(self) -> Passkeys:
        """The accounts' passkeys, once somebody uses one: what they need takes long to load."""
        from .accounts.passkeys import Passkeys

        return Passkeys(self.store, self.settings)


def make_services(settings: Settings, engine: EnginePool | None = None) -> Services:
    """Return the parts of a server that is yet to be started."""
    store = Store(settings.database)
    engine = engine or EnginePool(
        Crew(workers=settings.workers, cluster=settings.cluster, away=settings.away),
        queue=settings.queue,
        outside=_outside(settings),
        ponders=settings.ponders,
    )
    limits = RateLimits(settings)
    scheduler = Scheduler(limits.side_seconds)
    games = GameServer(store, engine, scheduler=scheduler)
    results = ResultFollower(store.results, games.tasks)
    games.loaded.followers.append(results.follow)
    visitors = Visitors(store, settings.secure, limits.new_visitors)
    sockets = OpenSockets(games.tasks, visitors.find)
    lobby = LobbyServer(store, games)
    reviews = ReviewServer(store, engine, settings, games.exchange, scheduler, limits)
    bans = Bans(store, games.clock)
    housekeeping = Housekeeping(store, settings)
    listener = NotificationListener(store, games, {LOBBY_CHANNEL: lambda _: lobby.wake(), VOID: sockets.hear})
    return Services(
        settings=settings,
        store=store,
        engine=engine,
        scheduler=scheduler,
        games=games,
        lobby=lobby,
        reviews=reviews,
        caller=PlayerCaller(store, games, settings),
        visitors=visitors,
        sockets=sockets,
        bans=bans,
        acts=ActsWatch(store, bans, games, reviews, sockets, lobby),
        housekeeping=housekeeping,
        listener=listener,
        readiness=Readiness(store, engine, listener),
        names=NameRules(settings.blocked_names),
        sessions=Sessions(store, visitors, sockets.close_of),
        mail_links=MailLinks(store, settings),
        results=results,
        templates=PageTemplates(next(iter(settings.origins), "")),
        limits=limits,
        metrics=Metrics(CollectorRegistry(), games, lambda: housekeeping.size),
    )


def _outside(settings: Settings) -> OutsideEngine | None:
    """Return the stronger engine that the operator has named, by itself: where it fails, workers take over."""
    return OutsideEngine(engine_named(settings.outside, behind=True)) if settings.outside else None


async def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the server that a request or a WebSocket has come to."""
    services: Services = connection.app.state.services
    return services


Served = Annotated[Services, Depends(services_of)]
