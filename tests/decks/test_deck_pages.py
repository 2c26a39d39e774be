"""The pages of stored decks: who sees them, what they show, and that nobody keeps them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from tests.decks.stored import deck_of, page_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Game
from vsdb.decks import comments, services
from vsdb.decks.deck_page import MAX_LOOKED_AT
from vsdb.decks.models import TAKEN, Deck
from vsdb.decks.services import Snapshot
from vsdb.decks.urls import READING
from vsdb.exchange.deck_lists.layouts import list_layouts

pytestmark = pytest.mark.django_db

#: What can be read of a deck as a page, below its address.
PAGES = ["versions/", "versions/1/", "odds/", "hand/?seed=1", "judge/", "export/text/?show=page"]


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.mark.parametrize(("game", "is_offered"), [("vs-classic", False), ("vs-2pcg", False), ("riftbound", True)])
def test_a_code_of_one_game_is_offered_for_its_decks_alone(
    ann: tuple[User, Client], game: str, *, is_offered: bool
) -> None:
    deck = services.create(Viewer(ann[0].pk), game, Snapshot())
    assert ("/export/riftbound-code/" in text_of(ann[1], page_of(deck))) is is_offered


class TestOdds:
    def test_stand_on_the_page_and_in_the_builder_and_lead_to_all_of_them(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="4 Hulk, Gladiator\n56 Savage Beatdown\n", title="Odds")
        for address in (page_of(deck), f"/decks/{deck.pk}/edit/"):
            page = text_of(ann[1], address).replace("\u00a0", " ")
            assert "At least one character of cost 2 or less in the opening hand" not in page
            assert '<th scope="row">1</th><td class="num soft" colspan="2">no card</td>' in page
            assert '<th scope="row">5</th><td class="num">67 %</td><td class="num">77 %</td>' in page
            assert re.search(rf'href="/decks/{deck.pk}/(odds-\w+/)?odds/"', page)

    def test_of_a_few_cards_are_left_out(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="3 Hulk, Gladiator\n")
        assert 'id="deck-odds"' not in text_of(ann[1], page_of(deck))


class TestTheAddress:
    def test_number_and_old_titles_lead_to_the_page(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        for end in ("", "another-title/"):
            assert client.get(f"/decks/{deck.pk}/{end}").headers["Location"] == page_of(deck)

    def test_number_and_old_titles_keep_what_the_address_asks(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        for address in (f"/decks/{deck.pk}/", f"/decks/{deck.pk}/old-title/"):
            answer = client.get(f"{address}?by=cost&view=faces")
            assert answer.headers["Location"] == f"{page_of(deck)}?by=cost&view=faces"

    def test_no_word_below_a_number_can_be_a_title(self) -> None:
        below = {
            words[1]
            for words in (str(each).split("/") for each in _patterns())
            if words[0] == "<int:pk>" and len(words) > 2 and not words[1].startswith("<")
        }
        assert {end.split("/")[0] for end, _, _ in READING if "." not in end} <= below
        assert below == TAKEN

    @pytest.mark.parametrize("title", ["Edit", "hand", "…", "Versions!"])
    def test_a_deck_of_any_title_has_its_own_page(self, ann: tuple[User, Client], title: str) -> None:
        deck = deck_of(ann[0], title=title)
        assert f"<h1>{title}</h1>" in text_of(ann[1], page_of(deck))

    @pytest.mark.parametrize(
        "address", [f"/decks/{10**30}/", "/decks/0/", "/decks/shared/abc/", "/decks/shared/%00/", "/decks/7/x/"]
    )
    def test_what_is_not_there_is_not_there(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404


def _patterns() -> list[object]:
    resolver = next(each for each in get_resolver().url_patterns if str(each.pattern) == "decks/")
    return [each.pattern for each in resolver.url_patterns]


class TestWhatThePageShows:
    def test_the_list_with_links_notes_and_lines_that_were_not_read(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], notes="Mulligan low.\nAlways.", card_notes={"savage-beatdown": "Keep it."})
        page = text_of(ann[1], page_of(deck))
        assert '<a href="/cards/vs-classic/savage-beatdown/">Savage Beatdown</a>' in page
        for said in ("Mulligan low.<br>\nAlways.", "Keep it.", "3 Savage Beetdown", "???"):
            assert said in page

    def test_the_verdict_in_its_format_and_in_all(self, ann: tuple[User, Client]) -> None:
        page = text_of(ann[1], page_of(deck_of(ann[0], visibility="public")))
        assert re.search(r'<h2 class="outcome__line"><b>Illegal</b> in Silver Age on', page)
        assert "Every format today: illegal in" in page

    @pytest.mark.parametrize(
        ("query", "groups"),
        [
            ("", ["Character (4)", "Plot Twist (8)", "Not read (3)"]),
            ("?by=cost", ["Cost 1 (4)", "Cost 4 (4)", "Cost not recorded (4)", "Not read (3)"]),
            ("?by=team", ["No affiliation (8)", "Affiliation not recorded (4)", "Not read (3)"]),
            ("?by=nothing", ["Character (4)", "Plot Twist (8)", "Not read (3)"]),
        ],
    )
    def test_the_list_in_groups_of_ones_choice(self, ann: tuple[User, Client], query: str, groups: list[str]) -> None:
        page = text_of(ann[1], page_of(deck_of(ann[0])) + query)
        assert re.findall(r'<h4 class="label">([^<]+)</h4>', page) == groups

    def test_faces_with_their_counts_for_one_query_more(self, ann: tuple[User, Client]) -> None:
        Game.objects.filter(pk="vs-classic").update(imports_version="there may be texts")
        address = page_of(deck_of(ann[0], card_notes={"savage-beatdown": "Keep it."}))
        with CaptureQueriesContext(connection) as listed:
            page = text_of(ann[1], address)
        assert "face__name" not in page
        with CaptureQueriesContext(connection) as shown:
            page = text_of(ann[1], f"{address}?view=faces&by=cost")
        assert len(shown) == len(listed) + 1
        assert page.count('class="face__name"') == 3
        assert page.count('<b class="decktext__copies">4') == 3
        assert "Keep it." in page
        assert f'href="{address}?by=cost#list"' in page  # back to the list, in the same groups
        assert f'href="{address}?view=faces#list"' in page  # by type again

    def test_its_owner_copies_it_and_others_fork_it(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        for browser, said in ((ann[1], "Copy"), (client, "Fork")):
            for end in ("", "versions/", "versions/1/"):
                page = text_of(browser, f"/decks/{deck.pk}/{end}")
                assert re.findall(r'<button type="submit"[^>]*>(Fork|Copy)', page) == [said], end
        assert ann[1].post(f"/decks/{deck.pk}/fork/").status_code == 302
        copy = Deck.objects.get(forked_from__deck=deck)
        assert 'class="deckpage__fork">Copy of <a' in text_of(ann[1], page_of(copy))

    def test_each_layout_of_the_export_is_explained(self, ann: tuple[User, Client]) -> None:
        page = text_of(ann[1], page_of(deck_of(ann[0])))
        for layout in list_layouts("vs-classic"):
            assert f'>{layout.name}</a></dt> <dd class="small soft">{layout.shows}</dd>' in page

    def test_a_draft_says_what_it_lacks_and_is_called_neither_illegal_nor_never_legal(
        self, ann: tuple[User, Client]
    ) -> None:
        page = text_of(ann[1], page_of(deck_of(ann[0])))
        assert "15 of 60 cards for Silver Age" in page
        assert "So far in Silver Age: " in page
        assert page.count('class="findings"') == 1
        for said in ("outcome__line", "Never legal", "lifeline", "illegal in", "Illegal in"):
            assert said not in page, said

    def test_an_empty_deck_says_what_to_do(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="", format="")
        page = text_of(ann[1], page_of(deck))
        assert "No cards yet." in page
        assert f'href="/decks/{deck.pk}/edit/"' in page

    def test_a_list_longer_than_any_deck_is_shown_without_figures(self, ann: tuple[User, Client]) -> None:
        for lines, are_drawn in ((MAX_LOOKED_AT, True), (MAX_LOOKED_AT + 1, False)):
            deck = deck_of(ann[0], text="".join(f"1 Nobody {number}\n" for number in range(lines)))
            page = text_of(ann[1], page_of(deck))
            assert ("too long for statistics" in page, "Every format today" in page) == (not are_drawn, are_drawn)

    def test_a_format_that_is_gone_is_said(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        deck.revisions.update(format="no-more")
        assert "The format no-more is not recorded" in text_of(ann[1], page_of(deck))

    def test_a_fork_says_where_it_comes_from_to_those_who_may_read_that(self, ann: tuple[User, Client]) -> None:
        origin = deck_of(ann[0], title="First idea", visibility="public")
        _, bob = person("bob")
        fork = Deck.objects.get(pk=int(bob.post(f"/decks/{origin.pk}/fork/").headers["Location"].split("/")[2]))
        origin_link = (
            f'Fork of <a href="/decks/{origin.pk}/versions/1/">First idea</a> by <a href="/people/ann/">ann</a>'
        )
        assert origin_link in text_of(bob, page_of(fork)).replace("\n", "")
        services.share(origin.pk, Viewer(ann[0].pk), "private")
        page = text_of(bob, page_of(fork))
        assert ">A fork</p>" in page
        assert f"/decks/{origin.pk}/" not in page
        assert "/people/ann/" not in page
        assert "First idea”" not in text_of(bob, f"/decks/{fork.pk}/versions/")

    def test_a_fork_is_still_one_when_its_origin_is_gone(self, ann: tuple[User, Client]) -> None:
        origin = deck_of(ann[0], title="First idea", visibility="public")
        _, bob = person("bob")
        fork = Deck.objects.get(pk=int(bob.post(f"/decks/{origin.pk}/fork/").headers["Location"].split("/")[2]))
        services.delete(origin.pk, Viewer(ann[0].pk))
        assert ">A fork</p>" in text_of(bob, page_of(fork))

    def test_the_fingerprint_leads_to_a_check_that_matches(self, ann: tuple[User, Client], client: Client) -> None:
        page = text_of(ann[1], page_of(deck_of(ann[0])))
        found = re.search(r'href="(/check/\?code=[^"]+)"', page)
        assert found
        assert "The fingerprint matches" in client.get(unescape(found[1]), follow=True).content.decode()
        assert 'class="qr"' in page

    def test_what_people_write_is_shown_and_does_nothing(self, ann: tuple[User, Client], client: Client) -> None:
        bad = '"><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7|add:7 }}'
        deck = deck_of(ann[0], title=bad[:120], notes=bad, text=f"{bad}\n4 {bad}\n", visibility="public")
        viewer = Viewer(ann[0].pk)
        services.describe(deck.pk, viewer, event=bad, played_on=None, tags=["<b>tag</b>"])
        services.save(deck.pk, viewer, 1, Snapshot(title=bad[:120], text="1 x", card_notes={}), comment=bad)
        comments.add_comment(deck, viewer, bad)
        for browser in (client, ann[1]):
            for address in (
                page_of(deck),
                "/decks/",
                f"/decks/{deck.pk}/versions/",
                f"/decks/compare/?a={deck.pk}@1&b={deck.pk}",
            ):
                page = text_of(browser, browser.get(address).headers.get("Location", address))
                assert "<script>alert" not in page
                assert "<img src=x" not in page
                assert "<b>tag" not in page
                assert "{{ 7|add:7 }}" in page or address == "/decks/"


class TestEveryPageOfADeck:
    def test_names_each_field_gives_each_id_once_and_has_no_script_within(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], visibility="public", notes="Said.")
        _, bob = person("bob")
        for each in (ann[1], bob):
            each.post(f"/decks/{deck.pk}/comments/", {"text": "A word."})
        for address in (page_of(deck), f"/decks/shared/{deck.secret}/", *(f"/decks/{deck.pk}/{end}" for end in PAGES)):
            for browser in (ann[1], bob):
                page = text_of(browser, address)
                ids = re.findall(r'\sid="([^"]+)"', page)
                fields = re.findall(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")([^>]*)", page)
                named = [re.search(r'\bid="([\w-]+)"', each) for each in fields if "aria-label=" not in each]
                assert sorted(ids) == sorted(set(ids)), address
                assert [each for each in named if not each or f'for="{each[1]}"' not in page] == [], address
                shown = re.sub(r"(<textarea[^>]*>).*?</textarea>", r"\1", page, flags=re.DOTALL)  # what is to be copied
                assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"|javascript:", shown) == []
                assert len(re.findall(r"<h1[\s>]", page)) == 1


class TestQueries:
    def queries(self, client: Client, address: str) -> int:
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert client.get(address).status_code == 200
        return len(caught)

    def test_a_deck_costs_the_same_with_many_cards_comments_and_tags(self, ann: tuple[User, Client]) -> None:
        small = deck_of(ann[0], text="1 Savage Beatdown\n", visibility="public")
        comments.add_comment(small, Viewer(ann[0].pk), "Mine.")
        large = deck_of(ann[0], visibility="public")
        for name in ("bob", "cyd", "dee"):
            visitor = Viewer(person(name)[0].pk)
            comments.add_comment(large, visitor, "Nice.")
            comments.like(large, visitor)
        services.describe(large.pk, Viewer(ann[0].pk), event="", played_on=None, tags=["one", "two", "three"])
        assert self.queries(ann[1], page_of(large)) == self.queries(ann[1], page_of(small))

    @pytest.mark.parametrize("address", ["/decks/", "/decks/mine/", "/decks/?q=doom", "/people/ann/"])
    def test_a_list_costs_the_same_however_long(self, ann: tuple[User, Client], address: str) -> None:
        def one_more(number: int) -> None:
            deck = deck_of(ann[0], title=f"Doom {number}", visibility="public")
            services.describe(deck.pk, Viewer(ann[0].pk), event="", played_on=None, tags=[f"tag {number}"])

        one_more(0)
        few = self.queries(ann[1], address)
        for number in range(1, 6):
            one_more(number)
        assert self.queries(ann[1], address) == few
