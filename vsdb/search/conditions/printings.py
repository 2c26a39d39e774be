"""What is asked of printings: their set, its kind and its day, their number and rarity."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.db.models import F, Q

from engine.model.cards import CardSet
from vsdb.catalog.cards.models import Card, Printing
from vsdb.catalog.cards.models import CardSet as SetRow
from vsdb.core.folding import nearest
from vsdb.search.conditions.context import Condition, Context
from vsdb.search.conditions.date_terms import nearest_sets, period, sets_called
from vsdb.search.conditions.values import ANY, NONE, UNKNOWN, is_word, items, matcher, names_meant, written
from vsdb.search.conditions.vocabulary import values
from vsdb.search.language.fields import games_of
from vsdb.search.language.syntax import Pattern, Term

_NOBODY = Q(pk__in=())
_NUMBER = re.compile(r"([A-Za-z]*)0*([0-9]+)([A-Za-z]{0,2}\*?)")
_MOST = 10**6
_SAME = (":", "=", "!=")
_SPAN = re.compile(r"0*([0-9]{1,6})?(?:-|\.\.)0*([0-9]{1,6})?", re.ASCII)
#: From the most frequent on. Rarities that a game doesn't have stand where they would.
RARITIES = ("Common", "Uncommon", "Rare", "Epic", "Showcase", "Promo")


def of_a_printing(wanted: Q) -> Condition:
    """A condition on printings; alone, any printing of the card may fulfil it."""
    return Condition(Q(pk__in=Printing.objects.filter(wanted).order_by().values("card")), wanted)


def in_set(term: Term, context: Context) -> Condition | None:
    """Printed in a set; with `=`, `<=` and `>=` all sets of the card are meant."""
    if is_word(term, ANY):
        return of_a_printing(Q())
    if is_word(term, UNKNOWN) or is_word(term, NONE):
        return Condition(~Q(pk__in=Printing.objects.order_by().values("card")))
    groups = _sets(term, context)
    if groups is None:
        return None
    named = Q()
    for group in groups:
        named |= group
    if term.op == ":":
        return of_a_printing(named)
    every = Q()
    for group in groups:
        every &= Q(pk__in=Printing.objects.filter(group).order_by().values("card"))
    others = Q(pk__in=Printing.objects.exclude(named).order_by().values("card"))
    recorded = Q(pk__in=Printing.objects.order_by().values("card"))
    found = {
        "=": every & ~others,
        "!=": recorded & ~(every & ~others),
        ">=": every,
        ">": every & others,
        "<=": recorded & ~others,
        "<": recorded & ~others & ~every,
    }
    return Condition(found[term.op])


def in_any(term: Term, context: Context) -> Condition | None:
    """Printed in a set, whatever is asked of other printings."""
    found = in_set(term, context)
    return found and Condition(found.card)


def new_in(term: Term, context: Context) -> Condition | None:
    """First printed in a set: no earlier one of its sets certainly came before."""
    groups = _sets(term, context)
    if groups is None:
        return None
    wanted = Q()
    for group in groups:
        wanted |= group
    first = Printing.objects.filter(wanted)
    earlier = Printing.objects.filter(
        card__printings__in=first, card_set__position__lt=F("card__printings__card_set__position")
    )
    return Condition(Q(pk__in=first.order_by().values("card")) & ~Q(pk__in=earlier.order_by().values("card")))


def _sets(term: Term, context: Context) -> list[Q] | None:
    """For each item the printings in the sets that it names; None, with a note, where one names none."""
    if isinstance(term.value, Pattern):
        matches = matcher(term.value, term, context)
        if matches is None:
            return None
        held = [each for reference in context.references.values() for each in reference.sets.values()]
        return [_printed_in([each for each in held if matches(each.code) or matches(each.name)])]
    groups = []
    counts = values(context.references.values(), "set")
    for item in items(term.value):
        found = sets_called(item, context.references.values())
        if not found:
            close = nearest_sets(item, context)
            context.note(f"{context.has_no} set {item[:60]!r}", term.span, close)
            if not sets_called(item, context.elsewhere.values()):
                return None
        elif not any(counts.get(each.code) for each in found):
            context.remark(f"no card is recorded in {found[0].name} ({found[0].code})", term.span)
        groups.append(_printed_in(found))
    return groups or None


def _printed_in(sets: list[CardSet]) -> Q:
    found = _NOBODY
    for each in sets:
        found |= Q(card_set__game=each.game, card_set__code=each.code)
    return found


def number(term: Term, context: Context) -> Condition | None:
    """A number in a set: as it is printed, however padded; a span; compared, whatever letter follows."""
    held = values(context.references.values(), "number")
    fits = _fitting(term, context)
    if fits is None:
        return None
    return of_a_printing(Q(number__among=[each for each in held if fits(each)]))


def _fitting(term: Term, context: Context) -> Callable[[str], bool] | None:
    """Which numbers, as they are printed, a term means."""
    word = written(term.value) or ""
    span = _SPAN.fullmatch(word)
    if term.op in _SAME and span:
        low, high = int(span[1] or 0), int(span[2] or _MOST)
        return _turned(term, lambda text: low <= _figure(text) <= high)
    if term.op in _SAME:
        return _turned(term, lambda text: _plain(text) == _plain(word))
    if not word.isdecimal():
        context.note(f"{word[:40]!r} can't be compared: only a number without a letter can", term.span)
        return None
    limit = int(word)
    compare: dict[str, Callable[[int], bool]] = {
        "<": lambda figure: 0 <= figure < limit,
        "<=": lambda figure: 0 <= figure <= limit,
        ">": lambda figure: figure > limit,
        ">=": lambda figure: figure >= limit,
    }
    fits = compare[term.op]
    return lambda text: fits(_figure(text))


def _turned(term: Term, fits: Callable[[str], bool]) -> Callable[[str], bool]:
    return (lambda text: not fits(text)) if term.op == "!=" else fits


def _figure(text: str) -> int:
    """The number in a number as printed; -1 for one outside the set's own count (`r01`)."""
    found = _NUMBER.fullmatch(text)
    return int(found[2]) if found and not found[1] else -1


