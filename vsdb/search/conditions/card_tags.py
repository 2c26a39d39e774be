"""Labels on cards (teams, keywords, traits, domains and the like) and types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_

from django.db.models import Q, QuerySet

from engine.model.cards import Card as EngineCard
from engine.model.games import games
from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardTeam
from vsdb.core.folding import find_nearest, to_compact_spelling
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.effective_facts import build_cards_condition, find_differing_cards, read_references
from vsdb.search.conditions.vocabulary import count_values, find_meant_names, find_spelled_names
from vsdb.search.language.fields import list_games_of
from vsdb.search.language.syntax import ANY, NONE, UNKNOWN, Pattern, Term, get_state, get_written_word, list_items
from vsdb.search.language.values import UnreadableValue

Names = tuple[str, ...]
EVERY = Q()


@dataclass(frozen=True, slots=True)
class LabelKind:
    """A kind of label: what one is called, its rows, and the flag that tells "none" from "not recorded".

    `names` are those of a card as it reads, None where they aren't known, for the labels that texts state; `otherwise`
    the cards whose text says otherwise than their rows.
    """

    what: str
    rows: Callable[[], QuerySet[CardLabel] | QuerySet[CardTeam] | QuerySet[CardKeyword]]
    column: str = "name"
    recorded: Q = EVERY
    names: Callable[[EngineCard], Iterable[str] | None] | None = None
    otherwise: Mapping[str, list[EngineCard]] | None = None

    def having(self, names: tuple[str, ...] | None = None, *, other: bool = False) -> Q:
        """Return cards with one of the names, with one other than the names, or, without names, with any."""
        rows = self.rows().order_by()
        if names is not None:
            among = {f"{self.column}__in": names}
            rows = rows.exclude(**among) if other else rows.filter(**among)
        found = Q(pk__in=rows.values("card"))
        if not self.otherwise or self.names is None:
            return found
        held, wanted = self.names, names

        def fits(card: EngineCard) -> bool:
            own = held(card) or ()
            return any(wanted is None or (name in wanted) != other for name in own)

        return (found & ~build_cards_condition(self.otherwise)) | build_cards_condition(self.otherwise, fits)


def _of(*kinds: CardLabel.Kind) -> Callable[[], QuerySet[CardLabel]]:
    return lambda: CardLabel.objects.filter(kind__in=kinds)


_KIND = CardLabel.Kind
LABELS: Mapping[str, LabelKind] = {
    "team": LabelKind("the team", CardTeam.objects.all, "team__name", Q(teams_recorded=True)),
    "kw": LabelKind(
        "the keyword",
        CardKeyword.objects.all,
        "keyword__name",
        names=lambda card: [str(each.name) for each in card.keywords],
    ),
    "trait": LabelKind("the trait", _of(_KIND.TRAIT, _KIND.VERSION, _KIND.TAG)),
    "tag": LabelKind("the tag", _of(_KIND.TAG)),
    "domain": LabelKind("the domain", _of(_KIND.DOMAIN), recorded=Q(domains_recorded=True)),
    "side": LabelKind("the side", _of(_KIND.ALIGNMENT), recorded=Q(alignments_recorded=True)),
    "symbol": LabelKind(
        "the power symbol",
        _of(_KIND.POWER_SYMBOL),
        recorded=Q(power_symbols_recorded=True),
        names=lambda card: card.power_symbols,
    ),
    "pile": LabelKind("the pile", _of(_KIND.MEMBER_OF_PILE), names=lambda card: card.member_of_piles),
    "uses": LabelKind("the pile", _of(_KIND.USES_PILE), names=lambda card: card.uses_piles),
}


def labels(term: Term, context: SearchContext) -> Q:
    """A set of labels compared: `:` has, `=` exactly, `<=` no others, `>=` all of them, `<` and `>` likewise."""
    kind = read_labels(LABELS[term.field], context)
    of_the_game = Q(game__in=list_games_of(term.field))
    state = get_state(term)
    if state == ANY:
        return kind.having()
    if state == NONE:
        return of_the_game & kind.recorded & ~kind.having()
    if state == UNKNOWN:
        # Where no source tells "none" from "not recorded", a card without any may be either.
        return of_the_game & ~(kind.recorded if LABELS[term.field].recorded != EVERY else kind.having())
    if term.field == "side" and (get_written_word(term.value) or "").casefold() == "both":
        return build_relation_condition(kind.having, kind.recorded, ">=", [("Good",), ("Evil",)])
    if term.field == "kw" and (with_figure := _with_parameter(term, context)) is not None:
        return with_figure
    groups = find_meant_names(term, context, term.field, kind.what)
    return of_the_game & build_relation_condition(kind.having, kind.recorded, term.op, groups)


def read_labels(kind: LabelKind, context: SearchContext) -> LabelKind:
    """Return the labels; where a card's text differs from the record, the text counts."""
    if kind.names is None:
        return kind
    otherwise = find_differing_cards(context, kind.names)
    if not any(otherwise.values()):
        return kind
    said = build_cards_condition(otherwise, lambda card: kind.names is None or kind.names(card) is not None)
    return replace(kind, otherwise=otherwise, recorded=EVERY if kind.recorded == EVERY else kind.recorded | said)


