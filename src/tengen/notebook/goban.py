"""The board of a notebook: an interactive widget for a game."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, Unpack

import anywidget
import traitlets
from pydantic import ValidationError

from ..draw.themes import THEMES
from ..game import Game
from ..game.setup import BoardLike
from ..players import LEVELS
from ..records import COLOURS, Colour, Move, TengenError, other
from ..rules import Axes, Rules, Variant
from ..web.games.game_view import BoardStyle, past, relations
from ..web.languages.catalogue import LANGUAGES, catalogue
from ..web.languages.reader_language import language, speaking
from ..web.rooms import GameTerms, Seat, read_intent
from ..web.texts import script_words, tell
from .play import Play

_HERE: Final = Path(__file__).parent
_PAGE: Final = _HERE.parent / "web" / "static" / "css"
_SHEETS: Final = (_PAGE / "base.css", _PAGE / "panel.css", _PAGE / "game.css", _HERE / "goban.css")

_IMPORT: Final = re.compile(r'^import \{([^{}]*)\} from "([^"\n]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
_ABOUT: Final = re.compile(r"^ */\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def script() -> str:
    """Return the module that shows a board, for anywidget."""
    parts: dict[Path, str] = {}
    _add(_HERE / "goban.js", parts)
    return "\n".join(
        [*parts.values(), f"export default {_name(_HERE / 'goban.js')}.widget({json.dumps(sheets())});", ""]
    )


def sheets() -> str:
    """Return the page's styles for a board in a shadow root."""
    text = "\n".join(sheet.read_text("utf-8") for sheet in _SHEETS)
    text = re.sub(r":root((?::\w+\([^():]*\)|\[[^][]*\])+)", r":host(\1)", text)
    return re.sub(r"(?<![-\w])(:root|html)(?![-\w])", ":host", text)


def board_words() -> dict[str, object]:
    """Return the tag of the reader's language and the translations for the board's scripts."""
    chosen = language()
    words = json.loads(script_words(chosen)[0] or '{"texts": {}}')
    words["texts"] = {english: text for english, text in words["texts"].items() if english in script()}
    return {"language": catalogue(chosen).tag, **words}


def _add(module: Path, parts: dict[Path, str]) -> None:
    """Add a module after its imports."""
    text = module.read_text("utf-8")
    for _, imported in _IMPORT.findall(text):
        if (needed := (module.parent / imported).resolve()) not in parts:
            _add(needed, parts)
    exported = _EXPORT.findall(text)
    text = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_name((module.parent / found[2]).resolve())};\n", text)
    text = _ABOUT.sub("", _EXPORT.sub("", text))
    if left := _LEFT.search(text):
        raise ValueError(f"{module.name}: {left[0]!r} is not a supported import or export")
    parts[module] = f"const {_name(module)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _name(module: Path) -> str:
    return f"${module.stem}"


Look = Literal["auto", "light", "dark"]
_LOOKS: Final = ("auto", "light", "dark")
_T = TypeVar("_T")


