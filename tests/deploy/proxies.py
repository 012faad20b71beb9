"""Reverse proxies with TLS by the tests' own authority, with the configurations of docs/how/operating.md."""

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NAME = "go.example.org"
DOCS = Path(__file__).parents[2] / "docs"
_STARTS = 60.0


@dataclass(frozen=True)
class Authority:
    """A certificate authority, and a certificate of it for `NAME`."""

    root: Path
    certificate: Path
    key: Path

    @property
    def context(self) -> ssl.SSLContext:
        """A client context that trusts only this authority."""
        return ssl.create_default_context(cafile=str(self.root))


def authority(folder: Path) -> Authority:
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = _signed("A test authority", root_key.public_key(), "A test authority", root_key, True)
    leaf = _signed(NAME, key.public_key(), "A test authority", root_key, False)
    made = Authority(folder / "root.pem", folder / "leaf.pem", folder / "key.pem")
    made.root.write_bytes(root.public_bytes(serialization.Encoding.PEM))
    made.certificate.write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    made.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))
    return made


def _signed(
    name: str, key: ec.EllipticCurvePublicKey, issuer: str, signer: ec.EllipticCurvePrivateKey, root: bool
) -> x509.Certificate:
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.BasicConstraints(root, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if not root:
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    return made.sign(signer, hashes.SHA256())


def free_port() -> int:
    """Return a port that was free a moment ago."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
    return port


@contextmanager
def proxy(kind: str, folder: Path, trusted: Authority, *servers: int) -> Iterator[int]:
    """Run a proxy in front of the port of a server, or of several; yield its own."""
    port = free_port()
    config = folder / kind
    write = {"nginx": _nginx, "caddy": _caddy}[kind]
    config.write_text(write(folder, trusted, port, *servers), "utf-8")
    options = {"nginx": ["-c", str(config), "-p", str(folder)], "caddy": ["run", "--config", str(config)]}[kind]
    options += ["--adapter", "caddyfile"] if kind == "caddy" else []
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen([program(kind) or kind, *options], stdout=log, stderr=log)
    try:
        _wait_for(port, process, folder / "proxy.log")
        yield port
    finally:
        process.terminate()
        process.wait(_STARTS)


def program(kind: str) -> str | None:
    """Return the path of a proxy's program; None if it is not installed."""
    return shutil.which(kind) or shutil.which(kind, path="/usr/sbin:/usr/local/sbin")


def _shown(language: str, page: str = "how/web.md") -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def _nginx(folder: Path, trusted: Authority, port: int, *servers: int) -> str:
    one, several = f"127.0.0.1:{servers[0]}", len(servers) > 1
    locations = _shown("nginx").replace("127.0.0.1:8000", "tengen" if several else one)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    return f"""
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
{paths}
access_log off;
{_spread(servers) if several else ""}
server {{
listen 127.0.0.1:{port} ssl;
server_name {NAME};
ssl_certificate {trusted.certificate};
ssl_certificate_key {trusted.key};
{locations}
}}
}}
"""


def _spread(servers: Sequence[int]) -> str:
    lines = "".join(f"    server 127.0.0.1:{port};\n" for port in servers)
    return re.sub(r"( +server [\d.:]+;\n)+", lines, _shown("nginx", "how/load.md"))


def _caddy(folder: Path, trusted: Authority, port: int, *servers: int) -> str:
    site = _shown("caddy").replace("127.0.0.1:8000", f"127.0.0.1:{servers[0]}")
    first = f"https://{NAME}:{port} {{\n    bind 127.0.0.1\n    tls {trusted.certificate} {trusted.key}"
    head = f"{{\n    admin off\n    auto_https off\n    storage file_system {folder}/caddy-data\n}}\n"
    return head + site.replace(f"{NAME} {{", first, 1)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + _STARTS
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError(f"the proxy did not start: {log.read_text('utf-8', 'replace')[-2000:]}")
