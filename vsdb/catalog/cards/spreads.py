"""How some cards are spread: their cost curve, and how many there are of each type, team, rarity and keyword."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from engine.model.cards import COSTLESS, Card
from engine.model.games import game_of
from vsdb.catalog.cards.queries import list_address, term
from vsdb.core.charts import Chart, Count, curve, split

_UNRECORDED = "not recorded"


def cost_curve(cards: Sequence[Card], game: str, *terms: str) -> Chart:
    """How many cards there are of each cost; the others, without one or with one unrecorded, are in its note.

    `terms` is the query that finds the cards, so that every bar can lead to its own.
    """
    of = game_of(game).site.cost_curve
    counted = (card for card in cards if not of.types or card.type in (None, *of.types))
    figures = Counter(getattr(card, of.fact) for card in counted)
    numbers = [figure for figure in figures if isinstance(figure, int)]
    most = max(numbers, default=-1)
    bars = [Count(str(n), figures[n], _address(game, terms, term(of.query, n, "="))) for n in range(most + 1)]
    others = ((figures[COSTLESS], "without a cost"), (figures[None], "with a cost that isn't recorded, or with none"))
    note = ", ".join(f"{count} {said}" for count, said in others if count)
    return curve("cost", f"{of.title} curve", of.title, bars, note=note)


def by_type(cards: Iterable[Card], game: str, *terms: str) -> Chart:
    """How many cards there are of each type."""
    return _split("type", "By type", "Type", Counter(card.type for card in cards), _leading_to(game, terms, "t"))


def by_rarity(rarities: Iterable[str | None], game: str, *terms: str) -> Chart:
    """How many printings there are of each rarity; nothing where none is recorded."""
    counts = Counter(each or None for each in rarities)
    lead = _leading_to(game, terms, "r")
    return _split("rarity", "By rarity", "Rarity", counts if set(counts) != {None} else Counter(), lead, of="printings")


def by_team(cards: Iterable[Card], game: str, *terms: str) -> Chart:
    """How many cards there are of each team, affiliation or domain; a card of two counts for both."""
    site = game_of(game).site
    what, face = site.words.groups, site.face
    counts = Counter(name for card in cards for name in getattr(card, face.groups) or ())
    return _split("team", f"By {what.lower()}", what, counts, _leading_to(game, terms, face.groups_field))


def by_keyword(cards: Iterable[Card], game: str, *terms: str) -> Chart:
    """How many cards are recorded with each keyword."""
    counts = Counter(name for card in cards for name in sorted(card.keyword_names))
    return _split("keyword", "By keyword", "Keyword", counts, _leading_to(game, terms, "kw"))


def _split(
    slug: str,
    title: str,
    what: str,
    counts: Counter[str] | Counter[str | None],
    address: Callable[[str], str],
    *,
    of: str = "cards",
) -> Chart:
    found = sorted(counts.items(), key=lambda each: (-each[1], each[0] or ""))
    bars = [Count(name or _UNRECORDED, count, address(name) if name else "") for name, count in found]
    return split(slug, title, what, bars, of=of)


def _leading_to(game: str, terms: Sequence[str], field: str) -> Callable[[str], str]:
    return lambda name: _address(game, terms, term(field, name))


def _address(game: str, terms: Sequence[str], narrower: str) -> str:
    return list_address(game, *terms, narrower)
