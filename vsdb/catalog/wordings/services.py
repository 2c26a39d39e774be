"""What is known of a card's wording, put together for the pages and the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engine.card_text import FACTS
from engine.model.cards import Card, Printing
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import Gloss, Line, drawn, keywords_in
from vsdb.catalog.wordings.history import History, Revision, history
from vsdb.catalog.wordings.models import NamedGroup
from vsdb.catalog.wordings.rulings import ShownRuling, shown
from vsdb.core.diffing import SAME, Change, word_diff

_LABELS = {
    "keywords": "Keywords",
    "printed_limit": "Copies that a deck may hold",
    "loyalty": "Loyalty",
    "power_symbols": "Power symbols",
    "super_powers": "Super powers",
    "level_up": "Levels up",
    "aka": "Also known as",
    "uses_piles": "Uses the pile",
    "member_of_piles": "Is in the pile",
    "deck_building": "About its deck",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What an address chooses beside the day: a printing, and two revisions to compare, by their keys."""

    printing: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two revisions word for word, with symbols in one spelling."""

    before: Revision
    after: Revision
    changes: tuple[Change, ...]

    @property
    def is_of_one_text(self) -> bool:
        """Whether both say the same."""
        return all(change.kind == SAME for change in self.changes)


@dataclass(frozen=True, slots=True)
class Copy:
    """A printing of the card with the text that stands on it, where that is held."""

    code: str
    revision: Revision | None


@dataclass(frozen=True, slots=True)
class CardWording:
    """The texts of a card, drawn, with the rulings about it. `problem` says what of the choice there isn't."""

    history: History
    lines: tuple[Line, ...]
    derived: list[DerivedFact]
    keywords: list[Gloss]
    copies: list[Copy]
    copy: Copy | None
    copy_lines: tuple[Line, ...]
    comparison: Comparison | None
    choice: Choice
    problem: str
    about: list[ShownRuling]
    mentioning: list[ShownRuling]
    groups: list[NamedGroup] = field(default_factory=list)

    @property
    def is_loaded(self) -> bool:
        """Whether any text of the card is held."""
        return bool(self.history.revisions)

    @property
    def shown(self) -> Revision | None:
        """The revision whose text is shown."""
        return self.history.shown

    @property
    def differences(self) -> list[DerivedFact]:
        """What the text says otherwise than what is recorded."""
        return [each for each in self.derived if each.recorded is not None]


def card_wording(
    card: Card, pk: int, words: Mapping[str, Gloss], *, on: date, choice: Choice | None = None
) -> CardWording:
    """All that is held of a card's wording on a day; `pk` is that of its row, `words` are its game's keywords.

    Three queries, and where rulings lead to the card those of `rulings.shown`.
    """
    choice = choice or Choice()
    held = history([*selectors.wordings_of((pk,))], on)
    links = [*selectors.rulings_of_card(pk)]
    rulings = shown([link.ruling for link in links], on, {card.game: words})
    subjects = {link.ruling_id for link in links if link.is_subject}
    lines = _drawn(held.shown, card, words)
    copies = _copies(held, card.printings)
    copy = _chosen(copies, choice.printing)
    comparison, problem = _comparison(held, choice)
    if choice.printing and choice.printing not in {each.code for each in copies}:
        problem = f"no printing {choice.printing[:40]!r} of this card is recorded"
    return CardWording(
        history=held,
        lines=lines,
        derived=derived_facts(card, held.shown.wording.derived) if held.shown else [],
        keywords=keywords_in(lines),
        copies=copies,
        copy=copy,
        copy_lines=_drawn(copy.revision, card, words) if copy else (),
        comparison=comparison,
        choice=choice,
        problem=problem,
        about=[each for each in rulings if each.ruling.pk in subjects],
        mentioning=[each for each in rulings if each.ruling.pk not in subjects],
        groups=[group for group in selectors.groups(card.game) if is_member(group, card)],
    )


