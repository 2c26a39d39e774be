"""A deck at a glance, as lists show it: whom it is led by, its teams, a small cost curve, and whether it is a draft.

What the list of cards says is stored with the deck when it is saved or read anew, so that no row of a list reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from engine.decklists.sections import section_title
from engine.model.cards import Card
from engine.model.decks import DECK
from engine.model.decks import Deck as DeckValue
from engine.model.formats import Format
from engine.model.games import game_of
from engine.repair.sizes import find_short_sections
from engine.stats import count_teams, tally_main_deck
from vsdb.catalog.cards.faces import find_band, name_card
from vsdb.core.words import quantity
from vsdb.decks.models import Deck

_MAX_LEADS = 2
_MAX_GROUPS = 3
_MAX_COLUMNS = 12  #: of a curve; the last one counts all dearer cards too
_HEIGHT, _STEP, _BAR = 20, 6, 5  #: of the curve's picture, in pixels
_MAX_TITLE = 120


@dataclass(frozen=True, slots=True)
class Lead:
    """A card that a deck is known by."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """A team, affiliation or domain of a deck; `look` is the class of its colour, empty where it has none.

    `copies` are the cards of it; None where the deck's lead says it.
    """

    name: str
    look: str
    copies: int | None = None


@dataclass(frozen=True, slots=True)
class SmallCurve:
    """How many copies there are of each cost: a picture of few bytes and the same in words."""

    title: str
    columns: tuple[tuple[str, int], ...]
    unrecorded: int = 0

    @property
    def width(self) -> int:
        """Of the picture, in pixels."""
        return _STEP * len(self.columns) - 1

    @property
    def height(self) -> int:
        """Of the picture, in pixels."""
        return _HEIGHT

    @property
    def path(self) -> str:
        """The bars, which a path draws one after the other; a bar of few copies is still seen."""
        highest = max((copies for _, copies in self.columns), default=0)
        bars = []
        for place, (_, copies) in enumerate(self.columns):
            if copies:
                tall = max(1, round(_HEIGHT * copies / highest))
                bars.append(f"M{place * _STEP} {_HEIGHT}v-{tall}h{_BAR}v{tall}z")
        return "".join(bars)

    @property
    def words(self) -> str:
        """The curve as it is read aloud."""
        said = [f"{copies} at {figure}" for figure, copies in self.columns if copies]
        said += [f"{self.unrecorded} not recorded"] if self.unrecorded else []
        return f"{self.title}: {', '.join(said)}"


@dataclass(frozen=True, slots=True)
class Glance:
    """What a row of a list shows of a deck's cards."""

    leads: tuple[Lead, ...] = ()
    groups: tuple[CardGroup, ...] = ()
    curve: SmallCurve | None = None


NOTHING = Glance()
_MIN_OF_TEAM = 20  #: copies before a deck is named after a team


def summarize(value: DeckValue) -> dict[str, Any]:
    """What is stored of a deck for its row: facts alone, as JSON gives them back."""
    stats, groups = game_of(value.game).stats, game_of(value.game).site.face.groups
    leads = list(dict.fromkeys(card for section in stats.leads for card, _ in value.read(section)))[:_MAX_LEADS]
    if leads:
        named = dict.fromkeys(name for card in leads for name in getattr(card, groups) or ())
        shares: list[list[Any]] = [[name, None] for name in named]
    else:
        shares = [[share.name, share.copies] for share in count_teams(value).shares]
    return {
        "leads": [[card.slug, name_card(card)[:_MAX_TITLE]] for card in leads],
        "groups": shares[:_MAX_GROUPS],
        **_count_costs(value),
        "sizes": {section: value.size(section) for section in value.sections},
    }


def list_most_copied(value: DeckValue) -> list[tuple[Card, int]]:
    """The cards of the main deck with their copies, most copies first, the dearest of as many before others."""

    def weight(each: tuple[Card, int]) -> tuple[int, int, str]:
        card, copies = each
        cost = next((figure for figure in (card.energy, card.cost, card.level) if isinstance(figure, int)), 0)
        return -copies, -cost, card.title

    return sorted(tally_main_deck(value), key=weight)


