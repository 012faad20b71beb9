"""Links by e-mail, against a real mail server: valid once, for the mail's reader, and revealing nothing."""

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage, Message
from socket import socket
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from starlette.testclient import TestClient
from web_accounts import HERE, Person, account, at_server, browsers, member, mine, services_of, sign_up
from web_engine import QuickEngine, eventually
from web_faults import FAULTS
from web_games import begin, code
from web_passkeys import Device

from tengen.records import TengenError
from tengen.web.accounts.mail_links import Mailer, MailLinks
from tengen.web.app import create_app
from tengen.web.scheduler.payers import asked_by
from tengen.web.settings import Settings, Smtp, mail_server
from tengen.web.store import Store


class Box:
    def __init__(self) -> None:
        with socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.mails: list[Message] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.mails.append(message_from_bytes(envelope.content))
        return "250 OK"

    def wait(self, count: int) -> Message:
        for _ in range(1000):
            if len(self.mails) >= count:
                return self.mails[count - 1]
            time.sleep(0.01)
        raise AssertionError(f"{len(self.mails)} mails came, not {count}")


@contextmanager
def receiving(**how: Any) -> Iterator[Box]:
    found = Box()
    controller = Controller(found, hostname="127.0.0.1", port=found.port, **how)
    controller.start()
    try:
        yield found
    finally:
        controller.stop()


@pytest.fixture
def box() -> Iterator[Box]:
    with receiving() as found:
        yield found


def settings(database: str, box: Box, **more: Any) -> Settings:
    smtp = Smtp("127.0.0.1", box.port, "go@go.test", **more)
    return Settings(database=database, burst=10_000, origins=(HERE,), mails=50, smtp=smtp)


@pytest.fixture
def person(database: str, box: Box) -> Iterator[Person]:
    somebody = browsers(create_app(settings(database, box), QuickEngine()))
    with somebody():
        yield somebody


async def test_a_mail_server_that_hangs_is_asked_for_few_mails_at_once() -> None:
    """Another address's mail does not wait behind all mails of one."""
    open_ones, begun, go_on = list[str](), asyncio.Event(), asyncio.Event()

    async def send(message: EmailMessage, **_: object) -> None:
        open_ones.append(message["To"])
        if len(open_ones) == 4:
            begun.set()
        await go_on.wait()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tengen.web.accounts.mail_links.aiosmtplib.send", send)
        mailer = Mailer(Smtp("127.0.0.1", 1, "go@go.test"))
        for name in ["greedy"] * 9 + ["other"]:
            asked_by(name)
            mailer.send(f"{name}@go.test", "A link", "Here it is.")
        await asyncio.wait_for(begun.wait(), 60)
        await asyncio.sleep(0.05)
        assert open_ones == ["greedy@go.test"] * 4
        go_on.set()
        await eventually(lambda: len(open_ones) >= 10)
        await mailer.tasks.stop()
    assert "other@go.test" in open_ones[4:8], "of four that have a turn, any may be written first"


def asked(client: TestClient, email: str) -> Any:
    answer = client.post("/api/account/mail", json={"email": email})
    assert answer.status_code == 202, answer.text
    return answer.json()


def token_in(mail: Message) -> str:
    found = re.search(rf"{HERE}/account/mail#(\S+)", mail.get_payload())  # type: ignore[arg-type]
    assert found
    return found[1]


def use(client: TestClient, token: str, sure: bool = False) -> Any:
    return client.post("/api/account/mail/use", json={"token": token}, params={"sure": sure})


def test_a_link_makes_an_account_and_signs_in_on_another_device(person: Person, box: Box) -> None:
    laptop, phone = person(), person()
    game = begin(laptop)["id"]
    unknown = asked(laptop, " Ada@Example.org")
    mail = box.wait(1)
    assert (mail["To"], mail["From"], mail["Subject"]) == ("ada@example.org", "go@go.test", "Your link to Tengen")
    token = token_in(mail)
    look = laptop.post("/api/account/mail/look", json={"token": token})
    assert look.json() == {"deed": "new", "email": "ada@example.org", "name": None}
    assert laptop.get(f"/account/mail#{token}").status_code == 200
    assert use(laptop, token, sure=True).status_code == 200
    assert (account(laptop)["email"], mine(laptop)) == ("ada@example.org", {game})
    assert use(phone, token).json()["error"]["code"] == "spent"
    assert asked(phone, "ada@example.org") == unknown
    token = token_in(box.wait(2))
    assert phone.post("/api/account/mail/look", json={"token": token}).json()["deed"] == "enter"
    before = phone.cookies.get("tengen")
    assert use(phone, token).status_code == 200
    assert (mine(phone), phone.cookies["tengen"] != before) == ({game}, True)
    assert account(phone)["browsers"] == 2


def test_two_links_of_a_new_address_at_once_open_one_account(person: Person, box: Box) -> None:
    client = person()
    tokens = []
    for count in (1, 2):
        asked(client, "ada@example.org")
        tokens.append(token_in(box.wait(count)))
    links = services_of(client).mail_links

    async def both() -> list[str]:
        return list(await asyncio.gather(*(links.use(token, None) for token in tokens)))

    assert len(set(at_server(client, both))) == 1


def test_an_address_is_added_by_a_browser_of_the_account_alone(person: Person, box: Box) -> None:
    ada, stranger, ben = member(person), person(), person()
    asked(ada, "ada@example.org")
    token = token_in(box.wait(1))
    assert stranger.post("/api/account/mail/look", json={"token": token}).json()["deed"] == "add"
    assert use(stranger, token).status_code == 403
    assert use(ada, token).status_code == 200
    assert account(ada)["email"] == "ada@example.org"
    sign_up(ben, Device(), "Ben")
    asked(ben, "ada@example.org")
    assert use(ben, token_in(box.wait(2))).json()["error"]["code"] == "other-account"
    assert ada.delete("/api/account/mail").json() == {"removed": True}
    assert account(ada)["email"] is None


