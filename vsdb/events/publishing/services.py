"""Publishing the lists of an event as public decks, and taking one back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse

from engine import Deck
from vsdb.core.errors import ApplicationError
from vsdb.decks import services as decks
from vsdb.decks.glance import suggest_title
from vsdb.decks.services import MAX_TITLE, Snapshot
from vsdb.decks.to_engine import build_deck
from vsdb.events import clock, log
from vsdb.events.models import Event, EventList, ListVerdict, PublishedList, Registration
from vsdb.events.notices.services import add_notice
from vsdb.events.publishing.selectors import list_publishable
from vsdb.events.triage.selectors import list_cleared
from vsdb.events.verdicts.selectors import list_records


@transaction.atomic
def publish_lists(event: Event, actor: int, now: datetime) -> int:
    """Publish the lists of players who agreed, each once, as public decks of the event that nobody owns. How many.

    A player who didn't agree to be named is "Player 17". Raises ApplicationError before the event is over, and for
    the sample event.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.stage != Event.Stage.OVER:
        raise ApplicationError("Lists are published once the event is over.", code="not-over")
    if event.is_sample:
        said = "The lists of the sample event can’t be published: they would stand among everybody’s decks."
        raise ApplicationError(said, code="sample-event")
    records, cleared = list_records(event), list_cleared(event)
    entries = [entry for entry in list_publishable(event) if entry.pk in records]
    for entry in entries:
        _publish(event, entry, records[entry.pk], is_cleared=entry.pk in cleared)
    event.published_at = event.published_at or now
    event.save(update_fields=("published_at",))
    for player in {entry.registration_id: entry.registration for entry in entries}.values():
        add_notice(event, "published", f"published:{event.pk}:{player.pk}", registration=player)
    log.record(event, actor, "published", f"event:{event.pk}", after={"lists": [entry.pk for entry in entries]})
    return len(entries)


def _publish(event: Event, entry: EventList, record: ListVerdict, *, is_cleared: bool) -> None:
    """Publish a list in the format and for the day of its verdict of record, so that the deck's page says the same."""
    text = entry.current.text if entry.current else ""
    title = name_deck(event, entry.registration, build_deck(text, event.game_id, record.day))
    notes = _describe_outcome(event, record, is_cleared=is_cleared)
    snapshot = Snapshot(title=title, format=record.format, as_of=record.day, text=text, notes=notes)
    played_on = clock.to_local(event.starts, event).date()
    deck = decks.publish_unowned(event.game_id, snapshot, event=event.title, played_on=played_on)
    PublishedList.objects.create(event=event, list=entry, deck=deck)


def _describe_outcome(event: Event, record: ListVerdict, *, is_cleared: bool) -> str:
    """What the event made of a list, as the notes of its deck."""
    cleared = " The judges cleared it by a ruling." if is_cleared else ""
    address = reverse("events:event", args=(event.pk,))
    return f"A list of [{event.title}]({address}). The verdict at the event was “{record.outcome}”.{cleared}"


def name_deck(event: Event, player: Registration, deck: Deck) -> str:
    """The title of a player's deck: what leads it, the name where the player agreed, else the number, and the event."""
    name = player.shown_name if player.may_be_named else f"Player {player.number}"
    lead = suggest_title(deck)
    return (f"{lead} by {name}, {event.title}" if lead else f"{name}, {event.title}")[:MAX_TITLE]


@transaction.atomic
def unpublish_list(event: Event, published: PublishedList, actor: int) -> None:
    """Take a published list back: its deck is deleted. The list stays among those of the event."""
    about, deck = f"list:{published.list_id}", published.deck
    published.delete()
    deck.delete()
    log.record(event, actor, "unpublished", about)


@transaction.atomic
def follow_consents(player: Registration, actor: int) -> None:
    """Have a player's published decks follow what the player agrees to now: gone, or with or without the name."""
    event = player.event
    for published in PublishedList.objects.filter(list__registration=player).select_related("deck"):
        if not player.may_publish:
            unpublish_list(event, published, actor)
            continue
        title = name_deck(event, player, build_deck(published.deck.text, event.game_id, published.deck.as_of))
        if published.deck.title != title:
            decks.rename_unowned(published.deck, title)
            log.record(event, actor, "published-name-changed", f"list:{published.list_id}")
