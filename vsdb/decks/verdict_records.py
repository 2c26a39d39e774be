"""Verdicts of stored decks as they are worked out and written: the kept ones, how each deck stands, what changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from engine.model.decks import Deck as DeckValue
from engine.model.formats import Format
from engine.rules.validation import find_codes
from engine.timelines import find_verdict_span
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Game
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.services import VERDICTS
from vsdb.core.code_version import get_code_version
from vsdb.decks import to_engine
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks.models import Recheck, Standing, VerdictChange

#: What is asked of a deck to judge it.
JUDGED = ("game", "edition", "format", "as_of", "text")
#: What a kept verdict is of, and what it says, but for its state.
_KEPT = ("deck_id", "format", "as_of", "edition", "since", "until", "outcome", "codes")
_read_kept = attrgetter(*_KEPT)
_read_said = attrgetter("since", "until", "outcome", "codes")
#: What `Judgement` and `Standing` hold alike.
_SAME = ("edition", "as_of", "since", "until", "state", "outcome", "codes")


def get_facts_state(game: str) -> str:
    """What a verdict rests on beside the deck: the facts of its game and the code."""
    return f"{cards.get_data_version(game)[:31]} {get_code_version()[:31]}"


def get_today() -> date:
    """The day that a deck without one of its own is judged on."""
    return timezone.localdate()


def compute_cached_verdict(deck: Deck, slug: str, day: date, state: str) -> tuple[Judgement, DeckValue] | None:
    """What becomes of a deck in a format on a day, not kept yet, and how it reads; None where the format is gone."""
    fmt = format_named(cards.get_reference(deck.game_id), slug)
    if fmt is None:
        return None
    value = to_engine.build_deck(deck.text, deck.game_id, day)
    return _judge(deck, value, fmt, day, state), value


@transaction.atomic
def store_verdicts(made: Sequence[Judgement], today: date, recheck: Recheck | None = None) -> frozenset[int]:
    """Keep verdicts of decks of one game by the same facts, and how those decks stand that were judged in their own
    format on their own day.

    Gives the keys of the decks that were edited or deleted since, whose verdicts aren't kept. Eight queries at
    most, two more in a recheck.
    """
    if not made:
        return frozenset()
    # Whoever keeps verdicts of the same decks waits here, so that each change is seen by one of them alone.
    keys = {each.deck_id for each in made}
    locked = Deck.objects.select_for_update(no_key=True).filter(pk__among=keys).order_by("pk")
    editions = dict(locked.values_list("pk", "edition"))
    current = [each for each in made if editions.get(each.deck_id) == each.edition]
    Judgement.objects.bulk_create(
        _renew(current) if recheck and current else current,
        update_conflicts=True,
        unique_fields=("deck", "format", "as_of"),
        update_fields=("edition", "since", "until", "state", "outcome", "codes"),
    )
    record_own(_filter_own(current, today), recheck)
    return frozenset(keys - {each.deck_id for each in current})


def _renew(made: Sequence[Judgement]) -> Sequence[Judgement]:
    """Give verdicts that are kept by earlier facts, word for word, the state of these facts; returns the others."""
    rows = Judgement.objects.filter(
        deck__id__among={each.deck_id for each in made},
        format__in={each.format for each in made},
        as_of__in={each.as_of for each in made},
    )
    held = {tuple(said): pk for pk, *said in rows.values_list("pk", *_KEPT)}
    kept = [held.get(_read_kept(each)) for each in made]
    same = {pk for pk in kept if pk}
    if Judgement.objects.filter(pk__among=same).update(state=made[0].state) < len(same):
        return made  # others throw old ones away at the same time
    return [each for each, pk in zip(made, kept, strict=True) if not pk]


def record_saved_verdict(deck: Deck, value: DeckValue) -> None:
    """How a deck that is being saved stands in its own format, so that a change of it is seen later; one query."""
    day = deck.as_of or get_today()
    fmt = format_named(cards.get_reference(deck.game_id), deck.format)
    if fmt is not None:
        record_current_verdicts([_judge(deck, value, fmt, day, get_facts_state(deck.game_id))])


def _filter_own(made: Sequence[Judgement], today: date) -> list[Judgement]:
    """Those that are for the deck's own format, by an organizer in the version that it means now, and its own day."""
    reference = cards.get_reference(made[0].deck.game_id) if made else None
    named = {each.deck.format: format_named(reference, each.deck.format) for each in made} if reference else {}
    return [
        each
        for each in made
        if (fmt := named[each.deck.format]) and each.format == fmt.slug and each.as_of == (each.deck.as_of or today)
    ]


