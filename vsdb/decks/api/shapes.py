"""What the addresses of stored decks take and answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from engine.decklists.fingerprints import compute_fingerprint
from engine.model.cards import Card
from engine.model.decks import AMBIGUOUS, UNKNOWN, UNREADABLE
from engine.model.decks import Deck as DeckValue
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.accounts.viewers import Viewer
from vsdb.api.errors import ErrorShape
from vsdb.api.shapes import (
    Choice,
    Day,
    Flag,
    Link,
    Map,
    Moment,
    Number,
    Recorded,
    Shape,
    StrictShape,
    Text,
    TextMap,
    Texts,
)
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.api import DeckField
from vsdb.core.sealed_fields import read_word
from vsdb.decks import selectors, to_engine
from vsdb.decks.access import ViewedDeck
from vsdb.decks.glance import describe_draft, read_glance
from vsdb.decks.models import Deck, Revision
from vsdb.decks.prose import render_prose
from vsdb.decks.verdict_cache import map_own_outcomes

OUTCOMES = (LEGAL, ILLEGAL, UNCERTAIN)
LINE_STATES = (UNKNOWN, AMBIGUOUS, UNREADABLE)


class DeckSummary(NamedTuple):
    """A deck as it is told of: where it was reached, and its outcome in its own format."""

    deck: Deck
    place: ViewedDeck
    outcome: str | None = None


def _secret(told: DeckSummary) -> str | None:
    return read_word(told.deck, "secret") or None if told.place.is_own else None


def _shared_page(told: DeckSummary) -> str | None:
    secret = _secret(told)
    return reverse("stored:shared", args=(secret,)) if secret else None


def _origin(told: DeckSummary) -> Revision | None:
    """What it began as, where the viewer may read that."""
    origin = told.deck.forked_from
    return origin if origin is not None and told.place.viewer.may_read(origin.deck) else None


def _build_api_path(told: DeckSummary) -> str:
    """Where a program reads the deck: by its number, or by the secret link by which it was reached."""
    secret = told.place.secret
    return reverse("api:shared", args=(secret,)) if secret else reverse("api:deck", args=(told.deck.pk,))


class OriginShape(Shape):
    """A version of a deck."""

    deck = Number("The deck's number.", source="deck_id")
    version = Number("The version's number.", source="number")
    page = Link("The path of the deck's page on this site.", "stored:short", "deck_id")
    api = Link("The deck's path in this API.", "api:deck", "deck_id")


class LeadShape(Shape):
    """A card that a deck is known by."""

    slug = Text("The card's slug.")
    title = Text("The card's title, with whom it shows.")


class GroupShape(Shape):
    """A team, affiliation or domain of a deck."""

    name = Text("Its name.")
    copies = Number("The number of cards with it; null: it is that of the leading card.", allow_null=True)


class CurveColumnShape(Shape):
    """The cards of one cost."""

    figure = Text("The cost.", of=lambda column: column[0])
    copies = Number("The number of cards.", of=lambda column: column[1])


class GlanceShape(Shape):
    """What lists show of a deck's cards."""

    leads = LeadShape.several("Its legend or main character; empty in games without one.")
    groups = GroupShape.several("Its main teams, affiliations or domains, at most 3.")
    curve = CurveColumnShape.several("Its cost curve.", of=lambda found: found.curve.columns if found.curve else ())
    unrecorded = Number(
        "Cards whose cost isn't recorded.", of=lambda found: found.curve.unrecorded if found.curve else 0
    )


def _draft(told: DeckSummary) -> str | None:
    """What the deck lacks, where it is a draft; no query beside that of the reference."""
    deck = told.deck
    return describe_draft(deck, format_named(cards.get_reference(deck.game_id), deck.format)) or None


