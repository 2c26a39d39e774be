"""The reference over HTTP; a list costs the same few queries at any page length."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any

import django_filters
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework import generics, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.formats.changes import list_changes
from engine.model.cards import GAMES, Card
from engine.model.errors import NotFound
from vsdb.api import shapes
from vsdb.api.base import describe_answer
from vsdb.api.parameters import (
    CARD,
    GAME,
    ON,
    GameFilter,
    build_game_filter,
    path_parameter,
    read_day_parameter,
    refuse_others,
)
from vsdb.api.shapes import Between, Choice, Day, Figure, Flag, Map, Number, Recorded, Shape, Text, Texts, only_of
from vsdb.catalog.api.format_shapes import (
    CardBanShape,
    FormatInFullShape,
    FormatShape,
    FormatTurnShape,
    LegalitiesShape,
)
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.cards.models import CardSet, Game, Keyword, Printing, Team
from vsdb.catalog.formats.ban_marks import list_card_bans
from vsdb.catalog.formats.lookup import find_card, find_format, find_game, find_nearest_slugs
from vsdb.catalog.formats.models import Format
from vsdb.catalog.formats.services import explain, list_legalities

FORMAT = path_parameter("slug", "Format slug or short name.")
_HELD = 20_000  #: cards whose JSON is kept, about a kilobyte each


def _with(column: str) -> str:
    """The games whose cards have a column."""
    return only_of(lambda game: column in game.site.importing.columns)


class GameShape(Shape):
    """A game."""

    slug = Text("The game's slug, for addresses and parameters.")
    name = Text("Its name.")
    data_version = Text("The fingerprint of its facts.")


class SetShape(Shape):
    """A set of cards."""

    game = Text("The game's slug.", source="game_id")
    code = Text("The code printed on its cards.")
    name = Text("Its name.")
    kind = Recorded("Expansion, starter, promo and so on.")
    brand = Recorded("The owner of its characters.")
    universe = Recorded(f"Its art: Illustrated or Photographic{_with('universe')}.")
    volume = Recorded(f"Its volume{only_of(lambda game: 'volume' in game.formats.pools)}.")
    card_count = Number("The number of recorded numbered cards; null: not counted.", allow_null=True)
    released = Between("released", "Its release date lies between these dates, inclusive.")
    legal_from = Day("The date it became legal; null: not recorded, its release date counts.", allow_null=True)
    follows = Text("The set it becomes legal with.", source="follows.code", allow_null=True, default=None)
    official = Choice("Official: yes, doubtful or no (made by fans).", CardSet.Official.choices)
    confidence = Recorded("How well its dates are known: high, medium or low.")


class PrintingShape(Shape):
    """A card in a set."""

    code = Text("As printed: MOR-053. Without a recorded number, the set's code.")
    set_code = Text("The set's code; null: not recorded.", allow_null=True)
    number = Text("Its number in the set; null: not recorded.", allow_null=True)
    rarity = Text("Its rarity; null: not recorded.", allow_null=True)


class PrintingOfCardShape(Shape):
    """A card in a set, with the card."""

    game = Text("The game's slug.", source="card.game_id")
    code = serializers.SerializerMethodField(help_text="As printed. Without a recorded number, the set's code.")
    set_code = Text("The set's code.", source="card_set.code")
    number = Recorded("Its number in the set; null: not recorded.")
    rarity = Recorded("Its rarity; null: not recorded.")
    card = Text("The card's slug.", source="card.slug")
    title = Text("The card's title.", source="card.title")

    def get_code(self, printing: Printing) -> str:
        """The code as printed."""
        return "-".join(filter(None, (printing.card_set.code, printing.number)))


class KeywordOfCardShape(Shape):
    """A keyword on a card."""

    name = Text("The keyword.")
    parameter = Text("Its parameter: 2 for Boost 2; null: none.", allow_null=True)


class KeywordShape(Shape):
    """A keyword of a game."""

    game = Text("The game's slug.", source="game_id")
    slug = Text("Its slug, for parameters.")
    name = Text("The keyword.")
    gloss = Recorded("What it means, in our own words.")
    citation_document = Recorded("The rules document that explains it.")
    citation_rule = Recorded("The rule's number or heading there.")


class TeamShape(Shape):
    """An affiliation (classic) or a team (2PCG)."""

    game = Text("The game's slug.", source="game_id")
    slug = Text("Its slug, for parameters.")
    name = Text("Its name.")
    alignment = Recorded("Good, Evil or neither; null: not recorded.")


class CardShape(Shape):
    """A card with its printed facts. Null means not recorded, never none or zero."""

    game = Text("The game's slug.")
    slug = Text("Its slug, for addresses and verdicts.")
    name = Text("Its printed name.")
    title = Text("Name, identity and versions in one line.")
    copy_key = Text("The same for all cards that count as copies of one card.")
    identity = Text(f"Its identity{_with('identity')}.", allow_null=True)
    versions = Texts(f"Its versions{_with('versions')}.")
    versions_known = Flag("The versions are recorded.")
    type = Text("Its card type.", allow_null=True)
    supertype = Text(f"Its supertype{_with('supertype')}.", allow_null=True)
    level = Number(f"Its level{_with('level')}.", allow_null=True)
    cost = Figure("Its cost; the text none: no cost.")
    cost_kind = Text(f"recruit or threshold{_with('threshold_cost')}.", allow_null=True)
    atk = Figure("Its ATK.")
    defense = Figure("Its DEF.")
    health = Figure(f"Its health{_with('health')}.")
    energy = Figure(f"Its energy cost{_with('energy')}.")
    power = Figure(f"Its power cost{_with('power')}.")
    might = Figure(f"Its might{_with('might')}.")
    teams = Texts("Its affiliations or teams.", allow_null=True)
    alignments = Texts(f"Its alignments{_with('alignments')}.", allow_null=True)
    universe = Text(f"Illustrated, Photographic or Any{_with('universe')}.", allow_null=True)
    domains = Texts(f"Its domains{_with('domains')}.", allow_null=True)
    power_symbols = Texts(f"The power symbols it shows or grants{_with('power_symbols')}.", allow_null=True)
    keywords = KeywordOfCardShape.several("Its keywords.")
    traits = Texts("Its class or traits.")
    tags = Texts(f"Its tags{_with('tags')}.")
    aka = Texts(f"The names of its AKA line{_with('aka')}.")
    has_flight = Flag("It has flight.", allow_null=True)
    has_range = Flag("It has range.", allow_null=True)
    is_concealed = Flag(f"It is concealed{_with('concealed')}.", allow_null=True)
    printed_limit = Number("The copy limit printed on it.", allow_null=True)
    linked = Texts(f"Linked printings{_with('linked')}.")
    levels_into = Texts(f"The slugs of recorded cards it can level into for certain{_with('linked')}.")
    uses_piles = Texts(f"The out-of-game piles it uses{_with('uses_piles')}.")
    member_of_piles = Texts(f"The out-of-game piles it belongs to{_with('member_of_piles')}.")
    deck_building = Texts(f"How its text changes the deck it leads, such as “only: Marvel”{_with('level')}.")
    rarity = Text("Its rarity.", allow_null=True)
    brand = Text("The owner of its character.", allow_null=True)
    is_in_every_set = Flag("It counts as a card of every set.")
    has_unrecorded_printing = Flag("At least one printing isn't recorded.")
    printings = PrintingShape.several("Its printings.")
    banned = CardBanShape.several(
        "The formats in season that ban it today, or on the day in question; certain bans first.", of=list_card_bans
    )


class ReferenceShape(Shape):
    """All facts of a game as rows. The module `engine.model.reference` documents their keys."""

    game = Text("The slug of the game.")
    data_version = Text("The fingerprint of the facts, also the ETag.")
    cards = Texts("The cards, by slug.", child=Map())
    sets = Texts("The sets, in order of release.", child=Map())
    formats = Texts("The formats, resolved.", child=Map())
    bans = Texts("The bans, each with its formats.", child=Map())
    readings = Texts("Facts from imported card texts, with the date they take effect.", child=Map())


class EntranceShape(Shape):
    """The addresses of the API."""

    games = shapes.Address("The games.")
    sets = shapes.Address("The sets.")
    cards = shapes.Address("The cards.")
    printings = shapes.Address("The printings.")
    formats = shapes.Address("The formats.")
    keywords = shapes.Address("The keywords.")
    teams = shapes.Address("The affiliations and teams.")
    documents = shapes.Address("The rules documents.")
    rules = shapes.Address("The rules that verdicts cite.")
    rulings = shapes.Address("The rulings.")
    sources = shapes.Address("The sources of texts and rulings.")
    card_coverage = shapes.Address("How much is recorded, by game, set and field.")
    decks = shapes.Address("Public decks and your own.")
    changes = shapes.Address("Past and coming changes of the facts.")
    own_formats = shapes.Address("Organizers’ formats. Post here to create one.")
    error_reports = shapes.Address("Report an error.")
    jump = shapes.Address("Find anything by name.")
    check = shapes.Address("Post a deck to check it.")
    check_team = shapes.Address("Post a team's decks to check them together.")
    life = shapes.Address("Post a list to get its timeline in each format.")
    repair = shapes.Address("Post a list to get the fewest changes that make it legal.")
    what_if = shapes.Address("Post a ban, a rotation or an erratum to try it.")
    following = shapes.Address("What your account follows; needs a token.")
    documentation = shapes.Address("The API documentation.")


class SetsFilter(GameFilter):
    """Filter sets by game, kind and official status."""

    kind = django_filters.CharFilter("kind", max_length=20, label="Kind of set")
    official = django_filters.ChoiceFilter(choices=CardSet.Official.choices, label="yes, doubtful or no")


class PrintingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter printings by game, set, number and card."""

    game = build_game_filter("card__game_id")
    set = django_filters.CharFilter("card_set__code", max_length=10, label="Set code")
    number = django_filters.CharFilter("number", max_length=16, label="Number in the set")
    card = django_filters.CharFilter("card__slug", max_length=160, label="Card slug")


