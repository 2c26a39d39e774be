"""The page of a sample hand, of stored decks and of pasted lists."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.simulation.hands import deal_opening_hand, draw_turn, mulligan
from tests.decks.stored import deck_of, person
from vsdb.check.forms import find_sample
from vsdb.decks import to_engine
from vsdb.decks.models import Deck
from vsdb.simulations.hands.dealing import HandRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


def stored(ann: tuple[User, Client], slug: str, game: str = "vs-classic", fmt: str = "silver-age") -> Deck:
    found = find_sample(slug)
    assert found
    return deck_of(ann[0], title=slug, text=found.text, game=game, format=fmt, visibility="public")


@pytest.fixture
def warbound(ann: tuple[User, Client]) -> Deck:
    return stored(ann, "warbound")


@pytest.fixture
def jinx(ann: tuple[User, Client]) -> Deck:
    return stored(ann, "jinx", "riftbound", "standard")


@pytest.fixture
def force(ann: tuple[User, Client]) -> Deck:
    return stored(ann, "a-force", "vs-2pcg", "multiverse")


def names_in(page: str) -> list[str]:
    """The names on the faces of a page, in order."""
    return [unescape(each) for each in re.findall(r'class="face__name">([^<]+)<', page)]


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def pasted(client: Client, text: str, page: str = "hand") -> str:
    """The address of a page about a pasted list."""
    answer = client.post("/simulate/", {"deck": text})
    assert answer.status_code == 303
    return answer.headers["Location"].replace("/simulate/odds/", f"/simulate/{page}/")


class TestAddress:
    def test_without_a_seed_one_is_drawn_and_stands_in_it(self, warbound: Deck, client: Client) -> None:
        answer = client.get(f"/decks/{warbound.pk}/hand/")
        assert re.fullmatch(rf"/decks/{warbound.pk}/hand/\?seed=\d+", answer.headers["Location"])

    def test_of_a_new_hand_keeps_who_goes_first(self, force: Deck, client: Client) -> None:
        answer = client.get(f"/decks/{force.pk}/hand/?first=1")
        assert re.fullmatch(rf"/decks/{force.pk}/hand/\?seed=\d+&first=1", answer.headers["Location"])

    def test_deals_the_same_again(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7"
        first = names_in(text_of(client, address))
        assert len(first) == 4  # rule 101.5 of the comprehensive rules
        assert names_in(text_of(client, address)) == first
        assert names_in(text_of(client, f"/decks/{warbound.pk}/hand/?seed=8")) != first

    def test_of_before_there_were_turns_deals_the_same_hand(self, jinx: Deck, client: Client) -> None:
        page = text_of(client, f"/decks/{jinx.pk}/hand/?seed=7&mulligan=1&aside=0&draw=3")
        deck = to_engine.build_deck(jinx.text, "riftbound", None)
        hand = mulligan(deal_opening_hand(deck, 7), [0])
        dealt = [card.card.name for card in (*hand.cards, *hand.library[:3]) if card.card]
        assert names_in(page) == dealt

    @pytest.mark.parametrize(
        "query",
        [
            *("seed=x", "seed=-1", "seed=1&draw=999", "seed=1&aside=x", "seed=" + "9" * 60, "seed=1&turn=61"),
            *("seed=1&turn=x", "seed=1&more=4", "seed=1&turn=1&more=2", "seed=1&policy=1&mulligan=1"),
            "seed=1&draw=1&mulligan=1&aside=0",
        ],
    )
    def test_of_what_no_hand_can_be_is_refused(self, warbound: Deck, client: Client, query: str) -> None:
        answer = client.get(f"/decks/{warbound.pk}/hand/?{query}")
        assert answer.status_code == 400

    def test_carries_a_pasted_list(self, client: Client) -> None:
        address = pasted(client, "# game: vs-classic\n30 Savage Beatdown\n30 Overload\n")
        answer = client.get(address)
        assert re.search(r"list=.*&seed=\d+$", answer.headers["Location"])
        page = text_of(client, f"{address}&seed=3")
        assert len(names_in(page)) == 4
        again = unescape(re.search(r'id="hand-turn" href="([^"]+)"', page)[1])  # type: ignore[index]
        assert len(names_in(text_of(client, again))) == 6

    def test_gives_the_hand_as_data(self, warbound: Deck, client: Client) -> None:
        told = client.get(f"/decks/{warbound.pk}/hand/?seed=7&turn=2&as=json").json()
        assert (told["seed"], told["turn"], len(told["hand"])) == (7, 2, 8)


class TestTurns:
    def test_draw_on_from_what_was_dealt(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7"
        page = text_of(client, address)
        assert f'href="{address}&amp;turn=1"' in page
        assert f'href="{address}&amp;draw=1"' in page
        assert "Turn 1: draw 2" in page
        more = text_of(client, f"{address}&turn=1")
        assert names_in(more)[:4] == names_in(page)
        assert len(names_in(more)) == 6
        assert re.search(r"<li>Turn 1: drew [^<]+\.</li>", more)
        assert more.count('class="hand__turn">Turn 1<') == 2

    def test_keep_a_card_beyond_the_rules_with_its_turn(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7&turn=1"
        page = text_of(client, f"{address}&draw=1")
        assert re.search(r"<li>Turn 1: drew [^<]+; also drew [^<]+ by choice\.</li>", page)
        assert f'href="/decks/{warbound.pk}/hand/?seed=7&amp;turn=2&amp;more=1"' in page
        later = text_of(client, f"/decks/{warbound.pk}/hand/?seed=7&turn=2&more=1")
        assert later.index(" by choice.</li>") < later.index("<li>Turn 2: drew ")
        assert names_in(later)[:7] == names_in(page)

    def test_say_that_nothing_is_played_and_lead_to_a_game_with_the_same_hand(self, jinx: Deck, client: Client) -> None:
        page = text_of(client, f"/decks/{jinx.pk}/hand/?seed=7&first=1&turn=1")
        assert "nothing is played" in page
        assert f'href="/decks/{jinx.pk}/games/?seed=7&amp;first=1#replay"' in page
        assert "nothing is played" not in text_of(client, f"/decks/{jinx.pk}/hand/?seed=7")

    def test_channel_runes_and_one_more_for_who_goes_second(self, jinx: Deck, client: Client) -> None:
        address = f"/decks/{jinx.pk}/hand/?seed=7"
        assert "Turn 1: draw 1, 3 runes" in text_of(client, address)
        assert "Turn 1: draw 1, 2 runes" in text_of(client, f"{address}&first=1")
        hand = draw_turn(deal_opening_hand(to_engine.build_deck(jinx.text, "riftbound", None), 7))
        _, runes = hand.turns[0].piles[0]
        page = text_of(client, f"{address}&turn=1")
        assert "9 left." in page
        for name in {card.name for card in runes}:
            assert f"{sum(card.name == name for card in runes)} {name}" in page

    def test_draw_nothing_on_the_first_where_one_goes_first(self, force: Deck, client: Client) -> None:
        address = f"/decks/{force.pk}/hand/?seed=7"
        assert "Turn 1: draw 2" in text_of(client, address)
        first = f"{address}&first=1"
        page = text_of(client, first)
        assert "Turn 1: draw 0" in page
        assert "You go first." in page
        after = text_of(client, f"{first}&turn=1")
        assert names_in(after) == names_in(page)
        assert ">Mulligan<" not in after

    def test_ask_nobody_who_goes_first_where_it_makes_no_difference(self, warbound: Deck, client: Client) -> None:
        assert "You go" not in text_of(client, f"/decks/{warbound.pk}/hand/?seed=7")

    def test_end_with_the_deck(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="2 Mobilize\n3 Nobody at all\n")
        page = text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1&draw=40")
        assert "0 left in the deck" in page
        assert page.count('class="hand__unread"') == 3
        assert 'id="hand-turn"' not in page
        assert 'id="hand-draw"' not in page

    def test_are_announced(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, f"/decks/{warbound.pk}/hand/?seed=7&turn=1")
        assert re.search(r'role="status" data-announce-as="Turn 1: drew [^"]+\."', page)


class TestMulligan:
    def test_of_a_whole_hand(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed=7"
        assert f'href="{address}&amp;mulligan=1"' in text_of(client, address)
        after = text_of(client, f"{address}&mulligan=1")
        assert "after a mulligan" in after
        assert "Mulligan of: " in after
        assert ">Mulligan<" not in after
        assert client.get(f"{address}&aside=0").status_code == 400

    def test_of_single_cards(self, jinx: Deck, client: Client) -> None:
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
        assert again.count(' checked aria-invalid="true"') == 3
        assert "Champion" in page

    def test_keeps_who_goes_first_in_its_form(self, jinx: Deck, client: Client) -> None:
        page = text_of(client, f"/decks/{jinx.pk}/hand/?seed=7&first=1")
        assert '<input type="hidden" name="first" value="1">' in page

    def test_by_policy_says_what_and_why_before_and_after(self, warbound: Deck, client: Client) -> None:
        address = f"/decks/{warbound.pk}/hand/?seed="
        seen = set()
        for seed in range(12):
            page = text_of(client, f"{address}{seed}")
            after = text_of(client, f"{address}{seed}&policy=1")
            keeps = "Keeps the hand for " in page
            assert keeps == ("Keep by rule of thumb" in page)
            assert ("without a character of cost 3 or less the hand goes" in page) is True
            assert (names_in(page) == names_in(after)) == keeps
            assert "Mulligan by rule of thumb" in after
            assert ">Mulligan<" not in after
            seen.add(keeps)
        assert seen == {True, False}

    def test_by_policy_can_be_taken_back(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, f"/decks/{warbound.pk}/hand/?seed=7&policy=1&turn=2")
        assert f'id="hand-back" href="/decks/{warbound.pk}/hand/?seed=7"' in page


class TestSizes:
    @pytest.mark.parametrize("text", ["???\n", "# Only words\n"])
    def test_a_deck_without_cards_has_no_hand(self, ann: tuple[User, Client], text: str) -> None:
        deck = deck_of(ann[0], text=text)
        page = text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1")
        assert "No cards to deal" in page
        assert 'id="hand-turn"' not in page

    def test_one_card_is_a_hand(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="1 Overload\n")
        page = text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1")
        assert names_in(page) == ["Overload"]
        assert "1 card in hand. 0 left" in page

    def test_unknown_cards_are_dealt_as_written(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="40 Nobody & <b>Co</b>\n")
        page = text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1")
        assert page.count('class="hand__unread"') == 4
        assert "<b>Co" not in page
        assert "4 of 4 cards of unknown cost or type" in page

    def test_ten_thousand_cards(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="9999 Overload\n1 Mobilize\n")
        page = text_of(ann[1], f"/decks/{deck.pk}/hand/?seed=1&turn=3")
        assert "9990 left" in page.replace(",", "")
        assert len(names_in(page)) == 10


def test_as_many_queries_however_many_cards_are_shown(warbound: Deck, client: Client) -> None:
    counts = []
    for turn in (0, 6):
        address = f"/decks/{warbound.pk}/hand/?seed=7&turn={turn}"
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_words_of_a_request_are_read_back() -> None:
    asked = HandRequest(5, aside=(1, 2), has_mulligan=True, first=True, turns=2, more=(0, 1, 1), drawn=2)
    assert asked.list_words() == [
        *(("seed", "5"), ("first", "1"), ("mulligan", "1"), ("aside", "1"), ("aside", "2"), ("turn", "2")),
        *(("more", "0"), ("more", "1"), ("more", "1"), ("draw", "2")),
    ]
    assert asked.next_turn().list_words()[-6:] == [
        *(("turn", "3"), ("more", "0"), ("more", "1"), ("more", "1"), ("more", "2"), ("more", "2")),
    ]
