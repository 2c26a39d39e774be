"""What is asked of printings: their set, its kind and its day, their number and rarity."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import and_, or_

from django.db.models import F, Q, QuerySet

from engine.model.cards import CardSet
from vsdb.catalog.cards.models import Card, Printing
from vsdb.catalog.cards.models import CardSet as SetRow
from vsdb.core.folding import find_nearest
from vsdb.search.conditions.card_tags import set_compared
from vsdb.search.conditions.context import CardCondition, SearchContext
from vsdb.search.conditions.date_terms import (
    build_days_condition,
    find_nearest_sets,
    find_period,
    find_sets,
    note_no_day,
)
from vsdb.search.conditions.numeric_terms import holds
from vsdb.search.conditions.vocabulary import build_matcher, count_values, find_meant_names
from vsdb.search.language.fields import list_games_of
from vsdb.search.language.syntax import ANY, NONE, UNKNOWN, Pattern, Term, get_written_word, is_word, list_items

_NOBODY = Q(pk__in=())
_NUMBER = re.compile(r"([A-Za-z]*)0*([0-9]+)([A-Za-z]{0,2}\*?)")
_MAX_COUNT = 10**6
_SAME = (":", "=", "!=")
_SPAN = re.compile(r"0*([0-9]{1,6})?(?:-|\.\.)0*([0-9]{1,6})?", re.ASCII)
#: From the most frequent on. Rarities that a game doesn't have stand where they would.
RARITIES = ("Common", "Uncommon", "Rare", "Epic", "Showcase", "Promo")


def build_printing_condition(wanted: Q) -> CardCondition:
    """A condition on printings; alone, any printing of the card may fulfil it."""
    return CardCondition(_cards(Printing.objects.filter(wanted)), wanted)


def _cards(rows: QuerySet[Printing]) -> Q:
    return Q(pk__in=rows.order_by().values("card"))


def in_set(term: Term, context: SearchContext) -> CardCondition | None:
    """Printed in a set; with `=`, `<=` and `>=` all sets of the card are meant."""
    if is_word(term, ANY):
        return build_printing_condition(Q())
    if is_word(term, UNKNOWN) or is_word(term, NONE):
        return CardCondition(~_cards(Printing.objects.all()))
    groups = _sets(term, context)
    if groups is None:
        return None
    named = reduce(or_, groups)
    if term.op == ":":
        return build_printing_condition(named)
    every = reduce(and_, (_cards(Printing.objects.filter(group)) for group in groups))
    others = _cards(Printing.objects.exclude(named))
    return CardCondition(set_compared(term.op, every, others, _cards(Printing.objects.all())))


def in_any(term: Term, context: SearchContext) -> CardCondition | None:
    """Printed in a set, whatever is asked of other printings."""
    found = in_set(term, context)
    return found and CardCondition(found.card)


def new_in(term: Term, context: SearchContext) -> CardCondition | None:
    """First printed in a set: no earlier one of its sets certainly came before."""
    groups = _sets(term, context)
    if groups is None:
        return None
    first = Printing.objects.filter(reduce(or_, groups))
    earlier = Printing.objects.filter(
        card__printings__in=first, card_set__position__lt=F("card__printings__card_set__position")
    )
    return CardCondition(_cards(first) & ~_cards(earlier))


def _sets(term: Term, context: SearchContext) -> list[Q] | None:
    """For each item the printings in the sets that it names; None, with a note, where one names none."""
    if isinstance(term.value, Pattern):
        matches = build_matcher(term.value, term, context)
        if matches is None:
            return None
        held = [each for reference in context.references.values() for each in reference.sets.values()]
        return [_build_printed_in_condition([each for each in held if matches(each.code) or matches(each.name)])]
    groups = []
    counts = count_values(context.references.values(), "set")
    for item in list_items(term.value):
        found = find_sets(item, context.references.values())
        if not found:
            close = find_nearest_sets(item, context)
            context.note(f"{context.has_no} set {item[:60]!r}", term.span, close)
            if not find_sets(item, context.elsewhere.values()):
                return None
        elif not any(counts.get(each.code) for each in found):
            context.remark(f"no card is recorded in {found[0].name} ({found[0].code})", term.span)
        groups.append(_build_printed_in_condition(found))
    return groups or None


def _build_printed_in_condition(sets: list[CardSet]) -> Q:
    found = _NOBODY
    for each in sets:
        found |= Q(card_set__game=each.game, card_set__code=each.code)
    return found


def number(term: Term, context: SearchContext) -> CardCondition | None:
    """A number in a set: as it is printed, however padded; a span; compared, whatever letter follows."""
    held = count_values(context.references.values(), "number")
    fits = _find_fitting_numbers(term, context)
    if fits is None:
        return None
    return build_printing_condition(Q(number__among=[each for each in held if fits(each)]))


def _find_fitting_numbers(term: Term, context: SearchContext) -> Callable[[str], bool] | None:
    """Which numbers, as they are printed, a term means."""
    word = get_written_word(term.value) or ""
    span = _SPAN.fullmatch(word)
    if term.op in _SAME and span:
        low, high = int(span[1] or 0), int(span[2] or _MAX_COUNT)
        return _apply_operator(term, lambda text: low <= _figure(text) <= high)
    if term.op in _SAME:
        return _apply_operator(term, lambda text: _plain(text) == _plain(word))
    if not word.isdecimal():
        context.note(f"{word[:40]!r} can't be compared: only a number without a letter can", term.span)
        return None
    limit = int(word)
    return lambda text: _figure(text) >= 0 and holds(_figure(text), term.op, limit)


def _apply_operator(term: Term, fits: Callable[[str], bool]) -> Callable[[str], bool]:
    return (lambda text: not fits(text)) if term.op == "!=" else fits


def _figure(text: str) -> int:
    """The number in a number as printed; -1 for one outside the set's own count (`r01`)."""
    found = _NUMBER.fullmatch(text)
    return int(found[2]) if found and not found[1] else -1