def test_the_address_is_the_last_way_in_until_there_is_a_passkey(person: Person, box: Box) -> None:
    ada = person()
    asked(ada, "ada@example.org")
    use(ada, token_in(box.wait(1)))
    assert ada.delete("/api/account/mail").json()["error"]["code"] == "last-way"
    sign_up(ada, Device())
    assert ada.delete("/api/account/mail").status_code == 200


def test_links_become_too_old_and_are_kept_as_hashes(person: Person, box: Box) -> None:
    ada = person()
    asked(ada, "ada@example.org")
    token = token_in(box.wait(1))
    store = services_of(ada).store
    store.accounts.clock = lambda: time.time() + 901
    assert use(ada, token).json()["error"]["code"] == "spent"
    assert account(ada) is None


def test_invalid_addresses_are_refused_and_mails_are_limited(database: str, box: Box) -> None:
    smtp = Smtp("127.0.0.1", box.port, "go@go.test")
    wanted = Settings(database=database, burst=10_000, origins=(HERE,), mails=3, smtp=smtp)
    app = create_app(wanted, QuickEngine())
    with TestClient(app, base_url=HERE, headers={"origin": HERE}) as ada:
        for email in (
            *("", "ada", "ada@", "a b@c.d", "ada@example.org\nBcc: x@y.z", "a" * 65 + "@b.c", "ä@example.org"),
            *("=?utf-8?q?=61da?=@example.org", "ada=?utf-8?q?,?=@example.org", "ada@example..org"),
        ):
            services_of(ada).limits.mails.take("testclient", -1)
            assert code(ada.post("/api/account/mail", json={"email": email})) == (422, "no-address"), email
        services_of(ada).limits.mails.take("testclient", -1)
        for _ in range(2):
            asked(ada, "ada@example.org")
        assert ada.post("/api/account/mail", json={"email": "ada@example.org"}).status_code == 429, "one is for others"
        services_of(ada).limits.mails.take("testclient", -1)
        asked(ada, "ben@example.org")
        box.wait(3)
        assert sorted(mail["To"] for mail in box.mails) == ["ada@example.org"] * 2 + ["ben@example.org"]


@pytest.mark.parametrize("deed", ["new", "enter"])
def test_a_strangers_link_takes_no_games_unasked(person: Person, box: Box, deed: str) -> None:
    """Visitors who open a link sent by a stranger keep their games until they agree."""
    stranger, ada = person(), person()
    if deed == "enter":
        asked(stranger, "eve@example.org")
        use(stranger, token_in(box.wait(1)))
    game = begin(ada)["id"]
    asked(person(), "eve@example.org")
    token = token_in(box.wait(1 if deed == "new" else 2))
    assert code(use(ada, token)) == (409, "games")
    assert (account(ada), mine(ada), mine(stranger)) == (None, {game}, set())
    assert use(person(), "no link of ours").json()["error"]["code"] == "spent"
    assert use(ada, token, sure=True).status_code == 200, "the link was not spent by the question"
    assert (account(ada)["email"], mine(ada)) == ("eve@example.org", {game})


@pytest.mark.parametrize("case", FAULTS["mails"], ids=lambda case: case["source"][:40])
def test_a_stranger_leaves_mails_for_the_owner(case: dict[str, Any]) -> None:
    links = MailLinks(Store("sqlite://"), Settings(mails=case["mails"]))
    sent = [
        sum(links._take_turn("ada@example.org", address) for _ in range(case["tries"])) for address in case["addresses"]
    ]
    assert sent == case["sent"]
    assert links._take_turn("ben@example.org", case["addresses"][0])


def test_a_password_is_never_sent_unencrypted(database: str) -> None:
    tried: list[object] = []

    def login(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
        tried.append(given)
        assert isinstance(given, LoginPassword)
        return AuthResult(success=True)

    with receiving(authenticator=login, auth_require_tls=False, auth_exclude_mechanism=[]) as found:
        app = create_app(settings(database, found, user="go", password="secret"), QuickEngine())
        with TestClient(app, base_url=HERE, headers={"origin": HERE}) as ada:
            mailer = services_of(ada).mail_links.mailer
            assert mailer is not None
            asked(ada, "ada@example.org")
            for _ in range(500):
                if not [*mailer.tasks]:
                    break
                time.sleep(0.01)
    assert (tried, found.mails) == ([], [])


def test_mail_options_are_checked_and_mail_needs_a_server(client: TestClient) -> None:
    assert code(client.post("/api/account/mail", json={"email": "ada@example.org"})) == (409, "no-mail")
    assert client.get("/api/account").json() == {"account": None, "mail": False}
    here = ["https://go.example.org"]
    for given, sender, encryption, origins, said in (
        ("mail.example.org", "go@x.y", "auto", here, "HOST:PORT"),
        ("mail.example.org:70000", "go@x.y", "auto", here, "HOST:PORT"),
        ("mail.example.org:587", None, "auto", here, "--mail-from"),
        ("mail.example.org:587", "go", "auto", here, "--mail-from"),
        ("mail.example.org:587", "go@x.y", "auto", [], "--origin"),
        ("mail.example.org:587", "go@x.y", "none", here, "auto, starttls or tls"),
        (None, "go@x.y", "auto", here, "--smtp"),
    ):
        with pytest.raises(TengenError, match=said):
            mail_server(given, sender, encryption, origins)
