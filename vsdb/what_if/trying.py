"""A proposal beside the recorded facts: both references, which formats differ and by which cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from django.utils import timezone

from engine.model.formats import Format
from engine.model.reference import Reference
from engine.what_if import Proposal, ProposedReference, proposed, touched
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, format_named
from vsdb.decks.models import Deck
from vsdb.what_if.questions import Question


@dataclass(frozen=True, slots=True)
class Trial:
    """The facts without and with a proposal.

    `touched` are the slugs of the cards that it bears on by the slug of each format that it changes, None where any
    deck may be touched. `named` are the formats by the names under which decks have them. `today` is the day of a deck
    without one: today, or the day from which the proposal counts where that is later.
    """

    question: Question
    before: Reference
    after: ProposedReference
    touched: Mapping[str, frozenset[str] | None]
    named: Mapping[str, str]
    today: date

    @property
    def shown_on(self) -> date:
        """The day on which pools are compared: the one asked for, else the first on which the proposal counts."""
        return self.question.on or self.question.proposal.since or self.today

    def fmt(self, slug: str, day: date) -> tuple[Format, Format]:
        """A format without and with the proposal on a day."""
        return self.before.formats[slug], (self.before if day < self.after.since else self.after).formats[slug]


def trial(question: Question) -> Trial:
    """Both references of a question; the one query of a reference in memory, and one for each organizer's format.

    Raises InputError and NotFound for what can't be proposed.
    """
    reference = selectors.reference(question.proposal.game)
    named = {slug: slug for slug in reference.formats}
    proposal = question.proposal
    added = [find_format(reference, slug) for slug in (*proposal.formats, question.in_format) if slug]
    added = [fmt for fmt in added if fmt.slug not in reference.formats]
    if proposal.errata or proposal.set_days or added:
        added += _organizers(reference, named)
    if added:
        # A proposal for every format is one for the official ones.
        proposal = proposal if proposal.formats else replace(proposal, formats=tuple(reference.formats))
        reference = replace(reference, formats={**reference.formats, **{fmt.slug: fmt for fmt in added}})
    after, cards = _applied(reference, proposal)
    today = timezone.localdate()
    return Trial(question, reference, after, cards, named, max(today, after.since))


def _organizers(reference: Reference, named: dict[str, str]) -> list[Format]:
    """The organizers' formats that decks of the game have, put under the names by which they have them."""
    names = Deck.objects.filter(game=reference.game).exclude(format__in=[*reference.formats, ""]).order_by("format")
    found = []
    for name in names.values_list("format", flat=True).distinct()[:200]:
        fmt = format_named(reference, name)
        if fmt is not None:
            named[name] = fmt.slug
            found.append(fmt)
    return found


@lru_cache(maxsize=16)
def _applied(reference: Reference, proposal: Proposal) -> tuple[ProposedReference, Mapping[str, frozenset[str] | None]]:
    after = proposed(reference, proposal)
    found = {
        slug: touched(reference, after, slug)
        for slug, fmt in reference.formats.items()
        if after.formats[slug] is not fmt
    }
    return after, {slug: cards for slug, cards in found.items() if cards is None or cards}