class FormatsFilter(GameFilter):
    """Filter formats by game and kind."""

    kind = django_filters.CharFilter("kind", max_length=60, label="Kind of format")


class Games(generics.ListAPIView[Game]):
    """List games."""

    queryset = Game.objects.all()
    serializer_class = GameShape
    filterset_class = None


class Sets(generics.ListAPIView[CardSet]):
    """List sets, in order of release."""

    queryset = CardSet.objects.select_related("follows")
    serializer_class = SetShape
    filterset_class = SetsFilter


class OneSet(APIView):
    """One set; list its cards with `printings?game=…&set=…`."""

    @describe_answer(SetShape, 404, parameters=[GAME, path_parameter("code", "Set code.")])
    def get(self, request: Request, game: str, code: str) -> Response:
        """Return the set with this code."""
        reference = selectors.get_reference(find_game(game))
        found = Sets.queryset.filter(game=reference.game, code=code.upper()).first()
        if found is None:
            nearest = find_nearest_slugs(code, reference.sets)
            raise NotFound(f"{GAMES[reference.game]} has no set {code[:80]!r}", nearest=nearest)
        return Response(SetShape(found).data)


class Legality(APIView):
    """A card's legality on a day."""

    @describe_answer(LegalitiesShape, 400, 404, parameters=[GAME, CARD, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the card's legality in every format of its game."""
        on = read_day_parameter(request)
        reference = selectors.get_reference(find_game(game))
        formats = list_legalities(find_card(reference, slug), on, reference)
        return Response(LegalitiesShape({"game": reference.game, "card": slug, "on": on, "formats": formats}).data)


class Keywords(generics.ListAPIView[Keyword]):
    """List keywords with their meanings."""

    queryset = Keyword.objects.all()
    serializer_class = KeywordShape
    filterset_class = GameFilter


class Teams(generics.ListAPIView[Team]):
    """List affiliations and teams."""

    queryset = Team.objects.all()
    serializer_class = TeamShape
    filterset_class = GameFilter


class Printings(generics.ListAPIView[Printing]):
    """List printings, set by set."""

    queryset = Printing.objects.select_related("card", "card_set").order_by("card_set__position", "number", "pk")
    serializer_class = PrintingOfCardShape
    filterset_class = PrintingsFilter


class Formats(generics.ListAPIView[Format]):
    """List formats."""

    queryset = Format.objects.all()
    serializer_class = FormatShape
    filterset_class = FormatsFilter


class OneFormat(APIView):
    """A format: card pool, bans and deck rules, with its sets on a day."""

    @describe_answer(FormatInFullShape, 400, 404, parameters=[GAME, FORMAT, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the format with this slug."""
        reference = selectors.get_reference(find_game(game))
        fmt = find_format(reference, slug)
        return Response(FormatInFullShape(explain(fmt, read_day_parameter(request), reference)).data)


class FormatChanges(generics.ListAPIView[Any]):
    """List every change of a format: sets, bans, season, rules."""

    serializer_class = FormatTurnShape
    filterset_class = None

    def get_queryset(self) -> Any:
        """The changes in order of their days."""
        if getattr(self, "swagger_fake_view", False):
            return Format.objects.none()
        reference = selectors.get_reference(find_game(self.kwargs["game"]))
        return list_changes(find_format(reference, self.kwargs["slug"]))

    def filter_queryset(self, queryset: Any) -> Any:
        """All of it."""
        refuse_others(self.request, ("page", "page_size"))
        return queryset

    @describe_answer(FormatTurnShape(many=True), 404, parameters=[GAME, FORMAT])
    def get(self, request: Request, *args: Any, **options: Any) -> Response:
        """Return a page of the format's changes, day by day."""
        return super().get(request, *args, **options)


class ReferenceDump(APIView):
    """Every fact of a game in one answer, for programs that check decks themselves."""

    @describe_answer(ReferenceShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Return the engine's rows; the ETag changes with the facts."""
        found = get_object_or_404(Game, slug=find_game(game))
        etag = f'"{found.data_version}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return unchanged
        rows = selectors.list_reference_rows(found.slug)
        return Response({"game": found.slug, "data_version": found.data_version, **rows}, headers={"ETag": etag})


def write_card_json(card: Card) -> bytes:
    """The JSON of a card today, as its shape gives it."""
    return _write_card_json(card, timezone.localdate())


@lru_cache(maxsize=_HELD)
def _write_card_json(card: Card, on: date) -> bytes:
    """The JSON of a card; it is written anew every day, since bans begin and end."""
    return _json(CardShape(card).data)


class WrittenListView(generics.ListAPIView[CardRow]):
    """A list of cards, joined from the cards' kept JSON."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """The page that the view's filters and pages make, byte for byte as its serializer would write it."""
        page: Any = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        around = self.get_paginated_response([]).data
        parts = (
            _json(name)
            + b":"
            + (b"[" + b",".join(map(write_card_json, page)) + b"]" if name == "results" else _json(value))
            for name, value in around.items()
        )
        return HttpResponse(b"{" + b",".join(parts) + b"}", content_type="application/json")


def _json(value: Any) -> bytes:
    text: bytes = JSONRenderer().render(value)  # which gives nothing at all for None
    return text or b"null"