def _plain(text: str) -> str:
    found = _NUMBER.fullmatch(text.strip())
    return f"{found[1]}{int(found[2])}{found[3]}".casefold() if found else text.strip().casefold()


def set_kind(term: Term, context: Context) -> Condition | None:
    """Printed in a set of a kind."""
    groups = names_meant(term, context, "st", "a set of the kind")
    if groups is None:
        return None
    return of_a_printing(Q(card_set__kind__in=[name for group in groups for name in group]))


def rarity(term: Term, context: Context) -> Condition | None:
    """A rarity; compared in the order common, uncommon, rare, epic, showcase, promo."""
    if is_word(term, UNKNOWN) or is_word(term, NONE):
        printed = Printing.objects.exclude(rarity="").order_by().values("card")
        return Condition(Q(rarity="", game__in=games_of(term.field)) & ~Q(pk__in=printed))
    if is_word(term, ANY):
        return _of_rarities(RARITIES)
    word = (written(term.value) or "").casefold()
    name = next((each for each in RARITIES if each.casefold() == word), None)
    if name is None:
        known = tuple(each.casefold() for each in RARITIES)
        context.note(f"{word[:40]!r} is no rarity", term.span, nearest(word, known) or known)
        return None
    place = RARITIES.index(name)
    match term.op:
        case "<":
            names = RARITIES[:place]
        case "<=":
            names = RARITIES[: place + 1]
        case ">":
            names = RARITIES[place + 1 :]
        case ">=":
            names = RARITIES[place:]
        case "!=":
            names = tuple(each for each in RARITIES if each != name)
        case _:
            names = (name,)
    return _of_rarities(names)


def _of_rarities(names: tuple[str, ...]) -> Condition:
    """Printings of a rarity; where only the card's is recorded, all of its printings have it."""
    of_printing = Q(rarity__in=names) | Q(rarity="", card__rarity__in=names)
    alone = Q(rarity__in=names) | Q(pk__in=Printing.objects.filter(rarity__in=names).order_by().values("card"))
    return Condition(alone, of_printing)


def released(term: Term, context: Context) -> Condition | None:
    """When it was printed, by the release of a set: certain comparisons only."""
    if is_word(term, ANY):
        return of_a_printing(Q())
    if is_word(term, UNKNOWN) or is_word(term, NONE):
        return Condition(~Q(pk__in=Printing.objects.order_by().values("card")))
    text = written(term.value) or ""
    days = period(text, context)
    op = "=" if term.op == ":" else term.op
    if days is not None:
        return of_a_printing(
            {
                "<": Q(card_set__released_latest__lt=days.earliest),
                "<=": Q(card_set__released_latest__lte=days.latest),
                ">": Q(card_set__released_earliest__gt=days.latest),
                ">=": Q(card_set__released_earliest__gte=days.earliest),
                "!=": Q(card_set__released_latest__lt=days.earliest) | Q(card_set__released_earliest__gt=days.latest),
                "=": Q(card_set__released_earliest__gte=days.earliest, card_set__released_latest__lte=days.latest),
            }[op]
        )
    sets = sets_called(text, context.references.values())
    if not sets:
        context.note(
            f"{text[:60]!r} is no day, month, year or set; a day is written 2006-05-01",
            term.span,
            nearest_sets(text, context),
        )
        return None
    return of_a_printing(_beside(sets[0], op))


def _beside(card_set: CardSet, op: str) -> Q:
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
    printings = Printing.objects.order_by()
    again = printings.filter(card__printings__position__lt=F("position"))
    return Q(pk__in=again.values("card"))


def promotional() -> Q:
    """The cards with a printing in a promotional set."""
    sets = SetRow.objects.filter(kind="promo")
    return Q(pk__in=Card.objects.filter(sets__in=sets).order_by().values("pk"))
