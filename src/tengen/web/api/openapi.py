"""The OpenAPI document: what FastAPI finds out, and how every endpoint refuses."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

REFUSALS: Final[dict[int | str, dict[str, str]]] = {
    403: {"description": "It comes from a page of another site."},
    404: {"description": "There is no such game, review or position."},
    409: {"description": "It cannot be done now; the code says why."},
    413: {"description": "It is too long."},
    422: {"description": "It makes no sense; the text says why."},
    429: {"description": "Too much at once."},
}
"""How the endpoints of games and reviews refuse."""

_REFUSED: Final = {
    "400": "It is no JSON.",
    "403": "It comes from a page of another site.",
    "413": "It is too long.",
    "422": "It makes no sense; the text says what does not.",
    "429": "Too much at once; `Retry-After`, where it stands, says for how many seconds to wait.",
    "500": "The server failed.",
}
_WITH_BODY: Final = ("400", "403", "413", "422", "429", "500")
_WITHOUT: Final = ("422", "429", "500")
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


def described(app: FastAPI) -> dict[str, Any]:
    """Return the document; it is made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description="Playing, watching and reviewing; the WebSockets are described in docs/web.md.",
            routes=app.routes,
        )
        for item in made["paths"].values():
            for operation in item.values():
                _add_refusals(operation)
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        schemas["Failure"] = _FAILURE
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        app.openapi_schema = made
    return app.openapi_schema


def _add_refusals(operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    for code in _WITH_BODY if "requestBody" in operation else _WITHOUT:
        told = answers.get(code, {}).get("description", "Validation Error")
        answers[code] = {"description": _REFUSED[code] if told == "Validation Error" else told}
    for code, answer in answers.items():
        if int(code) >= 400:
            answer["content"] = _CONTENT
