"""Changes to reviews: trial moves, comments, marks, deleted variations, and guests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import BaseModel, Field

from ...records import Mark, TengenError, Text
from ..errors import NO_REVIEW, RequestError, existing
from ..gate.quotas import ROOM_FOR_ANYTHING
from ..reviews.record_tree import is_on_main_line
from ..reviews.review_server import Right
from ..reviews.review_work import OpenReview, check_lesson, with_comment, with_mark, with_move, without
from ..scheduler.payers import address_of
from ..services import Sender, Served, Services
from ..talk.plain_text import plain_text
from ..visitors import digest, new_token
from .game_routes import LinkToken
from .review_routes import (
    MOST_RECORD,
    CreatedReview,
    FoundReview,
    NodeRequest,
    answering_errors,
    count_review,
    moves_of,
    rules_for,
)

router: Final = APIRouter(prefix="/api/reviews", tags=["reviews"])
MOST_COMMENT: Final = 5_000
"""The longest comment, in characters."""

_NO_COMMENT: Final[Mapping[Right, Text]] = {
    "look": Text("Only the owner of this review and guests with a link for it can comment here."),
    "add": Text("You may comment on variations; only the owner of this review may comment on the record itself."),
}
"""Why a comment is refused, by the writer's rights in the review."""


class MoveRequest(NodeRequest):
    """A move to try at a position."""

    move: Annotated[str, Field(min_length=1, max_length=200)]


class CommentRequest(BaseModel, extra="forbid"):
    """A comment on a position; "" deletes it."""

    node: Annotated[str, Field(min_length=1, max_length=2_000)]
    text: Annotated[str, Field(max_length=MOST_COMMENT)]


class MarkRequest(BaseModel, extra="forbid"):
    """A mark on a point that replaces any other there, or is removed if it is already there."""

    node: Annotated[str, Field(min_length=1, max_length=2_000)]
    point: Annotated[str, Field(min_length=1, max_length=200)]
    mark: Mark


class LessonRequest(BaseModel, extra="forbid"):
    """The state of a lesson: a position, the rules (a variant, or "" for the record's), and moves shown after it."""

    node: Annotated[str, Field(min_length=1, max_length=2_000)]
    rules: Annotated[str, Field(max_length=80)] = ""
    then: Annotated[str, Field(max_length=400)] = ""


class ChangedReview(BaseModel):
    """The position at which to continue."""

    node: str


class ReviewLink(BaseModel):
    """The link for guests of a review."""

    url: str


async def _right(services: Served, id: str, review: FoundReview, visitor: Sender) -> Right:
    return await services.reviews.right_of(id, review, visitor)


async def _refuse_others(right: Annotated[Right, Depends(_right)]) -> None:
    """Reject visitors other than the review's owner."""
    if right != "own":
        raise RequestError(403, "not-yours", Text("Only the owner of this review can do that."))


_FOR_THE_OWNER: Final = [Depends(_refuse_others)]


@router.post("/{id}/try", status_code=201, dependencies=ROOM_FOR_ANYTHING)
async def try_move(
    services: Served, request: Request, response: Response, id: str, review: FoundReview, tried: MoveRequest
) -> CreatedReview:
    """Try a move: a variation for the owner and their guests; others get their own copy with it."""
    visitor = await services.visitors.find_or_add(request, response)
    given = tried.node, tried.move, rules_for(review.record.own_rules, tried)
    if await services.reviews.right_of(id, review, visitor) != "look":
        return CreatedReview(id=id, url=f"/r/{id}", node=await _changed(services, request, id, with_move, *given))
    with answering_errors():
        text, node = await services.reviews.done(review, address_of(request), with_move, *given)
    count_review(services, request, text)
    copy = await services.reviews.keep(text, visitor.id)
    return CreatedReview(id=copy, url=f"/r/{copy}", node=node)


@router.post("/{id}/judge")
async def judge(
    services: Served, request: Request, id: str, review: FoundReview, tried: MoveRequest
) -> dict[str, object]:
    """Compare a move with the engine's at a position; the review does not change."""
    given = tried.node, tried.move, rules_for(review.record.own_rules, tried), address_of(request)
    with answering_errors():
        return {**await services.reviews.analyses.judge(id, review, *given)}


@router.put("/{id}/comment")
async def comment(
    services: Served, request: Request, id: str, right: Annotated[Right, Depends(_right)], given: CommentRequest
) -> ChangedReview:
    """Comment on a position: the owner on any, a guest on those off the main line."""
    if right == "look" or (right == "add" and is_on_main_line(given.node)):
        raise RequestError(403, "not-yours", _NO_COMMENT[right])
    text = plain_text(given.text)
    return ChangedReview(node=await _changed(services, request, id, with_comment, given.node, text))


