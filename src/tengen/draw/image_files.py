"""Picture files: PNG and PDF from SVG by Typst, animations by Pillow (``tengen-go[pictures]``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import unescape
from importlib import import_module
from io import BytesIO
from typing import Any, Final
from unicodedata import category
from warnings import warn

from ..extras import install_command
from ..records import TengenError, TengenWarning, Text
from .themes import theme_of

LARGEST: Final = 8_000
"""The longest side of a PNG, in pixels: the picture is painted in memory."""

_PIXELS: Final = 400_000_000
"""The maximum number of pixels of all pictures of an animation together; each takes one byte of memory."""

_COLOURS: Final = 255
_LAST: Final = 4
"""The factor by which the last picture stays longer than the others."""

_PAGE: Final = """
#let (width, height) = (float(sys.inputs.width) * 1pt, float(sys.inputs.height) * 1pt)
#set page(width: width, height: height, margin: 0pt, fill: rgb(sys.inputs.paper))
#set document(date: none, title: sys.inputs.title)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%, height: 100%, alt: sys.inputs.title)
"""

BANNER: Final = (1200, 630)
"""The sides of a preview picture for a link, in pixels, as is usual."""

_BANNER_PAGE: Final = """
#set page(width: 1200pt, height: 630pt, margin: 40pt, fill: rgb("#f6f3ec"))
#set document(date: none, title: sys.inputs.title)
#set text(font: ("Liberation Sans", "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans"), fill: rgb("#22201b"))
#let cut(text, most) = if text.clusters().len() > most { text.clusters().slice(0, most - 1).join() + "…" } else { text }
#let lines = sys.inputs.lines.split("\n").filter(line => line != "").map(line => cut(line, 160))
#grid(columns: (550pt, 1fr), column-gutter: 50pt, rows: 550pt, align: (center + horizon, left + horizon),
  image(bytes(sys.inputs.svg), format: "svg", width: 550pt, height: 550pt, fit: "contain"),
  block({
    text(size: 54pt, weight: "bold", cut(sys.inputs.title, 70))
    for line in lines { block(above: 28pt, text(size: 30pt, fill: rgb("#645d50"), line)) }
  }))