def _plain(text: str) -> str:
    found = _NUMBER.fullmatch(text.strip())
    return f"{found[1]}{int(found[2])}{found[3]}".casefold() if found else text.strip().casefold()


def set_kind(term: Term, context: SearchContext) -> CardCondition | None:
    """Printed in a set of a kind."""
    groups = find_meant_names(term, context, "st", "a set of the kind")
    if groups is None:
        return None
    return build_printing_condition(Q(card_set__kind__in=[name for group in groups for name in group]))


def rarity(term: Term, context: SearchContext) -> CardCondition | None:
    """A rarity; compared in the order common, uncommon, rare, epic, showcase, promo."""
    if is_word(term, UNKNOWN) or is_word(term, NONE):
        return CardCondition(
            Q(rarity="", game__in=list_games_of(term.field)) & ~_cards(Printing.objects.exclude(rarity=""))
        )
    if is_word(term, ANY):
        return _of_rarities(RARITIES)
    word = (get_written_word(term.value) or "").casefold()
    name = next((each for each in RARITIES if each.casefold() == word), None)
    if name is None:
        known = tuple(each.casefold() for each in RARITIES)
        context.note(f"{word[:40]!r} is no rarity", term.span, find_nearest(word, known) or known)
        return None
    place = RARITIES.index(name)
    return _of_rarities(tuple(each for at, each in enumerate(RARITIES) if holds(at, term.op, place)))


def _of_rarities(names: tuple[str, ...]) -> CardCondition:
    """Printings of a rarity; where only the card's is recorded, all of its printings have it."""
    of_printing = Q(rarity__in=names) | Q(rarity="", card__rarity__in=names)
    return CardCondition(Q(rarity__in=names) | _cards(Printing.objects.filter(rarity__in=names)), of_printing)


def released(term: Term, context: SearchContext) -> CardCondition | None:
    """When it was printed, by the release of a set: certain comparisons only."""
    if is_word(term, ANY):
        return build_printing_condition(Q())
    if is_word(term, UNKNOWN) or is_word(term, NONE):
        return CardCondition(~_cards(Printing.objects.all()))
    text = get_written_word(term.value) or ""
    days = find_period(text, context)
    op = "=" if term.op == ":" else term.op
    if days is not None:
        return build_printing_condition(build_days_condition("card_set__released", op, days))
    sets = find_sets(text, context.references.values())
    if not sets:
        note_no_day(text, term, context)
        return None
    return build_printing_condition(_build_beside_condition(sets[0], op))


def _build_beside_condition(card_set: CardSet, op: str) -> Q:
    """The printings that came out certainly before, with or after a set."""
    same = Q(card_set__game=card_set.game, card_set__code=card_set.code)
    earliest, latest = card_set.released.earliest, card_set.released.latest
    before, after = Q(card_set__released_latest__lt=earliest), Q(card_set__released_earliest__gt=latest)
    if earliest == latest:
        same |= Q(card_set__released_earliest=earliest, card_set__released_latest=latest)
    return {
        "<": before & ~same,
        "<=": same | Q(card_set__released_latest__lte=earliest),
        ">": after & ~same,
        ">=": same | Q(card_set__released_earliest__gte=latest),
        "!=": (before | after) & ~same,
        "=": same,
    }[op]


def reprint() -> Q:
    """The cards of which more than one printing is recorded."""
    return _cards(Printing.objects.filter(card__printings__position__lt=F("position")))


def promotional() -> Q:
    """The cards with a printing in a promotional set."""
    sets = SetRow.objects.filter(kind="promo")
    return Q(pk__in=Card.objects.filter(sets__in=sets).order_by().values("pk"))
