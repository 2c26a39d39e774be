"""What sealed and draft decks owe to their legend and chosen champion: none is needed, and there is no second."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.riftbound.deck_rules import check_only_type
from engine.games.riftbound.identity import SIGNATURE, check_champion_unit
from engine.games.riftbound.tournament import LimitedRules, find_limited_rules
from engine.model.decks import CHAMPION, LEGEND, Deck
from engine.model.formats import Construction
from engine.model.verdicts import Breach, Citation, Measure
from engine.rules import FigureCheck
from engine.rules.messages import quantity

LimitedCheck = Callable[[Deck, LimitedRules, str], Iterator[Breach | Measure]]


def unless_limited(check: FigureCheck, limited: LimitedCheck, tournament: str) -> FigureCheck:
    """A check that looks at sealed and draft decks by the rules that an edition of the tournament rules has of them."""

    def look_at(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
        rules = find_limited_rules(figures)
        yield from limited(deck, rules, tournament) if rules else check.look_at(deck, figures)

    return FigureCheck(look_at)


def limited_legend(deck: Deck, rules: LimitedRules, tournament: str) -> Iterator[Breach | Measure]:
    """A Champion Legend or none."""
    yield from _at_most_one(deck, LEGEND, "legend", Citation(tournament, rules.optional))
    yield from check_only_type("Legend", deck, LEGEND)


def limited_champion(deck: Deck, rules: LimitedRules, tournament: str) -> Iterator[Breach | Measure]:
    """A chosen champion or none, any champion unit; a signature unit is another rule's."""
    yield from _at_most_one(deck, CHAMPION, "chosen champion", Citation(tournament, rules.optional))
    cite = Citation(tournament, rules.champion)
    for card, _ in deck.read(CHAMPION):
        if card.supertype != SIGNATURE:
            yield from (each._replace(citation=cite) for each in check_champion_unit(deck, card))


def _at_most_one(deck: Deck, section: str, what: str, cite: Citation) -> Iterator[Breach | Measure]:
    found = deck.size(section)
    if found > 1:
        said = f"{quantity(found, what)}; at most 1"
        yield Breach(said, found=found, allowed=1, section=section, citation=cite)
    yield Measure(found, "0 to 1", section, citation=cite)
