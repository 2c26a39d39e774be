"""The smallest repair of a list, for the pages, the API and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from engine import Card, Catalog, Citation, Deck, DeckEntry, Finding, Format, InputError, Verdict, check_deck, decklists
from engine.decklists.sections import section_title
from engine.model.games import game_of
from engine.repair import ProofStep, Repair, RepairChange, apply_changes, apply_picks, repair
from vsdb.catalog.cards import selectors
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check import services
from vsdb.check.verdict_page import check_query
from vsdb.core.limits.computing import bounds_computing

MAX_LINES = 250
MAX_CARDS = 400
#: Decks that a search judges for the smallest repair, half as many more for any: a request costs a second or two at
#: most. The recorded cases need no more than 362.
MAX_TRIED = 1_000
MAX_JUDGED = 60_000  #: lines of all of them, so that a long list takes no longer than a deck
_PICK = "pick-"


@dataclass(frozen=True, slots=True)
class RepairedList:
    """A list with its smallest repair; `changes` are those of the repair with the cards that somebody has picked.

    `deck` is the list with them made and `verdict` its verdict, both None where no repair was found.
    """

    given: Deck
    fmt: Format
    as_of: date
    repair: Repair
    changes: tuple[RepairChange, ...]
    deck: Deck | None
    verdict: Verdict | None

    @property
    def text(self) -> str:
        """The repaired list as text, with what the list said about itself."""
        return decklists.write_deck(self.deck) if self.deck else ""

    @property
    def remedy(self) -> Citation | None:
        """The rule that asks for an illegal list to be corrected so; None where none does, or nothing changes."""
        return game_of(self.given.game).repairs.remedy(self.fmt, self.as_of) if self.changes else None

    @property
    def works(self) -> bool:
        """Whether the changes make the deck as legal as any change of cards can, also with what was picked."""
        found = self.repair.verdict
        return bool(self.verdict and found and self.verdict.outcome == found.outcome)


def repair_list(
    deck: services.SentDeck,
    *,
    game: str | None = None,
    fmt: str = "",
    on: date | None = None,
    picks: Mapping[int, str] | None = None,
) -> RepairedList:
    """The smallest repair of a list in a format on a day, each as `services.check` takes it.

    `picks` are the slugs of cards that come instead of those proposed, by the number of the change from 0. Costs what
    a check does, and a second or two of search. Raises InputError and NotFound, also for a list longer than any deck.
    """
    checked = services.check(deck, game=game, formats=[fmt] if fmt else (), dates=[on] if on else ())[0]
    refuse_too_long(checked.deck)
    return find_list_repair(checked.deck, checked.fmt, checked.verdict.as_of, picks or {})


def find_list_repair(deck: Deck, fmt: Format, as_of: date, picks: Mapping[int, str]) -> RepairedList:
    """The smallest repair of a deck that was read for that day. Raises InputError for a card that isn't offered."""
    catalog = selectors.get_reference(deck.game).on(as_of).catalog
    found = _repair(deck.entries, deck.game, fmt, as_of, catalog)
    cards = {}
    for number, slug in picks.items():
        if slug not in catalog.by_slug:
            raise InputError(f"no card {slug[:80]!r}", place=f"{_PICK}{number}")
        cards[number] = catalog.by_slug[slug]
    changes = apply_picks(found, cards)
    if found.deck is None:
        return RepairedList(deck, fmt, as_of, found, (), None, None)
    value = apply_changes(deck, changes, catalog)
    return RepairedList(deck, fmt, as_of, found, changes, value, check_deck(value, fmt, as_of))


