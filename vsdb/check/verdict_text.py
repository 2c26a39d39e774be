"""A verdict in words: what would make a deck legal, as far as its errors' figures tell; all of it for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.model.cards import GAMES, Card
from engine.model.decks import BATTLEFIELDS, CHAMPION, DECK, RUNES, Deck
from engine.model.verdicts import (
    BROKEN,
    ERROR,
    INFO,
    LEGAL,
    NONE_RECORDED,
    NOT_APPLICABLE,
    OK,
    UNCERTAIN,
    UNKNOWN,
    WARNING,
    Finding,
    Verdict,
)

_NO_COPY = frozenset({"banned", "not-in-format", "not-yet-legal"})
#: What each rule about a size counts: the sections, and what stands in them.
_SIZES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "deck-size": ((DECK, CHAMPION), "card"),
    "rune-count": ((RUNES,), "rune"),
    "battlefield-count": ((BATTLEFIELDS,), "battlefield"),
}
_TOO_MANY = frozenset({"copy-limit", "printed-limit", "signature-limit"})
SIGNS = {ERROR: "✗", UNKNOWN: "?", WARNING: "!", INFO: "i"}
OUTCOMES = {"legal": "✓ Legal", "illegal": "✗ Illegal", "uncertain": "? Uncertain"}


def repair(deck: Deck, verdict: Verdict) -> str:
    """One or two sentences: what is missing for the deck to be legal, or on what that hangs."""
    unknowns = len(verdict.of(UNKNOWN))
    if verdict.outcome == LEGAL:
        return "Every rule that was looked at holds."
    if verdict.outcome == UNCERTAIN:
        missing = "fact that is missing turns" if unknowns == 1 else f"{unknowns} facts that are missing turn"
        return f"Nothing is certainly broken. It is legal if the {missing} out in its favour."
    cuts, others = _cuts(deck, verdict.of(ERROR))
    steps = [
        f"no {card.title} ({count} to take out)" if is_all else f"{count} fewer {card.title}"
        for card, (count, is_all) in cuts.items()
    ]
    steps += _size_steps(deck, verdict, cuts)
    others = [finding for finding in others if finding.code not in _SIZES]
    sentences = []
    if steps:
        sentences.append(f"To be legal it needs: {'; '.join(steps)}.")
    if others:
        rest = "other " if steps else ""
        sentences.append(
            f"The {rest}error below says what is allowed."
            if len(others) == 1
            else f"Each of the {len(others)} {rest}errors below says what is allowed."
        )
    gone = {card for card, (_, is_all) in cuts.items() if is_all}
    left = sum(not finding.cards or not gone.issuperset(finding.cards) for finding in verdict.of(UNKNOWN))
    if left:
        sentences.append("Then one unknown decides." if left == 1 else f"Then {left} unknowns decide.")
    return " ".join(sentences)


def _cuts(deck: Deck, errors: Sequence[Finding]) -> tuple[dict[Card, tuple[int, bool]], list[Finding]]:
    """How many copies of each card have to go, and whether all; and the errors that no cut of a named card mends."""
    cuts: dict[Card, tuple[int, bool]] = {}
    others = []
    for finding in errors:
        if finding.code in _NO_COPY and finding.cards:
            for card in finding.cards:
                cuts[card] = (_copies(deck, card), True)
        elif (
            finding.code in _TOO_MANY
            and len(finding.cards) == 1
            and isinstance(finding.found, int)
            and isinstance(finding.allowed, int)
        ):
            card = finding.cards[0]
            count, is_all = cuts.get(card, (0, False))
            cuts[card] = (max(count, finding.found - finding.allowed), is_all)
        else:
            others.append(finding)
    return cuts, others


def _size_steps(deck: Deck, verdict: Verdict, cuts: Mapping[Card, tuple[int, bool]]) -> list[str]:
    """What the sizes of the deck and its other sections ask once the cuts are made."""
    steps = []
    for rule in verdict.checked:
        if rule.code in _SIZES and isinstance(rule.found, int):
            sections, noun = _SIZES[rule.code]
            taken = sum(min(count, _copies(deck, card, sections)) for card, (count, _) in cuts.items())
            steps += _size_step(rule.found - taken, rule.allowed, noun, is_instead=taken > 0)
    return list(dict.fromkeys(steps))


def _size_step(left: int, allowed: int | str | None, noun: str, *, is_instead: bool) -> list[str]:
    least, most = _bounds(allowed)
    if least is not None and left < least:
        words = f"{noun}{'' if least - left == 1 else 's'}"
        return [f"{least - left} other {words} in their place" if is_instead else f"{least - left} more {words}"]
    if most is not None and left > most:
        return [f"{left - most} fewer {noun}{'' if left - most == 1 else 's'}"]
    return []


def _bounds(allowed: int | str | None) -> tuple[int | None, int | None]:
    """The least and the most of a figure that is a number, `60+` or `60-80`."""
    text = str(allowed or "")
    if text.isdigit():
        return int(text), int(text)
    if text.endswith("+") and text[:-1].isdigit():
        return int(text[:-1]), None
    least, dash, most = text.partition("-")
    return (int(least), int(most)) if dash and least.isdigit() and most.isdigit() else (None, None)


def _copies(deck: Deck, card: Card, sections: Collection[str] | None = None) -> int:
    return sum(
        entry.count for entry in deck.entries if entry.card is card and (sections is None or entry.section in sections)
    )


def format_verdict(file: str, verdict: Mapping[str, Any]) -> Iterator[str]:
    """The outcome, each finding with its citation, and how many rules hold; the verdict as by `Verdict.as_dict`."""
    yield f"{file}: {OUTCOMES[verdict['outcome']]} in {verdict['format']} on {verdict['as_of']}"
    yield f"  {GAMES[verdict['game']]}: " + (
        ", ".join(f"{section} {count}" for section, count in verdict["counts"].items()) or "no cards"
    )
    for finding in verdict["findings"]:
        yield f"  {SIGNS[finding['severity']]} {finding['message']}{_source(finding)}"
    yield f"  {_describe_checked(verdict['checked'])}"
    yield f"  Rules {verdict['edition']}, data {verdict['data_version'][:12]}"


def _source(finding: Mapping[str, Any]) -> str:
    """The lines and the citation in brackets."""
    lines = finding["lines"]
    where = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
    cited = "{document} {rule}".format(**finding["citation"]) if finding["citation"] else ""
    said = "; ".join(filter(None, (finding["code"], cited, where)))
    return f" [{said}]"


def _describe_checked(checked: list[Mapping[str, Any]]) -> str:
    """How many rules were looked at and what came of them; a rule that looks at several sections counts once."""
    outcomes: dict[str, set[str]] = {}
    for rule in checked:
        outcomes.setdefault(rule["code"], set()).add(rule["outcome"])
    worst = Counter(
        next((each for each in (BROKEN, UNKNOWN, NONE_RECORDED, OK) if each in seen), NOT_APPLICABLE)
        for seen in outcomes.values()
    )
    words = {
        OK: "hold",
        BROKEN: "broken",
        UNKNOWN: "can't be decided",
        NONE_RECORDED: "taken on trust",
        NOT_APPLICABLE: "not applicable",
    }
    told = [f"{worst[outcome]} {word}" for outcome, word in words.items() if worst[outcome]]
    return f"{len(outcomes)} rules looked at: {', '.join(told)}"
