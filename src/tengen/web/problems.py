"""Errors as answers: what is wrong, in one shape for programs and one page for people."""

from __future__ import annotations

from typing import Any

from fastapi import HTTPException
from starlette.responses import JSONResponse


class Problem(HTTPException):
    """A request that cannot be carried out; ``code`` is for programs, ``text`` a plain sentence."""

    def __init__(self, status: int, code: str, text: str, **more: Any) -> None:
        super().__init__(status, text, headers=more.pop("headers", None))
        self.code, self.text, self.more = code, text, more

    def answer(self) -> JSONResponse:
        """Return it as JSON."""
        return JSONResponse({"error": said(self.code, self.text, **self.more)}, self.status_code, headers=self.headers)


def said(code: str, text: str, **more: Any) -> dict[str, Any]:
    """Return the inside of an error."""
    return {"code": code, "text": text} | more


def first_of(errors: Any) -> str:
    """Say what is wrong with a request that pydantic refused: the first thing, and where."""
    found = errors[0] if errors else {"loc": (), "msg": "it cannot be read"}
    where = ".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path"))
    return f"{where}: {found['msg']}" if where else str(found["msg"])
