"""Errata and rulings: words, numbers, dates, sources, citations, and outdated ones."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import attrgetter, itemgetter

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from engine.card_text import unify_symbols
from engine.model.cards import Between
from engine.model.reference import Reference
from engine.rules.editions import EDITIONS
from vsdb.catalog.rules.models import Document
from vsdb.catalog.wordings.models import ASIDE, Ruling, RulingCard, RulingCitation, Source, Wording, order_by_age
from vsdb.catalog.wordings.rulings import load_rule_book
from vsdb.catalog.wordings.selectors import find_counting_wording, list_wordings
from vsdb.core.folding import find_nearest, join_spellings, split_spellings, to_compact_spelling, tokenize
from vsdb.search.conditions import wordings
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.effective_facts import build_days_condition, get_day_of_texts, read_days
from vsdb.search.conditions.names import holds, words_of
from vsdb.search.conditions.vocabulary import build_matcher
from vsdb.search.conditions.wordings import AT_ONCE, SoughtWords, list_counting_wordings
from vsdb.search.language.syntax import ANY, Pattern, Term, get_written_word
from vsdb.search.language.values import UnreadableValue


def held_errata(context: SearchContext) -> QuerySet[Wording]:
    """The errata that are held; of a query as of a day those that certainly counted by then."""
    found = Wording.objects.filter(kind=Wording.Kind.ERRATA, card__game__in=context.games).order_by()
    if context.as_of is None:
        return found
    return found.filter(Q(effective_latest=None) | Q(effective_latest__lte=get_day_of_texts(context)))


def _cards(rows: QuerySet[Wording] | QuerySet[RulingCard]) -> Q:
    return Q(pk__in=rows.values("card"))


def errata(term: Term, context: SearchContext) -> Q:
    """Match words of an errata's text."""
    rows = held_errata(context)
    if isinstance(term.value, Pattern):
        return wordings.build_pattern_condition(term.value, context, rows)
    wanted = SoughtWords.of(term)
    return _cards(rows if wanted.is_any else wanted.among(rows, "folded", is_whole=term.op == "="))


def since(op: str, wanted: Between, context: SearchContext) -> QuerySet[Wording]:
    """The errata that certainly came so."""
    return held_errata(context).filter(build_days_condition("effective", op, wanted))


def by_source(term: Term, context: SearchContext) -> Q:
    """Match errata by name or authority of their source. Two queries."""
    rows = held_errata(context)
    text = get_written_word(term.value) or ""
    if text == ANY:
        return _cards(rows)
    sources = list(Source.objects.filter(pk__in=rows.values("source")))
    said = {each.pk: (each.name, each.slug, each.authority, each.get_authority_display()) for each in sources}
    words = () if isinstance(term.value, Pattern) else words_of(term)

    def has_words(text: str) -> bool:
        held = tokenize(text)
        return held == words if term.op == "=" else holds(held, words, is_phrase=len(words) > 1)

    fits = build_matcher(term.value, context) if isinstance(term.value, Pattern) else has_words
    meant = [pk for pk, texts in said.items() if any(map(fits, texts))]
    if not meant and text:
        known = [*dict.fromkeys(each for texts in said.values() for each in (texts[0], texts[2]))]
        context.note(f"No errata come from “{text[:60]}”", term.span, find_nearest(text, known) or tuple(known[:3]))
    return _cards(rows.filter(source__in=meant))


def reverted(context: SearchContext) -> Q:
    """Cards with errata after which a text counts again that said the same as the one before them; one query."""
    on = get_day_of_texts(context)
    texts = Wording.objects.exclude(ASIDE).filter(card__in=held_errata(context).values("card"))
    texts = texts.filter(Q(effective_latest=None) | Q(effective_latest__lte=on)).order_by("card_id", *order_by_age())
    rows = texts.values_list("card", "kind", "folded_full").iterator(AT_ONCE)
    found = set()
    for card, of_card in groupby(rows, key=itemgetter(0)):
        said = [(kind, split_spellings(words)[0]) for _, kind, words in of_card]
        for place in range(1, len(said)):
            (_, before), (kind, changed) = said[place - 1], said[place]
            later = [words for _, words in said[place + 1 :]]
            if kind == Wording.Kind.ERRATA and changed != before and before in later:
                found.add(card)
    return Q(pk__among=found)


#: A rule as it is cited: the document's name or none, and the number.
_CITED = re.compile(r"(?:(?P<document>.*?)[\s:§#-]*)??(?:rules?\s*)?(?P<number>\d[\w.]*)", re.IGNORECASE)
#: What players call the rules of the game, whichever edition.
_THE_RULES = ("cr", "comprehensiverules", "rules", "rule", "corerules", "rulebook")


def held_rulings(context: SearchContext) -> QuerySet[RulingCard]:
    """The rulings about cards of the searched games; of a query as of a day those that were certainly made by then."""
    return _list_linked_rulings(context).filter(is_subject=True)


def _list_linked_rulings(context: SearchContext) -> QuerySet[RulingCard]:
    """Return rulings about cards, and rulings that mention them."""
    found = RulingCard.objects.filter(card__game__in=context.games).order_by()
    if context.as_of is None:
        return found
    return found.filter(Q(ruling__day_latest=None) | Q(ruling__day_latest__lte=get_day_of_texts(context)))


