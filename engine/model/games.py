"""What is special about a game, as one value, and the register of all games.

A game is a folder: `engine.games.<game>` builds its `Game` and registers it. Rooms that treat games differently look
the value up by slug when they are called (`game_of(card.game)`), so that a game registered later is a game like any
other. Importing any module of the engine registers the games of `engine.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.model.fast_path import FastPath
from engine.model.game_site import Site

if TYPE_CHECKING:
    from datetime import date

    from engine.card_text.keywords import KeywordMatcher, Keywords
    from engine.formats.definitions.parts import FormatPart
    from engine.model.cards import Card
    from engine.model.catalog import Catalog
    from engine.model.decks import Deck, DeckEntry
    from engine.model.formats import Construction, Format
    from engine.model.verdicts import Citation
    from engine.play.rules import PlayRules
    from engine.repair.by_restriction import Kind
    from engine.repair.needs import CaseReader
    from engine.repair.sizes import SizeLimit
    from engine.rules import Ruleset
    from engine.rules.decisions import Decision
    from engine.rules.format_rules import RestrictionCheck
    from engine.rules.team_play import TeamRules
    from engine.simulation.goldfish.policy import Goldfish
    from engine.simulation.odds.ready import CurveRule
    from engine.simulation.opening_rules import OpeningRule
    from engine.stats.domains import DomainStats
    from engine.stats.loyalty import LoyaltyOrder
    from engine.stats.power_symbols import SymbolStats

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class CopyRules:
    """Which copies are copies of one card."""

    identity: Callable[[Card], str]  #: what all copies of a card share, as a text made of its recorded facts
    are_by_version: bool = False  #: cards of one name are told apart by identity and versions, which copy keys follow
    sections: tuple[str, ...] = ()  #: those in which copies are counted together; all of them where empty
    #: How many copies a card itself allows; None: as many as the format does.
    own_limit: Callable[[Card], int | None] = lambda card: card.printed_limit


@dataclass(frozen=True, slots=True)
class DeckSection:
    """A section of a deck: its slug, the heading under which it is written, and the folded headings that open it."""

    slug: str
    title: str
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SectionRules:
    """The sections of a list, beside the deck and the sideboard that every game has, in the order of a list."""

    own: tuple[DeckSection, ...] = ()
    order: tuple[str, ...] = ("deck", "sideboard")  #: in which a list shows them; others stand behind, piles last
    has_piles: bool = False  #: whether a list may have piles, each a section under a name of its own
    #: Sections to show beside the deck and those in use, though empty.
    asked: Callable[[Deck], Iterable[str]] = lambda deck: ()
    #: How many cards a deck's own cards ask for in sections, where that is recorded.
    asked_sizes: Callable[[Deck], Mapping[str, int]] = lambda deck: {}
    #: Where a card that is added to a deck belongs, as far as its facts tell; the deck where they don't.
    home: Callable[[Card, Deck], str] = lambda card, deck: "deck"
    #: Whether a card may be the one that a line of a section means; of several of one name it settles which.
    may_hold: Callable[[Card, str], bool] = lambda card, section: True
    #: The entries of a list without headings, each in the section where its card belongs.
    place: Callable[[tuple[DeckEntry, ...]], tuple[DeckEntry, ...]] = lambda entries: entries

    @property
    def unheaded(self) -> str:
        """The section of the lines before any heading: the deck where a list has no other; empty where it has."""
        return "" if self.own else "deck"


@dataclass(frozen=True, kw_only=True)
class NamingRules:
    """How lists and messages name the game's cards."""

    is_title_enough: bool = False  #: a line needs no printing or slug beside a title whose versions are recorded
    is_printing_said: bool = False  #: many cards share a title, so that messages name a printing with it
    has_rarity_letters: bool = True  #: a letter behind a printing's number may be that of its rarity
    #: The full titles that name a card without doubt; None: name, identity and versions as they stand on it.
    titles: Callable[[Card], tuple[str, ...]] | None = None
    #: Shorter titles, which name a card where no other has them as its full title.
    short_titles: Callable[[Card], Iterable[str]] = lambda card: ()
    #: What pages call a card; lists and messages keep its title.
    page_title: Callable[[Card], str] = lambda card: card.title
    #: The characters that cards show, by whatever tells them: cards that share one show the same.
    characters: Callable[[Iterable[Card]], Mapping[Card, frozenset[str]]] = lambda cards: {}


