"""Painting a picture, layer by layer: wood, lines, footprints, shadows, stones, marks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import repeat
from typing import Any

from ..boards import Spot
from ..records import Colour, Content, Mark
from .geometry import NAME, name_directions, nearest_image
from .ground import Ground
from .shapes import UNIT, arrow, circle, group, number, path, point_id, safe, square, text, yin_yang

_ON_TILE = 0.82
"""The width of a stone on a tile, relative to its usual width, so that the tile is visible on all sides."""
_DIGITS = {1: 0.62, 2: 0.54, 3: 0.42}
_GHOST = 0.35


class Painter(Ground):
    # -- the whole -----------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """Return the picture as lines, most of which are the same objects in all pictures of a board.

        Empty layers have empty lines, so that the others keep their places.
        """
        look, title = self.look, self.look.title or f"Go board {self.board.name[:60]}"
        ground = self._ground() if look.size else self.once(("ground", self.named, look.paper), self._ground)
        return [
            ground[0],
            f'<title id="{look.prefix}.title">{safe(title)}</title>',
            f'<desc id="{look.prefix}.desc">{safe(self._description())}</desc>',
            *ground[1:],
            self._weights() + self._shades(),
            *self._ghosts(),
            self._footprints(),
            self._wide_tiles(),
            *self._shadows(),
            *(() if self.board.point_stones else self._rods()),
            *self._points(),
            self._heights(),
            *self._strokes(),
            "</g></svg>",
            "",
        ]

    def _ground(self) -> list[str]:
        """Open the picture, draw the empty board, and open the group of its contents."""
        left, top, right, bottom = self.frame
        aside = (0.5 if self.board.surface else 1.0) if self.named and self.in_rows else 0.0
        x, y, width, height = left - aside, top - aside, right - left + 2 * aside, bottom - top + 2 * aside
        scale = 1.0 if self.look.size is None else self.look.size / (max(width, height) * UNIT)
        prefix, paper = self.look.prefix, ""
        if self.look.paper or self.theme.name == "print":  # white on any page
            box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
            paper = f'<rect {box} fill="{self.theme.paper}"/>'
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(x)} {number(y)} '
            f'{number(width)} {number(height)}"'
            f' width="{width * UNIT * scale:.0f}" height="{height * UNIT * scale:.0f}" class="tengen {self.theme.name}"'
            f' role="img" aria-labelledby="{prefix}.title {prefix}.desc" font-family="{safe(self.theme.fonts)}">'
        )
        opened = f'<g clip-path="url(#{prefix}.clip)">' if self.cut else "<g>"
        board = filter(None, [*self.wood(), *self.heads(aside), opened, *self.grid()])
        return [opening, self._definitions(), paper, *board]

    def _description(self) -> str:
        """Describe the position in words, for screen readers."""
        said, names = [], self.board.labels
        for content, word in (("black", "Black"), ("white", "White"), ("tao", "Tao stones")):
            labels = [names[point] for point in sorted(self.stones) if self.stones[point] == content]
            if labels:
                more = f" and {len(labels) - 60} more" if len(labels) > 60 else ""
                said.append(f"{word}: {', '.join(labels[:60])}{more}.")
        if self.tiles:
            said.append(f"{'Walls' if self.walls else 'Tiles'}: {', '.join(names[point] for point in self.tiles)}.")
        if self.last is not None:
            said.append(f"Last move: {names[self.last]}.")
        return " ".join(said) or "An empty board."

    def _definitions(self) -> str:
        theme, prefix, (left, top, right, bottom) = self.theme, self.look.prefix, self.frame
        shades = []
        for name, kind, extent, (first, last) in (
            ("wood", "linearGradient", 'x1="0" y1="0" x2="0.4" y2="1"', theme.wood),
            ("black", "radialGradient", 'cx="0.36" cy="0.3" r="0.75"', theme.black),
            ("white", "radialGradient", 'cx="0.4" cy="0.34" r="0.8"', theme.white),
        ):
            stops = f'<stop offset="0" stop-color="{first}"/><stop offset="1" stop-color="{last}"/>'
            shades.append(f'<{kind} id="{prefix}.{name}" {extent}>{stops}</{kind}>')
        clip = (
            f'<clipPath id="{prefix}.clip"><rect x="{number(left)}" y="{number(top)}" '
            f'width="{number(right - left)}" height="{number(bottom - top)}"/></clipPath>'
        )
        return f"<defs>{''.join(shades)}{clip if self.cut else ''}</defs>"

    # -- stones and what lies below them -------------------------------------------------------------------------------

    def _ghosts(self) -> Iterator[str]:
        """Continue a wrapped board beyond its edge, faintly, to show connections across it."""
        if not self.places.ghosts:
            return
        look = f'fill="none" stroke="{self.theme.line}" stroke-width="{number(0.025)}"'
        yield f'<g class="ghosts" opacity="{_GHOST}">'
        if self.places.ghost_lines:
            yield path(self.places.ghost_lines, look)
        for ghost in self.places.ghosts:
            content, height = self.stones.get(ghost.point), self.tiles.get(ghost.point, 0)
            if height:
                yield self._tile(ghost.spot)
            if content:
                yield self._stone(ghost.spot, content, height)
            if height > 1:
                yield self._height(ghost.spot, height)
        yield "</g>"

    def _shades(self) -> str:
        """Colour the ground of the shaded points, and of their ghosts beyond the rim."""
        spots = [self.places.spots[point] for point in sorted(self.shaded)]
        spots += [ghost.spot for ghost in self.places.ghosts if ghost.point in self.shaded]
        cells = [square(spot, 1.0, "") if self.board.surface else circle(spot, 0.46, "") for spot in spots]
        return group(cells, f'class="shaded" fill="{self.theme.accent}" fill-opacity="0.17"')

    def _weights(self) -> str:
        """Write each point's weight faintly, where a stone would hide it."""
        spots = ((self.places.spots[point], weight) for point, weight in self.weights.items() if self._is_legible())
        drawn = (text((x + 0.24, y + 0.24), str(weight), 0.26, "") for (x, y), weight in spots)
        return group(drawn, f'class="weights" fill="{self.theme.ink}" fill-opacity="0.75"')

    def _footprints(self) -> str:
        if self.board.point_stones:
            return ""
        covered = {q for point, content in self.stones.items() if content != "tao" for q in self.board.footprint[point]}
        cells = (square(self.places.spots[point], 1.0, "") for point in sorted(covered))
        return group(cells, f'class="footprints" fill="{self.theme.footprint}" fill-opacity="0.1"')

    def _shadows(self) -> list[str]:
        """Draw the stones' shadows, with a line for every point, even empty ones."""
        radius = self.places.radius
        shift = 0.06 * radius / 0.475

        def dots() -> list[str]:
            return [circle((x + shift * 0.6, y + shift), radius * 1.01, "") for x, y in self.places.spots]

        if not self.theme.shadow:
            return []
        drawn, shadows = [""] * len(self.board), self.once("shadows", dots)
        for p in self.stones.keys() - self.dead - self.tiles.keys():
            drawn[p] = shadows[p]
        drawn[0] = f'<g class="shadows" fill="#000000" fill-opacity="{self.theme.shadow}">{drawn[0]}'
        drawn[-1] += "</g>"
        return drawn

    def _rods(self) -> Iterator[str]:
        """Connect connected stones that do not touch, as Gengo's players draw them."""
        rods: dict[Content, list[tuple[Spot, Spot]]] = {"black": [], "white": []}
        for point, content in self.stones.items():
            for other in self.board.connections[point]:
                if other > point and content != "tao" and self.stones.get(other) == content:
                    rods[content] += self._rod(point, other)
        width, edges = 0.8 * self.places.radius, 2 * self._edge() + 0.01
        looks: tuple[tuple[Colour, str, str], ...] = (
            ("black", self.theme.black_edge, self.theme.black[1]),
            ("white", self.theme.white_edge, self.theme.white[1]),
        )
        for colour, edge, fill in looks:
            if rods[colour]:
                yield path(rods[colour], f'class="rods" stroke="{edge}" stroke-width="{number(width + edges)}"')
                yield path(rods[colour], f'class="rods" stroke="{fill}" stroke-width="{number(width)}"')

    def _rod(self, point: int, other: int) -> Iterator[tuple[Spot, Spot]]:
        """Yield the rod between two stones; across the edge of a wrapped board, half a rod at either side."""
        here, there = self.places.spots[point], self.places.spots[other]
        beyond = nearest_image(self.board, other, here)
        if beyond == there:
            yield here, there
            return
        for spot, image in ((here, beyond), (there, nearest_image(self.board, point, there))):
            yield spot, ((spot[0] + image[0]) / 2, (spot[1] + image[1]) / 2)

    # -- points --------------------------------------------------------------------------------------------------------

    def _points(self) -> list[str]:
        busy = {*self.marks, *self.dimmed, *self.ko, *self.dead, *self.tiles, *self.shaded, *self.territory}
        busy |= {*self.liberties, *self.numbers, *self.labels, *(self.owners or ())}  # showing more than a stone
        points = range(len(self.board))
        kinds: list[Hashable] = [*zip(points, map(self.stones.get, points), repeat(self.named))]
        if self.last is not None:
            kinds[self.last] = "last", kinds[self.last]
        drawn: list[Any] = [*map(self.known.get, kinds)]
        if None in drawn:
            for point in points:
                if drawn[point] is None and point not in busy:
                    self.known[kinds[point]] = drawn[point] = self._point(point)
        for point in busy:
            drawn[point] = self._point(point)
        return drawn

    def _point(self, point: int) -> str:
        label, spot, content = self.board.labels[point], self.places.spots[point], self.stones.get(point)
        inner = "".join(self._inside(point, spot, content))
        classes = {
            "point": True,
            str(content): content is not None,
            "last": point == self.last,
            "ko": point in self.ko,
            "dead": point in self.dead,
            "tiled": self.tiles.get(point),
            "shaded": point in self.shaded,
        }
        kind = " ".join(name for name, holds in classes.items() if holds)
        hit = circle(spot, 0.5, 'class="hit" fill="none" pointer-events="all"')
        if point in self.dimmed:
            inner += square(spot, 1.0, f'class="veil" fill="{self.theme.patch}" fill-opacity="0.68"')
        words = self.labels.get(point, "")
        title = "" if words == _shortened(words) else f"<title>{safe(words)}</title>"  # the full text
        identity = safe(point_id(self.look.prefix, point, label))
        return f'<g id="{identity}" class="{kind}" data-point="{safe(label)}">{title}{hit}{inner}</g>'

    def _inside(self, point: int, spot: Spot, content: Content | None) -> Iterator[str]:
        """Draw everything on one point, bottom layer first."""
        height = self.tiles.get(point, 0)
        if height and not self._is_wide():
            yield self._tile(spot)
        if content:
            stone = self._stone(spot, content, height)
            yield f'<g opacity="0.4">{stone}</g>' if point in self.dead else stone
        if height > 1 and not self._is_wide():
            yield self._height(spot, height)
        yield from self._owner(point, spot, content)
        if point in self.liberties:
            count = self.liberties[point]
            if count is None:
                yield circle(spot, 0.13, f'class="liberty" fill="{self.theme.accent}" fill-opacity="0.85"')
            else:
                yield self._written(spot, str(count), 0.46, self.theme.accent, None)
        if point in self.ko:
            yield square(spot, 0.36, f'fill="none" stroke="{self._accent(content)}" stroke-width="{number(0.06)}"')
        yield from self._signs(point, spot, content)

    def _is_wide(self) -> bool:
        """Return whether stones cover more than their own point."""
        return self.places.radius > 0.5

    def _side(self) -> float:
        return 1.94 * self.places.radius

    def _tile(self, spot: Spot) -> str:
        if self.walls:  # two rows of bricks
            (x, y), half = spot, self._side() / 2
            joints = (((x + half / 3, y - half), (x + half / 3, y)), ((x - half / 3, y), (x - half / 3, y + half)))
            bricks = square(spot, 2 * half, f'class="tile" fill="{self.theme.tile}"')
            mortar = f'class="mortar" stroke="{self.theme.patch}" stroke-width="{number(0.06)}"'
            return bricks + path((((x - half, y), (x + half, y)), *joints), mortar)
        look = f'class="tile" fill="{self.theme.tile}" stroke="{self.theme.tile_edge}" stroke-width="{number(0.03)}"'
        return square(spot, self._side(), look, 0.12)

    def _height(self, spot: Spot, height: int) -> str:
        """Write the height of a stack of tiles in its corner."""
        corner = (spot[0] + self._side() / 2 - 0.02, spot[1] - self._side() / 2 + 0.06)
        drawn = circle(corner, 0.17, f'fill="{self.theme.tile_edge}"')
        paper = "#15161A" if self.theme.name == "dark" else "#FFFFFF"
        return drawn + text(corner, str(height), 0.26, f'fill="{paper}" font-weight="600"')

    def _wide_tiles(self) -> str:
        """Draw the tiles below all wide stones, which cover nearby points."""
        wide = (self.places.spots[point] for point, height in self.tiles.items() if height and self._is_wide())
        return group(map(self._tile, wide), 'class="tiles"')

    def _heights(self) -> str:
        """Write the heights above all wide stones, which would hide them."""
        stacks = ((self.places.spots[p], height) for p, height in self.tiles.items() if height > 1 and self._is_wide())
        return group((self._height(*stack) for stack in stacks), 'class="heights" pointer-events="none"')

    def _edge(self) -> float:
        """Return the width of a stone's edge, wider on a fine grid, like its stones."""
        return self.theme.edge * max(1.0, self.places.radius / 0.475)

    def _stone(self, spot: Spot, content: Content, height: int = 0) -> str:
        radius = self.places.radius * (_ON_TILE if height else 1)
        if content == "tao":
            return yin_yang(spot, radius * 0.97, self.theme.tao_edge, max(0.035, self._edge()))
        edge = self.theme.black_edge if content == "black" else self.theme.white_edge
        fill = f"url(#{self.look.prefix}.{content})"
        look = f'class="stone" fill="{fill}" stroke="{edge}" stroke-width="{number(self._edge())}"'
        return circle(spot, radius - self._edge() / 2, look)

    def _owner(self, point: int, spot: Spot, content: Content | None) -> Iterator[str]:
        owners = self.owners or {}
        owner = self.territory.get(point, owners.get(point))
        if owner and (owner != content or point in self.dead):
            fill = self.theme.black[1] if owner == "black" else self.theme.white[0]
            edge = self.theme.white_edge if owner == "black" else self.theme.black_edge
            look = f'class="owner" fill="{fill}" stroke="{edge}" stroke-width="{number(0.03)}"'
            yield square(spot, 0.24, look, 0.03)

    def _accent(self, content: Content | None) -> str:
        return self.theme.accent_on_black if content == "black" else self.theme.accent

    def _contrast(self, content: Content | None) -> str:
        if content == "black":
            return self.theme.white[0]
        return self.theme.black[1] if content else self.theme.line

    def _signs(self, point: int, spot: Spot, content: Content | None) -> Iterator[str]:
        """Draw number, text and marks of a point; the last move is ringed if nothing else is there."""
        wide = self.places.radius / 0.475 * (_ON_TILE if content and point in self.tiles else 1)
        digits, words = str(self.numbers.get(point, "")), _shortened(self.labels.get(point, ""))
        if digits and words:
            yield self._both(spot, digits, words, content)
        elif digits:
            yield self._written(spot, digits, _DIGITS.get(len(digits), 0.34) * wide, self._contrast(content), content)
        elif point in self.labels:
            height = min(0.62, 1.15 / max(1, len(words))) * wide
            yield self._written(spot, words, max(height, 0.24), self._contrast(content), content)
        elif point == self.last and point not in self.marks:
            look = f'fill="none" stroke="{self._contrast(content)}" stroke-width="{number(0.055 * wide)}"'
            yield circle(spot, 0.24 * wide, f'class="ring" {look}')
        if self.named and not self.in_rows:
            name, (x, y) = self.board.labels[point][:8], name_directions(self.board)[point]
            height = 0.2 if self.board.rows else 0.28
            out = (self.places.radius + NAME if content else 0.42) + height / 4 * abs(x) * (len(name) - 1)
            look = f'fill="{self.theme.ink}" stroke="{self.theme.patch}" stroke-width="{number(0.1)}"'  # breaks lines
            yield text(
                (spot[0] + out * x, spot[1] + out * y), name, height, f'class="name" {look} paint-order="stroke"'
            )
        for mark in self.marks.get(point, ()):
            yield _sign(mark, spot, wide, self._accent(content))

    def _written(self, spot: Spot, words: str, height: float, fill: str, content: Content | None) -> str:
        """Write on a stone, or on a patch of wood that hides the lines."""
        patch = ""
        if content is None:
            patch = circle(spot, max(0.26, 0.2 * len(words) * height / 0.6), f'fill="{self.theme.patch}"')
        return patch + text(spot, words, height, f'class="sign" fill="{fill}" font-weight="600"')

    def _both(self, spot: Spot, digits: str, words: str, content: Content | None) -> str:
        """Write a number, and a label below it."""
        wide, fill = self.places.radius / 0.475, self._contrast(content)
        patch = "" if content else circle(spot, 0.4, f'fill="{self.theme.patch}"')
        look = f'class="sign" fill="{fill}" font-weight="600"'
        above = text((spot[0], spot[1] - 0.17 * wide), digits, 0.36 * wide, look)
        return patch + above + text((spot[0], spot[1] + 0.19 * wide), words, min(0.34, 1.0 / len(words)) * wide, look)

    def _strokes(self) -> Iterator[str]:
        """Draw lines and arrows between points."""
        look = f'fill="none" stroke="{self.theme.accent}" stroke-width="{number(0.08)}" stroke-linecap="round"'
        for segment in self.segments:
            yield path([segment], f'class="line" {look}')
        for start, end in self.arrows:
            yield arrow(start, end, f'class="arrow" {look}')


def _shortened(words: str) -> str:
    return words if len(words) <= 8 else f"{words[:7]}…"


def _sign(mark: Mark, spot: Spot, wide: float, colour: str) -> str:
    """Draw a mark: circle, cross, square, triangle, or a filled square for a selection."""
    x, y = spot
    look = f'class="mark {mark}" fill="none" stroke="{colour}" stroke-width="{number(0.075 * wide)}"'
    r = 0.24 * wide
    if mark == "circle":
        return circle(spot, r, look)
    if mark == "square":
        return square(spot, 1.7 * r, look)
    if mark == "selected":
        return square(spot, 1.3 * r, f'class="mark selected" fill="{colour}"')
    if mark == "cross":
        return path([((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))], look)
    corners = [(x, y - 1.15 * r), (x + r, y + 0.6 * r), (x - r, y + 0.6 * r), (x, y - 1.15 * r)]
    return path([corners], f'{look} stroke-linejoin="round"')
