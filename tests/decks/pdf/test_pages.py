"""What a deck gives away: hands, files, paper; and the check of a fingerprint."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.decklists.fingerprints import compute_fingerprint
from tests.decks.stored import deck_of, person
from vsdb.check.forms import find_sample
from vsdb.decks import to_engine
from vsdb.decks.models import Deck
from vsdb.exchange.deck_lists.layouts import index_layouts

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def warbound(ann: tuple[User, Client]) -> Deck:
    found = find_sample("warbound")
    assert found
    return deck_of(ann[0], title="War, bound", text=found.text, visibility="public")


@pytest.fixture
def jinx(ann: tuple[User, Client]) -> Deck:
    found = find_sample("jinx")
    assert found
    return deck_of(ann[0], title="Jinx", text=found.text, game="riftbound", format="standard", visibility="public")


def names_in(page: str) -> list[str]:
    """The names on the faces of a page, in order."""
    return re.findall(r'class="face__name">([^<]+)<', page)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


class TestHands:
    def test_without_a_seed_one_is_drawn_and_stands_in_the_address(self, warbound: Deck, client: Client) -> None:
        answer = client.get(f"/decks/{warbound.pk}/hand/")
        assert re.fullmatch(rf"/decks/{warbound.pk}/hand/\?seed=\d+", answer.headers["Location"])

    def test_an_address_deals_the_same_again(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7"
        first = names_in(text_of(client, address))
        assert len(first) == 4  # rule 101.5 of the comprehensive rules
        assert names_in(text_of(client, address)) == first
        other = f"/decks/{warbound.pk}/hand/?seed=8"
        assert names_in(text_of(client, other)) != first

    def test_draws_on_from_what_was_dealt(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7"
        page = text_of(client, address)
        assert f'href="{address}&amp;draw=2"' in page
        assert f'href="{address}&amp;draw=1"' in page
        more = names_in(text_of(client, f"{address}&draw=2"))
        assert more[:4] == names_in(page)
        assert len(more) == 6

    def test_a_whole_hand_goes_where_the_game_has_it_so(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7"
        assert f'href="{address}&amp;mulligan=1"' in text_of(client, address)
        after = text_of(client, f"{address}&mulligan=1")
        assert "after a mulligan" in after
        assert ">Mulligan<" not in after
        assert client.get(f"{address}&aside=0").status_code == 400

    def test_single_cards_are_set_aside_where_the_game_has_it_so(self, jinx: Deck, client: Client) -> None:
        address = f"/decks/{jinx.pk}/hand/?seed=7"
        page = text_of(client, address)
        before = names_in(page)
        assert page.count('name="aside"') == len(before) == 4
        after = names_in(text_of(client, f"{address}&mulligan=1&aside=0&aside=2"))
        assert after[:2] == [before[1], before[3]]
        refused = client.get(f"{address}&mulligan=1&aside=0&aside=1&aside=2")
        again = refused.content.decode()
        assert refused.status_code == 400
        assert "at most 2" in again
        assert names_in(again) == before
        assert again.count(" checked") == 3
        assert "Champion" in page

    @pytest.mark.parametrize("query", ["seed=x", "seed=-1", "seed=1&draw=999", "seed=1&aside=x", "seed=" + "9" * 60])
    def test_what_no_hand_can_be_is_refused(self, warbound: Deck, client: Client, query: str) -> None:
        assert client.get(f"/decks/{warbound.pk}/hand/?{query}").status_code == 400

    def test_a_deck_without_cards_has_none(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="???\n")
        assert "No cards to deal" in text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1")

    def test_more_can_be_asked_than_there_is(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="2 Mobilize\n3 Nobody at all\n")
        page = text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1&draw=40")
        assert "0 left in the deck" in page
        assert page.count("Nobody at all") == 3


class TestFiles:
    @pytest.mark.parametrize("slug", list(index_layouts()))
    def test_each_layout_is_a_file_with_a_plain_name(self, jinx: Deck, client: Client, slug: str) -> None:
        answer = client.get(f"/decks/{jinx.pk}/export/{slug}/")
        layout = index_layouts()[slug]
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == layout.content_type
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        kind = "inline" if layout.media_type == "text/plain" else "attachment"
        assert answer.headers["Content-Disposition"] == f'{kind}; filename="jinx.{layout.extension}"'
        shown = text_of(client, f"/decks/{jinx.pk}/export/{slug}/?show=page")
        assert "Text to copy" in shown

    def test_another_layout_is_not_there(self, jinx: Deck, client: Client) -> None:
        assert client.get(f"/decks/{jinx.pk}/export/docx/").status_code == 404

    def test_a_file_read_back_is_the_same_deck(self, warbound: Deck, client: Client) -> None:
        out = client.get(f"/decks/{warbound.pk}/export/json/").content.decode()
        client.post("/decks/import/", {"text": out, "keep": "yes", "title": "Again"})
        again = Deck.objects.latest("pk")
        one, other = (to_engine.build_deck(each.text, each.game_id, None) for each in (warbound, again))
        assert compute_fingerprint(one) == compute_fingerprint(other)

    def test_only_where_others_can_look_is_the_address_told(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        assert f"/decks/{deck.pk}/" not in ann[1].get(f"/decks/{deck.pk}/export/markdown/").content.decode()

    def test_a_hostile_title_makes_no_header(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], title='x"; evil="\r\nSet-Cookie: a=b')
        for end in ("export/text/", "export/csv/", "sheet.pdf", "proxies.pdf"):
            answer = ann[1].get(f"/decks/{deck.pk}/{end}")
            assert "Set-Cookie" not in answer.headers
            assert "\n" not in answer.headers["Content-Disposition"]


class TestPaper:
    def test_sheet_and_proxies_are_pdf(self, warbound: Deck, client: Client) -> None:
        for end in ("sheet.pdf?paper=letter&player=Ann", "sheet.pdf", "proxies.pdf?copies=one&paper=letter"):
            answer = client.get(f"/decks/{warbound.pk}/{end}")
            assert answer.headers["Content-Type"] == "application/pdf"
            assert answer.content.startswith(b"%PDF-")
            assert answer.headers["Content-Disposition"].startswith('inline; filename="war-bound-')

    @pytest.mark.parametrize("end", ["sheet.pdf?paper=a0", "proxies.pdf?copies=many", "sheet.pdf?date=soon"])
    def test_what_cannot_be_printed_is_refused(self, warbound: Deck, client: Client, end: str) -> None:
        assert client.get(f"/decks/{warbound.pk}/{end}").status_code == 400

    def test_the_judges_list_is_a_page(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, f"/decks/{warbound.pk}/judge/")
        assert "Judge’s list" in page
        assert f'href="/decks/{warbound.pk}/war-bound/"' in page


class TestTheCheckOfAFingerprint:
    LIST = "4 Savage Beatdown\n4 Flying Kick\n"

    def check(self, client: Client, **words: str) -> str:
        answer = client.post("/check/", {"format": "vs-classic/silver-age", **words}, follow=True)
        return str(answer.content.decode())

    def test_says_matches_or_differs(self, client: Client) -> None:
        mark = compute_fingerprint(to_engine.build_deck(self.LIST, "vs-classic", None))
        typed = mark.replace("-", " ").lower()
        assert "The fingerprint matches" in self.check(client, deck=self.LIST, fingerprint=typed)
        assert "The fingerprint differs" in self.check(client, deck="3 Flying Kick", fingerprint=typed)
        page = self.check(client, deck=self.LIST)
        assert mark in page
        assert "The fingerprint" not in page

    def test_refuses_one_that_is_mistyped(self, client: Client) -> None:
        for typed in ("K7QD", "UUUU-UUUU-UUUU", "AAAA-AAAA-AAAA"):
            answer = client.post(
                "/check/", {"deck": self.LIST, "format": "vs-classic/silver-age", "fingerprint": typed}
            )
            assert answer.status_code == 400
            assert 'id="fingerprint-problem"' in answer.content.decode()

    def test_an_address_brings_one_along(self, client: Client) -> None:
        page = text_of(client, "/check/?fingerprint=K7QD-2M9X-4TFH")
        assert 'value="K7QD-2M9X-4TFH"' in page

    def test_a_deck_code_is_judged_and_a_broken_one_refused(self, warbound: Deck, client: Client) -> None:
        code = client.get(f"/decks/{warbound.pk}/export/code/").content.decode().strip()
        assert "outcome__line" in client.get(f"/check/?code={code}", follow=True).content.decode()
        broken = client.get(f"/check/?code={code[:-4]}", follow=True)
        assert broken.status_code == 400
        assert 'id="deck-problem"' in broken.content.decode()
