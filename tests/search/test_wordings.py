"""Search over wording, errata and rulings, with cards and texts of our own: each field alone and within a query."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from tests.search.asking import TODAY, ask
from tests.search.worded import a_card, a_ruling, a_source, a_wording, new_data
from tests.sizes import share, size
from tests.snapshots import kept_rows
from vsdb.catalog.cards.models import Card, Team
from vsdb.search.completion import list_completions, list_values
from vsdb.search.language.fields import FIELDS
from vsdb.search.language.functions import FUNCTIONS
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db

GAMES = ("vs-classic", "vs-2pcg")


@pytest.fixture(autouse=True, scope="module")
def cards(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Card]]:
    """The cards of `stored`, stored and indexed once for all that is asked here."""
    with kept_rows(django_db_blocker) as store:
        yield store(stored)


def stored() -> dict[str, Card]:
    """Seven cards that are worded, one that isn't, and those of the reference, which aren't either."""
    team = Team.objects.get(game="vs-classic", name="X-Men")
    held = {
        "lamp": a_card("Lamp Lighter", type="Character"),
        "wick": a_card("Wick", type="Character", title="Wick, Long Burning"),
        "wickham": a_card("Wick Trimmer", type="Character"),
        "oil": a_card("Oil", type="Plot Twist"),
        "shade": a_card("Shade", type="Equipment", title="Shade, Dim", has_errata=True),
        "pane": a_card("Pane", "vs-2pcg", type="Main Character", level=1),
        "glow": a_card("Glowing Ember", "vs-2pcg", type="Supporting Character", level=3),
        "dark": a_card("Darkness", type="Location"),
    }
    a_wording(held["lamp"], "Activate >>> Ready Lamp Lighter. (Turn it upright.)", days="2004-01-01")
    a_wording(held["lamp"], "Activate >>> Ready Lamp Lighter. Use only once per turn.", "errata", "2006-06-10")
    a_wording(
        held["wick"], "Lamp Lighter gets +2 ATK. Trim the Wick while it burns.", days=("2004-01-01", "2004-12-31")
    )
    a_wording(held["wickham"], "Loyalty. Discard a card >>> Wick gains Boost. Wick Trimmer glows.", days="2005-01-01")
    a_wording(held["oil"], "Search your deck for an X-Men character card.", days="2005-01-01")
    a_wording(
        held["oil"],
        "Draw two cards.",
        "errata",
        "2006-01-01",
        source=a_source("judges", name="Bench", authority="judge"),
    )
    a_wording(held["oil"], "Search your deck for an X-Men character card.", "reference", "2007-01-01")
    a_wording(
        held["shade"],
        "Équip only to a cháracter that's dim. Shade breaks. You can't have more than one copy of Shade in your deck.",
    )
    a_wording(
        held["pane"],
        "Clear View. Main [Might] [Might]: Stun a see-through character.\nLevel Up (4): Pane gains an XP.",
        days="2015-01-01",
    )  # fmt: skip
    a_wording(held["glow"], "AKA Spark Plug\nGlare\nCombat [Energy]: Glowing Ember burns.\nSwarm", days="2015-01-01")
    a_ruling([held["lamp"]], "It may stand up though it never lay down.", days="2005-05-05", rules=[("", "505.1a")])
    a_ruling([held["lamp"], held["oil"]], "Both count as light.", days="2006-07-01", rules=[("cr-2.7", "706.3")])
    a_ruling([held["wick"]], "Only one burns.", days=("2005-01-01", "2006-12-31"), mentioned=[held["shade"]])
    a_ruling([held["wick"]], "It smells; see Wick.", rules=[("mun-faq-2008-06-10", "3")])
    assert team
    for game in GAMES:
        new_data(game)
    ask("")  # the index is made anew
    return held


def found(query: str, cards: dict[str, Card]) -> set[str]:
    """Which of our cards a query finds."""
    ids = set(ask(query).ids)
    return {name for name, card in cards.items() if card.pk in ids}


CASES: list[tuple[str, str]] = [
    ("x:ready", "lamp"),
    ("x:upright", ""),
    ("full:upright", ""),
    ("full:upright asof:2006-01-01", "lamp"),
    ("x:upright asof:2006-01-01", ""),
    ("printed:upright", ""),
    ('x:"once per turn"', "lamp"),
    ('x:"once per turn" asof:2006-06-09', ""),
    ('x:"once per turn" asof:2006-06-10', "lamp"),
    ('x:"per once"', ""),
    ('x:"ready ~"', "lamp"),
    ("x:~", "lamp wick wickham shade pane glow"),
    ('x:"~ gets"', ""),
    ('x:"the ~ while"', "wick"),
    ('x:"ready ~" asof:2004-06-01', "lamp"),
    ("x:equip", "shade"),
    ("x:ÉQUIP", "shade"),
    ("x:character", "oil shade pane"),
    ("x=oil", ""),
    ('x="draw two cards" asof:2006-02-01', "oil"),
    ("x:*", "lamp wick wickham oil shade pane glow"),
    (r"x:/gets? \+\d+ (ATK|DEF)/", "wick"),
    (r"x:/^\[activate\] >>>/", "lamp"),
    ("x:/ready ~\\./", "lamp"),
    ("x:/~ gets/", ""),
    ("x:/turn it upright/ asof:2005-01-01", ""),
    ("full:/turn it upright/ asof:2005-01-01", "lamp"),
    ("x:/equip only/", "shade"),
    ("printed:draw", ""),
    ("printed:activate -x:once", ""),
    ("printed:search", "oil"),
    ("x:draw asof:2006-06-01", "oil"),
    ("x:draw", ""),
    ('mentions:"lamp lighter"', "lamp wick"),
    ("mentions:lighter", "lamp wick"),
    ("mentions:light", "lamp wick"),
    ('mentions:!"Wick"', "wick wickham"),
    ('refs:!"Lamp Lighter"', "wick"),
    ('refs:!"Wick"', "wickham"),
    ('refs:!"Wick Trimmer"', ""),
    ("refs:/^lamp/", "wick"),
    ('refby:!"Wick"', "lamp"),
    ("refby:trimmer", "wick"),
    ("stamped:x-men", "oil"),
    ("stamped:xmen asof:2006-02-01", ""),
    ("superpower:stun", "pane"),
    ("superpower:might", "pane"),
    ("superpower:/see-through/", "pane"),
    ("superpower:burns", "glow"),
    ('superpower:"~ burns"', "glow"),
    ("levelup<=4", "pane"),
    ("levelup=4", "pane"),
    ("levelup>4", ""),
    ("levelup!=3", "pane"),
    ("levelup>lv", "pane"),
    ("levelup:even", "pane"),
    ("errata>=1", "lamp oil"),
    ("errata=1", "lamp oil"),
    ("errata<1", "wick wickham pane glow"),
    ("errata:0", "wick wickham pane glow"),
    ("errata>=2", ""),
    ('errata:"once per turn"', "lamp"),
    ("errata:/two (cards|coins)/", "oil"),
    ("errata:*", "lamp oil"),
    ("erratadon>2006-06", ""),
    ("erratadon:2006-06", "lamp"),
    ("erratadon>=2006-06", "lamp"),
    ("erratadon<2006-06", "oil"),
    ("erratadon!=2006-06", "oil"),
    ("changed:2006-06", "lamp"),
    ("errataby:judge", "oil"),
    ("errataby:bench", "oil"),
    ("errataby:publisher", "lamp"),
    ("errataby:/^our/", "lamp"),
    ("is:errata", "lamp oil shade"),
    ("has:errata", "lamp oil shade"),
    ("has:errata asof:2006-03-01", "oil"),
    ("is:errata-reverted", "oil"),
    ("is:errata-reverted asof:2006-12-31", ""),
    ("has:text", "lamp wick wickham oil shade pane glow"),
    ("ruling:light", "lamp oil"),
    ('ruling:"stand up"', "lamp"),
    ("ruling:/count(s)? as/", "lamp oil"),
    ('ruling:"see ~"', "wick"),
    ("ruling:burns", "wick shade"),
    ("ruling:*", "lamp wick oil shade"),
    ("ruling:light asof:2006-01-01", ""),
    ("has:ruling", "lamp wick oil"),
    ("rulings>1", "lamp wick"),
    ("rulings=1", "oil"),
    ("rulings>1 asof:2005-12-31", ""),
    ("rulingon<2005-06-01", "lamp"),
    ("rulingon>2006", ""),
    ("rulingon>=2006", "lamp oil"),
    ("rulingon:2005..2006", "lamp wick oil"),
    ("cites:CR-505", "lamp"),
    ("cites:505.1", "lamp"),
    ("cites:505.1a", "lamp"),
    ("cites:50", ""),
    ("cites:505.10", ""),
    ("cites:cr706", "lamp oil"),
    ('cites:"CR 706.3"', "lamp oil"),
    ("cites:cr-2.7-706", "lamp oil"),
    ("cites:cr-2007-02-05-706", ""),
    ("cites:mun-faq-2008-06-10", "wick"),
    ("cites:*", "lamp wick oil"),
    ("is:ruling-stale", "lamp oil"),
    ("fn:search", "oil"),
    ("fn:draw asof:2006-02-01", "oil"),
    ("fn:ready", "lamp"),
    ("fn:untap", "lamp"),
    ("fn:pump", "wick"),
    ("fn>={search,pump}", ""),
    ("fn:{search,pump}", "wick oil"),
    ("fn=discard", "wickham"),
    ("fn:stun", "pane"),
    ("kw:swarm", "glow"),
    ("kw:loyalty", "wickham"),
    ("limit=1", "shade"),
    ("limit<=1", "shade"),
    ("is:unique", "shade"),
    ("sym:might", "pane"),
    ("sym=energy", "glow"),
    ('aka:"spark plug"', "glow"),
    ("aka:*", "glow"),
]


class TestEveryField:
    """All cases on one writing of the data, which takes longer than they do."""

    def test_finds_the_cards_that_fit(self, cards: dict[str, Card]) -> None:
        wanted = {query: set(names.split()) for query, names in CASES}
        answers = {query: found(query, cards) for query, _ in CASES}
        assert {query: names for query, names in answers.items() if names != wanted[query]} == {}

    def test_is_understood(self) -> None:
        assert {query: notes for query, _ in CASES if (notes := ask(query).notes)} == {}

    @pytest.mark.parametrize("field", ["x", "full", "printed"])
    def test_says_of_a_day_that_it_is_none(self, field: str) -> None:
        assert ["“nonsense”" in note.message for note in ask(f"{field}:draw asof:nonsense").notes] == [True]

    @pytest.mark.law
    def test_keeps_its_meaning_in_a_larger_query(self) -> None:
        everything, other = set(ask("").ids), set(ask("n:darkness").ids)
        characters = set(ask("t:character").ids)
        for query, _ in share(CASES, one_in=3):
            asked, _, day = query.partition(" asof:")
            alone, end = set(ask(query).ids), f" asof:{day}" if day else ""
            assert set(ask(f"({asked}){end}").ids) == alone, query
            assert set(ask(f"-({asked}){end}").ids) == everything - alone, query
            assert set(ask(f"({asked}) or n:darkness{end}").ids) == alone | other, query
            assert set(ask(f"({asked}) t:character{end}").ids) == alone & characters, query

    def test_costs_a_constant_number_of_queries(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        for query, _ in CASES:
            ask(query)
            with django_assert_max_num_queries(9, info=query):
                ask(query)


class TestWhatIsNotLoaded:
    def test_is_told_with_the_number_of_cards(self) -> None:
        total = ask("", "vs-classic").total
        said = [remark.message for remark in ask("x:ready", "vs-classic").remarks]
        assert (
            said == [f"Card texts are available for 5 of {total:,} cards of Vs. System; other texts are unknown."]
            or f"5 of {total:,} cards of" in said[0]
        )
        assert len(ask("x:ready -x:steady full:ready").remarks) == 1

    def test_of_a_game_without_any_is_told(self) -> None:
        answer = ask("x:ready", "riftbound")
        assert answer.total == 0
        assert "“text” finds no cards: card texts are not available." in answer.notes[0].message
        assert "manage.py" not in answer.notes[0].message
        assert "no rulings are recorded" in ask("has:ruling", "riftbound").notes[0].message
        assert ask("-x:ready", "riftbound").total == ask("", "riftbound").total

    def test_is_offered_only_where_it_is_loaded(self) -> None:
        assert "text:" in {each.label for each in list_completions("tex", 3, "vs-classic")}
        assert "text:" not in {each.label for each in list_completions("tex", 3, "riftbound")}
        assert list_values("fn", "riftbound") == ()
        assert "search" in {each.name for each in list_values("fn", "vs-2pcg")}


class TestBareWords:
    def test_find_wording_after_names(self, cards: dict[str, Card]) -> None:
        answer = ask("wick", "vs-classic")
        ours = [name for pk in answer.ids for name, card in cards.items() if card.pk == pk]
        assert ours[:1] == ["wick"]
        assert set(ours) == {"wick", "wickham"}
        assert found("lighter", cards) == {"lamp", "wick"}
        assert found('"once per turn"', cards) == {"lamp"}


class TestHostileQueries:
    def test_of_many_expressions_over_texts_are_cut(self) -> None:
        asked = " ".join(f"-x:/a{number}/" for number in range(6))
        assert next(note.message for note in ask(asked).notes).startswith("a query can use at most 4 different")
        assert search_cards("x:/((a{500}){500}){500}/", today=TODAY).notes

    @pytest.mark.parametrize(
        "query", ['x:"%"', "x:_", "cites:((((", "cites:'", 'refs:!"', "errataby:*", "mentions:%", "x:\\"]
    )
    def test_never_fail(self, query: str) -> None:
        ask(query)

    @pytest.mark.law
    def test_put_together_at_random_never_fail(self) -> None:
        chance = random.Random(20080610)  # noqa: S311
        keys = [key for one in FIELDS if one.needs for key in one.keys] + [
            "is",
            "has",
            "kw",
            "limit",
            "sym",
            "aka",
            "changed",
        ]
        values = [
            "*", "none", "unknown", "even", "9" * 30, "-9", "x" * 200, '"~ ~"', "~", "{a,b}", "/(/", "/a*/", "/~/",
            "/(a+)+$/", "%", "_", "\\", "2006-13-45", "9999-12-31", "s:MUN", "!x", '!"', "ruling", "text",
            "errata-reverted", "505.",
            "CR-", "search", "ruling-stale", "/[/", "\u202e", "lv+1", "{search,draw}",
        ]  # fmt: skip
        for _ in range(size(250, short=60)):
            parts = [
                "".join(
                    (chance.choice(["", "-"]), chance.choice(keys), chance.choice([":", "=", "!=", "<", ">="]), value)
                )
                for value in chance.choices(values, k=chance.randint(1, 8))
            ]
            day = chance.choice(
                ["", " asof:2005", " asof:2006-06-10", " asof:never", " asof:9999-12-31", " asof:0001-01-01"]
            )
            text = chance.choice([" ", " or "]).join(parts) + day
            whole = set(ask(text).ids)
            assert whole <= set(ask(day).ids), text


class TestThePage:
    def test_shows_the_text_in_a_list_of_texts(self, client: Client) -> None:
        page = client.get("/cards/vs-classic/?q=x:ready&view=text").content.decode()
        assert "Ready Lamp Lighter. Use only once per turn." in page
        assert "upright" not in page

    def test_shows_the_text_in_a_column(self, client: Client) -> None:
        page = client.get("/cards/vs-classic/?q=x:trim&view=table&columns=text").content.decode()
        assert "Lamp Lighter gets +2 ATK. Trim the Wick while it burns." in page
        unworded = client.get("/cards/vs-classic/?q=n:darkness&view=table&columns=text").content.decode()
        assert 'title="not recorded"' in unworded

    def test_of_help_defines_every_function(self, client: Client) -> None:
        page = unescape(client.get("/help/search/").content.decode())
        assert all(f">{each.tag}" in page and each.definition in page for each in FUNCTIONS)
        assert "card texts are not available" not in page


class TestTheApi:
    def test_gives_the_same_answer_and_says_what_is_not_known(self, client: Client, cards: dict[str, Card]) -> None:
        body = client.get("/api/v1/cards/", {"q": "x:ready", "game": "vs-classic"}).json()
        assert [each["slug"] for each in body["results"]] == [cards["lamp"].slug]
        assert any("Card texts are available for 5 of" in note["message"] for note in body["notes"])