def build_relation_condition(having: Callable[..., Q], recorded: Q, op: str, groups: list[Names]) -> Q:
    """The cards whose labels stand in that relation to the named ones; of the `recorded` it is known which they have.

    `having` gives the cards with one of some names or, with `other`, with one that is none of them.
    """
    named = tuple(name for group in groups for name in group)
    if op == ":":
        return having(named)
    every = reduce(and_, map(having, groups), Q())
    return set_compared(op, every, having(named, other=True), recorded)


def set_compared(op: str, every: Q, others: Q, recorded: Q) -> Q:
    """The cards whose things stand in that relation to the named ones.

    `every` are the cards that have all of those, `others` the ones with more than those.
    """
    return {
        ">=": every,
        ">": every & others,
        "<=": recorded & ~others,
        "<": recorded & ~others & ~every,
        "!=": recorded & ~(every & ~others),
    }.get(op, every & ~others)


def _with_parameter(term: Term, context: SearchContext) -> Q | None:
    """`kw:"boost 2"`: a keyword with its figure; None where no keyword and figure are meant."""
    word = get_written_word(term.value) or ""
    head, _, figure = word.strip().rpartition(" ")
    if term.op not in (":", "=") or not head or not figure:
        return None
    held = count_values(read_references(context).values(), "kw")
    names = [name for name in held if to_compact_spelling(name) == to_compact_spelling(head)]
    if not names or any(to_compact_spelling(name) == to_compact_spelling(word) for name in held):
        return None
    rows = CardKeyword.objects.filter(keyword__name__in=names, parameter__iexact=figure).order_by()
    otherwise = find_differing_cards(context, lambda card: card.keywords)
    wanted = {f"{name} {figure}".casefold() for name in names}
    read = build_cards_condition(otherwise, lambda card: any(str(each).casefold() in wanted for each in card.keywords))
    return (Q(pk__in=rows.values("card")) & ~build_cards_condition(otherwise)) | read


#: Short words for types; the others are words of the type's own name.
_TYPES: Mapping[str, str] = {
    "mc": "Main Character",
    "sc": "Supporting Character",
    "basic": "Basic Location",
    "special": "Special Location",
    "pt": "Plot Twist",
}
_TYPE_WORDS: Mapping[str, str] = {"char": "character", "eq": "equipment", "equip": "equipment", "loc": "location"}


