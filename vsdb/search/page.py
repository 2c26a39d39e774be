"""The results page: search and layout of what an address asks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.core.paginator import Page, Paginator

from engine.model.games import game_of, games, name_in_messages
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.faces import CardFace, build_face, build_faces_with_texts
from vsdb.search import refining, services
from vsdb.search.columns import TableColumn, TableRow, build_table_rows, choose_columns, group_faces, list_columns
from vsdb.search.filter_panel import FilterPanel
from vsdb.search.jump import JumpGroup, find_pages
from vsdb.search.language.fields import SORTS, find_field
from vsdb.search.language.writing import describe
from vsdb.search.links import VIEWS, CountedLink, SearchRequest, build_remarks
from vsdb.search.services import list_sought_words

FACES_A_PAGE = 60
ROWS_A_PAGE = 100
_PAGES_BY_THEMSELVES = 5
_TRIED = 6  #: parts of a query that finds nothing, at most, for it to be tried without each


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """A column heading: the link that sorts by it, and the current order."""

    label: str
    href: str
    order: str
    is_number: bool = False


def get_example(game: str | None) -> str:
    """Return the example query of the search box."""
    return (game and game_of(game).site.search.example) or "hulk t:character"


class QueryResults:
    """What every results page shows of its query and its results."""

    def __init__(self, asked: SearchRequest, found: services.FoundCards) -> None:
        self.asked = asked
        self.found = found
        self.total, self.counted = found.total, found.counted
        #: What the query was understood to ask, in words; nothing where nothing is asked.
        self.understood = describe(found.understood) if asked.text else ""
        #: The words that were read as names too, each with links to the names and to the words alone.
        self.readings = [
            (each.words, CountedLink(each.term, asked.address(q=each.named)), asked.address(q=each.literal))
            for each in found.readings
        ]
        #: What is said of the query, at its places; and what the records leave open about it.
        self.remarks, self.open_questions = (build_remarks(asked, notes) for notes in (found.notes, found.remarks))

    @property
    def meant(self) -> list[CountedLink]:
        """Names and rules to suggest if nothing is found."""
        return [*self._suggest_names(), *self._suggest_rules()]

    def _suggest_names(self) -> list[CountedLink]:
        is_asked = self.found.may_be_misspelt
        names = services.suggest_queries(self.asked.text, game=self.asked.game) if is_asked else ()
        return [CountedLink(each.name, self.asked.address(q=each.query)) for each in names]

    def _suggest_rules(self) -> list[CountedLink]:
        rules = services.find_rules_of_number(self.found)
        return [CountedLink(f"rule {hit.number}: {hit.heading} ({hit.document_name})", hit.url) for hit in rules]


class ResultsPage(QueryResults):
    """The results page of an address. Parts are computed when the template uses them."""

    def __init__(self, asked: SearchRequest, today: date, panel: FilterPanel | None = None) -> None:
        super().__init__(asked, _found(asked, asked.written, today))
        #: The filters as the query says them, or as they were submitted wrongly.
        self.panel = panel or FilterPanel(asked.game, asked.text, today)
        self.today = today
        self.game = asked.game
        self.text = asked.text
        self.path = asked.path
        self.placeholder = get_example(asked.game)
        asked_view = asked.view or self.found.display.view
        self.view = asked_view if asked_view in VIEWS else "faces"
        self.kept = asked.words(q="")
        self.kept_by_columns = asked.words(columns=())
        #: What the teams of the game are called; empty in a game without, and over every game.
        self.teams = game_of(asked.game).site.words.teams if asked.game else ""
        #: What the list is of, for the sentence that says how far it is shown.
        self.listed = "printings" if self.found.printings else "cards"
        #: The address of the list with nothing narrowed.
        self.everything = self.path if self.game else f"{self.path}?q=sort:name"
        #: The page of the list, as primary keys; and how many more the next page shows.
        a_page = FACES_A_PAGE if self.view == "faces" else ROWS_A_PAGE
        self.shown: Page[int] = Paginator(self.found.ids, a_page).get_page(asked.page)
        self.next_count = min(a_page, self.total - self.shown.end_index())
        #: Whether the list goes on as soon as its end is seen; later it waits, so that the foot can be reached.
        self.goes_on_by_itself = self.shown.number < _PAGES_BY_THEMSELVES
        self.columns = choose_columns(asked.columns, self.game, of_printings=bool(self.found.printings))

    @cached_property
    def groups(self) -> list[tuple[str | None, list[CardFace]]]:
        """The rows of the page, grouped if the query asks for it. One query, and two per game."""
        faces = self._faces
        references = map(selectors.get_reference, {each.card.game for each in faces})
        names = {code: card_set.name for reference in references for code, card_set in reference.sets.items()}
        return group_faces(faces, self.found.display.group, names)

    @property
    def has_gaps(self) -> bool:
        """Whether a face of the page has a dotted box; what `groups` costs."""
        return any(face.has_gaps for _, faces in self.groups for face in faces)

    @property
    def _faces(self) -> list[CardFace]:
        """The faces of the page; each with its printing if printings are listed, for one more query."""
        cards = services.load_cards(list(self.shown.object_list), games=self.found.games)
        once = list(dict.fromkeys(cards))
        faces = dict(zip(once, build_faces_with_texts(once, self.today), strict=True))
        printings = self.found.printings[max(self.shown.start_index() - 1, 0) : self.shown.end_index()]
        if not printings:
            return [faces[card] for card in cards]
        pairs = zip(cards, services.build_printed_cards(cards, printings), strict=True)
        return [build_face(printed, faces[card].lines, faces[card].said) for card, printed in pairs]

    def _suggest_rules(self) -> list[CountedLink]:
        is_shown = any(group.kind == "rule" for group in self.pages)
        return [] if is_shown else super()._suggest_rules()

    @cached_property
    def pages(self) -> tuple[JumpGroup, ...]:
        """Pages that the query names, besides cards; only on the first page of results."""
        return find_pages(self.text, self.game) if self.shown.number == 1 else ()

    @property
    def column_choices(self) -> list[tuple[TableColumn, bool]]:
        """All columns, and whether each is shown."""
        return [(column, column in self.columns) for column in list_columns(self.game)]

    @property
    def row_groups(self) -> list[tuple[str | None, list[TableRow]]]:
        """The rows of the table, grouped if the query asks for it."""
        return [(said, build_table_rows(faces, self.columns)) for said, faces in self.groups]

    @property
    def headings(self) -> list[ColumnHeading]:
        """The headings of the table."""
        named = ColumnHeading("Name", *self._sorting("name"))
        return [named, *(ColumnHeading(each.label, *self._sorting(each.sort), each.is_number) for each in self.columns)]

    def _sorting(self, key: str) -> tuple[str, str]:
        """Return the address that sorts by a key, reversed if it is the current order, and that order."""
        if not key:
            return "", ""
        first = self._sort[:1]
        order = "ascending" if first == (key,) else "descending" if first == (f"-{key}",) else ""
        return self._ordered(key, is_turned=order == "ascending"), order

    def _ordered(self, key: str, *, is_turned: bool = False) -> str:
        """Return the address of the list in one order."""
        word = "" if key == "relevance" else f"{'-' if is_turned else ''}sort:{key}"
        return self.asked.address(q=refining.set_sort(self.text, word))

    @property
    def _sort(self) -> tuple[str, ...]:
        """The sort keys. Default: best match if the query has words, else name."""
        return self.found.display.sort or (() if list_sought_words(self.found.query.tree) else ("name",))

    @property
    def order(self) -> str:
        """The sort order in words."""
        if not self._sort:
            return "best match first"
        said = []
        for key in self._sort:
            words = next(choice.help for choice in SORTS if choice.name == key.lstrip("-")).removeprefix("by ")
            said.append(f"{words}, highest first" if key.startswith("-") else words)
        return "by " + ", then ".join(said)

    @property
    def orders(self) -> list[CountedLink]:
        """The available sort orders."""
        first = self._sort[0] if self._sort else "relevance"
        return [
            CountedLink(choice.help, self._ordered(choice.name), is_chosen=choice.name == first.lstrip("-"))
            for choice in SORTS
            if (one := find_field(choice.name)) is None or self.game is None or self.game in one.games
        ]

    @property
    def views(self) -> list[CountedLink]:
        """The available views."""
        columns = {"table": self.asked.columns}
        hrefs = {key: self.asked.address(view=key, columns=columns.get(key, ())) for key in VIEWS}
        return [CountedLink(label, hrefs[key], is_chosen=key == self.view) for key, label in VIEWS.items()]

    @property
    def games(self) -> list[CountedLink]:
        """Links to the same query in each game."""
        named: dict[str | None, str] = {None: "All games", **{each.slug: name_in_messages(each) for each in games()}}
        lead = self.asked.address_in
        return [CountedLink(name, lead(slug), is_chosen=slug == self.game) for slug, name in named.items()]

    @property
    def filters(self) -> list[CountedLink]:
        """The active filters of the address, each with the link that removes it."""
        filters = self.asked.filters
        said = {name: f"{filters.base_filters[name].label} {value}" for name, value in filters.asked.items()}
        return [CountedLink(words, self.asked.address(**{name: ""})) for name, words in said.items()]

    @cached_property
    def facets(self) -> list[tuple[refining.SearchFacet, list[CountedLink]]]:
        """The facets, with a link per value. One query each."""

        def link(each: refining.FacetValue) -> CountedLink:
            return CountedLink(each.label, self.asked.address(q=each.query), each.count, each.is_chosen, each.sign)

        return [(facet, list(map(link, facet.values))) for facet in services.list_facets(self.found)]

    @property
    def elsewhere(self) -> CountedLink | None:
        """The link to all games, if other games have results."""
        if self.game is None:
            return None
        total = services.search_cards(self.text, today=self.today, viewer=self.asked.viewer).card_count
        return CountedLink("all games", self.asked.address_in(None), total) if total else None

    @property
    def broader(self) -> list[CountedLink]:
        """Results without one part of the query each. One search per part."""
        parts = refining.list_narrowing_parts(self.text)
        if self.found.notes or not 2 <= len(parts) <= _TRIED:
            return []
        tried = {part: refining.remove_part(self.text, part) for part in parts}
        totals = {part: _found(self.asked, query, self.today).card_count for part, query in tried.items()}
        return [CountedLink(part, self.asked.address(q=tried[part]), total) for part, total in totals.items() if total]


def _found(asked: SearchRequest, text: str, today: date) -> services.FoundCards:
    """Search the cards that match the filters of the address."""
    filters = asked.filters
    within = None
    if filters.asked:
        within = filters.qs if filters.is_valid() else filters.queryset.none()
    return services.search_cards(text, game=asked.game, today=today, within=within, viewer=asked.viewer)