def texts_of(cards: Sequence[Card], on: date) -> dict[Card, str]:
    """The game texts of cards of one game on a day, of those that have one; one query, none for no cards."""
    if not cards:
        return {}
    by_slug = {card.slug: card for card in cards}
    return {by_slug[slug]: text for slug, text in selectors.texts_in_force(cards[0].game, by_slug, on).items()}


def is_member(group: NamedGroup, card: Card) -> bool:
    """Whether the card bears one of the group's names."""
    return fold(card.name) in {fold(name) for name in group.members}


def members(group: NamedGroup, reference: Reference) -> list[tuple[str, tuple[Card, ...]]]:
    """The names of a group, each with the cards that bear it."""
    return [(name, reference.catalog.by_name(name)) for name in group.members]


def _drawn(revision: Revision | None, card: Card, words: Mapping[str, Gloss]) -> tuple[Line, ...]:
    if revision is None:
        return ()
    return drawn(revision.wording.text, card.game, words, revision.wording.changed)


def _copies(held: History, printings: Sequence[Printing]) -> list[Copy]:
    """The recorded printings with their texts, the most trusted source's of each, then those that only texts name."""
    texts: dict[str, Revision] = {}
    for each in held.revisions:
        if each.wording.kind == each.wording.Kind.PRINTED and each.wording.printing_code:
            texts[each.wording.printing_code] = each
    codes = [printing.code for printing in printings if printing.set_code]
    return [Copy(code, texts.get(code)) for code in dict.fromkeys((*codes, *texts))]


def _chosen(copies: Sequence[Copy], code: str) -> Copy | None:
    """The printing that is chosen, else the first whose text is held, else the first."""
    chosen = (each for each in copies if each.code == code)
    worded = (each for each in copies if each.revision)
    return next(chosen, None) or next(worded, None) or next(iter(copies), None)


def _comparison(held: History, choice: Choice) -> tuple[Comparison | None, str]:
    """The two revisions that are chosen, the second the one shown where only one is; or what is wrong."""
    if not (choice.before or choice.after):
        return None, ""
    before = held.of_key(choice.before)
    after = held.of_key(choice.after) if choice.after else held.shown
    if before is not None and after is not None:
        return Comparison(before, after, word_diff(before.wording.compared_text, after.wording.compared_text)), ""
    missing = choice.before if before is None else choice.after
    if not missing:
        return None, "two texts are needed to compare them"
    return None, f"no text of this card is called {missing[:80]!r}"


@dataclass(frozen=True, slots=True)
class DerivedFact:
    """A fact that a text states, in words; `recorded` is what is recorded instead, where that says something else."""

    key: str
    label: str
    values: tuple[str, ...]
    recorded: tuple[str, ...] | None = None


def derived_facts(card: Card, derived: Mapping[str, Any]) -> list[DerivedFact]:
    """The facts that a text of a card states, in the order of the labels; no query."""
    recorded = {each.column: each.recorded for each in differences(_row(card), derived)}
    return [
        DerivedFact(
            key,
            label,
            tuple(_values(key, derived[key])),
            tuple(_values(key, recorded[key])) if key in recorded else None,
        )
        for key, label in _LABELS.items()
        if key in derived
    ]


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
    name = str(power.get("name") or "without a name")
    return f"{name} ({said})" if said else name


Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact as it is recorded and as a text has it."""

    column: str
    recorded: Any
    derived: Any


def differences(row: Row, derived: Row) -> Iterator[Difference]:
    """Recorded facts of a card's row that a text contradicts; what isn't recorded contradicts nothing."""
    for column in FACTS:
        if column not in derived or not row.get(column):
            continue
        if _differ(column, row, derived[column]):
            yield Difference(column, row[column], derived[column])


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
    return {each for each in recorded if each[1]} != {each for each in found if each[1] and each[0] not in bare} or {
        name for name, _ in recorded
    } != {name for name, _ in found if name not in versions}


def _spellings(values: Any) -> set[str]:
    return {fold(value) for value in values}
