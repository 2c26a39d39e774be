"""The page of twenty hands: the hands of consecutive seeds, one's choices, and how they compare with the policy."""

from __future__ import annotations

import csv
import re
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.decks.stored import deck_of, person
from tests.simulations.test_hand_page import pasted, stored, text_of
from vsdb.decks.models import Deck
from vsdb.simulations.hands.hands_page import format_percent

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def warbound(ann: tuple[User, Client]) -> Deck:
    return stored(ann, "warbound")


def address_of(deck: Deck, query: str) -> str:
    return f"/decks/{deck.pk}/hands/?{query}"


def policy_choices(client: Client, deck: Deck, seed: int) -> str:
    """What the policy does with the twenty hands of a seed, as the address writes it."""
    told = client.get(address_of(deck, f"seed={seed}&as=json")).json()
    return "".join("1" if each["policy"]["keeps"] else "0" for each in told["hands"])


class TestHands:
    def test_without_a_seed_one_is_drawn(self, warbound: Deck, client: Client) -> None:
        answer = client.get(f"/decks/{warbound.pk}/hands/")
        assert re.fullmatch(rf"/decks/{warbound.pk}/hands/\?seed=\d+", answer.headers["Location"])

    def test_are_those_of_the_seeds_one_after_another(self, warbound: Deck, client: Client) -> None:
        told = client.get(address_of(warbound, "seed=7&as=json")).json()
        assert [each["seed"] for each in told["hands"]] == list(range(7, 27))
        ninth = client.get(f"/decks/{warbound.pk}/hand/?seed=15&as=json").json()
        assert told["hands"][8]["hand"] == ninth["hand"]
        page = text_of(client, address_of(warbound, "seed=7"))
        assert f'href="/decks/{warbound.pk}/hand/?seed=15" rel="nofollow">Hand 9<' in page
        assert "seeds 7 to 26" in page

    def test_are_shown_cheapest_first(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="2 Overload\n1 Savage Beatdown\n1 Nobody\n", game="vs-classic")
        page = text_of(ann[1], address_of(deck, "seed=1"))
        first = page.split("<fieldset")[1].split("</fieldset>")[0]
        costs = re.findall(r'class="hands__cost[^>]*>([^<]*)<', first)
        assert len(costs) == 4
        assert costs == sorted(costs, key=lambda cost: int(cost) if cost.isdigit() else 1_000)
        assert costs[-1] == "?"

    def test_say_what_the_number_beside_a_card_is(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, address_of(warbound, "seed=5"))
        assert 'aria-hidden="true">n</span> recruit cost</span>' in page
        assert 'aria-hidden="true">n</span> threshold cost</span>' in page

    def test_of_a_pasted_list(self, client: Client) -> None:
        address = pasted(client, "# game: vs-classic\n30 Savage Beatdown\n30 Overload\n", "hands")
        page = text_of(client, f"{address}&seed=3")
        assert page.count("data-hand") == 20
        assert 'name="list"' in page

    @pytest.mark.parametrize(
        "query", ["seed=x", "seed=1&kept=2", "seed=1&kept=" + "1" * 21, "seed=1&before=3-2", "seed=1&before=x"]
    )
    def test_of_what_cannot_be_read_are_refused(self, warbound: Deck, client: Client, query: str) -> None:
        assert client.get(address_of(warbound, query)).status_code == 400

    def test_ask_nothing_of_the_database_for_each(self, warbound: Deck, client: Client) -> None:
        client.get(address_of(warbound, "seed=7"))
        with CaptureQueriesContext(connection) as queries:
            client.get(address_of(warbound, "seed=7&kept=1111"))
        assert len(queries) < 8


class TestChoices:
    def test_of_the_form_lead_to_an_address_that_holds_them(self, warbound: Deck, client: Client) -> None:
        answer = client.get(address_of(warbound, "seed=7&h1=k&h2=m&h4=k&h9=x"))
        assert answer.status_code == 302
        assert answer.headers["Location"] == address_of(warbound, "seed=7&kept=10-1#tally")

    def test_that_stood_in_the_address_stay(self, warbound: Deck, client: Client) -> None:
        answer = client.get(address_of(warbound, "seed=7&kept=1-0&h2=k"))
        assert answer.headers["Location"] == address_of(warbound, "seed=7&kept=110#tally")

    def test_are_ticked_in_the_form(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, address_of(warbound, "seed=7&kept=10"))
        assert re.findall(r'name="(h\d+)" value="(\w)" checked', page) == [("h1", "k"), ("h2", "m")]

    def test_are_counted(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, address_of(warbound, "seed=7&kept=1011-0"))
        assert "3 kept of 5" in page
        assert "(60%)" in page

    def test_are_compared_with_the_policy(self, warbound: Deck, client: Client) -> None:
        same = policy_choices(client, warbound, 7)
        assert set(same) == {"0", "1"}
        assert "agree on <b>20 of 20</b>" in text_of(client, address_of(warbound, f"seed=7&kept={same}"))
        other = ("0" if same[0] == "1" else "1") + same[1:]
        page = text_of(client, address_of(warbound, f"seed=7&kept={other}"))
        assert "agree on <b>19 of 20</b>" in page
        assert '<a href="#hand-1">Hand 1</a>: you ' in page
        assert page.count("rule of thumb differs</span>") == 1
        assert f"It keeps {same.count('1')} of these 20" in page

    def test_show_nothing_of_the_policy_before_one_has_judged(self, warbound: Deck, client: Client) -> None:
        page = text_of(client, address_of(warbound, "seed=7"))
        assert "Your choices" not in page
        assert "Keeps the hand" not in page

    def test_go_along_to_the_next_twenty(self, warbound: Deck, client: Client) -> None:
        asked = address_of(warbound, "seed=7&kept=1011&h1=m&h5=k&before=10-20&next=1")
        answer = client.get(asked)
        assert answer.headers["Location"] == address_of(warbound, "seed=27&before=13-25")
        page = text_of(client, asked)
        assert "So far: kept 13 of 25 (52%)." in page
        assert '<input type="hidden" name="before" value="13-25">' in page
        later = text_of(client, address_of(warbound, "seed=27&kept=0&before=13-25"))
        assert "So far: kept 13 of 26 (50%), with the hands before." in later
        told = client.get(address_of(warbound, "seed=27&kept=0&before=13-25&as=json")).json()
        assert told["so_far"] == {"kept": 13, "judged": 26}

    def test_before_the_first_go_on_without_a_tally(self, warbound: Deck, client: Client) -> None:
        answer = client.get(address_of(warbound, "seed=7&next=1"))
        assert answer.headers["Location"] == address_of(warbound, "seed=27")

    def test_come_with_the_average_cost_of_the_cards(self, ann: tuple[User, Client]) -> None:
        """Captain America costs 6, and no other card is in any hand."""
        deck = deck_of(ann[0], text="4 Captain America, Living Legend\n", game="vs-classic")
        page = text_of(ann[1], address_of(deck, "seed=1&kept=10"))
        assert page.count("<dd>6.00</dd>") == 3

    def test_come_with_the_exact_share_that_the_policy_keeps(self, ann: tuple[User, Client]) -> None:
        """Of 60 cards 4 keep a hand of four: 1 - C(56, 4) / C(60, 4) = 120345/487635, shortened."""
        deck = deck_of(ann[0], text="4 Dr. Strange, Secret Avenger\n56 Overload\n", game="vs-classic")
        share = Fraction(487635 - 367290, 487635)
        page = text_of(ann[1], address_of(deck, "seed=1&kept=1"))
        assert f"Of all opening hands it keeps {format_percent(share)} ({share}), counted exactly" in page


