"""The extras: optional packages, and what each of them is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Extra:
    """An extra of the package: ``serves`` names its purpose, ``modules`` are those that Tengen imports from it."""

    serves: str
    modules: tuple[str, ...]


DISTRIBUTION: Final = "tengen-go"
"""The name of Tengen's distribution; `tengen` on PyPI is another project."""

EXTRAS: Final[Mapping[str, Extra]] = {
    "web": Extra(
        "the web page: serve, admin, backup, restore, lessons, problems",
        (
            *("aiohttp", "aiosmtplib", "aiosqlite", "alembic", "asyncpg", "babel", "cryptography", "fastapi"),
            *("glicko2", "greenlet", "http_ece", "jinja2", "prometheus_client", "py_vapid", "pydantic", "pywebpush"),
            *("sqlalchemy", "starlette", "typst", "uvicorn", "webauthn", "websockets", "yarl"),
        ),
    ),
    "pictures": Extra("PNG and PDF files, moving pictures, printed books", ("PIL", "typst")),
    "terminal": Extra("arrow keys in tengen play", ("prompt_toolkit",)),
    "notebook": Extra("a board to play on in notebooks", ("anywidget", "babel", "pydantic", "traitlets")),
    "rl": Extra("the environments of Gymnasium and PettingZoo", ("gymnasium", "pettingzoo")),
    "openspiel": Extra("the games in OpenSpiel", ("open_spiel", "pyspiel")),
    "torch": Extra("the example that learns; some gigabytes with CUDA", ("torch",)),
    "gpu": Extra("games on an NVIDIA GPU", ("numba_cuda",)),
    "jax": Extra("comparisons with Pgx", ("jax", "pgx")),
}
"""The extras, the lightest first."""


def extra_of(module: str) -> str | None:
    """Return the first extra that a module comes with; None if it belongs to none.

    >>> extra_of("sqlalchemy.orm")
    'web'
    """
    name = module.partition(".")[0]
    return next((extra for extra, about in EXTRAS.items() if name in about.modules), None)


def install_command(extra: str) -> str:
    """Return the command that installs an extra.

    >>> install_command("web")
    "pip install 'tengen-go[web]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def lacking(module: str) -> str | None:
    """Return the sentence with the command to install a missing module; None if no extra has it.

    >>> lacking("torch")
    "this needs torch, which is not installed: pip install 'tengen-go[torch]'"
    """
    extra = extra_of(module)
    return extra and f"this needs {module}, which is not installed: {install_command(extra)}"
