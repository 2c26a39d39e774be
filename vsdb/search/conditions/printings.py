"""Conditions on printings: set, set type, release, number and rarity."""

from __future__ import annotations

import re
from functools import reduce
from operator import and_, or_

from django.db.models import F, Q, QuerySet

from engine.model.cards import CardSet
from vsdb.catalog.cards.models import Card, Printing
from vsdb.catalog.cards.models import CardSet as SetRow
from vsdb.core.folding import find_nearest
from vsdb.search.conditions.card_tags import set_compared
from vsdb.search.conditions.context import CardCondition, SearchContext
from vsdb.search.conditions.effective_facts import build_days_condition, find_nearest_sets, find_sets, read_days_or_set
from vsdb.search.conditions.numeric_terms import holds
from vsdb.search.conditions.vocabulary import build_matcher, count_values, find_meant_names
from vsdb.search.language.fields import list_games_of
from vsdb.search.language.syntax import ANY, Pattern, Term, get_state, get_written_word, list_items
from vsdb.search.language.values import UnreadableValue

_NOBODY = Q(pk__in=())
_NUMBER = re.compile(r"([A-Za-z]*)0*([0-9]+)([A-Za-z]{0,2}\*?)")
_MAX_COUNT = 10**6
_SAME = (":", "=", "!=")
_SPAN = re.compile(r"0*([0-9]{1,6})?(?:-|\.\.)0*([0-9]{1,6})?", re.ASCII)
#: From the most frequent on. Rarities that a game doesn't have stand where they would.
RARITIES = ("Common", "Uncommon", "Rare", "Epic", "Showcase", "Promo")


def build_printing_condition(wanted: Q) -> CardCondition:
    """Return a condition on printings; alone, any printing may meet it."""
    return CardCondition(_cards(Printing.objects.filter(wanted)), wanted)


def _cards(rows: QuerySet[Printing]) -> Q:
    return Q(pk__in=rows.order_by().values("card"))


def in_set(term: Term, context: SearchContext) -> CardCondition:
    """Match cards in a set; `=`, `<=` and `>=` compare all sets of the card."""
    if state := get_state(term):
        return build_printing_condition(Q()) if state == ANY else CardCondition(~_cards(Printing.objects.all()))
    groups = _sets(term, context)
    named = reduce(or_, groups)
    if term.op == ":":
        return build_printing_condition(named)
    every = reduce(and_, (_cards(Printing.objects.filter(group)) for group in groups))
    others = _cards(Printing.objects.exclude(named))
    return CardCondition(set_compared(term.op, every, others, _cards(Printing.objects.all())))


def in_any(term: Term, context: SearchContext) -> Q:
    """Match cards in a set, independent of other conditions on printings."""
    return in_set(term, context).card


def new_in(term: Term, context: SearchContext) -> Q:
    """Match cards first printed in a set."""
    first = Printing.objects.filter(reduce(or_, _sets(term, context)))
    place = F("card__printings__card_set__position")
    earlier = Printing.objects.filter(card__printings__in=first, card_set__position__lt=place)
    return _cards(first) & ~_cards(earlier)


def _sets(term: Term, context: SearchContext) -> list[Q]:
    """For each item the printings in the sets that it names. Raises UnreadableValue where one names none."""
    if isinstance(term.value, Pattern):
        matches = build_matcher(term.value, context)
        held = [each for reference in context.references.values() for each in reference.sets.values()]
        return [_build_printed_in_condition([each for each in held if matches(each.code) or matches(each.name)])]
    groups = []
    counts = count_values(context.references.values(), "set")
    for item in list_items(term.value):
        found = find_sets(item, context.references.values())
        if not found:
            said, close = f"{context.has_no} set “{item[:60]}”", find_nearest_sets(item, context)
            is_known = bool(find_sets(item, context.elsewhere.values()))
            context.note_unknown(said, term, close, is_known_elsewhere=is_known)
        elif not any(counts.get(each.code) for each in found):
            context.remark(f"no card is recorded in {found[0].name} ({found[0].code})", term.span)
        groups.append(_build_printed_in_condition(found))
    return groups


