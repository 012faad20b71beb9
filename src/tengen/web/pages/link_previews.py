"""What a link to a page shows elsewhere: a title, a sentence, and the picture of a position."""

from __future__ import annotations

from dataclasses import dataclass

from ...records import COLOURS, Text
from ..games import game_view
from ..games.live_game import LiveGame
from ..reviews.open_review import OpenReview
from ..reviews.review_work import described
from ..services import Services
from ..texts import say, tell, together


@dataclass(frozen=True)
class LinkPreview:
    """A page in a few words: its title, a line below it, a sentence, and the address of its picture."""

    title: str
    below: str
    about: str
    picture: str


async def game_link(services: Services, id: str) -> LinkPreview | None:
    """Return the preview of a game as it stands; None while the rules are being compiled, or if there is none."""
    live = await services.games.find(id) if services.prepared.is_set() else None
    return None if live is None else game_preview(live)


def game_preview(live: LiveGame) -> LinkPreview:
    """Return the preview of a game as it stands."""
    game = live.room.game
    players = {colour: game_view.player_name(live.room, colour) for colour in COLOURS}
    about = say("{black} (Black) against {white} (White). {status}", status=game_view.status(live, ()), **players)
    return LinkPreview(
        tell(game.variant.title), game_view.board_title(game), about, f"/link/game/{live.id}.png?n={live.room.number}"
    )


async def review_link(services: Services, id: str, payer: str) -> LinkPreview | None:
    """Return the preview of a review; None while the rules are being compiled, or if there is none."""
    found = await services.reviews.open(id, payer) if services.prepared.is_set() else None
    return None if found is None else await review_preview(services, id, found, payer)


async def review_preview(services: Services, id: str, review: OpenReview, payer: str) -> LinkPreview:
    """Return the preview of a review."""
    told = await services.reviews.done(review, payer, described)
    about = together((Text("{title}, {rules}.", title=told["title"], rules=told["rules"]), told["result"]))
    return LinkPreview(told["title"], told["rules"], about, f"/link/review/{id}.png?n={review.record.size}")
