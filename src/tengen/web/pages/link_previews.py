"""What a link to a page shows elsewhere: a title, a sentence, and the picture of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from ...records import COLOURS
from ..games import game_view
from ..games.live_game import LiveGame
from ..reviews.node_view import NodeStyle, describe_record, view
from ..reviews.record_tree import RecordTree
from ..services import Services
from ..texts import say, tell


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
    about = say("link.game", status=game_view.status(live, ()).rstrip("."), **players)
    return LinkPreview(
        tell(game.variant.title), game_view.board_title(game), about, f"/link/game/{live.id}.png?n={live.room.number}"
    )


async def review_link(services: Services, id: str) -> LinkPreview | None:
    """Return the preview of a review; None while the rules are being compiled, or if there is none."""
    found = await services.reviews.open(id) if services.prepared.is_set() else None
    return None if found is None else review_preview(id, found.tree)


def review_preview(id: str, tree: RecordTree) -> LinkPreview:
    """Return the preview of a review."""
    told = describe_record(tree)
    rules = cast("dict[str, str]", told["rules"])
    about = say("link.review", title=told["title"], rules=rules["title"], result=told["result"] or "").strip()
    return LinkPreview(str(told["title"]), rules["title"], about, f"/link/review/{id}.png?n={tree.size}")


def last_picture(tree: RecordTree) -> str:
    """Return the board of a review at the end of its main line."""
    main, _ = tree.line("0")
    seen: dict[str, Any] = view(tree, str(len(main) - 1), tree.own_rules, NodeStyle("light"))
    return str(seen["svg"])
