"""Costly requests, and their cost for everybody else: the event loop's longest pause, another visitor's longest wait.

A server runs in a process of its own. A task of its loop wakes every few milliseconds and notes how late it was. One
visitor sends a costly request, several times at once; another begins plain games on 9x9 all the while, from another
address. Everything stays on loopback (Linux, which has 127.0.0.2). Run it as
``python -m benchmarks.stalls [NAME ...]``.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2

from .measuring import machine

BEAT = 0.005
"""Seconds between two beats of the loop's heart."""
AT_ONCE = 4
"""How often a costly request is sent at the same time."""
START_SECONDS = 120.0
LIMITS = {
    "rate": 100_000.0,
    "burst": 1_000_000,
    "new_games": 1_000_000,
    "new_visitors": 1_000_000,
    "review_bytes": 10**12,
}
COSTLY, PLAIN = "127.0.0.2", "127.0.0.3"


# -- the server --------------------------------------------------------------------------------------------------------


def _serve(database: str, port: Any, stall: Any) -> None:
    """Be the server: tell its port, and after every pause of the loop the longest so far."""
    import uvicorn

    from tengen.web.app import create_app
    from tengen.web.settings import Settings

    async def beat() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(BEAT)
            stall.value = max(stall.value, time.perf_counter() - before - BEAT)

    async def run() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        app = create_app(Settings(database=database, workers=1, **LIMITS))  # type: ignore[arg-type]
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        heart = asyncio.create_task(beat())
        port.value = listening.getsockname()[1]
        await server.serve(sockets=[listening])
        heart.cancel()

    asyncio.run(run())


@contextmanager
def serving() -> Iterator[tuple[str, Any]]:
    """Run a server for as long as the block lasts: its address, and the value that holds its longest pause."""
    spawn = multiprocessing.get_context("spawn")
    port, stall = spawn.Value("i", 0), spawn.Value("d", 0.0)
    with tempfile.TemporaryDirectory() as folder:
        process = spawn.Process(target=_serve, args=(f"sqlite:///{folder}/games.db", port, stall))
        process.start()
        try:
            until = time.monotonic() + START_SECONDS
            while not _is_ready(port.value):
                if time.monotonic() > until or not process.is_alive():
                    raise SystemExit("the server did not start")
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port.value}", stall
        finally:
            process.terminate()
            process.join(30)
            process.kill()


def _is_ready(port: int) -> bool:
    try:
        return bool(port) and httpx2.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200
    except httpx2.TransportError:
        return False


# -- visitors ----------------------------------------------------------------------------------------------------------


def visitor(url: str, address: str) -> httpx2.Client:
    """Return a visitor who comes from an address of this machine."""
    transport = httpx2.HTTPTransport(local_address=address)
    return httpx2.Client(base_url=url, transport=transport, timeout=600, headers={"origin": url})


@dataclass
class Bystander:
    """Somebody who begins plain games one after another, and notes how long each took."""

    url: str
    seconds: list[float] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)

    def play(self) -> None:
        """Begin games until it is enough."""
        body = {"variant": "chinese", "board": "9x9", "opponent": {"kind": "self"}}
        with visitor(self.url, PLAIN) as here:
            while not self.enough.is_set():
                began = time.perf_counter()
                assert here.post("/api/games", json=body).status_code == 201
                self.seconds.append(time.perf_counter() - began)
                self.enough.wait(0.05)


@dataclass(frozen=True)
class Measured:
    """What a costly request came to."""

    name: str
    status: str
    seconds: float
    bytes: int
    stall: float
    waited: float

    def row(self) -> str:
        """Return it as a line of a table."""
        return (
            f"| {self.name} | {self.status} | {self.seconds:.2f} s | {self.bytes / 1e3:,.0f} kB "
            f"| {1e3 * self.stall:,.0f} ms | {1e3 * self.waited:,.0f} ms |"
        )


Ask = Callable[[httpx2.Client], httpx2.Response]


def measured(name: str, url: str, stall: Any, ask: Ask) -> Measured:
    """Send a request several times at once, while somebody else begins games."""
    other = Bystander(url)
    plain = threading.Thread(target=other.play)
    plain.start()
    time.sleep(0.3)
    stall.value, other.seconds = 0.0, []
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
    longest = max((len(each.content) for each in answers if isinstance(each, httpx2.Response)), default=0)
    return Measured(name, ", ".join(codes), seconds, longest, stall.value, max(other.seconds, default=seconds))


def _asked(url: str, ask: Ask) -> httpx2.Response | str:
    with visitor(url, COSTLY) as here:
        try:
            return ask(here)
        except httpx2.HTTPError as error:
            return type(error).__name__


# -- what is asked -----------------------------------------------------------------------------------------------------


