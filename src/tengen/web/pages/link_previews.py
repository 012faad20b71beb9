"""Link previews for other sites: a title, a sentence, and a position as PNG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, RedirectResponse, Response

from ...draw.image_files import banner
from ...records import COLOURS, NAMES, Colour, TengenError, Text
from ...rules import variants
from ..errors import NO_COURSE, NO_TASK, NO_VARIANT, existing
from ..games import game_view
from ..games.live_game import LiveGame
from ..lessons.course_library import course as find_course
from ..lessons.course_library import task as find_task
from ..reviews.review_work import OpenReview, described, picture_at
from ..scheduler.payers import address_of
from ..scheduler.threads import LIGHT_PICTURE, in_thread
from ..services import Served, Services
from ..texts import say, tell, together
from .learn_page import start_picture
from .listed_games import featured_picture, summary, thumbnails

router: Final = APIRouter(prefix="/link", include_in_schema=False)

_COST: Final = 5
_GENERAL: Final = Path(__file__).parents[1] / "static" / "icons" / "link.png"
_LIGHT: Final = game_view.BoardStyle("light", False)
_SHOWN_ANYWHERE: Final = {"cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin"}


@dataclass(frozen=True)
class LinkPreview:
    """A preview: the page's title, a line below it, a sentence, and the address of its picture."""

    title: str
    below: str
    about: str
    picture: str


def game_preview(live: LiveGame) -> LinkPreview:
    game = live.room.game
    players = {colour: _player(live, colour) for colour in COLOURS}
    about = say("{black} against {white}. {status}", status=game_view.status(live, ()), **players)
    return LinkPreview(
        tell(game.variant.title), game_view.board_title(game), about, f"/link/game/{live.id}.png?n={live.room.number}"
    )


def _player(live: LiveGame, colour: Colour) -> str:
    name, side = game_view.player_name(live.room, colour), tell(NAMES[colour])
    return side if name == side else say("{name} ({colour})", name=name, colour=side)


async def review_preview(services: Services, id: str, review: OpenReview, payer: str) -> LinkPreview:
    told = await services.reviews.done(review, payer, described)
    about = together((Text("{title}, {rules}.", title=told["title"], rules=told["rules"]), told["result"]))
    return LinkPreview(told["title"], told["rules"], about, f"/link/review/{id}.png?n={review.record.size}")


@router.get("/page.png")
async def page() -> Response:
    """Return the general picture."""
    return FileResponse(_GENERAL, headers=_SHOWN_ANYWHERE)


@router.get("/game/{id}.png")
async def game(services: Served, request: Request, id: str) -> Response:
    """Return the picture of a game in its current state."""
    live = await services.games.find(id) if services.prepared.is_set() else None
    if live is None:
        return _instead()
    preview, room = game_preview(live), live.room.after(())  # a copy: the room may go on
    board = await in_thread(game_view.picture, room, _LIGHT, "link")
    return await _drawn(services, request, board, preview.title, (preview.below, preview.about))


@router.get("/review/{id}.png")
async def review(services: Served, request: Request, id: str) -> Response:
    """Return the picture of a review at the end of its main line."""
    payer = address_of(request)
    try:
        found = await services.reviews.open(id, payer) if services.prepared.is_set() else None
        if found is None:
            return _instead()
        preview = await review_preview(services, id, found, payer)
        board = await services.reviews.done(found, payer, picture_at, None)
    except TengenError:
        return _instead()
    return await _drawn(services, request, board, preview.title, (preview.below, preview.about))


@router.get("/rules/{name}.png")
async def rules(services: Served, request: Request, name: str) -> Response:
    """Return the picture of a variant."""
    found = existing(next((each for each in variants() if each.name == name), None), "no-picture", NO_VARIANT)
    board = await in_thread(featured_picture, thumbnails()[name], "light")
    return await _drawn(services, request, board, tell(found.title), (summary(found),))


@router.get("/learn/{name}.png")
async def course(services: Served, request: Request, name: str) -> Response:
    """Return the picture of a course."""
    found = existing(find_course(name), "no-picture", NO_COURSE)
    board = await in_thread(start_picture, name, found.face, "light")
    return await _drawn(services, request, board, tell(found.title), (tell(found.text),))


@router.get("/learn/{name}/{task}.png")
async def task(services: Served, request: Request, name: str, task: str) -> Response:
    """Return the picture of a task of a course or of a collection of problems."""
    found = existing(find_task(name, task), "no-picture", NO_TASK)
    board = await in_thread(start_picture, name, task, "light")
    return await _drawn(services, request, board, tell(found.title), (tell(found.ask),))


def _instead() -> Response:
    """Redirect to the general picture for now."""
    return RedirectResponse("/link/page.png", 307, headers={"cache-control": "no-store"})


async def _drawn(services: Services, request: Request, board: str, title: str, lines: tuple[str, ...]) -> Response:
    """Return a board next to a title and lines; the general picture if PNG is not available."""
    try:
        payer = services.limits.requests.spend(request, _COST)
        body = await services.scheduler.run(payer, _banner, board, title, lines, light=len(board) <= LIGHT_PICTURE)
    except TengenError:
        return _instead()
    return Response(body, media_type="image/png", headers=_SHOWN_ANYWHERE)


@lru_cache(maxsize=64)
def _banner(board: str, title: str, lines: tuple[str, ...]) -> bytes:
    return banner(board, title, lines)