@router.post("/{id}/mark")
async def mark(
    services: Served, request: Request, id: str, right: Annotated[Right, Depends(_right)], given: MarkRequest
) -> ChangedReview:
    """Toggle a mark on a point: the owner in any position, a guest in those off the main line."""
    if right == "look" or (right == "add" and is_on_main_line(given.node)):
        raise RequestError(403, "not-yours", _NO_COMMENT[right])
    node = await _changed(services, request, id, with_mark, given.node, given.point, given.mark)
    return ChangedReview(node=node)


@router.delete("/{id}/variation", dependencies=_FOR_THE_OWNER)
async def remove(services: Served, request: Request, id: str, node: str) -> ChangedReview:
    """Delete a node of a variation with everything after it; only the owner may."""
    return ChangedReview(node=await _changed(services, request, id, without, node, removed=node))


@router.post("/{id}/guests/link", status_code=201, dependencies=_FOR_THE_OWNER)
async def share(services: Served, id: str) -> ReviewLink:
    """Make a new link for guests, which lets them add variations; earlier links no longer work."""
    token = new_token()
    await services.store.reviews.invite(id, digest(token))
    return ReviewLink(url=f"/r/{id}#add={token}")


@router.delete("/{id}/guests", status_code=204, dependencies=_FOR_THE_OWNER)
async def unshare(services: Served, id: str) -> None:
    """Let only the owner add to the review, not even the other player of its game; earlier additions stay."""
    await services.store.reviews.dismiss_guests(id)
    await services.reviews.teach(id, services.store.reviews.hand_pen, None)


@router.post("/{id}/guests")
async def join(
    services: Served, request: Request, response: Response, id: str, review: FoundReview, given: LinkToken
) -> ChangedReview:
    """Become a guest by a link, with the right to add variations in this browser."""
    visitor = await services.visitors.find_or_add(request, response)
    looks = await services.reviews.right_of(id, review, visitor) == "look"
    admit = services.store.reviews.admit
    if looks and not await services.reviews.teach(id, admit, digest(given.token), visitor.id):
        why = Text("This link no longer allows adding to the review. Try a move to get a copy of your own.")
        raise RequestError(403, "no-invitation", why)
    return ChangedReview(node="0")


@router.put("/{id}/lesson", status_code=204)
async def lead(
    services: Served, request: Request, id: str, review: FoundReview, visitor: Sender, given: LessonRequest
) -> None:
    """Lead all followers of the review to a position, as the owner or the guest with the pen."""
    rules = rules_for(review.record.own_rules, NodeRequest(variant=given.rules or None))
    with answering_errors():
        await services.reviews.done(review, address_of(request), check_lesson, given.node, rules, moves_of(given.then))
    me, place, store = visitor.id if visitor else "", given.model_dump(), services.store.reviews
    if not await services.reviews.teach(id, store.lead, me, given.model_dump_json(), lesson=place):
        raise RequestError(
            403, "not-yours", Text("Only the owner of this review, or the guest with the pen, can lead it.")
        )


@router.put("/{id}/lesson/pen", status_code=204, dependencies=_FOR_THE_OWNER)
async def hand_pen(services: Served, id: str, guest: Annotated[str | None, Body(embed=True, max_length=64)]) -> None:
    """Give the pen to a guest, or take it back (null)."""
    if not await services.reviews.teach(id, services.store.reviews.hand_pen, guest):
        raise RequestError(409, "no-lesson", Text("No lesson is going on, or this guest has left."))


@router.delete("/{id}/lesson", status_code=204, dependencies=_FOR_THE_OWNER)
async def end_lesson(services: Served, id: str) -> None:
    """End the lesson."""
    await services.reviews.teach(id, services.store.reviews.end_lesson)


async def _changed(
    services: Services,
    request: Request,
    id: str,
    work: Callable[..., tuple[str, str]],
    *given: object,
    removed: str = "",
) -> str:
    """Change a review and return the position's address; its growth is charged to the requesting network."""
    bytes_left, address = services.limits.review_bytes, address_of(request)
    if bytes_left.left(address) < 1:
        bytes_left.refuse()
    grown = 0

    def admit(review: OpenReview, text: str) -> None:
        nonlocal grown
        grown = max(0, len(text) - len(review.text))
        if grown and len(text) > MOST_RECORD:
            raise TengenError("This review is full: nothing more can be added to it.")

    with answering_errors():
        node = await services.reviews.change(id, address, admit, work, *given, removed=removed)
    bytes_left.take(address, min(grown, bytes_left.left(address)))
    return existing(node, "no-review", NO_REVIEW)
