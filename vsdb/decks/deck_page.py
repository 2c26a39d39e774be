"""A stored deck laid out for its page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from engine.decklists.codes import encode_deck_code
from engine.decklists.fingerprints import compute_fingerprint
from engine.model.cards import GAMES
from engine.model.decks import Deck as DeckValue
from engine.model.errors import InputError
from engine.model.formats import Format
from engine.model.games import game_of
from engine.rules.validation import check_deck
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import build_faces_with_texts, name_card
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.play_area import build_play_area
from vsdb.check.services import VERDICTS, CheckedDeck
from vsdb.check.verdict_page import VerdictPage, build_verdict_page
from vsdb.core import qr
from vsdb.core.words import format_day, quantity
from vsdb.decks import comments as talk
from vsdb.decks import selectors, to_engine
from vsdb.decks.access import ViewedDeck
from vsdb.decks.filing.selectors import list_places
from vsdb.decks.glance import describe_draft, list_known_cards, list_most_copied
from vsdb.decks.grouping import TYPE, WAYS, list_ways
from vsdb.decks.models import Deck, Revision
from vsdb.decks.pdf.listing import build_parts
from vsdb.decks.stats import compute_deck_stats
from vsdb.decks.stats.rules import check_in_every_format
from vsdb.timelines.page import strip_of_deck

#: Who may see a deck: the value, its name, and what it means.
SHARING = (
    ("private", "Only you", "Private: no one else can open or find the deck."),
    (
        "link",
        "Anyone with the link",
        "Shares all versions and notes. Not shown in lists or search engines.",
    ),
    (
        "public",
        "Everyone",
        "Shares all versions and notes, and lists the deck under your name. Needs an account.",
    ),
)
MAX_LOOKED_AT = 250  #: lines; of a longer list no figures are drawn, and it is judged in its own format only
COMMENTS_A_PAGE = 50
FACES = "faces"  #: the word of addresses that shows cards as faces
MAX_NAMES = 6  #: of the cards that other sites tell of a deck


@dataclass(frozen=True, slots=True)
class VerificationCodes:
    """A list's fingerprint and deck code; `code` is empty where the list is too long for one."""

    fingerprint: str
    code: str
    game: str
    format: str
    as_of: date | None

    @property
    def check(self) -> str:
        """The address where a list, this one where it has a code, is checked against the fingerprint."""
        words = {"code": self.code, "fingerprint": self.fingerprint}
        if not self.code and self.format:
            words["format"] = f"{self.game}/{self.format}"
        return f"{reverse('decks:check')}?{urlencode({key: value for key, value in words.items() if value})}"

    def picture(self, root: str) -> SafeString:
        """A QR code that leads to `check`; nothing where that is too long for one."""
        address = root + self.check
        if len(address.encode()) > qr.MAX_LENGTH:
            return SafeString("")
        return qr.render_svg(address, "QR code to check this list against its fingerprint")


def add_metadata(value: DeckValue, title: str, fmt: str, as_of: date | None) -> DeckValue:
    """A list that says its title, format and day itself, those that there are."""
    said = {"format": fmt, "as-of": as_of.isoformat() if as_of else ""}
    return replace(value, title=title, metadata={key: word for key, word in said.items() if word})


def build_verification_codes(
    value: DeckValue, *, title: str = "", fmt: str = "", as_of: date | None = None
) -> VerificationCodes:
    """The proof of a list, with format and day in its code so that the check needs nothing else."""
    try:
        code = encode_deck_code(add_metadata(value, title, fmt, as_of), cards.get_reference(value.game).catalog)
    except InputError:
        code = ""
    return VerificationCodes(compute_fingerprint(value), code, value.game, fmt, as_of)


@dataclass(frozen=True, slots=True)
class ReadVersion:
    """A version of a deck as it stands on its day: its own, else today. `fmt` None: it names no format of today.

    `outcome` is legal, illegal or uncertain; empty where the deck names no format.
    """

    revision: Revision
    value: DeckValue
    on: date
    fmt: Format | None
    page: VerdictPage | None
    outcome: str = ""

    @property
    def proof(self) -> VerificationCodes:
        """Its proof, with its title."""
        said = self.revision
        return build_verification_codes(self.value, title=said.title, fmt=said.format, as_of=said.as_of)


def read_version(deck: Deck, number: int | None = None) -> ReadVersion:
    """A version of a deck, the newest where no number is given, as it stands; two queries. Raises NotFound."""
    return read_revision(selectors.get_revision(deck, number), deck.game_id)


