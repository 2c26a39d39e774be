"""Lists are published by consent as public decks, and counted with their denominator."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from engine import InputError
from tests.events.making import LOCKED, give_role, make_event, make_player, make_user, submit_list
from vsdb.check.forms import FOLDER
from vsdb.core.errors import ApplicationError
from vsdb.decks.models import Deck
from vsdb.events import log
from vsdb.events.models import Event, PublishedList, Registration, Role
from vsdb.events.publishing.services import publish_lists
from vsdb.events.publishing.statistics import OTHERS, compute_statistics
from vsdb.events.registration.consents import Consents
from vsdb.events.registration.services import set_consents

pytestmark = pytest.mark.django_db


def _make_over(**given: object) -> Event:
    return make_event(stage=Event.Stage.OVER, **given)


def test_only_lists_of_those_who_agreed_become_decks_named_as_they_agreed() -> None:
    event = _make_over()
    named = make_player(event, "Ann", may_publish=True, may_be_named=True)
    unnamed = make_player(event, "Bob", may_publish=True)
    silent = make_player(event, "Cid")
    gone = make_player(event, "Dan", may_publish=True, state=Registration.State.WITHDRAWN)
    for player in (named, unnamed, silent, gone):
        submit_list(player)
    assert publish_lists(event, 1, LOCKED) == 2
    decks = Deck.objects.filter(event="Winter Open").order_by("pk")
    assert [(each.title, each.visibility, each.owner) for each in decks] == [
        ("Ann, Winter Open", "public", None),
        ("Player 2, Winter Open", "public", None),
    ]
    assert {each.played_on.isoformat() for each in decks if each.played_on} == {"2026-12-05"}
    assert publish_lists(event, 1, LOCKED) == 0, "each once"
    assert Deck.objects.count() == 2


def test_nothing_is_published_before_the_event_is_over() -> None:
    event = make_event()
    submit_list(make_player(event, "Ann", may_publish=True))
    with pytest.raises(ApplicationError, match="over"):
        publish_lists(event, 1, LOCKED)
    assert not Deck.objects.exists()


def test_a_published_list_follows_what_its_player_agrees_to_later(client: Client) -> None:
    event = _make_over()
    player = make_player(event, "Ann", may_publish=True, may_be_named=True)
    entry = submit_list(player)
    publish_lists(event, 1, LOCKED)
    deck = PublishedList.objects.get(list=entry).deck
    set_consents(event, player, Consents(publish=True), 1, LOCKED)
    page = client.get(reverse("stored:deck", args=(deck.pk, "x")), follow=True).content.decode()
    assert "Player 1, Winter Open" in page
    assert "Ann" not in page
    set_consents(event, player, Consents(), 1, LOCKED)
    assert not Deck.objects.exists()
    assert list(log.find_faults(event.pk)) == []


def test_statistics_name_what_was_played_and_merge_small_groups() -> None:
    """Four lists of one main character, one of another that is told only as one of "Others"; one isn't published."""
    event = _make_over(game_id="vs-2pcg", format="multiverse")
    led = (FOLDER / "a-force.txt").read_text(encoding="utf-8")
    other = led.replace("She-Hulk [AFF-003]", "Captain Marvel [AFF-001]").replace(
        "She-Hulk [AFF-004]", "Captain Marvel"
    )
    for number, text in enumerate([led] * 4 + [other, led]):
        standing = {"wins": number, "losses": 1, "draws": 0} if number < 2 else None
        submit_list(make_player(event, f"P{number}", may_publish=number < 5, standing=standing), text)
    publish_lists(event, 1, LOCKED)
    found = compute_statistics(event)
    assert found["lists"]["submitted"] == 6
    assert sum(found["lists"]["outcomes"].values()) == 6
    published = found["published"]
    assert published["lists"] == 5
    leaders, teams = published["groups"]
    assert leaders["title"] == "Main Character"
    rows = {row["name"]: row for row in leaders["rows"]}
    assert {name: row["lists"] for name, row in rows.items()} == {"She-Hulk": 4, OTHERS: 1}
    assert [rows["She-Hulk"][name] for name in ("wins", "losses", "draws", "with_results")] == [1, 2, 0, 2]
    assert "wins" not in rows[OTHERS]
    assert sum(row["lists"] for row in teams["rows"]) >= 5
    cards = {row["name"]: row for row in published["cards"] if row["section"] == "deck"}
    assert (cards["Pixie"]["lists"], cards["Pixie"]["copies"]) == (5, 20)


def test_statistics_of_all_lists_are_for_those_who_work_there(client: Client) -> None:
    event, judge = _make_over(), make_user("judge")
    give_role(event, judge, Role.Name.JUDGE)
    submit_list(make_player(event, "Ann", may_publish=True))
    address = reverse("events:statistics", args=(event.pk,))
    assert client.get(address).status_code == 404
    client.force_login(judge)
    assert "submitted" in client.get(address).content.decode()
    publish_lists(event, 1, LOCKED)
    client.logout()
    assert "lists" not in client.get(f"{address}?as=json").json()
    assert client.get(f"{address}?as=csv").content.startswith(b"kind,group,name")


def test_the_button_publishes_and_takes_back(client: Client) -> None:
    event, boss = _make_over(), make_user("boss")
    give_role(event, boss, Role.Name.ORGANIZER)
    entry = submit_list(make_player(event, "Ann", may_publish=True))
    client.force_login(boss)
    client.post(reverse("events:publish", args=(event.pk,)))
    page = client.get(reverse("events:decks", args=(event.pk,))).content.decode()
    assert "Player 1, Winter Open" in page
    client.post(reverse("events:unpublish", args=(event.pk, entry.pk)))
    assert not Deck.objects.exists()


def test_published_decks_are_found_by_their_event(client: Client) -> None:
    event = _make_over()
    submit_list(make_player(event, "Ann", may_publish=True))
    publish_lists(event, 1, LOCKED)
    page = client.get(reverse("stored:index"), {"q": 'event:"Winter Open"'}).content.decode()
    assert "Player 1, Winter Open" in page


def test_a_list_of_another_game_is_refused_with_both_names() -> None:
    text = (FOLDER / "secret-avengers.txt").read_text(encoding="utf-8")
    with pytest.raises(InputError, match=r"this is a Vs\. System.* deck, and the event is for"):
        submit_list(make_player(make_event(game_id="riftbound", format="standard"), "Ann"), text)


def test_a_published_deck_says_what_the_event_made_of_it(client: Client) -> None:
    """The deck is judged for the day of its verdict of record, also where the event was moved afterwards."""
    event = _make_over()
    submit_list(make_player(event, "Ann", may_publish=True))
    event.judged_on = date(2005, 1, 1)  # before the set of the list came out
    event.save()
    publish_lists(event, 1, LOCKED)
    deck = Deck.objects.get()
    assert deck.as_of == date(2026, 12, 5)
    page = client.get(reverse("stored:deck", args=(deck.pk, deck.slug))).content.decode()
    assert "The verdict at the event was “legal”" in page


def test_the_lists_of_the_sample_stay_out_of_the_decks() -> None:
    event = _make_over(is_sample=True)
    submit_list(make_player(event, "Ann", may_publish=True))
    with pytest.raises(ApplicationError, match="sample"):
        publish_lists(event, 1, LOCKED)
    assert not Deck.objects.exists()
