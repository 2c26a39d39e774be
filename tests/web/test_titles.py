"""Titles of pages: no two alike, with the page of a list, the edition, the version and the day."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.catalog.wordings.making import CLASSIC, SLUG, make_ruling
from vsdb.catalog.rules.models import Document
from vsdb.catalog.wordings.rulings import A_PAGE
from vsdb.web.templatetags.site import site_map

TEMPLATES = Path(settings.BASE_DIR) / "templates"
LISTS = (
    "/cards/vs-classic/",
    "/cards/riftbound/?view=text",
    "/cards/?q=hulk+or+jinx+or+cost%3D3",
    "/changes/",
    "/changes/?game=vs-2pcg&kind=bans",
    "/rules/?q=card",
)
ALIKE = (
    ("/teams/vs-classic/x-men/", "/teams/vs-2pcg/x-men/", "/sets/vs-classic/MXM/"),
    ("/cards/vs-2pcg/destiny-nbx-012/", "/cards/vs-2pcg/destiny-nbx-013/"),
    ("/cards/vs-2pcg/destiny-nbx-012/life/", "/cards/vs-2pcg/destiny-nbx-013/life/"),
    ("/formats/", "/formats/?on=2008-07-01", "/formats/vs-classic/", "/formats/vs-classic/?on=2008-07-01"),
    ("/formats/vs-classic/silver-age/", *(f"/formats/vs-classic/silver-age/?on=2008-07-0{day}" for day in (1, 2))),
    ("/cards/vs-classic/overload/", "/cards/vs-classic/overload/?on=2008-07-01", "/cards/vs-classic/overload/life/"),
    ("/check/life/?sample=warbound", "/check/life/?sample=a-force", "/check/life/"),
    ("/what-if/", "/what-if/?game=riftbound", "/what-if/?game=vs-2pcg", "/what-if/?game=chess"),
)


def title_of(client: Client, address: str) -> str:
    """The title of a page that has one, ending in the name of the site, and has one first heading."""
    page = client.get(address).content.decode()
    assert len(re.findall(r"<h1[\s>]", page)) == 1, address
    (title,) = re.findall(r"<title>(.*?)</title>", page.partition("</head>")[0], re.DOTALL)
    assert title == " ".join(title.split()), title
    return unescape(title).removesuffix(" · vsdb")


def list_included(name: str) -> set[str]:
    """A template and all that it includes by name."""
    text = (TEMPLATES / name).read_text(encoding="utf-8") if (TEMPLATES / name).exists() else ""
    return {name}.union(*map(list_included, {*re.findall(r'{% include "([^"]+)"', text)} - {name}))


def test_every_template_with_pages_says_which_one_in_its_title() -> None:
    names = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")]
    found = {name: re.search(r"{% block title %}(.*?){% endblock", (TEMPLATES / name).read_text()) for name in names}
    titles = {name: title[1] for name, title in found.items() if title}
    paged = {name for name in titles if "parts/pages.html" in list_included(name)}
    assert len(paged) > 15
    assert {name for name in paged if "|page_in_title" not in titles[name]} == set()


@pytest.mark.django_db
class TestTitles:
    @pytest.mark.parametrize("address", LISTS)
    def test_say_the_page_of_a_list(self, client: Client, address: str) -> None:
        more = "&" if "?" in address else "?"
        first, *further = (title_of(client, f"{address}{more}page={page}") for page in (1, 2, 3))
        assert first == title_of(client, address)
        assert further[0] == f"{first}, page 2"
        assert further[1] in {f"{first}, page 2", f"{first}, page 3"}

    def test_say_the_page_of_rulings(self, client: Client) -> None:
        for number in range(A_PAGE + 1):
            make_ruling("Yes.", source="book", subject=f"Number {number + 1}.", about=[SLUG])
        address = f"/sources/{CLASSIC}/book/"
        assert (title_of(client, address), title_of(client, f"{address}?page=2")) == ("Book", "Book, page 2")

    def test_tell_editions_apart(self, client: Client) -> None:
        slugs = Document.objects.values_list("slug", flat=True)
        addresses = ["/rules/", "/rules/coverage/"]
        addresses += (f"/rules/{slug}/{part}" for slug in slugs for part in ("", "all/", "glossary/", "coverage/"))
        addresses += (f"/rules/{slug}/101.2/" for slug in ("cr-2007-02-05", "cr-2.7"))
        addresses += ("/rules/compare/cr-2007-02-05/cr-2.7/", "/rules/compare/cr-2.7/cr-2007-02-05/")
        assert find_alike(client, addresses) == {}
        assert title_of(client, "/rules/cr-2.7/101.2/").endswith(", Vs. System TCG Comprehensive Rules 2.7")

    @pytest.mark.parametrize("addresses", ALIKE)
    def test_tell_apart_what_shares_a_name(self, client: Client, addresses: tuple[str, ...]) -> None:
        assert find_alike(client, [each for each in addresses if "chess" not in each]) == {}
        assert all(title_of(client, address) for address in addresses)

    def test_differ_on_every_page_of_the_site_map(self, client: Client) -> None:
        addresses = {"/", *(address for _, places in site_map() for address, _ in places)}
        assert find_alike(client, [each for each in sorted(addresses) if is_page(client, each)]) == {}

    def test_say_the_day(self, client: Client) -> None:
        said = title_of(client, "/formats/vs-classic/silver-age/?on=2008-07-01")
        assert said == "Silver Age on 1 July 2008, Vs. System TCG"


def is_page(client: Client, address: str) -> bool:
    answer = client.get(address)
    return answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")


def find_alike(client: Client, addresses: list[str]) -> dict[str, list[str]]:
    """The titles that several pages have, with their addresses."""
    found: dict[str, list[str]] = {}
    for address in addresses:
        found.setdefault(title_of(client, address), []).append(address)
    return {title: places for title, places in found.items() if len(places) > 1}
