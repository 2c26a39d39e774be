"""What is wrong with a draft is told by the words of its form, and its format's page says which sets it has."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.custom_formats.making import GAME, a_format, person, published
from vsdb.catalog.cards.selectors import get_reference
from vsdb.custom_formats.forms import DraftForm

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        (
            {"restrictions": [{"kind": "teams-at-most", "terms": {}}]},
            "Maximum number of affiliations, affiliations: ",
        ),
        ({"restrictions": [{"kind": "no-such-thing", "terms": {}}]}, "no-such-thing: "),
        ({"restrictions": [{"kind": "no-rares", "terms": {"count": 1}}]}, "No rare cards: "),
        (
            {"restrictions": [{"kind": "no-rares", "terms": {}}] * 21},
            "Extra rules: 21 restrictions; at most 20",
        ),
        ({"bans": [{"card": "Overload", "begins_earliest": "never"}]}, "Ban of Overload: "),
        ({"construction": {"deck_min": -1}}, "Minimum deck size: "),
        ({"construction": {"size": 1}}, "Figures: "),
        ({"pool": {"kind": "listed", "sets": ["XYZ"]}}, "Sets: "),
        ({"bans_of": "no-such-format"}, "Ban list of another format: "),
    ],
)
def test_a_mistake_has_its_place_in_words(draft: dict[str, object], said: str) -> None:
    told = DraftForm(draft, get_reference(GAME)).told
    assert any(each.startswith(said) for each in told), told


def test_publishing_says_it_so_too() -> None:
    user, browser = person("ola")
    fmt = a_format(user, definition=None)
    fmt.draft = {**fmt.draft, "restrictions": [{"kind": "teams-at-most", "terms": {}}]}
    fmt.save()
    page = browser.post(f"/formats/own/{GAME}/{fmt.slug}/edit/publish/").content.decode()
    assert "Maximum number of affiliations, affiliations: is missing" in page
    assert "restrictions[0]" not in page


def test_a_file_that_cant_be_taken_in_leaves_what_was_typed_beside_it() -> None:
    _, browser = person("ola")
    file = SimpleUploadedFile("format.json", b"no format")
    sent = {"file": file, "name": "River League", "slug": "river-league"}
    page = browser.post("/formats/own/import/", sent).content.decode()
    assert re.findall(r'<input id="([a-z-]+)"[^>]* value="(R?r?iver[^"]*)"', page) == [
        ("file-name", "River League"),
        ("file-slug", "river-league"),
    ]


def test_a_formats_page_names_its_chosen_sets_and_finds_its_cards() -> None:
    user, browser = person("ola")
    fmt = published(user, definition={"pool": {"kind": "listed", "sets": ["MOR", "DOR"]}})
    page = browser.get(f"/formats/own/{GAME}/{fmt.slug}/").content.decode()
    for code in ("MOR", "DOR"):
        assert f'href="/sets/{GAME}/{code}/"' in page
    found = re.search(r'href="([^"]*)">Legal cards</a>', page)
    assert found
    assert "Cards where it is legal in" in browser.get(unescape(found[1])).content.decode()