class StoredDeckShape(Shape):
    """A stored deck without its list."""

    id = Number("Its number.", source="deck.pk")
    title = Text("Its title.", source="deck.title")
    game = Text("The slug of the game.", source="deck.game_id")
    format = Recorded("The slug of its format; null: no format.", source="deck.format")
    as_of = Day("The date of its verdict; null: always today.", source="deck.as_of", allow_null=True)
    size = Number("The number of cards in all sections.", source="deck.size")
    edition = Number("The number of its latest version.", source="deck.edition")
    author = Text("The user name of its owner.", source="deck.owner.username", allow_null=True)
    own = Flag("Whether it is yours.", source="place.is_own")
    visibility = Choice("Who may see it.", Deck.Visibility.choices, source="deck.visibility")
    secret = Text("The token of its secret link; only the owner sees it.", of=_secret, allow_null=True)
    shared_page = Text("The path of its secret link; only the owner sees it.", of=_shared_page, allow_null=True)
    hidden = Flag("Whether staff have hidden it.", of=lambda told: told.deck.hidden_at is not None)
    event = Text("The event it was played at; may be empty.", source="deck.event")
    played_on = Day("The date it was played.", source="deck.played_on", allow_null=True)
    tags = Texts("Its tags.", of=lambda told: [tag.name for tag in told.deck.tags.all()])
    likes = Number("How many people like it.", source="deck.liked")
    forked_from = OriginShape.one("The deck it was forked from, if you can see that deck.", allow_null=True, of=_origin)
    fork = Flag("Whether it is a fork, also of a deck you can't see.", source="deck.is_fork")
    draft = Text(
        "What it lacks while it is private and has no format or too few cards, in words; null: not a draft.",
        of=_draft,
        allow_null=True,
    )
    outcome = Choice(
        "Its outcome in its own format on its own date, or today; null: it names no format of today.",
        OUTCOMES,
        allow_null=True,
    )
    glance = GlanceShape.one("What lists show of its cards.", of=lambda told: read_glance(told.deck))
    created = Moment("When it was created.", source="deck.created")
    edited = Moment("When its list last changed.", source="deck.edited")
    published = Moment("When it first became public.", source="deck.published", allow_null=True)
    page = Text("The address of its page on this site.", of=lambda told: told.place.address())
    api = Text("Its path in this API.", of=_build_api_path)


class SnapshotShape(Shape):
    """The content of a version."""

    title = Text("The title.")
    format = Recorded("The slug of the format; null: no format.")
    as_of = Day("The day; null: today.", allow_null=True)
    deck = Text("The list as text.", source="text")
    notes = Text("The notes on the deck, in Markdown.")
    card_notes = TextMap("The notes on its cards, by slug, in Markdown.")


def _card(pair: tuple[Card, int]) -> Card:
    return pair[0]


class CountedCardShape(Shape):
    """A card in a section."""

    count = Number("The number of copies.", of=lambda pair: pair[1])
    slug = Text("The card's slug.", of=lambda pair: pair[0].slug)
    title = Text("The card's title.", of=lambda pair: pair[0].title)
    page = Link("The path of the card's page on this site.", "cards:card", "game", "slug", within=_card)
    api = Link("The card's path in this API.", "api:card", "game", "slug", within=_card)


class SectionShape(Shape):
    """A section with the cards that were read."""

    section = Text("The section.")
    cards = CountedCardShape.several("Its cards.")


def _sections(deck: DeckValue) -> list[Mapping[str, Any]]:
    """The cards that were read, by section."""
    return [{"section": section, "cards": deck.read(section)} for section in deck.sections]


class UnsettledShape(Shape):
    """A line that names no single card."""

    line = Number("The line number in the list, from 1.")
    written = Text("The line.")
    state = Choice("Why it doesn't name exactly one card.", LINE_STATES)


class ListShape(Shape):
    """A list as it was read."""

    fingerprint = Text("The fingerprint of its list.", of=compute_fingerprint)
    sections = SectionShape.several("The cards read from the list.", of=_sections)
    unsettled = UnsettledShape.several("The lines that don't name exactly one card; they are kept in the list.")


class WrittenShape(Shape):
    """The notes of a version as HTML."""

    notes_html = Text("The notes on the deck as HTML, from Markdown; safe to show.")
    card_notes_html = TextMap("The notes on its cards as HTML, by slug.")


class DeckInFullShape(StoredDeckShape, SnapshotShape, WrittenShape, ListShape):
    """A deck with its latest version."""


def summarize_decks(decks: Iterable[Deck], viewer: Viewer) -> list[DeckSummary]:
    """Decks in a list; one query a game for the outcomes, which are judged where they aren't kept, and those of their
    tags and owners where they aren't at hand."""
    held = list(decks)
    outcomes = map_own_outcomes(held, timezone.localdate())
    return [DeckSummary(deck, ViewedDeck(deck, viewer), outcomes.get(deck.pk)) for deck in held]


def deck_to_dict(place: ViewedDeck) -> dict[str, Any]:
    """The fields of DeckInFullShape: a deck with its newest version, read for its day; six queries."""
    deck = place.deck
    revision = selectors.get_revision(deck)
    outcome = map_own_outcomes([deck], timezone.localdate()).get(deck.pk)
    told = DeckSummary(deck, place, outcome)
    value = ListShape(build_deck_value(deck, revision))
    written = render_notes(revision, deck.game_id)
    return {**StoredDeckShape(told).data, **SnapshotShape(revision).data, **written, **value.data}


def render_notes(revision: Revision, game: str) -> dict[str, Any]:
    """The fields of WrittenShape: the notes of a version as HTML."""
    notes = {slug: render_prose(note, game, is_small=True) for slug, note in revision.card_notes.items()}
    return {"notes_html": render_prose(revision.notes, game), "card_notes_html": notes}


