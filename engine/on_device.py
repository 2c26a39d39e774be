"""Checks of lists where there is nothing but the engine: facts and questions come in as JSON, verdicts go out as JSON.

A browser runs this (docs/offline.md). A question has `text` and `today`, and may have `game`, `format` and `day`; what
it leaves out comes from the list's own lines, then from its cards, as on the site. Formats by organizers aren't here.
With `changes` it is about a stored deck, and all but `day` is said: `text` is the list as the site stores it, `changes`
what was done to it on the device since.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from engine import decklists
from engine.decklists.adding import add_copies
from engine.decklists.addresses import refuse_address
from engine.decklists.changing import set_copies
from engine.decklists.encoding import split_lines
from engine.decklists.games import find_game_of_lines, is_about_card
from engine.formats.names import find_game, list_main_formats, list_official_formats
from engine.model.cards import GAMES
from engine.model.catalog import Catalog
from engine.model.days import parse_day
from engine.model.decks import Deck
from engine.model.errors import InputError, NotFound
from engine.model.formats import Format
from engine.model.reference import Reference, build_reference
from engine.model.serialization import dump_json
from engine.model.verdicts import Verdict
from engine.rules.advice import advise, describe_figures
from engine.rules.validation import check_everywhere

Question = Mapping[str, Any]
Change = Mapping[str, Any]


class ListChecker:
    """The references of games, and the verdicts on lists by them."""

    def __init__(self) -> None:
        self.references: dict[str, Reference] = {}

    def load_facts(self, dump: str) -> None:
        """Take in the facts of a game, as `manage.py dump_reference` writes them."""
        rows = json.loads(dump)
        self.references[rows["game"]] = build_reference(**rows)

    def answer(self, question: str) -> str:
        """The verdict on a list as an object with `verdict`, the text that the site gives of it, and words about it;
        `problem` where the list can't be checked."""
        asked: Question = json.loads(question)
        try:
            deck, fmt, verdict = self._check_stored(asked) if "changes" in asked else self._check(asked)
        except (InputError, NotFound) as error:
            return dump_json({"problem": error.message})
        return dump_json({"verdict": dump_json(verdict.as_dict()), **_describe(deck, fmt, verdict)})

    def _check(self, asked: Question) -> tuple[Deck, Format, Verdict]:
        text = asked["text"]
        refuse_address(text, "deck")
        said = decklists.read_metadata(text)
        given = asked.get("day") or said.get("as-of")
        day = parse_day(given or asked["today"], place="as-of")
        reference, fmt = self._choose(text, asked.get("game") or said.get("game", ""), _name_format(asked, said), day)
        deck = decklists.read_deck(text, reference.on(day).catalog, day)
        return deck, fmt, check_everywhere(deck, [fmt], day)[0]

    def _check_stored(self, asked: Question) -> tuple[Deck, Format, Verdict]:
        day = parse_day(asked.get("day") or asked["today"], place="as-of")
        reference = self._find_reference(asked["game"])
        formats = list_official_formats(reference, asked["format"])
        if not formats:
            raise _no_such_format_error(asked["format"])
        deck = _read_changed(asked["text"], asked["changes"], reference.on(day).catalog, day)
        return deck, formats[0], check_everywhere(deck, formats[:1], day)[0]

    def _choose(self, text: str, game: str, name: str, day: date) -> tuple[Reference, Format]:
        """The game and the format of a list: those that are named, else the game of its cards and its first main
        format. Raises InputError and NotFound."""
        lines = split_lines(text)
        if not any(map(is_about_card, lines)):
            raise InputError("the list has no cards; write one per line", place="deck", code="deck-missing")
        if game:
            among = [self._find_reference(find_game(game))]
        elif name:
            among = [each for each in self.references.values() if list_official_formats(each, name)]
        else:
            among = [self._find_reference(find_game_of_lines(lines, [*self.references.values()], day))]
        if len(among) > 1:
            raise InputError(f"several games have {name[:80]}; choose one game", place="game", code="game-missing")
        for reference in among:
            formats = list_official_formats(reference, name) if name else list_main_formats(reference, day)
            if formats:
                return reference, formats[0]
        if not name:
            raise NotFound(f"no main format of {GAMES[among[0].game]} had begun by {day}; choose a later day")
        raise _no_such_format_error(name)

    def _find_reference(self, game: str) -> Reference:
        if game not in self.references:
            raise NotFound(f"no cards of {GAMES[game]} are on this device")
        return self.references[game]


def _name_format(asked: Question, said: Mapping[str, str]) -> str:
    name: str = asked.get("format") or said.get("format", "")
    return name


def _no_such_format_error(name: str) -> NotFound:
    return NotFound(f"no format {name[:80]!r} is on this device")


def _read_changed(text: str, changes: Iterable[Change], catalog: Catalog, day: date) -> Deck:
    """A stored list as the site reads it once it has the changes: written anew, since findings name lines. Raises
    InputError and NotFound."""
    before = deck = decklists.read_deck(text, catalog, day)
    for change in changes:
        deck = _change_card(deck, change, catalog)
    if deck is before:
        return deck
    return decklists.read_deck(decklists.write_deck(replace(deck, title="", metadata={})), catalog, day)


def _change_card(deck: Deck, change: Change, catalog: Catalog) -> Deck:
    """A deck with so many copies of a card in a section, or with so many more where they belong."""
    card = catalog.by_slug.get(change["card"])
    if card is None:
        raise NotFound(f"no card {change['card'][:80]!r} in this game")
    if change["op"] == "set":
        return set_copies(deck, card, change["section"], change["count"], catalog)
    return add_copies(deck, card, change["count"], catalog)


def _describe(deck: Deck, fmt: Format, verdict: Verdict) -> dict[str, Any]:
    """What a page says beside a verdict: names, figures, the way out, and the titles of the cards in findings."""
    named = {card.slug: card.title for finding in verdict.findings for card in finding.cards}
    return {
        "title": deck.title,
        "format_name": fmt.name,
        "figures": describe_figures(verdict),
        "advice": advise(deck, verdict),
        "titles": named,
    }
