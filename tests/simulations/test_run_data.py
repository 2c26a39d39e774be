"""What is held about somebody in simulation runs."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User

from tests.accounts.people import account, sure
from tests.simulations.running import LIST, start
from vsdb.accounts.services import delete_account
from vsdb.accounts.starters import Starter
from vsdb.simulations import services
from vsdb.simulations.models import SimulationRun

pytestmark = pytest.mark.django_db


def test_the_export_has_one_s_own_runs_with_their_lists_and_without_their_links() -> None:
    client = sure()
    run = start(Starter(User.objects.get().pk))
    start(Starter(account("bob").pk), seed=9)
    text = client.get("/account/export/").content.decode()
    (exported,) = json.loads(text)["simulation_runs"]
    assert (exported["text"], exported["games"], exported["seed"]) == (LIST, 100, "7")
    assert run.pk not in text


def test_a_deleted_account_takes_its_runs_along_also_one_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = account("ann"), account("bob")
    run, kept = start(Starter(ann.pk)), start(Starter(bob.pk))
    record = services._record

    def delete_first(*args: object) -> SimulationRun | None:
        if User.objects.filter(pk=ann.pk).exists():
            delete_account(ann)
        return record(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(services, "_record", delete_first)
    assert services.work_on(run.pk)
    assert SimulationRun.objects.get() == kept
