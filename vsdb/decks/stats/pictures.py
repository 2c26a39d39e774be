"""What a deck's page draws: who of its characters goes together, as lanes, and in which order loyalty lets them be
recruited, as columns with arrows. No queries."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from engine.model.cards import Card, disambiguate_titles
from engine.model.decks import Deck
from engine.model.games import game_of
from engine.model.verdicts import Citation
from engine.stats import Affiliations, LoyaltyOrder, Share, find_loyalty_order, find_shared_affiliations
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.core.words import shorten, with_article

WIDTH = 340  #: units of the picture of lanes; about a pixel each on a phone
_ROW, _HEAD, _FOOT = 22, 24, 4
_LANE, _LANES = 30, 162  #: the width of a lane, and of all of them at most
_LETTER = 6.4  #: the mean width of a letter
_MAX_LANES = 12
_MAX_UNRECORDED = 6  #: rows that only say that nothing is recorded
_FEW = 4  #: names that are told one by one
_BOX_WIDTH, _BOX_HEIGHT, _BOX_GAP = 148, 28, 44
_BOX_STEP, _BOX_TOP = 38, 26  #: from box to box in a column, and above the first
_LABEL_LENGTH = 22

_Column = tuple[str, str, Sequence[Card]]  #: title, state and characters


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
    text_y: float  #: the foot of its letters
    stripe: float  #: the upper edge of its stripe
    dots: tuple[float, ...]
    mark: str


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
    width: int = WIDTH

    @property
    def knows_none(self) -> bool:
        """Whether nobody's affiliation is recorded."""
        return len(self.unrecorded) == len(self.members)

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
        said += [f"alone: {len(self.apart)}"] if self.apart else []
        said += [f"not recorded: {len(self.unrecorded)}"] if self.unrecorded else []
        return f"Characters that share {self.one_of_them}. {'; '.join(said)}"


