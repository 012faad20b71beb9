"""Sending mails: plain text, by the operator's mail server, in the background."""

from __future__ import annotations

import logging
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

import aiosmtplib

from ..scheduler.limit_table import LIMITS
from ..scheduler.tasks import TaskSet
from ..scheduler.threads import in_thread
from ..settings import Smtp

log: Final = logging.getLogger("tengen.web")
_PATIENCE: Final = 20.0


class Mailer:
    """Sends mails. Nobody waits for one: how long it takes would tell whether an address is known.

    Few are sent at once; those of whom asks for many wait behind each other, and nobody else's do.
    """

    def __init__(self, smtp: Smtp) -> None:
        self._smtp = smtp
        self._turns = LIMITS["mailing"].slots()
        self.tasks: Final = TaskSet()

    def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail some time soon; where that fails, the log says so, without the address or the text."""
        self.tasks.start(self._send_in_turn(to, subject, text))

    async def _send_in_turn(self, to: str, subject: str, text: str) -> None:
        async with self._turns.slot():
            await self._send(await in_thread(self._written, to, subject, text))

    def _written(self, to: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._smtp.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._smtp.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def _send(self, message: EmailMessage) -> None:
        smtp = self._smtp
        # With a password nothing is said before the connection is encrypted, whatever the mail server offers.
        needs = smtp.encryption == "starttls" or (smtp.user is not None and smtp.encryption == "auto")
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
