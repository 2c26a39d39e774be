"""The page of what if: the form of a proposal with what was typed and blank rows for more; an answer laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse

from engine.model.cards import GAMES, Card
from engine.model.errors import NotFound
from engine.model.verdicts import Citation
from engine.what_if import ERRATUM_FACTS, MAX_CHANGES, Proposal
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_game, list_format_choices
from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.words import format_day, quantity
from vsdb.what_if.questions import first_word
from vsdb.what_if.services import WhatIfAnswer
from vsdb.what_if.trials import list_sample_effects

CARDS_A_PAGE = 60
Words = Mapping[str, Sequence[str]]
_CARDS = (
    ("ban", "Ban", "A name, full title or printing, as in MOR-053."),
    ("lift", "Lift the ban of", "A card that is banned."),
)
_SETS = (("out", "Leaves"), ("in", "Comes in"))


def build_form(words: Words, *, problem: str = "", place: str = "") -> dict[str, Any]:
    """Everything that the form shows of these words of an address. Choices have their value, name and whether they are
    chosen; `problem` is what can't be read, `place` the field that it is about.

    Costs the query of a reference in memory, and one for formats.
    """
    game = _game(first_word(words, "game"))
    reference = selectors.get_reference(game)
    chosen, all_in = {word.strip() for word in words.get("format", ())}, first_word(words, "all-in")
    known = list_format_choices(reference)
    brands = sorted({brand for fmt in reference.formats.values() for brand in fmt.pool.per_brand})
    kept = dict(word.rpartition(":")[::2] for word in words.get("brand", ()))
    shown: dict[str, Any] = {
        "since": first_word(words, "from"),
        "first": first_word(words, "first"),
        "lists": first_word(words, "lists"),
        "sets": [(name, label, _values(words, name)) for name, label in _SETS],
        "brands": [(brand, first_word(words, f"kept-{brand}") or kept.get(brand, "")) for brand in brands],
        "moved": [*_read_moved_sets(words), ("", "")],
        "errata": [*_errata(words), ("", "", "")],
    }
    folded = (
        *(shown[name] for name in ("since", "first", "lists")),
        *(value for *_, values in shown["sets"] for value in values),
        *(count for _, count in shown["brands"]),
        *(row[0] for name in ("moved", "errata") for row in shown[name]),
    )
    return {
        **shown,
        "has_more": any(folded),  # filled in where it stands folded away
        "game": game,
        "games": [(slug, name, slug == game) for slug, name in GAMES.items()],
        "formats": [(each.slug, each.name, each.slug in chosen) for each in known],
        "everywhere": [(each.slug, each.name, each.slug == all_in) for each in known],
        "on": first_word(words, "on"),
        "cards": [(name, label, said, _values(words, name)) for name, label, said in _CARDS],
        "has_years": any(fmt.pool.kind == "yearly" for fmt in reference.formats.values()),
        "facts": [(name, name.replace("_", " ")) for name in ERRATUM_FACTS],
        "set_codes": [(each.code, each.name) for each in reference.sets.values()],
        "problem": problem,
        "place": place,
    }


def _game(word: str) -> str:
    try:
        return find_game(word)
    except NotFound:
        return next(iter(GAMES))


def _values(words: Words, name: str) -> list[str]:
    """The single inputs of a name: those that were filled, and a blank one."""
    return [*[word.strip() for word in words.get(name, ()) if word.strip()][:MAX_CHANGES], ""]


def _read_moved_sets(words: Words) -> list[tuple[str, str]]:
    typed = [(code, to) for code, to in zip(words.get("moved", ()), words.get("moved-to", ()), strict=False) if code]
    said = [word.rpartition(":") for word in words.get("legal", ())]
    return [*typed, *((code, to) for code, _, to in said)][:MAX_CHANGES]


def _errata(words: Words) -> list[tuple[str, str, str]]:
    """The card, fact and value of each erratum, as they were typed apart or stand in one word."""
    apart = (words.get(name, ()) for name in ("fix", "fact", "value"))
    found = [row for row in zip(*apart, strict=False) if row[0].strip()]
    for word in words.get("erratum", ())[:MAX_CHANGES]:
        named, _, value = word.partition("=")
        card, _, fact = named.rpartition(":")
        found.append((card, fact, value))
    return found


def build_page(answer: WhatIfAnswer, *, pool: str = "", number: str = "") -> dict[str, Any]:
    """Everything that the page shows of an answer, with a page of the cards that move in the pool of a format; one
    query for the headings of rules."""
    question, stored = answer.trial.question, answer.stored
    moved = [each for each in answer.pools if each.cards or each.sets]
    chosen = next((each for each in moved if each.fmt.slug == pool), moved[0] if moved else None)
    samples = list_sample_effects(answer.trial) if stored.is_first else []
    rules = [
        (code, Citation(document, rule) if document else None, count)
        for (code, document, rule), count in stored.so_far.rules.most_common()
    ]
    told = (finding for each in (*stored.listed, *answer.lists, *samples) for finding, _ in each.findings)
    cited = [*(cite for _, cite, _ in rules), *(finding.citation for finding in told)]
    address = f"{reverse('whatif:page')}?{question.query()}"
    return {
        "answer": answer,
        "in_format": answer.trial.before.formats[question.in_format].name if question.in_format else "",
        "sentences": describe_proposal(question.proposal, answer),
        "samples": samples,
        "pools": moved,
        "shown": chosen,
        "cards": Paginator(chosen.cards, CARDS_A_PAGE).get_page(number) if chosen else None,
        "headings": map_headings([each for each in cited if each]),
        "rules": rules,
        "address": address,
        "next_address": f"{address}&{urlencode({'so-far': stored.cursor})}" if stored.cursor else "",
    }


def describe_proposal(proposal: Proposal, answer: WhatIfAnswer) -> list[str]:
    """A proposal in plain words, a sentence for each kind of change."""
    trial = answer.trial
    formats = trial.before.formats
    where = ", ".join(formats[slug].name for slug in proposal.formats) or "every format"
    said = []
    for word in proposal.bans:
        said.append(f"{_title(trial.before.catalog.by_slug, word)} is banned in {where}")
    for word in proposal.lifts:
        said.append(f"the ban of {_title(trial.before.catalog.by_slug, word)} is lifted in {where}")
    for verb, codes in (("leaves", proposal.sets_out), ("comes into", proposal.sets_in)):
        said += [f"{code} {verb} {where}" for code in codes]
    for brand, count in proposal.per_brand:
        said.append(f"{where} keeps the last {quantity(count, 'expansion')} of {brand}")
    if proposal.first_rotation is not None:
        said.append(f"{where} rotates from {proposal.first_rotation} on")
    said += [f"{code} is legal from {format_day(first)} on" for code, first in proposal.set_days]
    for erratum in proposal.errata:
        facts = "; ".join(f"{name.replace('_', ' ')} {_value(value)}" for name, value in erratum.facts)
        said.append(f"{_title(trial.before.catalog.by_slug, erratum.card)} has {facts}")
    return [f"{each[:1].upper()}{each[1:]}" for each in said]


def _title(cards: Mapping[str, Card], word: str) -> str:
    return cards[word].title if word in cards else word


def _value(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