"""

_SPECIMEN: Final = """
#set page(width: auto, height: auto)
#for char in sys.inputs.chars.codepoints() [#char \\ ]
"""
_GLYPH: Final = re.compile(r'<use [^<>]*href="(#[^"]+)"')
_UNSEEN: Final = re.compile(r"<title\b[^<]*</title>|<desc\b[^<]*</desc>")
_NO_CHARACTER: Final = "\U0010fffd"
_LATIN: Final = "\u024f"
"""Every font has all characters up to this one."""

_EAST_ASIAN: Final = re.compile("[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_FONT_FOR_EAST_ASIA: Final = "one that has them, such as Noto Sans CJK (fonts-noto-cjk on Debian and Ubuntu)"
_FONT_FOR_THE_REST: Final = "one that has them, such as a Noto font for their script"

_SIZE: Final = re.compile(r'<svg\b[^<>]*? width="([\d.]+)" height="([\d.]+)"')
_THEME: Final = re.compile(r'<svg\b[^<>]*? class="tengen (\w+)"')
_TITLE: Final = re.compile(r"<title[^<>]*>([^<]*)</title>")

_NEEDS: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    **dict.fromkeys(("png", "pdf"), (("typst",), "PNG and PDF files")),
    **dict.fromkeys(("gif", "webp"), (("typst", "PIL.Image"), "moving pictures")),
    "pixels": (("typst", "PIL.Image"), "pictures as pixels"),
}
"""The packages that each kind of picture needs, and its name in errors."""


def png(svg: str) -> bytes:
    """Return an SVG as a PNG of its own size in pixels; TengenError if it is too large, or Typst is not installed.

    If no installed font has a character, a `TengenWarning` names a font to install.
    """
    width, height = _size(svg)
    if max(width, height) > LARGEST:
        what = Text("a PNG can be at most {largest:,} pixels wide and high, not {height:.0f}")
        raise TengenError(what.with_values(largest=LARGEST, height=max(width, height)))
    return _typst(_PAGE, _page(svg, width, height), "png", (svg,))


def pdf(svg: str) -> bytes:
    """Return an SVG as a one-page PDF with a transparent margin; a pixel is a 72nd of an inch. Errors as for `png`."""
    return _typst(_PAGE, _page(svg, *_size(svg)) | {"paper": "#FFFFFF00"}, "pdf", (svg,))


def banner(svg: str, title: str, lines: Sequence[str]) -> bytes:
    """Return a PNG of the size of `BANNER` with a picture next to a title and lines of text.

    Characters without a font become boxes, without a warning; TengenError if Typst is not installed.
    """
    inputs = {"svg": svg, "title": title, "lines": "\n".join(" ".join(line.split()) for line in lines)}
    return _typst(_BANNER_PAGE, inputs, "png", ())


def typeset(source: str, inputs: Mapping[str, str]) -> bytes:
    """Return a Typst document as a PDF; its texts are passed as ``inputs``, so that none is executed."""
    return _typst(source, inputs, "pdf", inputs.values())


def check_installed(kind: str) -> None:
    """Raise TengenError, before any work, if a package for a kind of picture is missing."""
    packages, what = _NEEDS.get(kind, ((), ""))
    for package in packages:
        _needed(package, what)


def animation(svgs: Sequence[str], kind: str, delay: float, step: Callable[[], None] = lambda: None) -> bytes:
    """Return pictures of one size as an animation, ``"gif"`` or ``"webp"``, with each shown for ``delay`` seconds.

    The last one stays longer, then it starts over. ``step`` is called after every picture.

    Raises:
        TengenError: a package is not installed, there are no pictures, or too many for their size.
    """
    if kind not in ("gif", "webp"):
        raise TengenError("an animation must be a gif or a webp, not {kind!r}", kind=kind)
    if not 0.02 <= delay <= 60:
        raise TengenError("a picture must stay for 0.02 to 60 seconds, not {delay:g}", delay=delay)
    if not svgs:
        raise TengenError("an animation needs at least one picture")
    width, height = _size(svgs[0])
    if width * height * len(svgs) > _PIXELS:
        side = int((_PIXELS / len(svgs)) ** 0.5)
        what = Text("{count:,} pictures of this size are too much for one file; make them {side} pixels wide")
        raise TengenError(what.with_values(count=len(svgs), side=side))
    image = _needed("PIL.Image", "moving pictures")
    palette = _palette(svgs) if kind == "gif" else None
    frames = []
    for svg in svgs:
        frame = painted(svg)
        frames.append(frame if palette is None else frame.quantize(palette=palette, dither=image.Dither.NONE))
        step()
    stay = [round(delay * 1000)] * (len(frames) - 1) + [round(_LAST * delay * 1000)]
    options: dict[str, Any] = {"optimize": False} if kind == "gif" else {"quality": 85, "method": 3}
    made = BytesIO()
    frames[0].save(made, format=kind, save_all=True, append_images=frames[1:], duration=stay, loop=0, **options)
    return made.getvalue()


def painted(svg: str) -> Any:
    """Return a picture with its background, as a Pillow image."""
    return _needed("PIL.Image", "moving pictures").open(BytesIO(png(svg))).convert("RGB")


def _palette(svgs: Sequence[str]) -> Any:
    """Return the colours for all pictures: those of the first, the middle and the last."""
    samples = [painted(svgs[at]) for at in (0, len(svgs) // 2, -1)]
    width, height = samples[0].size
    joined = _needed("PIL.Image", "moving pictures").new("RGB", (width * len(samples), height))
    for place, sample in enumerate(samples):
        joined.paste(sample, (place * width, 0))
    return joined.quantize(_COLOURS)


def _size(svg: str) -> tuple[float, float]:
    found = _SIZE.search(svg)
    if found is None or not (float(found[1]) and float(found[2])):
        raise TengenError("the picture has no width and height")
    return float(found[1]), float(found[2])


def _page(svg: str, width: float, height: float) -> dict[str, str]:
    title = _TITLE.search(svg)
    named = _THEME.search(svg)
    paper = theme_of(named[1]).paper if named else "#FFFFFF"
    sizes = {"width": f"{width:g}", "height": f"{height:g}"}
    return {"svg": svg, **sizes, "paper": paper, "title": unescape(title[1]) if title else ""}


def _typst(source: str, inputs: Mapping[str, str], kind: str, texts: Iterable[str]) -> bytes:
    typst = _needed("typst", "PNG and PDF files")
    seen = {char for given in texts for char in _UNSEEN.sub("", given) if char > _LATIN and char.isprintable()}
    missing = _without_font("".join(sorted(char for char in seen if category(char)[0] != "M")))
    if missing:
        shown = f"{missing[:12]}..." if len(missing) > 12 else missing
        font = _FONT_FOR_EAST_ASIA if _EAST_ASIAN.search(missing) else _FONT_FOR_THE_REST
        message = f"no installed font has the characters {shown}, which became boxes; install {font}"
        warn(message, TengenWarning, stacklevel=3)
    try:
        made = _compiler().compile(source.encode(), format=kind, ppi=72.0, sys_inputs=dict(inputs))
    except typst.TypstError as error:
        raise TengenError("the picture cannot be painted: {error}", error=error) from None
    return bytes(made)


@lru_cache(maxsize=256)
def _without_font(chars: str) -> str:
    """Return the characters that no font has: they are drawn like a nonexistent one."""
    if not chars:
        return ""
    drawn = _compiler().compile(_SPECIMEN.encode(), format="svg", sys_inputs={"chars": _NO_CHARACTER + chars})
    glyphs = _GLYPH.findall(bytes(drawn).decode("utf-8"))
    if len(glyphs) != len(chars) + 1:  # some are joined or drawn as pictures: unknown
        return ""
    return "".join(char for char, glyph in zip(chars, glyphs[1:], strict=True) if glyph == glyphs[0])


@cache
def _compiler() -> Any:
    """Return the compiler, which searches for fonts only once."""
    return _needed("typst", "PNG and PDF files").Compiler()


def _needed(name: str, what: str) -> Any:
    """Return a module of the extra ``pictures``; TengenError tells how to install it."""
    try:
        return import_module(name)
    except ImportError:
        need = Text("{what} need the extra `pictures`: {install_command}")
        raise TengenError(need.with_values(what=what, install_command=install_command("pictures"))) from None
