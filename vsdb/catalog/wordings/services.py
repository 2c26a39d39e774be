"""What is known of a card's wording, put together for the pages and the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engine.card_text import FACTS
from engine.model.cards import Card, Printing
from engine.model.names import fold
from vsdb.catalog.cards.selectors import may_have_imports
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import KeywordGloss, Line, draw_wording, list_keywords
from vsdb.catalog.wordings.models import NamedGroup
from vsdb.catalog.wordings.rulings import ShownRuling, show_rulings
from vsdb.catalog.wordings.selectors import WordingHistory, WordingRevision, build_history
from vsdb.core.diffing import SAME, TextChange, diff_words

_LABELS = {
    "keywords": "Keywords",
    "printed_limit": "Copies allowed in a deck",
    "loyalty": "Loyalty",
    "power_symbols": "Power symbols",
    "super_powers": "Super powers",
    "level_up": "Levels up",
    "aka": "Also known as",
    "uses_piles": "Uses the pile",
    "member_of_piles": "Belongs to the pile",
    "deck_building": "Deck restrictions",
}


@dataclass(frozen=True, slots=True)
class WordingChoice:
    """What an address chooses beside the day: a printing, and two revisions to compare, by their keys."""

    printing: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class WordingComparison:
    """Two revisions word for word, with symbols in one spelling."""

    before: WordingRevision
    after: WordingRevision
    changes: tuple[TextChange, ...]

    @property
    def is_of_one_text(self) -> bool:
        """Whether both say the same."""
        return all(change.kind == SAME for change in self.changes)


@dataclass(frozen=True, slots=True)
class PrintedCopy:
    """A printing of the card with the text that stands on it, where that is held."""

    code: str
    revision: WordingRevision | None


@dataclass(frozen=True, slots=True)
class CardWording:
    """The texts of a card, drawn, with the rulings about it. `problem` says what of the choice there isn't."""

    history: WordingHistory
    lines: tuple[Line, ...]
    derived: list[DerivedFact]
    keywords: list[KeywordGloss]
    copies: list[PrintedCopy]
    copy: PrintedCopy | None
    copy_lines: tuple[Line, ...]
    comparison: WordingComparison | None
    choice: WordingChoice
    problem: str
    about: list[ShownRuling]
    mentioning: list[ShownRuling]
    groups: list[NamedGroup] = field(default_factory=list)

    @property
    def is_loaded(self) -> bool:
        """Whether any text of the card is held."""
        return bool(self.history.revisions)

    @property
    def shown(self) -> WordingRevision | None:
        """The revision whose text is shown."""
        return self.history.shown

    @property
    def differences(self) -> list[DerivedFact]:
        """What the text says otherwise than what is recorded."""
        return [each for each in self.derived if each.recorded is not None]


def build_card_wording(
    card: Card, pk: int, words: Mapping[str, KeywordGloss], *, on: date, choice: WordingChoice | None = None
) -> CardWording:
    """All that is held of a card's wording on a day; `pk` is that of its row, `words` are its game's keywords.

    None where nothing was imported, else three queries, and where rulings lead to the card those of `rulings.shown`.
    """
    choice = choice or WordingChoice()
    has_imports = may_have_imports(card.game)
    held = build_history([*selectors.list_wordings((pk,))] if has_imports else [], on)
    links = [*selectors.list_rulings_of_card(pk)] if has_imports else []
    groups = selectors.list_groups(card.game) if has_imports else ()
    rulings = show_rulings([link.ruling for link in links], on, {card.game: words})
    subjects = {link.ruling_id for link in links if link.is_subject}
    lines = _draw(held.shown, words)
    copies = _copies(held, card.printings)
    copy = _choose_printing(copies, choice.printing)
    comparison, problem = _comparison(held, choice)
    if choice.printing and choice.printing not in {each.code for each in copies}:
        problem = f"no printing {choice.printing[:40]!r} of this card is recorded"
    return CardWording(
        history=held,
        lines=lines,
        derived=list_derived_facts(card, held.shown.wording.derived) if held.shown else [],
        keywords=list_keywords(lines),
        copies=copies,
        copy=copy,
        copy_lines=_draw(copy.revision, words) if copy else (),
        comparison=comparison,
        choice=choice,
        problem=problem,
        about=[each for each in rulings if each.ruling.pk in subjects],
        mentioning=[each for each in rulings if each.ruling.pk not in subjects],
        groups=[group for group in groups if fold(card.name) in map(fold, group.members)],
    )


def find_texts(cards: Sequence[Card], on: date) -> dict[Card, str]:
    """The game texts of cards of one game on a day, of those that have one; one query, none for no cards
    or where nothing was imported."""
    if not cards or not may_have_imports(cards[0].game):
        return {}
    by_slug = {card.slug: card for card in cards}
    return {by_slug[slug]: text for slug, text in selectors.map_texts_in_force(cards[0].game, by_slug, on).items()}


def _draw(revision: WordingRevision | None, words: Mapping[str, KeywordGloss]) -> tuple[Line, ...]:
    return draw_wording(revision.wording, words) if revision else ()