def build_deck_value(deck: Deck, revision: Revision) -> DeckValue:
    """A version as the engine takes it, on its own day or today."""
    return to_engine.build_deck(revision.text, deck.game_id, revision.as_of, title=revision.title)


class _SentDeckShape(StrictShape):
    title = Text("The title.", required=False, max_length=120, allow_blank=True)
    format = Text("A format; null: none.", required=False, allow_null=True, allow_blank=True, max_length=120)
    as_of = Day("A day, YYYY-MM-DD; null: today.", required=False, allow_null=True)
    notes = Text("Notes on the deck.", required=False, allow_blank=True)
    card_notes = Map("Notes on its cards, by slug.", child=Text(allow_blank=True), required=False)
    comment = Text("A note about this version.", required=False, allow_blank=True, max_length=200)


class NewDeckShape(_SentDeckShape):
    """A new deck. It is private until you share it."""

    deck = DeckField("The list: a text in any layout, a deck code, or a list of lines or items.", required=False)
    game = Text("The slug of the game; left out: found from the list or the format.", required=False, max_length=80)


class WholeDeckShape(_SentDeckShape):
    """A whole new version of a deck. Parts you leave out become empty."""

    edition = Number("The number of the version you edited.", min_value=0)
    deck = DeckField("The list: a text in any layout, a deck code, or a list of lines or items.")


class PatchedDeckShape(_SentDeckShape):
    """Changes to a deck. Parts you leave out stay."""

    edition = Number(
        "The number of the version you edited; required except for event, day and tags.", required=False, min_value=0
    )
    deck = DeckField("The list.", required=False)
    event = Text("The event it was played at.", required=False, allow_blank=True, max_length=120)
    played_on = Day("The date it was played.", required=False, allow_null=True)
    tags = Texts("Its tags, at most 8.", child=Text(max_length=40), required=False)


class StaleShape(ErrorShape):
    """The texts of a conflict: the deck was saved elsewhere since."""

    edition = Number("The number of the latest version.")
    base = SnapshotShape.one("The version you edited; null: no longer stored.", allow_null=True)
    mine = SnapshotShape.one("Your list.")
    theirs = SnapshotShape.one("The list stored now.")


class ForkShape(StrictShape):
    """The version to copy."""

    version = Number("A version number; left out: the latest.", required=False, min_value=1)


class SharingShape(StrictShape):
    """Who may see a deck."""

    visibility = Choice("Who may see it.", Deck.Visibility.choices, required=False)
    renew = Flag("True: create a new secret link; the old one stops working.", required=False)


class ReadRequestShape(StrictShape):
    """A list in any layout."""

    deck = DeckField("A text in any layout, a deck code, or a list of lines or items.")
    game = Text("The slug of the game; left out: found from the list.", required=False, max_length=80)
    file_name = Text("The file name.", required=False, max_length=200)


class DecisionShape(Shape):
    """A line that needs a decision."""

    line = Number("The line number in `deck`, from 1.")
    section = Text("The section of the line.")
    count = Number("The number of copies.")
    written = Text("The line.")
    state = Choice("A code for why it doesn't name exactly one card.", LINE_STATES)
    why = Text("The reason in a sentence.")
    candidates = CountedCardShape.several(
        "The cards it may mean.", of=lambda each: [(card, each.count) for card in each.candidates]
    )


class GuessShape(Shape):
    """A line that was read with a guess."""

    line = Number("The line number in `deck`, from 1.")
    written = Text("The line.")
    slug = Text("The card it was read as.", source="card.slug")
    why = Texts("The guess and its reason.", of=lambda entry: [note.message for note in entry.notes])


class ReadShape(Shape):
    """A list as read. Nothing is stored."""

    layout = Text("The file format it was read as.", source="layout.slug")
    game = Text("The slug of the game.", source="deck.game")
    title = Text("Its title, or nothing.", source="deck.title")
    metadata = TextMap("The list's metadata.", source="deck.metadata")
    deck = Text("The list as text; line numbers refer to it.", source="text")
    notes = Text("The notes on the deck.")
    card_notes = TextMap("The notes on its cards, by slug.")
    fingerprint = Text("The fingerprint of the list.", of=lambda taken: compute_fingerprint(taken.deck))
    sections = SectionShape.several("The cards that were read.", of=lambda taken: _sections(taken.deck))
    guesses = GuessShape.several(
        "The lines read with a guess.", of=lambda taken: [each for each in taken.deck.noted if each.card]
    )
    decisions = DecisionShape.several("The lines that need a decision.")
    remarks = Texts("What couldn't be imported unchanged.")
