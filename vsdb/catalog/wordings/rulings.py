"""Rulings as pages show them: with the cards and rules that they lead to, and what has changed since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet, Window, prefetch_related_objects
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from engine.model.cards import Between
from engine.rules.editions import EDITIONS
from vsdb.catalog.cards.models import Card, CardSet
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.wordings.drawing import KeywordGloss, Line, draw_text, load_glosses
from vsdb.catalog.wordings.models import Ruling, Wording
from vsdb.catalog.wordings.selectors import find_counting_wording, list_wordings

A_PAGE = 25  #: rulings on a page of a list
_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class NewerWording:
    """A text of a card that has come since a ruling about it; where the days overlap, it may only have come since."""

    card: Card
    kind: str
    since: Between | None
    is_certain: bool


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling with all that it leads to; `day` is None where it isn't known."""

    ruling: Ruling
    lines: tuple[Line, ...]
    day: Between | None
    about: tuple[Card, ...]
    mentions: tuple[Card, ...]
    keywords: tuple[KeywordGloss, ...]
    sets: tuple[CardSet, ...]
    rules: tuple[CitedRule, ...]
    newer: tuple[NewerWording, ...]

    @property
    def changed_rules(self) -> list[CitedRule]:
        """The rules that a newer edition has changed since."""
        return [each for each in self.rules if each.changed_in]

    @property
    def number(self) -> int:
        """Its number among the rulings of its source, from 1."""
        return self.ruling.position + 1

    @property
    def page(self) -> int:
        """The page of its source on which it stands."""
        return self.ruling.position // A_PAGE + 1


def show_rulings(
    rulings: Sequence[Ruling], on: date, words: Mapping[str, Mapping[str, KeywordGloss]] | None = None
) -> list[ShownRuling]:
    """The rulings of some sources, in their order, with what has changed by a day.

    None costs no query; any number of them eight at most, and one for each game whose keywords aren't in `words`.
    """
    held = [*rulings]
    if not held:
        return []
    prefetch_related_objects(held, "ruling_cards__card", "citations", "keywords", "sets")
    named = {**(words or {})}
    for game in {ruling.source.game_id for ruling in held} - named.keys():
        named[game] = load_glosses(game)
    book = load_rule_book(citation.rule for ruling in held for citation in ruling.citations.all())
    wordings = _wordings(held)
    return [_show(ruling, on, named[ruling.source.game_id], book, wordings) for ruling in held]


def _show(
    ruling: Ruling,
    on: date,
    words: Mapping[str, KeywordGloss],
    book: RulesByNumber,
    wordings: Mapping[int, Sequence[Wording]],
) -> ShownRuling:
    links = sorted(ruling.ruling_cards.all(), key=lambda link: (link.card.name, link.card.slug))
    about = tuple(link.card for link in links if link.is_subject)
    newer = (find_newer_wording(card, wordings.get(card.pk, ()), ruling.day, on) for card in about)
    return ShownRuling(
        ruling=ruling,
        lines=draw_text(ruling.text, ruling.source.game_id, words),
        day=ruling.day,
        about=about,
        mentions=tuple(link.card for link in links if not link.is_subject),
        keywords=tuple(words[each.name] for each in ruling.keywords.all() if each.name in words),
        sets=tuple(ruling.sets.all()),
        rules=tuple(book.cited(ruling, each.document, each.rule, on) for each in ruling.citations.all()),
        newer=tuple(filter(None, newer)),
    )


def find_newer_wording(card: Card, wordings: Sequence[Wording], day: Between | None, on: date) -> NewerWording | None:
    """The text of a card that counts on a day, where it says something else than what counted when a ruling was made.

    The wordings are the card's, in the order in which they count.
    """
    if day is None:
        return None
    then, now = find_counting_wording(wordings, day.latest), find_counting_wording(wordings, on)
    if now is None or now == then or (then is not None and now.compared_text == then.compared_text):
        return None
    since = now.since
    return NewerWording(card, now.get_kind_display(), since, since is None or since.earliest > day.latest)


