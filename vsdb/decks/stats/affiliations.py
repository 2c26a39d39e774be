"""Who of a deck's characters goes together, drawn as lanes: a row a character, a lane an affiliation. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from engine.model.cards import Card, disambiguate_titles
from engine.model.decks import Deck
from engine.model.games import game_of
from engine.model.verdicts import Citation
from engine.stats import Affiliations, Share, find_shared_affiliations
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.core.words import shorten, with_article

WIDTH = 340  #: units of the picture; about a pixel each on a phone
_ROW, _HEAD, _FOOT = 22, 24, 4
_LANE, _LANES = 30, 162  #: the width of a lane, and of all of them at most
_LETTER = 6.4  #: the mean width of a letter
_MAX_LANES = 12
_MAX_UNRECORDED = 6  #: rows that only say that nothing is recorded
_FEW = 4  #: names that are told one by one


@dataclass(frozen=True, slots=True)
class AffiliationLane:
    """An affiliation that several share: its letter, and where its line runs from the first to the last of them."""

    letter: str
    name: str
    address: str
    characters: int
    names: int  #: different ones; two of one name are seldom in play together
    copies: int
    x: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class AffiliationRow:
    """A character's row: where its name stands, and its dots on the lanes. `mark` says why there is none."""

    label: str
    y: float
    dots: tuple[float, ...]
    mark: str = ""

    @property
    def text_y(self) -> float:
        """The foot of its letters."""
        return self.y + 4.5

    @property
    def stripe(self) -> float:
        """The upper edge of its stripe."""
        return self.y - _ROW / 2


@dataclass(frozen=True, slots=True)
class AffiliationMember:
    """A character with what the table says of it; `teams` is None where no affiliation is recorded."""

    card: Card
    title: str
    copies: int
    teams: tuple[str, ...] | None
    partners: str
    perhaps: str


@dataclass(frozen=True, slots=True)
class AffiliationPicture:
    """Who goes together: the lanes, the table, and those that stand apart or of whom nothing is known."""

    what: str  #: affiliation or team
    lanes: tuple[AffiliationLane, ...]
    rows: tuple[AffiliationRow, ...]
    members: tuple[AffiliationMember, ...]
    apart: tuple[Card, ...]
    unrecorded: tuple[Card, ...]
    narrower: tuple[Share, ...]  #: shared affiliations that the picture has no room for
    marks_x: float  #: where it is said why a row has no dot
    citations: tuple[Citation, ...]
    can_reinforce: bool

    @property
    def knows_none(self) -> bool:
        """Whether nobody's affiliation is recorded."""
        return len(self.unrecorded) == len(self.members)

    @property
    def width(self) -> int:
        """The picture's width."""
        return WIDTH

    @property
    def height(self) -> int:
        """The picture's height."""
        return _HEAD + _ROW * len(self.rows) + _FOOT

    @property
    def one_of_them(self) -> str:
        """What they share: an affiliation, or a team."""
        return with_article(self.what)

    @property
    def words(self) -> str:
        """The picture in words."""
        said = [f"{lane.name}: {lane.characters} characters" for lane in self.lanes]
        said += [f"apart: {len(self.apart)}"] if self.apart else []
        said += [f"not recorded: {len(self.unrecorded)}"] if self.unrecorded else []
        return f"Who shares {self.one_of_them}. {'; '.join(said)}"


