"""The filters of the list of public decks: filled in from the query, and written into it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.decks.stored import deck_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.search.filter_panel import DeckFilterPanel


def shown(query: str) -> dict[str, str]:
    """What the filters say of a query, those alone that say something."""
    panel = DeckFilterPanel(query)
    return {name: str(value) for name in panel.fields if (value := panel[name].value())}


def written(query: str, *, typed: str | None = None, **values: str) -> str:
    """The query after these filters were changed; `typed` is what the search box held by then."""
    data = {f"with-{name}": "" for name in DeckFilterPanel("").fields}
    data |= {f"with-{name}": value for name, value in (shown(query) | values).items()}
    panel = DeckFilterPanel(query, data)
    assert panel.is_valid(), panel.errors
    return panel.write_query(query if typed is None else typed)


class TestFilters:
    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("contains:mobilize", {"card": "mobilize"}),
            ('contains:(n:"Savage Beatdown")', {"card": "Savage Beatdown"}),
            ("contains:(n:mobilize)>=1", {"card": "mobilize"}),
            ("is:legal is:public", {"outcome": "legal"}),
            ("author:ann by:ann", {}),
            ('tag:aggro event:"Gen Con" author:ann', {"author": "ann", "tag": "aggro", "event": "Gen Con"}),
            ("date>=2006-01-01 date<=2006-12-31", {"from": "2006-01-01", "to": "2006-12-31"}),
        ],
    )
    def test_show_what_the_query_asks_of_every_deck(self, query: str, said: dict[str, str]) -> None:
        assert shown(query) == said

    @pytest.mark.parametrize(
        "query",
        [
            "contains:mobilize>=3",
            "contains:(t:unit)",
            "-tag:aggro",
            "tag:a or tag:b",
            "tag:{a,b}",
            "event:*",
            "author=ann",
            "date:2006",
            "date>=2006",
            "is:own",
        ],
    )
    def test_are_empty_where_the_query_asks_for_more_than_they_can_say(self, query: str) -> None:
        assert shown(query) == {}

    @pytest.mark.parametrize(
        ("query", "values", "after"),
        [
            ("", {"card": "Savage Beatdown"}, 'contains:(n:"Savage Beatdown")'),
            ("doom", {"outcome": "legal", "author": "ann"}, "doom is:legal author:ann"),
            ("is:legal doom", {"outcome": "illegal"}, "is:illegal doom"),
            ("is:legal doom", {"outcome": ""}, "doom"),
            ("a or b", {"tag": "aggro"}, "(a or b) tag:aggro"),
            ("", {"from": "2006-01-01", "to": "2006-12-31"}, "date>=2006-01-01 date<=2006-12-31"),
            ("", {"event": 'Gen "Con"', "author": "--"}, 'event:"Gen Con"'),
        ],
    )
    def test_are_written_where_they_were_changed(self, query: str, values: dict[str, str], after: str) -> None:
        assert written(query, **values) == after

    def test_keep_what_was_typed_since(self) -> None:
        assert written("is:legal", typed="is:legal doom", tag="aggro") == "is:legal doom tag:aggro"

    @pytest.mark.parametrize("value", ['"', "a) or (b", "contains:(", "{", "a:b", "!", "/x/", "sort:likes", "ab@2006"])
    def test_words_that_a_query_means_otherwise_come_back_as_they_were_typed(self, value: str) -> None:
        for name in ("card", "author", "tag", "event"):
            after = written("", **{name: value})
            assert shown(after) == ({name: value} if any(map(str.isalnum, value)) else {}), (name, after)


@pytest.mark.django_db
class TestTheList:
    def test_leads_from_the_filters_to_the_query_with_the_rest_of_the_address(self, client: Client) -> None:
        answer = client.get("/decks/?q=doom&shown=doom&game=vs-classic&sort=title&with-outcome=legal&with-card=&page=3")
        assert answer.status_code == 302
        led = urlsplit(answer.headers["Location"])
        assert led.path == "/decks/"
        assert parse_qs(led.query) == {"q": ["doom is:legal"], "game": ["vs-classic"], "sort": ["title"]}

    def test_finds_by_every_filter(self, client: Client) -> None:
        ann, bob = person("ann")[0], person("bob")[0]
        one = deck_of(ann, title="One", visibility="public")
        deck_of(bob, title="Two", visibility="public", text="60 Sentinel Mark V, Army", format="golden-age")
        services.describe(one.pk, Viewer(ann.pk), event="Gen Con", played_on=None, tags=["Aggro"])
        asked = {"card": "Savage Beatdown", "outcome": "illegal", "author": "ann", "tag": "aggro", "event": "gen con"}
        for name, value in {**asked, "from": "2020-01-01"}.items():
            page = text_of(client, f"/decks/?with-{name}={value}")
            assert ">One</a>" in page, name
            assert (">Two</a>" in page) is (name == "from"), name
        assert "No decks found." in text_of(client, "/decks/?with-to=2020-01-01")

    def test_says_beside_the_field_what_is_no_date(self, client: Client) -> None:
        answer = client.get("/decks/?with-from=soon&with-tag=aggro")
        assert answer.status_code == 400
        page = answer.content.decode()
        assert "Enter a valid date." in page
        assert 'value="aggro"' in page
