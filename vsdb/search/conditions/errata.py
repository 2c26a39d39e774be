"""Errata: their words, how many, when they came, what brought them, and which were taken back."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from django.db.models import Q, QuerySet

from engine.model.cards import Between
from vsdb.catalog.wordings.models import Source, Wording, in_order
from vsdb.core.folding import nearest, spellings, tokens
from vsdb.search.conditions.context import Condition, Context
from vsdb.search.conditions.date_terms import day_of_texts
from vsdb.search.conditions.days import days_asked, within
from vsdb.search.conditions.names import holds
from vsdb.search.conditions.values import ANY, matcher, written
from vsdb.search.conditions.wordings import AT_ONCE, Sought, bare, fits_either, text_matcher
from vsdb.search.language.syntax import Pattern, Term


def held(context: Context) -> QuerySet[Wording]:
    """The errata that are held; of a query as of a day those that certainly counted by then."""
    found = Wording.objects.filter(kind=Wording.Kind.ERRATA, card__game__in=context.games).order_by()
    if context.as_of is None:
        return found
    return found.filter(Q(effective_latest=None) | Q(effective_latest__lte=day_of_texts(context)))


def _cards(rows: QuerySet[Wording]) -> Condition:
    return Condition(Q(pk__in=rows.values("card")))


def errata(term: Term, context: Context) -> Condition | None:
    """Words of an errata's text."""
    rows = held(context)
    if isinstance(term.value, Pattern):
        fits = text_matcher(term.value, term, context)
        if fits is None:
            return None
        texts = rows.values_list("card__game_id", "card", "text", "folded", "card__name").iterator(AT_ONCE)
        found = {card for game, card, said, *known in texts if fits_either(fits, bare(said), game, *known)}
        return Condition(Q(pk__among=found))
    wanted = Sought.of(term)
    if wanted.is_any:
        return _cards(rows)
    if not wanted.parts:
        context.note(f"{wanted.text[:40]!r} holds no letter and no digit to look for", term.span)
        return None
    return _cards(wanted.among(rows, "folded", is_whole=term.op == "="))


def on_days(term: Term, context: Context) -> Condition | None:
    """With errata that certainly came so."""
    wanted = days_asked(term, context)
    return None if wanted is None else _cards(since(term.op, wanted, context))


def since(op: str, wanted: Between, context: Context) -> QuerySet[Wording]:
    """The errata that certainly came so."""
    return held(context).filter(within("effective", op, wanted))


def by_source(term: Term, context: Context) -> Condition | None:
    """Errata from a source of that name or of that authority; two queries."""
    rows = held(context)
    text = written(term.value) or ""
    if text == ANY:
        return _cards(rows)
    sources = list(Source.objects.filter(pk__in=rows.values("source")))
    said = {each.pk: (each.name, each.slug, each.authority, each.get_authority_display()) for each in sources}
    if isinstance(term.value, Pattern):
        matches = matcher(term.value, term, context)
        if matches is None:
            return None
        meant = [pk for pk, texts in said.items() if any(map(matches, texts))]
    else:
        words = tokens(text)
        if not words:
            context.note(f"{text[:40]!r} holds no letter and no digit to look for", term.span)
            return None
        is_whole = term.op == "="
        meant = [
            pk
            for pk, texts in said.items()
            if any(
                tokens(each) == words if is_whole else holds(tokens(each), words, is_phrase=len(words) > 1)
                for each in texts
            )
        ]
        if not meant:
            known = [*dict.fromkeys(each for texts in said.values() for each in (texts[0], texts[2]))]
            context.note(f"No errata came from {text[:60]!r}", term.span, nearest(text, known) or tuple(known[:3]))
    return _cards(rows.filter(source__in=meant))


def reverted(context: Context) -> Q:
    """Cards with errata after which a text counts again that said the same as the one before them; one query."""
    on = day_of_texts(context)
    texts = Wording.objects.filter(card__in=held(context).values("card"))
    texts = texts.filter(Q(effective_latest=None) | Q(effective_latest__lte=on)).order_by("card_id", *in_order())
    rows = texts.values_list("card", "kind", "folded_full").iterator(AT_ONCE)
    found = set()
    for card, of_card in groupby(rows, key=itemgetter(0)):
        said = [(kind, spellings(words)[0]) for _, kind, words in of_card]
        for place in range(1, len(said)):
            (_, before), (kind, changed) = said[place - 1], said[place]
            later = [words for _, words in said[place + 1 :]]
            if kind == Wording.Kind.ERRATA and changed != before and before in later:
                found.add(card)
    return Q(pk__among=found)
