"""An answer laid out for its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse

from engine.model.cards import Card
from engine.model.verdicts import Citation
from engine.what_if import Proposal
from vsdb.catalog.rules.selectors import headings
from vsdb.core.words import counted, day
from vsdb.what_if.pools import PoolEffect, sizes, teams_hit
from vsdb.what_if.services import Answer
from vsdb.what_if.trials import Trial, sample_effects

CARDS_A_PAGE = 60


def page_of(answer: Answer, *, pool: str = "", number: str = "") -> dict[str, Any]:
    """Everything that the page shows of an answer, with a page of the cards that move in the pool of a format; one
    query for the headings of rules."""
    question, stored = answer.trial.question, answer.stored
    moved = [each for each in answer.pools if each.cards or each.sets]
    chosen = next((each for each in moved if each.fmt.slug == pool), moved[0] if moved else None)
    samples = sample_effects(answer.trial) if stored.is_first else []
    rules = [
        (code, Citation(document, rule) if document else None, count)
        for (code, document, rule), count in stored.so_far.rules.most_common()
    ]
    told = (finding for each in (*stored.listed, *answer.lists, *samples) for finding, _ in each.findings)
    cited = [*(cite for _, cite, _ in rules), *(finding.citation for finding in told)]
    address = f"{reverse('whatif:page')}?{question.query()}"
    return {
        "answer": answer,
        "in_format": answer.trial.before.formats[question.in_format].name if question.in_format else "",
        "sentences": sentences(question.proposal, answer),
        "samples": samples,
        "pools": moved,
        "shown": _shown(answer.trial, chosen, number) if chosen else None,
        "headings": headings([each for each in cited if each]),
        "rules": rules,
        "address": address,
        "next_address": f"{address}&{urlencode({'so-far': stored.cursor})}" if stored.cursor else "",
    }


def _shown(trial: Trial, pool: PoolEffect, number: str) -> dict[str, Any]:
    """A pool with its sizes, the teams or domains that are hit, and a page of the cards that move."""
    before, after = sizes(trial, pool)
    return {
        "pool": pool,
        "before": before,
        "after": after,
        "teams": teams_hit(trial, pool),
        "cards": Paginator(pool.cards, CARDS_A_PAGE).get_page(number),
    }


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
