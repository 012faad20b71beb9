"""Draw a picture of every kind of board and of every variant, with a page: ``python tools/gallery.py [DOCS]``.

`make gallery` runs this. gallery.toml lists the pictures; presets and kinds of boards that it lacks are added.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tengen.boards import kinds
from tengen.book import cut
from tengen.cli.files import as_record
from tengen.cli.records.positions import last_point
from tengen.draw.svg import diagram_svg, svg
from tengen.files.whole import write_whole
from tengen.game import Game
from tengen.game.named_positions import named_position
from tengen.game.picture import invaded, ko_points
from tengen.game.record_walk import walk
from tengen.players.player import Random
from tengen.records import Markup
from tengen.rules import Variant, variant, variants

ROOT: Final = Path(__file__).parent.parent
SIZE: Final = 400
"""The longer side of a picture in pixels, as the page shows it."""

_GAMES: Final = "Games"
"""The section with a picture of every preset."""

_BOARDS: Final = "Boards"
"""The section with a picture of every kind of board."""

_PAGE: Final = """# Gallery

This page has a picture of every kind of board, every game, and every other element of pictures. Tengen played most of
these games against itself. `make gallery` draws the pictures, and `tengen show` draws any position of your own.
"""


@dataclass(frozen=True)
class Exhibit:
    """A picture of the gallery: a game in progress, and what is shown of it.

    ``position`` names a position to show instead of a game. ``kind`` names the kind of board that it illustrates;
    ``text`` describes it. ``first`` is the first of the numbered moves. ``marks``, ``labels``, ``arrows``, ``lines``
    and ``view`` are those of `Markup`; ``dead`` and ``liberties`` name stones.
    """

    name: str
    section: str
    variant: str
    moves: str = ""
    position: str = ""
    board: str | None = None
    axes: Mapping[str, Any] | None = None
    kind: str = ""
    title: str = ""
    text: str = ""
    theme: str = "light"
    first: int | None = None
    territory: bool = False
    coordinates: bool | None = None
    dead: tuple[str, ...] = ()
    liberties: tuple[str, ...] = ()
    marks: Mapping[str, list[str]] | None = None
    labels: Mapping[str, str] | None = None
    arrows: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    view: tuple[str, ...] = ()

    def rules(self) -> Variant:
        """Return the variant of its game."""
        return variant(self.variant, **dict(self.axes or {}))

    def game(self) -> Game:
        """Return the game, played up to the picture."""
        if self.position:
            return Game.from_record(as_record(named_position(self.position).read()), self.rules())
        game = Game(self.rules(), board=self.board)
        for move in self.moves.split(","):
            game.play(" ".join(move.split()))
        return game

    def heading(self) -> str:
        """Return its heading."""
        return self.title or (self.rules().title if self.kind == "" else self.kind)

    def about(self) -> str:
        """Return a sentence about it, with a command to play it if it illustrates a game."""
        words = {kind.name: kind.about for kind in kinds()}
        first = self.rules().prose.partition(". ")[0].rstrip(".")
        text = self.text or f"{words.get(self.kind) or first or self.rules().title}."
        said = f"{text[:1].upper()}{text[1:]}"
        if self.text and not self.axes:
            return said
        mark = "'" if '"' in (self.board or "") else '"'
        board = f" --board {mark}{self.board}{mark}" if self.board else ""
        settings = "".join(f" --set {axis}={value}" for axis, value in (self.axes or {}).items())
        quotes = "``" if "`" in board else "`"
        return f"{said}\n\n{quotes}tengen play {self.variant}{board}{settings}{quotes}"


@cache
def exhibits() -> tuple[Exhibit, ...]:
    """Return all pictures of the gallery: those listed in its file, and one of every other preset and kind."""
    read = tomllib.loads(Path(__file__).with_name("gallery.toml").read_text("utf-8"))
    listed = [Exhibit(**{name: _frozen(value) for name, value in one.items()}) for one in read["exhibits"]]
    found, sections = [*listed], list(dict.fromkeys(exhibit.section for exhibit in listed))
    shown = {exhibit.variant for exhibit in listed if exhibit.section == _GAMES}
    for preset in variants():
        if preset.name not in shown:
            found.append(Exhibit(f"game-{preset.name}", _GAMES, preset.name, _random_moves(Game(preset))))
    pictured = {exhibit.kind for exhibit in listed}
    for kind in kinds():
        if kind.name not in pictured and kind.name != "file":
            moves = _random_moves(Game("chinese", board=kind.example))
            drawn = Exhibit(f"board-{kind.name}", _BOARDS, "chinese", moves, board=kind.example, kind=kind.name)
            found.append(drawn)
    return tuple(sorted(found, key=lambda exhibit: sections.index(exhibit.section)))


def _random_moves(game: Game) -> str:
    """Return random stones on a quarter of the points, fewer if the game ends early."""
    player = Random(seed=1)
    moves: list[str] = []
    for _ in range(len(game.board) // 4):
        moves.append(game.write_move(player.choose(game)))
        game.play(moves[-1])
        if game.outcome is not None:
            return ", ".join(moves[:-1])
    return ", ".join(moves)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value


def picture(exhibit: Exhibit, size: int = SIZE) -> str:
    """Return a picture of the gallery as SVG."""
    game = exhibit.game()
    markup = Markup(
        marks={mark: list(points) for mark, points in (exhibit.marks or {}).items()},  # type: ignore[misc]
        labels=dict(exhibit.labels or {}),
        arrows=list(exhibit.arrows),
        lines=list(exhibit.lines),
        view=list(exhibit.view) or None,
    )
    look: dict[str, Any] = {"theme": exhibit.theme, "size": size, "title": exhibit.heading(), "prefix": exhibit.name}
    if exhibit.first is not None:
        (figure,) = cut(walk(game.record, game.variant), None, exhibit.first)
        return diagram_svg(figure.diagram, coordinates=exhibit.coordinates, **look)
    dead = [each for label in exhibit.dead for each in game.board.names(game.chain(label))]
    return svg(
        game.board,
        game.position,
        markup=markup,
        last=last_point(game),
        ko=ko_points(game),
        dead=dead,
        owners=game.score(dead=dead).owner if exhibit.territory else None,
        shaded=invaded(game),
        liberties=[each for label in exhibit.liberties for each in game.board.names(game.liberties(label))],
        coordinates=exhibit.coordinates,
        **look,
    )


def gallery_page() -> str:
    """Return the page that shows the pictures, as Markdown."""
    page, section = [_PAGE], ""
    for exhibit in exhibits():
        if exhibit.section != section:
            section = exhibit.section
            page.append(f"\n## {section}\n")
        heading = exhibit.heading()
        source = quote(f"../pictures/{exhibit.name}.svg")
        page.append(f"\n### {heading}\n\n{exhibit.about()}\n\n![{heading}]({source})\n")
    return "".join(page)


def main() -> None:
    """Draw all pictures and write the page."""
    docs = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    for exhibit in exhibits():
        write_whole(docs / "pictures" / f"{exhibit.name}.svg", picture(exhibit))
    write_whole(docs / "why" / "gallery.md", gallery_page())


if __name__ == "__main__":
    main()