@dataclass(frozen=True, kw_only=True)
class CardText:
    """How the game's card texts are written, and what can be read off them."""

    #: The symbols by the ways in which sources write them, letters and figures alone.
    symbols: Mapping[str, str] = field(default_factory=dict)
    own_symbol: str = ""  #: the one that stands for a symbol of the card's own domain
    cost_symbols: tuple[str, ...] = ()  #: those that stand close together in a cost
    timing_symbols: tuple[str, ...] = ()  #: those that files put into parentheses too, as they do with costs
    bare_symbols: Mapping[str, str] = field(default_factory=dict)  #: patterns of symbols that stand without brackets
    deck_keywords: tuple[str, ...] = ()  #: that bear on the deck; read also where no list of keywords is at hand
    has_small_keywords: bool = False  #: sentences write keywords in small letters
    names_loyal_teams: bool = False  #: the parameter of Loyalty is a team
    #: The keywords of a text with their parameters; None: those at the head of paragraphs and sentences.
    keywords: Callable[[str, KeywordMatcher], Iterator[tuple[str, str | None]]] | None = None
    unfold: Callable[[str], str] = lambda text: text  #: the text with those reminders in the open that alone say a rule
    #: How many copies of its card a text allows by other words than "more than four cards named so".
    limits: Callable[[str, Keywords], Iterable[int]] = lambda text, keywords: ()
    #: Further facts of a text, given its card's type, by the keys of `engine.card_text`.
    facts: Callable[[str, str | None], Mapping[str, Any]] = lambda text, card_type: {}


@dataclass(frozen=True, kw_only=True)
class GameFormats:
    """What formats of the game are built from, and what an organizer may choose."""

    types: tuple[str, ...] = ()  #: the types that cards have
    universes: tuple[str, ...] = ()  #: what a format may ask of the universes of its cards
    always: tuple[str, ...] = ()  #: the cards that it may let in whatever their set
    #: The figures of a deck that it may ask for, each with what the game's own rules ask; None: nothing.
    figures: Mapping[str, int | None] = field(
        default_factory=lambda: {"deck_min": None, "deck_max": None, "copies": None}
    )
    #: Other values of these figures that a document of the game states, each cited where its rule is broken.
    stated: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    pools: tuple[str, ...] = ()  #: kinds of pool that it offers beside those of every game
    promos_follow: bool = False  #: a card of a promotional set and of others becomes legal with those others alone
    #: The kinds of restriction that it knows, and those of them that it doesn't offer; None: those of every game.
    restrictions: Mapping[str, FormatPart] | None = None
    not_offered: tuple[str, ...] = ()
    #: What each kind of restriction asks of a deck; None: as `engine.rules.restrictions.OF_EVERY_GAME` has it.
    checks: Mapping[str, RestrictionCheck] | None = None
    #: What decides those restrictions for many decks at once, by what is asked; decks are looked at for the others.
    decisions: Mapping[RestrictionCheck, Decision] = field(default_factory=dict)
    teams: Mapping[str, TeamRules] = field(default_factory=dict)  #: the formats (slugs) in which teams bring decks


