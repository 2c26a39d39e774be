"""The stored decks that a proposal can bear on: no other is judged."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from engine.model.reference import Reference
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors as cards
from vsdb.decks import selectors
from vsdb.decks.models import Deck, DeckCard
from vsdb.what_if.trying import Trial

_MOST_SLUGS = 2_000  #: in one condition; where more cards are touched, nearly every deck is


def in_question(trial: Trial, asker: Visitor) -> QuerySet[Deck]:
    """The decks that are asked about: of the game, that the asker may find, and with a format unless one is given.

    Staff asks about all of them.
    """
    found = (Deck.objects.all() if asker.may_moderate else selectors.findable(asker)).filter(game=trial.before.game)
    return found if trial.question.in_format else found.exclude(format="")


def candidates(trial: Trial, asker: Visitor) -> QuerySet[Deck]:
    """Those of them whose outcome the proposal can change; the others have none of its cards, nor of their names, every
    one of their lines is read, or they are judged on a day before it counts.

    Cards of the same name count as touched as well: which of them a list means may hang on the day.
    """
    found = in_question(trial, asker)
    since = trial.after.since
    if trial.question.on:
        if trial.question.on < since:
            return found.none()
    else:
        found = found.exclude(as_of__lt=since)
    return found.filter(_may_be_touched(trial))


def _may_be_touched(trial: Trial) -> Q:
    """One condition for all formats that the proposal changes by the same cards."""
    if trial.question.in_format:
        if trial.question.in_format not in trial.touched:
            return Q(pk__in=())
        return _has_any(trial, trial.touched[trial.question.in_format])
    by_cards: dict[frozenset[str] | None, list[str]] = {}
    for name, slug in trial.named.items():
        if slug in trial.touched:
            by_cards.setdefault(trial.touched[slug], []).append(name)
    condition = Q(pk__in=())
    for slugs, names in by_cards.items():
        condition |= Q(format__in=names) & _has_any(trial, slugs)
    return condition


def _has_any(trial: Trial, slugs: frozenset[str] | None) -> Q:
    if slugs is None:
        return Q()
    named = sorted(of_the_same_names(trial.before, slugs))
    if len(named) > _MOST_SLUGS:
        return Q()
    holding = DeckCard.objects.filter(slug__in=named).order_by().values("deck")
    return Q(pk__in=holding) | Q(pk__in=_not_wholly_read()) | ~Q(facts=cards.data_version(trial.before.game))


def of_the_same_names(reference: Reference, slugs: Iterable[str]) -> set[str]:
    """The slugs of these cards, and of all that share a name with one of them."""
    by_slug = reference.catalog.by_slug
    names = {by_slug[slug].name for slug in slugs}
    return {card.slug for name in names for card in reference.catalog.by_name(name)}


def _not_wholly_read() -> QuerySet[Deck, int]:
    """The decks with a line that names no one card: they have more cards than the index holds."""
    held = DeckCard.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(all=Sum("count"))
    counted = Coalesce(Subquery(held.values("all"), output_field=IntegerField()), 0)
    return Deck.objects.order_by().alias(counted=counted).exclude(counted=F("size")).values_list("pk", flat=True)