def card_type(term: Term, context: SearchContext) -> Q:
    """Match a card type, or words of it."""
    if state := get_state(term):
        return ~Q(type="") if state == ANY else Q(type="")
    held = count_values(context.references.values(), "type")
    if isinstance(term.value, Pattern):
        return Q(type__in=find_meant_names(term, context, "type", "the type")[0])
    found: list[str] = []
    for item in list_items(term.value):
        types = find_types(item, held, is_whole=term.op == "=")
        if not types:
            wider = find_types(item, held)
            alone = " exactly" if wider else ""
            close = tuple(wider[:3]) or find_nearest(item, [*held, *_TYPES])
            said = f"No card in {context.where} has the type “{item[:80]}”{alone}"
            is_known = bool(find_types(item, [*held, *count_values(context.elsewhere.values(), "type")]))
            context.note_unknown(said, term, close, is_known_elsewhere=is_known)
        found += types
    return Q(type__in=found)


def find_types(text: str, held: Iterable[str], *, is_whole: bool = False) -> list[str]:
    """Return the types that a word means: its abbreviation, its exact name, or all types with its words.

    With `is_whole` at most one.
    """
    if short := _TYPES.get(text.strip().casefold()):
        return [name for name in held if name == short]
    whole = [*find_spelled_names(held, _TYPE_WORDS.get(fold(text), text))]
    if is_whole or (whole and len(text.split()) > 1):
        return whole
    wanted = [_TYPE_WORDS.get(word, word) for word in fold(text).split()]
    wordy = [name for name in held if wanted and set(wanted) <= set(_words(name))]
    if wordy or whole or not wanted:
        return wordy or whole
    return [name for name in held if all(any(own.startswith(word) for own in _words(name)) for word in wanted)]


def _words(name: str) -> list[str]:
    return fold(name).replace("(", " ").replace(")", " ").split()


#: How cards name their universes.
_UNIVERSES: Mapping[str, str] = {"illustrated": "Illustrated", "photographic": "Photographic", "both": "Any"}


def universe(term: Term, context: SearchContext) -> Q:
    """Illustrated, photographic, or such as goes with both."""
    meant = _UNIVERSES.get(get_written_word(term.value) or "")
    return Q(universe=meant) if meant else one_word("universe", term, context)


def one_word(column: str, term: Term, context: SearchContext) -> Q:
    """Match a word of which a card has at most one, such as its supertype."""
    if state := get_state(term):
        return ~Q(**{column: ""}) if state == ANY else Q(**{column: ""}, game__in=list_games_of(term.field))
    groups = find_meant_names(term, context, term.field, f"the {column}")
    return Q(**{f"{column}__in": [name for group in groups for name in group]})


_BRANDS: Mapping[str, list[Names]] = {key: [("Other (Dark Horse)",)] for key in ("hellboy", "darkhorse")}


def brand(term: Term, context: SearchContext) -> Q:
    """Match the brand: the card's, else that of its sets."""
    word = to_compact_spelling(get_written_word(term.value) or "")
    if owned := [each.slug for each in games() if word in each.site.search.brands]:
        return Q(game__in=owned)
    if state := get_state(term):
        return ~_unbranded() if state == ANY else _unbranded()
    groups = _BRANDS.get(word) or find_meant_names(term, context, "brand", "the brand")
    names = [name for group in groups for name in group]
    by_set = Card.objects.filter(brand="", sets__brand__in=names)
    return Q(brand__in=names) | Q(pk__in=by_set.order_by().values("pk"))


def _unbranded() -> Q:
    by_set = Card.objects.exclude(sets__brand="").filter(sets__isnull=False)
    owned = [each.slug for each in games() if each.site.search.brands]
    return Q(brand="") & ~Q(pk__in=by_set.order_by().values("pk")) & ~Q(game__in=owned)


def game(term: Term, context: SearchContext) -> Q | None:
    """Match a game by slug or name."""
    found = []
    for item in list_items(term.value):
        named = {each.slug: (each.slug, each.name, *each.site.search.names) for each in games()}
        slugs = [slug for slug, names in named.items() if find_spelled_names(names, item)]
        if not slugs:
            raise UnreadableValue(f"There is no game “{item[:40]}”", find_nearest(item, named) or tuple(named))
        found += slugs
    return Q(game__in=found) if found else None
