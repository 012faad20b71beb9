"""The page of all variants: each with a picture and how to play it or why not, and a list without its script."""

import re
from html import unescape

from web_pages import Pages

from tengen.rules.preset_files import known


def test_every_variant_is_there_with_what_to_do(pages: Pages) -> None:
    text = pages.get("/variants").text
    cards = dict(re.findall(r'<li class="card[^"]*" id="([^"]+)"(.*?)</li>', text, re.DOTALL))
    assert [*cards] == [each.name for each in known()]
    for each in known():
        card = unescape(cards[each.name])
        assert f"<h3>{each.title}</h3>" in card
        assert each.text in card
        assert card.count('href="/new?variant=') == len(each.ways)
        assert (each.why in card) == bool(each.why) or not each.why
    assert '<form id="filters" class="filters" role="search" hidden>' in text
    counts = sum(bool(each.ways) for each in known()), len(known())
    assert "{} of {} known variants of Go can be played here.".format(*counts) in text


def test_pictures_rules_and_forms_are_there(pages: Pages) -> None:
    text = unescape(pages.get("/variants").text)
    for address in {*re.findall(r'src="([^"]+\.svg)\?theme=light"', text)}:
        answer = pages.get(address)
        assert answer.headers["content-type"].startswith("image/svg+xml"), address
    for address in {*re.findall(r'href="(/rules/[^"]+)"', text)}:
        assert pages.get(address).status_code == 200, address
    stones = pages.get("/variants/sunjang-baduk.svg").text
    assert len(re.findall(r'class="point (?:black|white)', stones)) == 17
    for page in ("/explore", "/rules", "/new"):
        assert 'href="/variants"' in pages.get(page).text
