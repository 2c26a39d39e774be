"""One's own list: filters, orders, and what is done to several decks at once."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model.errors import InputError
from tests.decks.stored import deck_of, person, text_of
from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.decks import comments, verdict_cache
from vsdb.decks.browse import list_latest_own_decks
from vsdb.decks.filing import services
from vsdb.decks.models import Deck, Folder, Label
from vsdb.decks.rechecks.models import Standing

pytestmark = pytest.mark.django_db

ARMY = "60 Sentinel Mark V, Army\n"


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def three(ann: tuple[User, Client]) -> list[Deck]:
    """A draft, a legal deck and a Riftbound draft of Ann's."""
    return [
        deck_of(ann[0], title="Beta"),
        deck_of(ann[0], title="alpha", text=ARMY, format="golden-age"),
        deck_of(ann[0], title="Gamma", game="riftbound", format="standard", text=""),
    ]


def titles(page: str) -> list[str]:
    return re.findall(r'deckrow__title"><a href="[^"]+">([^<]+)</a>', page)


def act(browser: Client, decks: list[Deck], do: str, **words: str) -> object:
    return browser.post("/decks/mine/selected/", {"deck": [deck.pk for deck in decks], "do": do, **words})


class TestFilters:
    def test_narrow_by_folder_label_game_format_outcome_and_words(
        self, ann: tuple[User, Client], three: list[Deck]
    ) -> None:
        viewer = Viewer(ann[0].pk)
        folder = services.create_folder(viewer, "League")
        services.move_decks([three[0].pk], viewer, folder)
        services.add_labels([three[1].pk], viewer, ["Budget"])
        label = Label.objects.get()
        for words, found in (
            (f"folder={folder.pk}", {"Beta"}),
            ("folder=none", {"alpha", "Gamma"}),
            (f"label={label.pk}", {"alpha"}),
            ("game=riftbound", {"Gamma"}),
            ("format=vs-classic/golden-age", {"alpha"}),
            ("outcome=draft", {"Beta", "Gamma"}),
            ("outcome=legal", set()),
            ("outcome=uncertain", set()),
            ("q=alpha", {"alpha"}),
            (f"q=alpha&folder={folder.pk}", set()),
        ):
            page = text_of(ann[1], f"/decks/mine/?{words}")
            known = {"alpha"} if words in ("outcome=legal", "outcome=uncertain") else set()
            assert set(titles(page)) - known == found, words

    def test_every_deck_has_one_outcome(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        deck_of(ann[0], title="Shared", format="", visibility="link")
        found = [
            title
            for outcome in ("legal", "illegal", "uncertain", "draft", "no-format")
            for title in titles(text_of(ann[1], f"/decks/mine/?outcome={outcome}"))
        ]
        assert sorted(found) == ["Beta", "Gamma", "Shared", "alpha"]

    def test_a_deck_is_read_anew_before_it_is_called_a_draft(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        Deck.objects.update(glance={}, facts="")  # as an upgrade leaves them
        own = {row.deck.title: row.draft for row in list_latest_own_decks(Viewer(ann[0].pk), 3)}
        assert (own["alpha"], own["Beta"] != "") == ("", True)
        Deck.objects.update(glance={}, facts="")
        assert set(titles(text_of(ann[1], "/decks/mine/?outcome=draft"))) == {"Beta", "Gamma"}
        Deck.objects.update(glance={}, facts="")
        assert titles(text_of(ann[1], "/decks/mine/?outcome=legal")) == ["alpha"]

    def test_say_how_many_decks_have_no_outcome_yet(
        self, ann: tuple[User, Client], monkeypatch: pytest.MonkeyPatch, settings: Settings
    ) -> None:
        decks = [deck_of(ann[0], title=f"Deck {number}", text=ARMY, format="golden-age") for number in range(4)]
        Standing.objects.all().delete()  # each was judged when it was saved
        monkeypatch.setitem(verdict_cache.check_own.__kwdefaults__, "most", 1)
        token = make_token(ann[0], name="x", scope="read")[1]
        headers = {"Authorization": f"Bearer {token}"}
        assert "3 more decks not checked yet" in text_of(ann[1], "/decks/mine/?outcome=illegal")
        api = ann[1].get("/api/v1/decks?mine=true&outcome=illegal", headers=headers).json()
        assert "2 more decks not checked yet" in api["notes"][0]["message"]
        answer = ann[1].post(
            "/decks/mine/selected/", {"all": "yes", "asked": "outcome=illegal", "do": "label", "label": "x"}
        )
        assert (answer.status_code, Label.objects.count()) == (409, 0)
        assert "1 deck not checked yet. Open the list again" in answer.content.decode()
        assert "not checked yet" not in text_of(ann[1], "/decks/mine/?outcome=illegal")
        # In read-only mode nothing is read anew or judged, and nothing is guessed.
        Deck.objects.filter(pk=decks[0].pk).update(glance={}, facts="", edition=2)
        settings.READ_ONLY = True
        for outcome in ("draft", "legal"):
            page = text_of(ann[1], f"/decks/mine/?outcome={outcome}")
            assert "1 more deck not checked yet" in page
            assert "Deck 0" not in titles(page)

    def test_orders(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        comments.like(three[0], Viewer(person("bob")[0].pk))
        for sort, first in (
            ("edited", "Gamma"),
            ("created", "Gamma"),
            ("title", "alpha"),
            ("size", "alpha"),
            ("likes", "Beta"),
        ):
            for words in ("", "&q=a"):
                assert titles(text_of(ann[1], f"/decks/mine/?sort={sort}{words}"))[0] == first, sort

    def test_nobody_else_s_folder_or_label_finds_anything(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        bob = Viewer(person("bob")[0].pk)
        folder = services.create_folder(bob, "Bobs secret folder")
        page = text_of(ann[1], f"/decks/mine/?folder={folder.pk}")
        assert titles(page) == []
        assert "Bobs secret" not in page

    def test_hostile_words_break_nothing(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        for words in (
            "folder=x",
            "folder=99999999999",
            "label=%00",
            "outcome=maybe",
            "sort=%27",
            "format=//",
            "page=x",
        ):
            assert ann[1].get(f"/decks/mine/?{words}").status_code == 200

    def test_a_page_costs_the_same_for_more_decks(
        self, ann: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        viewer = Viewer(ann[0].pk)
        for number in range(2):
            decks = [deck_of(ann[0], title=f"{number} {each}", text=ARMY).pk for each in range(2 + 10 * number)]
            services.add_labels(decks, viewer, ["One", "Two"])
            services.move_decks(decks, viewer, services.find_or_create_folder(viewer, "League"))
            ann[1].get("/decks/mine/")
            with django_assert_max_num_queries(19):
                ann[1].get("/decks/mine/")


class TestSeveralAtOnce:
    def test_are_moved_to_a_new_folder_and_out_again(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        act(ann[1], three[:2], "move", new_folder="  League ")
        folder = Folder.objects.get()
        assert (folder.name, folder.owner) == ("League", ann[0])
        assert set(folder.decks.values_list("pk", flat=True)) == {deck.pk for deck in three[:2]}
        assert "Moved 1 deck out of their folder." in text_of(ann[1], "/decks/mine/") or act(
            ann[1], three[:1], "move", folder="none"
        )
        assert folder.decks.count() == 1

    def test_are_labeled_and_unlabeled(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        act(ann[1], three, "label", label="Budget, Fast")
        assert [deck.labels.count() for deck in three] == [2, 2, 2]
        act(ann[1], three[:1], "unlabel", label="budget")
        assert [deck.labels.count() for deck in three] == [1, 2, 2]

    def test_all_that_the_filter_finds(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        ann[1].post("/decks/mine/selected/", {"all": "yes", "asked": "game=vs-classic", "do": "label", "label": "x"})
        assert [deck.labels.count() for deck in three] == [1, 1, 0]

    def test_are_exported_as_text_files(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        act(ann[1], three[:1], "move", new_folder="../League")
        twin = deck_of(ann[0], title="alpha", text=ARMY)
        answer = act(ann[1], [*three, twin], "zip")
        packed = zipfile.ZipFile(io.BytesIO(answer.content))  # type: ignore[attr-defined]
        assert packed.namelist() == ["league/beta.txt", "alpha.txt", "gamma.txt", "alpha-2.txt"]
        assert "60 Sentinel Mark V" in packed.read("alpha.txt").decode()

    def test_are_exported_as_json(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        services.add_labels([three[0].pk], Viewer(ann[0].pk), ["Budget"])
        rows = json.loads(act(ann[1], three, "json").content)["decks"]  # type: ignore[attr-defined]
        assert [(row["title"], row["labels"]) for row in rows] == [("Beta", ["Budget"]), ("alpha", []), ("Gamma", [])]

    def test_are_printed_in_one_file(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        import pypdfium2

        made = act(ann[1], three, "sheets", player="Ann").content  # type: ignore[attr-defined]
        text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(made))
        assert all(deck.title in text for deck in three)

    @pytest.mark.parametrize("do", ["zip", "json", "sheets", "label", "move", "delete"])
    def test_cost_the_same_for_three_and_for_many(
        self,
        ann: tuple[User, Client],
        three: list[Deck],
        django_assert_max_num_queries: DjangoAssertNumQueries,
        do: str,
    ) -> None:
        many = [deck_of(ann[0], title=f"More {number}", text=ARMY).pk for number in range(20)]
        words = {"do": do, "label": "Lent", "new_folder": "League", "sure": "no"}
        counts = []
        for keys in ([deck.pk for deck in three], many):
            ann[1].post("/decks/mine/selected/", {**words, "deck": keys})
            with django_assert_max_num_queries(14) as asked:
                ann[1].post("/decks/mine/selected/", {**words, "deck": keys})
            counts.append(len(asked))
        assert counts[1] <= counts[0]

    def test_are_deleted_after_being_asked_once_more(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        page = act(ann[1], three[:2], "delete").content.decode()  # type: ignore[attr-defined]
        assert "Delete 2 decks?" in page
        assert Deck.objects.count() == 3
        act(ann[1], three[:2], "delete", sure="yes")
        assert [deck.title for deck in Deck.objects.all()] == ["Gamma"]

    @pytest.mark.parametrize("do", ["move", "label", "unlabel", "zip", "json", "sheets", "delete"])
    def test_nobody_touches_another_s_deck(self, ann: tuple[User, Client], three: list[Deck], do: str) -> None:
        _, bob = person("bob")
        words = {"sure": "yes", "label": "x", "new_folder": "x"}
        for browser in (bob, Client()):
            answer = act(browser, three, do, **words)
            assert answer.status_code in (404, 409)  # type: ignore[attr-defined]
            assert b"Sentinel" not in answer.content  # type: ignore[attr-defined]
        assert Deck.objects.count() == 3
        assert not Deck.objects.exclude(folder=None).exists()

    def test_what_is_refused_is_told_above_the_list(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        for words, said in (
            ({"do": "zip"}, "Select at least one deck."),
            ({"do": "move", "deck": three[0].pk}, "Choose a folder, or name a new one."),
            ({"do": "label", "deck": three[0].pk}, "Name a label."),
            ({"do": "", "deck": three[0].pk}, "Choose what to do with the selected decks."),
            ({"do": "zip", "deck": "x"}, "x"),
            ({"do": "label", "deck": three[0].pk, "label": ",".join(map(str, range(21)))}, "21 labels; at most 20."),
            ({"do": "unlabel", "deck": three[0].pk, "label": ",".join(map(str, range(21)))}, "21 labels; at most 20."),
            ({"do": "unlabel", "deck": three[0].pk, "label": " ,"}, "Name a label."),
            ({"do": "unlabel", "deck": three[0].pk, "label": "\x00"}, "The name is missing."),
            ({"do": "move", "deck": three[0].pk, "new_folder": "x" * 61}, "61 characters; at most 60"),
            ({"do": "sheets", "deck": three[0].pk, "paper": "a9"}, "a9"),
        ):
            answer = ann[1].post("/decks/mine/selected/", words)
            assert answer.status_code == 400, words
            assert said in answer.content.decode(), words

    def test_no_deck_gets_more_labels_than_it_may_have_little_by_little(
        self, ann: tuple[User, Client], three: list[Deck]
    ) -> None:
        viewer, keys = Viewer(ann[0].pk), [three[0].pk]
        services.add_labels(keys, viewer, map(str, range(20)))
        with pytest.raises(InputError, match="a deck has at most 20 labels"):
            services.add_labels(keys, viewer, ["another"])
        assert three[0].labels.count() == 20

    def test_very_many_names_are_refused_without_a_query(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        viewer, key = Viewer(ann[0].pk), three[0].pk
        names = [f"label {number}" for number in range(120_000)]
        for write in (
            lambda: services.add_labels([key], viewer, names),
            lambda: services.remove_labels([key], viewer, names),
            lambda: services.file_deck(key, viewer, folder=None, names=names),
        ):
            with CaptureQueriesContext(connection) as asked, pytest.raises(InputError, match="at most 20"):
                write()
            assert not [each["sql"] for each in asked if "SAVEPOINT" not in each["sql"]]

    def test_a_name_with_a_nul_is_the_name_without_it(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        services.add_labels([three[0].pk], Viewer(ann[0].pk), ["ab"])
        act(ann[1], three[:1], "unlabel", label="a\x00b")
        assert not three[0].labels.exists()

    def test_what_is_refused_keeps_what_was_selected_and_typed(
        self, ann: tuple[User, Client], three: list[Deck]
    ) -> None:
        words = {
            "do": "move",
            "deck": [three[0].pk, three[2].pk],
            "label": '"lent"',
            "player": "Ann",
            "paper": "letter",
        }
        page = ann[1].post("/decks/mine/selected/", words).content.decode()
        ticked = re.findall(r'name="deck" value="([0-9]+)" checked', page)
        assert sorted(map(int, ticked)) == sorted((three[0].pk, three[2].pk))
        assert 'name="label" maxlength="200" value="&quot;lent&quot;"' in page
        assert '<option value="letter" selected>' in page

    def test_a_browser_without_an_account_exports_and_deletes_but_has_no_folders(self, client: Client) -> None:
        client.post("/decks/new/", {"game": "vs-classic", "title": "Built"})
        deck = Deck.objects.get()
        assert act(client, [deck], "move", new_folder="x").status_code == 409  # type: ignore[attr-defined]
        assert act(client, [deck], "json").status_code == 200  # type: ignore[attr-defined]
        act(client, [deck], "delete", sure="yes")
        assert not Deck.objects.exists()
        assert client.get("/decks/mine/").status_code == 200


class TestFoldersAndLabels:
    def test_a_folder_is_made_renamed_and_deleted_without_its_decks(
        self, ann: tuple[User, Client], three: list[Deck]
    ) -> None:
        ann[1].post("/decks/folders/", {"name": "League"})
        folder = Folder.objects.get()
        services.move_decks([three[0].pk], Viewer(ann[0].pk), folder)
        ann[1].post(f"/decks/folders/{folder.pk}/", {"name": "<b>Cup</b>"})
        page = text_of(ann[1], "/decks/folders/")
        assert "&lt;b&gt;Cup&lt;/b&gt;" in page
        assert "<b>Cup</b>" not in page
        ann[1].post(f"/decks/folders/{folder.pk}/", {"do": "delete"})
        assert not Folder.objects.exists()
        assert Deck.objects.count() == 3

    def test_two_have_no_name_in_common(self, ann: tuple[User, Client]) -> None:
        for name, status in (("League", 302), ("league ", 409), ("LEAGUE", 409), ("", 400), ("x" * 61, 400)):
            assert ann[1].post("/decks/folders/", {"name": name}).status_code == status, name
        second = services.create_folder(Viewer(ann[0].pk), "Cup")
        answer = ann[1].post(f"/decks/folders/{second.pk}/", {"name": "league"})
        assert (answer.status_code, "already" in answer.content.decode()) == (409, True)

    @pytest.mark.parametrize("letter", ["İ", "ﷺ", "ß", "漢"])
    def test_of_any_letters_is_as_long_as_its_characters(self, ann: tuple[User, Client], letter: str) -> None:
        viewer = Viewer(ann[0].pk)
        made = services.create_folder(viewer, letter * 60)
        assert services.find_or_create_folder(viewer, letter * 60) == made
        assert services.find_or_create_folder(viewer, letter * 59) != made
        label = services._find_or_create(Label, ann[0].pk, services._read_labels([letter * 40], "label"))[0]
        assert services.rename_label(label.pk, viewer, letter * 40).name == letter * 40
        with pytest.raises(InputError, match="61 characters; at most 60"):
            services.create_folder(viewer, letter * 61)
        with pytest.raises(InputError, match="41 characters; at most 40"):
            services.rename_label(label.pk, viewer, letter * 41)

    def test_are_nobody_else_s(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        folder = services.create_folder(Viewer(ann[0].pk), "League")
        services.add_labels([three[0].pk], Viewer(ann[0].pk), ["Budget"])
        label = Label.objects.get()
        user, bob = person("bob")
        own = deck_of(user, title="Bobs")
        for address in (f"/decks/folders/{folder.pk}/", f"/decks/labels/{label.pk}/"):
            for words in ({"name": "Mine"}, {"do": "delete"}):
                assert bob.post(address, words).status_code == 404
        assert act(bob, [own], "move", folder=str(folder.pk)).status_code == 404  # type: ignore[attr-defined]
        assert "League" not in text_of(bob, "/decks/folders/")

    def test_are_shown_to_their_owner_alone(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        services.add_labels([deck.pk], Viewer(ann[0].pk), ["Zyxwv"])
        services.move_decks([deck.pk], Viewer(ann[0].pk), services.create_folder(Viewer(ann[0].pk), "Qponm"))
        for address in (f"/decks/{deck.pk}/doom/", "/decks/", "/people/ann/", f"/decks/shared/{deck.secret}/"):
            page = text_of(client, address)
            assert "Zyxwv" not in page, address
            assert "Qponm" not in page, address
        page = text_of(ann[1], f"/decks/{deck.pk}/doom/")
        assert "Zyxwv" in page
        assert "Qponm" in page

    def test_of_a_deck_are_set_on_its_page(self, ann: tuple[User, Client], three: list[Deck]) -> None:
        pk = three[0].pk
        ann[1].post(f"/decks/{pk}/file/", {"new_folder": "League", "labels": "Fast, Budget"})
        deck = Deck.objects.get(pk=pk)
        assert (str(deck.folder), sorted(map(str, deck.labels.all()))) == ("League", ["Budget", "Fast"])
        ann[1].post(f"/decks/{pk}/file/", {"folder": "", "labels": "Budget"})
        deck.refresh_from_db()
        assert (deck.folder, list(map(str, deck.labels.all()))) == (None, ["Budget"])

    def test_their_page_costs_the_same_for_many(
        self, ann: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        viewer, counts = Viewer(ann[0].pk), []
        for number in range(2):
            for each in range(1 + 30 * number):
                services.create_folder(viewer, f"Folder {number} {each}")
            with django_assert_max_num_queries(9) as asked:
                ann[1].get("/decks/folders/")
            counts.append(len(asked))
        assert counts[0] == counts[1]

    def test_there_is_a_limit(self, ann: tuple[User, Client], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(services._MOST, Folder, 1)
        assert ann[1].post("/decks/folders/", {"name": "One"}).status_code == 302
        assert ann[1].post("/decks/folders/", {"name": "Two"}).status_code == 409
