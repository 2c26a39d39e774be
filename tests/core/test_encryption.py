"""Secrets at rest: sealed with the first key, opened by all, found by a keyed digest, sealed anew when keys change."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import account
from vsdb.accounts.viewers import Viewer
from vsdb.core import encryption, sealed_stores
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

OLD, NEW = "an old key of the site, long enough", "a newer key of the site, long enough"


@pytest.fixture(autouse=True)
def _forget_what_was_looked_at() -> None:
    sealed_stores._looked.clear()


class TestSealedTexts:
    def test_open_to_what_was_sealed_and_differ_each_time(self) -> None:
        first, second = encryption.seal("géant"), encryption.seal("géant")
        assert first != second
        assert "géant" not in first
        assert encryption.unseal(first) == encryption.unseal(second) == "géant"

    def test_are_sealed_with_the_first_key_and_opened_by_all(self, settings: Settings) -> None:
        settings.FIELD_KEYS = [OLD]
        before = encryption.seal("word")
        settings.FIELD_KEYS = [NEW, OLD]
        after = encryption.seal("word")
        assert encryption.find_fingerprint(before) != encryption.find_fingerprint(after)
        assert encryption.list_fingerprints()[:2] == [
            encryption.find_fingerprint(after),
            encryption.find_fingerprint(before),
        ]
        assert encryption.unseal(before) == "word"

    def test_made_from_the_secret_key_open_after_keys_are_set(self, settings: Settings) -> None:
        settings.FIELD_KEYS = []
        before = encryption.seal("word")
        settings.FIELD_KEYS = [NEW]
        assert encryption.unseal(before) == "word"

    def test_made_from_a_secret_key_that_was_replaced_open_while_it_is_a_fallback(self, settings: Settings) -> None:
        before = encryption.seal("word")
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret of the site"
        assert encryption.unseal(before) == "word"
        settings.SECRET_KEY_FALLBACKS = []
        with pytest.raises(encryption.MissingKeyError):
            encryption.unseal(before)

    def test_that_were_damaged_are_refused(self) -> None:
        sealed = encryption.seal("word")
        damaged = sealed[:-6] + ("AAAAAA" if sealed[-6:] != "AAAAAA" else "BBBBBB")
        with pytest.raises(encryption.MissingKeyError):
            encryption.unseal(damaged)

    def test_name_the_missing_key(self, settings: Settings) -> None:
        settings.FIELD_KEYS = [OLD]
        sealed = encryption.seal("word")
        settings.FIELD_KEYS = [NEW]
        with pytest.raises(encryption.MissingKeyError, match=encryption.find_fingerprint(sealed)):
            encryption.unseal(sealed)


def share(visibility: str = "link") -> Deck:
    """A deck of Ann's with a secret link."""
    viewer = Viewer(account().pk)
    deck = services.create(viewer, "vs-classic", Snapshot(title="Doom", text="4 Savage Beatdown"))
    return services.share(deck.pk, viewer, visibility)


def stored(field: str = "secret") -> Any:
    """What the database holds, read past the model."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {field} FROM decks_deck")  # noqa: S608  (a column's name)
        return cursor.fetchone()[0]


def write_stored(word: str, digest: str | None) -> None:
    """What a version without keys would have stored."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("UPDATE decks_deck SET secret = %s, secret_digest = %s", [word, digest])


