"""The pages of collections and wish lists, the imports that they preview, and how often they ask the database."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.collection.holding import ANY, CLASSIC, LAND, MOR, SAVAGE, has, lay_out
from vsdb.accounts import own_data
from vsdb.accounts.services import delete_account
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.collection import list_views, selectors, services
from vsdb.collection.models import CollectedCard, Collection
from vsdb.collection.reading import MAX_UNREAD, OWNED, WANTED, CardKey
from vsdb.collection.selectors import Copies
from vsdb.decks import services as decks
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


class TestPages:
    def test_a_stranger_is_told_what_a_collection_is(self, client: Client) -> None:
        page = client.get("/collection/")
        assert "Record the cards you own and want." in page.content.decode()

    def test_an_empty_collection_says_what_to_do(self, browser: Client) -> None:
        assert "Paste a list or choose a CSV file" in browser.get("/collection/").content.decode()

    def test_an_import_is_previewed_before_it_is_saved(self, browser: Client, ann: User) -> None:
        form = {"text": "4 Savage Beatdown [MOR]\n1 Savag Land\n", "mode": "add", "kind": "owned", "game": CLASSIC}
        page = browser.post("/collection/import/", form).content.decode()
        assert "1 line to check" in page
        assert "1 printing will change" in page
        assert not CollectedCard.objects.exists()
        chosen = {"edition": "0", "line-2": "vs-classic/savage-land/", "was-2": "1 Savag Land"}
        again = browser.post("/collection/import/", {**form, **chosen}).content.decode()
        assert "All lines were read" in again
        assert '<input type="hidden" name="line-2" value="vs-classic/savage-land/">' in again, "a choice is kept"
        saved = browser.post("/collection/import/", lay_out(again))
        assert saved.status_code == 302
        assert selectors.load_copies(ann.pk) == {MOR: Copies(4, 0), LAND: Copies(1, 0)}

    def test_only_what_was_previewed_is_saved(self, browser: Client, ann: User) -> None:
        has(ann, mor=(3, 4), any=(1, 0))
        form = {"text": "1 Savage Land\n1 Savag Beatdown", "mode": "add", "kind": "owned", "game": CLASSIC}
        page = browser.post("/collection/import/", form).content.decode()
        before = selectors.load_copies(ann.pk)
        for change in (
            {"mode": "replace"},
            {"mode": "set"},
            {"text": "2 Savage Land\n1 Savag Beatdown"},
            {"game": ""},
            {"kind": "wanted"},
            {"previewed": ""},
            {"edition": ""},
        ):
            answer = browser.post("/collection/import/", lay_out(page, **change))
            told = answer.content.decode()
            assert (answer.status_code, "Nothing was saved. Check the new preview." in told) == (409, True), change
            assert selectors.load_copies(ann.pk) == before, change
            # What is shown now can be saved.
            assert "keep" in lay_out(told)
        chosen = lay_out(page, **{"line-2": f"{CLASSIC}/{SAVAGE}/"})
        assert browser.post("/collection/import/", chosen).status_code == 302, "a choice is seen where it is made"
        assert selectors.load_copies(ann.pk) == {**before, ANY: Copies(2, 0), LAND: Copies(1, 0)}

    def test_nothing_is_saved_that_was_never_previewed(self, browser: Client, ann: User) -> None:
        has(ann, mor=(3, 4))
        for edition in ({}, {"edition": "1"}):
            form = {"text": "1 Savage Land", "mode": "replace", "keep": "yes", **edition}
            assert browser.post("/collection/import/", form).status_code == 409
        assert selectors.load_copies(ann.pk) == {MOR: Copies(3, 4)}

    def test_replacing_waits_for_lines_that_cannot_be_read(self, browser: Client, ann: User) -> None:
        has(ann, mor=(3, 0), land=(1, 0))
        form = {"text": "1 Savage Land\n3 Savag Beatdown", "mode": "replace", "game": CLASSIC}
        page = browser.post("/collection/import/", form).content.decode()
        assert "1 of them removed" in page
        answer = browser.post("/collection/import/", lay_out(page))
        assert answer.status_code == 409
        assert "Line 2 can’t be read. Replacing would remove copies of cards named there." in answer.content.decode()
        assert selectors.load_copies(ann.pk) == {MOR: Copies(3, 0), LAND: Copies(1, 0)}
        assert browser.post("/collection/import/", lay_out(page, leave_out="yes")).status_code == 302
        assert selectors.load_copies(ann.pk) == {LAND: Copies(1, 0)}

    def test_what_is_taken_out_is_shown_before_what_is_added(self, browser: Client, ann: User) -> None:
        has(ann, land=(1, 0))
        known = [card for card in cards.get_reference(CLASSIC).catalog.cards if card.slug != LAND.slug][:250]
        text = "".join(f"1 {card.title} [{card.slug}]\n" for card in known)
        page = browser.post("/collection/import/", {"text": text, "mode": "replace", "game": CLASSIC}).content.decode()
        assert "And 51 more." in page
        assert '<td class="num" data-label="Owned">1 → <b>0</b></td>' in page

    def test_as_many_lines_as_may_be_unread_can_be_decided(self, browser: Client, ann: User) -> None:
        text = "".join(f"1 Nobody {number}\n" for number in range(1, MAX_UNREAD + 1))
        decided = {f"line-{number}": f"{CLASSIC}/{SAVAGE}/" for number in range(1, MAX_UNREAD + 1)}
        decided |= {f"was-{number}": f"1 Nobody {number}" for number in range(1, MAX_UNREAD + 1)}
        page = browser.post("/collection/import/", {"text": text, **decided}).content.decode()
        answer = browser.post("/collection/import/", lay_out(page))
        assert answer.status_code == 302
        assert selectors.load_copies(ann.pk) == {ANY: Copies(MAX_UNREAD)}

    def test_a_stale_preview_is_shown_again(self, browser: Client, ann: User) -> None:
        page = browser.post("/collection/import/", {"text": "1 Savage Land", "mode": "set"}).content.decode()
        has(ann, land=(1, 0))
        again = browser.post("/collection/import/", lay_out(page))
        assert (again.status_code, "changed after this preview" in again.content.decode()) == (409, True)

    @pytest.mark.parametrize(
        "form",
        [
            {},
            {"text": " "},
            {"text": "1 x\0"},
            {"text": "1 Savage Land", "mode": "other"},
            {"text": "1 Savage Land", "game": "chess"},
            {"text": "count,name\n" + "x" * 800_000},
            {"text": "1 Savage Land", "keep": "yes", "edition": "x"},
        ],
    )
    def test_what_cannot_be_read_is_said(self, browser: Client, form: dict[str, str]) -> None:
        page = browser.post("/collection/import/", form)
        assert page.status_code == 400
        assert 'role="alert"' in page.content.decode()
        assert not CollectedCard.objects.exists()

    def test_a_file_is_read_and_one_that_is_too_large_refused(self, browser: Client, ann: User) -> None:
        file = SimpleUploadedFile("mine.csv", b"\xef\xbb\xbfQuantity;Name\r\n3;Savage Land\r\n", "text/csv")
        page = browser.post("/collection/import/", {"file": file, "mode": "add"}).content.decode()
        assert "All lines were read" in page
        for size in (800_000, 10_000_000):
            file = SimpleUploadedFile("mine.csv", b"count,name\n" + b"1,Savage Land\n" * (size // 14))
            assert browser.post("/collection/import/", {"file": file}).status_code in (400, 413)
        assert not CollectedCard.objects.exists()

    def test_a_card_s_page_counts_up_and_down(self, browser: Client, ann: User) -> None:
        page = browser.get(f"/cards/{CLASSIC}/{SAVAGE}/").content.decode()
        assert "Own one more: any printing" in page
        form = {"game": CLASSIC, "slug": SAVAGE, "next": "/collection/"}
        for step in ("owned:1:", "owned:1:MOR", "owned:1:mor", "wanted:1:", "owned:-1:", "owned:-1:"):
            answer = browser.post("/collection/change/", {**form, "step": step})
            assert (answer.status_code, answer.headers["Location"]) == (302, "/collection/")
        assert selectors.load_copies(ann.pk) == {MOR: Copies(2, 0), ANY: Copies(0, 1)}
        part = browser.post("/collection/change/", {**form, "step": "owned:1:"}, headers={"HX-Request": "true"})
        assert part.content.decode().lstrip().startswith("<form")

    def test_a_refused_step_shows_why_beside_the_rows(self, browser: Client, ann: User, settings: Settings) -> None:
        has(ann, mor=(2, 0))
        settings.COLLECTION_MAX_ROWS = 1
        form = {"game": CLASSIC, "slug": SAVAGE, "step": "owned:1:"}
        assert browser.post("/collection/change/", form).status_code == 409
        for step, why in (("owned:1:", "at most 1"), ("owned:1:XXX-1", "no recorded printing")):
            part = browser.post("/collection/change/", {**form, "step": step}, headers={"HX-Request": "true"})
            told = part.content.decode()
            assert part.status_code == 400  # which HTMX swaps in, as it does no 409
            assert why in told[told.index("copies__rows") :]
            assert "Own one more: any printing" in told

    @pytest.mark.parametrize("step", ["", "owned", "owned:2:", "other:1:", "owned:1:XXX-1", "owned:x:MOR"])
    def test_a_wrong_step_changes_nothing(self, browser: Client, step: str) -> None:
        form = {"game": CLASSIC, "slug": SAVAGE, "step": step, "next": "https://elsewhere.example/"}
        assert browser.post("/collection/change/", form).status_code == 400
        assert not CollectedCard.objects.exists()

    @pytest.mark.parametrize(
        "changed", [{"game": "\0"}, {"game": "chess"}, {"game": ""}, {"slug": "\0"}, {"slug": "nobody"}]
    )
    def test_a_card_that_is_not_there_is_not_found(self, browser: Client, changed: dict[str, str]) -> None:
        form = {"game": CLASSIC, "slug": SAVAGE, "step": "owned:1:", **changed}
        assert browser.post("/collection/change/", form).status_code == 404
        assert not CollectedCard.objects.exists()

    def test_leads_back_to_no_other_site(self, browser: Client) -> None:
        form = {"game": CLASSIC, "slug": SAVAGE, "step": "owned:1:", "next": "https://elsewhere.example/"}
        assert browser.post("/collection/change/", form).headers["Location"] == f"/cards/{CLASSIC}/{SAVAGE}/"

    def test_a_set_s_checklist_has_the_owned_copies(self, browser: Client, ann: User) -> None:
        has(ann, mor=(3, 0))
        assert "3<span" in browser.get("/sets/vs-classic/MOR/").content.decode()
        assert cards.get_reference(CLASSIC).catalog.by_slug["savage-land"].set_codes == {"MOR"}
        has(ann, mor=(0, 0), land=(2, 0))
        assert "2<span" in browser.get("/sets/vs-classic/MOR/").content.decode(), "printed in this set alone"
        assert "checklist__owned" not in Client().get("/sets/vs-classic/MOR/").content.decode()

    def test_the_list_is_filtered_by_queries_and_pages(self, browser: Client, ann: User) -> None:
        has(ann, mor=(3, 5), land=(1, 0))
        assert "Savage Land" not in browser.get("/collection/?q=owned>=2").content.decode()
        page = browser.get("/collection/?q=zonk:1&page=99").content.decode()
        assert "No card in your collection matches" in page

    def test_export_and_import_give_the_same_collection(self, browser: Client, ann: User) -> None:
        has(ann, mor=(3, 5), any=(0, 2), land=(1, 0))
        before = selectors.load_copies(ann.pk)
        for layout in ("csv", "text"):
            text = browser.get(f"/collection/export/{layout}/").content.decode()
            services.delete_collection(ann.pk)
            page = browser.post("/collection/import/", {"text": text, "mode": "add"}).content.decode()
            assert browser.post("/collection/import/", lay_out(page)).status_code == 302
            assert selectors.load_copies(ann.pk) == before

    def test_cards_of_one_title_are_told_apart(self, browser: Client, ann: User) -> None:
        first, other = CardKey("vs-2pcg", "hulk-mnb-003"), CardKey("vs-2pcg", "hulk-mnb-004")
        services.set_copies(ann.pk, {first: {WANTED: 4}, other: {OWNED: 1, WANTED: 4}, MOR: {WANTED: 1}})
        deck = decks.create(
            Viewer(ann.pk), "vs-2pcg", Snapshot(title="Hulks", text="1 Hulk [MNB-003]\n1 Hulk [MNB-004]")
        )
        for address in ("/collection/", "/collection/wanted/", f"/decks/{deck.pk}/lacks/"):
            page = browser.get(address).content.decode()
            for code in ("MNB-003", "MNB-004"):
                assert f'>Hulk</a> <span class="code soft">{code}</span>' in page, (address, code)
            assert '>Savage Beatdown</a> <span class="code soft">' not in page
        preview = browser.post("/collection/import/", {"text": "1 Hulk", "game": "vs-2pcg"}).content.decode()
        offered = re.findall(r">(Hulk [^<]*)</option>", preview)
        assert offered
        assert all(re.fullmatch(r"Hulk \[[A-Z0-9]+-[0-9]+\], any printing", each) for each in offered), offered

    def test_a_list_is_compared_by_its_address(self, browser: Client, ann: User) -> None:
        has(ann, mor=(1, 0))
        answer = browser.post("/collection/lacks/", {"list": "4 Savage Beatdown", "game": ""})
        page = browser.get(answer.headers["Location"])
        assert "You own 1 of 4 cards. You lack 3." in page.content.decode()
        text = browser.get(answer.headers["Location"] + "&show=text")
        assert text.content.decode().startswith("3 Savage Beatdown")
        assert browser.post("/collection/lacks/want/", {"list": "4 Savage Beatdown", "game": ""}).status_code == 302
        assert selectors.load_copies(ann.pk)[ANY] == Copies(0, 4)
        stranger = Client().get(answer.headers["Location"])
        assert "Sign in" in stranger.content.decode()

    def test_a_list_that_no_address_holds_has_no_links_to_its_answer(
        self, browser: Client, ann: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        has(ann, mor=(1, 0))
        monkeypatch.setattr(list_views, "build_query", lambda *_, **__: "")
        page = browser.post("/collection/lacks/", {"list": "4 Savage Beatdown", "game": ""}).content.decode()
        assert "You own 1 of 4 cards. You lack 3." in page
        assert "As text" not in page
        assert "show=text" not in page
        stranger = Client().post("/collection/lacks/", {"list": "4 Savage Beatdown", "game": ""}).content.decode()
        assert "paste it again" in stranger

    def test_a_deletion_is_asked_once_more(self, browser: Client, ann: User) -> None:
        has(ann, mor=(1, 0))
        assert "Delete your collection?" in browser.post("/collection/delete/").content.decode()
        assert CollectedCard.objects.exists()
        browser.post("/collection/delete/", {"sure": "yes"})
        assert not CollectedCard.objects.exists()


class TestOwnData:
    def test_is_exported_and_deleted_with_the_account(self, ann: User, bob: User) -> None:
        has(ann, mor=(3, 5))
        has(bob, land=(1, 0))
        held = own_data.export(ann)["collection"]
        assert [(each["slug"], each["owned"], each["wanted"]) for each in held["cards"]] == [(SAVAGE, 3, 5)]
        assert held["wish_list_is_shared"] is False
        json.dumps(held, default=str)
        delete_account(ann)
        assert list(CollectedCard.objects.values_list("owner", flat=True)) == [bob.pk]
        assert list(Collection.objects.values_list("owner", flat=True)) == [bob.pk]

    def test_tells_of_a_shared_wish_list_whose_link_ends_with_the_account(self, ann: User, client: Client) -> None:
        has(ann, land=(0, 2))
        word = services.share_wish_list(ann.pk, is_shared=True)
        address, call = f"/collection/wanted/shared/{word}/", f"/api/v1/collection/shared/{word}"
        assert own_data.export(ann)["collection"]["wish_list_is_shared"] is True
        assert "Savage Land" in client.get(address).content.decode()
        assert client.get(call).status_code == 200
        delete_account(ann)
        assert (client.get(address).status_code, client.get(call).status_code) == (404, 404)
        # Whoever takes the same name later gets none of it.
        again = User.objects.create_user("ann", "ann@example.org")
        assert selectors.load_copies(again.pk) == {}
        assert client.get(address).status_code == 404


class TestManyRows:
    def test_cost_no_more_queries_than_few(self, browser: Client, ann: User, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
        known = [
            (card.game, card.slug, code)
            for reference in cards.list_references()
            for card in reference.catalog.cards
            for code in ("", *(f"X{number}" for number in range(9)))
        ][:20_000]
        rows = [CollectedCard(owner=ann, game_id=game, slug=slug, set_code=code, owned=2) for game, slug, code in known]
        CollectedCard.objects.bulk_create(rows, batch_size=1000)
        assert len(rows) == 20_000
        browser.get("/collection/")
        with django_assert_max_num_queries(16):
            assert browser.get("/collection/?q=t:character").status_code == 200
        with django_assert_max_num_queries(30):
            assert browser.get(f"/cards/{CLASSIC}/?q=owned>=4+t:character").status_code == 200
        with django_assert_max_num_queries(12):
            services.step_copies(ann.pk, ANY, OWNED, 1)

    @pytest.mark.parametrize("counts", [(3, 0), (0, 0)])
    def test_are_not_read_to_change_a_few(self, ann: User, counts: tuple[int, int]) -> None:
        cards_held = cards.get_reference(CLASSIC).catalog.cards[:2_000]
        rows = [CollectedCard(owner=ann, game_id=CLASSIC, slug=card.slug, owned=2) for card in cards_held]
        CollectedCard.objects.bulk_create(rows, batch_size=1000)
        with CaptureQueriesContext(connection) as asked:
            has(ann, any=counts, land=counts)
        reads = [
            each["sql"]
            for each in asked
            if re.match("SELECT .*collectedcard", each["sql"]) and "COUNT(" not in each["sql"]
        ]
        assert reads
        assert all("slug" in sql.partition("WHERE")[2] for sql in reads), reads

    def test_of_any_page_cost_the_same_as_one(self, browser: Client, ann: User) -> None:
        has(ann, mor=(1, 4))
        word = services.share_wish_list(ann.pk, is_shared=True)
        first = cards.get_reference(CLASSIC).catalog.cards[:300]
        text = "".join(f"1 {card.title} [{card.slug}]\n" for card in first[:60]) + "1 Savage Beatdown"
        deck = decks.create(Viewer(ann.pk), CLASSIC, Snapshot(title="Mine", text=text))
        pages: dict[str, Callable[[], Any]] = {
            address: partial(browser.get, address)
            for address in (
                *("/collection/", "/collection/?q=owned:yes", "/collection/wanted/", "/collection/delete/"),
                *("/collection/export/csv/", "/collection/export/text/", f"/collection/wanted/shared/{word}/"),
                *(f"/decks/{deck.pk}/lacks/", f"/decks/{deck.pk}/edit/?q=t:character", f"/sets/{CLASSIC}/MOR/"),
                *(f"/cards/{CLASSIC}/{SAVAGE}/", "/decks/mine/?q=contains:(owned:yes)"),
            )
        }
        pages["preview"] = partial(browser.post, "/collection/import/", {"text": text})
        pages["list"] = partial(browser.post, "/collection/lacks/want/", {"list": text, "game": CLASSIC})

        def count() -> dict[str, int]:
            counts = {}
            for name, ask in pages.items():
                ask()
                with transaction.atomic(), CaptureQueriesContext(connection) as asked:
                    assert ask().status_code in (200, 302), name
                counts[name] = len(asked)
            return counts

        few = count()
        services.set_copies(ann.pk, {CardKey.of(card): {OWNED: 1, WANTED: 2} for card in first})
        assert count() == few
