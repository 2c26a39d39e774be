"""An answer laid out for its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.urls import reverse

from engine.model.cards import Card
from engine.model.verdicts import Citation, Finding
from engine.what_if import Proposal
from vsdb.catalog.rules.selectors import headings
from vsdb.core.words import counted, day
from vsdb.what_if.pools import CardTurn, PoolEffect, TeamLoss, sizes, teams_hit
from vsdb.what_if.services import Answer
from vsdb.what_if.trials import Effect, ListEffect, sample_effects

MOST_FINDINGS = 4
CARDS_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding with how many copies of each of its cards the deck has."""

    finding: Finding
    cards: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck with what becomes of it; without an address where it isn't a stored one."""

    title: str
    address: str
    owner: str
    effect: Effect | None
    problem: str
    findings: tuple[FindingRow, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A pool with its figures, its teams and a page of the cards that move."""

    pool: PoolEffect
    before: int
    after: int
    teams: Sequence[TeamLoss]
    cards: Page[CardTurn]


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """Everything that the page shows of an answer."""

    answer: Answer
    in_format: str
    sentences: tuple[str, ...]
    rows: tuple[DeckRow, ...]
    lists: tuple[DeckRow, ...]
    samples: tuple[DeckRow, ...]
    pools: tuple[PoolEffect, ...]
    shown: Shown | None
    headings: Mapping[Citation, str]
    rules: tuple[tuple[str, Citation | None, int], ...]
    address: str
    next_address: str


def page_of(answer: Answer, *, pool: str = "", number: str = "") -> WhatIfPage:
    """The page of an answer; one query for the headings of rules."""
    question, stored = answer.trial.question, answer.stored
    moved = tuple(each for each in answer.pools if each.cards or each.sets)
    chosen = next((each for each in moved if each.fmt.slug == pool), moved[0] if moved else None)
    rows = tuple(
        _row(
            each.row.title,
            each.effect,
            reverse("stored:deck", args=(each.row.pk, each.row.slug)),
            each.row.owner.username if each.row.owner else "",
        )
        for each in stored.listed
    )
    lists = tuple(map(_list_row, answer.lists))
    samples = tuple(map(_list_row, sample_effects(answer.trial))) if stored.is_first else ()
    rules = tuple(
        (code, Citation(document, rule) if document else None, count)
        for (code, document, rule), count in stored.so_far.rules.most_common()
    )
    cited = [cite for _, cite, _ in rules if cite]
    cited += [f.finding.citation for row in (*rows, *lists, *samples) for f in row.findings if f.finding.citation]
    address = f"{reverse('whatif:page')}?{question.query()}"
    return WhatIfPage(
        answer=answer,
        in_format=answer.trial.before.formats[question.in_format].name if question.in_format else "",
        sentences=tuple(sentences(question.proposal, answer)),
        rows=rows,
        lists=lists,
        samples=samples,
        pools=moved,
        shown=_shown(answer, chosen, number) if chosen else None,
        headings=headings(cited),
        rules=rules,
        address=address,
        next_address=f"{address}&{urlencode({'so-far': stored.cursor})}" if stored.cursor else "",
    )


def _list_row(each: ListEffect) -> DeckRow:
    return _row(each.name, each.effect, problem=each.problem)


def _row(title: str, effect: Effect | None, address: str = "", owner: str = "", problem: str = "") -> DeckRow:
    told = (effect.news or effect.gone) if effect else ()
    counts = effect.deck.counts if effect else {}
    held = {card.slug: count for card, count in counts.items()}
    findings = tuple(
        FindingRow(finding, tuple((card, held.get(card.slug, 0)) for card in finding.cards[:6]))
        for finding in told[:MOST_FINDINGS]
    )
    return DeckRow(title, address, owner, effect, problem, findings, len(told) - len(findings))


def _shown(answer: Answer, pool: PoolEffect, number: str) -> Shown:
    trial = answer.trial
    return Shown(
        pool, *sizes(trial, pool), teams_hit(trial, pool), Paginator(pool.cards, CARDS_A_PAGE).get_page(number)
    )


def sentences(proposal: Proposal, answer: Answer) -> list[str]:
    """A proposal in plain words, a sentence for each kind of change."""
    trial = answer.trial
    formats = trial.before.formats
    where = ", ".join(formats[slug].name for slug in proposal.formats) or "every format"
    said = []
    for word in proposal.bans:
        said.append(f"{_title(trial.before.catalog.by_slug, word)} is banned in {where}")
    for word in proposal.lifts:
        said.append(f"the ban of {_title(trial.before.catalog.by_slug, word)} is lifted in {where}")
    for verb, codes in (("leaves", proposal.sets_out), ("comes into", proposal.sets_in)):
        said += [f"{code} {verb} {where}" for code in codes]
    for brand, count in proposal.per_brand:
        said.append(f"{where} keeps the last {counted(count, 'expansion')} of {brand}")
    if proposal.first_rotation is not None:
        said.append(f"{where} rotates from {proposal.first_rotation} on")
    said += [f"{code} is legal from {day(first)} on" for code, first in proposal.set_days]
    for erratum in proposal.errata:
        facts = "; ".join(f"{name.replace('_', ' ')} {_value(value)}" for name, value in erratum.facts)
        said.append(f"{_title(trial.before.catalog.by_slug, erratum.card)} has {facts}")
    return [f"{each[:1].upper()}{each[1:]}" for each in said]


def _title(cards: Mapping[str, Card], word: str) -> str:
    return cards[word].title if word in cards else word


def _value(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