def _copies(held: WordingHistory, printings: Sequence[Printing]) -> list[PrintedCopy]:
    """The recorded printings with their texts, the most trusted source's of each, then those that only texts name."""
    printed = (each for each in held.revisions if each.wording.kind == each.wording.Kind.PRINTED)
    texts = {each.wording.printing_code: each for each in printed if each.wording.printing_code}
    codes = [printing.code for printing in printings if printing.set_code]
    return [PrintedCopy(code, texts.get(code)) for code in dict.fromkeys((*codes, *texts))]


def _choose_printing(copies: Sequence[PrintedCopy], code: str) -> PrintedCopy | None:
    """The printing that is chosen, else the first whose text is held, else the first."""
    chosen = (each for each in copies if each.code == code)
    worded = (each for each in copies if each.revision)
    return next(chosen, None) or next(worded, None) or next(iter(copies), None)


def _comparison(held: WordingHistory, choice: WordingChoice) -> tuple[WordingComparison | None, str]:
    """The two revisions that are chosen, the second the one shown where only one is; or what is wrong."""
    if not (choice.before or choice.after):
        return None, ""
    before = held.of_key(choice.before)
    after = held.of_key(choice.after) if choice.after else held.shown
    if before is not None and after is not None:
        changes = diff_words(before.wording.compared_text, after.wording.compared_text)
        return WordingComparison(before, after, changes), ""
    missing = choice.before if before is None else choice.after
    wrong = f"this card has no text {missing[:80]!r}" if missing else "choose two texts to compare"
    return None, wrong


@dataclass(frozen=True, slots=True)
class DerivedFact:
    """A fact that a text states, in words; `recorded` is what is recorded instead, where that says something else."""

    key: str
    label: str
    values: tuple[str, ...]
    recorded: tuple[str, ...] | None = None


def list_derived_facts(card: Card, derived: Mapping[str, Any]) -> list[DerivedFact]:
    """The facts that a text of a card states, in the order of the labels; no query."""
    recorded = {key: tuple(_values(key, held)) for key, held, _ in find_differences(_row(card), derived)}
    stated = ((key, label, tuple(_values(key, derived[key]))) for key, label in _LABELS.items() if key in derived)
    return [DerivedFact(key, label, values, recorded.get(key)) for key, label, values in stated]


def _row(card: Card) -> dict[str, Any]:
    """The columns of the card that a text may contradict, as rows have them."""
    row: dict[str, Any] = {name: getattr(card, name) for name in FACTS if name != "keywords"}
    row["keywords"] = [[keyword.name, keyword.parameter] for keyword in card.keywords]
    return {name: list(value) if isinstance(value, tuple | frozenset) else value for name, value in row.items()}


def _values(key: str, value: Any) -> Iterator[str]:
    match key, value:
        case "keywords", [*pairs]:
            yield from (" ".join(filter(None, pair)) for pair in pairs)
        case "loyalty", {"kind": kind, "teams": teams}:
            yield ": ".join(filter(None, (str(kind), ", ".join(teams))))
        case "super_powers", [*powers]:
            yield from map(_power, powers)
        case "level_up", {"xp": xp, "name": name}:
            yield f"{name} ({xp} XP)" if name else f"at {xp} XP"
        case _, [*each]:
            yield from map(str, each)
        case _:
            yield str(value)


def _power(power: Mapping[str, Any]) -> str:
    """A super power by its name, with when it may be used and what it costs."""
    when = ["any turn"] if power.get("any_turn") else []
    when += ["any combat"] if power.get("any_combat") else []
    when += power.get("when") or []
    costs = " or ".join(" ".join(f"[{symbol}]" for symbol in way) for way in power.get("costs") or ())
    said = "; ".join(filter(None, (", ".join(when), costs)))
    name = str(power.get("name") or "unnamed")
    return f"{name} ({said})" if said else name


Row = Mapping[str, Any]


def find_differences(row: Row, derived: Row) -> Iterator[tuple[str, Any, Any]]:
    """The columns in which a text contradicts a card's row, each with what is recorded and what the text says.

    What isn't recorded contradicts nothing.
    """
    for column in FACTS:
        if column in derived and row.get(column) and _differ(column, row, derived[column]):
            yield column, row[column], derived[column]


def _differ(column: str, row: Row, derived: Any) -> bool:
    if column == "keywords":
        return _keywords_differ(row, derived)
    recorded = row[column]
    return bool(_spellings(recorded) != _spellings(derived) if isinstance(recorded, list) else recorded != derived)


def _keywords_differ(row: Row, derived: Any) -> bool:
    """Whether one has a keyword, or the parameter of one, that the other hasn't.

    A version (Army, Team-Up) that is recorded as a keyword isn't in the text, and a parameter needn't be recorded.
    """
    versions = _spellings(row.get("versions") or ())
    recorded = {(fold(name), parameter) for name, parameter in row["keywords"] if fold(name) not in versions}
    found = {(fold(name), parameter) for name, parameter in derived}
    bare = {name for name, parameter in recorded if parameter is None}
    if {name for name, _ in recorded} != {name for name, _ in found if name not in versions}:
        return True
    return {each for each in recorded if each[1]} != {each for each in found if each[1] and each[0] not in bare}


def _spellings(values: Any) -> set[str]:
    return {fold(value) for value in values}
