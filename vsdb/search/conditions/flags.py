"""What is so or isn't: `is:`, `has:`, and the icons that are recorded as yes, no, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db.models import Q

from engine.model.cards import GAMES
from vsdb.catalog.cards.models import CardKeyword, Printing
from vsdb.catalog.wordings.models import Wording
from vsdb.core.folding import nearest
from vsdb.search.conditions import errata, legality, printings, rulings
from vsdb.search.conditions.card_tags import LABELS, as_read
from vsdb.search.conditions.context import Condition, Context
from vsdb.search.conditions.effective_facts import differing, of_cards
from vsdb.search.conditions.values import written
from vsdb.search.language.fields import field
from vsdb.search.language.syntax import Term


def _in_pile(context: Context) -> Q:
    return as_read(LABELS["pile"], context).having()


def _unique(context: Context) -> Q:
    """One copy at most: by the limit that it prints, or by the keyword that says so."""
    keyword = CardKeyword.objects.filter(keyword__slug="unique").order_by().values("card")
    recorded = Q(printed_limit__isnull=False, printed_limit=1) | Q(pk__in=keyword)
    otherwise = differing(context, lambda card: (card.printed_limit, card.has_keyword("Unique")))
    if not any(otherwise.values()):
        return recorded
    read = of_cards(otherwise, lambda card: card.printed_limit == 1 or card.has_keyword("Unique"))
    return (recorded & ~of_cards(otherwise)) | read


def _has_errata(context: Context) -> Q:
    """Recorded so, or with errata that are held; as of a day the errata of that day alone are known."""
    held = Q(pk__in=errata.held(context).values("card"))
    return held if context.as_of is not None else held | Q(has_errata__isnull=False, has_errata=True)


def _alternate() -> Q:
    """A printing with another picture: numbered with a letter or a star, or beyond its set."""
    other = Q(number__regex=r"[0-9](?:[A-Za-z]{1,2}\*?|\*)$") | Q(rarity="Showcase")
    return Q(pk__in=Printing.objects.filter(other).order_by().values("card"))


_FLAGS: Mapping[str, Callable[[Context], Q]] = {
    "flight": lambda _: Q(has_flight__isnull=False, has_flight=True),
    "range": lambda _: Q(has_range__isnull=False, has_range=True),
    "concealed": lambda _: Q(is_concealed__isnull=False, is_concealed=True),
    "unique": _unique,
    "reprint": lambda _: printings.reprint(),
    "promo": lambda _: printings.promotional(),
    "alt": lambda _: _alternate(),
    "errata": _has_errata,
    "errata-reverted": errata.reverted,
    "ruling": lambda context: Q(pk__in=rulings.held(context).values("card")),
    "ruling-stale": rulings.stale,
    "text": lambda context: Q(pk__in=Wording.objects.filter(card__game__in=context.games).order_by().values("card")),
    "pile-card": _in_pile,
}


def flag(term: Term, context: Context) -> Condition | None:
    """`is:` and `has:` with the name of a flag."""
    word = (written(term.value) or "").strip()
    one = field(term.field)
    choice = one.choice(word) if one else None
    name = choice.name if choice else word.casefold()
    if choice is None or not (name in _FLAGS or name in ("legal", "banned")):
        known = [each.name for each in one.choices] if one else []
        context.note(f"{term.field}: knows no {word[:40]!r}", term.span, nearest(word, known) or tuple(known[:3]))
        return None
    if name in ("legal", "banned"):
        return legality.anywhere(name, context, term)
    return Condition(_FLAGS[name](context))


_ICONS: Mapping[str, str] = {"flight": "has_flight", "range": "has_range", "hidden": "is_concealed"}


def icon(term: Term, context: Context) -> Condition | None:
    """`flight:yes`, `flight:no`, `flight:unknown`."""
    column = _ICONS[term.field]
    word = (written(term.value) or "").strip()
    one = field(term.field)
    choice = one.choice(word) if one else None
    if one is None or choice is None:
        context.note(f"{term.field} takes yes, no or unknown", term.span, ("yes", "no", "unknown"))
        return None
    if choice.name == "unknown":
        games = [game for game in GAMES if game in one.games]
        return Condition(Q(**{f"{column}__isnull": True}) & Q(game__in=games))
    return Condition(Q(**{f"{column}__isnull": False, column: choice.name == "yes"}))
