"""What the site shows of a game and reads for it, as data alone: face, facts, search, words, importing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

COIN = "coin"  #: the drawing of a number on a coin
#: How the cards of a section lie: beside those of the next sections, turned to their side, or in a pile of runes.
UPRIGHT, SIDEWAYS, PILED = "upright", "sideways", "piled"


@dataclass(frozen=True, slots=True)
class FigurePlace:
    """A figure on a card's face: always on cards of `types`, empty where unrecorded; on other cards where recorded.

    Of several places for one fact the first whose types fit is drawn. `fact` is a field of `engine.model.cards.Card`.
    """

    fact: str
    label: str
    look: str = ""  #: a class of the style sheet: silver, level, small, attack, defense, health, might
    types: tuple[str, ...] = ()
    is_counted: bool = False  #: drawn as so many symbols of the card's domains
    is_on_others: bool = True  #: also on cards of other types, or without a type, that have the fact
    never_on: tuple[str, ...] = ()  #: but not on cards of these types


@dataclass(frozen=True, kw_only=True)
class FaceLayout:
    """What is drawn on a card's face, and where."""

    corner: tuple[FigurePlace, ...] = ()  #: costs and levels, from the top
    foot: tuple[FigurePlace, ...] = ()  #: attack, defense, health, might
    under: tuple[str, ...] = ("type",)  #: the facts under the name
    under_joiner: str = ", "  #: what stands between these
    groups: str = "teams"  #: the fact on the strip: teams or domains
    groups_field: str = "team"  #: the field of the search that finds who shares one of those
    grouped_types: tuple[str, ...] = ()  #: the types that have one, so that none is said to be missing on others
    ink_by: str = "type"  #: the fact that gives the frame its colour: type or domains
    inks: Mapping[str, str] = field(default_factory=dict)  #: the ink for each value of that fact; plain for others
    double_types: tuple[str, ...] = ()  #: types with a double frame
    has_bands: bool = False  #: whether each team has a colour of its own
    symbols: Mapping[str, str] = field(default_factory=dict)  #: the drawing of each domain, where those have one
    patterns: Mapping[str, str] = field(default_factory=dict)  #: how bars of each domain are filled in charts
    no_symbol: str = ""  #: that of a card of no domain
    several_symbol: str = ""  #: that of a cost which any of the card's domains pays
    any_symbol: str = ""  #: that of a cost which every domain pays


@dataclass(frozen=True, slots=True)
class FactPlace:
    """A fact as a card's page lists it: always on cards of `types` (None: on all), on others where it is recorded.

    Of several places for one fact the first that is listed counts. `fact` is a field of `engine.model.cards.Card`.
    """

    fact: str
    label: str
    query: str = ""  #: the field of the search that finds the cards that share it
    types: tuple[str, ...] | None = ()
    is_on_others: bool = True
    beside: str = ""  #: another fact, with which it is listed on other cards


@dataclass(frozen=True, slots=True)
class CostCurve:
    """What the cost curves of some cards count: a fact of cards of these types, of all where none is named."""

    fact: str = "cost"
    title: str = "Cost"
    query: str = "c"  #: the field of the search that finds the cards of one cost
    types: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """What the cards of the game can be searched by, sorted by and listed with, beside what all games have.

    Names are those of the site's fields and columns; a value is counted where `facets` name its field.
    """

    names: tuple[str, ...] = ()  #: the game's names in a query, beside slug and name: `classic`, `2pcg`
    fields: tuple[str, ...] = ()  #: of the search language
    columns: tuple[str, ...] = ()  #: of the table of results
    usual_columns: tuple[str, ...] = ("type", "keywords", "printing")  #: those shown unless others are asked for
    facets: tuple[str, ...] = ()
    example: str = ""  #: a query that the box gives for an example
    brands: tuple[str, ...] = ()  #: words (letters and figures alone) for whose all of its characters are


@dataclass(frozen=True, kw_only=True)
class GameWords:
    """What things are called on pages."""

    short_name: str = ""  #: of the game, where there is little room; its name where empty
    team: str = "team"
    teams: str = "teams"  #: empty in a game without teams: it has no pages of them
    groups: str = "Team"  #: the heading of a column of teams, affiliations or domains
    opening: str = ""  #: what a player begins a game with, unless a format says otherwise


@dataclass(frozen=True, kw_only=True)
class ImportSettings:
    """How files write the game's cards: the columns of its own `cards.csv`, and the words of other files."""

    columns: tuple[str, ...] = ("slug", "name", "type", "keywords", "printings")  #: of `cards.csv`, in order
    identifying: tuple[str, ...] = ("name",)  #: the columns that together name one card
    types: tuple[str, ...] = ()
    other_types: Mapping[str, str] = field(default_factory=dict)  #: other spellings, each with that of the reference
    teams: tuple[str, ...] = ()  #: those whose spelling is fixed
    other_teams: Mapping[str, str] = field(default_factory=dict)
    game_names: tuple[str, ...] = ()  #: what files call the game, beside slug and name
    mentions: tuple[str, ...] = ()  #: what tells it within a longer text, as letters and figures alone
    own_fields: tuple[str, ...] = ()  #: fields (their letters and figures) that no other game's cards have
    own_types: tuple[str, ...] = ()  #: types that no other game's cards have
    own_files: tuple[str, ...] = ()  #: kinds of file (slugs of the site's readers) that hold no other game's cards
    octgn_id: str = ""  #: by which OCTGN knows the game
    threshold_types: tuple[str, ...] = ()  #: whose cost is a threshold, in a game that tells it from recruiting
    versionless_types: tuple[str, ...] = ()  #: without a version where a file gives none, in a game of versions
    usual_file: str = "csv"  #: the kind of file that brings its card texts most often


@dataclass(frozen=True, slots=True)
class SectionPlace:
    """Where the cards of a section lie before the game begins, and what one of them is called."""

    section: str
    noun: str
    lies: str = UPRIGHT  #: side by side with its neighbours, in a row of its own, or as a pile that is counted
    is_for_cards: bool = False  #: cards of a deck ask for it, no format


@dataclass(frozen=True, kw_only=True)
class Site:
    """What the site shows of the game and reads for it: data alone. The engine asks for its short name alone."""

    face: FaceLayout = field(default_factory=FaceLayout)
    #: The facts on a card's page, in order.
    facts: tuple[FactPlace, ...] = (
        FactPlace("type", "Type", "t", None),
        FactPlace("printed_limit", "Printed limit"),
    )
    cost_curve: CostCurve = field(default_factory=CostCurve)
    search: SearchSettings = field(default_factory=SearchSettings)
    words: GameWords = field(default_factory=GameWords)
    importing: ImportSettings = field(default_factory=ImportSettings)
    #: The symbols of its card texts that are drawn, beside those of all games: each with its drawing.
    text_symbols: Mapping[str, str] = field(default_factory=dict)
    play_area: tuple[SectionPlace, ...] = ()  #: sections in the order in which players lay them out; lists have others
    cards_in_all: int | None = None  #: about how many cards the game has in all; None where that isn't recorded
