"""The pages of imports: a preview, what it stores, and where it leads."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.making import BEFORE, make_event, make_player, make_user, set_clock
from vsdb.events.models import Event, Registration, Role

pytestmark = pytest.mark.django_db


class TestThePage:
    def test_previews_and_stores_what_the_preview_showed(
        self, client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_clock(monkeypatch, BEFORE)
        client.force_login(make_user("olga"))
        assert "EventLink" in client.get(reverse("events:transfer", args=(event.pk,))).content.decode()
        address = reverse("events:import", args=(event.pk,))
        file = io.BytesIO(b"name,email,table\nAnn,ann@x.example,\n")
        file.name = "players.csv"
        preview = client.post(address, {"file": file, "layout": "own"})
        assert preview.status_code == 200
        assert event.registrations.count() == 0
        sent = {"carried": preview.context["carried"], "keep": "yes"}
        make_player(event, "Other", email="ann@x.example")
        stale = client.post(address, sent)
        assert (stale.status_code, event.registrations.count()) == (409, 1)
        Registration.objects.all().delete()
        other = make_event()
        Role.objects.create(event=other, user=make_user("olga"), name=Role.Name.ORGANIZER, given_by=0)
        assert client.post(reverse("events:import", args=(other.pk,)), sent).status_code == 400
        assert client.post(address, {**sent, "carried": sent["carried"] + "x"}).status_code == 400
        assert client.post(address, sent).status_code == 302
        assert event.registrations.get().email == "ann@x.example"

    def test_leads_from_pairings_to_their_round_and_names_the_rows_that_it_left_out(
        self, client: Client, event: Event
    ) -> None:
        for name in ("Ann", "Bob"):
            make_player(event, name)
        client.force_login(make_user("sam"))
        rounds = reverse("events:rounds", args=(event.pk,))
        imports = reverse("events:transfer", args=(event.pk,))
        assert f'href="{imports}">Import pairings' in client.get(rounds).content.decode()
        page = client.get(imports).content.decode()
        assert f'href="{rounds}">Rounds' in page
        assert "players by name or number" in page
        address = reverse("events:import", args=(event.pk,))
        preview = client.post(address, {"text": "round,table,player1,player2\n3,1,1,2\n3,2,Zoe,\n"})
        answer = client.post(address, {"carried": preview.context["carried"], "keep": "yes"})
        assert answer.url == f"{rounds}?round=3"
        page = client.get(answer.url).content.decode()
        assert "1 row imported. 1 row can’t be read." in page
        assert "Line 3 wasn’t imported (3,2,Zoe,): no player is called “Zoe”." in page
        assert 'data-label="Deck checks"' not in page
        assert page.count('data-label="Player"') == 2
        client.force_login(make_user("judy"))
        assert "Import pairings" not in client.get(rounds).content.decode()

    def test_offers_no_import_where_there_is_nothing_to_import(self, client: Client, event: Event) -> None:
        client.force_login(make_user("olga"))
        address = reverse("events:import", args=(event.pk,))
        page = client.post(address, {"text": "round,table,player1,player2\n1,1,Zoe,\n"}).content.decode()
        assert "There is nothing to import." in page
        assert 'name="keep"' not in page
        assert 'name="keep"' in client.post(address, {"text": "Zoe", "layout": "topdeck"}).content.decode()

    def test_says_what_is_wrong_and_keeps_the_text(self, client: Client, event: Event) -> None:
        client.force_login(make_user("olga"))
        answer = client.post(reverse("events:import", args=(event.pk,)), {"text": "a,b\nc", "layout": "spicerack"})
        assert answer.status_code == 400
        assert "name the columns" in answer.content.decode()
