"""The lobby, the form for a new game with every choice in words, and the workshop for rules."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...records import Text
from ...rules import AXES, Variant, library, variants
from ...rules.axis import show
from ...rules.variant_data import HANDICAP_KOMI
from ..games.game_request import default_board, idle_axes, known_variants, sizes
from ..languages.reader_language import once_a_language
from ..lobby.lobby_view import clock_text
from ..rooms import Timing
from ..scheduler.threads import beside_loop
from ..services import Sender, Served
from ..texts import tell
from .board_kinds import GRIDS, SHAPES, board_choice, shape_choices
from .listed_games import KINDS, faces, summary, variant_families, variant_groups
from .rules_page import CHAPTERS

router: Final = APIRouter(include_in_schema=False)

APART: Final = ("komi", "handicap")
"""Axes with their own place on the form."""

AXIS_TITLES: Final = {
    "suicide": Text("Suicide"),
    "recapture": Text("Recapture"),
    "fairness": Text("Fairness"),
    "repetition": Text("Repetition"),
    "cycle": Text("A whole state comes back"),
    "pass_lifts_ko": Text("A pass lifts the ko"),
    "singleton_of": Text("The ko protects the last stone of"),
    "tiles": Text("Tiles"),
    "tile_stack": Text("Tiles on a point"),
    "tao": Text("Tao stones"),
    "tao_start": Text("Tao stones at the start"),
    "tao_price": Text("Price of a Tao stone"),
    "tao_payment": Text("Tao stones are paid in"),
    "tao_in_hand": Text("Tao stones in hand"),
    "own_overlap": Text("Stones in own footprints"),
    "friendly_fire": Text("Own groups without liberties"),
    "removal": Text("Order of captures"),
    "captured": Text("Captured stones"),
    "least_liberties": Text("Liberties needed"),
    "where": Text("Where to place"),
    "goal": Text("Goal"),
    "order": Text("Order of turns"),
    "seats": Text("Players"),
    "passing": Text("Passing"),
    "coupons": Text("Coupons"),
    "pass_stones": Text("A pass hands over a stone"),
    "passes": Text("Passes that end the game"),
    "end": Text("End"),
    "scoring": Text("Scoring"),
    "weights": Text("Weights of points"),
    "payoff": Text("Payoff"),
    "tax": Text("Tax on groups"),
    "prisoner_value": Text("Worth of a prisoner"),
    "handicap_kind": Text("How a handicap is taken"),
    "handicap_bonus": Text("White's points for a handicap"),
}
VALUES: Final = {
    "true": Text("yes"),
    "false": Text("no"),
    "no-result": Text("no result"),
    "no-moves": Text("no moves left"),
}
"""Values of axes that are shown in words; others are shown unchanged."""

_CLOCKS: Final = {
    "none": Text("No clock"),
    "absolute": Text("Absolute"),
    "fischer": Text("Fischer"),
    "byoyomi": Text("Byo-yomi"),
    "canadian": Text("Canadian"),
    "correspondence": Text("Correspondence"),
}

_LOBBY_CLOCKS: Final[dict[str, Timing]] = {
    "none": Timing(),
    "quick": Timing("fischer", main=180, increment=5),
    "medium": Timing("absolute", main=600),
    "slow": Timing("byoyomi", main=1200, periods=5, period=30),
    "days": Timing("correspondence", period=3 * 86_400),
}
"""The clocks of the lobby's form; the form for a new game has all others."""


@router.get("/lobby", response_class=HTMLResponse)
async def lobby(services: Served, request: Request, visitor: Sender) -> HTMLResponse:
    """Show the lobby; its WebSocket sends changes."""
    groups = variant_groups()
    shown = {kind: [_kind(each) for each in groups[kind]] for kind in ("go", "new", "kin")}
    clocks = [(name, clock_text(clock), vars(clock)) for name, clock in _LOBBY_CLOCKS.items()]
    may_rate = visitor is not None and visitor.account is not None
    return services.templates.page(
        request, "lobby.html", groups=shown, clocks=clocks, bots=services.programs, may_rate=may_rate, kinds=KINDS
    )


def _kind(variant: Variant) -> dict[str, object]:
    """Return a kind of game for the form: its name and suitable boards."""
    boards = sizes(variant)
    return {
        "name": variant.name,
        "title": variant.title,
        "boards": boards,
        "board": default_board(variant) if default_board(variant) in boards else boards[0],
    }


@router.get("/new", response_class=HTMLResponse)
@beside_loop
def new(services: Served, request: Request) -> HTMLResponse:
    """Show the form; ``?variant=`` and ``?board=`` fill it in."""
    axes = {name: axis for name, axis in AXES.items() if name not in APART}
    return services.templates.page(
        request,
        "new.html",
        families=variant_families(),
        pictures=faces(),
        shapes=shape_choices(),
        axes=axes,
        titles=AXIS_TITLES,
        values=VALUES,
        clocks=_CLOCKS,
        guests=[bot for bot in services.programs if bot.visits is not None],
        data=form_data(),
    )


@once_a_language
def form_data() -> dict[str, object]:
    """Return the data of the form's script: variants, boards, and a sentence for every value of an axis."""
    return {
        "variants": {each.name: each.model_dump() for each in known_variants()},
        "shapes": {shape: [board_choice(shape, board) for board in boards] for shape, boards in SHAPES.items()},
        "grids": GRIDS,
        "families": {each.name: [member.name for member in each.members] for each in variant_families()},
        "pictures": dict(faces()),
        "summaries": {each.name: summary(each) for each in (*variants(), *library())},
        "idle": {each.name: idle_axes(each) for each in (*variants(), *library())},
        "handicap_komi": HANDICAP_KOMI,
        "axes": {
            name: {
                "default": show(axis.default),
                "about": tell(axis.about),
                "values": {value: tell(sentence) for value, sentence in axis.values.items()},
            }
            for name, axis in AXES.items()
        },
    }


_HANDICAP: Final = ("handicap", "handicap_bonus")
"""Axes that belong to a single game rather than to the rules."""


@router.get("/workshop", response_class=HTMLResponse)
@beside_loop
def workshop(services: Served, request: Request) -> HTMLResponse:
    """Show the workshop; ``?variant=`` names a preset or shared variant to start from."""
    chapters = {title: [axis for axis in axes if axis not in _HANDICAP] for title, axes in CHAPTERS.values()}
    return services.templates.page(
        request,
        "workshop.html",
        kinds=KINDS,
        groups=variant_groups(),
        chapters=chapters,
        axes=AXES,
        titles=AXIS_TITLES,
        values=VALUES,
        shapes=shape_choices(),
        data=form_data(),
    )
