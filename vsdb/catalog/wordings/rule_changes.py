"""Whether a rule that a ruling cites reads otherwise in a newer edition, as far as the rules are held here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from engine.model.cards import Between
from engine.rules.editions import EDITIONS
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.wordings.models import Ruling


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
class RuleBook:
    """The rules of the given numbers, by document and number."""

    rules: dict[tuple[str, str], Rule]

    def cited(self, ruling: Ruling, document: str, number: str, on: date) -> CitedRule:
        """A rule that the ruling cites, as it was in the edition of its day, beside the edition of the day asked."""
        game = ruling.source.game_id
        editions = [edition.edition for edition in EDITIONS[game]]
        then = document or _edition_of(game, ruling)
        rule = self.rules.get((then, number)) or next(
            (found for edition in editions if (found := self.rules.get((edition, number)))), None
        )
        if rule is None:
            return CitedRule(document, number)
        now = self._changed(rule, game, on) if rule.document_id == then else None
        return CitedRule(
            rule.document_id,
            number,
            rule.heading if rule.heading != number else "",
            _address(rule),
            now.document.name if now else "",
            _address(now) if now else "",
            now.document.edition_date if now else None,
        )

    def _changed(self, then: Rule, game: str, on: date) -> Rule | None:
        """The rule in the newest edition of that day which says otherwise; one that isn't held there tells nothing."""
        editions = [edition.edition for edition in EDITIONS[game]]
        if then.document_id not in editions:
            return None
        newer = [
            edition.edition
            for edition in EDITIONS[game][editions.index(then.document_id) + 1 :]
            if edition.in_force_from <= on
        ]
        now = self.rules.get((newer[-1], then.number)) if newer else None
        if now is None or (now.heading, now.summary) == (then.heading, then.summary):
            return None
        return now


def rule_book(numbers: Iterable[str]) -> RuleBook:
    """The rules of these numbers in every document; a query where there are any."""
    wanted = sorted(set(numbers))
    if not wanted:
        return RuleBook({})
    found = Rule.objects.filter(number__in=wanted).select_related("document")
    return RuleBook({(rule.document_id, rule.number): rule for rule in found})


def _edition_of(game: str, ruling: Ruling) -> str:
    """The edition in force on the ruling's day; empty where that isn't certain, or older than what is held."""
    if ruling.day_earliest is None or ruling.day_latest is None:
        return ""
    days = Between(ruling.day_earliest, ruling.day_latest)
    first, last = (
        next((edition.edition for edition in reversed(EDITIONS[game]) if edition.in_force_from <= day), "")
        for day in (days.earliest, days.latest)
    )
    return first if first == last else ""


def _address(rule: Rule) -> str:
    return reverse("rules:rule", args=(rule.document_id, rule.slug))
