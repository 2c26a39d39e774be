"""Collections: imports, counts, what a deck lacks, searches; one person's never reaches another."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model.errors import InputError
from tests.collection.holding import ANY, CLASSIC, LAND, MOR, SAVAGE, has, lay_out
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.collection import selectors, services
from vsdb.collection.lacks import compute_needs, want_lacking
from vsdb.collection.models import CollectedCard, Collection
from vsdb.collection.reading import OWNED, WANTED, CardKey, CollectionLine, read_collection
from vsdb.collection.selectors import Copies
from vsdb.core.errors import ApplicationError
from vsdb.decks import services as decks
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks
from vsdb.decks.services import Snapshot
from vsdb.decks.to_engine import build_deck
from vsdb.news.following.services import FollowTarget, follow
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db
ON = date(2026, 11, 23)


def lines(text: str) -> list[CollectionLine]:
    return read_collection(text, cards.list_references(), ON).read


class TestImport:
    @pytest.mark.parametrize(
        ("mode", "expected"),
        [
            ("add", {MOR: Copies(5, 4), ANY: Copies(1, 0), LAND: Copies(2, 1)}),
            ("set", {MOR: Copies(2, 4), ANY: Copies(1, 0), LAND: Copies(2, 1)}),
            ("replace", {MOR: Copies(2, 4), LAND: Copies(0, 1)}),
        ],
    )
    def test_adds_sets_or_replaces(self, ann: User, mode: str, expected: dict[CardKey, Copies]) -> None:
        has(ann, mor=(3, 4), any=(1, 0), land=(2, 1))
        plan = services.plan_import(ann.pk, lines("2 Savage Beatdown [MOR]"), mode)
        before = selectors.load_copies(ann.pk)
        assert before[MOR] == Copies(3, 4), "a preview saves nothing"
        assert services.import_lines(ann.pk, lines("2 Savage Beatdown [MOR]"), mode, edition=plan.edition) == plan
        assert selectors.load_copies(ann.pk) == expected

    def test_replaces_no_other_game_and_no_other_kind(self, ann: User) -> None:
        services.import_lines(ann.pk, lines("# game: riftbound\n1 OGN-027\n# wanted\n1 OGN-027"), "add")
        has(ann, land=(2, 1))
        services.import_lines(ann.pk, lines("# wanted\n3 Savage Beatdown"), "replace")
        assert selectors.load_copies(ann.pk) == {
            CardKey("riftbound", "darius-trifarian", "OGN", "027"): Copies(1, 1),
            LAND: Copies(2, 0),
            ANY: Copies(0, 3),
        }

    def test_adds_up_lines_of_one_printing(self, ann: User) -> None:
        services.import_lines(ann.pk, lines("1 Savage Beatdown\n2 Savage Beatdown\n3 Savage Beatdown [MOR]"), "set")
        assert selectors.load_copies(ann.pk) == {ANY: Copies(3, 0), MOR: Copies(3, 0)}

    def test_is_refused_if_the_collection_changed_after_the_preview(self, ann: User) -> None:
        plan = services.plan_import(ann.pk, lines("1 Savage Beatdown"), "add")
        has(ann, land=(1, 0))
        with pytest.raises(ApplicationError, match="changed after this preview"):
            services.import_lines(ann.pk, lines("1 Savage Beatdown"), "add", edition=plan.edition)
        assert selectors.load_copies(ann.pk) == {LAND: Copies(1, 0)}

    def test_saves_nothing_of_a_list_that_makes_it_too_large(self, ann: User, settings: Settings) -> None:
        settings.COLLECTION_MAX_ROWS = 1
        has(ann, mor=(1, 0))
        with pytest.raises(ApplicationError, match="at most 1 printings"):
            services.import_lines(ann.pk, lines("1 Savage Land"), "add")
        assert selectors.load_copies(ann.pk) == {MOR: Copies(1, 0)}

    def test_never_counts_beyond_the_most_copies(self, ann: User) -> None:
        services.import_lines(ann.pk, lines("9999 Savage Beatdown"), "add")
        services.import_lines(ann.pk, lines("9999 Savage Beatdown"), "add")
        assert selectors.load_copies(ann.pk) == {ANY: Copies(9_999, 0)}

    def test_takes_out_what_has_no_copies_left(self, ann: User) -> None:
        has(ann, mor=(1, 0), any=(0, 2))
        services.import_lines(ann.pk, lines("printing,name,owned,wanted\n,Savage Beatdown,0,0\n"), "set")
        assert selectors.load_copies(ann.pk) == {MOR: Copies(1, 0)}


class TestCounts:
    @pytest.mark.parametrize(
        ("held", "lacking"),
        [
            ({ANY: Copies(0, 4)}, 4),
            ({ANY: Copies(1, 4), MOR: Copies(2, 0)}, 1),
            ({MOR: Copies(1, 3)}, 2),
            # Two of MOR are lacking; they also fill what may be any printing.
            ({ANY: Copies(3, 4), MOR: Copies(0, 2)}, 2),
            ({ANY: Copies(0, 4), MOR: Copies(0, 1)}, 4),
            ({ANY: Copies(5, 4)}, 0),
        ],
    )
    def test_lacking_is_what_is_wanted_and_not_owned(self, held: dict[CardKey, Copies], lacking: int) -> None:
        assert selectors.count_lacking(held) == lacking

    def test_sets_count_recorded_cards(self, ann: User) -> None:
        has(ann, mor=(3, 0))
        (total,) = selectors.summarize(selectors.load_copies(ann.pk))
        (mor,) = total.sets
        recorded = sum("MOR" in card.set_codes for card in cards.get_reference(CLASSIC).catalog.cards)
        assert (mor.code, mor.owned, mor.cards) == ("MOR", 1, recorded)
        assert (total.owned, total.cards, total.wanted) == (3, 1, 0)

    def test_a_card_that_left_the_reference_is_kept_and_named(self, ann: User) -> None:
        CollectedCard.objects.create(owner=ann, game_id=CLASSIC, slug="gone-card", owned=2)
        (total,) = selectors.summarize(selectors.load_copies(ann.pk))
        assert total.gone == ((CardKey(CLASSIC, "gone-card"), Copies(2, 0)),)


class TestLacks:
    def deck(self, text: str):  # type: ignore[no-untyped-def]
        return build_deck(text, CLASSIC, ON)

    def test_counts_all_printings_together(self, ann: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        has(ann, any=(1, 0), mor=(2, 0), land=(1, 0))
        deck = self.deck("4 Savage Beatdown\n1 Savage Land\n2 Nobody At All")
        with django_assert_num_queries(2):
            needs = compute_needs(ann.pk, deck)
        found = [(each.card.slug, each.needed, each.owned, each.lacking) for each in needs.cards]
        assert found == [(SAVAGE, 4, 3, 1), ("savage-land", 1, 1, 0)]
        assert (needs.total_needed, needs.total_owned, needs.total_lacking) == (5, 4, 1)
        assert [entry.name for entry in needs.unsettled] == ["Nobody At All"]
        assert needs.text.startswith("1 Savage Beatdown")

    def test_go_onto_the_wish_list_once(self, ann: User) -> None:
        has(ann, mor=(1, 0))
        needs = compute_needs(ann.pk, self.deck("4 Savage Beatdown"))
        assert want_lacking(ann.pk, needs) == 1
        assert want_lacking(ann.pk, compute_needs(ann.pk, self.deck("4 Savage Beatdown"))) == 0
        (wanted,) = selectors.list_wanted(ann.pk)
        assert (wanted.wanted, wanted.owned, wanted.lacking) == (4, 1, 3)

    def test_count_what_is_wanted_under_another_name_of_the_card(self, ann: User) -> None:
        plain, versioned = CardKey(CLASSIC, "yelena-belova"), CardKey(CLASSIC, "yelena-belova-black-widow")
        services.set_copies(ann.pk, {plain: {WANTED: 3}})
        deck = self.deck("4 Yelena Belova [yelena-belova-black-widow]")
        assert want_lacking(ann.pk, compute_needs(ann.pk, deck)) == 1
        assert selectors.load_copies(ann.pk) == {plain: Copies(0, 3), versioned: Copies(0, 1)}
        (wanted,) = selectors.list_wanted(ann.pk)
        assert (wanted.wanted, wanted.lacking) == (4, 4)
        assert want_lacking(ann.pk, compute_needs(ann.pk, deck)) == 0


class TestEdition:
    """It counts changes alone, so that an open preview stays of use."""

    def test_stays_where_nothing_changes(self, browser: Client, ann: User) -> None:
        has(ann, mor=(4, 4))
        page = browser.post("/collection/import/", {"text": "1 Savage Land", "mode": "add"}).content.decode()
        has(ann, mor=(4, 4))
        services.set_copies(ann.pk, {})
        services.import_lines(ann.pk, lines("4 Savage Beatdown [MOR]"), "set")
        services.step_copies(ann.pk, LAND, OWNED, -1)
        browser.post("/collection/lacks/want/", {"list": "4 Savage Beatdown", "game": ""})
        assert Collection.objects.get(owner=ann).edition == 1
        assert browser.post("/collection/import/", lay_out(page)).status_code == 302
        assert Collection.objects.get(owner=ann).edition == 2


class TestSearch:
    def found(self, user: User | None, query: str) -> set[str]:
        viewer = Viewer(user.pk) if user else STRANGER
        answer = search_cards(query, game=CLASSIC, viewer=viewer)
        slugs = {card.pk: card.slug for card in cards.Card.objects.filter(game=CLASSIC)}
        return {slugs[pk] for pk in answer.ids}

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("owned:yes", {SAVAGE, "savage-land"}),
            ("owned>=4", {SAVAGE}),
            ("owned=1", {"savage-land"}),
            ("wanted>0", {SAVAGE}),
            ("owned<wanted", {SAVAGE}),
            ("owned+1=2 n:savage", {"savage-land"}),
            ("n:savage missing:yes owned:yes", set()),
            ("ownedprint:yes", {SAVAGE}),
            ("s:MOR ownedprint:yes", {SAVAGE}),
            ("have:even wanted:yes", {SAVAGE}),
        ],
    )
    def test_finds_the_viewer_s_cards(self, ann: User, query: str, expected: set[str]) -> None:
        has(ann, mor=(3, 5), any=(1, 0), land=(1, 0))
        assert self.found(ann, query) == expected

    def test_negation_finds_the_others(self, ann: User) -> None:
        has(ann, mor=(3, 5), land=(1, 0))
        every = self.found(ann, "")
        for query in ("owned:yes", "owned>=2", "owned=0", "owned<2", "missing:yes", "ownedprint:yes", "owned<wanted"):
            assert self.found(ann, f"-({query})") == every - self.found(ann, query), query
        assert self.found(ann, "owned:no") == self.found(ann, "missing:yes") == self.found(ann, "owned<1")

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("owned>yes", "“yes” is not a number. Write a number after “>”."),
            (
                "owned:unknown",
                "“unknown” is not a value of “owned”. "
                "Use a whole number, yes, no, even, odd, none or a sum of other numbers.",
            ),
            ("wanted>=evn", "“evn” is not a value of “wanted”. Use a whole number or a sum of other numbers."),
        ],
    )
    def test_says_what_it_takes_and_suggests_no_more(self, ann: User, query: str, said: str) -> None:
        has(ann, land=(1, 0))
        (note,) = search_cards(query, game=CLASSIC, viewer=Viewer(ann.pk)).notes
        assert note.message == said
        word = re.match("[a-z]+", query)
        assert word
        for value in ("yes", "no", "even", "odd", "none", "*", "2", "1..3", *note.suggestions):
            assert not search_cards(f"{word[0]}:{value}", game=CLASSIC, viewer=Viewer(ann.pk)).notes, value

    @pytest.mark.parametrize("query", ["owned:yes", "wanted>0", "missing:yes", "ownedprint:yes", "owned<wanted"])
    def test_tells_a_stranger_to_sign_in_and_reads_the_rest(self, query: str) -> None:
        answer = search_cards(f"n:savage {query}", game=CLASSIC)
        word = re.match("[a-z]+", query)
        assert word
        assert [note.message.partition(".")[0] for note in answer.notes] == [f"Sign in to use “{word[0]}”"]
        assert answer.ids == search_cards("n:savage", game=CLASSIC).ids
        assert answer.is_about_decks

    def test_finds_decks_by_the_cards_that_one_owns(self, ann: User, bob: User) -> None:
        has(ann, mor=(1, 0))
        made = [
            decks.create(Viewer(ann.pk), CLASSIC, Snapshot(title=text, text=text))
            for text in ("1 Savage Beatdown", "1 Savage Beatdown\n1 Savage Land")
        ]
        everything = Deck.objects.all()
        found = search_decks("-contains:(missing:yes)", Viewer(ann.pk), game=CLASSIC, within=everything)
        assert found.ids == (made[0].pk,)
        assert search_decks("contains:(owned:yes)", Viewer(bob.pk), game=CLASSIC, within=everything).ids == ()

    def test_of_one_s_own_cannot_be_followed(self, ann: User) -> None:
        with pytest.raises(InputError):
            follow(ann, FollowTarget(query="owned:yes", game=CLASSIC))

    def test_costs_one_query_more(self, ann: User, django_assert_max_num_queries: Callable[..., object]) -> None:
        has(ann, mor=(3, 5), land=(1, 0))
        search_cards("n:savage", game=CLASSIC, viewer=Viewer(ann.pk))
        with django_assert_max_num_queries(5):  # type: ignore[attr-defined]
            search_cards("n:savage owned:yes", game=CLASSIC, viewer=Viewer(ann.pk))

    def test_of_one_person_is_kept_for_nobody_else(self, browser: Client, ann: User, bob: User) -> None:
        has(ann, mor=(3, 5))
        address = "/cards/vs-classic/?q=owned:yes+view:text"
        first = browser.get(address)
        assert "Savage Beatdown" in first.content.decode()
        assert "no-store" in first.headers["Cache-Control"]
        assert "ETag" not in first.headers
        other = Client()
        other.force_login(bob)
        assert "Savage Beatdown" not in other.get(address).content.decode()
        stranger = Client().get(address)
        assert "Sign in to use" in stranger.content.decode()
        assert "no-store" in stranger.headers["Cache-Control"]
        assert "ETag" not in Client().get("/api/v1/cards?q=owned:yes").headers
