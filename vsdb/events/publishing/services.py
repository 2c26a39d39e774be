"""Publishing the lists of an event as public decks, and taking one back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from vsdb.core.errors import ApplicationError
from vsdb.decks import services as decks
from vsdb.decks.services import MAX_TITLE, Snapshot
from vsdb.events import clock, log
from vsdb.events.models import Event, EventList, PublishedList, Registration
from vsdb.events.notices.services import add_notice
from vsdb.events.publishing.selectors import list_publishable


@transaction.atomic
def publish_lists(event: Event, actor: int, now: datetime) -> int:
    """Publish the lists of players who agreed, each once, as public decks of the event that nobody owns. How many.

    A player who didn't agree to be named is "Player 17". Raises ApplicationError before the event is over.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.stage != Event.Stage.OVER:
        raise ApplicationError("Lists are published once the event is over.", code="not-over")
    entries = list(list_publishable(event))
    for entry in entries:
        _publish(event, entry)
    event.published_at = event.published_at or now
    event.save(update_fields=("published_at",))
    for player in {entry.registration_id: entry.registration for entry in entries}.values():
        add_notice(event, "published", f"published:{event.pk}:{player.pk}", registration=player)
    log.record(event, actor, "published", f"event:{event.pk}", after={"lists": [entry.pk for entry in entries]})
    return len(entries)


def _publish(event: Event, entry: EventList) -> None:
    day = clock.get_judged_day(event)
    text = entry.current.text if entry.current else ""
    snapshot = Snapshot(title=name_deck(event, entry.registration), format=event.format, as_of=day, text=text)
    played_on = clock.to_local(event.starts, event).date()
    deck = decks.publish_unowned(event.game_id, snapshot, event=event.title, played_on=played_on)
    PublishedList.objects.create(event=event, list=entry, deck=deck)


def name_deck(event: Event, player: Registration) -> str:
    """The title of a player's deck: the name where the player agreed, else the number."""
    name = player.shown_name if player.may_be_named else f"Player {player.number}"
    return f"{name}, {event.title}"[:MAX_TITLE]


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
        title = name_deck(event, player)
        if published.deck.title != title:
            decks.rename_unowned(published.deck, title)
            log.record(event, actor, "published-name-changed", f"list:{published.list_id}")
