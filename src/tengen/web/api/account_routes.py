"""Optional accounts: signing in, stored data, and deletion."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import AfterValidator, BaseModel, Field

from ...records import TengenError, Text
from ..accounts.items import MOST_ITEMS, Key, Remembered, merged_items, too_long
from ..accounts.sessions import delete_account
from ..errors import TOO_LATE, RequestError
from ..lobby.lobby_view import profile
from ..services import Served
from ..store import Account
from ..talk.plain_text import plain_name
from ..texts import say
from ..visitors import new_id
from .game_routes import LinkToken

router: Final = APIRouter(prefix="/api/account", tags=["account"])
_NO_PASSKEY: Final = Text("This account has no such passkey.")
_LAST_WAY: Final = Text("This is the only way to sign in to this account; once signed out, you cannot come back.")
_LONGEST: Final = 20_000
"""Characters of the longest credential; one with a chain of certificates has a few thousand."""


def _short(given: dict[str, object]) -> dict[str, object]:
    """Refuse credentials that take long to parse."""
    if len(str(given)) > _LONGEST:
        raise TengenError("a credential has {most:,} characters at most", most=_LONGEST)
    return given


Credential = Annotated[dict[str, object], Field(max_length=20), AfterValidator(_short)]


class WantedPasskey(BaseModel, extra="forbid"):
    """A passkey to create, for this browser's account or else for a new one of this name."""

    name: Annotated[str, Field(max_length=40)] = ""


class MadePasskey(WantedPasskey):
    """A passkey that the browser has made, as `PublicKeyCredential.toJSON` writes it."""

    credential: Credential


class UsedPasskey(BaseModel, extra="forbid"):
    """The assertion of a passkey, as `PublicKeyCredential.toJSON` writes it."""

    credential: Credential


class PasskeyName(BaseModel, extra="forbid"):
    """The name of a passkey."""

    name: Annotated[str, Field(min_length=1, max_length=40)]


class MailAddress(BaseModel, extra="forbid"):
    """The address to which to send a link."""

    email: Annotated[str, Field(max_length=300)]


class LeaveRequest(BaseModel, extra="forbid"):
    """Whether to sign out this browser only, or all of the account's."""

    everywhere: bool = False


class BrowserItems(BaseModel, extra="forbid"):
    """The items that a browser stores, by key."""

    items: Annotated[dict[Key, Remembered], Field(max_length=MOST_ITEMS)]


async def _signed_in(services: Served, request: Request) -> Account:
    """Return the account of this browser, or refuse the request if it is not signed in."""
    found = await services.sessions.account(request)
    if found is None:
        raise RequestError(403, "no-account", Text("This browser is not signed in."))
    return found


SignedIn = Annotated[Account, Depends(_signed_in)]


@router.get("")
async def account(services: Served, request: Request) -> dict[str, object]:
    """Return the account of this browser, or null, and the ways to sign in on this server."""
    found, store = await services.sessions.account(request), services.store.accounts
    shown: dict[str, object] | None = None
    if found is not None:
        shown = {
            "name": found.name,
            "profile": profile(found.id),
            "email": found.email,
            "created": found.created,
            "browsers": len(await store.browsers(found.id)),
            "passkeys": [
                {"id": each.id, "name": each.name, "host": each.party, "created": each.created, "used": each.used}
                for each in await store.passkeys(found.id)
            ],
        }
    return {"account": shown, "mail": services.settings.smtp is not None}


# -- passkeys ----------------------------------------------------------------------------------------------------------


@router.post("/passkeys/begin")
async def begin_passkey(
    services: Served, request: Request, response: Response, wanted: WantedPasskey
) -> dict[str, object]:
    """Begin to create a passkey: return the options for `navigator.credentials.create`."""
    services.limits.sign_ins.spend(request)
    known = await services.sessions.account(request)
    name = known.name if known else services.names.claimed(wanted.name)
    id = known.id if known else new_id()
    return await services.passkeys.begin_making(request, response, id, name or say("Tengen player"))


@router.post("/passkeys", status_code=201)
async def add_passkey(services: Served, request: Request, response: Response, made: MadePasskey) -> dict[str, object]:
    """Store the new passkey; a browser without an account gets a new one."""
    store = services.store.accounts
    known = await services.sessions.account(request)
    count = len(await store.passkeys(known.id)) if known else 0
    label = say("Passkey {number}", number=count + 1)
    passkey = await services.passkeys.made(request, response, made.credential, label, store.clock())
    begins = known is None and await store.find(passkey.account) is None
    if begins:
        await store.add(passkey.account, services.names.claimed(made.name))
    elif known is None or known.id != passkey.account:
        raise RequestError(409, "too-late", TOO_LATE)
    if not await store.add_passkey(passkey):
        if begins:
            await store.remove(passkey.account)  # the new account could not be opened
        why = Text("This passkey is already known, or the account cannot have more passkeys.")
        raise RequestError(409, "known-passkey", why)
    if known is None:
        await services.sessions.enter(request, response, passkey.account)
    return {"id": passkey.id, "name": passkey.name}


