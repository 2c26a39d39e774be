"""Which pages browsers may store, and for whom: every address of the site, as a stranger and as somebody signed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse
from pytest_django import Settings

from tests.decks.world import KWARGS, patterns
from vsdb.accounts.offline_copies import ACCOUNT, COPY, PUBLIC, get_account_digest
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot
from vsdb.device.copies import FOR_READING, FORMS, KEPT, OF_ACCOUNTS, WITH_DECKS

pytestmark = pytest.mark.django_db

LIST = "4 Savage Beatdown"
#: Words of addresses that lead to something.
WORDS: dict[str, Any] = {
    "game": "vs-classic",
    "document": "cr-2.7",
    "rule": "101.2",
    "number": 1,
    "code": "MOR",
    "before": "cr-2007-02-05",
    "after": "cr-2.7",
}
#: What `slug` is of which page.
SLUGS = {
    "cards:keyword": "boost",
    "cards:team": "avengers",
    "formats:format": "silver-age",
    "stored:of-card": "overload",
}
#: Pages of texts and formats that the facts alone don't have.
NOT_HERE = frozenset(("ownformats:format", "wordings:group", "wordings:source"))
#: Spaces that answer programs, and staff.
_NO_PAGES = ("api", "admin", "v1")


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", "ann@example.org")


def make_deck(owner: User, title: str, visibility: str = "private") -> Deck:
    viewer = Viewer(owner.pk)
    deck = services.create(viewer, "vs-classic", Snapshot(title=title, format="golden-age", text=LIST))
    return services.share(deck.pk, viewer, visibility)


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address_of(name: str, deck: Deck) -> str | None:
    """An address of a name, that of a deck where it is about one; None where these words lead to none."""
    slug = deck.slug if name == "stored:deck" else SLUGS.get(name, "overload")
    words = {**WORDS, "pk": deck.pk, "slug": slug}
    if any(word not in words for word in KWARGS[name]):
        return None
    try:
        return reverse(name, kwargs={word: words[word] for word in KWARGS[name]})
    except NoReverseMatch:
        return None


def list_pages(deck: Deck) -> Iterator[tuple[str, str]]:
    for name in sorted({name for name, _, _ in patterns() if name and name.partition(":")[0] not in _NO_PAGES}):
        if address := address_of(name, deck):
            yield name, address


def find_copies(client: Client, deck: Deck) -> dict[str, str]:
    """The names of the pages that may be stored, each with what it says of whom it is."""
    answers = {name: client.get(address) for name, address in list_pages(deck)}
    return {name: answer.headers[COPY] for name, answer in answers.items() if COPY in answer.headers}


class TestEveryAddress:
    def test_of_pages_to_read_says_to_strangers_that_they_are_public(self, ann: User) -> None:
        found = find_copies(Client(), make_deck(ann, "Beatdown", "public"))
        assert found == dict.fromkeys((FOR_READING | FORMS | WITH_DECKS) - NOT_HERE, PUBLIC)

    def test_says_whose_copy_it_is_to_whoever_is_signed_in_and_nothing_of_forms_and_settings(self, ann: User) -> None:
        found = find_copies(sign_in(ann), make_deck(ann, "Beatdown"))
        assert found == dict.fromkeys(KEPT - NOT_HERE, get_account_digest(ann.pk))

    def test_says_nothing_where_nothing_is_to_be_stored(self, ann: User, settings: Settings) -> None:
        settings.OFFLINE_COPIES = False
        answers = [sign_in(ann).get(address) for address in ("/rules/", "/cards/", "/decks/mine/")]
        assert [name for answer in answers for name in (COPY, ACCOUNT) if name in answer.headers] == []

    def test_of_the_check_page_only_its_empty_form_is_kept(self, ann: User) -> None:
        for client in (Client(), sign_in(ann)):
            assert COPY in client.get("/check/").headers
            for asked in ({"deck": LIST, "format": "vs-classic/golden-age", "on": "2010-06-01"}, {"sample": "jinx"}):
                answer = client.get("/check/", asked)
                assert (answer.status_code, COPY in answer.headers) == (200, False)


class TestOtherPages:
    def test_tell_whose_the_browser_is(self, ann: User) -> None:
        assert sign_in(ann).get("/account/").headers[ACCOUNT] == get_account_digest(ann.pk)
        login = Client().get("/account/login/")
        assert (login.headers[ACCOUNT], login.headers.get(COPY)) == (PUBLIC, None)

    @pytest.mark.parametrize("part", [{"HX-Request": "true"}, {"Accept": "application/json"}])
    def test_or_parts_of_pages_are_no_copies(self, part: dict[str, str]) -> None:
        address = "/cards/vs-classic/overload.json" if "Accept" in part else "/cards/vs-classic/?q=hulk"
        assert COPY not in Client().get(address, headers=part).headers

    @pytest.mark.parametrize("address", ["/cards/vs-classic/no-such-card/", "/no-such-page/"])
    def test_that_arent_there_are_no_copies(self, address: str) -> None:
        assert COPY not in Client().get(address).headers

    def test_that_tell_what_came_of_a_request_are_no_copies(self, ann: User) -> None:
        client = sign_in(ann)
        said = CookieStorage(RequestFactory().get("/"))._encode([Message(constants.SUCCESS, "That is done.")])
        client.cookies[CookieStorage.cookie_name] = said
        answer = client.get("/rules/")
        assert "That is done." in answer.content.decode()
        assert COPY not in answer.headers


class TestDecks:
    def test_of_a_browser_without_an_account_are_no_copies(self) -> None:
        client = Client()
        made = client.post("/decks/import/", {"text": LIST, "game": "vs-classic", "title": "Mine", "keep": "yes"})
        assert made.status_code == 302
        deck = Deck.objects.get()
        for address in (reverse("stored:deck", args=(deck.pk, deck.slug)), "/decks/mine/", "/"):
            answer = client.get(address)
            assert answer.status_code == 200
            assert COPY not in answer.headers, address
        assert client.get("/rules/").headers[COPY] == PUBLIC

    def test_by_secret_link_are_nobodys_copy_but_an_accounts(self, ann: User) -> None:
        deck = make_deck(ann, "Shared", "link")
        assert COPY not in Client().get(reverse("stored:shared", args=(deck.secret,))).headers


def test_accounts_are_told_apart_by_words_that_say_nothing_of_them(ann: User) -> None:
    other = User.objects.create_user("bob")
    words = {get_account_digest(ann.pk), get_account_digest(other.pk)}
    assert len(words) == 2
    assert all(str(user.pk) != word and user.username not in word for user in (ann, other) for word in words)


def test_the_lists_of_pages_name_pages(ann: User) -> None:
    deck = make_deck(ann, "Beatdown", "public")
    assert KEPT - {name for name, _ in list_pages(deck)} == set()
    assert not OF_ACCOUNTS & (FOR_READING | WITH_DECKS)
    never = (
        "account",
        "accounts:",
        "admin:",
        "events:",
        "mfa",
        "operations:",
        "errors:",
        "rechecks:",
        "decks:",
        "play:",
    )
    assert [name for name in KEPT - FORMS if name.startswith(never)] == []


def test_the_admin_is_nobodys_copy() -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org")
    answer = sign_in(boss).get("/admin/")
    assert COPY not in answer.headers
