"""Which rules of a document the play judge checks, for which actions; and what it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.model.verdicts import Citation
from engine.play.citations import PlayCheck, index_play_checks_by_citation
from engine.play.judging import playable
from engine.play.rules import OutOfReach
from vsdb.catalog.rules.book import RuleBookText
from vsdb.catalog.rules.models import Rule, rule_slug


@dataclass(frozen=True)
class PlayedRule:
    """A rule that checks of actions rest on; `is_held` is False where neither text nor summary is loaded."""

    citation: Citation
    heading: str
    slug: str
    is_held: bool
    checks: tuple[PlayCheck, ...]


@dataclass(frozen=True)
class OpenTopics:
    """What the judge of a game doesn't decide."""

    game: str
    topics: tuple[OutOfReach, ...]


def list_played_rules(
    document: str, rules: Mapping[Citation, Rule], book: RuleBookText | None
) -> tuple[PlayedRule, ...]:
    """The rules of a document that checks of actions rest on, in the order of `rules`, those that are summed up."""
    checks = {cited: each for cited, each in index_play_checks_by_citation().items() if cited.document == document}
    ordered = [*(cited for cited in rules if cited in checks), *(cited for cited in checks if cited not in rules)]
    named = {rule.slug: rule for cited, rule in rules.items() if cited.document == document}
    return tuple(_place(cited, checks[cited], named.get(rule_slug(cited.rule)), book) for cited in ordered)


def list_open_topics(games: Iterable[str | None]) -> tuple[OpenTopics, ...]:
    """What the judge leaves open, for each of these games that have one, each game once."""
    held = playable()
    return tuple(OpenTopics(slug, held[slug].out_of_reach) for slug in dict.fromkeys(games) if slug and slug in held)


def _place(
    citation: Citation, checks: tuple[PlayCheck, ...], rule: Rule | None, book: RuleBookText | None
) -> PlayedRule:
    slug = rule.slug if rule else rule_slug(citation.rule)
    entry = book.find(slug) if book else None
    heading = rule.heading if rule else entry.title if entry else ""
    shown = "" if heading == citation.rule else heading
    return PlayedRule(citation, shown, slug, rule is not None or entry is not None, checks)