def _build_printed_in_condition(sets: list[CardSet]) -> Q:
    found = _NOBODY
    for each in sets:
        found |= Q(card_set__game=each.game, card_set__code=each.code)
    return found


def number(term: Term, context: SearchContext) -> CardCondition:
    """A number in a set: as it is printed, however padded; a span; compared, whatever letter follows."""
    held = count_values(context.references.values(), "number")
    word = get_written_word(term.value) or ""
    if term.op not in _SAME:
        if not word.isdecimal():
            raise UnreadableValue(f"“{word[:40]}” can't be compared; use a number without a letter")
        found = {each for each in held if _figure(each) >= 0 and holds(_figure(each), term.op, int(word))}
    elif span := _SPAN.fullmatch(word):
        found = {each for each in held if int(span[1] or 0) <= _figure(each) <= int(span[2] or _MAX_COUNT)}
    else:
        found = {each for each in held if _plain(each) == _plain(word)}
    return build_printing_condition(Q(number__among=held.keys() - found if term.op == "!=" else found))


def _figure(text: str) -> int:
    """The number in a number as printed; -1 for one outside the set's own count (`r01`)."""
    found = _NUMBER.fullmatch(text)
    return int(found[2]) if found and not found[1] else -1


def _plain(text: str) -> str:
    found = _NUMBER.fullmatch(text.strip())
    return f"{found[1]}{int(found[2])}{found[3]}".casefold() if found else text.strip().casefold()


def set_kind(term: Term, context: SearchContext) -> CardCondition:
    """Match cards in a set of a type."""
    groups = find_meant_names(term, context, "st", "the set type")
    return build_printing_condition(Q(card_set__kind__in=[name for group in groups for name in group]))


def rarity(term: Term, context: SearchContext) -> CardCondition:
    """Match a rarity, in the order common, uncommon, rare, epic, showcase, promo."""
    if state := get_state(term):
        unrecorded = Q(rarity="", game__in=list_games_of(term.field)) & ~_cards(Printing.objects.exclude(rarity=""))
        return _of_rarities(RARITIES) if state == ANY else CardCondition(unrecorded)
    word = (get_written_word(term.value) or "").casefold()
    known = tuple(each.casefold() for each in RARITIES)
    if word not in known:
        raise UnreadableValue(f"“{word[:40]}” is not a rarity", find_nearest(word, known) or known)
    place = known.index(word)
    return _of_rarities(tuple(each for at, each in enumerate(RARITIES) if holds(at, term.op, place)))


def _of_rarities(names: tuple[str, ...]) -> CardCondition:
    """Printings of a rarity; where only the card's is recorded, all of its printings have it."""
    of_printing = Q(rarity__in=names) | Q(rarity="", card__rarity__in=names)
    return CardCondition(Q(rarity__in=names) | _cards(Printing.objects.filter(rarity__in=names)), of_printing)


def released(term: Term, context: SearchContext) -> CardCondition:
    """Match release dates of sets; only certain comparisons match."""
    if get_state(term):
        return in_set(term, context)
    found = read_days_or_set(term, context)
    if isinstance(found, CardSet):
        return build_printing_condition(_build_beside_condition(found, term.op))
    return build_printing_condition(build_days_condition("card_set__released", term.op, found))


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
    }.get(op, same)


def reprint() -> Q:
    """Match cards with more than one recorded printing."""
    return _cards(Printing.objects.filter(card__printings__position__lt=F("position")))


def promotional() -> Q:
    """Match cards with a printing in a promo set."""
    sets = SetRow.objects.filter(kind="promo")
    return Q(pk__in=Card.objects.filter(sets__in=sets).order_by().values("pk"))
