"""What the builder says beside the list: the curve, counts by type and affiliation, and each rule with its figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from engine.model import verdicts
from engine.model.cards import COSTLESS
from engine.model.decks import Deck
from engine.model.games import CurveAxis, game_of
from engine.model.verdicts import CheckedRule, Citation
from engine.simulation.odds.ready import ReadyOdds
from engine.stats import Curve, Spread, build_curves, count_domains, count_teams, count_types
from vsdb.catalog.cards.filters import write_term
from vsdb.check.verdict_page import VerdictPage
from vsdb.simulations.odds.ready import build_short_odds

_BAR_HEIGHT = 48  #: of the highest bar, in units of its picture
_MAX_GROUPS = 8
_MAX_CURVES = 2
_MAX_FIGURE = 9  #: characters of a figure; a longer one is a date or a sentence
_WORST_FIRST = (verdicts.BROKEN, verdicts.UNKNOWN, verdicts.OK, verdicts.NONE_RECORDED)
#: What a rule is about, where its code names what breaks it: beside a tick that would read as its opposite.
_SUBJECTS: Mapping[str, str] = {
    "additional-legends": "Additional legends",
    "ambiguous-card": "One card for each name",
    "banned": "Ban list",
    "battlefield-duplicate": "Different battlefields",
    "edition-before-held": "Edition of the rules",
    "edition-day-doubtful": "First day of the edition",
    "format-out-of-season": "Season of the format",
    "inferred-facts": "Certainty of the facts",
    "insane-deck": "Copies in an insane deck",
    "legality-date-inferred": "First legal days",
    "loyalty-unreachable": "Loyalty",
    "not-in-format": "Sets of the format",
    "not-yet-legal": "Released and legal",
    "pile-missing": "Piles that cards ask for",
    "pile-nested": "Piles within piles",
    "pile-unexpected": "Piles without a user",
    "preconstructed-deck": "Preconstructed decks",
    "regional-day": "First legal days by region",
    "tournament-rules-before-held": "Edition of the tournament rules",
    "unknown-card": "Cards on record",
    "unreadable-line": "Lines of the list",
}


@dataclass(frozen=True, slots=True)
class CurveBar:
    """The copies of one figure: `query` finds the cards with it, `height` is at most 48."""

    figure: str
    copies: int
    height: int
    query: str


@dataclass(frozen=True, slots=True)
class InsightCurve:
    """A curve of the deck; `unrecorded` are the copies of which the figure isn't known."""

    title: str
    bars: tuple[CurveBar, ...]
    unrecorded: int


@dataclass(frozen=True, slots=True)
class InsightCount:
    """Copies that have a type, an affiliation or a domain in common; `query` finds such cards, empty for none."""

    name: str
    copies: int
    query: str = ""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule of the verdict with its worst outcome and the figures of that."""

    rule: CheckedRule

    @property
    def words(self) -> str:
        """What the rule is about."""
        return _SUBJECTS.get(self.rule.code) or self.rule.code.replace("-", " ").capitalize()

    @property
    def figures(self) -> str:
        """What was found and what is allowed: 61 of 60+; alone what was found where nothing of it is allowed."""
        found, allowed = self.rule.found, self.rule.allowed
        if found is None or max(len(str(found)), len(str(allowed))) > _MAX_FIGURE:
            return ""
        return f"{found} of {allowed}" if allowed else str(found)

    @property
    def is_of_interest(self) -> bool:
        """Whether it is broken or open, or holds with a figure of the deck beside what is allowed."""
        is_open = self.rule.outcome in (verdicts.BROKEN, verdicts.UNKNOWN)
        is_counted = isinstance(self.rule.found, int) and self.rule.found > 0 and self.rule.allowed is not None
        return is_open or (self.rule.outcome == verdicts.OK and is_counted)


@dataclass(frozen=True, slots=True)
class Insight:
    """What stands beside the list; `rules` are those with something to say, the worst first, `others` the rest."""

    curves: tuple[InsightCurve, ...]
    types: tuple[InsightCount, ...]
    groups_title: str
    groups: tuple[InsightCount, ...]
    rules: tuple[RuleRow, ...] = ()
    others: tuple[RuleRow, ...] = ()
    headings: Mapping[Citation, str] | None = None
    odds: ReadyOdds | None = None


def build_insight(deck: Deck, page: VerdictPage | None, on: date | None = None) -> Insight:
    """The figures of a deck under construction, with the rules of its verdict where it has a format; no query.

    With a day its odds too.
    """
    site = game_of(deck.game).site
    if site.face.groups == "domains":
        domains = count_domains(deck)
        named = tuple(each.cards for each in domains.domains if each.cards.cards)
        groups = Spread(named, domains.colorless, domains.unrecorded)
    else:
        groups = count_teams(deck)
    rules = list_rule_rows(page.verdict.checked) if page else ()
    return Insight(
        curves=_build_curves(deck),
        types=_count(count_types(deck), "t", "Type not recorded"),
        groups_title=f"By {site.words.groups.lower()}",
        groups=_count(groups, site.face.groups_field, "Not recorded", "None"),
        rules=tuple(row for row in rules if row.is_of_interest),
        others=tuple(row for row in rules if not row.is_of_interest),
        headings=page.headings if page else None,
        odds=build_short_odds(deck, on) if on else None,
    )


def list_rule_rows(checked: Iterable[CheckedRule]) -> tuple[RuleRow, ...]:
    """A row for each rule that applies, with its worst outcome; the broken ones come first."""
    worst: dict[str, CheckedRule] = {}
    for rule in checked:
        if rule.outcome in _WORST_FIRST and (rule.code not in worst or _rank(rule) < _rank(worst[rule.code])):
            worst[rule.code] = rule
    return tuple(map(RuleRow, sorted(worst.values(), key=_rank)))


def _rank(rule: CheckedRule) -> int:
    return _WORST_FIRST.index(rule.outcome)


def _build_curves(deck: Deck) -> tuple[InsightCurve, ...]:
    """The first curves of the game that count any card of the deck."""
    axes = {axis.kind: axis for axis in game_of(deck.game).stats.axes}
    found = build_curves(deck)[:_MAX_CURVES]
    return tuple(
        InsightCurve(axes[each.kind].title, tuple(_build_bars(each, axes[each.kind])), each.unrecorded)
        for each in found
    )


def _build_bars(curve: Curve, axis: CurveAxis) -> Iterable[CurveBar]:
    highest = max((copies for _, copies in (*curve.columns, *curve.signs)), default=0)
    for figure, copies in (*curve.columns, *curve.signs):
        height = max(2, round(_BAR_HEIGHT * copies / highest)) if copies else 0
        is_searched = isinstance(figure, int) or figure == COSTLESS
        query = " ".join((*axis.among, write_term(axis.term, str(figure), "="))) if is_searched else ""
        yield CurveBar(str(figure), copies, height, query)


def _count(spread: Spread, field: str, unrecorded: str, without: str = "") -> tuple[InsightCount, ...]:
    """The shares of a spread, most first, with those that have none and those of which it isn't recorded."""
    shares = sorted(spread.shares, key=lambda share: (-share.copies, share.name))
    found = [InsightCount(share.name, share.copies, write_term(field, share.name)) for share in shares[:_MAX_GROUPS]]
    if rest := sum(share.copies for share in shares[_MAX_GROUPS:]):
        found.append(InsightCount("Others", rest))
    if without and spread.without.copies:
        found.append(InsightCount(without, spread.without.copies))
    if spread.unrecorded.copies:
        found.append(InsightCount(unrecorded, spread.unrecorded.copies))
    return tuple(found)
