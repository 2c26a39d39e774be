"""The headings of a list: those that say where cards belong, and those that only sort them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.model import decks
from engine.model.games import DeckSection, Game, game_of, games
from engine.model.names import fold

_DECK = dict.fromkeys(
    ("deck", "main deck", "maindeck", "main board", "mainboard", "main", "deck list", "decklist"), decks.DECK
)
_SIDEBOARD = dict.fromkeys(("sideboard", "side board", "side", "side deck", "sidedeck"), decks.SIDEBOARD)
_ANY_GAME = {**_DECK, **_SIDEBOARD}

#: Headings that sort the cards of a section by type or cost.
_CHARACTERS = ("character", "visible character", "concealed character", "hidden character", "supporting character")
_PLOT_TWISTS = ("plot twist", "plottwist", "twist", "ongoing plot twist")
_LOCATIONS = ("location", "basic location", "special location", "neutral location")
_OTHERS = ("equipment", "unit", "spell", "gear", "character card", "signature", "signature card", "signature spell")
_SORTING = frozenset(
    word + plural for word in (*_CHARACTERS, *_PLOT_TWISTS, *_LOCATIONS, *_OTHERS) for plural in ("", "s")
)
_SUMS = frozenset(("card", "cards", "total", "total cards", "cards total", "cards in total", "cards in deck"))
_MIXED = frozenset((decks.DECK, decks.SIDEBOARD))  #: sections with cards of all types
_DROPS = re.compile(r"(?:[0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:drops?|costs?)")

_DECORATION = " \t=-–—*_~#<>|•★☆✦✶◆◇■●"
_COUNT_BEHIND = re.compile(
    r"\s*[:\-–—]?\s*[(\[]?\s*[0-9]{1,5}(?:\s*/\s*[0-9]{1,5})?\s*(?:cards?|total)?\s*[)\]]?$", re.IGNORECASE
)
_COUNT_IN_BRACKETS = re.compile(r"\s*[(\[][0-9]{1,5}[)\]]$")
_COUNT_BEFORE = re.compile(r"^[(\[]?[0-9]{1,5}[)\]]?\s*[xX×]?\s+")
_DIGIT = re.compile("[0-9]")
_PLAIN_WORDS = re.compile("(?!.*pile)[a-z]+(?: [a-z]+)*")
_PILE_WORD = re.compile("pile", re.IGNORECASE)
_PILE = re.compile(r"(?:out[- ]of[- ]game )?pile\s*[:\-–—]\s*(\S.*)", re.IGNORECASE)
_PILE_BEHIND = re.compile(r"(\S.*?)\s+pile", re.IGNORECASE)

_TITLES = {decks.DECK: "Deck", decks.SIDEBOARD: "Sideboard"}


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """A heading: the section that it opens or, where it only sorts or sums, None; `rest` is a card on its line."""

    section: str | None
    rest: str = ""
    is_type: bool = False

    def opens_after(self, section: str) -> str:
        """The section in which the lines after it stand: `Plot Twists` below `Level Up` is in the deck again."""
        is_single = section not in _MIXED and not section.startswith(decks.PILE)
        return self.section or (decks.DECK if self.is_type and is_single else section)


def parse_heading(line: str, game: str | None = None) -> SectionHeading | None:
    """The heading that a line is, by the words of its game or, without one, of any game; None for any other line.

    With or without a colon, a count before or behind, and ornaments. `Legend: Annie, Dark Child` is a heading with
    a card on its line.
    """
    plain = line.strip(_DECORATION)
    if plain.startswith("[") and plain.endswith("]"):
        plain = plain[1:-1]
    pile = _find_pile(plain, game) if game is None or game_of(game).sections.has_piles else None
    if pile:
        return SectionHeading(decks.PILE + pile)
    found = _of_words(plain, game)
    before, colon, behind = plain.partition(":")
    if found is None and colon:
        found = _of_words(before, game)
        return SectionHeading(found.section, behind.strip()) if found and found.section else None
    return found


def find_section(text: str, game: str) -> str | None:
    """The section that a heading's words or a section's own slug name in a game."""
    if text.startswith(decks.PILE) and text != decks.PILE and game_of(game).sections.has_piles:
        return decks.PILE + " ".join(text.removeprefix(decks.PILE).split())
    found = parse_heading(text, game)
    return found.section if found else None


def section_title(section: str) -> str:
    """The heading under which a section is written."""
    if section.startswith(decks.PILE):
        return f"Pile: {section.removeprefix(decks.PILE)}"
    return _TITLES.get(section) or next(each.title for each in _list_own_sections(games()) if each.slug == section)


def is_ornament(line: str) -> bool:
    """Whether a line is a rule, or words between two rules, that people put between parts of a list."""
    plain = line.strip()
    return not plain.strip(_DECORATION) or (plain[:2] in {"==", "--", "~~", "__"} and plain[-2:] == plain[:2])


def list_plain_headings(game: str) -> Mapping[str, SectionHeading]:
    """The headings that a game knows, as their words alone or with a colon, by the case-folded line."""
    return _list_plain_headings(game_of(game))


def begins_like_heading(name: str, game: str) -> bool:
    """Whether a folded name begins with the words of a heading, so that a line with it might be one."""
    return _find_beginnings(game_of(game)).match(name) is not None


@lru_cache(maxsize=64)
def _find_beginnings(game: Game) -> re.Pattern[str]:
    words = "|".join(map(re.escape, {*_sections_by_word((game,)), *_SORTING, *_SUMS, "drop", "drops", "cost", "costs"}))
    return re.compile(rf"(?:[x×] )?(?:{words}|{_DROPS.pattern})(?![a-z])")


@lru_cache(maxsize=64)
def _list_plain_headings(game: Game) -> Mapping[str, SectionHeading]:
    words = {*_sections_by_word((game,)), *_SORTING, *_SUMS}
    lines = (word + colon for word in words if _PLAIN_WORDS.fullmatch(word) for colon in ("", ":"))
    return {line: heading for line in lines if (heading := parse_heading(line, game.slug))}


def _of_words(text: str, game: str | None) -> SectionHeading | None:
    sections = _sections_by_word(games() if game is None else (game_of(game),))
    for words in _list_without_count(text):
        word = fold(words.rstrip(" :"))
        if word in sections:
            return SectionHeading(sections[word])
        if word in _SUMS or word in _SORTING or _DROPS.fullmatch(word):
            return SectionHeading(None, is_type=word not in _SUMS)
    return None


def _list_without_count(text: str) -> Iterable[str]:
    """A text as it is and, where a count stands behind or before it, without that."""
    if not _DIGIT.search(text):
        return (text,)
    return dict.fromkeys((text, _COUNT_BEHIND.sub("", text), _COUNT_BEFORE.sub("", text)))


@lru_cache(maxsize=64)
def _sections_by_word(among: tuple[Game, ...]) -> Mapping[str, str]:
    """The section that each heading opens in some games."""
    return _ANY_GAME | {
        word: each.slug for each in _list_own_sections(among) for word in (fold(each.slug), *each.headings)
    }


def _list_own_sections(among: Iterable[Game]) -> Iterator[DeckSection]:
    """The sections that some games have beside deck and sideboard."""
    return (section for game in among for section in game.sections.own)


def _find_pile(text: str, game: str | None) -> str | None:
    """The pile that a heading names: `Pile: Facehugger` and, where the game is known, `Facehugger Pile`."""
    if not _PILE_WORD.search(text) or _COUNT_BEFORE.match(text):
        return None
    words = _COUNT_IN_BRACKETS.sub("", text).rstrip(" :")
    found = _PILE.fullmatch(words) or (_PILE_BEHIND.fullmatch(words) if game else None)
    return " ".join(found[1].split()) if found else None