def draw_affiliations(deck: Deck) -> AffiliationPicture | None:
    """The picture of a deck; `None` where it has no characters that could have an affiliation."""
    found = find_shared_affiliations(deck)
    if not found.members:
        return None
    game = game_of(deck.game)
    shared = [band for band in found.bands if _is_shared(found, band)]
    drawn, narrower = shared[:_MAX_LANES], shared[_MAX_LANES:]
    order = _in_order(found, drawn)
    has_few_unrecorded = len(found.unrecorded.cards) <= _MAX_UNRECORDED
    shown = [card for card in order if has_few_unrecorded or found.names[card] is not None]
    has_marks = not {card for band in drawn for card, _ in band.cards}.issuperset(shown)
    left = WIDTH - (_LANES if has_marks else min(_LANES, _LANE * len(drawn)))
    lanes = tuple(_lanes(deck.game, drawn, order, left))
    return AffiliationPicture(
        game.site.words.team,
        lanes,
        tuple(_affiliation_rows(found, drawn, lanes, shown, left)),
        tuple(_members(found, order)),
        found.apart,
        tuple(card for card, _ in found.unrecorded.cards),
        tuple(narrower),
        left,
        tuple(filter(None, (game.stats.team_attack_by, game.stats.reinforcement_by))),
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
        letter, address = ascii_uppercase[place], list_address(game, write_term("team", band.name))
        characters, names = len(band.cards), len({card.name for card, _ in band.cards})
        x = round(left + step * (place + 0.5), 1)
        yield AffiliationLane(letter, band.name, address, characters, names, band.copies, x, min(at), max(at))


def _middle(place: int) -> float:
    return _HEAD + _ROW * place + _ROW / 2


def _affiliation_rows(
    found: Affiliations, drawn: Sequence[Share], lanes: Sequence[AffiliationLane], order: Sequence[Card], left: float
) -> Iterable[AffiliationRow]:
    for place, (card, title) in enumerate(zip(order, disambiguate_titles(order), strict=True)):
        dots = tuple(lane.x for lane, band in zip(lanes, drawn, strict=True) if card in dict(band.cards))
        label, y, mark = shorten(title, int(left / _LETTER)), _middle(place), "" if dots else _mark(found, card)
        yield AffiliationRow(label, y, y + 4.5, y - _ROW / 2, dots, mark)


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
        partners = _describe_partners(found.partners[card], card, titles)
        perhaps = _describe_partners(found.perhaps[card], card, titles)
        yield AffiliationMember(card, titles[card], copies[card], found.names[card], partners, perhaps)


def _describe_partners(others: Iterable[Card], card: Card, titles: Mapping[Card, str]) -> str:
    """Some of the other characters in words, by whichever list is shorter: everyone but two of them."""
    among = frozenset(others)
    named = [title for other, title in titles.items() if other in among and other is not card]
    rest = [title for other, title in titles.items() if other not in among and other is not card]
    itself = ["copies of itself"] if card in among else []
    if len(rest) <= _FEW < len(named):
        return "; ".join(["all except " + "; ".join(rest) if rest else "all", *itself])
    return "; ".join([*named, *itself])


@dataclass(frozen=True, slots=True)
class LoyaltyBox:
    """A character in its column."""

    label: str
    state: str  #: free, later, uncertain or unreachable
    x: float
    y: float
    text_x: float  #: where its name begins
    text_y: float  #: the foot of its letters
    middle: float  #: the height at which arrows leave and reach it
    width: float = _BOX_WIDTH
    height: float = _BOX_HEIGHT


@dataclass(frozen=True, slots=True)
class LoyaltyArrow:
    """From a character to one that it lets in."""

    start: LoyaltyBox
    end: LoyaltyBox

    @property
    def path(self) -> str:
        """The line as SVG draws it, with its head."""
        left, right = self.start.x + self.start.width, self.end.x
        bend = (left + right) / 2
        line = f"M{left:g} {self.start.middle:g}C{bend:g} {self.start.middle:g} {bend:g} {self.end.middle:g}"
        return f"{line} {right - 2:g} {self.end.middle:g}m-6 -4l6 4l-6 4"


@dataclass(frozen=True, slots=True)
class LoyaltyColumn:
    """A column with what it is called."""

    title: str
    x: float


@dataclass(frozen=True, slots=True)
class LoyalCharacter:
    """A character with loyalty, when it can come and through whom, for the table."""

    card: Card
    title: str
    keywords: tuple[str, ...]
    state: str
    when: str
    through: str


@dataclass(frozen=True, slots=True)
class LoyaltyPicture:
    """The columns of who comes when, of those with loyalty and those that let them in; `others` need nobody.

    Without any character with loyalty there is nothing to draw.
    """

    columns: tuple[LoyaltyColumn, ...] = ()
    boxes: tuple[LoyaltyBox, ...] = ()
    arrows: tuple[LoyaltyArrow, ...] = ()
    table: tuple[LoyalCharacter, ...] = ()
    others: int = 0
    citations: tuple[Citation, ...] = ()

    @property
    def width(self) -> int:
        """The picture's width."""
        return _column_x(len(self.columns)) - _BOX_GAP

    @property
    def height(self) -> float:
        """The picture's height."""
        return max((box.y + box.height for box in self.boxes), default=0) + 4

    @property
    def words(self) -> str:
        """The picture in words."""
        return "; ".join(f"{each.title}: {each.when}" for each in self.table)


def draw_loyalty(deck: Deck) -> LoyaltyPicture | None:
    """The picture of a deck; `None` in games where loyalty is no matter of recruiting."""
    found = find_loyalty_order(deck)
    if found is None:
        return None
    if not found.loyal:
        return LoyaltyPicture()
    rules = game_of(deck.game).stats.loyalty_by
    helpers = {card for cards in found.lets_in.values() for card in cards}
    columns = [
        (title, state, drawn)
        for title, state, cards in _columns(found)
        if (drawn := [card for card in cards if card in helpers or card in found.loyal])
    ]
    order = [card for _, _, cards in columns for card in cards]
    titles = dict(zip(order, disambiguate_titles(order), strict=True))
    boxes = {
        card: _box(shorten(titles[card], _LABEL_LENGTH), state, _column_x(place), _BOX_TOP + _BOX_STEP * at)
        for place, (_, state, cards) in enumerate(columns)
        for at, card in enumerate(cards)
    }
    return LoyaltyPicture(
        tuple(LoyaltyColumn(title, _column_x(place)) for place, (title, _, _) in enumerate(columns)),
        tuple(boxes.values()),
        tuple(LoyaltyArrow(boxes[helper], boxes[card]) for card, cards in found.lets_in.items() for helper in cards),
        tuple(_loyal_rows(found, columns, titles, rules)),
        sum(card not in boxes for layer in found.layers for card in layer),
        tuple(cited for word, cited in rules.items() if any(card.has_keyword(word) for card in found.loyal)),
    )


def _columns(found: LoyaltyOrder) -> Iterable[_Column]:
    """Who comes when: a column a layer, then the uncertain and those whom nobody lets in."""
    for place, layer in enumerate(found.layers):
        yield ("Needs no other character", "free", layer) if not place else (f"Step {place + 1}", "later", layer)
    yield "Uncertain", "uncertain", found.uncertain
    yield "No enabler in the deck", "unreachable", found.unreachable


def _column_x(place: int) -> int:
    return place * (_BOX_WIDTH + _BOX_GAP)


def _box(label: str, state: str, x: float, y: float) -> LoyaltyBox:
    middle = y + _BOX_HEIGHT / 2
    return LoyaltyBox(label, state, x, y, x + 8, middle + 4.5, middle)


def _loyal_rows(
    found: LoyaltyOrder, columns: Iterable[_Column], titles: Mapping[Card, str], words: Container[str]
) -> Iterable[LoyalCharacter]:
    for title, state, cards in columns:
        for card in cards:
            if card in found.loyal:
                through = "; ".join(titles[helper] for helper in found.lets_in.get(card, ()))
                keywords = tuple(str(word) for word in card.keywords if word.name in words)
                yield LoyalCharacter(card, titles[card], keywords, state, title.lower(), through)