@dataclass(frozen=True, kw_only=True)
class RepairSettings:
    """What a repair of a deck has to know: what findings ask for, and where cards can stand."""

    #: What a finding asks for by its code, beside what it asks in every game; where neither says it, anything may help.
    by_rule: Mapping[str, CaseReader] = field(default_factory=dict)
    by_restriction: Mapping[str, Kind] = field(default_factory=dict)  #: and that of a restriction by its kind
    by_citation: Mapping[Citation, CaseReader] = field(default_factory=dict)  #: by what it cites, whatever its code
    #: Whether a card can ever stand in a section of a legal deck, by its type alone.
    may_stand: Callable[[Card, str], bool] = lambda card, section: section == "deck"
    sections: Callable[[Deck], tuple[str, ...]] = lambda deck: ("deck",)  #: every one into which a copy may come
    #: How many cards sections have to have; None: the deck as many as the format says.
    sizes: Callable[[Construction], tuple[SizeLimit, ...]] | None = None
    names: frozenset[str] = frozenset()  #: the names (folded) that rules name, which tell cards apart
    set_codes: frozenset[str] = frozenset()  #: the sets in which alone some of those count
    names_in: Callable[[Deck], Iterable[str]] = lambda deck: ()  #: names that tell cards apart in a deck
    #: The rule that asks for an illegal list of a format to be corrected so, on a day; None: no document has one.
    remedy: Callable[[Format, date], Citation | None] = lambda fmt, as_of: None
    #: What else tells cards apart in a deck, a key for each.
    tell_apart: Callable[[Deck, Format], Callable[[Card], Hashable]] = lambda deck, fmt: lambda card: None