def ruling(term: Term, context: SearchContext) -> Q:
    """Words of a ruling about the card or mentioning it, its heading among them; `~` is the card's own name."""
    linked = _list_linked_rulings(context)
    if isinstance(term.value, Pattern):
        fits = wordings.build_text_matcher(term.value, context)
    elif (wanted := SoughtWords.of(term)).is_any:
        return _cards(linked)
    elif wanted.is_plain:
        held = (row for each in context.references.values() for row in _load_searched_words(each))
        meant = {pk for pk, folded in held if wanted.stands_in(folded, "", is_whole=term.op == "=")}
        return _cards(linked.filter(ruling__in=Ruling.objects.filter(pk__among=meant)))
    else:
        fits = wanted.fitting(term)
    words = dict(row for each in context.references.values() for row in _load_searched_words(each))
    rows = linked.values_list("card", "card__game_id", "card__name", "ruling", "ruling__text").iterator(AT_ONCE)
    texts = ((card, (said, game, words.get(pk, " "), name)) for card, game, name, pk, said in rows)
    return Q(pk__among={card for card, text in texts if wordings.is_either_fitting(fits, *text)})


@lru_cache(maxsize=4)
def _load_searched_words(reference: Reference) -> tuple[tuple[int, str], ...]:
    """The searched words of every ruling of a game, which are kept as long as the data stays; one query."""
    rows = Ruling.objects.filter(source__game=reference.game).order_by().values_list("pk", "subject", "text")
    said = ((pk, f"{subject} {text}") for pk, subject, text in rows.iterator(AT_ONCE))
    return tuple((pk, join_spellings(unify_symbols(text, reference.game), text)) for pk, text in said)


def on_days(term: Term, context: SearchContext) -> Q:
    """With errata that certainly came so, or with a ruling that was certainly made so."""
    wanted = read_days(term, context)
    if term.field == "erratadon":
        return _cards(since(term.op, wanted, context))
    return _cards(held_rulings(context).filter(build_days_condition("ruling__day", term.op, wanted)))


def cites(term: Term, context: SearchContext) -> Q:
    """Match cards with a ruling that cites a rule or a subrule, optionally of a document."""
    text = (get_written_word(term.value) or "").strip()
    rows = held_rulings(context)
    if text == ANY:
        return _cards(rows.filter(ruling__in=RulingCitation.objects.values("ruling")))
    found = None if _slugs(text) else _CITED.fullmatch(text)
    citations = RulingCitation.objects.all()
    if found:
        number = found["number"].rstrip(".")
        # 505 has 505.1 below it and 505.1 has 505.1a; 50 has neither, nor has 505.1 505.10.
        below = r"(?:[a-z]|\.)" if "." in number else r"\."
        citations = citations.filter(Q(rule__iexact=number) | Q(rule__iregex=rf"^{re.escape(number)}{below}"))
    document = found["document"] if found else text
    if document:
        wanted = _documents(document, context)
        if wanted is None:
            raise UnreadableValue(f"There is no document “{document[:40]}”; CR means the game's rules")
        citations = citations.filter(wanted)
    return _cards(rows.filter(ruling__in=citations.values("ruling")))


def _documents(text: str, context: SearchContext) -> Q | None:
    """The citations of a document as it is called: by its slug, by words of its name, or CR for the game's rules.

    A citation that names no document means the rules of its game.
    """
    editions = [each.edition for game in context.games for each in EDITIONS.get(game, ())]
    if to_compact_spelling(text) in _THE_RULES:
        return Q(document__in=["", *editions])
    words, called = {*tokenize(text)}, Document.objects.values_list("slug", "name")
    meant = _slugs(text) or [slug for slug, name in called if words and words <= {*tokenize(name), *tokenize(slug)}]
    return Q(document__in=[*meant, *([""] if set(meant) & set(editions) else [])]) if meant else None


def _slugs(text: str) -> list[str]:
    """The document of that slug, however it is spelt."""
    wanted = to_compact_spelling(text)
    return [slug for slug in Document.objects.values_list("slug", flat=True) if to_compact_spelling(slug) == wanted]


def stale(context: SearchContext) -> Q:
    """Match cards with a ruling older than what the card's text says, or that cites a rule changed since."""
    since = list_counting_wordings(context).filter(card=OuterRef("card")).order_by().values("effective_earliest")
    older = held_rulings(context).alias(since=Subquery(since[:1])).filter(ruling__day_latest__lt=F("since"))
    outdated = held_rulings(context).filter(ruling__in=Ruling.objects.filter(pk__among=_list_outdated_rulings(context)))
    return Q(pk__among=_list_changed_since(older, get_day_of_texts(context))) | Q(pk__in=outdated.values("card"))


def _list_changed_since(rulings: QuerySet[RulingCard], on: date) -> set[int]:
    """The cards whose text says something else on a day than when a ruling was made; a query, one for 2,000 cards."""
    days: dict[int, set[date]] = {}
    for card, day in rulings.values_list("card", "ruling__day_latest").distinct():
        if day is not None:
            days.setdefault(card, set()).add(day)
    changed, cards = set[int](), sorted(days)
    for start in range(0, len(cards), AT_ONCE):
        for card, held in groupby(list_wordings(cards[start : start + AT_ONCE]), key=attrgetter("card_id")):
            texts = [*held]
            now = find_counting_wording(texts, on)
            then = {find_counting_wording(texts, day) for day in days[card]}
            if now and any(each is None or each.compared_text != now.compared_text for each in then):
                changed.add(card)
    return changed


def _list_outdated_rulings(context: SearchContext) -> set[int]:
    """The rulings that cite a rule which reads otherwise in a newer edition; three queries."""
    on = get_day_of_texts(context)
    of_games = RulingCitation.objects.filter(ruling__source__game__in=context.games)
    citations = list(of_games.order_by().select_related("ruling__source").defer("ruling__text"))
    book = load_rule_book(each.rule for each in citations)
    return {each.ruling_id for each in citations if book.cited(each.ruling, each.document, each.rule, on).changed_in}