@pytest.mark.django_db
class TestSecretLinks:
    def test_are_sealed_in_the_database_and_plain_where_they_are_read(self, client: Client) -> None:
        deck = share()
        assert deck.secret not in stored()
        assert encryption.unseal(stored()) == Deck.objects.get().secret == deck.secret
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 200

    def test_do_not_open_with_what_the_database_holds(self, client: Client) -> None:
        share()
        for word in (stored(), stored("secret_digest")):
            assert client.get(f"/decks/shared/{word}/").status_code == 404

    def test_stored_before_there_were_keys_work_and_are_sealed_by_the_command(self, client: Client) -> None:
        share()
        write_stored("abcdefghijklmnopqrstuv", None)
        address = "/decks/shared/abcdefghijklmnopqrstuv/"
        assert client.get(address).status_code == 200
        call_command("rotate_keys", verbosity=0)
        assert encryption.is_sealed(stored())
        assert client.get(address).status_code == 200

    def test_keep_working_while_keys_are_rotated(self, client: Client, settings: Settings) -> None:
        settings.FIELD_KEYS = [OLD]
        deck = share()
        settings.FIELD_KEYS = [NEW, OLD]
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 200
        assert sealed_stores.seal_anew() > 0
        settings.FIELD_KEYS = [NEW]
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 200
        assert sealed_stores.find_missing_keys() == []

    def test_of_rows_that_are_saved_for_another_reason_stay_as_they_were_sealed(self) -> None:
        share()
        before = stored(), stored("secret_digest")
        deck = Deck.objects.get()
        deck.title = "Gloom"
        deck.save()
        assert (stored(), stored("secret_digest")) == before

    def test_are_written_in_the_clear_for_a_version_without_keys(self, client: Client) -> None:
        deck = share()
        call_command("rotate_keys", "--in-clear", verbosity=0)
        assert (stored(), stored("secret_digest")) == (deck.secret, None)
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 200


@pytest.mark.django_db
class TestAMissingKey:
    @pytest.fixture
    def deck(self, settings: Settings) -> Deck:
        settings.FIELD_KEYS = [OLD]
        deck = share()
        deck.secret  # noqa: B018  (read while the key is there)
        settings.FIELD_KEYS = [NEW]
        return deck

    def test_is_told_to_whoever_has_a_link(self, deck: Deck, client: Client) -> None:
        answer = client.get(f"/decks/shared/{deck.secret}/")
        assert answer.status_code == 503
        assert "encryption keys is missing" in answer.content.decode()
        assert client.get(f"/api/v1/shared/{deck.secret}").json()["code"] == "missing-key"

    def test_leaves_the_owner_the_page_and_a_new_link(self, deck: Deck) -> None:
        client = Client()
        client.force_login(deck.owner)  # type: ignore[arg-type]
        for end in (f"{deck.slug}/", "edit/"):
            assert client.get(f"/decks/{deck.pk}/{end}").status_code == 200
        assert "can’t be shown" in client.get(f"/decks/{deck.pk}/{deck.slug}/").content.decode()
        assert client.post(f"/decks/{deck.pk}/share/", {"renew": "yes"}).status_code == 302
        renewed = Deck.objects.get().secret
        assert Client().get(f"/decks/shared/{renewed}/").status_code == 200

    def test_is_named_to_the_operator_with_what_it_opens(self, deck: Deck) -> None:
        (missing,) = sealed_stores.find_missing_keys()
        assert missing.places == {"decks.Deck.secret": 1}
        assert missing.fingerprint == encryption.find_fingerprint(stored())

    def test_makes_the_command_fail_and_changes_nothing(self, deck: Deck, capsys: pytest.CaptureFixture[str]) -> None:
        before = stored()
        with pytest.raises(SystemExit) as ended:
            call_command("rotate_keys")
        assert ended.value.code == 1
        assert stored() == before
        assert f"Missing: the key with the fingerprint {encryption.find_fingerprint(before)}" in capsys.readouterr().out


class TestCheckOfKeys:
    @pytest.mark.parametrize(
        ("keys", "expected"),
        [
            ([], []),
            ([NEW, OLD], []),
            (["k" * 32], []),
            (["k" * 31], [("vsdb.W011", "Key 1 of FIELD_KEYS has 31 characters; at least 32 are needed.")]),
            ([NEW, OLD, NEW], [("vsdb.W012", "Key 3 of FIELD_KEYS is the same as key 1.")]),
        ],
    )
    def test_warns_of_short_keys_and_of_keys_listed_twice(
        self, settings: Settings, keys: list[str], expected: list[tuple[str, str]]
    ) -> None:
        settings.FIELD_KEYS = keys
        found = run_checks(tags=["field_keys"], include_deployment_checks=True)
        assert [(each.id, each.msg) for each in found] == expected