class TestTable:
    def test_has_a_row_for_each_hand(self, warbound: Deck, client: Client) -> None:
        answer = client.get(address_of(warbound, "seed=7&kept=10&as=csv"))
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        rows = list(csv.DictReader(answer.content.decode().splitlines()))
        assert [row["seed"] for row in rows] == [str(seed) for seed in range(7, 27)]
        assert [row["choice"] for row in rows[:3]] == ["keep", "mulligan", ""]
        told = {"1": "keep", "0": "mulligan"}
        assert [row["policy"] for row in rows] == [told[each] for each in policy_choices(client, warbound, 7)]
        assert all(len(row["cards"].split("; ")) == 4 for row in rows)

    def test_starts_no_formula(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="4 =1+2\n", game="vs-classic")
        table = ann[1].get(address_of(deck, "seed=1&as=csv")).content.decode()
        assert not re.search(r'[,"]=1', table)


class TestSizes:
    def test_a_deck_without_cards_has_none(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="???\n")
        page = text_of(ann[1], address_of(deck, "seed=1"))
        assert "No cards to deal" in page
        assert "data-hand" not in page

    @pytest.mark.parametrize("text", ["1 Overload\n", "40 Nobody\n", "9999 Overload\n1 Mobilize\n"])
    def test_few_unknown_and_many_cards_have_twenty(self, ann: tuple[User, Client], text: str) -> None:
        deck = deck_of(ann[0], text=text, game="vs-classic")
        assert text_of(ann[1], address_of(deck, "seed=1&kept=1")).count("data-hand") == 20


def test_sets_aside_where_the_game_has_it_so(ann: tuple[User, Client], client: Client) -> None:
    jinx = stored(ann, "jinx", "riftbound", "standard")
    page = text_of(client, address_of(jinx, "seed=7&kept=0"))
    assert "Set aside</label>" in page
    assert "Mulligan</label>" not in page


@pytest.mark.parametrize(
    ("share", "said"), [(Fraction(1, 2), "50%"), (Fraction(1, 3), "33.3%"), (Fraction(1), "100%"), (Fraction(0), "0%")]
)
def test_a_share_is_written_with_one_decimal(share: Fraction, said: str) -> None:
    assert format_percent(share) == said


def open_pasted(client: Client, page: str, query: str) -> HttpResponse:
    return client.get(f"{pasted(client, '# game: vs-classic' + chr(10) + '60 Savage Beatdown', page)}&{query}")


class TestSeeds:
    def test_go_as_far_as_those_of_goldfish_games(self, client: Client) -> None:
        most = 2**64 - 1
        page = open_pasted(client, "hands", f"seed={most - 19}")
        assert page.status_code == 200
        assert f"seed={most}" in page.content.decode()
        assert open_pasted(client, "hand", f"seed={most}").status_code == 200
        assert open_pasted(client, "hand", f"seed={most + 1}").status_code == 400
        assert open_pasted(client, "hands", f"seed={most - 18}").status_code == 400

    def test_begin_anew_after_the_largest(self, client: Client) -> None:
        assert "seed=0" in open_pasted(client, "hands", f"seed={2**64 - 20}&next=1").headers["Location"]
        assert f"seed={2**64 - 20}" in open_pasted(client, "hands", f"seed={2**64 - 40}&next=1").headers["Location"]


@pytest.mark.parametrize("page", ["odds", "hand", "hands", "games"])
def test_an_unknown_kind_of_file_is_refused_with_the_choices(client: Client, page: str) -> None:
    answer = open_pasted(client, page, "seed=1&as=xml")
    assert answer.status_code == 400
    assert "is not one of" in answer.content.decode()
    assert "json" in answer.content.decode()
