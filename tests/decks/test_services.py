"""Keeping decks: what is saved, what is refused, and that nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer
from vsdb.core.errors import ApplicationError
from vsdb.decks import selectors, services
from vsdb.decks.models import Deck, DeckCard, Revision
from vsdb.decks.services import Snapshot, StaleSave

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

LIST = "4 Savage Beatdown\n4 Flying Kick\n4 Boris, Personal Servant of Dr. Doom\n"
STRANGER = Viewer()


@pytest.fixture
def viewer() -> Viewer:
    return Viewer(User.objects.create_user("builder").pk)


@pytest.fixture
def other() -> Viewer:
    return Viewer(User.objects.create_user("other").pk)


@pytest.fixture
def deck(viewer: Viewer) -> Deck:
    return services.create(
        viewer, "vs-classic", Snapshot(title="Doom", format="silver", text=LIST, notes="Mulligan low.")
    )


def fresh(deck: Deck) -> Deck:
    return Deck.objects.get(pk=deck.pk)


def held(deck: Deck) -> dict[str, int]:
    return dict(DeckCard.objects.filter(deck=deck).values_list("slug", "count"))


class TestCreate:
    def test_the_first_version_holds_what_was_given(self, deck: Deck) -> None:
        first = selectors.get_revision(deck)
        assert (first.number, first.title, first.format, first.notes) == (1, "Doom", "silver-age", "Mulligan low.")
        assert first.text == LIST
        assert (deck.size, deck.visibility, deck.secret) == (12, "private", "")

    def test_lines_that_cannot_be_read_are_kept_as_they_were_written(self, viewer: Viewer) -> None:
        kept = services.create(viewer, "vs-classic", Snapshot(text="4 Savage Beatdown\n3 Savage Beetdown\n???\n"))
        assert kept.text == "4 Savage Beatdown\n3 Savage Beetdown\n???\n"

    def test_what_the_list_says_of_itself_is_no_part_of_it(self, viewer: Viewer) -> None:
        kept = services.create(
            viewer, "vs-classic", Snapshot(title=" A  deck ", text=f"# Other\n# format: golden-age\n{LIST}")
        )
        assert (kept.title, kept.text, kept.format) == ("A deck", LIST, "")

    def test_a_deck_may_be_empty_and_untitled(self, viewer: Viewer) -> None:
        kept = services.create(viewer, "riftbound", Snapshot(title="  "))
        assert (kept.title, kept.text, kept.size) == (services.UNTITLED, "", 0)

    @pytest.mark.parametrize(
        ("snapshot", "place"),
        [
            (Snapshot(title="t" * 121), "title"),
            (Snapshot(title="a\x00b"), "title"),
            (Snapshot(notes="n" * 20_001), "notes"),
            (Snapshot(card_notes={"boris": "n" * 1_001}), "card_notes"),
            (Snapshot(card_notes={str(number): "n" for number in range(301)}), "card_notes"),
        ],
    )
    def test_more_than_a_deck_holds_is_refused_and_leaves_nothing(
        self, viewer: Viewer, snapshot: Snapshot, place: str
    ) -> None:
        with pytest.raises(InputError) as caught:
            services.create(viewer, "vs-classic", snapshot)
        assert caught.value.place == place
        assert not Deck.objects.exists()

    def test_as_much_as_a_deck_holds_is_kept(self, viewer: Viewer) -> None:
        full = Snapshot(title="t" * 120, notes="n" * 20_000, card_notes={str(n): "n" * 1_000 for n in range(300)})
        kept = services.read_snapshot_of(selectors.get_revision(services.create(viewer, "vs-classic", full)))
        assert (kept.title, kept.notes, kept.card_notes) == (full.title, full.notes, full.card_notes)

    def test_a_format_that_there_is_not_is_refused_with_the_nearest(self, viewer: Viewer) -> None:
        with pytest.raises(NotFound) as caught:
            services.create(viewer, "vs-classic", Snapshot(format="goldenage"))
        assert caught.value.nearest[0] == "golden-age"

    def test_more_decks_than_an_account_may_keep_are_refused(self, viewer: Viewer, settings: Settings) -> None:
        settings.DECKS_PER_ACCOUNT = 1
        services.create(viewer, "vs-classic", Snapshot())
        with pytest.raises(ApplicationError, match="Delete one"):
            services.create(viewer, "vs-classic", Snapshot())

    def test_more_decks_than_a_browser_may_keep_are_refused(self, settings: Settings) -> None:
        settings.DECKS_PER_BROWSER = 1
        first = services.create(STRANGER, "vs-classic", Snapshot())
        with pytest.raises(ApplicationError, match="Sign in"):
            services.create(Viewer(built=frozenset({first.pk})), "vs-classic", Snapshot())


class TestSave:
    def test_each_save_is_a_version(self, deck: Deck, viewer: Viewer) -> None:
        saved = services.save(
            deck.pk, viewer, 1, Snapshot(text="4 Savage Beatdown\n", as_of=date(2005, 3, 1)), comment=" less "
        )
        assert (saved.number, saved.comment, saved.by_id) == (2, "less", viewer.user)
        now = fresh(deck)
        assert (now.edition, now.text, now.size, now.as_of) == (2, "4 Savage Beatdown\n", 4, date(2005, 3, 1))
        assert selectors.get_revision(now, 1).text == LIST

    def test_the_cards_it_is_found_by_are_those_of_the_newest_version(self, deck: Deck, viewer: Viewer) -> None:
        assert held(deck) == {"savage-beatdown": 4, "flying-kick": 4, "boris-personal-servant-of-dr-doom": 4}
        services.save(
            deck.pk, viewer, 1, Snapshot(text="3 Savage Beatdown\n1 Savage Beatdown\n2 Mobilize\n1 Flying Kick")
        )
        assert held(deck) == {"savage-beatdown": 4, "mobilize": 2, "flying-kick": 1}

    def test_nothing_new_makes_no_version(self, deck: Deck, viewer: Viewer) -> None:
        same = services.read_snapshot_of(selectors.get_revision(deck))
        assert services.save(deck.pk, viewer, 1, same).number == 1
        assert services.save(deck.pk, viewer, 1, same, comment="As played").comment == "As played"
        assert Revision.objects.count() == 1

    def test_a_save_on_purpose_settles_an_automatic_one(self, deck: Deck, viewer: Viewer) -> None:
        new = Snapshot(text="1 Flying Kick\n")
        assert services.save(deck.pk, viewer, 1, new, is_automatic=True).is_automatic
        assert not services.save(deck.pk, viewer, 2, new).is_automatic

    def test_a_save_from_an_older_version_is_refused_with_all_three_texts(self, deck: Deck, viewer: Viewer) -> None:
        theirs = Snapshot(title="Doom", text="4 Flying Kick\n")
        services.save(deck.pk, viewer, 1, theirs)
        mine = Snapshot(title="Doom", text="4 Savage Beatdown\n")
        with pytest.raises(StaleSave) as caught:
            services.save(deck.pk, viewer, 1, mine)
        stale = caught.value
        assert stale.base is not None
        assert (stale.base.text, stale.mine.text, stale.theirs.text, stale.edition) == (LIST, mine.text, theirs.text, 2)
        assert fresh(deck).text == theirs.text

    def test_the_same_change_twice_is_no_conflict(self, deck: Deck, viewer: Viewer) -> None:
        new = Snapshot(title="Doom", text="4 Flying Kick\n")
        services.save(deck.pk, viewer, 1, new)
        assert services.save(deck.pk, viewer, 1, new).number == 2

    def test_what_cannot_be_stored_changes_nothing(self, deck: Deck, viewer: Viewer) -> None:
        with pytest.raises(InputError):
            services.save(deck.pk, viewer, 1, Snapshot(text="a\x00b"))
        assert (fresh(deck).edition, fresh(deck).text) == (1, LIST)

    def test_costs_as_many_queries_for_many_cards_as_for_few(
        self, deck: Deck, viewer: Viewer, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        many = "\n".join(f"{1 + number % 4} {line}" for number, line in enumerate(NAMES))
        with django_assert_max_num_queries(20):
            services.save(deck.pk, viewer, 1, Snapshot(text=many))

    def test_of_very_many_automatic_saves_the_oldest_go(
        self, deck: Deck, viewer: Viewer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(services, "MAX_AUTOMATIC", 2)
        services.save(deck.pk, viewer, 1, Snapshot(text="1 Flying Kick\n"), comment="Kept")
        for count in range(2, 6):
            services.save(deck.pk, viewer, count, Snapshot(text=f"{count} Flying Kick\n"), is_automatic=True)
        assert list(deck.revisions.values_list("number", flat=True)) == [6, 5, 2, 1]


class TestBackAndForth:
    def test_a_version_comes_back_as_a_new_one(self, deck: Deck, viewer: Viewer) -> None:
        services.save(deck.pk, viewer, 1, Snapshot(title="New"))
        back = services.restore(deck.pk, viewer, 1)
        assert (back.number, back.title, back.text, back.comment) == (3, "Doom", LIST, "Restored version 1")

    def test_a_version_that_there_is_not_is_not_found(self, deck: Deck, viewer: Viewer) -> None:
        with pytest.raises(NotFound, match="1 to 1"):
            services.restore(deck.pk, viewer, 7)

    def test_a_fork_begins_as_a_version_of_another_deck(self, deck: Deck, viewer: Viewer, other: Viewer) -> None:
        services.save(deck.pk, viewer, 1, Snapshot(title="New"))
        copy = services.fork(fresh(deck), other, 1)
        assert (copy.owner_id, copy.text, copy.title, copy.visibility) == (other.user, LIST, "Doom (fork)", "private")
        assert copy.forked_from == selectors.get_revision(fresh(deck), 1)

    def test_a_fork_of_a_fork_is_marked_once_and_numbered_where_the_title_is_taken(
        self, deck: Deck, viewer: Viewer, other: Viewer
    ) -> None:
        first = services.fork(deck, other)
        titles = [services.fork(each, other).title for each in (deck, deck)]
        assert first.title == f"{deck.title} (fork)"
        assert titles == [f"{deck.title} (fork {number})" for number in (2, 3)]
        services.save(deck.pk, viewer, deck.edition, Snapshot(title="x" * 120))
        assert services.fork(fresh(deck), other).title == "x" * 109 + " (fork)"

    def test_a_fork_of_ones_own_deck_is_called_a_copy(self, deck: Deck, viewer: Viewer, other: Viewer) -> None:
        first = services.fork(deck, viewer)
        assert [first.title, services.fork(first, viewer).title] == ["Doom (copy)", "Doom (copy 2)"]
        assert first.revisions.get().comment == "Copied"
        assert services.fork(first, other).title == "Doom (fork)"

    def test_a_fork_outlives_what_it_came_from(self, deck: Deck, viewer: Viewer, other: Viewer) -> None:
        copy = services.fork(deck, other)
        services.delete(deck.pk, viewer)
        assert (fresh(copy).text, fresh(copy).forked_from) == (LIST, None)


class TestWithoutAnAccount:
    def test_the_browser_that_built_it_may_save_it(self) -> None:
        deck = services.create(STRANGER, "vs-classic", Snapshot())
        browser = Viewer(built=frozenset({deck.pk}))
        assert services.save(deck.pk, browser, 1, Snapshot(text=LIST)).number == 2
        with pytest.raises(NotFound):
            services.save(deck.pk, STRANGER, 2, Snapshot())

    def test_an_account_claims_what_its_browser_has_built(self, viewer: Viewer) -> None:
        deck = services.create(STRANGER, "vs-classic", Snapshot(text=LIST))
        services.create(STRANGER, "vs-classic", Snapshot(title="Another browser's"))
        assert [each.pk for each in services.claim(replace(viewer, built=frozenset({deck.pk})))] == [deck.pk]
        assert fresh(deck).owner_id == viewer.user
        assert services.claim(replace(viewer, built=frozenset({deck.pk}))) == []

    def test_the_browser_alone_has_no_right_to_a_claimed_deck(self, viewer: Viewer) -> None:
        deck = services.create(STRANGER, "vs-classic", Snapshot())
        services.claim(replace(viewer, built=frozenset({deck.pk})))
        with pytest.raises(NotFound):
            services.delete(deck.pk, Viewer(built=frozenset({deck.pk})))

    def test_nobody_claims_without_an_account(self) -> None:
        deck = services.create(STRANGER, "vs-classic", Snapshot())
        with pytest.raises(ApplicationError):
            services.claim(Viewer(built=frozenset({deck.pk})))

    def test_it_may_be_shared_by_a_link_but_not_with_everybody(self) -> None:
        deck = services.create(STRANGER, "vs-classic", Snapshot())
        browser = Viewer(built=frozenset({deck.pk}))
        assert services.share(deck.pk, browser, "link").secret
        with pytest.raises(ApplicationError, match="account"):
            services.share(deck.pk, browser, "public")


class TestSharing:
    def test_a_private_deck_is_its_owners_alone(self, deck: Deck, viewer: Viewer, other: Viewer) -> None:
        assert selectors.get_readable_deck(deck.pk, viewer) == deck
        for somebody in (other, STRANGER, Viewer(user=other.user, may_moderate=True)):
            with pytest.raises(NotFound):
                selectors.get_readable_deck(deck.pk, somebody)

    def test_a_secret_link_is_for_whoever_has_it(self, deck: Deck, viewer: Viewer) -> None:
        secret = services.share(deck.pk, viewer, "link").secret
        assert selectors.get_shared_deck(secret) == deck
        assert selectors.get_readable_deck(deck.pk, STRANGER, secret=secret) == deck
        for word in ("", "x", secret[:-1]):
            with pytest.raises(NotFound):
                selectors.get_readable_deck(deck.pk, STRANGER, secret=word)
            with pytest.raises(NotFound):
                selectors.get_shared_deck(word)

    def test_a_link_that_is_taken_back_never_leads_anywhere_again(self, deck: Deck, viewer: Viewer) -> None:
        secret = services.share(deck.pk, viewer, "link").secret
        services.share(deck.pk, viewer, "private")
        assert services.share(deck.pk, viewer, "link").secret != secret
        with pytest.raises(NotFound):
            selectors.get_shared_deck(secret)

    def test_a_public_deck_is_for_everybody(self, deck: Deck, viewer: Viewer) -> None:
        services.share(deck.pk, viewer, "public")
        assert selectors.get_readable_deck(deck.pk, STRANGER) == deck
        assert list(selectors.list_public_decks()) == [deck]

    def test_one_that_staff_has_hidden_is_for_its_owner_and_staff(
        self, deck: Deck, viewer: Viewer, other: Viewer
    ) -> None:
        services.share(deck.pk, viewer, "public")
        Deck.objects.update(hidden_at="2026-01-01T00:00Z")
        assert not selectors.list_public_decks()
        assert selectors.get_readable_deck(deck.pk, viewer)
        assert selectors.get_readable_deck(deck.pk, Viewer(other.user, may_moderate=True))
        with pytest.raises(NotFound):
            selectors.get_readable_deck(deck.pk, other)

    def test_nobody_else_shares_saves_describes_or_deletes_it(self, deck: Deck, viewer: Viewer, other: Viewer) -> None:
        services.share(deck.pk, viewer, "public")
        for refused in (
            lambda: services.share(deck.pk, other, "private"),
            lambda: services.save(deck.pk, other, 1, Snapshot()),
            lambda: services.describe(deck.pk, other, event="", played_on=None, tags=()),
            lambda: services.restore(deck.pk, other, 1),
            lambda: services.delete(deck.pk, other),
        ):
            with pytest.raises(NotFound):
                refused()
        assert fresh(deck).visibility == "public"

    def test_there_is_no_fourth_way(self, deck: Deck, viewer: Viewer) -> None:
        with pytest.raises(InputError, match="private, link, public"):
            services.share(deck.pk, viewer, "everyone")


class TestDescribing:
    def test_tags_are_words_that_several_decks_have(self, deck: Deck, viewer: Viewer) -> None:
        services.describe(
            deck.pk, viewer, event=" Gen Con ", played_on=date(2008, 8, 14), tags=["Stall", " stall ", "Big Bang"]
        )
        now = fresh(deck)
        assert (now.event, now.played_on) == ("Gen Con", date(2008, 8, 14))
        assert sorted(now.tags.values_list("slug", flat=True)) == ["big-bang", "stall"]

    @pytest.mark.parametrize("tags", [["!!"], [f"tag {number}" for number in range(9)]])
    def test_tags_that_are_none_or_too_many_are_refused(self, deck: Deck, viewer: Viewer, tags: list[str]) -> None:
        with pytest.raises(InputError):
            services.describe(deck.pk, viewer, event="", played_on=None, tags=tags)
        assert not fresh(deck).tags.exists()


NAMES = (
    *("Savage Beatdown", "Flying Kick", "Surprise Attack", "Mobilize", "Enemy of My Enemy", "Nasty Surprise"),
    *(
        "Finishing Move",
        "Overload",
        "Mega-Blast",
        "Have a Blast!",
        "Reign of Terror",
        "Wild Ride",
        "Rise from the Grave",
    ),
)