class Goban(anywidget.AnyWidget):
    """A board to play on in a notebook, against the computer or with a friend at the same screen.

    ``game`` is a variant, by name or as made by `tengen.variant`, or a `Game` to continue; other keywords change axes,
    as for `Game`. ``level`` (1 to 10) is the computer's, None for two people; ``you`` is your colour against it.
    ``theme`` follows the notebook unless it is "light" or "dark"; ``language`` is one of the page's.

    The widget needs JupyterLab, Jupyter Notebook, VS Code or another host of anywidget.

    >>> board = Goban("tile", board="7x7", level=None)
    >>> board.play("D4")
    >>> board.game.stones
    {'D4': 'black'}

    Raises:
        UnknownVariant, RulesConflict, BoardError: an invalid game. TengenError: an invalid level, colour or look.
    """

    _esm = script()
    words: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    shown: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    relations: traitlets.Any = traitlets.Any(None).tag(sync=True)
    theme: Final = traitlets.Enum(_LOOKS).tag(sync=True)
    _begun = False  # closing also follows a refused widget

    def __init__(
        self,
        game: str | Variant | Rules | Game = "chinese",
        *,
        board: BoardLike | None = None,
        level: int | None = 3,
        you: Colour = "black",
        theme: Look = "auto",
        language: str = "en",
        **axes: Unpack[Axes],
    ) -> None:
        if not isinstance(game, Game):
            game = Game(game, board=board, **axes)
        elif board is not None or axes:
            raise TengenError("a given game has its own board and rules; choose only its players and look")
        terms = _terms(game, level, you)
        _one_of("theme", theme, _LOOKS)
        self._language = _one_of("language", language, LANGUAGES)
        self._style = BoardStyle("light" if theme == "auto" else theme)
        self._past: int | None = None
        with speaking(self._language):
            super().__init__(words=board_words(), theme=theme)
            self._play = Play(terms, self._show)
            self._begun = True
            played_on = self._play.room.game.board
            self.relations = None if played_on.point_stones else relations(played_on)  # how wide stones reach
            self._play.begin()
        self.on_msg(self._hear)

    @property
    def game(self) -> Game:
        """The current game, as an independent copy."""
        return self._play.room.game.copy()

    def play(self, move: Move | str) -> None:
        """Make a move for the side to move, like a click.

        Raises:
            TengenError: it is illegal, or it is the computer's turn; the board is unchanged.
        """
        text = move if isinstance(move, str) else self._play.room.game.write_move(move)
        self._do({"kind": "move", "move": text})

    def undo(self) -> None:
        """Take back your last move and the computer's answer. TengenError: you have not moved."""
        self._do({"kind": "propose", "what": "undo"})

    def again(self) -> None:
        """Restart the game."""
        self._past = None
        with speaking(self._language):
            self._play.begin()

    async def settled(self) -> None:
        """Wait until the computer has answered."""
        await self._play.settled()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and its picture for hosts without widgets."""
        shown = super()._repr_mimebundle_(**options)
        if isinstance(shown, tuple):
            shown[0]["image/svg+xml"] = self.game.svg(paper=True)
        return shown

    def __repr__(self) -> str:
        return repr(self.game).replace("Game", "Goban", 1) if self._begun else "<Goban>"

    def close(self) -> None:
        """Remove the board from the notebook, and stop the computer."""
        if self._begun:
            self._play.stop()
        super().close()

    # -- messages of the browser ---------------------------------------------------------------------------------------

    def _do(self, wish: dict[str, object], number: int | None = None) -> None:
        self._past = None
        with speaking(self._language):
            self._play.do(read_intent(wish), number)

    def _show(self) -> None:
        """Send the visible state, in the language of the board."""
        shown = None if self._past is None else past(self._play.room, self._past, self._style)
        self.shown = {"state": self._play.view(self._style), "past": shown}

    def _hear(self, _: object, message: object, buffers: object) -> None:
        """Handle a message of the browser, or reply why it is refused."""
        told: dict[str, Any] = message if isinstance(message, dict) else {}
        with speaking(self._language):
            try:
                match told:
                    case {"intent": intent}:
                        self._do(intent, told.get("number"))
                    case {"again": _}:
                        self.again()
                    case {"look": look}:
                        self._look(**look)
                    case {"past": number}:
                        self._look_back(number)
                    case {"hint": _}:
                        self._look_back(None)
                        self._play.hint(lambda found: self.send({"hint": found}))
                    case _:
                        known = "an intent, a look, a past, a hint or a restart"
                        raise TengenError(f"a board accepts {known}, not {told!r:.80}")
            except (TengenError, ValidationError, TypeError) as error:
                self.send({"refused": tell(str(error))})

    def _look(self, theme: str, coordinates: bool, territory: bool) -> None:
        """Apply a change of the board's look."""
        _one_of("theme", theme, THEMES)
        self._style = BoardStyle(theme, bool(coordinates), bool(territory))
        self._show()

    def _look_back(self, number: object) -> None:
        """Show the game after a number of moves; None shows the present."""
        last = len(self._play.room.game.moves)
        if number is not None and not (type(number) is int and 0 <= number < last):
            raise TengenError(f"the game has {last} moves; position must be from 0 to {last}, not {number!r}")
        self._past = number
        self._show()


def _terms(game: Game, level: int | None, you: Colour) -> GameTerms:
    """Return the players: people on both sides, or one against the computer."""
    start = game.to_json()
    if level is None:
        return GameTerms(start, one_device=True)
    if type(level) is not int or not 1 <= level <= len(LEVELS):
        raise TengenError(f"level must be a whole number from 1 to {len(LEVELS)}, or None, not {level!r}")
    computer = other(_one_of("you", you, COLOURS))
    seats: dict[Colour, Seat] = {you: Seat(), computer: Seat("computer", level)}
    return GameTerms(start, seats)


def _one_of(name: str, value: _T, known: Collection[_T]) -> _T:
    if value not in known:
        raise TengenError(f"{name} must be one of {', '.join(map(str, known))}, not {value!r}")
    return value
