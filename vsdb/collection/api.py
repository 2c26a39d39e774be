"""Collections through the API: always one's own, by token, but for shared wish lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.cards import GAMES, Card
from engine.model.errors import InputError
from vsdb.accounts.viewers import Viewer
from vsdb.api.authentication import MayRead, MayWrite
from vsdb.api.base import StoredListView, StoredView, describe_answer, read, require_user
from vsdb.api.pagination import Pages
from vsdb.api.parameters import CARD, GAME, OF_GAME, path_parameter, query_parameter
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.formats.lookup import find_card
from vsdb.collection import selectors, services
from vsdb.collection.api_shapes import (
    MAX_SET,
    ChangedCopiesShape,
    CopiesShape,
    DeckNeedsShape,
    DeckQuestionShape,
    GameTotalsShape,
    ImportedShape,
    ImportShape,
    OwnWantedCardShape,
    Row,
    SetCardShape,
    SetCollectionShape,
    SharedWishListShape,
    WantedFromDeckShape,
    WishListLinkShape,
    WishListShape,
)
from vsdb.collection.lacks import DeckNeeds, compute_needs, want_lacking
from vsdb.collection.models import CollectedCard
from vsdb.collection.page import find_collected_ids
from vsdb.collection.reading import OWNED, WANTED, CardKey, find_key, read_collection
from vsdb.collection.selectors import Copies, GameTotals
from vsdb.collection.services import PlannedChange
from vsdb.exchange.deck_lists.importing import import_deck_list
from vsdb.search.conditions.context import build_slugs_condition
from vsdb.search.language.parser import MAX_CHARACTERS

_OWN = (MayRead, MayWrite)
_REFUSED = (401, 403)
_WRONG = (400, 401, 403, 404)
_WORD = path_parameter("word", "The token of the link to a wish list.")


class CollectionView(StoredListView):
    """Your collection."""

    permission_classes = _OWN
    parameters = ("game", "q", "page", "page_size")

    @describe_answer(
        CopiesShape(many=True),
        *_WRONG,
        parameters=[OF_GAME, query_parameter("q", "A query for cards; /help/search/ describes the language.")],
    )
    def get(self, request: Request) -> Response:
        """List the printings you own and want, by game and card."""
        words = request.query_params
        game, query = words.get("game", ""), words.get("q", "").replace("\0", "")
        if game and game not in GAMES:
            raise ValidationError({"game": f"{game[:40]!r} is not a game. The games are {', '.join(GAMES)}."})
        if len(query) > MAX_CHARACTERS:
            raise ValidationError({"q": f"{len(query):,} characters; at most {MAX_CHARACTERS:,}."})
        user, games = require_user(request), (game,) if game else None
        rows = selectors.list_copies(user, games)
        if query.strip():
            found = find_collected_ids(Viewer(user), selectors.load_collected_slugs(user, games), query, game)
            named: defaultdict[str, set[str]] = defaultdict(set)
            for of_game, slug in CardRow.objects.filter(pk__among=found.ids).values_list("game_id", "slug"):
                named[of_game].add(slug)
            rows = rows.filter(build_slugs_condition({name: frozenset(held) for name, held in named.items()}))
        return self.page(rows, CopiesShape, _read_rows)

    @describe_answer(ChangedCopiesShape, *_WRONG, 409, takes=SetCollectionShape)
    def patch(self, request: Request) -> Response:
        """Set the copies of many printings. If one entry is wrong, nothing is changed."""
        sent = read(SetCollectionShape, request)["cards"]
        if len(sent) > MAX_SET:
            raise InputError(f"{len(sent):,} printings; at most {MAX_SET:,}", place="cards")
        counts: dict[CardKey, Mapping[str, int]] = {}
        for place, each in enumerate(sent):
            card = find_card(cards.get_reference(each["game"]), each["slug"])
            key = _find_printing(card, each.get("printing") or "", f"cards[{place}].printing")
            counts[key] = {**counts.get(key, {}), **_counts(each)}
        held = services.set_copies(require_user(request), counts)
        return Response(ChangedCopiesShape({"cards": list(held.items())}).data)


class CollectedCardView(StoredView):
    """Your copies of a card."""

    permission_classes = _OWN

    @describe_answer(CopiesShape(many=True), 404, *_REFUSED, parameters=[GAME, CARD])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """List your copies of a card by printing."""
        card = find_card(cards.get_reference(game), slug)
        return self._answer(request, card)

    @describe_answer(CopiesShape(many=True), *_WRONG, 409, takes=SetCardShape, parameters=[GAME, CARD])
    def patch(self, request: Request, game: str, slug: str) -> Response:
        """Set how many copies of a printing you own or want."""
        card, sent = find_card(cards.get_reference(game), slug), read(SetCardShape, request)
        key = _find_printing(card, sent.get("printing") or "", "printing")
        services.set_copies(require_user(request), {key: _counts(sent)})
        return self._answer(request, card)

    @staticmethod
    def _answer(request: Request, card: Card) -> Response:
        rows = list(selectors.load_copies_of_card(require_user(request), card.game, card.slug).items())
        return Response(CopiesShape(rows, many=True).data)


class CollectionTotals(StoredView):
    """What you have of each game."""

    permission_classes = _OWN

    @describe_answer(GameTotalsShape(many=True), *_REFUSED)
    def get(self, request: Request) -> Response:
        """Sum up your collection by game and set."""
        totals: list[GameTotals] = selectors.summarize(selectors.load_copies(require_user(request)))
        return Response(GameTotalsShape(totals, many=True).data)


class CollectionImport(StoredView):
    """A list into the collection."""

    permission_classes = _OWN
    changes_nothing = True  #: as a preview; in read-only mode what would be saved is refused where it is written

    @describe_answer(ImportedShape, *_WRONG, 409, takes=ImportShape)
    def post(self, request: Request) -> Response:
        """Say what a list or CSV table changes; save it if `preview` is false. Unread lines are never saved, and with
        `mode: replace` they keep the whole list from being saved (`unread-lines`)."""
        sent, user = read(ImportShape, request), require_user(request)
        found = read_collection(
            sent["text"], cards.list_references(), timezone.localdate(), game=sent.get("game") or "", kind=sent["kind"]
        )
        if sent["preview"]:
            plan = services.plan_import(user, found.lines, sent["mode"])
        else:
            plan = services.import_lines(user, found.lines, sent["mode"], edition=sent.get("edition"))
        changes: tuple[PlannedChange, ...] = plan.changes
        told = {"saved": not sent["preview"], "edition": plan.edition, "changes": changes}
        return Response(ImportedShape({**told, "unread": found.unread, "remarks": found.remarks}).data)


class CollectionLacks(StoredView):
    """What you lack for a list."""

    permission_classes = (MayRead,)
    costs_a_check = True
    changes_nothing = True

    @describe_answer(DeckNeedsShape, *_WRONG, takes=DeckQuestionShape)
    def post(self, request: Request) -> Response:
        """Compare a deck list with your collection. All printings of a card count together."""
        return Response(DeckNeedsShape(_read_needs(request)).data)


class CollectionWant(StoredView):
    """What you lack for a list, on the wish list."""

    permission_classes = _OWN

    @describe_answer(WantedFromDeckShape, *_WRONG, 409, takes=DeckQuestionShape)
    def post(self, request: Request) -> Response:
        """Put what you lack for a deck list on your wish list."""
        changed = want_lacking(require_user(request), _read_needs(request))
        return Response(WantedFromDeckShape({"changed": changed}).data)


class WantedCards(StoredListView):
    """Your wish list."""

    permission_classes = _OWN

    @describe_answer(OwnWantedCardShape(many=True), *_REFUSED)
    def get(self, request: Request) -> Response:
        """List the cards you want, by game and title."""
        return self.page(selectors.list_wanted(require_user(request)), OwnWantedCardShape)


class WishListLink(StoredView):
    """The secret link to your wish list."""

    permission_classes = _OWN

    @describe_answer(SharedWishListShape, *_WRONG, takes=WishListLinkShape)
    def post(self, request: Request) -> Response:
        """Share your wish list by a secret link, renew the link, or take it back."""
        sent = read(WishListLinkShape, request)
        word = services.share_wish_list(require_user(request), is_shared=sent["shared"], renew=sent["renew"])
        return Response(SharedWishListShape({"word": word or None}).data)


class SharedWishList(StoredView):
    """A wish list by its secret link."""

    permission_classes = (AllowAny,)
    parameters = ("page", "page_size")

    @describe_answer(
        WishListShape,
        400,
        404,
        parameters=[
            _WORD,
            query_parameter("page", Pages.page_query_description, int),
            query_parameter("page_size", Pages.page_size_query_description, int),
        ],
    )
    def get(self, request: Request, word: str) -> Response:
        """Return what the owner of a shared wish list lacks, by game and title, a page at a time."""
        held = selectors.get_shared_collection(word)
        wanted = [each for each in selectors.list_wanted(held.owner_id) if each.lacking]
        pages = Pages()
        found = pages.paginate_queryset(wanted, request, view=self)
        answer = pages.get_paginated_response(found)
        answer.data = WishListShape({**answer.data, "owner": held.owner.username, "cards": found}).data
        return answer


def _counts(sent: Mapping[str, Any]) -> dict[str, int]:
    return {kind: sent[kind] for kind in (OWNED, WANTED) if kind in sent}


def _find_printing(card: Card, code: str, place: str) -> CardKey:
    """The printing of a card. Raises InputError for one that isn't recorded."""
    key = find_key(card, code)
    if key is None:
        known = ", ".join(each.code for each in card.printings[:20]) or "none is recorded"
        raise InputError(f"{card.title} has no recorded printing {code[:40]!r}; its printings: {known}", place=place)
    return key


def _read_needs(request: Request) -> DeckNeeds:
    sent = read(DeckQuestionShape, request)
    return compute_needs(require_user(request), import_deck_list(sent["deck"], game=sent.get("game") or "").deck)


def _read_rows(page: Iterable[CollectedCard]) -> list[Row]:
    """The printings of a page with their copies; the references whose titles are given are at hand then."""
    rows = [
        (CardKey(each.game_id, each.slug, each.set_code, each.number), Copies(each.owned, each.wanted)) for each in page
    ]
    for game in {key.game for key, _ in rows}:
        cards.get_reference(game)
    return rows
