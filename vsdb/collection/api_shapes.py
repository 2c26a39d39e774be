"""What the addresses of collections take and answer."""

from __future__ import annotations

from django.urls import reverse

from engine.model.decks import AMBIGUOUS, UNKNOWN, UNREADABLE
from vsdb.api.shapes import OPTIONAL, Choice, Flag, Link, Number, Shape, StrictShape, Text, Texts
from vsdb.catalog.cards import selectors as cards
from vsdb.collection.models import MAX_COPIES
from vsdb.collection.reading import KINDS, OWNED, CardKey
from vsdb.collection.selectors import Copies
from vsdb.collection.services import ADD, MODES

MAX_SET = 1_000  #: printings in one request
_PRINTING = "The code of the printing; null: any printing."
Row = tuple[CardKey, Copies]


def _title(key: CardKey) -> str | None:
    card = cards.recall_reference(key.game).catalog.by_slug.get(key.slug)
    return card.title if card else None


def _page(row: Row) -> str | None:
    return reverse("cards:card", args=(row[0].game, row[0].slug)) if _title(row[0]) else None


def _api(row: Row) -> str | None:
    return reverse("api:card", args=(row[0].game, row[0].slug)) if _title(row[0]) else None


class CopiesShape(Shape):
    """How many copies of a printing you own and want."""

    game = Text("The slug of the game.", of=lambda row: row[0].game)
    slug = Text("The slug of the card.", of=lambda row: row[0].slug)
    title = Text("The title of the card; null: no longer recorded.", of=lambda row: _title(row[0]), allow_null=True)
    printing = Text(
        "The code of the printing; null: any printing.", of=lambda row: row[0].code or None, allow_null=True
    )
    owned = Number("How many copies you own.", of=lambda row: row[1].owned)
    wanted = Number("How many copies you want to own in all.", of=lambda row: row[1].wanted)
    page = Text("The path of the card's page on this site; null: no longer recorded.", of=_page, allow_null=True)
    api = Text("The card's path in this API; null: no longer recorded.", of=_api, allow_null=True)


class SetCopiesShape(StrictShape):
    """Copies of a printing to set. What you leave out stays."""

    game = Text("The slug of the game.", max_length=80)
    slug = Text("The slug of the card.", max_length=160)
    printing = Text("The code of the printing; left out or null: any printing.", max_length=40, **OPTIONAL)
    owned = Number("How many copies you own.", min_value=0, max_value=MAX_COPIES, required=False)
    wanted = Number("How many copies you want in all.", min_value=0, max_value=MAX_COPIES, required=False)


class SetCollectionShape(StrictShape):
    """Copies to set."""

    cards = SetCopiesShape.several(f"The printings, at most {MAX_SET:,}.")


class ChangedCopiesShape(Shape):
    """The printings that were set."""

    cards = CopiesShape.several("Their copies now.")


class SetCardShape(StrictShape):
    """Copies of a printing of one card to set. What you leave out stays."""

    printing = Text("The code of the printing; left out or null: any printing.", max_length=40, **OPTIONAL)
    owned = Number("How many copies you own.", min_value=0, max_value=MAX_COPIES, required=False)
    wanted = Number("How many copies you want in all.", min_value=0, max_value=MAX_COPIES, required=False)


class SetProgressShape(Shape):
    """How much of a set you own."""

    code = Text("The set's code.")
    name = Text("The set's name.")
    owned = Number("How many of its cards you own.")
    cards = Number("How many of its cards are recorded.")


class GameTotalsShape(Shape):
    """What you have of a game."""

    game = Text("The slug of the game.")
    owned = Number("How many copies you own.")
    cards = Number("How many different cards you own.")
    wanted = Number("How many cards you want.")
    lacking = Number("How many wanted copies you don't own.")
    sets = SetProgressShape.several("The sets of which you own a card.")


class WantedCardShape(Shape):
    """A wanted card."""

    game = Text("The slug of the game.", source="card.game")
    slug = Text("The slug of the card.", source="card.slug")
    title = Text("The title of the card.", source="card.title")
    printings = Texts(
        "The codes of the wanted printings; empty: any printing.",
        of=lambda each: [key.code for key, _ in each.copies if key.code],
    )
    lacking = Number("How many copies are lacking.")
    page = Link("The path of the card's page on this site.", "cards:card", "card.game", "card.slug")
    api = Link("The card's path in this API.", "api:card", "card.game", "card.slug")


class OwnWantedCardShape(WantedCardShape):
    """A card that you want."""

    wanted = Number("How many copies you want to own in all.")
    owned = Number("How many copies you own, in any printing.")


