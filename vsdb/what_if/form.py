"""The form of a proposal with what was typed, its choices, and blank rows for more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.what_if import ERRATUM_FACTS, MOST_CHANGES
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import choices, find_game

Words = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose, and whether it is chosen."""

    value: str
    name: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A list of single inputs of one name: those that were filled, and a blank one."""

    name: str
    label: str
    help: str
    values: tuple[str, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An erratum as it was typed."""

    card: str
    fact: str
    value: str


@dataclass(frozen=True, slots=True)
class ProposalForm:
    """Everything that the form shows; `problem` is what can't be read, `place` the field that it is about."""

    game: str
    games: tuple[Option, ...]
    formats: tuple[Option, ...]
    everywhere: tuple[Option, ...]
    since: str
    on: str
    cards: tuple[Field, ...]
    sets: tuple[Field, ...]
    brands: tuple[tuple[str, str], ...]
    first: str
    has_years: bool
    moved: tuple[tuple[str, str], ...]
    facts: tuple[Option, ...]
    errata: tuple[Row, ...]
    lists: str
    set_codes: tuple[Option, ...]
    problem: str = ""
    place: str = ""

    @property
    def has_more(self) -> bool:
        """Whether anything is filled in that stands folded away."""
        return bool(self.since or self.first or self.lists) or any(
            (
                any(value for field in self.sets for value in field.values),
                any(count for _, count in self.brands),
                any(code for code, _ in self.moved),
                any(row.card for row in self.errata),
            )
        )


def form_of(words: Words, *, problem: str = "", place: str = "") -> ProposalForm:
    """The form with these words of an address. Costs the query of a reference in memory, and one for formats."""
    game = _game(_first(words, "game"))
    reference = selectors.reference(game)
    chosen = {word.strip() for word in words.get("format", ())}
    all_in = _first(words, "all-in")
    known = choices(reference)
    brands = sorted({brand for fmt in reference.formats.values() for brand in fmt.pool.per_brand})
    kept = dict(word.rpartition(":")[::2] for word in words.get("brand", ()))
    fixed = {name: tuple(words.get(name, ())) for name in ("fix", "fact", "value")}
    return ProposalForm(
        game=game,
        games=tuple(Option(slug, name, slug == game) for slug, name in GAMES.items()),
        formats=tuple(Option(each.slug, each.name, each.slug in chosen) for each in known),
        everywhere=tuple(Option(each.slug, each.name, each.slug == all_in) for each in known),
        since=_first(words, "from"),
        on=_first(words, "on"),
        cards=(
            _field(words, "ban", "Ban", "A name, full title or printing, as in MOR-053."),
            _field(words, "lift", "Lift the ban of", "A card that is banned."),
        ),
        sets=(_field(words, "out", "Leaves", "A set's code."), _field(words, "in", "Comes in", "A set's code.")),
        brands=tuple((brand, _first(words, f"kept-{brand}") or kept.get(brand, "")) for brand in brands),
        first=_first(words, "first"),
        has_years=any(fmt.pool.kind == "yearly" for fmt in reference.formats.values()),
        moved=(*_moved(words), ("", "")),
        facts=tuple(Option(name, name.replace("_", " ")) for name in ERRATUM_FACTS),
        errata=(
            *(Row(*row) for row in zip(fixed["fix"], fixed["fact"], fixed["value"], strict=False) if row[0].strip()),
            *_errata(words),
            Row("", "", ""),
        ),
        lists=_first(words, "lists"),
        set_codes=tuple(Option(each.code, each.name) for each in reference.sets.values()),
        problem=problem,
        place=place,
    )


def _game(word: str) -> str:
    try:
        return find_game(word)
    except NotFound:
        return next(iter(GAMES))


def _first(words: Words, name: str) -> str:
    return next((word.strip() for word in words.get(name, ()) if word.strip()), "")


def _field(words: Words, name: str, label: str, help_text: str) -> Field:
    filled = tuple(word.strip() for word in words.get(name, ()) if word.strip())[:MOST_CHANGES]
    return Field(name, label, help_text, (*filled, ""))


def _moved(words: Words) -> list[tuple[str, str]]:
    typed = [(code, to) for code, to in zip(words.get("moved", ()), words.get("moved-to", ()), strict=False) if code]
    said = [word.rpartition(":") for word in words.get("legal", ())]
    return [*typed, *((code, to) for code, _, to in said)][:MOST_CHANGES]


def _errata(words: Words) -> list[Row]:
    found = []
    for word in words.get("erratum", ())[:MOST_CHANGES]:
        named, _, value = word.partition("=")
        card, _, fact = named.rpartition(":")
        found.append(Row(card, fact, value))
    return found
