"""The unit and the container as deployed: behind a real proxy, over TLS, a move is played and nothing leaks.

Slow, and skipped if a program is missing: `apt-get install nginx caddy podman systemd`.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from proxies import DOCS, NAME, Authority, authority, free_port, program, proxy
from web_postgres import programs
from web_postgres import server as postgres
from websockets.sync.client import connect
from websockets.typing import Origin

pytestmark = pytest.mark.slow
_STARTS = 300.0
UNIT = DOCS / "deploy" / "tengen.service"
CONTAINERFILE = DOCS / "deploy" / "Containerfile"
BASE = os.environ.get("TENGEN_BASE_IMAGE", "")
"""An image with Python, if the usual one cannot be fetched."""


@pytest.fixture(scope="session")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return authority(tmp_path_factory.mktemp("authority"))


@dataclass(frozen=True)
class Site:
    """A server at its own port, and the port of the proxy in front of it."""

    direct: int
    public: int
    trusted: Authority

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.public}"

    @contextmanager
    def visitor(self, address: str = "127.0.0.1") -> Iterator[httpx2.Client]:
        """A simple browser, at an address of this machine."""
        transport = httpx2.HTTPTransport(verify=self.trusted.context, local_address=address)
        headers = {"host": f"{NAME}:{self.public}", "origin": self.origin}
        with httpx2.Client(
            base_url=f"https://127.0.0.1:{self.public}", transport=transport, headers=headers, timeout=60
        ) as made:
            yield _Named(made)  # type: ignore[misc]


class _Named:
    """A client that requests the certificate of `NAME`, whatever address it calls."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client

    def __getattr__(self, method: str) -> Any:
        def ask(path: str, **more: Any) -> httpx2.Response:
            address = f"{str(self._client.base_url).rstrip('/')}{path}"  # unchanged: "//metrics" is not another host
            return self._client.request(method.upper(), address, extensions={"sni_hostname": NAME}, **more)

        return ask


@contextmanager
def site(kind: str, folder: Path, trusted: Authority, command: list[str], port: int) -> Iterator[Site]:
    """Run a server by a command, with a proxy in front."""
    if program(kind) is None:
        pytest.skip(f"{kind} is not installed; on Debian and Ubuntu: sudo apt-get install {kind}")
    with proxy(kind, folder, trusted, port) as public, (folder / "server.log").open("wb") as log:
        command = [*command, "--origin", f"https://{NAME}:{public}"]
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            _ready(port, process, folder / "server.log")
            yield Site(port, public, trusted)
        finally:
            process.terminate()
            code = process.wait(_STARTS)
        assert code in (0, -15, 143), (folder / "server.log").read_text("utf-8", "replace")[-3000:]


def _ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + _STARTS
    while time.monotonic() < until and process.poll() is None:
        with suppress(httpx2.HTTPError):
            if httpx2.get(f"http://127.0.0.1:{port}/health/ready", timeout=10).status_code == 200:
                return
        time.sleep(0.5)
    raise AssertionError(log.read_text("utf-8", "replace")[-3000:])


def unit_command(folder: Path, port: int) -> list[str]:
    """Return the unit's command, with this installation's program and the test's own database and port."""
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    words: list[str] = line.split()
    assert words[:2] == ["/opt/tengen/bin/tengen", "serve"]
    at = words.index("--origin")
    del words[at : at + 2]  # visitors use the test's own port
    own = {"--port": str(port), "--database": f"sqlite:///{folder / 'games.db'}"}
    for option, value in own.items():
        words[words.index(option) + 1] = value
    return [sys.executable, "-m", "tengen.cli", *words[1:]]


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_the_units_server_is_played_on_through_a_proxy(kind: str, tmp_path: Path, trusted: Authority) -> None:
    port = free_port()
    with site(kind, tmp_path, trusted, unit_command(tmp_path, port), port) as found:
        _is_sound(found)