@dataclass(frozen=True, kw_only=True)
class OwnCode:
    """A code of the game's own in which a deck is one word, as other sites know it."""

    slug: str  #: of the layout
    name: str
    recognises: Callable[[str], bool]  #: whether a text has the look of such a code
    read: Callable[[str, Catalog, date], Deck]  #: raises InputError for what is none
    write: Callable[[Deck], tuple[str, tuple[str, ...]]]  #: the code, and what it has no way to say


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do next in a section of a deck in which cards are missing, and the query that finds such cards."""

    words: str
    query: str


@dataclass(frozen=True, kw_only=True)
class Building:
    """How a deck is built: where its cards may be moved, how they are grouped, and with what one begins."""

    types: tuple[str, ...] = ()  #: in the order in which cards are grouped by them; others stand behind
    single_types: tuple[str, ...] = ()  #: of a card of these a deck has one, or as many as it likes
    #: Whether a card, whose type is recorded, may be moved to a section.
    may_move: Callable[[Card, str], bool] = lambda card, section: True
    #: What to do next in a section in which cards are missing; the format may not be chosen yet; None: nothing.
    next_step: Callable[[Deck, str, Format | None], Step | None] = lambda deck, section, fmt: None


@dataclass(frozen=True, slots=True)
class CurveAxis:
    """A curve of a deck: the fact that it counts, of cards of which types; of every type where none is named."""

    kind: str
    fact: str
    types: tuple[str, ...] = ()
    title: str = "Costs"  #: its heading
    figure: str = "Cost"  #: what a column is called
    term: str = "c"  #: the field of a search for the cards of a column
    among: tuple[str, ...] = ()  #: and what that search asks beside


@dataclass(frozen=True, kw_only=True)
class StatsSettings:
    """What a deck's figures are about."""

    drawn: tuple[str, ...] = ("deck",)  #: the sections that are drawn from
    own: tuple[str, ...] = ()  #: those whose cards are the deck's own, where these are more than are drawn from
    leads: tuple[str, ...] = ()  #: those whose cards a deck is known by: its legend, its main character
    axes: tuple[CurveAxis, ...] = (CurveAxis("cost", "cost"),)
    characters: tuple[str | None, ...] = ()  #: the types of those that attack together; None: an unrecorded one may be
    are_teams_of_all: bool = False  #: all cards have teams, not characters alone
    team_key: Callable[[str], str] = lambda team: team  #: what the spellings of a team share
    is_teamless: Callable[[Card], bool] = lambda card: card.teams == ()  #: certainly without a team
    is_unique: Callable[[Card], bool | None] = lambda card: False  #: a second one of its name puts it away
    hiring_types: tuple[str, ...] = ()  #: with which cards for hire attack, whatever their team
    power_symbols: Callable[[Deck], SymbolStats] | None = None
    domains: Callable[[Deck], DomainStats] | None = None
    loyalty_order: Callable[[Deck], LoyaltyOrder] | None = None
    loyalty_by: Mapping[str, Citation] = field(default_factory=dict)  #: the rules on the keywords of that order
    team_attack_by: Citation | None = None  #: the rule by which characters of a team attack together
    reinforcement_by: Citation | None = None  #: and that by which they reinforce each other


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game. Slug, name, rulesets, sections and copies make one; everything else has a neutral default."""

    slug: str
    name: str
    rulesets: tuple[Ruleset, ...]  #: the editions of its deck rules that are held, oldest first
    sections: SectionRules
    copies: CopyRules
    fast_path: FastPath = field(default_factory=FastPath)
    #: The folder of its reference, which the site loads; None: the one of its slug among the site's own fixtures.
    fixtures: str | None = None
    naming: NamingRules = field(default_factory=NamingRules)
    card_text: CardText = field(default_factory=CardText)
    formats: GameFormats = field(default_factory=GameFormats)
    #: What findings cite beside the rows of the rulesets, each with the code of those findings.
    citations: Callable[[], Iterable[tuple[str, Citation]]] = lambda: ()
    #: Gives its rules of play; None: the site judges decks of it alone.
    play: Callable[[], PlayRules] | None = None
    repairs: RepairSettings = field(default_factory=RepairSettings)
    building: Building = field(default_factory=Building)
    stats: StatsSettings = field(default_factory=StatsSettings)
    opening: OpeningRule | None = None  #: how the opening hand is dealt
    on_curve: CurveRule | None = None  #: what a deck is asked to have by which turn
    goldfish: Goldfish | None = None  #: how a game is played when nobody answers
    #: And by edition of the rules, where the numbers differ.
    openings: Mapping[str, OpeningRule] = field(default_factory=dict)
    goldfishes: Mapping[str, Goldfish] = field(default_factory=dict)  #: likewise
    side_decks: Mapping[str, OpeningRule] = field(default_factory=dict)  #: piles that are drawn from beside the deck
    side_openings: Mapping[str, Mapping[str, OpeningRule]] = field(default_factory=dict)  #: and each by edition
    #: The rule of a day by which cards are exchanged with the sideboard between games; None: no document states it.
    sideboarding_by: Callable[[date], Citation] | None = None
    #: Whether a deck under a legend may hold a card, as far as both are recorded; None in a game without legends.
    may_follow_legend: Callable[[Card, Card], bool] | None = None
    #: The cards of a catalog with what follows for one from others.
    complete: Callable[[Iterable[Card]], Iterable[Card]] = lambda cards: cards
    own_code: OwnCode | None = None  #: beside our deck codes, which are for every game
    code_number: int | None = None  #: by which our deck codes know the game, for ever; None: they spell its slug
    site: Site = field(default_factory=Site)


_REGISTERED: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Add a game to those that there are, after the others. Raises ValueError for a slug that is taken."""
    if game.slug in _REGISTERED:
        raise ValueError(f"a game {game.slug!r} is registered already")
    _REGISTERED[game.slug] = game
    return game


def game_of(slug: str) -> Game:
    """The game of a slug. Raises KeyError where none is registered."""
    return _REGISTERED[slug]


def games() -> tuple[Game, ...]:
    """All games, in the order in which they were registered."""
    return tuple(_REGISTERED.values())


def name_in_sentences(game: Game) -> str:
    """How a game is called within a sentence: classic, 2PCG, Riftbound."""
    short = game.site.words.short_name
    return f"{short[0].lower()}{short[1:]}" if short else game.name


def name_in_messages(game: Game) -> str:
    """How a message calls a game."""
    return game.site.words.short_name or game.name


class ByGame(Mapping[str, T], Generic[T]):
    """Something of every game by the game's slug; a view, so that it holds games that are registered later."""

    def __init__(self, read: Callable[[Game], T]) -> None:
        self._read = read

    def __getitem__(self, slug: str) -> T:
        return self._read(_REGISTERED[slug])

    def __iter__(self) -> Iterator[str]:
        return iter(_REGISTERED)

    def __len__(self) -> int:
        return len(_REGISTERED)


#: The names of all games, by slug.
GAMES: Mapping[str, str] = ByGame(lambda game: game.name)
