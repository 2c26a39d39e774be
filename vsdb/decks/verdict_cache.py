"""Verdicts of stored decks that are kept, for as long as list, facts and rules are those that they came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from datetime import date, timedelta
from itertools import accumulate

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from engine.model.decks import Deck as DeckValue
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN, Verdict
from engine.rules.validation import check_deck
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Game
from vsdb.catalog.formats.lookup import format_named, get_custom_formats
from vsdb.check.services import VERDICTS
from vsdb.core.code_version import get_code_version
from vsdb.core.limits.computing import bound_computing
from vsdb.core.read_only import is_refusing_writes
from vsdb.decks import to_engine
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks.models import Recheck, Standing, VerdictChange

MAX_AT_ONCE = 500  #: decks that one request judges; each takes a few milliseconds, and a list of any length longer
_CHARACTERS = 3_000  #: of a list that counts as one deck; a longer one counts as several
_BATCH = 200
MANY_DECKS = 60  #: judged by one request, beyond which it counts as what takes long
_KEPT_DAYS = timedelta(days=7)
_SAME = ("edition", "as_of", "state", "outcome", "codes")  #: what `Judgement` and `Standing` hold alike
_MAX_KEPT = 1_000_000  #: verdicts, of any day that anybody asked for; a few hundred bytes each


def get_facts_state(game: str) -> str:
    """What a verdict rests on beside the deck: the facts of its game and the code."""
    return f"{cards.get_data_version(game)[:31]} {get_code_version()[:31]}"


def list_valid_verdicts(fmt: Format, day: date) -> QuerySet[Judgement]:
    """The kept verdicts in a format on a day that still hold."""
    return _list_valid(fmt.game).filter(format=fmt.slug, as_of=day)


def list_valid_own_verdicts(game: str, today: date) -> QuerySet[Judgement]:
    """The kept verdicts of decks in their own format on their own day, or today, that still hold.

    Those in a format by an organizer are kept by the name of its version, so that they end with it.
    """
    own_day = Q(as_of=F("deck__as_of")) | Q(deck__as_of=None, as_of=today)
    return _list_valid(game).filter(own_day, format=get_custom_formats().current_name(game))


def _list_valid(game: str) -> QuerySet[Judgement]:
    return Judgement.objects.filter(state=get_facts_state(game), edition=F("deck__edition"), deck__game=game)


def judge_decks_without_verdict(
    decks: QuerySet[Deck], fmt: Format, day: date, *, most: int = MAX_AT_ONCE
) -> tuple[int, int]:
    """Judge those of the decks that have no verdict in a format on a day that still holds, the last edited first.

    How much of `most` was spent on it, and how many are left because that wasn't enough. One query, and three and a
    transaction for each 200 decks that are judged, beside those for the versions of the facts.
    """
    waiting = decks.filter(game=fmt.game).exclude(pk__in=list_valid_verdicts(fmt, day).values("deck"))
    return _judge_first(waiting, fmt.game, get_today(), most, slug=fmt.slug, day=day)


def check_own(decks: QuerySet[Deck], game: str, today: date, *, most: int = MAX_AT_ONCE) -> tuple[int, int]:
    """Judge those of a game without a verdict in their own format on their own day."""
    held = list_valid_own_verdicts(game, today).values("deck")
    return _judge_first(decks.filter(game=game).exclude(format="").exclude(pk__in=held), game, today, most)


def _judge_first(
    waiting: QuerySet[Deck], game: str, today: date, most: int, *, slug: str = "", day: date | None = None
) -> tuple[int, int]:
    """Judge as many of the decks as `most` allows in a format on a day, else each in its own on its own, and keep what
    comes of it; a format that is gone judges none."""
    rows = list(waiting.order_by("-edited", "-pk").values_list("pk", "format", "as_of", Length("text")))
    most = 0 if is_refusing_writes() else most  # a verdict that can't be kept helps nobody
    spent = [0, *accumulate(1 + length // _CHARACTERS for *_, length in rows)]
    taken = bisect_right(spent, max(most, 0)) - 1
    state = get_facts_state(game) if taken else ""
    for start in range(0, taken, _BATCH):
        batch = rows[start : min(start + _BATCH, taken)]
        held = Deck.objects.in_bulk([pk for pk, *_ in batch])
        with bound_computing() if taken > MANY_DECKS else nullcontext():
            made = [
                compute_cached_verdict(held[pk], slug or own, day or own_day or today, state)
                for pk, own, own_day, _ in batch
                if pk in held
            ]
        store_verdicts([each for each in made if each is not None], today)
    return spent[taken], len(rows) - taken


def map_own_outcomes(decks: Sequence[Deck], today: date) -> Mapping[int, str]:
    """The outcome of each of these decks in its own format on its own day, by key; none for one without a format.

    What isn't kept yet is judged and kept. A query a game, and what judging costs.
    """
    found: dict[int, str] = {}
    for game in {deck.game_id for deck in decks if deck.format}:
        of_game = [deck.pk for deck in decks if deck.game_id == game and deck.format]
        held = list_valid_own_verdicts(game, today).values_list("deck", "outcome")
        found.update(held.filter(deck__in=of_game))
        VERDICTS.labels("deck", "cache").inc(sum(pk in found for pk in of_game))
        # The whole table of verdicts is asked for those that are missing only where some are.
        if missing := [pk for pk in of_game if pk not in found]:
            check_own(Deck.objects.filter(pk__in=missing), game, today)
            found.update(held.filter(deck__in=missing))
    return found


def delete_past_verdicts(today: date) -> None:
    """Throw away the verdicts of decks without a day of their own that were made for days which are over for a week,
    and the oldest of very many."""
    if is_refusing_writes():
        return
    over = Judgement.objects.filter(as_of__lt=today - _KEPT_DAYS, deck__as_of=None)
    over.filter(as_of__gte=F("deck__created__date")).delete()
    newest = Judgement.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    Judgement.objects.filter(pk__lte=newest - _MAX_KEPT).delete()


def compute_cached_verdict(deck: Deck, slug: str, day: date, state: str) -> Judgement | None:
    """What becomes of a deck in a format on a day, not kept yet; None where there is no such format."""
    fmt = format_named(cards.get_reference(deck.game_id), slug)
    if fmt is None:
        return None
    value = to_engine.build_deck(deck.text, deck.game_id, day)
    return _row(deck, fmt, day, state, check_deck(value, fmt, day))


@transaction.atomic
def store_verdicts(made: Sequence[Judgement], today: date, recheck: Recheck | None = None) -> frozenset[int]:
    """Keep the verdicts of decks of one game, and what became of those in the deck's own format on its own day.

    Gives the keys of the decks that were edited or deleted since, whose verdicts aren't kept. Six queries at most.
    """
    if not made:
        return frozenset()
    # Whoever keeps verdicts of the same decks waits here, so that each change is seen by one of them alone.
    locked = Deck.objects.select_for_update(no_key=True).filter(pk__in={each.deck_id for each in made}).order_by("pk")
    editions = dict(locked.values_list("pk", "edition"))
    current = [each for each in made if editions.get(each.deck_id) == each.edition]
    Judgement.objects.bulk_create(
        current,
        update_conflicts=True,
        unique_fields=("deck", "format", "as_of"),
        update_fields=("edition", "state", "outcome", "codes"),
    )
    record_own(_filter_own(current, today), recheck)
    return frozenset(each.deck_id for each in made) - {each.deck_id for each in current}


def record_saved_verdict(deck: Deck, value: DeckValue) -> None:
    """How a deck that is being saved stands in its own format, so that a change of it is seen later; one query."""
    day = deck.as_of or get_today()
    fmt = format_named(cards.get_reference(deck.game_id), deck.format)
    if fmt is not None:
        record_current_verdicts([_row(deck, fmt, day, get_facts_state(deck.game_id), check_deck(value, fmt, day))])


def _filter_own(made: Sequence[Judgement], today: date) -> list[Judgement]:
    """Those that are for the deck's own format, by an organizer in the version that it means now, and its own day."""
    reference = cards.get_reference(made[0].deck.game_id) if made else None
    named = {each.deck.format: format_named(reference, each.deck.format) for each in made} if reference else {}
    return [
        each
        for each in made
        if (fmt := named[each.deck.format]) and each.format == fmt.slug and each.as_of == (each.deck.as_of or today)
    ]


