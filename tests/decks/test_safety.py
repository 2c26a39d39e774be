"""What strangers can't do to stored decks and to whoever keeps them."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from engine.model.errors import InputError
from tests.decks.stored import LIST, deck_of, person
from vsdb.accounts.services import delete_account
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards.models import Card
from vsdb.core.errors import ApplicationError
from vsdb.decks import selectors, services, verdict_cache
from vsdb.decks.builder.page import MAX_LINES, find_addable_slugs
from vsdb.decks.models import Deck, Judgement, Tag
from vsdb.decks.rechecks.models import Standing
from vsdb.decks.search import search_decks
from vsdb.decks.services import Snapshot
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db


class TestDecksMadeWithoutAnAccount:
    @pytest.fixture(autouse=True)
    def _two_an_hour(self, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"new_deck": "2/h/ip"}

    @pytest.mark.parametrize("way", ["new", "import", "fork"])
    def test_are_limited_by_address_whatever_cookies_are_forgotten(self, way: str) -> None:
        user, _ = person("ann")
        origin = deck_of(user, visibility="public")
        address = f"/decks/{origin.pk}/fork/" if way == "fork" else f"/decks/{way}/"
        form = {"game": "vs-classic", "text": LIST, "keep": "yes"}
        answers = [Client().post(address, form) for _ in range(3)]
        assert [each.status_code for each in answers] == [302, 302, 409]
        assert "Sign in" in answers[-1].content.decode()
        assert Deck.objects.filter(owner=None).count() == 2
        assert Client(REMOTE_ADDR="192.0.2.7").post(address, form).status_code == HTTPStatus.FOUND

    def test_are_not_counted_for_whoever_is_signed_in(self) -> None:
        _, client = person("ann")
        answers = [client.post("/decks/new/", {"game": "vs-classic"}) for _ in range(3)]
        assert [each.status_code for each in answers] == [302, 302, 302]

    def test_are_not_counted_while_a_list_is_only_looked_at(self, client: Client) -> None:
        form = {"game": "vs-classic", "text": LIST}
        answers = [client.post("/decks/import/", form, follow=True) for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 200]


class TestWhatAQueryCosts:
    def test_all_its_terms_together_judge_no_more_decks_than_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(verdict_cache, "MAX_AT_ONCE", 3)
        user, _ = person("ann")
        for number in range(2):
            deck_of(user, title=f"Doom {number}", visibility="public")
        Standing.objects.all().delete()  # each was judged when it was saved
        found = search_decks("legal:golden or legal:silver or is:legal", STRANGER)
        assert Judgement.objects.count() == 3
        assert ["search again" in note.message for note in found.notes] == [True, True]

    @pytest.mark.parametrize(("characters", "judged"), [(2_999, 3), (3_000, 1), (9_000, 0)])
    def test_long_lists_count_as_several(self, characters: int, judged: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(verdict_cache, "MAX_AT_ONCE", 3)
        user, _ = person("ann")
        lines = "1 Savage Beatdown\n" * 2_000
        for _ in range(3):
            deck = deck_of(user, visibility="public")
            Deck.objects.filter(pk=deck.pk).update(text=lines[:characters])
        found = search_decks("legal:golden", STRANGER)
        assert Judgement.objects.count() == judged
        assert [note.message[:6] for note in found.notes] == ([] if judged == 3 else [f"{3 - judged} more"])

    def test_the_oldest_of_very_many_kept_verdicts_go(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(verdict_cache, "_MAX_KEPT", 2)
        user, _ = person("ann")
        deck_of(user, visibility="public")
        for year in (2003, 2004, 2005):
            search_decks(f"legal:golden@{year}-01-01", STRANGER)
        held = Judgement.objects.order_by("pk").values_list("as_of", flat=True)
        assert list(held) == [date(2004, 1, 1), date(2005, 1, 1)]

    def test_what_can_be_added_is_not_looked_for_beyond_the_length_of_any_deck(self) -> None:
        user, client = person("ann")
        slugs = Card.objects.filter(game="vs-classic", type="Character").values_list("name", flat=True)[: MAX_LINES + 1]
        lines = [f"1 {slug}" for slug in slugs]
        assert len(lines) > MAX_LINES
        longest = deck_of(user, text="\n".join(lines[:-1]))
        longer = deck_of(user, text="\n".join(lines))
        assert find_addable_slugs(longest)
        assert not find_addable_slugs(longer)
        page = client.get("/cards/vs-classic/", {"q": f"for:deck/{longer.pk}"}).content.decode()
        assert "too long to tell" in page
        assert "too long" in client.get(f"/decks/{longer.pk}/edit/?only=1").content.decode()
        assert "too long" not in client.get(f"/decks/{longest.pk}/edit/?only=1").content.decode()

    def test_one_query_asks_for_four_decks(self) -> None:
        user, _ = person("ann")
        keys = [deck_of(user, visibility="public").pk for _ in range(5)]
        four = search_cards(" or ".join(f"for:deck/{key}" for key in keys[:4]), game="vs-classic")
        five = search_cards(" or ".join(f"for:deck/{key}" for key in keys), game="vs-classic")
        assert not [note for note in four.notes if "at most" in note.message]
        assert [note.message for note in five.notes if "at most" in note.message] == [
            "at most 4 decks per query; this one is ignored"
        ]


class TestRefusals:
    @pytest.mark.parametrize("end", ["", "versions/99/", "hand/?seed=x", "export/word/"])
    def test_about_a_deck_are_kept_by_nobody(self, client: Client, end: str) -> None:
        deck = deck_of(person("ann")[0], visibility="link" if end else "private")
        answer = client.get(f"/decks/shared/{deck.secret}/{end}" if end else f"/decks/{deck.pk}/")
        assert answer.status_code in {400, 404}
        assert answer.headers["Cache-Control"] == "private, no-store"

    def test_to_act_without_an_account_are_kept_by_nobody(self, client: Client) -> None:
        deck = deck_of(person("ann")[0], visibility="public")
        answer = client.post(f"/decks/{deck.pk}/like/")
        assert (answer.status_code, answer.headers["Cache-Control"]) == (409, "private, no-store")


class TestAWordThatIsNotTheSecret:
    @pytest.mark.parametrize("word", ["not a/secret", "x" * 22, "é"])
    def test_is_forgotten_where_the_deck_may_be_read_anyway(self, word: str) -> None:
        deck = deck_of(person("ann")[0], visibility="public")
        answer = person("bob")[1].post(f"/decks/{deck.pk}/like/", {"secret": word})
        assert answer.headers["Location"] == f"/decks/{deck.pk}/{deck.slug}/#likes"


class TestWhatNoDatabaseAndNoAnswerTakes:
    @pytest.mark.parametrize("slug", ["", "a b", "\x00", "\ud800", "k" * 161])
    def test_is_no_slug_that_a_note_is_kept_by(self, slug: str) -> None:
        with pytest.raises(InputError, match="slug"):
            deck_of(person("ann")[0], card_notes={slug: "Keep."})

    def test_a_note_is_kept_by_the_longest_slug(self) -> None:
        deck = deck_of(person("ann")[0], card_notes={"k" * 160: "Keep."})
        assert selectors.get_revision(deck).card_notes == {"k" * 160: "Keep."}

    @pytest.mark.parametrize("words", [{"event": "a\x00b"}, {"tags": "one, a\x00b"}])
    def test_is_no_event_and_no_tag(self, words: dict[str, str]) -> None:
        user, client = person("ann")
        deck = deck_of(user)
        assert client.post(f"/decks/{deck.pk}/describe/", words).status_code == 400
        deck.refresh_from_db()
        assert (deck.event, deck.tags.count()) == ("", 0)


class TestClaiming:
    def test_is_no_way_past_the_most_decks_of_an_account(self, settings: Settings) -> None:
        settings.DECKS_PER_ACCOUNT = 2
        user, _ = person("ann")
        deck_of(user)
        built = services.create(Viewer(), "vs-classic", Snapshot()), services.create(Viewer(), "vs-classic", Snapshot())
        one, both = ({deck.pk for deck in decks} for decks in (built[:1], built))
        with pytest.raises(ApplicationError, match="at most 2 decks"):
            services.claim(Viewer(user.pk, frozenset(both)))
        assert services.claim(Viewer(user.pk, frozenset(one))) == [built[0]]


class TestForms:
    @pytest.mark.parametrize("address", ["/decks/import/", "/account/login/", "/admin/login/"])
    def test_beyond_a_mebibyte_are_refused_before_a_file_of_theirs_is_kept(
        self, address: str, settings: Settings, tmp_path: Path
    ) -> None:
        settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "nowhere")  # whatever is written there is an error
        client = Client(enforce_csrf_checks=True)
        client.get("/decks/new/")
        answer = client.post(address, {"file": SimpleUploadedFile("list.txt", b"4 x\n" * 800_000)})
        assert answer.status_code == 413
        assert "1,024 KiB" in answer.content.decode()


class TestSharing:
    def test_says_before_that_earlier_versions_and_notes_are_shared_too(self) -> None:
        user, client = person("ann")
        deck = deck_of(user, notes="Tell nobody.")
        services.save(deck.pk, Viewer(user.pk), 1, Snapshot(title="Doom", text=LIST))
        page = client.get(f"/decks/{deck.pk}/{deck.slug}/").content.decode()
        assert page.count("Shares all versions and notes") == 2
        services.share(deck.pk, Viewer(user.pk), "public")
        assert "Tell nobody." in Client().get(f"/decks/{deck.pk}/versions/1/").content.decode()


class TestADeletedAccount:
    def test_leaves_no_tag_that_was_its_own_alone(self) -> None:
        (ann, _), (bob, _) = person("ann"), person("bob")
        for user, tags in ((ann, ["Control", "Anns best"]), (bob, ["control"])):
            services.describe(deck_of(user).pk, Viewer(user.pk), event="", played_on=None, tags=tags)
        delete_account(ann)
        assert [tag.slug for tag in Tag.objects.all()] == ["control"]
