"""The rules that bear on a deck, of building it and of playing its cards, and its verdict in every format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse

from engine.model.decks import PILE, Deck
from engine.model.games import game_of
from engine.model.verdicts import ERROR, ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, Citation
from engine.rules import Ruleset
from engine.rules.editions import EDITIONS, find_edition_in_force
from engine.stats import count_keywords
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Keyword
from vsdb.catalog.cards.selectors import build_citation
from vsdb.catalog.rules.selectors import BAN_LIST, FORMAT, SET_LIST, map_headings
from vsdb.check import services
from vsdb.check.services import CheckedDeck
from vsdb.check.verdict_page import check_query
from vsdb.exchange.rule_documents.services import EDITION

BUILDING, PLAYING = "Deck building", "Play"
_RANK = {LEGAL: 0, UNCERTAIN: 1, ILLEGAL: 2}


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule with the codes of the checks that rest on it."""

    citation: Citation
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules of one kind."""

    title: str
    rows: tuple[RuleRow, ...]


@dataclass(frozen=True, slots=True)
class KeywordRow:
    """A keyword of the deck's cards: what it means in our words, its rule and its page, both where there is one."""

    name: str
    cards: int
    copies: int
    gloss: str = ""
    citation: Citation | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class ApplyingRules:
    """The rules that bear on a deck on a day, with the headings of what they cite."""

    game: str
    as_of: date
    edition: str
    groups: tuple[RuleGroup, ...]
    keywords: tuple[KeywordRow, ...]
    headings: Mapping[Citation, str]

    @property
    def cites_other_editions(self) -> bool:
        """Whether the rule of a keyword is cited from an edition other than the one in force."""
        others = {each.edition for each in EDITIONS[self.game]} - {self.edition}
        return any(word.citation.document in others for word in self.keywords if word.citation)


def list_applying_rules(deck: Deck, as_of: date, playing: Sequence[Citation] = ()) -> ApplyingRules:
    """The rules that bear on a deck on a day, `playing` those of play that do; two queries."""
    ruleset = find_edition_in_force(deck.game, as_of)
    groups = (_list_building_rules(deck, ruleset), RuleGroup(PLAYING, tuple(map(RuleRow, dict.fromkeys(playing)))))
    shown, words = tuple(group for group in groups if group.rows), tuple(_keywords(deck))
    cited = [row.citation for group in shown for row in group.rows] + [row.citation for row in words if row.citation]
    return ApplyingRules(deck.game, as_of, ruleset.edition, shown, words, map_headings(cited))


def _list_building_rules(deck: Deck, ruleset: Ruleset) -> RuleGroup:
    """The rules that the checks of an edition rest on; those of piles only for a deck that has or uses one."""
    codes: dict[Citation, dict[str, None]] = {}
    has_piles = game_of(deck.game).sections.has_piles and (
        any(section.startswith(PILE) for section in deck.sections) or any(card.uses_piles for card in deck.cards)
    )
    for rule in ruleset.rules:
        if _is_rule(rule.citation) and (has_piles or not rule.code.startswith("pile-")):
            codes.setdefault(rule.citation, {})[rule.code] = None
    return RuleGroup(BUILDING, tuple(RuleRow(citation, tuple(held)) for citation, held in codes.items()))


def _is_rule(citation: Citation) -> bool:
    """Whether it is a rule of a document, and neither a dated fact nor the edition as a whole."""
    is_dated = citation.document in (BAN_LIST, SET_LIST) or citation.document.startswith(FORMAT)
    return not is_dated and citation.rule != EDITION


def _keywords(deck: Deck) -> Iterable[KeywordRow]:
    """The keywords of its cards, those on the most copies first; one query."""
    shares = count_keywords(deck).shares
    if not shares:
        return
    known = Keyword.objects.filter(game=deck.game, name__in=[share.name for share in shares])
    rows = {row.name: row for row in known}
    for share in shares:
        told: tuple[Any, ...] = ()
        if row := rows.get(share.name):
            told = (row.gloss, build_citation(row), reverse("cards:keyword", args=(deck.game, row.slug)))
        yield KeywordRow(share.name, len(share.cards), share.copies, *told)


@dataclass(frozen=True, slots=True)
class FormatRow(CheckedDeck):
    """A format with its verdict; `link` is the page of that verdict, empty where the list is too long for a link."""

    link: str

    @property
    def reason(self) -> str:
        """The first thing that speaks against it."""
        return next((each.message for each in self.verdict.of(ERROR, UNKNOWN)), "")

    @property
    def more(self) -> int:
        """How many errors and unknowns there are beside the first."""
        return max(self.errors + self.unknowns - 1, 0)


@dataclass(frozen=True, slots=True)
class VerdictsInFormats:
    """A deck in every format on a day, legal ones first; no rows where the list is too long to be judged so often."""

    game: str
    on: date
    rows: tuple[FormatRow, ...]

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """In how many formats it has each outcome, those that occur."""
        found = ((outcome, sum(row.verdict.outcome == outcome for row in self.rows)) for outcome in _RANK)
        return tuple((outcome, count) for outcome, count in found if count)


def check_in_every_format(text: str, game: str, on: date) -> VerdictsInFormats:
    """Judge a list in every format of its game on a day; what the reference costs. Raises NotFound."""
    slugs = tuple(selectors.get_reference(game).formats)
    if (text.count("\n") + 1) * len(slugs) > services.MAX_LINES_JUDGED or len(slugs) > services.MAX_FORMATS:
        return VerdictsInFormats(game, on, ())
    checked = services.check(text, game=game, formats=slugs, dates=[on])
    rows = (_row(each, text) for each in checked)
    return VerdictsInFormats(game, on, tuple(sorted(rows, key=lambda row: _RANK[row.verdict.outcome])))


def _row(checked: CheckedDeck, text: str) -> FormatRow:
    query = check_query(checked.fmt.game, checked.fmt.slug, checked.verdict.as_of, text)
    link = f"{reverse('decks:check')}?{query}" if query else ""
    return FormatRow(checked.deck, checked.fmt, checked.verdict, link)
