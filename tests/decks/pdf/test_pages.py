"""What a deck gives away: files, paper; and the check of a fingerprint."""

from __future__ import annotations

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


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


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
