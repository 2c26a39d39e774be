"""A verdict in a sentence or two: what was found, and what would make the deck legal, as far as its figures tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model import verdicts
from engine.model.cards import Card
from engine.model.decks import BATTLEFIELDS, CHAMPION, DECK, RUNES, SIDEBOARD, Deck, count_cards
from engine.model.verdicts import Finding, Verdict

_NOUNS = {verdicts.ERROR: "error", verdicts.UNKNOWN: "unknown", verdicts.WARNING: "warning", verdicts.INFO: "note"}
_NO_COPY = frozenset({"banned", "not-in-format", "not-yet-legal"})
#: What each rule about a size counts: the sections, and what stands in them.
_SIZES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "deck-size": ((DECK, CHAMPION), "card"),
    "rune-count": ((RUNES,), "rune"),
    "battlefield-count": ((BATTLEFIELDS,), "battlefield"),
    "sideboard-size": ((SIDEBOARD,), "card"),
}
_TOO_MANY = frozenset({"copy-limit", "printed-limit", "signature-limit"})


def describe_figures(verdict: Verdict) -> str:
    """What was found and how many cards there are: 2 errors, 1 unknown, 61 cards."""
    counts = ((noun, len(verdict.of(severity))) for severity, noun in _NOUNS.items())
    parts = [count_things(count, noun) for noun, count in counts if count]
    where = "" if len(verdict.counts) == 1 else " in total"
    return ", ".join([*parts, f"{count_things(sum(verdict.counts.values()), 'card')}{where}"])


def advise(deck: Deck, verdict: Verdict) -> str:
    """Up to three sentences: what would make the deck legal, as far as figures tell, and what stays open."""
    unknowns = len(verdict.of(verdicts.UNKNOWN))
    if verdict.outcome == verdicts.LEGAL:
        return "All checked rules hold."
    if verdict.outcome == verdicts.UNCERTAIN:
        decides = "One open question decides" if unknowns == 1 else f"{unknowns} open questions decide"
        return f"No rule is broken for certain. {decides}."
    cuts, others = _cuts(deck, verdict.of(verdicts.ERROR))
    removed = [f"{count} {card.title}" for card, count in cuts.items()]
    more, fewer = _size_steps(deck, verdict, cuts)
    steps = [f"{verb} {_join(cards)}" for verb, cards in (("remove", [*removed, *fewer]), ("add", more)) if cards]
    others = [finding for finding in others if finding.code not in _SIZES or finding.cards]
    sentences = []
    if steps:
        sentences.append(f"To make it legal: {', '.join(steps)}.")
    if others:
        rest = "other " if steps else ""
        which = f"the {rest}error" if len(others) == 1 else f"the {len(others)} {rest}errors"
        sentences.append(f"For {which}, see the findings below.")
    gone = {card for card, count in cuts.items() if count == deck.counts.get(card, 0)}
    left = sum(not finding.cards or not gone.issuperset(finding.cards) for finding in verdict.of(verdicts.UNKNOWN))
    if left:
        sentences.append("One open question remains." if left == 1 else f"{left} open questions remain.")
    return " ".join(sentences)


def _join(parts: Sequence[str]) -> str:
    """Parts in one phrase; titles have commas of their own."""
    return " and ".join(parts) if len(parts) < 3 else f"{'; '.join(parts[:-1])}; and {parts[-1]}"


def _cuts(deck: Deck, errors: Sequence[Finding]) -> tuple[dict[Card, int], list[Finding]]:
    """How many copies of each card have to go; and the errors that no cut of a named card mends."""
    cuts: dict[Card, int] = {}
    others = []
    for finding in errors:
        match finding:
            case Finding(code=code, cards=cards) if code in _NO_COPY and cards:
                cuts |= {card: deck.counts.get(card, 0) for card in cards}
            case Finding(code=code, cards=(card,), found=int(found), allowed=int(allowed)) if code in _TOO_MANY:
                cuts[card] = max(cuts.get(card, 0), found - allowed)
            case _:
                others.append(finding)
    return cuts, others


def _size_steps(deck: Deck, verdict: Verdict, cuts: Mapping[Card, int]) -> tuple[list[str], list[str]]:
    """What the sizes of the deck and its other sections need once the cuts are made: more of, and fewer of."""
    more, fewer = [], []
    for rule in verdict.checked:
        if rule.code in _SIZES and isinstance(rule.found, int):
            sections, noun = _SIZES[rule.code]
            held = dict(count_cards(entry for entry in deck.entries if entry.section in sections))
            left = rule.found - sum(min(count, held.get(card, 0)) for card, count in cuts.items())
            least, most = _bounds(rule.allowed)
            if SIDEBOARD in sections:
                least = None  # nobody has to have one
            if least is not None and left < least:
                more.append(count_things(least - left, noun))
            elif most is not None and left > most:
                said = count_things(left - most, f"other {noun}" if cuts else noun)
                fewer.append(said + _name_pile(sections) if SIDEBOARD in deck.sections else said)
    return list(dict.fromkeys(more)), list(dict.fromkeys(fewer))


def _name_pile(sections: Sequence[str]) -> str:
    """Out of which of two piles cards go; a rune or a battlefield says so itself."""
    piles = {DECK: " from the main deck", SIDEBOARD: " from the sideboard"}
    return piles.get(sections[0], "")


def count_things(number: int, noun: str) -> str:
    """A number with what it counts: 1 card, 1,000 cards."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _bounds(allowed: int | str | None) -> tuple[int | None, int | None]:
    """The least and the most of a figure that is a number, `60+` or `60 to 80`."""
    text = str(allowed or "")
    if text.isdigit():
        return int(text), int(text)
    if text.endswith("+") and text[:-1].isdigit():
        return int(text[:-1]), None
    least, _, most = text.partition(" to ")
    return (int(least), int(most)) if least.isdigit() and most.isdigit() else (None, None)
