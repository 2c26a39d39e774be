"""The form of a proposal with what was typed, its choices, and blank rows for more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.what_if import ERRATUM_FACTS, MOST_CHANGES
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import choices, find_game
from vsdb.what_if.questions import first_word

Words = Mapping[str, Sequence[str]]
_CARDS = (
    ("ban", "Ban", "A name, full title or printing, as in MOR-053."),
    ("lift", "Lift the ban of", "A card that is banned."),
)
_SETS = (("out", "Leaves"), ("in", "Comes in"))


def form_of(words: Words, *, problem: str = "", place: str = "") -> dict[str, Any]:
    """Everything that the form shows of these words of an address. Choices have their value, name and whether they are
    chosen; `problem` is what can't be read, `place` the field that it is about.

    Costs the query of a reference in memory, and one for formats.
    """
    game = _game(first_word(words, "game"))
    reference = selectors.reference(game)
    chosen, all_in = {word.strip() for word in words.get("format", ())}, first_word(words, "all-in")
    known = choices(reference)
    brands = sorted({brand for fmt in reference.formats.values() for brand in fmt.pool.per_brand})
    kept = dict(word.rpartition(":")[::2] for word in words.get("brand", ()))
    shown: dict[str, Any] = {
        "since": first_word(words, "from"),
        "first": first_word(words, "first"),
        "lists": first_word(words, "lists"),
        "sets": [(name, label, _values(words, name)) for name, label in _SETS],
        "brands": [(brand, first_word(words, f"kept-{brand}") or kept.get(brand, "")) for brand in brands],
        "moved": [*_moved(words), ("", "")],
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
    return [*[word.strip() for word in words.get(name, ()) if word.strip()][:MOST_CHANGES], ""]


def _moved(words: Words) -> list[tuple[str, str]]:
    typed = [(code, to) for code, to in zip(words.get("moved", ()), words.get("moved-to", ()), strict=False) if code]
    said = [word.rpartition(":") for word in words.get("legal", ())]
    return [*typed, *((code, to) for code, _, to in said)][:MOST_CHANGES]


def _errata(words: Words) -> list[tuple[str, str, str]]:
    """The card, fact and value of each erratum, as they were typed apart or stand in one word."""
    apart = (words.get(name, ()) for name in ("fix", "fact", "value"))
    found = [row for row in zip(*apart, strict=False) if row[0].strip()]
    for word in words.get("erratum", ())[:MOST_CHANGES]:
        named, _, value = word.partition("=")
        card, _, fact = named.rpartition(":")
        found.append((card, fact, value))
    return found
