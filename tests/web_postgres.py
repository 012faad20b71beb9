"""A PostgreSQL server of the tests' own, on loopback, in its own folder."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL's programs; None if it is not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return folders[-1].parent if folders else None


@contextmanager
def server() -> Iterator[str]:
    """Run a server; yield the URL of its database.

    Its folder is not one of pytest's, which closes their common folder to the user who runs the server.
    """
    bin = programs()
    assert bin is not None
    with TemporaryDirectory(prefix="tengen-postgres-") as folder, socket.socket() as free:
        user = _owner(Path(folder))
        data = Path(folder) / "data"
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        _run(user, bin / "initdb", "--no-sync", "--auth=trust", "--username=tengen", "--encoding=UTF8", "-D", str(data))
        free.close()
        settings = f"-p {port} -k {data} -c listen_addresses=127.0.0.1 -c fsync=off"
        _run(user, bin / "pg_ctl", "-D", str(data), "-o", settings, "-w", "-l", str(data / "log"), "start")
        process = int((data / "postmaster.pid").read_text().split()[0])
        try:
            yield f"postgresql://tengen@127.0.0.1:{port}/postgres"
        finally:
            _stop(process)


def _owner(folder: Path) -> str | None:
    """Give the folder to a user who may run the server, which root may not; return that user."""
    if os.getuid() != 0:
        return None
    shutil.chown(folder, "postgres", "postgres")
    return "postgres"


def _stop(process: int) -> None:
    """Stop the server immediately, even without its folder, and wait until it is gone."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGQUIT)
        for _ in range(600):
            time.sleep(0.1)
            os.kill(process, 0)
        raise AssertionError(f"PostgreSQL, process {process}, does not end")


def _run(user: str | None, program: Path, *arguments: str) -> None:
    subprocess.run(
        [str(program), *arguments],
        check=True,
        capture_output=True,
        user=user,
        cwd="/",
        env=os.environ | {"LC_ALL": "C"},
    )
