"""Single-use links by e-mail that sign in, create an account, or add an address to one.

Every address gets the same answer and a mail, so that the answer does not reveal which addresses have accounts.
"""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final, Literal

import aiosmtplib
from sqlalchemy.exc import IntegrityError

from ...records import Text
from ..errors import ENOUGH, LINK_SPENT, RequestError
from ..scheduler.limit_table import LIMITS
from ..scheduler.tasks import TaskSet
from ..settings import Settings, Smtp
from ..store import Account, MailLink, Store
from ..texts import tell
from ..visitors import digest, new_id, new_token

log: Final = logging.getLogger("tengen.web")
_PATIENCE: Final = 20.0


class Mailer:
    """Sends mail in the background, so that response times do not reveal which addresses are known.

    Few mails are sent at once; mails requested from one network wait only for each other.
    """

    def __init__(self, smtp: Smtp) -> None:
        self._smtp = smtp
        self._turns = LIMITS["mailing"].slots()
        self.tasks: Final = TaskSet()

    def send(self, to: str, subject: str, text: str) -> None:
        """Queue a mail; a failure is logged without the address or the text."""
        self.tasks.start(self._send(to, subject, text))

    async def _send(self, to: str, subject: str, text: str) -> None:
        smtp, message = self._smtp, EmailMessage()
        message["From"], message["To"], message["Subject"] = smtp.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=smtp.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        # With a password the connection must be encrypted first, whatever the mail server offers.
        needs = smtp.encryption == "starttls" or (smtp.user is not None and smtp.encryption == "auto")
        async with self._turns.slot():
            try:
                await aiosmtplib.send(
                    message,
                    hostname=smtp.host,
                    port=smtp.port,
                    username=smtp.user,
                    password=smtp.password,
                    use_tls=smtp.encryption == "tls",
                    start_tls=None if smtp.encryption == "auto" and not needs else needs,
                    timeout=_PATIENCE,
                )
            except (aiosmtplib.SMTPException, OSError) as error:
                log.error("a mail could not be sent", extra={"why": f"{type(error).__name__}: {error}"[:200]})


_SECONDS: Final = 900
_ADDRESS: Final = re.compile(
    r"(?!.*=\?)[^\s@<>()\[\],;:\\\"]{1,64}@(?!.*\.\.)[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])"
)
"""Excludes "=?", which begins an encoded word: otherwise a header could name another mailbox than the one counted."""

_ENTERING: Final = (
    Text("Your link to Tengen"),
    Text(
        "Someone, probably you, wants to sign in to Tengen with this address.\n\n{link}\n\nThe link works once, within "
        "15 minutes. If it was not you, ignore this mail: signing in takes the link."
    ),
)
_ADDING: Final = (
    Text("Add this address to your Tengen account"),
    Text(
        "Someone, probably you, wants to add this address to a Tengen account.\n\n{link}\n\nThe link works once, "
        "within 15 minutes. If it was not you, ignore this mail: nothing is added without the link."
    ),
)
"""Subject and body of a mail."""


@dataclass(frozen=True)
class LinkView:
    """What a link does: sign in, create an account, or add its address to the account of this name."""

    deed: Literal["enter", "new", "add"]
    email: str
    name: str | None


class MailLinks:
    """Sends links and redeems them; needs a mail server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store.accounts
        self._origin = settings.origins[0] if settings.origins else ""
        self._boxes = LIMITS["letters"].buckets(settings)
        self._shares = LIMITS["letters"].buckets(settings)
        self.mailer: Final = None if settings.smtp is None else Mailer(settings.smtp)

    async def send(self, given: str, account: Account | None, asking: str) -> None:
        """Send a link that signs in, or adds the address to an account; ``asking`` is the request's network."""
        if self.mailer is None:
            raise RequestError(409, "no-mail", Text("This server does not send e-mail."))
        email = plain_address(given)
        if not self._take_turn(email, asking):
            raise RequestError(429, "too-many", ENOUGH)
        token = new_token()
        await self._store.keep_once(digest(token), MailLink(email, account.id if account else None), _SECONDS)
        subject, body = _ADDING if account else _ENTERING
        link = f"{self._origin}/account/mail#{token}"
        self.mailer.send(email, tell(subject), tell(body.with_values(link=link)))

    def _take_turn(self, email: str, asking: str) -> bool:
        """Take one of a mailbox's mails of this hour; False if the network has used up its share.

        A network can use at most half of the remaining mails, so that the owner, from another network, still gets one.
        """
        mine = f"{email} {asking}"
        had = self._shares.size - self._shares.left(mine)
        if had + 0.5 >= self._boxes.left(email):  # + 0.5, as both buckets refill continuously
            return False
        return self._boxes.take(email) and self._shares.take(mine)

    async def look(self, token: str) -> LinkView:
        """Return what a link would do, without redeeming it; RequestError if it is no longer valid."""
        link = await self._store.look(MailLink, digest(token))
        if link is None:
            raise RequestError(404, "spent", LINK_SPENT)
        if link.account is not None:
            owner = await self._store.find(link.account)
            return LinkView("add", link.email, owner.name if owner else None)
        known = await self._store.by_email(link.email)
        return LinkView("enter" if known else "new", link.email, known.name if known else None)

    async def use(self, token: str, asking: Account | None) -> str:
        """Redeem a link and return the account that it opens, or raise RequestError.

        Only a browser of the account can add an address: opening another person's mail adds nothing.
        """
        found = await self._store.look(MailLink, digest(token))
        if found is not None and found.account is not None and (asking is None or asking.id != found.account):
            why = Text("Open this link in a browser that is signed in to the account that asked for it.")
            raise RequestError(403, "no-account", why)
        link = await self._store.spend(MailLink, digest(token))
        if link is None:
            raise RequestError(404, "spent", LINK_SPENT)
        if link.account is not None:
            if not await self._store.set_email(link.account, link.email):
                raise RequestError(409, "other-account", Text("This address belongs to another account."))
            return link.account
        known = await self._store.by_email(link.email)
        if known is None:
            with suppress(IntegrityError):  # another link of this address was used first
                await self._store.add(new_id(), None, link.email)
            known = await self._store.by_email(link.email)
        assert known is not None
        return known.id


def plain_address(given: str) -> str:
    """Return an address in lower case, as it is stored; RequestError if it is invalid.

    >>> plain_address(" Ada@Example.org ")
    'ada@example.org'
    """
    email = given.strip()
    if len(email) > 254 or not email.isascii() or not email.isprintable() or not _ADDRESS.fullmatch(email):
        raise RequestError(422, "no-address", Text("Invalid e-mail address: {email}", email=email[:60]))
    return email.lower()