@contextmanager
def two_servers(folder: Path) -> Iterator[tuple[int, int]]:
    """Run two servers of one PostgreSQL; yield their ports."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed; on Debian and Ubuntu: sudo apt-get install postgresql")
    ports = free_port(), free_port()
    with postgres() as url, ExitStack() as running:
        for port in ports:
            log = running.enter_context((folder / f"{port}.log").open("wb"))
            words = [*unit_command(folder, port), "--host-name", NAME, "--origin", f"https://{NAME}"]
            words[words.index("--database") + 1] = url
            process = subprocess.Popen(words, stdout=log, stderr=log)
            running.callback(process.wait, _STARTS)
            running.callback(process.terminate)
            _ready(port, process, folder / f"{port}.log")
        yield ports


def test_nginx_spreads_games_over_servers_and_keeps_each_at_one(tmp_path: Path, trusted: Authority) -> None:
    """With the configuration of docs/how/load.md all pages of a game are at one server, for every visitor."""
    if program("nginx") is None:
        pytest.skip("nginx is not installed; on Debian and Ubuntu: sudo apt-get install nginx")
    with two_servers(tmp_path) as ports, proxy("nginx", tmp_path, trusted, *ports) as public:
        found = Site(ports[0], public, trusted)
        asked = []
        for address in ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"):
            with found.visitor(address) as visitor:
                for _ in range(4):
                    made = visitor.post("/api/games", json={"variant": "chinese", "board": "5"})
                    assert made.status_code == 201, made.text
                    asked.append(made.json()["id"])
        before, spread = _games_asked_for(ports), []
        for id in asked:
            for address in ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"):
                with found.visitor(address) as visitor:
                    assert visitor.get(f"/api/games/{id}").status_code == 200
            after = _games_asked_for(ports)
            spread.append(tuple(now - then for now, then in zip(after, before, strict=True)))
            before = after
        assert set(spread) == {(4, 0), (0, 4)}, spread


def _games_asked_for(ports: Sequence[int]) -> list[int]:
    counted = re.compile(r'^tengen_requests_total\{route="/api/games/\{id\}",status="200"\} ([\d.]+)$', re.MULTILINE)
    texts = (httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text for port in ports)
    return [int(float(found[1])) if (found := counted.search(text)) else 0 for text in texts]


def _is_sound(found: Site) -> None:
    with found.visitor() as visitor:
        made = visitor.post("/api/games", json={"variant": "chinese", "board": "5", "opponent": {"kind": "self"}})
        assert made.status_code == 201, made.text
        cookie = made.headers["set-cookie"]
        assert all(mark in cookie.lower() for mark in ("; secure", "; httponly", "; samesite=lax")), cookie
        _plays_a_move(found, made.json()["id"], cookie.partition(";")[0])
        page = visitor.get("/")
        assert f'content="{found.origin}/"' in page.text, "links name the public address"
        assert "default-src 'none'" in page.headers["content-security-policy"]
        _hides_what_is_the_operators(found, visitor)
        _counts_by_true_addresses(found, visitor, made.json()["id"])


def _plays_a_move(found: Site, game: str, cookie: str) -> None:
    with (
        socket.create_connection(("127.0.0.1", found.public)) as raw,
        connect(
            f"wss://{NAME}:{found.public}/api/games/{game}/live",
            sock=raw,
            ssl=found.trusted.context,
            server_hostname=NAME,
            origin=Origin(found.origin),
            additional_headers={"cookie": cookie},
            open_timeout=60,
        ) as live,
    ):
        seen = json.loads(live.recv(60))
        assert (seen["type"], seen["you"]) == ("state", ["black", "white"])
        wish = {"kind": "move", "move": "C3"}
        live.send(json.dumps({"type": "intent", "id": "one", "number": seen["number"], "intent": wish}))
        while (told := json.loads(live.recv(60)))["type"] != "accepted":
            assert told["type"] == "state", told
        assert told["number"] == seen["number"] + 1


def _hides_what_is_the_operators(found: Site, visitor: Any) -> None:
    for path in ("/metrics", "/health/live", "/health/ready", "/health/", "//metrics", "/%6detrics", "/./metrics"):
        shown = visitor.get(path)
        assert shown.status_code in (301, 307, 400, 404), (path, shown.status_code)
        assert "tengen_requests" not in shown.text
    assert "tengen_requests" in httpx2.get(f"http://127.0.0.1:{found.direct}/metrics", timeout=60).text


def _counts_by_true_addresses(found: Site, visitor: Any, game: str) -> None:
    """Check that forged headers do not change an address, and that another address counts separately."""
    report = {"game": game, "reason": "spam"}
    told = [
        visitor.post("/api/reports", json=report, headers={"x-forwarded-for": f"198.51.100.{each}"}).status_code
        for each in range(21)
    ]
    assert told == [201] * 20 + [429]
    with found.visitor("127.0.0.2") as other:
        assert other.post("/api/reports", json=report).status_code == 201


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed; on Debian and Ubuntu: sudo apt-get install systemd")
    unit = tmp_path / "tengen.service"
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/tengen/bin/tengen", sys.executable), "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if "tengen.service" in line]
    assert (done.returncode, said) == (0, []), done.stderr
    seen = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)], capture_output=True, text=True
    )
    exposure = re.search(r"Overall exposure level .*?: (\d+\.\d+)", seen.stdout)
    assert exposure is not None, seen.stderr
    assert float(exposure[1]) < 4


def test_the_container_is_built_and_played_on_through_a_proxy(tmp_path: Path, trusted: Authority) -> None:
    image, podman = _built(), ["podman", "run", "--rm", "--network=host"]
    done = subprocess.run([*podman, "--entrypoint=true", image], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no container can be run here: {done.stderr.strip()[-300:]}")
    volume, port = f"{tmp_path / 'data'}:/var/lib/tengen/data:U", free_port()
    (tmp_path / "data").mkdir()
    data = ["--database", "sqlite:////var/lib/tengen/data/games.db", "--port", str(port), "--behind-proxy"]
    command = [*podman, "--volume", volume, image, *data]
    with site("nginx", tmp_path, trusted, command, port) as found:
        _is_sound(found)
    assert (tmp_path / "data" / "games.db").stat().st_size > 100_000


def _built() -> str:
    """Build the image; skip if podman or the network is missing."""
    if shutil.which("podman") is None:
        pytest.skip("podman is not installed; on Debian and Ubuntu: sudo apt-get install podman")
    image = "localhost/tengen-under-test"
    base = ["--build-arg", f"BASE={BASE}"] if BASE else []
    certificates = ["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro"] if BASE else []
    done = subprocess.run(
        ["podman", "build", "--isolation=chroot", *base, *certificates, "-t", image, "-f", str(CONTAINERFILE), "."],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
    )
    if "pinging container registry" in done.stderr or "no such host" in done.stderr:
        pytest.skip("no registry of images can be reached; TENGEN_BASE_IMAGE names an image with Python")
    assert done.returncode == 0, done.stderr[-3000:]
    return image
