"""Nobody reads or changes what isn't theirs: every address is walked as everybody, from the table `who_may_table`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from pytest_django import DjangoDbBlocker, Settings

from scripts.write_permissions import DOCUMENT, write_document
from tests.decks import who_may_decks as deck_table
from tests.decks import who_may_table as table
from tests.decks.world import KWARGS, METHODS, World, asked, patterns, reverse_with, state, state_of
from tests.snapshots import kept_rows
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services as keeping
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.API_RATE = settings.API_CHECK_RATE = settings.API_WRITE_RATE = ""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def made_world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with kept_rows(django_db_blocker) as store:
        yield store(World)


@pytest.fixture
def world(made_world: World) -> World:
    return made_world.anew()


def _each(people: tuple[str, ...], relations: dict[str, tuple[str, ...]], *alike: str) -> list[Any]:
    """Everybody with every deck; decks that are to nearly all what another one is wait for `make test-all`."""
    return [
        pytest.param(person, deck, marks=[pytest.mark.full] if deck in alike else [], id=f"{person}-{deck}")
        for deck in relations
        for person in people
    ]


class TestTheTable:
    def test_has_every_address_of_the_project(self) -> None:
        known = {name for group in table.GROUPS for name in group}
        named = {name for name, _, _ in patterns() if not name.startswith("admin:") and not name.endswith(":")}
        assert named - known == set(), "new addresses: say in tests/decks/who_may_table.py who may what there"
        assert known - named == set(), "addresses that are no longer there"

    def test_is_written_into_the_docs(self) -> None:
        text = DOCUMENT.read_text(encoding="utf-8")
        assert write_document(text) == text, "run: python scripts/write_permissions.py"

    def test_has_each_address_once(self) -> None:
        every = [name for group in table.GROUPS for name in group]
        assert len(every) == len(set(every))

    def test_addresses_without_a_name_only_repeat_others(self) -> None:
        views = {each.callback for name, _, each in patterns() if not name.endswith(":")}
        alone = [path for name, path, each in patterns() if name == "api:" and each.callback not in views]
        assert alone == ["api/guide", "api/docs", "api/"]  # two that lead on, and the answer to all that isn't there

    def test_every_address_with_a_deck_s_number_or_secret_is_about_decks(self) -> None:
        about = {*deck_table.PAGES, *deck_table.SHARED_PAGES, *deck_table.CALLS, *deck_table.SHARED_CALLS}
        taking = {name for name, words in KWARGS.items() if {"pk", "secret"} & set(words) and "webauthn" not in name}
        assert taking - about == set()


class TestPagesOfADeck:
    @pytest.mark.parametrize(("person", "deck"), _each(deck_table.PEOPLE, deck_table.RELATIONS, "link"))
    def test_by_its_number(self, world: World, person: str, deck: str) -> None:
        relation = deck_table.RELATIONS[deck][deck_table.PEOPLE.index(person)]
        assert _walked(world, world.browse, deck_table.PAGES, deck_table.PAGE_EXCEPTIONS, person, deck, relation) == []

    @pytest.mark.parametrize(("person", "deck"), _each(deck_table.PEOPLE, deck_table.BY_SECRET, "hidden", "public"))
    def test_by_its_secret_link(self, world: World, person: str, deck: str) -> None:
        relation = deck_table.BY_SECRET[deck][deck_table.PEOPLE.index(person)]
        assert _walked(world, world.browse, deck_table.SHARED_PAGES, {}, person, deck, relation) == []

    def test_change_nothing_for_a_form_of_another_site(self, world: World) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(world.users["owner"])
        before = state()
        for name, row in deck_table.PAGES.items():
            if "POST" in row:
                response = browser.post(world.address(name, "private"), deck_table.SENT.get(name, {}))
                assert response.status_code == 403, name
        assert state() == before


class TestCallsAboutADeck:
    @pytest.mark.parametrize(("caller", "deck"), _each(deck_table.CALLERS, deck_table.CALLER_RELATIONS, "link"))
    def test_by_its_number(self, world: World, caller: str, deck: str) -> None:
        relation = deck_table.CALLER_RELATIONS[deck][deck_table.CALLERS.index(caller)]
        assert _walked(world, world.call, deck_table.CALLS, deck_table.CALL_EXCEPTIONS, caller, deck, relation) == []

    @pytest.mark.parametrize(
        ("caller", "deck"), _each(deck_table.CALLERS, deck_table.CALLERS_BY_SECRET, "hidden", "public")
    )
    def test_by_its_secret_link(self, world: World, caller: str, deck: str) -> None:
        relation = deck_table.CALLERS_BY_SECRET[deck][deck_table.CALLERS.index(caller)]
        assert _walked(world, world.call, deck_table.SHARED_CALLS, {}, caller, deck, relation) == []

    @pytest.mark.parametrize(
        "header", ["Bearer vsdb_wrong", "Bearer ", "Basic b3duZXI6", "vsdb_wrong", "Bearer vsdb_é"]
    )
    def test_with_a_wrong_token_are_refused_even_of_a_public_deck(self, world: World, header: str) -> None:
        for name, row in deck_table.CALLS.items():
            for method in row:
                address = world.address(name, "public")
                response = Client().generic(method, address, headers={"Authorization": header})
                assert response.status_code == 401, (name, method)


class TestADeckThatWasTakenBack:
    @pytest.mark.parametrize("deck", ["public", "link"])
    def test_is_unchanged_for_nobody_who_has_a_page_of_it(self, world: World, deck: str) -> None:
        row = world.decks[deck]
        rows = (
            {**deck_table.PAGES, **deck_table.CALLS}
            if deck == "public"
            else {**deck_table.SHARED_PAGES, **deck_table.SHARED_CALLS}
        )
        addresses = [world.address(name, deck) for name in rows if "GET" in rows[name]]
        page = world.address("stored:deck" if deck == "public" else "stored:shared", deck)
        addresses.append(reverse("stored:oembed") + f"?url=http://testserver{page}")
        held = {each: Client().get(each).headers.get("ETag") for each in addresses}
        keeping.share(row.pk, Viewer(world.users["owner"].pk), "private")
        for address, etag in held.items():
            answer = Client().get(address, headers={"If-None-Match": etag} if etag else {})
            assert answer.status_code in (401, 404), address
        assert [each for each in held if held[each]], "what other sites show can be kept"


def _walked(
    world: World,
    ask: Any,
    rows: dict[str, dict[str, dict[str, int]]],
    exceptions: dict[tuple[str, ...], int],
    who: str,
    deck: str,
    relation: str,
) -> list[tuple[Any, ...]]:
    """What is not as the table says: statuses, changes by whoever may make none, and titles told to whom not."""
    wrong: list[tuple[Any, ...]] = []
    is_unseen = relation in ("none", "no-token", "none-reading")
    for name, row in rows.items():
        address = world.address(name, deck)
        for method in METHODS:
            expected = _expected(row, method, relation, ask == world.call)
            expected = exceptions.get((name, method, who, deck), expected)
            sent = {} if method == "GET" else dict(deck_table.SENT.get(name, {}))
            (status, text, _), is_changed = asked(world, ask, who, method, address, sent)
            if status != expected:
                wrong.append((name, method, f"{status} instead of {expected}", text[:200]))
            may_change = expected < 400 and method != "GET"
            if is_changed and not may_change:
                wrong.append((name, method, "changes something"))
            held = world.decks[deck]
            is_told = held.secret and held.secret not in address and held.secret in text
            if is_unseen and (world.title(deck) in text or is_told):
                wrong.append((name, method, "tells of the deck"))
    return wrong


def _expected(row: dict[str, dict[str, int]], method: str, relation: str, is_call: bool) -> int:
    if method in row:
        return row[method][relation]
    if is_call and method != "GET":
        return deck_table.WRITING_REFUSED.get(relation, 405)
    return 405


class TestEverythingElse:
    @pytest.mark.parametrize("name", table.OPEN)
    def test_open_pages_are_open_alike_and_tell_of_nobody_s_deck(self, world: World, name: str) -> None:
        address = reverse_with(name, table.OPEN[name])
        statuses = {}
        for person in deck_table.PEOPLE:
            statuses[person] = _told(world, person, address)
        assert len(set(statuses.values())) == 1, statuses

    @pytest.mark.parametrize("name", [*table.OF_ONESELF, *table.DOOR])
    def test_pages_of_oneself_tell_of_one_s_own_decks_alone(self, world: World, name: str) -> None:
        every = {**table.OF_ONESELF, **table.DOOR}
        for person in deck_table.PEOPLE:
            _told(world, person, reverse_with(name, every[name]))

    def test_one_s_own_list_has_one_s_own_decks(self, world: World) -> None:
        pages = {person: world.browsers[person].get("/decks/mine/").content.decode() for person in deck_table.PEOPLE}
        listed = {person: {deck for deck in world.decks if world.title(deck) in page} for person, page in pages.items()}
        own = {"private", "link", "public", "hidden"}
        assert listed == {"owner": own, "other": set(), "stranger": set(), "staff": set(), "builder": {"built"}}

    @pytest.mark.parametrize("name", table.OF_ACCOUNTS)
    def test_pages_of_an_account_send_a_stranger_to_the_door(self, world: World, name: str) -> None:
        address = reverse_with(name, table.OF_ACCOUNTS[name])
        for person in ("stranger", "builder"):
            for method in ("GET", "POST"):
                response = world.browse(person, method, address)
                is_at_door = response.status_code == 302 and response["Location"].startswith("/account/login")
                assert is_at_door or response.status_code == 405, (person, method, response.status_code)
        for person in ("owner", "other", "staff"):
            _told(world, person, address)

    @pytest.mark.parametrize("name", table.OF_STAFF)
    def test_pages_of_staff_are_there_for_staff_alone(self, world: World, name: str) -> None:
        address = reverse_with(name, table.OF_STAFF[name])
        assert world.browse("staff", "GET", address).status_code == 200
        for person in ("owner", "other", "stranger", "builder"):
            for method in ("GET", "POST"):
                assert world.browse(person, method, address).status_code == 404, (person, method)

    def test_the_administration_opens_to_staff_alone(self, world: World) -> None:
        every = {"object_id": "1", "app_label": "decks", "content_type_id": "1", "url": "x", "import_id": "1"}
        walked = 0
        for name, path, _ in patterns():
            if not name.startswith("admin:") or name in ("admin:login", "admin:logout", "admin:jsi18n"):
                continue
            try:
                address = reverse(name, kwargs={word: every.get(word, "1") for word in KWARGS[name]})
            except NoReverseMatch:
                address = f"/{path.replace('^', '').replace('$', '')}"
            for person in ("owner", "other", "stranger", "builder"):
                for method in ("GET", "POST"):
                    (status, text, _), is_changed = asked(world, world.browse, person, method, address)
                    assert status in (302, 403, 404, 405), (name, person, method, status)
                    assert not is_changed
                    assert "Qwerty" not in text
            walked += 1
        assert walked > 40

    def test_staff_s_lists_have_no_private_deck_that_nobody_reported(self, world: World) -> None:
        page = world.browsers["staff"].get("/admin/decks/deck/").content.decode()
        assert world.title("public") in page
        assert {deck for deck in world.decks if world.title(deck) in page} == {"public", "hidden"}

    @pytest.mark.parametrize("method", METHODS[1:])
    def test_no_other_page_changes_a_deck(self, world: World, method: str) -> None:
        for group in (table.OPEN, table.OF_ONESELF, table.DOOR, table.OF_STAFF):
            for name, words in group.items():
                if name == "stored:claim":
                    continue
                address = reverse_with(name, words)
                for person in ("other", "stranger"):
                    (status, text, _), is_changed = asked(world, world.browse, person, method, address)
                    assert status < 500, (name, person, status)
                    assert not is_changed, (name, person)
                    _check_unseen(world, person, text, name)

    def test_a_browser_claims_what_it_has_built_and_nothing_else(self, world: World) -> None:
        world.browsers["other"].post("/decks/claim/")
        assert Deck.objects.get(pk=world.decks["built"].pk).owner is None
        world.browsers["builder"].force_login(world.users["other"])
        world.browsers["builder"].post("/decks/claim/")
        assert Deck.objects.get(pk=world.decks["built"].pk).owner == world.users["other"]


def _each_write() -> list[Any]:
    rows = table.OWNERS_ROWS
    return [pytest.param(*row, id=f"{number}-{row[0]}-{row[1]}") for number, row in enumerate(rows)]


class TestFoldersLabelsAndCollections:
    """Whoever writes them writes their own: no row of somebody else's is changed or told of."""

    def ask(
        self, world: World, who: str, name: str, method: str, words: dict[str, Any], sent: dict[str, Any]
    ) -> tuple[int, str, bool]:
        """The status, the words, and whether anything of the owner's is different after it; then all is as before."""
        named = {
            key: world.places.get(value, value) if isinstance(value, str) else value for key, value in sent.items()
        }
        address = reverse_with(name, {key: world.places.get(value, value) for key, value in words.items()})
        owner = world.users["owner"]
        before = state_of(owner)
        is_call = name.startswith("api:")
        with transaction.atomic():
            response = (world.call if is_call else world.browse)(who, method, address, named)
            is_changed = state_of(owner) != before
            transaction.set_rollback(True)
        return response.status_code, response.content.decode(errors="replace"), is_changed

    @pytest.mark.parametrize(("name", "method", "words", "sent", "other", "stranger"), _each_write())
    def test_are_written_by_their_owner_alone(
        self,
        world: World,
        name: str,
        method: str,
        words: dict[str, Any],
        sent: dict[str, Any],
        other: int,
        stranger: int,
    ) -> None:
        is_call = name.startswith("api:")
        status, _, is_changed = self.ask(world, "owner", name, method, words, sent)
        assert status < 400, "the owner may"
        assert is_changed, "it is a write"
        others = {"other": other, "staff": other, **({"nobody": stranger} if is_call else {"stranger": stranger})}
        others |= {"owner-reading": 403, "owner-cookie": 401} if is_call else {"builder": stranger}
        for who, expected in others.items():
            status, said, is_changed = self.ask(world, who, name, method, words, sent)
            assert status == expected, (who, said[:300])
            assert not is_changed, who
            assert "Qwerty" not in said or who == "builder", who

    def test_another_s_folder_takes_no_deck_of_one_s_own(self, world: World) -> None:
        other = Viewer(world.users["other"].pk)
        mine = keeping.create(other, "vs-classic", Snapshot(title="Mine", text="1 Mobilize"))
        folder = world.places[table.FOLDER]
        for name, method, sent in (
            ("stored:file", "POST", {"folder": folder}),
            ("stored:selected", "POST", {"do": "move", "deck": mine.pk, "folder": folder}),
            ("api:deck-filing", "PUT", {"folder": folder}),
        ):
            words = {"pk": mine.pk} if name != "stored:selected" else {}
            assert self.ask(world, "other", name, method, words, sent)[0] == 404, name
        mine.refresh_from_db()
        assert mine.folder is None

    def test_lists_have_one_s_own_alone(self, world: World) -> None:
        for person, owned in (("owner", True), ("other", False), ("stranger", False), ("staff", False)):
            for address in ("/decks/mine/", "/decks/folders/", "/collection/", "/collection/export/csv/"):
                page = world.browsers[person].get(address, follow=True).content.decode()
                word = "Savage Beatdown" if "collection" in address else "Qwerty folder"
                assert (word in page) is owned, (person, address)


def _told(world: World, person: str, address: str) -> int:
    (status, text, _), is_changed = asked(world, world.browse, person, "GET", address)
    assert status < 500, (person, address)
    assert not is_changed
    _check_unseen(world, person, text, address)
    return int(status)


def _check_unseen(world: World, person: str, text: str, where: str) -> None:
    for deck in world.unseen_by(deck_table.RELATIONS, deck_table.PEOPLE, person):
        assert world.title(deck) not in text, (person, where, deck)
        assert not world.decks[deck].secret or world.decks[deck].secret not in text, (person, where, deck)