@lru_cache(maxsize=16)
@bounds_computing
def _repair(entries: tuple[DeckEntry, ...], game: str, fmt: Format, as_of: date, catalog: Catalog) -> Repair:
    """The repair, kept for whoever picks among its choices; it is the same for the same list and facts for ever."""
    budget = min(MAX_TRIED, MAX_JUDGED // max(1, len(entries)))
    return repair(Deck(game, entries), fmt, as_of, catalog, budget=budget)


def parse_picks(words: Mapping[str, Any]) -> dict[int, str]:
    """The cards that a form picks, by the number of the change: `pick-0` and so on; an empty one picks nothing."""
    found: dict[int, str] = {}
    for name, value in words.items():
        number = name.removeprefix(_PICK)
        if number != name and number.isascii() and number.isdigit() and len(number) < 4 and value:
            found[int(number)] = str(value)
    return found


def describe_gone(change: RepairChange) -> str:
    """What goes, as a person knows it: the card's title, or the line as it was written."""
    if change.gone is None:
        return ""
    return change.gone.card.title if change.gone.card else change.gone.written.strip() or change.gone.name


def describe_section(change: RepairChange) -> str:
    """The section that something comes into, or goes out of."""
    return section_title(change.into or (change.gone.section if change.gone else ""))


def refuse_too_long(deck: Deck) -> None:
    """Raise InputError for a list longer than any deck: the search would take too long."""
    cards = sum(deck.sizes.values())
    for what, count, most in (("lines", len(deck.entries), MAX_LINES), ("cards", cards, MAX_CARDS)):
        if count > most:
            said = f"{count:,} {what}; the limit for a repair is {most}"
            raise InputError(said, place="deck", code="too-long")


def summarize_repair(found: RepairedList) -> str:
    """What the repair comes to, in a sentence or two."""
    it = found.repair
    size, s = _changes(it.size), "s" if it.size == 1 else ""
    if not it.is_found:
        return f"No repair found in {it.verdicts:,} tries. It takes at least {_changes(it.at_least)}."
    if not it.size:
        return "No changes needed." if not it.left else "No card change helps."
    what = f"settle{s} all that cards can settle" if it.left else f"make{s} this deck legal"
    if it.is_smallest:
        return f"{size} {what}. Fewer aren’t enough."
    return (
        f"{size} {what}. At least {it.at_least} are needed. "
        f"After {it.verdicts:,} tries, it is unknown whether fewer than {it.size} are enough."
    )


def _changes(count: int) -> str:
    return f"{count:,} change{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change: how many copies, what goes, what comes, and what may be picked instead, the first choice first."""

    number: int
    count: int
    gone: str
    gone_card: Card | None
    comes: Card | None
    section: str
    choices: tuple[Card, ...]

    @property
    def field(self) -> str:
        """The name of its field in the form."""
        return f"pick-{self.number}"


@dataclass(frozen=True, slots=True)
class RepairPage:
    """Everything that the page of a repair shows; `sections` says whether a deck has several."""

    found: RepairedList
    summary: str
    rows: tuple[ChangeRow, ...]
    proof: tuple[ProofStep, ...]
    left: tuple[Finding, ...]
    headings: Mapping[Citation, str]
    text: str
    link: str

    @property
    def verdict(self) -> Verdict:
        """The verdict of the list as it was."""
        return self.found.repair.before

    @property
    def has_choices(self) -> bool:
        """Whether anything may be picked."""
        return any(row.choices for row in self.rows)


def repair_page(found: RepairedList) -> RepairPage:
    """The page of a repair; one query."""
    it = found.repair
    rows = []
    for number, change in enumerate(found.changes):
        first, card = it.changes[number], change.gone.card if change.gone else None
        choices = (first.comes, *first.choices) if first.comes and first.choices else ()
        section = describe_section(change)
        rows.append(ChangeRow(number, change.count, describe_gone(change), card, change.comes, section, choices))
    cited = (found.remedy, *(each.citation for each in it.proof), *(each.citation for each in it.left))
    headings = map_headings([citation for citation in cited if citation])
    text, summary = found.text, summarize_repair(found)
    link = check_query(it.before.game, found.fmt.slug, found.as_of, text) if text else ""
    return RepairPage(found, summary, tuple(rows), it.proof, it.left, headings, text, link)