def _wordings(rulings: Sequence[Ruling]) -> dict[int, list[Wording]]:
    """The wordings of the cards that the rulings are about, in the order in which they count; a query."""
    cards = {link.card_id for ruling in rulings for link in ruling.ruling_cards.all() if link.is_subject}
    found = list_wordings(cards) if cards else ()
    return {card: [*held] for card, held in groupby(found, key=lambda wording: wording.card_id)}


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule that a ruling refers to: its page and heading where it is held, and the newer edition that changed it."""

    document: str
    number: str
    heading: str = ""
    url: str = ""
    changed_in: str = ""
    changed_url: str = ""
    changed_from: date | None = None


@dataclass(frozen=True, slots=True)
class RulesByNumber:
    """The rules of the given numbers, by document and number."""

    rules: dict[tuple[str, str], Rule]

    def cited(self, ruling: Ruling, document: str, number: str, on: date) -> CitedRule:
        """A rule that the ruling cites, as it was in the edition of its day, beside the edition of the day asked."""
        game = ruling.source.game_id
        then = document or _edition_of(game, ruling)
        held = (self.rules.get((each, number)) for each in (then, *(edition.edition for edition in EDITIONS[game])))
        rule = next(filter(None, held), None)
        if rule is None:
            return CitedRule(document, number)
        heading = rule.heading if rule.heading != number else ""
        cited = CitedRule(rule.document_id, number, heading, _address(rule))
        now = self._changed(rule, game, on) if rule.document_id == then else None
        if now is None:
            return cited
        newer = now.document
        return replace(cited, changed_in=newer.name, changed_url=_address(now), changed_from=newer.edition_date)

    def _changed(self, then: Rule, game: str, on: date) -> Rule | None:
        """The rule in the newest edition of that day which says otherwise; one that isn't held there tells nothing."""
        slugs = [edition.edition for edition in EDITIONS[game]]
        if then.document_id not in slugs:
            return None
        later = EDITIONS[game][slugs.index(then.document_id) + 1 :]
        newest = next((edition.edition for edition in reversed(later) if edition.in_force_from <= on), "")
        now = self.rules.get((newest, then.number))
        return now if now and (now.heading, now.summary) != (then.heading, then.summary) else None


def load_rule_book(numbers: Iterable[str]) -> RulesByNumber:
    """The rules of these numbers in every document; a query where there are any."""
    wanted = sorted(set(numbers))
    found = Rule.objects.filter(number__in=wanted).select_related("document") if wanted else ()
    return RulesByNumber({(rule.document_id, rule.number): rule for rule in found})


def _edition_of(game: str, ruling: Ruling) -> str:
    """The edition in force on the ruling's day; empty where that isn't certain, or older than what is held."""
    newest_first = EDITIONS[game][::-1]
    days = (ruling.day.earliest, ruling.day.latest) if ruling.day else ()
    found = {next((each.edition for each in newest_first if each.in_force_from <= day), "") for day in days}
    return found.pop() if len(found) == 1 else ""


def _address(rule: Rule) -> str:
    return reverse("rules:rule", args=(rule.document_id, rule.slug))


def paginate_rulings(
    request: HttpRequest, rulings: QuerySet[Ruling], words: Mapping[str, KeywordGloss] | None = None
) -> tuple[Page[Ruling], list[ShownRuling]]:
    """A page of rulings by `?page=`, and its rulings as they are shown today; one query and those of `shown`.

    `words` are the keywords of the rulings' game by their names, where they are known already.
    """
    found = paginate(request, rulings)
    held = [*found]
    named = {ruling.source.game_id: words for ruling in held} if words is not None else None
    return found, show_rulings(held, timezone.localdate(), named)


def paginate(request: HttpRequest, rows: QuerySet[Any]) -> Page[Any]:
    """The page that `?page=` asks for, with how many rows there are; one query, more where there is no such page."""
    pages: Paginator[Any] = Paginator(rows, A_PAGE)
    asked = request.GET.get("page") or "1"
    number = int(asked) if _NUMBER.fullmatch(asked) else 0
    counted = rows.annotate(row_count=Window(Count("pk")))
    held = [*counted[(number - 1) * A_PAGE : number * A_PAGE]] if number else []
    if not held and number != 1:
        return pages.get_page(asked)
    pages.count = held[0].row_count if held else 0
    return Page(held, number, pages)
