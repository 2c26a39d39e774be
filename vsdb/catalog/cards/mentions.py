"""Names of cards and numbers of rules in running text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.names import IDENTITY_MARK, VERSION_JOINER, fold, split_identity, version_key
from vsdb.catalog.cards.reading.files import split_columns

_WORD = re.compile(r"\S+")
_BEFORE_A_WORD = "“”‘\"'([{<•—–-"
_AFTER_A_WORD = "“”’\"')]}>,.;:!?—–"
_POSSESSIVE = re.compile(r"['’]s?$")
_MAX_WORDS = 9
_COMMAS_IN_NAMES = 4
_ENDS_SENTENCE = re.compile(r"(?:^|[.!?:•\n>“\"(\]—])\s*$")
#: With its parts; a word that follows a full stop is none of them.
_RULE_NUMBER = r"\d{3}(?:\.(?:\d+[a-z]?|[a-z])(?![0-9a-z]))*"
_CITED = re.compile(
    rf"\b(?:rules?|CR|sections?|paragraphs?)\s+((?:{_RULE_NUMBER}(?:\s*(?:,|and|or|to|&)\s*)*)+)", re.IGNORECASE
)
_NUMBER = re.compile(_RULE_NUMBER, re.IGNORECASE)
#: Capitalised in texts without being a name.
_WORDS_OF_THE_GAMES = frozenset(
    split_columns(
        "main build combat recovery draw reaction turn level character plot twist plan location equipment army leader "
        "unit spell gear legend rune battlefield good evil neutral"
    )
) | {"main character", "supporting character", "plot twist"}


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card as texts may name it."""

    pk: int
    name: str
    identity: str
    versions: tuple[str, ...]


#: The cards by their folded names.
Names = Mapping[str, Sequence[NamedCard]]


def find_possible_names(text: str) -> set[str]:
    """The folded runs of words in a text that may be a card's name: those that begin with a capital or a digit."""
    return {fold(run) for _, _, run in _runs(text)}


def find_mentioned_cards(text: str, names: Names, *, is_common: Callable[[str], bool]) -> Iterator[NamedCard]:
    """The cards that a text names, as `placed` finds them; a name of several cards counts only with the version behind
    it that tells them apart."""
    return (cards[0] for _, _, cards in find_name_places(text, names, is_common=is_common) if len(cards) == 1)


def find_name_places(
    text: str, names: Names, *, is_common: Callable[[str], bool]
) -> Iterator[tuple[int, int, Sequence[NamedCard]]]:
    """Where a text names cards (start and end, in characters) and which may be meant.

    The longest name at each place counts, in whole words and in the name's own capitals. A single word counts neither
    at the beginning of a sentence, where every word has a capital, nor where `is_common` knows it as another word.
    """
    end_of_last = 0
    runs = sorted(_runs(text), key=lambda run: (run[0], run[0] - run[1]))
    for start, end, run in runs:
        if start < end_of_last:
            continue
        cards = [card for card in names.get(fold(run), ()) if _letters(card.name) == _letters(run)]
        if not cards:
            continue
        titled = [card for card in cards if _is_titled(card, text, end)]
        if not titled and _is_doubtful(run, text[:start], is_common):
            continue
        end_of_last = end
        yield start, end, titled or cards


def list_title_keys(title: str) -> set[str]:
    """The folded names that a written title may begin with."""
    return {fold(name) for name, _, _ in _readings(title)}


def find_cards_by_title(title: str, names: Names) -> list[NamedCard]:
    """The cards that a written title means: `Name`, `Name, Version` or `Name <> Identity, Version`; none is found."""
    for name, identity, versions in _readings(title):
        found = list(names.get(fold(name), ()))
        if versions:
            found = [card for card in found if version_key(card.versions) == version_key(versions)]
        if identity:
            same = [card for card in found if fold(card.identity) == fold(identity)]
            found = same or [card for card in found if not card.identity]
        if found:
            return found
    return []


def find_cited_rules(text: str) -> list[str]:
    """The numbers of the rules that a text refers to, as in `rule 706.3` or `CR 702.4`, each once."""
    return [*dict.fromkeys(number for found in _CITED.finditer(text) for number in _NUMBER.findall(found[1]))]


def _readings(title: str) -> Iterator[tuple[str, str | None, str]]:
    """The ways to cut a title into name, identity and versions, the one without versions last."""
    parts = title.split(",")
    for count in (*range(1, min(len(parts), _COMMAS_IN_NAMES + 1)), len(parts)):
        name, identity = split_identity(",".join(parts[:count]).strip())
        yield name, identity, ",".join(parts[count:]).strip()


def _runs(text: str) -> Iterator[tuple[int, int, str]]:
    words = [_bounds(found) for found in _WORD.finditer(text)]
    for first, (start, _) in enumerate(words):
        letter = text[start : start + 1]
        if not (letter.isupper() or letter.isdigit() or letter == "*"):
            continue
        for _, end in words[first : first + _MAX_WORDS]:
            run = text[start:end]
            if "\n" in run:
                break
            yield start, end, run
            if (bare := _POSSESSIVE.sub("", run)) not in {run, ""}:
                yield start, start + len(bare), bare


def _bounds(found: re.Match[str]) -> tuple[int, int]:
    word = found[0]
    start = found.start() + len(word) - len(word.lstrip(_BEFORE_A_WORD))
    return start, max(start, found.end() - (len(word) - len(word.rstrip(_AFTER_A_WORD))))


def _is_titled(card: NamedCard, text: str, end: int) -> bool:
    """Whether the card's versions, with its identity or without, stand right behind its name."""
    if not card.versions:
        return False
    versions = VERSION_JOINER.join(card.versions)
    tails = [f", {versions}", *([f"{IDENTITY_MARK}{card.identity}, {versions}"] if card.identity else [])]
    following = text[end : end + 2 * max(map(len, tails))].lstrip(".").split("\n", maxsplit=1)[0]
    return any(fold(following).startswith(fold(tail)) for tail in tails)


def _is_doubtful(run: str, before: str, is_common: Callable[[str], bool]) -> bool:
    folded = fold(run)
    if is_common(folded) or folded in _WORDS_OF_THE_GAMES:
        return True
    return " " not in folded and bool(_ENDS_SENTENCE.search(before))


def _letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())


def group_by_name(cards: Iterable[NamedCard]) -> dict[str, list[NamedCard]]:
    """The cards by their folded names."""
    found: dict[str, list[NamedCard]] = defaultdict(list)
    for card in cards:
        found[fold(card.name)].append(card)
    return dict(found)
