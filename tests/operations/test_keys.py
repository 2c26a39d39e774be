"""The keys that stored secrets need: the doctor looks for them."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from tests.commands import run
from vsdb.operations.health import OK, PROBLEM, WARNING
from vsdb.operations.keys_in_use import check_stored_secrets

pytestmark = pytest.mark.django_db
OLD, NEW = "an old key of the site, long enough", "a newer key of the site, long enough"


def share_deck() -> None:
    from django.contrib.auth.models import User

    from vsdb.accounts.viewers import Viewer
    from vsdb.decks import services
    from vsdb.decks.services import Snapshot

    viewer = Viewer(User.objects.create_user("ann").pk)
    deck = services.create(viewer, "vs-classic", Snapshot(title="Doom", text="4 Savage Beatdown"))
    services.share(deck.pk, viewer, "link")


class TestTheDoctor:
    def test_goes_from_fine_to_late_to_missing(self, settings: Settings) -> None:
        settings.FIELD_KEYS = [OLD]
        assert check_stored_secrets().state == OK
        share_deck()
        assert check_stored_secrets().state == OK
        settings.FIELD_KEYS = [NEW, OLD]
        late = check_stored_secrets()
        assert (late.state, late.advice) == (WARNING, "Run manage.py rotate_keys.")
        settings.FIELD_KEYS = [NEW]
        gone = check_stored_secrets()
        assert gone.state == PROBLEM
        assert "1 of decks.Deck.secret" in gone.detail
        settings.FIELD_KEYS = [NEW, OLD]
        run("rotate_keys")
        settings.FIELD_KEYS = [NEW]
        assert check_stored_secrets().state == OK