@router.put("/passkeys/{passkey}")
async def rename_passkey(services: Served, known: SignedIn, passkey: str, wanted: PasskeyName) -> dict[str, str]:
    """Rename a passkey."""
    name = plain_name(wanted.name) or say("Passkey {number}", number=1)
    if not await services.store.accounts.rename_passkey(known.id, passkey, name):
        raise RequestError(404, "no-passkey", _NO_PASSKEY)
    return {"name": name}


@router.delete("/passkeys/{passkey}")
async def remove_passkey(services: Served, known: SignedIn, passkey: str, sure: bool = False) -> dict[str, bool]:
    """Remove a passkey. If it is the only way to sign in, the request must be `sure`."""
    mine = [each.id for each in await services.store.accounts.passkeys(known.id)]
    if passkey not in mine:
        raise RequestError(404, "no-passkey", _NO_PASSKEY)
    if mine == [passkey] and known.email is None and not sure:
        raise RequestError(409, "last-way", _LAST_WAY)
    await services.store.accounts.remove_passkey(known.id, passkey)
    return {"removed": True}


@router.post("/sign-in/begin")
async def begin_sign_in(services: Served, request: Request, response: Response) -> dict[str, object]:
    """Begin to sign in: return the options for `navigator.credentials.get`."""
    services.limits.sign_ins.spend(request)
    return await services.passkeys.begin_signing_in(request, response)


@router.post("/sign-in")
async def sign_in(services: Served, request: Request, response: Response, used: UsedPasskey) -> dict[str, object]:
    """Sign in with a passkey; this browser's games move to the account."""
    id = await services.passkeys.signed(request, response, used.credential)
    await services.sessions.enter(request, response, id)
    found = await services.store.accounts.find(id)
    return {"name": found.name if found else None}


@router.post("/sign-out", dependencies=[Depends(_signed_in)])
async def sign_out(services: Served, request: Request, response: Response, wanted: LeaveRequest) -> dict[str, bool]:
    """Sign out. The games stay with the account, and the browser starts as a new visitor."""
    await services.sessions.leave(request, response, wanted.everywhere)
    return {"signed_out": True}


# -- e-mail ------------------------------------------------------------------------------------------------------------


@router.post("/mail", status_code=202)
async def send_link(services: Served, request: Request, given: MailAddress) -> dict[str, bool]:
    """Send a link to an address: it signs in, creates an account, or adds the address to this browser's account.

    The answer is the same whether or not the address has an account.
    """
    address = services.limits.mails.spend(request)
    await services.mail_links.send(given.email, await services.sessions.account(request), address)
    return {"sent": True}


@router.post("/mail/look")
async def look_at_link(services: Served, request: Request, given: LinkToken) -> dict[str, str | None]:
    """Return what a link would do, without using it: `enter`, `new` (create an account) or `add` its address."""
    services.limits.sign_ins.spend(request)
    found = await services.mail_links.look(given.token)
    return {"deed": found.deed, "email": found.email, "name": found.name}


@router.post("/mail/use")
async def use_link(
    services: Served, request: Request, response: Response, given: LinkToken, sure: bool = False
) -> dict[str, bool]:
    """Use a link, once. If it moves this browser's games to an account, the request must be `sure`."""
    services.limits.sign_ins.spend(request)
    known = await services.sessions.account(request)
    visitor = await services.visitors.find(request) if known is None and not sure else None
    if visitor is not None and (games := await services.store.games_of(visitor.id)):
        link = await services.mail_links.look(given.token)  # otherwise another person could get the games
        if link.deed != "add":
            why = Text(
                "The games of this browser ({count}) would move to the account of {email}. If that is not your "
                "address, its owner could then play them.",
                count=len(games),
                email=link.email,
            )
            raise RequestError(409, "games", why)
    id = await services.mail_links.use(given.token, known)
    if known is None or known.id != id:
        await services.sessions.enter(request, response, id)
    return {"done": True}


@router.delete("/mail")
async def remove_address(services: Served, known: SignedIn, sure: bool = False) -> dict[str, bool]:
    """Remove this account's address. If it is the only way to sign in, the request must be `sure`."""
    if known.email and not sure and not await services.store.accounts.passkeys(known.id):
        raise RequestError(409, "last-way", _LAST_WAY)
    await services.store.accounts.set_email(known.id, None)
    return {"removed": True}


# -- what it keeps -----------------------------------------------------------------------------------------------------


@router.put("/items")
async def keep_items(services: Served, known: SignedIn, given: BrowserItems) -> dict[str, dict[str, str]]:
    """Synchronize a browser's settings and progress with the account's; return the result."""
    said = given.items.values()
    if too_long(each.value for each in said) or too_long(each.base for each in said):
        raise RequestError(413, "too-long", Text("This browser stores more than an account can keep."))
    after = await services.store.accounts.merge_items(known.id, lambda kept: merged_items(given.items, kept))
    return {"items": after}


@router.delete("")
async def delete(services: Served, response: Response, known: SignedIn, sure: bool = False) -> dict[str, bool]:
    """Delete this browser's account for good if the request is `sure`; its games stay, without its name."""
    if not sure:
        raise RequestError(409, "not-sure", Text("This cannot be undone: confirm it."))
    browsers = await services.store.accounts.browsers(known.id)
    await delete_account(services.store, services.games, known.id)
    services.sessions.end(response, browsers)
    return {"deleted": True}
