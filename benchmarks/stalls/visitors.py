"""Two visitors: one sends expensive requests while the other plays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx2

from .server import Pauses

AT_ONCE = 4
"""The number of simultaneous expensive requests."""
COSTLY, PLAIN = "127.0.0.2", "127.0.0.3"


def visitor(url: str, address: str) -> httpx2.Client:
    """Return a visitor from an address of this machine."""
    transport = httpx2.HTTPTransport(local_address=address)
    return httpx2.Client(base_url=url, transport=transport, timeout=600, headers={"origin": url})


@dataclass
class Bystander:
    """A visitor who begins plain games one after another, and records how long each took."""

    url: str
    seconds: list[float] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)

    def play(self) -> None:
        """Begin games until told to stop."""
        body = {"variant": "chinese", "board": "9x9", "opponent": {"kind": "self"}}
        with visitor(self.url, PLAIN) as here:
            while not self.enough.is_set():
                began = time.perf_counter()
                assert here.post("/api/games", json=body).status_code == 201
                self.seconds.append(time.perf_counter() - began)
                self.enough.wait(0.05)


@dataclass(frozen=True)
class Measured:
    """The results of an expensive request."""

    name: str
    status: str
    seconds: float
    bytes: int
    longest: float
    own: float
    waited: float
    where: str

    def row(self) -> str:
        """Return it as a line of a table."""
        return (
            f"| {self.name} | {self.status} | {self.seconds:.2f} s | {self.bytes / 1e3:,.0f} kB "
            f"| {1e3 * self.longest:,.0f} ms | {1e3 * self.own:,.0f} ms | {1e3 * self.waited:,.0f} ms |"
        )


Ask = Callable[[httpx2.Client], httpx2.Response]


def measured(name: str, url: str, pauses: Pauses, ask: Ask) -> Measured:
    """Send a request several times at once, while another visitor begins games."""
    other = Bystander(url)
    plain = threading.Thread(target=other.play)
    plain.start()
    time.sleep(0.3)
    pauses.forget()
    other.seconds = []
    answers: list[httpx2.Response | str] = []
    began = time.perf_counter()
    threads = [threading.Thread(target=lambda: answers.append(_asked(url, ask))) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    time.sleep(0.2)
    other.enough.set()
    plain.join()
    codes = sorted({str(each.status_code) if isinstance(each, httpx2.Response) else each for each in answers})
    size = max((len(each.content) for each in answers if isinstance(each, httpx2.Response)), default=0)
    waited = max(other.seconds, default=seconds)
    paused = pauses.longest.value, pauses.own.value
    return Measured(name, ", ".join(codes), seconds, size, *paused, waited, pauses.where())


def _asked(url: str, ask: Ask) -> httpx2.Response | str:
    with visitor(url, COSTLY) as here:
        try:
            return ask(here)
        except httpx2.HTTPError as error:
            return type(error).__name__
