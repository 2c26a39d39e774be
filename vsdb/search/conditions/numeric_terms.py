"""Numbers on cards, in sums and comparisons; values not recorded never match a comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import Combinable, Expression
from django.db.models.functions import Cast, Coalesce

import engine.model.cards
from vsdb.catalog.cards.models import Card, CardTeam, Printing
from vsdb.catalog.wordings.models import Wording
from vsdb.search.conditions import collected, errata
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.effective_facts import build_cards_condition, count_loaded_texts, find_differing_cards
from vsdb.search.conditions.wordings import list_counting_wordings
from vsdb.search.language.fields import find_field
from vsdb.search.language.syntax import ANY, NONE, UNKNOWN, NumberSum, Term, get_written_word
from vsdb.search.language.values import UnreadableValue

_MAX_COUNT = 10**9  #: beyond every figure on a card, and far from what databases can't count
MAX_SUMS = 12  #: in one query, of those that count rows of every card
COMPARISONS: Mapping[str, str] = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
EVERY = Q()
THRESHOLD = Q(cost_kind=Card.CostKind.THRESHOLD)
_NOTHING = Cast(Value(None), BigIntegerField())
_MAX_POINTS = 999  #: more no card asks for; each is a case of its own
_PARITY = {"even": 0, "odd": 1}


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """Where a figure stands: its column, which cards have it there, and whether a sign may stand for it."""

    name: str
    of: Q = EVERY
    has_signs: bool = True


COLUMNS: Mapping[str, NumberColumn] = {
    "cost": NumberColumn("cost"),
    "threshold": NumberColumn("cost", THRESHOLD),
    "atk": NumberColumn("atk"),
    "def": NumberColumn("defense"),
    "health": NumberColumn("health"),
    "level": NumberColumn("level", has_signs=False),
    "energy": NumberColumn("energy"),
    "power": NumberColumn("power"),
    "might": NumberColumn("might"),
    "limit": NumberColumn("printed_limit", has_signs=False),
}


def _limits(context: SearchContext) -> Combinable | None:
    """How many copies a card allows, by its text where that says otherwise than is recorded; None where none does."""
    otherwise = find_differing_cards(context, lambda card: card.printed_limit)
    by_limit: dict[int | None, dict[str, list[engine.model.cards.Card]]] = {}
    for game, cards in otherwise.items():
        for card in cards:
            by_limit.setdefault(card.printed_limit, {}).setdefault(game, []).append(card)
    if not by_limit:
        return None
    said = [When(build_cards_condition(cards), then=Value(limit)) for limit, cards in by_limit.items()]
    return Case(*said, default=Cast(F("printed_limit"), BigIntegerField()), output_field=BigIntegerField())


def _levels_up(context: SearchContext) -> Combinable:
    """The experience points that the text which counts asks for; one query."""
    rows = list_counting_wordings(context).filter(card__game__in=context.games, derived__has_key="level_up").order_by()
    by_figure: dict[int, set[int]] = {}
    for card, derived in rows.values_list("card", "derived").iterator():
        figure = derived["level_up"].get("xp")
        if isinstance(figure, int) and figure <= _MAX_POINTS:
            by_figure.setdefault(figure, set()).add(card)
    said = [When(pk__among=cards, then=Value(figure)) for figure, cards in by_figure.items()]
    return Case(*said, default=None, output_field=BigIntegerField()) if said else _NOTHING


#: Figures that texts state, which no column holds or not alone.
STATED: Mapping[str, Callable[[SearchContext], Combinable | None]] = {"limit": _limits, "levelup": _levels_up}


@dataclass(frozen=True, slots=True)
class CountedNumber:
    """A figure that is counted: the rows of a card, and which cards have a count though they have no row."""

    rows: Callable[[SearchContext], QuerySet[Any]]
    recorded: Callable[[SearchContext], Q] | None = None

    def expression(self, context: SearchContext) -> Expression | Subquery[Any]:
        """The count as an expression; NULL where it isn't recorded."""
        of_card = self.rows(context).filter(card=OuterRef("pk")).order_by().values("card")
        counted = Subquery(of_card.annotate(found=Count("pk")).values("found"))
        if self.recorded is None:
            return counted
        found = Coalesce(counted, Value(0), output_field=BigIntegerField())
        return Case(When(self.recorded(context), then=found), default=None, output_field=BigIntegerField())