def _row(deck: Deck, fmt: Format, day: date, state: str, verdict: Verdict) -> Judgement:
    VERDICTS.labels("deck", "computed").inc()
    codes = " ".join(sorted({finding.code for finding in verdict.of(ERROR, UNKNOWN)}))
    return Judgement(
        deck=deck,
        edition=deck.edition,
        format=fmt.slug,
        as_of=day,
        state=state,
        outcome=verdict.outcome,
        codes=f" {codes} " if codes else "",
    )


def get_today() -> date:
    """The day that a deck without one of its own is judged on."""
    return timezone.localdate()


def record_own(made: Sequence[Judgement], recheck: Recheck | None = None) -> None:
    """Record how decks of one game stand by verdicts in their own format on their own day, and which are other ones
    than before; within a transaction that has locked the decks. Four queries at most.

    A verdict by facts that aren't those of the game any more says nothing, nor one of an earlier day than the last.
    """
    if not made:
        return
    facts = Game.objects.values_list("data_version", flat=True).get(pk=made[0].deck.game_id)
    held = {each.deck_id: each for each in Standing.objects.filter(deck__in=[each.deck_id for each in made])}
    told, changes = [], []
    for each in made:
        then = held.get(each.deck_id)
        if then and (then.edition, then.format) != (each.edition, each.deck.format):
            then = None
        if not each.state.startswith(facts[:31]) or (then and then.as_of > each.as_of):
            continue
        told.append(each)
        if then and (then.outcome, then.codes) != (each.outcome, each.codes):
            changes.append(_change(then, each, recheck))
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


def _change(then: Standing, made: Judgement, recheck: Recheck | None) -> VerdictChange:
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