def _judge(deck: Deck, value: DeckValue, fmt: Format, day: date, state: str) -> Judgement:
    """What a deck that reads so comes to in a format on a day, and how long that holds."""
    VERDICTS.labels("deck", "computed").inc()
    outcome, codes = find_codes(value, fmt, day)
    since, until = find_verdict_span(value, cards.get_reference(deck.game_id), fmt, day)
    return Judgement(
        deck=deck,
        edition=deck.edition,
        format=fmt.slug,
        as_of=day,
        since=since,
        until=until,
        state=state,
        outcome=outcome,
        codes=f" {' '.join(codes)} " if codes else "",
    )


def record_own(made: Sequence[Judgement], recheck: Recheck | None = None) -> None:
    """Record how decks of one game stand by verdicts in their own format on their own day, by the same facts, and which
    are other ones than before; within a transaction that has locked the decks. Six queries at most.

    A verdict by facts that aren't those of the game any more says nothing, nor one of an earlier day than the last.
    """
    if not made:
        return
    facts = Game.objects.values_list("data_version", flat=True).get(pk=made[0].deck.game_id)
    rows = Standing.objects.filter(deck__id__among={each.deck_id for each in made})
    held = {deck: _LastVerdict(*row) for deck, *row in rows.values_list("deck", *_LastVerdict._fields)}
    told, changes = [], []
    renewed: dict[date | None, list[int]] = {}
    for each in made:
        then = held.get(each.deck_id)
        if then and (then.edition, then.format) != (each.edition, each.deck.format):
            then = None
        if not each.state.startswith(facts[:31]) or (then and then.as_of > each.as_of):
            continue
        if then and (then.since, then.until, then.outcome, then.codes) == _read_said(each):
            renewed.setdefault(None if then.as_of == each.as_of else each.as_of, []).append(each.deck_id)
            continue
        told.append(each)
        if then and (then.outcome, then.codes) != (each.outcome, each.codes):
            changes.append(_change(then, each, recheck))
    for day, decks in renewed.items():
        # One day at most: a deck of its own day has had it since it was edited.
        Standing.objects.filter(deck__id__among=decks).update(state=made[0].state, **({"as_of": day} if day else {}))
    record_current_verdicts(told)
    VerdictChange.objects.bulk_create(changes)


def record_current_verdicts(made: Sequence[Judgement]) -> None:
    """Decks stand like this, whatever they stood like before; one query."""
    Standing.objects.bulk_create(
        [
            Standing(deck=each.deck, format=each.deck.format, **{name: getattr(each, name) for name in _SAME})
            for each in made
        ],
        update_conflicts=True,
        unique_fields=("deck",),
        update_fields=("format", *_SAME),
    )


class _LastVerdict(NamedTuple):
    """What of a `Standing` tells whether the next one is another verdict."""

    edition: int
    format: str
    as_of: date
    since: date | None
    until: date | None
    outcome: str
    codes: str


def _change(then: _LastVerdict, made: Judgement, recheck: Recheck | None) -> VerdictChange:
    return VerdictChange(
        deck=made.deck,
        edition=made.edition,
        format=made.deck.format,
        as_of=made.as_of,
        day_before=then.as_of,
        before=then.outcome,
        after=made.outcome,
        codes_before=then.codes,
        codes_after=made.codes,
        recheck=recheck,
    )
