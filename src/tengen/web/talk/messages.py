"""What is said in a game's chat: plain text, or one of the ready phrases by its name."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import BaseModel, Field, model_validator

from ...records import TengenError
from .plain_text import plain_text

_JOINERS: Final = " \u200c\u200d"
"""What joins letters into words and pictures, and cannot be seen at the ends of a text."""
LONGEST: Final = 200
"""The longest message, in characters."""

Phrase = Literal["hello", "good-luck", "thanks", "good-game", "well-played", "sorry", "moment", "bye"]
"""The ready phrases; the pages say them in the reader's language."""

PHRASES: Final[tuple[str, ...]] = get_args(Phrase)


class ChatWish(BaseModel, extra="forbid"):
    """Something to say: a ``phrase``, or ``text``; ``id`` is the client's own, and is said once."""

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
    phrase: Phrase | None = None
    text: Annotated[str, Field(max_length=LONGEST)] | None = None
    seat: Annotated[str, Field(max_length=100)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> ChatWish:
        if (self.phrase is None) == (self.plain is None):
            raise TengenError("a message has either a phrase or a text in which something is said")
        return self

    @property
    def plain(self) -> str | None:
        """The text on one line, without what cannot be seen or turns the text around it; None where nothing is left."""
        return " ".join(plain_text(self.text or "").split()).strip(_JOINERS) or None