def new_game(board: str, **more: Any) -> Ask:
    """Return the request for a game on a board."""
    body = {"variant": "chinese", "board": board, "opponent": {"kind": "self"}} | more
    return lambda here: here.post("/api/games", json=body)


def check(board: str) -> Ask:
    """Return the request that looks at a choice."""
    return lambda here: here.post("/api/check", json={"variant": "chinese", "board": board})


def record(nodes: int, size: str = "9", more: str = "") -> str:
    """Return a long record: moves all over the board, one after another."""
    side = int(size)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    cells = [letters[n % side] + letters[n // side % side] for n in range(nodes)]
    return f"(;GM[1]FF[4]SZ[{size}]{more}" + "".join(f";{'BW'[n % 2]}[{cell}]" for n, cell in enumerate(cells)) + ")"


def upload(text: str, name: str = "a.sgf") -> Ask:
    """Return the request that hands a record in."""
    return lambda here: here.post("/api/reviews", json={"text": text, "name": name})


def open_review(text: str, query: str = "") -> Ask:
    """Return the request for a position of a review that was handed in before."""
    made: dict[str, str] = {}
    turn = threading.Lock()

    def ask(here: httpx2.Client) -> httpx2.Response:
        with turn:
            if not made:
                answer = upload(text)(here)
                if answer.status_code != 201:
                    return answer
                made["id"] = answer.json()["id"]
        return here.get(f"/api/reviews/{made['id']}{query}")

    return ask


def on_graph(board: str, moves: str = ";B[1]") -> str:
    """Return a record on a board of its own."""
    return f"(;GM[100]FF[4]TGB[{board}]{moves})"


def page_of(board: str, path: str) -> Ask:
    """Return the request for something of a game that was begun before."""
    made: dict[str, str] = {}
    turn = threading.Lock()

    def ask(here: httpx2.Client) -> httpx2.Response:
        with turn:
            if not made:
                answer = new_game(board)(here)
                if answer.status_code != 201:
                    return answer
                made["id"] = answer.json()["id"]
        return here.get(path.format(id=made["id"]))

    return ask


_LONG = record(300_001)
_FULL = record(19_999)
_WIDE = "31 footprint " + "/".join(
    "".join("x" if (x, y) == (15, 15) else "o" if abs(x - 15) + abs(y - 15) < 20 else "n" for x in range(31))
    for y in range(31)
)
CASES: dict[str, Ask] = {
    "a plain board": new_game("19x19"),
    "a complete graph, refused": new_game("graph:k991"),
    "two complete halves, refused": new_game("graph:k900,900"),
    "a hypercube, refused": new_game("graph:hypercube-13"),
    "a path, refused": new_game("graph:path-9999"),
    "a honeycomb, refused": new_game("honeycomb 60x60"),
    "a large cycle": new_game("graph:cycle-500"),
    "a large wheel": new_game("graph:wheel-500"),
    "a large hypercube": new_game("graph:hypercube-9"),
    "a large hexagon": new_game("hexagon 18"),
    "a large star": new_game("graph:star-999"),
    "a wide footprint": new_game(_WIDE),
    "its relations": page_of(_WIDE, "/api/games/{id}/relations"),
    "a checked board": check("graph:wheel-501"),
    "a game's picture": page_of("graph:wheel-502", "/api/games/{id}/record.png"),
    "a game's link picture": page_of("graph:wheel-503", "/link/game/{id}.png"),
    "300,001 nodes, refused": upload(_LONG),
    "19,999 nodes": upload(_FULL),
    "19,999 nodes opened": open_review(_FULL),
    "their last position": open_review(_FULL, "?node=19999"),
    "their picture": open_review(_FULL, "/record.svg?node=19999"),
    "a record on a complete graph": upload(on_graph("graph:k989")),
    "it opened": open_review(on_graph("graph:k989")),
    "a record on a large cycle": open_review(on_graph("graph:cycle-499")),
    "2 MB of JSON": upload('{"format": "tengen", "moves": [' + '"A1", ' * 330_000 + '"A1"]}', "a.json"),
    "2 MB of comments": open_review(f"(;GM[1]SZ[9]C[{'a' * 1_900_000}];B[ee])"),
}


def main() -> None:
    """Measure the named requests, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stalls", description=__doc__)
    parser.add_argument("names", nargs="*", help="requests to measure; by default all of them")
    wanted = parser.parse_args().names or list(CASES)
    print(f"{machine()}; each request {AT_ONCE} times at once\n")
    print("| request | answer | answered within | largest answer | loop's longest pause | another's longest wait |")
    print("|---|---|---|---|---|---|")
    with serving() as (url, stall):
        for name in wanted:
            print(measured(name, url, stall, CASES[name]).row(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
