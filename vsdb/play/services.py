"""Answers to questions of play."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from engine import InputError, NotFound
from engine.model.catalog import Catalog
from engine.play.facts import PlayInputError
from engine.play.judging import Answer, PlayQuestion, judge, read_question, rules_of
from engine.play.named_cards import fill_in_cards, find_cards, several_cards
from engine.play.paths import with_fact
from engine.play.rules import Action, PlayRules, Remark
from vsdb.catalog.cards.selectors import get_reference, pin_data_versions


class UnreadableQuestion(InputError):
    """A question of play can't be read: the path, why, and the nearest words."""

    def __init__(self, error: PlayInputError) -> None:
        super().__init__(error.message, place=error.path)
        self.near = error.near

    def as_dict(self) -> dict[str, Any]:
        """The error as the API and the command line give it."""
        return {"path": self.place, "message": self.message, "near": list(self.near)}


def explain_error(error: InputError | PlayInputError, *, with_place: bool = False) -> str:
    """An error in sentences, with the nearest words, and with its place where nothing else shows that."""
    near = getattr(error, "near", ())
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    said = (str(error) if with_place else error.message).rstrip(".?")
    return f"{said[:1].upper()}{said[1:]}.{meant}"


class FilledQuestion(NamedTuple):
    """A question with the recorded facts of its cards, and what it says otherwise than they do."""

    question: PlayQuestion
    remarks: tuple[Remark, ...]
    document: Mapping[str, Any]  #: with the recorded facts

    def answer(self) -> Answer:
        """Judge it; what differs from the records is remarked."""
        answer = judge(self.question)
        return dataclasses.replace(answer, remarks=(*answer.remarks, *self.remarks)) if self.remarks else answer


def answer_question(document: Any) -> Answer:
    """Answer `{"position": …, "action": …}` by the rules of its day, today's where it names none.

    One query where it names a card, none otherwise. Raises UnreadableQuestion.
    """
    try:
        return read_filled(document).answer()
    except PlayInputError as exc:
        raise UnreadableQuestion(exc) from exc


def answer_questions(documents: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    """Each question's answer as JSON, or `{"error": …}`; one query in all."""
    with pin_data_versions():
        for document in documents:
            try:
                yield answer_question(document).as_dict()
            except UnreadableQuestion as exc:
                yield {"error": exc.as_dict()}


def read_filled(document: Any) -> FilledQuestion:
    """Read a question with the recorded facts of the cards that it names. Raises PlayInputError."""
    today = timezone.localdate()
    # Read first as it is said: what is wrong in it is told before anything is looked up.
    said = read_question(document, today=today)
    rules = rules_of(document["position"]["game"])
    filled = fill_in_cards(document, rules, lambda: _find_catalog(rules.game, said))
    question = read_question(filled.document, today=today) if filled.changed else said
    return FilledQuestion(question, filled.remarks, filled.document)


def name_thing(document: Mapping[str, Any], rules: PlayRules, action: Action, thing: str, text: str) -> dict[str, Any]:
    """The question with a thing named: as the card of a slug or of a name, else only so called.

    One query. Raises PlayInputError for a name that several cards have.
    """
    name = f"{thing}.name"
    catalog = _find_catalog(rules.game, read_question(document, today=timezone.localdate()))
    cards = find_cards(text, catalog) if catalog else ()
    if len(cards) > 1:
        raise several_cards(name, text, cards)
    if not cards:
        return with_fact(document, rules, action, name, text)
    named = with_fact(document, rules, action, f"{thing}.slug", cards[0].slug)
    return with_fact(named, rules, action, name, cards[0].name)


def _find_catalog(game: str, said: PlayQuestion) -> Catalog | None:
    """The game's cards as they read on the question's day; None where no facts of the game are loaded."""
    try:
        return get_reference(game).on(said.as_of).catalog
    except NotFound:
        return None