def read_revision(revision: Revision, game: str, *, has_page: bool = True) -> ReadVersion:
    """A version with its verdict in its own format on its own day; one query, and none without the verdict's page."""
    on = revision.as_of or timezone.localdate()
    value = to_engine.build_deck(revision.text, game, on)
    fmt = format_named(cards.get_reference(game), revision.format)
    if fmt is None:
        return ReadVersion(revision, value, on, None, None)
    checked = CheckedDeck(value, fmt, check_deck(value, fmt, on))
    VERDICTS.labels("deck", "computed").inc()
    page = build_verdict_page([checked], revision.text) if has_page else None
    return ReadVersion(revision, value, on, fmt, page, checked.verdict.outcome)


def build_deck_page(place: ViewedDeck, words: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the page of a deck shows: its newest version, and the last page of its talk or another; the same queries for
    any deck, one more where its cards are shown as faces. `words` are those of the address.

    `life` is that in its own format, where it names one; a draft has none.
    A list far longer than any deck has no `look`, no `everywhere` and no `life`.
    """
    deck, viewer, read = place.deck, place.viewer, read_version(place.deck)
    text, size = read.revision.text, sum(read.value.sizes.values())
    is_looked_at = len(read.value.entries) <= MAX_LOOKED_AT
    said = Paginator(talk.list_comments(deck), COMMENTS_A_PAGE)
    may_like = viewer.user is not None and not viewer.owns(deck)
    draft = describe_draft(deck, read.fmt)
    verdict = "" if draft else describe_verdict(read)
    what, names = f"{GAMES[deck.game_id]}, {quantity(size, 'card')}", describe_cards(read.value)
    words = words or {}
    by = words.get("by", "") if words.get("by") in WAYS else TYPE
    are_faces = is_looked_at and words.get("view") == FACES
    area = build_play_area(read.value, read.fmt, read.on)
    return {
        "deck": deck,
        "read": read,
        "by": by,
        "ways": list_ways(deck.game_id),
        "faces": {face.card.slug: face for face in build_faces_with_texts(read.value.cards, read.on)}
        if are_faces
        else None,
        "revision": read.revision,
        "size": size,
        "says": ". ".join(filter(None, (verdict, f"{what}: {names}" if names else what))) + ".",
        "area": area,
        "parts": build_parts(read.value, by, area),
        "proof": read.proof,
        "look": compute_deck_stats(read.value, read.on) if is_looked_at else None,
        "everywhere": check_in_every_format(text, deck.game_id, timezone.localdate()) if is_looked_at else None,
        "life": strip_of_deck(text, deck.game_id, read.fmt) if is_looked_at and read.fmt and not draft else None,
        "filing": list_places(viewer) if place.is_own and deck.owner_id else None,
        "labels": list(deck.labels.all()) if place.is_own else [],
        "draft": draft,
        "may_be_dealt": bool(size) and game_of(deck.game_id).opening is not None,
        "may_see_origin": deck.forked_from is not None and viewer.may_read(deck.forked_from.deck),
        "tags": list(deck.tags.all()),
        "likes": deck.liked,
        "may_like": may_like,
        "may_report": may_like,
        "is_liked": viewer.user is not None and deck.likes.filter(by=viewer.user).exists(),
        "forks": Deck.objects.filter(forked_from__deck=deck).count(),
        "comments": said.get_page(words.get("talk") or said.num_pages),
    }


def describe_verdict(read: ReadVersion) -> str:
    """What became of it, in a line; nothing where it names no format."""
    if not read.fmt:
        return ""
    return f"{read.outcome.capitalize()} in {read.fmt.name} on {format_day(read.on)}"


def describe_deck(deck: Deck, read: ReadVersion) -> str:
    """What it is, in a line: format, game, author."""
    fmt, author = read.fmt.name if read.fmt else "", f"by {deck.owner.username}" if deck.owner else ""
    return " · ".join(filter(None, (fmt, GAMES[deck.game_id], author)))


def describe_cards(value: DeckValue) -> str:
    """Whom a deck is led by, and the cards that it has most copies of, in a line."""
    leads = {card for section in game_of(value.game).stats.leads for card, _ in value.read(section)}
    copies = dict(list_most_copied(value))
    known = list_known_cards(value)[:MAX_NAMES]
    return ", ".join(name_card(each) if each in leads else f"{copies[each]} {name_card(each)}" for each in known)
