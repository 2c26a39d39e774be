"""A card's page with wordings and rulings loaded, and without; the sentences are our own."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.catalog.wordings.making import PAGE, SLUG, make_group, make_ruling, make_source, make_wording

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


def page_of(client: Client, query: str = "", status: int = 200) -> str:
    response = client.get(f"{PAGE}{query}")
    assert response.status_code == status
    return response.content.decode()


def part(page: str, name: str) -> str:
    """The section of that name, without markup and with single spaces."""
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split()) if found else ""


@pytest.fixture
def three_texts() -> None:
    """Printed in 2004, an errata in May 2006, a reference on a day of 2009."""
    make_wording("Draw a card. (Look first.)", "printed", "2004-02-01", printing_code="MOR-001", flavour="Whoosh!")
    make_wording("Draw two cards.", "errata", "2006-05-01", source="faq", changed=["two cards"], place="line 12")
    make_wording("You may draw two cards.", "reference", "2009-01-01", "2009-12-31", source="book")


class TestWithoutWording:
    def test_says_so_and_tells_staff_how_to_load_it(self, client: Client) -> None:
        said = part(page_of(client), "wording")
        assert "card text not available" in said
        assert "manage.py" not in said
        client.force_login(User.objects.create_superuser("staff", password="x"))
        said = part(page_of(client), "wording")
        assert "manage.py import_cards --source reference FILE" in said
        assert "Which files work" in said

    def test_has_no_timeline_no_copy_and_no_rulings(self, client: Client) -> None:
        page = page_of(client)
        assert [part(page, name) for name in ("timeline", "copy", "rulings")] == ["", "", ""]

    def test_glosses_its_keywords(self, client: Client) -> None:
        page = client.get("/cards/vs-classic/captain-america-champion-license/").content.decode()
        assert '<a href="/keywords/vs-classic/loyalty-reveal/">Loyalty-Reveal</a>' in page


@pytest.mark.usefixtures("three_texts")
class TestTheText:
    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("", "You may draw two cards."),
            ("?on=2006-04-30", "Draw a card."),
            ("?on=2006-05-01", "Draw two cards ."),
            ("?on=2008-12-31", "Draw two cards ."),
        ],
    )
    def test_is_that_of_the_day(self, client: Client, query: str, said: str) -> None:
        assert said in part(page_of(client, query), "wording")

    def test_comes_first(self, client: Client) -> None:
        page = page_of(client)
        assert page.index('id="wording"') < page.index('class="facts"')

    def test_stands_with_its_kind_day_source_place_and_authority(self, client: Client) -> None:
        said = part(page_of(client, "?on=2008-01-01"), "wording")
        assert "Errata, from 1 May 2006; Faq , line 12 (players)" in said

    def test_tells_reminder_and_flavour_apart(self, client: Client) -> None:
        page = page_of(client, "?on=2005-01-01")
        assert '<i class="reminder">(Look first.)</i>' in page
        assert re.search(r'<p class="flavour"><span class="label">Flavor</span> Whoosh!</p>', page)

    def test_has_the_passages_marked_that_are_new(self, client: Client) -> None:
        assert 'Draw <mark class="isnew">two cards</mark>.' in page_of(client, "?on=2008-01-01")
        assert "<mark" not in page_of(client)

    def test_may_be_a_newer_one_already(self, client: Client) -> None:
        said = part(page_of(client, "?on=2009-06-01"), "wording")
        assert "Draw two cards" in said
        assert "A newer text may have been in force on 1 June 2009: Official reference, from 2009" in said

    def test_is_the_oldest_on_a_day_before_all(self, client: Client) -> None:
        said = part(page_of(client, "?on=2003-01-01"), "wording")
        assert "Draw a card." in said
        assert "No available text was in force on 1 January 2003." in said

    def test_is_drawn_in_the_picture_for_links(self, client: Client) -> None:
        address = f"{PAGE}preview.png"
        before = client.get(address).content
        make_wording("Draw nine cards, or as many as you like.", "errata", "2010-05-01", source="last")
        assert client.get(address).content != before

    def test_stands_on_the_face(self, client: Client) -> None:
        face = page_of(client).partition('class="face__text')[2].partition('class="face__foot"')[0]
        assert "You may draw two cards." in face
        assert "You may draw two cards." in page_of(client).partition('property="og:description"')[2][:400]


@pytest.mark.usefixtures("three_texts")
class TestTheTimeline:
    def test_has_every_text_newest_first_with_its_state(self, client: Client) -> None:
        said = part(page_of(client, "?on=2008-01-01"), "timeline")
        order = ["2009 later", "1 May 2006 in force Errata", "1 February 2004 earlier"]
        assert sorted(order, key=said.index) == order

    def test_marks_the_current_one(self, client: Client) -> None:
        page = page_of(client, "?on=2008-01-01")
        [current] = re.findall(r'<li class="timeline__(\w+)" aria-current="true">', page)
        assert current == "current"

    def test_leads_to_what_each_changed(self, client: Client) -> None:
        page = page_of(client, "?on=2008-01-01")
        assert "?on=2008-01-01&amp;from=list.MOR-001&amp;to=faq.errata#comparison" in page
        assert "?on=2008-01-01&amp;from=faq.errata&amp;to=book.reference#comparison" in page

    def test_says_that_a_text_repeats_the_one_before(self, client: Client) -> None:
        make_wording("You may draw two cards.", "reference", "2010-01-01", source="again")
        assert "Same words as the text below." in part(page_of(client), "timeline")

    def test_says_where_an_order_is_not_certain(self, client: Client) -> None:
        make_wording("Draw three cards.", "reference", "2009-03-01", "2010-02-01", source="again")
        assert part(page_of(client), "timeline").count("may be older") == 1


@pytest.mark.usefixtures("three_texts")
class TestTwoTexts:
    def test_stand_word_for_word(self, client: Client) -> None:
        page = page_of(client, "?from=list.MOR-001&to=faq.errata")
        said = part(page, "comparison")
        assert "Draw [removed: a card. (Look first.) ] [added: two cards. ]" in said
        assert re.search(r'<option value="faq.errata" selected>', page)

    def test_stand_in_either_direction(self, client: Client) -> None:
        said = part(page_of(client, "?from=book.reference&to=faq.errata"), "comparison")
        assert "[removed: You may draw ] [added: Draw ]" in said

    def test_are_the_one_named_and_the_one_that_counts(self, client: Client) -> None:
        assert "[added: You may draw ]" in part(page_of(client, "?from=faq.errata"), "comparison")

    def test_that_say_the_same_say_so(self, client: Client) -> None:
        assert "Both texts are the same." in part(page_of(client, "?from=faq.errata&to=faq.errata"), "comparison")

    @pytest.mark.parametrize("query", ["?from=list.nowhere&to=faq.errata", "?from=faq.errata&to=x", "?to=faq.errata"])
    def test_that_are_not_there_are_said_to_be_missing(self, client: Client, query: str) -> None:
        page = page_of(client, query, status=400)
        assert 'class="field__error"' in page
        assert part(page, "comparison") == ""
        assert client.get(f"{PAGE[:-1]}.json{query}").status_code == 400


class TestTheCopy:
    def test_has_the_text_of_the_printing_that_is_chosen(self, client: Client) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001", flavour="Whoosh!")
        make_wording("Skip.", "printed", "2008-06-27", printing_code="MUN-001")
        assert "MOR-001" in part(page_of(client), "copy")
        said = part(page_of(client, "?printing=MOR-001"), "copy")
        assert "Hop." in said
        assert "Flavor Whoosh!" in said
        assert "from=list.MOR-001&amp;to=list.MUN-001" in page_of(client, "?printing=MOR-001")
        assert "The printed text is the same as the text above." in part(page_of(client, "?printing=MUN-001"), "copy")

    def test_of_a_printing_without_a_text_says_so(self, client: Client) -> None:
        make_wording("Skip.", "errata", "2008-06-27")
        assert "text not available" in part(page_of(client), "copy")

    def test_of_a_printing_that_there_is_not_is_refused(self, client: Client) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        assert "no printing" in part(page_of(client, "?printing=XXX-001", status=400), "wording").lower()


class TestDerivedFacts:
    def test_are_shown_as_read_off_the_text(self, client: Client) -> None:
        make_wording("Boost 2: Draw a card.", "reference", "2008-06-10")
        said = part(page_of(client), "wording")
        assert "Facts read from the text" in said
        assert "Keywords Boost 2" in said

    def test_are_told_where_they_differ_from_what_is_recorded(self, client: Client) -> None:
        slug = "captain-america-champion-license"
        make_wording("Boost 2: Draw a card.", "reference", "2008-06-10", slug=slug)
        page = client.get(f"/cards/vs-classic/{slug}/").content.decode()
        assert "1 differs from the recorded facts" in part(page, "wording")
        told = client.get(f"/cards/vs-classic/{slug}.json").json()["unlike_recorded"]
        assert [(each["fact"], each["in_text"]) for each in told] == [("keywords", ["Boost 2"])]

    def test_keywords_of_the_text_alone_are_glossed_as_such(self, client: Client) -> None:
        make_wording("Boost 2: Draw a card.", "reference", "2008-06-10")
        page = page_of(client)
        assert '<dt><a href="/keywords/vs-classic/boost/">Boost</a></dt>' in page
        assert "Named in its text, but not recorded as a keyword." in page


class TestRulings:
    def test_about_it_stand_before_those_that_mention_it(self, client: Client) -> None:
        make_ruling("Only once.", "2005-01-01", subject="Another card", mentions=[SLUG], about=["bloodsport"])
        make_ruling("Every turn.", "2004-01-01", subject="How often?", about=[SLUG])
        said = part(page_of(client), "rulings")
        order = ["1 about this card, 1 mentioning it", "How often?", "Rulings that mention it", "Another card"]
        assert sorted(order, key=said.index) == order

    def test_stand_with_source_day_place_and_authority(self, client: Client) -> None:
        make_source("judges", name="Judges' list", authority="judge")
        make_ruling("Every turn.", "2004-01-01", "2004-01-31", source="judges", about=[SLUG])
        page = page_of(client)
        assert "January 2004; Judges&#x27; list , line 7 (a judge)" in part(page, "rulings")
        assert 'href="/sources/vs-classic/judges/#ruling-1"' in page

    def test_say_that_the_rule_or_the_text_has_changed_since(self, client: Client) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2008-05-01")
        make_ruling("Four.", "2007-03-01", about=[SLUG], rules=[("", "101.2")])
        said = part(page_of(client), "rulings")
        assert "changed since Rule 101.2" in said
        assert "newer text" in said


class TestGroups:
    def test_are_named_on_the_page_of_each_member(self, client: Client) -> None:
        make_group("Hoppers", "Savage  beatdown", "Hulk")
        assert '<dt>Group</dt><dd><a href="/groups/vs-classic/hoppers/">Hoppers</a></dd>' in page_of(client)
        other = client.get("/cards/vs-classic/bloodsport/").content.decode()
        assert "Hoppers" not in other


class TestForPrograms:
    def test_json_has_texts_rulings_and_groups(self, client: Client) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001", flavour="Whoosh!")
        make_ruling("Every turn.", "2004-01-01", about=[SLUG])
        make_group("Hoppers", "Savage Beatdown")
        told = client.get(f"{PAGE[:-1]}.json?on=2005-01-01").json()
        assert told["wording"]["text"] == "Hop."
        assert told["wording"]["since"] == {"earliest": "2004-02-01", "latest": "2004-02-01"}
        assert [each["text"] for each in told["rulings"]] == ["Every turn."]
        assert told["groups"] == ["hoppers"]

    @pytest.mark.usefixtures("three_texts")
    def test_markdown_has_the_text_of_the_day_and_the_history(self, client: Client) -> None:
        said = client.get(f"{PAGE[:-1]}.md?on=2008-01-01").content.decode()
        assert "## Text on 1 January 2008\n\n> Draw two cards.\n" in said
        assert "- 1 February 2004: as printed on MOR-001, [List](http" in said

    def test_markdown_has_the_rulings_and_what_has_changed_since(self, client: Client) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2008-05-01")
        make_ruling("Four.\n- *No* more.", "2007-03-01", subject="How many?", about=[SLUG], rules=[("", "101.2")])
        make_ruling("Always.", subject="When?", about=[SLUG])
        said = client.get(f"{PAGE[:-1]}.md").content.decode()
        assert "## Rulings\n" in said
        assert "### How many?\n\n> Four.\n>\n> \\- \\*No\\* more.\n\n1 March 2007, List" in said
        assert "Rule 101.2 has changed since, in " in said
        assert "The text of Savage Beatdown is newer." in said
        assert "> Always.\n\ndate not recorded, List" in said

    def test_markdown_makes_no_markup_of_what_a_file_brought(self, client: Client) -> None:
        make_wording("# Big\n- [link](x) *bold* <b>\n1. one", "printed", "2004-02-01")
        said = client.get(f"{PAGE[:-1]}.md").content.decode()
        assert "> \\# Big\n>\n> \\- \\[link\\](x) \\*bold\\* \\<b\\>\n>\n> 1\\. one\n" in said


class TestWhatAFileBrought:
    def test_is_escaped_wherever_it_stands(self, client: Client) -> None:
        make_source("evil", name=HOSTILE)
        common = {"source": "evil", "place": HOSTILE}
        make_wording(HOSTILE, "printed", "2004-02-01", printing_code="<b>-1", flavour=HOSTILE, **common)
        make_wording(f"{HOSTILE} ({HOSTILE} again)", "errata", "2006-02-01", changed=[HOSTILE], **common)
        make_ruling(HOSTILE, subject=HOSTILE, source="evil", about=[SLUG], rules=[(HOSTILE, HOSTILE)])
        make_group("Evil", "Savage Beatdown")
        for query in ("", "?from=evil.%3Cb%3E-1&to=evil.errata", "?on=2005-01-01", "?printing=%3Cb%3E-1"):
            page = page_of(client, query)
            assert "<script>alert" not in page
            assert "<b>-1" not in page
            assert "&lt;script&gt;alert" in page

    def test_is_json_all_the_same(self, client: Client) -> None:
        make_wording(HOSTILE, "printed", "2004-02-01")
        assert json.loads(client.get(f"{PAGE[:-1]}.json").content)["wording"]["text"] == HOSTILE


class TestQueries:
    @pytest.mark.parametrize("texts", [1, 12])
    def test_are_as_many_for_many_texts_and_rulings(
        self, client: Client, texts: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(texts):
            make_wording(f"Boost {number}", "printed", f"2004-02-{number + 1:02}", printing_code=f"MOR-{number}")
            make_ruling("Boost.", "2005-01-01", about=[SLUG], mentions=["bloodsport"], rules=[("", "101.2")])
        client.get(PAGE)
        # As without: 8. Of the rulings: links, cards, rules cited, keywords, sets; rules; wordings of their cards.
        with django_assert_num_queries(14):
            client.get(PAGE)