def list_known_cards(value: DeckValue) -> list[Card]:
    """The cards that a deck is known by: those that lead it, then those of the main deck with most copies."""
    leads = [card for section in game_of(value.game).stats.leads for card, _ in value.read(section)]
    return list(dict.fromkeys([*leads, *(card for card, _ in list_most_copied(value))]))


def suggest_title(value: DeckValue) -> str:
    """A title from a deck's legend or main character, else from its largest teams once it has 20 copies of one; empty
    where neither is there."""
    held = summarize(value)
    if held["leads"]:
        return str(held["leads"][0][1])
    shares = [(name, copies) for name, copies in held["groups"] if copies]
    if not shares or shares[0][1] < _MIN_OF_TEAM:
        return ""
    return " and ".join(name for name, copies in shares[:2] if copies * 2 >= shares[0][1])


def read_glance(deck: Deck) -> Glance:
    """What is stored of a deck, with the colours of its game; no query."""
    return build_glance(deck.game_id, deck.glance or {})


def build_glance(game: str, held: Mapping[str, Any]) -> Glance:
    """What is stored of a deck, or just read off its list, with the colours of its game."""
    leads = tuple(Lead(slug, title) for slug, title in held.get("leads", ()))
    groups = tuple(CardGroup(name, _look(game, name), count) for name, count in held.get("groups", ()))
    columns = tuple((str(figure), copies) for figure, copies in held.get("curve", ()))
    title = game_of(game).site.cost_curve.title
    return Glance(leads, groups, SmallCurve(title, columns, held.get("unrecorded", 0)) if columns else None)


def describe_draft(deck: Deck, fmt: Format | None, sizes: Mapping[str, int] | None = None) -> str:
    """What a draft still lacks, in words; empty for a deck that isn't a draft, and for one that wasn't read yet.

    A private deck is a draft while it names no format or a section has fewer cards than its format asks for. Who shares
    a deck asks for a verdict. `sizes` are the cards by section, where they are at hand; else those stored.
    """
    if deck.visibility != Deck.Visibility.PRIVATE:
        return ""
    if fmt is None:
        return f"no format, {quantity(deck.size, 'card')}"
    held: Mapping[str, int] | None = (deck.glance or {}).get("sizes") if sizes is None else sizes
    if held is None:
        return ""
    short = find_short_sections(held, fmt, deck.as_of or timezone.localdate())
    return ", ".join(_describe_short(section, *figures) for section, figures in short.items())


def _describe_short(section: str, held: int, least: int) -> str:
    if section == DECK:
        return f"{held} of {quantity(least, 'card')}"
    return f"{section_title(section)} {held} of {least}"


def _count_costs(value: DeckValue) -> dict[str, Any]:
    """The columns of the small curve, none left out between the lowest and the highest."""
    curve = game_of(value.game).site.cost_curve
    counts: dict[int | None, int] = {}
    for card, copies in tally_main_deck(value):
        cost = getattr(card, curve.fact)
        # A sign in the place of a number is in no column.
        if (not curve.types or card.type in curve.types) and not isinstance(cost, str):
            counts[cost] = counts.get(cost, 0) + copies
    unrecorded = counts.pop(None, 0)
    costs = [cost for cost in counts if cost is not None]
    if not costs:
        return {"curve": [], "unrecorded": unrecorded}
    first = min(costs)
    last = min(max(costs), first + _MAX_COLUMNS - 1)
    columns = [[str(cost), counts.get(cost, 0)] for cost in range(first, last + 1)]
    if dearer := sum(counts[cost] for cost in costs if cost > last):
        columns[-1] = [f"{last}+", counts[last] + dearer]
    return {"curve": columns, "unrecorded": unrecorded}


def _look(game: str, name: str) -> str:
    face = game_of(game).site.face
    if face.ink_by == face.groups and name in face.inks:
        return f"ink-{face.inks[name]}"
    band = find_band(game, name)
    return "" if band is None else f"band-{band}"