def draw_affiliations(deck: Deck) -> AffiliationPicture | None:
    """The picture of a deck; `None` where it has no characters that could have an affiliation."""
    found = find_shared_affiliations(deck)
    if not found.members:
        return None
    game = game_of(deck.game)
    rules = (game.stats.team_attack_by, game.stats.reinforcement_by)
    shared = [band for band in found.bands if _is_shared(found, band)]
    drawn, narrower = shared[:_MAX_LANES], shared[_MAX_LANES:]
    order = _in_order(found, drawn)
    shown = (
        order if len(found.unrecorded.cards) <= _MAX_UNRECORDED else [c for c in order if found.names[c] is not None]
    )
    laid = {card for band in drawn for card, _ in band.cards}
    marked = not laid.issuperset(shown)
    left = WIDTH - (_LANES if marked else min(_LANES, _LANE * len(drawn)))
    lanes = tuple(_lanes(deck.game, drawn, order, left))
    return AffiliationPicture(
        game.site.words.team,
        lanes,
        tuple(_rows(found, drawn, lanes, shown, left)),
        tuple(_members(found, order)),
        found.apart,
        tuple(card for card, _ in found.unrecorded.cards),
        tuple(narrower),
        left,
        tuple(filter(None, rules)),
        game.stats.reinforcement_by is not None,
    )


def _is_shared(found: Affiliations, band: Share) -> bool:
    """Whether any two of those with an affiliation can stand on one side."""
    cards = {card for card, _ in band.cards}
    return any(not cards.isdisjoint(found.partners[card]) for card in cards)


def _in_order(found: Affiliations, drawn: Sequence[Share]) -> list[Card]:
    """The characters lane by lane, those with none last and the unrecorded after them."""
    places: dict[Card, list[int]] = {card: [] for card, _ in found.members}
    for place, band in enumerate(drawn):
        for card, _ in band.cards:
            places[card].append(place)
    return sorted(places, key=lambda card: (found.names[card] is None, not places[card], places[card]))


def _lanes(game: str, drawn: Sequence[Share], order: Sequence[Card], left: float) -> Iterable[AffiliationLane]:
    step = min(_LANE, _LANES / max(len(drawn), 1))
    for place, band in enumerate(drawn):
        at = [_middle(order.index(card)) for card, _ in band.cards]
        yield AffiliationLane(
            ascii_uppercase[place],
            band.name,
            list_address(game, write_term("team", band.name)),
            len(band.cards),
            len({card.name for card, _ in band.cards}),
            band.copies,
            round(left + step * (place + 0.5), 1),
            min(at),
            max(at),
        )


def _middle(place: int) -> float:
    return _HEAD + _ROW * place + _ROW / 2


def _rows(
    found: Affiliations, drawn: Sequence[Share], lanes: Sequence[AffiliationLane], order: Sequence[Card], left: float
) -> Iterable[AffiliationRow]:
    for place, (card, title) in enumerate(zip(order, disambiguate_titles(order), strict=True)):
        dots = tuple(lane.x for lane, band in zip(lanes, drawn, strict=True) if card in dict(band.cards))
        yield AffiliationRow(
            shorten(title, int(left / _LETTER)), _middle(place), dots, "" if dots else _mark(found, card)
        )


def _mark(found: Affiliations, card: Card) -> str:
    teams = found.names[card]
    if teams is None:
        return "? not recorded"
    said = " / ".join(teams) or "none"
    return f"{said}, alone" if teams and card in found.apart else said


def _members(found: Affiliations, order: Sequence[Card]) -> Iterable[AffiliationMember]:
    copies = dict(found.members)
    titles = dict(zip(order, disambiguate_titles(order), strict=True))
    for card in order:
        yield AffiliationMember(
            card,
            titles[card],
            copies[card],
            found.names[card],
            _describe_partners(found.partners[card], card, titles),
            _describe_partners(found.perhaps[card], card, titles),
        )


def _describe_partners(others: Iterable[Card], card: Card, titles: Mapping[Card, str]) -> str:
    """Some of the other characters in words, by whichever list is shorter: everyone but two of them."""
    among = frozenset(others)
    named = [title for other, title in titles.items() if other in among and other is not card]
    rest = [title for other, title in titles.items() if other not in among and other is not card]
    itself = ["copies of itself"] if card in among else []
    if len(rest) <= _FEW < len(named):
        return "; ".join(["everyone but " + "; ".join(rest) if rest else "everyone", *itself])
    return "; ".join([*named, *itself])
