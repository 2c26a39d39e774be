"""What is so or isn't: `is:`, `has:`, icons that are recorded as yes, no, or not at all; and what may join a deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db.models import Q

from engine.model.catalog import LEGEND
from engine.model.games import games, name_in_messages
from vsdb.catalog.cards.models import CardKeyword, Printing
from vsdb.catalog.wordings.models import Wording
from vsdb.core.folding import find_nearest
from vsdb.search.conditions import errata, legality, printings
from vsdb.search.conditions.card_tags import LABELS, read_labels
from vsdb.search.conditions.context import CardCondition, SearchContext, build_slugs_condition
from vsdb.search.conditions.effective_facts import build_cards_condition, find_differing_cards
from vsdb.search.conditions.vocabulary import find_spelled_names, load_vocabulary
from vsdb.search.language.fields import list_games_of
from vsdb.search.language.syntax import Term, get_written_word
from vsdb.search.language.values import UnreadableValue


def _unique(context: SearchContext) -> Q:
    """One copy at most: by the limit that it prints, or by the keyword that says so."""
    keyword = CardKeyword.objects.filter(keyword__slug="unique").order_by().values("card")
    recorded = Q(printed_limit__isnull=False, printed_limit=1) | Q(pk__in=keyword)
    otherwise = find_differing_cards(context, lambda card: (card.printed_limit, card.has_keyword("Unique")))
    if not any(otherwise.values()):
        return recorded
    read = build_cards_condition(otherwise, lambda card: card.printed_limit == 1 or card.has_keyword("Unique"))
    return (recorded & ~build_cards_condition(otherwise)) | read


def _has_errata(context: SearchContext) -> Q:
    """Recorded so, or with errata that are held; as of a day the errata of that day alone are known."""
    held = Q(pk__in=errata.held_errata(context).values("card"))
    return held if context.as_of is not None else held | Q(has_errata__isnull=False, has_errata=True)


def _alternate() -> Q:
    """A printing with another picture: numbered with a letter or a star, or beyond its set."""
    other = Q(number__regex=r"[0-9](?:[A-Za-z]{1,2}\*?|\*)$") | Q(rarity="Showcase")
    return Q(pk__in=Printing.objects.filter(other).order_by().values("card"))


_FLAGS: Mapping[str, Callable[[SearchContext], Q]] = {
    "flight": lambda _: Q(has_flight__isnull=False, has_flight=True),
    "range": lambda _: Q(has_range__isnull=False, has_range=True),
    "concealed": lambda _: Q(is_concealed__isnull=False, is_concealed=True),
    "unique": _unique,
    "reprint": lambda _: printings.reprint(),
    "promo": lambda _: printings.promotional(),
    "alt": lambda _: _alternate(),
    "errata": _has_errata,
    "errata-reverted": errata.reverted,
    "ruling": lambda context: Q(pk__in=errata.held_rulings(context).values("card")),
    "ruling-stale": errata.stale,
    "text": lambda context: Q(pk__in=Wording.objects.filter(card__game__in=context.games).order_by().values("card")),
    "pile-card": lambda context: read_labels(LABELS["pile"], context).having(),
}


def flag(term: Term, context: SearchContext) -> Q:
    """Match `is:` and `has:` with a flag."""
    name = get_written_word(term.value) or ""
    return legality.in_any_format(name, term, context) if name in ("legal", "banned") else _FLAGS[name](context)


ICONS: Mapping[str, str] = {"flight": "has_flight", "range": "has_range", "hidden": "is_concealed"}


def icon(term: Term, context: SearchContext) -> Q:
    """Match `flight:yes`, `flight:no` and `flight:unknown`."""
    column, word = ICONS[term.field], get_written_word(term.value)
    if word == "unknown":
        return Q(**{f"{column}__isnull": True}) & Q(game__in=list_games_of(term.field))
    return Q(**{f"{column}__isnull": False, column: word == "yes"})


_DECK = "deck/"
_NOBODY = Q(pk__in=())
Addable = Callable[[Term, str, SearchContext], CardCondition | None]
_addable: list[Addable] = []


def register_decks(addable: Addable) -> None:
    """Register what answers `for:deck/12`: the cards that can be added to a deck."""
    _addable[:] = [addable]


def build_playable_condition(term: Term, context: SearchContext) -> CardCondition | Q | None:
    """The cards that a deck under the legend may hold, as far as they are recorded; legends and tokens are none.

    For `deck/12` those of which a copy more breaks no rule in that deck's format on its day.
    """
    text = get_written_word(term.value) or ""
    if text.startswith(_DECK):
        return _addable[0](term, text.removeprefix(_DECK), context)
    led = [game for game in games() if game.may_follow_legend]
    names = " or ".join(map(name_in_messages, led))
    catalogs = {game: context.references[game.slug].catalog for game in led if game.slug in context.references}
    if not catalogs:
        context.note(f"“{term.field}” needs a legend of {names}, which this search doesn't include", term.span)
        return _NOBODY
    found: dict[str, frozenset[str]] = {}
    for game, catalog in catalogs.items():
        may_follow = game.may_follow_legend
        called = catalog.by_title(text) or catalog.by_name(text)
        legends = [card for card in called if card.type == LEGEND] or [
            card for card in catalog.cards if card.type == LEGEND and find_spelled_names(card.tags, text)
        ]
        if legends and may_follow:
            fits = (card.slug for card in catalog.cards if any(may_follow(card, legend) for legend in legends))
            found[game.slug] = frozenset(fits)
    if found:
        return build_slugs_condition(found)
    # A card or a team, though none that says what can be played with it.
    references = (*context.references.values(), *context.elsewhere.values())
    if any(
        each.catalog.is_name(text) or find_spelled_names(load_vocabulary(each)["team"], text) for each in references
    ):
        context.note(f"cards playable with “{text[:60]}” are not recorded; use a legend of {names}", term.span)
        return _NOBODY
    cards = [card for catalog in catalogs.values() for card in catalog.cards if card.type == LEGEND]
    titles = [title for card in cards for title in (card.name, *(f"{each}, {card.name}" for each in card.tags))]
    raise UnreadableValue(f"no legend is named “{text[:60]}”", find_nearest(text, titles))