class ImportShape(StrictShape):
    """A list or a CSV table of cards."""

    text = Text("The list or table.", trim_whitespace=False)
    game = Text("The slug of the game. Default: detected line by line.", max_length=80, **OPTIONAL)
    kind = Choice("Whether lines that don't say count as owned or wanted.", KINDS, default=OWNED)
    mode = Choice("Add the copies, set them, or replace everything of the same game and kind.", MODES, default=ADD)
    preview = Flag("True: only say what would change. False: save.", default=True)
    edition = Number("The `edition` of a preview; saving is refused if the collection changed since.", **OPTIONAL)


class ChoiceShape(Shape):
    """A card that a line may mean."""

    game = Text("The slug of the game.", source="key.game")
    slug = Text("The slug of the card.", source="key.slug")
    title = Text("The title of the card.", source="card.title")
    printing = Text(
        "The code of the printing; null: any printing.", of=lambda each: each.key.code or None, allow_null=True
    )
    page = Link("The path of the card's page on this site.", "cards:card", "key.game", "key.slug")
    api = Link("The card's path in this API.", "api:card", "key.game", "key.slug")


class UnreadLineShape(Shape):
    """A line that names no one recorded printing. It is not saved."""

    line = Number("Its number, from 1.")
    written = Text("The line.")
    problem = Text("Why it can't be read.")
    nearest = ChoiceShape.several("What it may mean, nearest first.")


class CollectionChangeShape(Shape):
    """What changes for a printing."""

    game = Text("The slug of the game.", source="key.game")
    slug = Text("The slug of the card.", source="key.slug")
    printing = Text(
        "The code of the printing; null: any printing.", of=lambda each: each.key.code or None, allow_null=True
    )
    owned_before = Number("Owned copies before.", source="before.owned")
    owned = Number("Owned copies after.", source="after.owned")
    wanted_before = Number("Wanted copies before.", source="before.wanted")
    wanted = Number("Wanted copies after.", source="after.wanted")


class ImportedShape(Shape):
    """What a list does, or did, to the collection."""

    saved = Flag("Whether it was saved.")
    edition = Number("The edition of the collection that the changes start from.")
    changes = CollectionChangeShape.several("The printings that change.")
    unread = UnreadLineShape.several("The lines that can't be read.")
    remarks = Texts("Remarks on the whole list.")


class DeckQuestionShape(StrictShape):
    """A deck list."""

    deck = Text("The deck as text.", trim_whitespace=False)
    game = Text("The slug of the game. Default: detected from the cards.", max_length=80, **OPTIONAL)


class NeededCardShape(Shape):
    """A card that a deck needs."""

    slug = Text("The slug of the card.", source="card.slug")
    title = Text("The title of the card.", source="card.title")
    needed = Number("How many copies the deck needs.")
    owned = Number("How many copies you own, in any printing.")
    lacking = Number("How many copies are lacking.")
    page = Link("The path of the card's page on this site.", "cards:card", "card.game", "card.slug")
    api = Link("The card's path in this API.", "api:card", "card.game", "card.slug")


class UncountedLineShape(Shape):
    """A line that names no single card, and isn't counted."""

    line = Number("The line number in the list, from 1.")
    written = Text("The line.")
    state = Choice("Why it doesn't name exactly one card.", (UNKNOWN, AMBIGUOUS, UNREADABLE))


class DeckNeedsShape(Shape):
    """What you have and lack of a deck."""

    game = Text("The slug of the game.")
    needed = Number("How many cards the deck has.", source="total_needed")
    owned = Number("How many of them you own.", source="total_owned")
    lacking = Number("How many of them are lacking.", source="total_lacking")
    cards = NeededCardShape.several("Its cards, those that lack copies first.")
    unsettled = UncountedLineShape.several("The lines that aren't counted.")
    text = Text("What is lacking, as a deck list.")


class WantedFromDeckShape(Shape):
    """What went onto the wish list."""

    changed = Number("How many cards were added or raised.")


class WishListLinkShape(StrictShape):
    """Whether the wish list has a secret link."""

    shared = Flag("Whether it has a link.")
    renew = Flag("True: a new link; the old one stops working.", default=False)


class SharedWishListShape(Shape):
    """The link to the wish list."""

    word = Text("The token of the link; null: not shared.", allow_null=True)


class WishListShape(Shape):
    """Somebody's shared wish list, a page of it."""

    owner = Text("The user name of its owner.")
    count = Number("The number of cards on all pages.")
    next = Text("The address of the next page; null on the last page.", allow_null=True)
    previous = Text("The address of the previous page; null on the first page.", allow_null=True)
    cards = WantedCardShape.several("What they lack, the cards on this page.")
