"""What a reader makes of a file: proposals with their places, problems, and what was left out and why.

A reader gives a `SourceProposal` first, then what comes from it in the order of the file, then perhaps another source
with what comes from that. It never touches the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.model.cards import Between
from engine.model.errors import InputError

MAX_PLACE_LENGTH = 160


class FilePosition(NamedTuple):
    """Where in a file something stands: line and column, counted from 1, and what the file itself calls it."""

    line: int | None = None
    column: int | None = None
    label: str = ""

    def __str__(self) -> str:
        parts = (f"line {self.line}" if self.line else "", f"column {self.column}" if self.column else "", self.label)
        return ", ".join(filter(None, parts))

    def after(self, text: str) -> FilePosition:
        """The place that follows a text which begins here."""
        line, breaks = self.line or 1, text.count("\n")
        column = len(text) - text.rfind("\n") if breaks else (self.column or 1) + len(text)
        return FilePosition(line + breaks, column)

    def called(self, label: str) -> FilePosition:
        """The same place with what the file itself calls it."""
        return FilePosition(self.line, self.column, label)

    def cut(self) -> str:
        """The place as a row keeps it."""
        return str(self)[:MAX_PLACE_LENGTH]

    def error(self, message: str, code: str = "wrong-file") -> InputError:
        """The error of a file that can't be used for what stands here."""
        return InputError(message, place=str(self), code=code)


@dataclass(frozen=True, slots=True)
class SourceProposal:
    """What the file is: `kind` and `authority` as in `wordings.models.Source`, `document` a rules document's slug,
    `compilers` who made it, as it says."""

    game: str
    slug: str
    name: str
    kind: str = "card-file"
    authority: str = "community"
    published: Between | None = None
    document: str | None = None
    compilers: str = ""


@dataclass(frozen=True, slots=True)
class WordingProposal:
    """A text of a card. `effective` is None where the file says no day; a printed text then counts from its set's day.

    `kind` is printed, errata, reference, or former for the text before an erratum; `text` has a paragraph a line,
    reminders in parentheses; `changed` are the passages that the file marks as new. An excerpt is quoted in passing:
    where the same source has the card's wording with its type line too, that one counts. A reference's text
    `is_of_printing` where it stands on its card's printing and isn't the card's own.
    """

    kind: str
    text: str
    place: FilePosition
    flavour: str = ""
    effective: Between | None = None
    changed: tuple[str, ...] = ()
    is_excerpt: bool = False
    is_of_printing: bool = False


@dataclass(frozen=True, slots=True)
class RulingProposal:
    """A ruling. `cards` are names as the file writes them that it is about, `about` whole texts such as its heading: it
    is about the cards that they name. `mentions` are whole texts to look for other names in (its own text is looked
    through anyway); `rules` are rule numbers, `keywords` and `sets` names and codes."""

    place: FilePosition
    subject: str
    text: str
    day: Between | None = None
    cards: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardProposal:
    """A card as a file has it. What the file doesn't say is absent from `facts`, or None.

    `facts` are columns of a card's row as `engine.model.reference` takes them (`type level cost cost_kind atk defense
    health teams alignments universe power_symbols keywords has_flight has_range aka linked printed_limit rarity brand
    ...`); `set_code` and `number` name the printing; `ids` are identifiers in other systems.
    """

    place: FilePosition
    game: str
    name: str
    identity: str | None = None
    versions: tuple[str, ...] | None = None
    set_code: str | None = None
    number: str | None = None
    rarity: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    wordings: tuple[WordingProposal, ...] = ()
    rulings: tuple[RulingProposal, ...] = ()
    ids: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextsProposal:
    """Texts of a card that is recorded: its name as the file writes it, and printings, set and number each.

    `is_secondary` says that the file repeats what others publish: an erratum that a publisher's notice gives for the
    card in these days counts instead.
    """

    place: FilePosition
    game: str
    name: str
    codes: tuple[tuple[str, str], ...] = ()
    wordings: tuple[WordingProposal, ...] = ()
    is_secondary: bool = False


@dataclass(frozen=True, slots=True)
class GroupProposal:
    """Names that the file puts together under one word."""

    place: FilePosition
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetProposal:
    """Facts of a set, by its code or else its name: columns of its row as `engine.model.reference` takes them."""

    place: FilePosition
    game: str
    code: str | None
    name: str | None
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadingProblem:
    """Something that couldn't be read; the rest of the file is read all the same."""

    place: FilePosition
    message: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class IgnoredText:
    """Something that was read and is of no use here, with the reason: a page's foot, a picture's address."""

    place: FilePosition
    reason: str
    excerpt: str = ""


Item = (
    SourceProposal
    | CardProposal
    | TextsProposal
    | RulingProposal
    | GroupProposal
    | SetProposal
    | ReadingProblem
    | IgnoredText
)
