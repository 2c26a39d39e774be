"""Judging a text in an event's format for its day. Nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine import GAMES, Deck, Format, InputError, Reference, Verdict, check_everywhere
from engine.decklists.fingerprints import compute_fingerprint
from engine.model.serialization import dump_json
from engine.model.verdicts import ERROR, UNKNOWN
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_format
from vsdb.check.services import VERDICTS, find_other_game, list_card_lines
from vsdb.core.code_version import get_code_version
from vsdb.events.clock import get_judged_day
from vsdb.events.models import Event
from vsdb.exchange.deck_lists.importing import ImportedList, read_list_in_any_layout


@dataclass(frozen=True, slots=True)
class EventQuestion:
    """What the lists of an event are judged by: the reference, the format and the day."""

    reference: Reference
    fmt: Format
    day: date


@dataclass(frozen=True, slots=True)
class JudgedText:
    """A list as it was read for an event, and the verdict on it. `text` is the list as deck text."""

    deck: Deck
    text: str
    verdict: Verdict
    question: EventQuestion

    @property
    def whole(self) -> str:
        """The verdict as the JSON text that is kept."""
        return dump_json(self.verdict.as_dict())

    @property
    def codes(self) -> list[str]:
        """The codes of its errors and unknowns, each once, in their order."""
        return list(dict.fromkeys(finding.code for finding in self.verdict.of(ERROR, UNKNOWN)))

    @property
    def fingerprint(self) -> str:
        """The list's fingerprint."""
        return compute_fingerprint(self.deck)


def get_event_question(event: Event) -> EventQuestion:
    """What the lists of an event are judged by. Raises NotFound where its format is gone."""
    reference = cards.get_reference(event.game_id)
    return EventQuestion(reference, find_format(reference, event.format), get_judged_day(event))


def read_text(question: EventQuestion, text: str, file_name: str = "") -> ImportedList:
    """Read a list in any layout. Raises InputError for what is no list, or a list of another game."""
    imported = read_list_in_any_layout(
        text, references=cards.list_references(), as_of=question.day, file_name=file_name, game=question.reference.game
    )
    list_card_lines(imported.text)
    game = question.reference.game
    other = None if any(entry.card for entry in imported.deck.entries) else find_other_game(imported.text, game)
    if other:
        said = f"this is a {GAMES[other]} deck, and the event is for {GAMES[game]}"
        raise InputError(said, place="deck", code="other-game")
    return imported


def judge_text(question: EventQuestion, text: str, file_name: str = "") -> JudgedText:
    """Read a list in any layout and judge it. Raises InputError for what is no list, or a list of another game."""
    imported = read_text(question, text, file_name)
    verdict = check_everywhere(imported.deck, [question.fmt], question.day)[0]
    VERDICTS.labels("list", "computed").inc()
    return JudgedText(imported.deck, imported.text, verdict, question)


def get_facts_state(game: str) -> str:
    """What a verdict rests on beside the list: the facts of its game and the code."""
    return f"{cards.get_data_version(game)[:31]} {get_code_version()[:31]}"
