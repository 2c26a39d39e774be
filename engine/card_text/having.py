"""Which keywords a card has by its text, with their parameters; a keyword that is only mentioned isn't one it has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.card_text.keywords import FIGURE, LOYALTY, SYMBOL, Matcher, matcher
from engine.card_text.powers import power_names
from engine.card_text.sentences import is_heading, sentences, trimmed
from engine.card_text.symbols import ACTIVATE, ANY_TURN, POWER_SYMBOLS
from engine.games.vs_2pcg.card_facts import EVIL, GOOD, NEUTRAL
from engine.games.vs_2pcg.teams import is_loyalty
from engine.model.cards import RIFTBOUND, VS_2PCG

_FIGURE_NEXT = re.compile(rf"\s({FIGURE})")
_DASHED_TEXT = re.compile(r"\s?[-\u2010-\u2015]\s?([^:]+?)\s?:")
_SYMBOL_MARKS = re.compile(r"[\[\]]")
_ENDS = ":.;"
_SEPARATORS = " ,;.:"
_ITEM = re.compile(
    rf"(?:(?P<before>{SYMBOL}(?: ?(?:or|and|/) ?{SYMBOL})*) )?(?P<name>[^\[\]()]+?)"
    rf"(?: \((?P<number>\w+)\)| (?P<figure>{FIGURE})| (?P<after>{SYMBOL}))?"
)
_LONGEST_ITEM = 160  #: characters; longer sentences needn't be looked at
_DASH = re.compile(r" ?[\u2013\u2014-] ")
_IN_THE_DECK = re.compile(r"\bin your deck\b", re.I)
_ONLY = re.compile(r"\bonly\b", re.I)
_ONLY_IF_EACH = re.compile(r"\bin your deck only if (?:all|each|every)\b", re.I)
_SYMBOL = re.compile(SYMBOL)
#: Symbols that stand for something else than a team.
_NO_TEAMS = frozenset((*POWER_SYMBOLS, ANY_TURN, ACTIVATE, "Flight", "Range", "Health", "Marvel", GOOD, EVIL, NEUTRAL))

#: Pairs of a name and its parameter, as JSON has them.
Keywords = list[list[Any]]


def keywords_of(text: str, game: str, names: Iterable[str]) -> Keywords:
    """The keywords of a text without reminders, each with its parameter once, in the order of the text."""
    read = {VS_2PCG: _pcg, RIFTBOUND: _riftbound}.get(game, _classic)
    return [list(found) for found in dict.fromkeys(read(text, matcher(tuple(names), game)))]


def _classic(text: str, known: Matcher) -> Iterator[tuple[str, str | None]]:
    """Keywords at the head of a paragraph, grouped or with text after a colon, or at the head of a later sentence."""
    for line in text.split("\n"):
        yield from _at_head(line, known)
        for found in known.later.finditer(line):
            yield from _at_head(found[0], known)


def _at_head(line: str, known: Matcher) -> Iterator[tuple[str, str | None]]:
    """The keywords that a paragraph begins with: each ends it, has text after a colon, or has another after it."""
    at, waiting = 0, None
    while found := known.at_head.match(line, at):
        if waiting:
            yield waiting
        at = found.end()
        parameter = None
        if figure := _FIGURE_NEXT.match(line, at):
            parameter, at = figure[1], figure.end()
        elif dashed := _DASHED_TEXT.match(line, at):
            parameter, at = dashed[1], dashed.end() - 1
        waiting = (known.name(found[1]), parameter)
        rest = line[at:].lstrip()
        if not rest or rest[0] in _ENDS:
            yield waiting
            waiting = None
        at = len(line) - len(rest.lstrip(_SEPARATORS))


def _pcg(text: str, known: Matcher) -> Iterator[tuple[str, str | None]]:
    """Keywords that are a line or a sentence of their own, alone or several with commas, with a team or a number.

    Loyalty is read once for each team that it names, before it or in the sentence that explains it.
    """
    of_powers = power_names(text)
    said = [sentence for line in text.split("\n") for sentence in sentences(line)]
    for before, sentence, after in zip(["", *said], said, [*said[1:], ""], strict=False):
        words = trimmed(sentence.rstrip(" ,"))
        parts = [part.strip() for part in words.split(",")]
        items = [_item(part, known) for part in parts]
        if words in of_powers:
            continue
        if all(items):
            for part, item in zip(parts, filter(None, items), strict=True):
                yield from _loyal(item[0], part, after) if is_loyalty(item[0]) else (item,)
        elif (dashed := _DASH.split(sentence, 1)) and len(dashed) > 1 and (name := known.named(dashed[0])):
            yield from _loyal(name, "", dashed[1]) if is_loyalty(name) else ((name, None),)
        elif (name := _loyalty_named(words)) and _limits_the_deck(after):
            yield from _loyal(name, words, after)
        elif _ONLY_IF_EACH.search(sentence) and not is_loyalty(trimmed(before)) and (teams := _teams_in(sentence)):
            yield from ((LOYALTY, team) for team in teams)


def _loyal(name: str, words: str, after: str) -> Iterator[tuple[str, str | None]]:
    """A kind of Loyalty with each team that it or its explanation names; with none where neither does."""
    teams = (*_teams_in(words), *(_teams_in(after) if _limits_the_deck(after) else ()))
    yield from ((name, team) for team in teams or (None,))


def _loyalty_named(words: str) -> str | None:
    """The kind of Loyalty that is the name of a power."""
    found = _ITEM.fullmatch(words) if len(words) <= _LONGEST_ITEM else None
    return found["name"] if found and is_loyalty(found["name"]) and is_heading(found["name"]) else None


def _limits_the_deck(sentence: str) -> bool:
    return bool(_IN_THE_DECK.search(sentence) and _ONLY.search(sentence))


def _teams_in(words: str) -> tuple[str, ...]:
    """The teams of which the words show the symbols; none where another symbol stands among them."""
    symbols = tuple(symbol[1:-1] for symbol in _SYMBOL.findall(words))
    return () if not _NO_TEAMS.isdisjoint(symbols) else symbols


def _item(words: str, known: Matcher) -> tuple[str, str | None] | None:
    """The keyword that the words are, with the team, the symbol or the number that goes with it."""
    if len(words) > _LONGEST_ITEM:
        return None
    found = _ITEM.fullmatch(words)
    name = known.named(found["name"]) if found else None
    if not found or not name:
        return None
    parameter = found["number"] or found["figure"] or found["before"] or found["after"]
    return name, parameter and _SYMBOL_MARKS.sub("", parameter)


def _riftbound(text: str, known: Matcher) -> Iterator[tuple[str, str | None]]:
    """Keywords in brackets at the head of a line."""
    for line in text.split("\n"):
        at = 0
        while found := known.bracketed.match(line, at):
            yield known.name(found[1]), found[2]
            at = found.end()
