"""The OpenAPI document: FastAPI's, with the errors of every endpoint."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

_FAILURE: Final = {
    "type": "object",
    "title": "Failure",
    "description": "What is wrong; some codes have more to say, such as `reasons` of a move that is illegal.",
    "required": ["error"],
    "properties": {
        "request": {"type": "string", "description": "The request's id, for the operator of the server."},
        "error": {
            "type": "object",
            "required": ["code", "text"],
            "properties": {
                "code": {"type": "string", "description": "For programs."},
                "text": {"type": "string", "description": "For people: a plain sentence."},
                "values": {"type": "object", "description": "For programs: the values in the text, if it has any."},
            },
        },
    },
}
_CONTENT: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": why, "content": _CONTENT}
    for status, why in (
        (400, "Invalid JSON."),
        (403, "Sent from a page of another site, or not allowed for the sender."),
        (404, "Unknown game, review or position."),
        (409, "Not possible now; the code gives the reason."),
        (413, "Too long."),
        (422, "Invalid values; the text gives the reason."),
        (429, "Too many requests; `Retry-After`, if present, gives the seconds to wait."),
        (500, "The server failed."),
        (503, "A part that is needed has failed or is full, or the server is starting or stopping."),
    )
}
"""Errors by status."""


def described(app: FastAPI) -> dict[str, Any]:
    """Return the document, which is cached."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description="Playing, watching and reviewing; the WebSockets are described in docs/how/web.md.",
            routes=app.routes,
        )
        made["components"]["schemas"]["Failure"] = _FAILURE
        app.openapi_schema = made
    return app.openapi_schema