def _errata_known(context: SearchContext) -> Q:
    """The cards with a wording, but those that have errata which aren't held."""
    worded = Q(pk__in=Wording.objects.filter(card__game__in=context.games).order_by().values("card"))
    held = Q(pk__in=errata.held_errata(context).values("card"))
    return held | (worded & ~Q(has_errata__isnull=False, has_errata=True))


def _rulings_known(context: SearchContext) -> Q:
    """The cards of the games of which rulings are loaded: there a card without any has none."""
    return Q(game__in=[game for game, each in context.references.items() if count_loaded_texts(each).ruled])


#: Of a card without any recorded printing it isn't known how many there are.
COUNTS: Mapping[str, CountedNumber] = {
    "teams": CountedNumber(lambda _: CardTeam.objects.all(), lambda _: Q(teams_recorded=True)),
    "prints": CountedNumber(lambda _: Printing.objects.all()),
    "errata": CountedNumber(errata.held_errata, _errata_known),
    "rulings": CountedNumber(errata.held_rulings, _rulings_known),
}


def _count(counted: CountedNumber, op: str, number: int, context: SearchContext) -> Q:
    """A count compared with a number, by grouping rows instead of counting them card by card."""
    rows = counted.rows(context).order_by().values("card").annotate(found=Count("pk"))
    if op == "!=":
        rows = rows.exclude(found=number)
    else:
        rows = rows.filter(**{f"found__{COMPARISONS.get(op, 'exact')}": number})
    found = Q(pk__in=rows.values("card"))
    if counted.recorded is None or not holds(0, op, number):
        return found
    return found | (counted.recorded(context) & ~Q(pk__in=counted.rows(context).order_by().values("card")))


def holds(left: int, op: str, right: int) -> bool:
    """Whether one number stands so to another; `:` and `=` are the same."""
    told = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "!=": left != right}
    return told.get(op, left == right)


def figure(term: Term, context: SearchContext) -> Q:
    """Match a comparison of numbers, or even, odd, none, unknown or a printed sign."""
    is_compared = isinstance(term.value, NumberSum) and any(name for _, name in term.value.parts)
    if term.field in collected.FIELDS and term.left is None and not is_compared:
        return collected.build_copies_condition(term, holds, context)
    if not isinstance(term.value, NumberSum):
        return _build_word_condition(term, (get_written_word(term.value) or "").casefold(), context)
    left, right = term.left, term.value
    if left is not None:
        if any(name in COUNTS for _, name in (*left.parts, *right.parts)):
            context.sums.add((left, term.op, right))
        if len(context.sums) > MAX_SUMS:
            said = f"a query can use at most {MAX_SUMS} sums with {' or '.join(COUNTS)}; this one is ignored"
            raise UnreadableValue(said)
    return compare_numbers(left or NumberSum(((1, term.field),)), term.op, right, context)


def compare_numbers(left: NumberSum, op: str, right: NumberSum, context: SearchContext) -> Q:
    """Match cards whose numbers are all recorded and compare so."""
    if len(left.parts) == 1 and left.parts[0][0] == 1 and not any(name for _, name in right.parts):
        name, number = left.parts[0][1] or "", _within(sum(factor for factor, _ in right.parts))
        if name in COLUMNS and (name not in STATED or STATED[name](context) is None):
            return _column(COLUMNS[name], op, number)
        if name in COUNTS:
            return _count(COUNTS[name], op, number, context)
    held = Card.objects.annotate(left_side=_sum(left, context), right_side=_sum(right, context))
    held = held.filter(left_side__isnull=False, right_side__isnull=False)
    if op == "!=":
        held = held.exclude(left_side=F("right_side"))
    else:
        held = held.filter(**{f"left_side__{COMPARISONS.get(op, 'exact')}": F("right_side")})
    return Q(pk__in=held.values("pk"))


def _column(column: NumberColumn, op: str, number: int) -> Q:
    """A column compared with a number, so that its complement holds the unrecorded too."""
    is_number = column.of & Q(**{f"{column.name}__isnull": False})
    if op == "!=":
        return is_number & ~Q(**{column.name: number})
    return is_number & Q(**{f"{column.name}__{COMPARISONS.get(op, 'exact')}": number})


