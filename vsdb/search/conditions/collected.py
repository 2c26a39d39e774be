"""What the viewer owns and wants: `owned`, `wanted`, `missing`. Collections are in a higher room, which registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.db.models import BigIntegerField, Case, Q, Value, When
from django.db.models.functions import Cast

from vsdb.catalog.cards.models import Printing
from vsdb.search.conditions.context import CardCondition, SearchContext, build_slugs_condition
from vsdb.search.language.syntax import ANY, NONE, NumberSum, Term, get_written_word
from vsdb.search.language.values import UnreadableValue

#: Copies by game and slug, of a person and one of the kinds `owned` and `wanted`.
CopiesBySlug = Callable[[int, str, Iterable[str]], Mapping[str, Mapping[str, int]]]
#: The printings of which a person owns a copy.
OwnedPrintings = Callable[[int, Iterable[str]], Q]

FIELDS = ("owned", "wanted")
_MAX_SUMMED = 150  #: different numbers of copies in a sum: each is a case of its own
_PARITY = {"even": 0, "odd": 1}
_registered: dict[str, tuple[CopiesBySlug, OwnedPrintings]] = {}


def register_collections(copies: CopiesBySlug, printings: OwnedPrintings) -> None:
    """Register what answers how many copies somebody has."""
    _registered["collections"] = copies, printings


def count_copies(field: str, context: SearchContext, *, term: str = "") -> Mapping[str, Mapping[str, int]]:
    """The viewer's copies by game and slug; one query. Raises UnreadableValue for a stranger, who is told of `term`."""
    context.is_personal = True
    if context.viewer.user is None:
        raise UnreadableValue(f"Sign in to use “{term or field}”. It searches your collection.")
    if field not in context.copies:
        copies, _ = _registered["collections"]
        context.copies[field] = copies(context.viewer.user, field, context.references)
    return context.copies[field]


def build_copies_condition(term: Term, holds: Callable[[int, str, int], bool], context: SearchContext) -> Q:
    """Match cards by the viewer's number of copies of them."""
    copies = count_copies(term.field, context)
    if isinstance(term.value, NumberSum):
        number = sum(factor for factor, _ in term.value.parts)
        return _match(copies, lambda count: holds(count, term.op, number))
    word = (get_written_word(term.value) or "").casefold()
    is_wanted: dict[str, Callable[[int], bool]] = {
        **dict.fromkeys(("yes", ANY), lambda count: count > 0),
        **dict.fromkeys(("no", NONE), lambda count: count == 0),
        **{name: lambda count, rest=rest: count % 2 == rest for name, rest in _PARITY.items()},  # type: ignore[misc]
    }
    if word not in is_wanted:
        raise UnreadableValue(f"“{word[:40]}” is not a value of “{term.field}”. Use a number, yes or no", ("yes", "no"))
    found = _match(copies, is_wanted[word])
    return ~found if term.op == "!=" else found


def build_missing_condition(term: Term, context: SearchContext) -> Q:
    """Match `missing:yes`, the cards of which the viewer owns no copy, and `missing:no`."""
    owned = _match(count_copies("owned", context, term=term.field), lambda count: count > 0)
    return owned if get_written_word(term.value) == "no" else ~owned


def build_owned_printing_condition(term: Term, context: SearchContext) -> CardCondition:
    """Match `ownedprint:yes`: a printing of which the viewer owns a copy, the same one that other terms are about."""
    count_copies("owned", context, term=term.field)
    _, printings = _registered["collections"]
    found = printings(context.viewer.user or 0, context.references)
    found = ~found if get_written_word(term.value) == "no" else found
    return CardCondition(Q(pk__in=Printing.objects.filter(found).order_by().values("card")), found)


def build_copies_expression(field: str, context: SearchContext) -> Case:
    """The viewer's number of copies of a card, 0 for most, for sums and comparisons of fields."""
    by_count: dict[int, dict[str, set[str]]] = {}
    for game, counts in count_copies(field, context).items():
        for slug, count in counts.items():
            by_count.setdefault(count, {}).setdefault(game, set()).add(slug)
    if len(by_count) > _MAX_SUMMED:
        raise UnreadableValue(f"“{field}” has too many different numbers to be compared with another field")
    cases = [When(_in(slugs), then=Value(count)) for count, slugs in by_count.items()]
    return Case(*cases, default=Cast(Value(0), BigIntegerField()), output_field=BigIntegerField())


def _match(copies: Mapping[str, Mapping[str, int]], is_wanted: Callable[[int], bool]) -> Q:
    """Match cards by their count; those without a copy have 0."""
    if is_wanted(0):
        return ~_in({game: {slug for slug, n in counts.items() if not is_wanted(n)} for game, counts in copies.items()})
    return _in({game: {slug for slug, n in counts.items() if is_wanted(n)} for game, counts in copies.items()})


def _in(slugs: Mapping[str, Iterable[str]]) -> Q:
    return build_slugs_condition({game: frozenset(held) for game, held in slugs.items()})