def _sum(figures: NumberSum, context: SearchContext) -> Combinable:
    total: Combinable | None = None
    for factor, name in figures.parts:
        part: Combinable = Value(_within(factor), output_field=BigIntegerField())
        if name is not None:
            held = _expression(name, context)
            part = held if factor == 1 else held * part
        total = part if total is None else total + part
    return total if total is not None else Value(0, output_field=BigIntegerField())


def _expression(name: str, context: SearchContext) -> Combinable:
    """A figure as a wide number, so that no sum is too large for the database; NULL where no number is recorded."""
    if name in COUNTS:
        return COUNTS[name].expression(context)
    if name in collected.FIELDS:
        return collected.build_copies_expression(name, context)
    if name in STATED and (stated := STATED[name](context)) is not None:
        return stated
    column = COLUMNS.get(name)
    if column is None:  # a figure that no card records
        return _NOTHING
    wide = Cast(F(column.name), BigIntegerField())
    return Case(When(column.of, then=wide), default=None, output_field=BigIntegerField()) if column.of else wide


def _build_word_condition(term: Term, word: str, context: SearchContext) -> Q:
    """Match a value that is not a number."""
    is_printed = term.field in COLUMNS and (term.field not in STATED or STATED[term.field](context) is None)
    found = (_build_printed_condition if is_printed else _build_count_condition)(term.field, word, context)
    if found is None:
        takes = ("even", "odd", NONE, UNKNOWN)
        raise UnreadableValue(f"{term.field} takes a number, {', '.join(takes[:-1])} or {UNKNOWN}", takes)
    return build_recorded_condition(term.field, context) & ~found if term.op == "!=" else found


def build_recorded_condition(name: str, context: SearchContext) -> Q:
    """Match cards whose value is recorded, as a number or a sign."""
    if name not in COLUMNS or name in STATED:
        held = Card.objects.annotate(counted=_expression(name, context)).filter(counted__isnull=False)
        return Q(pk__in=held.values("pk"))
    column = COLUMNS[name]
    known = Q(**{f"{column.name}__isnull": False})
    if column.has_signs:
        known |= Q(signs__has_key=column.name)
    return column.of & known


def _build_printed_condition(name: str, word: str, context: SearchContext) -> Q | None:
    column = COLUMNS[name]
    if word in _PARITY:
        rest = Card.objects.filter(column.of, **{f"{column.name}__isnull": False})
        return Q(pk__in=rest.annotate(rest=F(column.name) % 2).filter(rest=_PARITY[word]).values("pk"))
    if word == UNKNOWN:
        one = find_field(name)
        return column.of & ~build_recorded_condition(name, context) & Q(game__in=one.games if one else ())
    if word == ANY and not column.has_signs:
        return column.of & Q(**{f"{column.name}__isnull": False})
    signed = _sign(column, word)
    if word == NONE or signed is not None:
        return signed if signed is not None else Q(pk__in=())
    return None


def _sign(column: NumberColumn, word: str) -> Q | None:
    """The cards that print this sign in the figure's place; None where no figure is ever printed so."""
    if not column.has_signs or not (word == NONE or set(word) <= set("0123456789*+-x?½")):
        return None
    signs = {word, word.upper()}
    return Q(pk__in=Card.objects.filter(column.of, **{f"signs__{column.name}__in": sorted(signs)}).values("pk"))


def _build_count_condition(name: str, word: str, context: SearchContext) -> Q | None:
    held = Card.objects.annotate(counted=_expression(name, context))
    one = find_field(name)
    if name in STATED and one is not None:
        held = held.filter(game__in=one.games)
    if word in _PARITY:
        held = held.filter(counted__isnull=False).annotate(rest=F("counted") % 2).filter(rest=_PARITY[word])
    elif word == NONE:
        held = held.filter(counted=0)
    elif word == UNKNOWN:
        held = held.filter(counted__isnull=True)
    elif word == ANY:
        held = held.filter(counted__gt=0)
    else:
        return None
    return Q(pk__in=held.values("pk"))


def _within(number: int) -> int:
    return max(-_MAX_COUNT, min(_MAX_COUNT, number))
