"""Keeping decks: created, saved as revisions, brought back, forked, claimed, deleted. One transaction each."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from engine.formats.names import find_game
from engine.model.decks import Deck as DeckValue
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import get_stored_name_of_word
from vsdb.core.errors import ApplicationError
from vsdb.core.sealed_fields import get_stored
from vsdb.decks import glance, selectors, to_engine, verdict_records
from vsdb.decks.jump import write_title_words
from vsdb.decks.models import Deck, Revision, Tag
from vsdb.decks.search import context
from vsdb.decks.search.words import refold_words, write_words

UNTITLED = "Untitled deck"
MAX_TITLE = 120
MAX_NOTES = 20_000  #: characters of a deck's notes
MAX_CARD_NOTE = 1_000  #: characters of the note on one card
MAX_CARD_NOTES = 300
MAX_TAGS = 8
MAX_AUTOMATIC = 400  #: automatic saves that a deck keeps; of older ones those go first that came between two others


#: What a save writes of the deck itself.
_WRITTEN = ("edition", "title", "format", "as_of", "text", "edited", "words", "facts", *context.FOUND)
_FORK = re.compile(r"(?:\s*\((?:fork|copy)(?: [0-9]{1,3})?\))+\Z")
_SLUG = re.compile(r"[A-Za-z0-9_-]{1,160}")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a revision holds. `text` is the list alone; `as_of` None is today, whenever that is."""

    title: str = UNTITLED
    format: str = ""
    as_of: date | None = None
    text: str = ""
    notes: str = ""
    card_notes: Mapping[str, str] = field(default_factory=dict)


class StaleSave(ApplicationError):
    """Somebody has saved the deck since: `base` is what the refused save began from, `theirs` what stands there now."""

    def __init__(self, *, base: Snapshot | None, mine: Snapshot, theirs: Snapshot, edition: int) -> None:
        super().__init__("The deck was saved elsewhere after you opened it. Nothing is lost.", code="stale")
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.edition = edition


def read_snapshot_of(revision: Revision) -> Snapshot:
    """What a revision holds, as a value."""
    return Snapshot(**{each.name: getattr(revision, each.name) for each in fields(Snapshot)})


def find_snapshot(deck: Deck, number: int) -> Snapshot | None:
    """What a version holds; None where it isn't kept any more."""
    found = deck.revisions.filter(number=number).first()
    return read_snapshot_of(found) if found else None


@transaction.atomic
def create(
    viewer: Viewer, game: str, snapshot: Snapshot, *, comment: str = "", forked_from: Revision | None = None
) -> Deck:
    """A new private deck of the viewer's. Raises InputError, NotFound and ApplicationError."""
    _refuse_too_many(viewer)
    lineage = {"forked_from": forked_from, "is_fork": forked_from is not None}
    deck = Deck(owner_id=viewer.user, game_id=find_game(game), title=UNTITLED, **lineage)
    snapshot, value = _check_snapshot(deck, snapshot)
    deck.save()
    _write(deck, viewer, snapshot, value, comment=comment, is_automatic=False)
    return deck


@transaction.atomic
def save(
    pk: int, viewer: Viewer, base: int, snapshot: Snapshot, *, comment: str = "", is_automatic: bool = False
) -> Revision:
    """A deck's next revision, made from the revision `base`. Raises StaleSave where that isn't the newest any more.

    What equals the newest revision makes no new one, but for a comment, which then goes to that revision.
    """
    deck = _lock_deck(pk, viewer)
    newest = selectors.get_revision(deck)
    snapshot, value = _check_snapshot(deck, snapshot)
    held = read_snapshot_of(newest)
    if snapshot == held:
        if comment and not newest.comment:
            newest.comment, newest.is_automatic = _comment(comment), False
            newest.save(update_fields=("comment", "is_automatic"))
        elif not is_automatic and newest.is_automatic:
            newest.is_automatic = False
            newest.save(update_fields=("is_automatic",))
        return newest
    if base != deck.edition:
        raise StaleSave(base=find_snapshot(deck, base), mine=snapshot, theirs=held, edition=deck.edition)
    return _write(deck, viewer, snapshot, value, comment=comment, is_automatic=is_automatic)


@transaction.atomic
def name_version(pk: int, viewer: Viewer, comment: str) -> Revision:
    """The newest version with what is said of it, as one that stands by itself among the saves in a row."""
    newest = selectors.get_revision(_lock_deck(pk, viewer))
    newest.comment, newest.is_automatic = _comment(comment), False
    newest.save(update_fields=("comment", "is_automatic"))
    return newest


@transaction.atomic
def restore(pk: int, viewer: Viewer, number: int, *, is_automatic: bool = False) -> Revision:
    """A version brought back as the newest one. Raises NotFound."""
    deck = _lock_deck(pk, viewer)
    then = read_snapshot_of(selectors.get_revision(deck, number))
    comment = "" if is_automatic else f"Restored version {number}"
    return save(pk, viewer, deck.edition, then, comment=comment, is_automatic=is_automatic)


def fork(deck: Deck, viewer: Viewer, number: int | None = None) -> Deck:
    """A deck of the viewer's own that begins as a version of one that they may read; its lineage says so."""
    origin = selectors.get_revision(deck, number)
    word, comment = ("copy", "Copied") if viewer.owns(deck) else ("fork", "Forked")
    snapshot = replace(read_snapshot_of(origin), title=name_fork(origin.title, viewer, word))
    return create(viewer, deck.game_id, snapshot, comment=comment, forked_from=origin)


def name_fork(title: str, viewer: Viewer, word: str = "fork") -> str:
    """The title of a fork: that of its origin with “(fork)”, “(copy)” of one's own deck, or the next free number where
    the viewer has that one.

    A fork of a fork is marked once. One query.
    """
    whole = (_FORK.sub("", title) or title)[: MAX_TITLE - len(f" ({word} 999)")]
    alike = selectors.list_own_decks(viewer).filter(title__startswith=f"{whole} ({word}")
    held = frozenset(alike.values_list("title", flat=True))
    named = (f"{whole} ({word}{f' {number}' if number > 1 else ''})" for number in range(1, 999))
    return next((name for name in named if name not in held), f"{whole} ({word} 999)")


@transaction.atomic
def claim(viewer: Viewer) -> list[Deck]:
    """The decks that the viewer's browser has built without an account become the account's. Raises
    ApplicationError."""
    if viewer.user is None:
        raise ApplicationError("Sign in to add these decks to your account.", code="no-account")
    claimed = list(selectors.list_unclaimed_decks(viewer).select_for_update())
    if selectors.list_own_decks(viewer).count() > (most := settings.DECKS_PER_ACCOUNT):
        said = f"An account can have at most {most:,} decks. Delete some, then add these."
        raise ApplicationError(said, code="too-many")
    Deck.objects.filter(pk__in=[deck.pk for deck in claimed]).update(owner=viewer.user)
    write_words(Deck.objects.filter(pk__in=[deck.pk for deck in claimed]))
    for deck in claimed:
        deck.owner_id = viewer.user
        if deck.visibility != Deck.Visibility.PRIVATE:
            _tell_shared(deck)
    return claimed


@transaction.atomic
def delete(pk: int, viewer: Viewer) -> None:
    """A deck with all its versions, for good."""
    _lock_deck(pk, viewer).delete()


_on_shared: dict[str, Callable[[Deck], None]] = {}


def register_on_shared(told: Callable[[Deck], None]) -> None:
    """Enter what is called, within the transaction, when others can see somebody's deck that nobody else saw before."""
    _on_shared[told.__name__] = told


def _tell_shared(deck: Deck) -> None:
    for told in _on_shared.values():
        told(deck)


@transaction.atomic
def share(pk: int, viewer: Viewer, visibility: str) -> Deck:
    """Who may see a deck. A secret link that is taken back never leads anywhere again. Raises ApplicationError."""
    deck = _lock_deck(pk, viewer)
    if visibility not in Deck.Visibility.values:
        raise InputError(
            f"no visibility {visibility[:40]!r}; the choices are {', '.join(Deck.Visibility.values)}",
            place="visibility",
        )
    if visibility == Deck.Visibility.PUBLIC and deck.owner_id is None:
        raise ApplicationError("Sign in and add the deck to your account before you make it public.", code="no-account")
    was_private, deck.visibility = deck.visibility == Deck.Visibility.PRIVATE, visibility
    if visibility == Deck.Visibility.PRIVATE:
        deck.secret = ""
    elif not get_stored(deck, "secret"):
        deck.secret = secrets.token_urlsafe(16)
    if visibility == Deck.Visibility.PUBLIC and deck.published is None:
        deck.published = timezone.now()
    deck.save(update_fields=("visibility", "secret", "secret_digest", "published"))
    if was_private and visibility != Deck.Visibility.PRIVATE:
        _tell_shared(deck)
    return deck


@transaction.atomic
def publish_unowned(game: str, snapshot: Snapshot, *, event: str, played_on: date) -> Deck:
    """A public deck that nobody owns, so that nobody edits it: a list of an event. Raises InputError and NotFound."""
    deck = Deck(game_id=find_game(game), title=UNTITLED, visibility=Deck.Visibility.PUBLIC, published=timezone.now())
    deck.event, deck.played_on = " ".join(event.split())[:120], played_on
    snapshot, value = _check_snapshot(deck, snapshot)
    deck.save()
    _write(deck, Viewer(), snapshot, value, comment="", is_automatic=False)
    _tell_shared(deck)
    return deck


@transaction.atomic
def rename_unowned(deck: Deck, title: str) -> None:
    """Give a published list of an event another title, also in its versions."""
    deck.title = title[:MAX_TITLE]
    deck.words = refold_words(deck)
    deck.save(update_fields=("title", "words"))
    deck.revisions.update(title=deck.title)
    write_title_words(deck)


@transaction.atomic
def renew_link(pk: int, viewer: Viewer) -> Deck:
    """Another secret link; the one before leads nowhere from then on. Raises ApplicationError for a private deck."""
    deck = _lock_deck(pk, viewer)
    if deck.visibility == Deck.Visibility.PRIVATE:
        raise ApplicationError("A private deck has no link. Share it first.", code="private")
    deck.secret = secrets.token_urlsafe(16)
    deck.save(update_fields=("secret", "secret_digest"))
    return deck


@transaction.atomic
def describe(pk: int, viewer: Viewer, *, event: str, played_on: date | None, tags: Iterable[str]) -> Deck:
    """Where a deck was played, and the words that it is found by. Raises InputError."""
    deck = _lock_deck(pk, viewer)
    names = list(dict.fromkeys(" ".join(tag.split()) for tag in tags if tag.strip()))
    _refuse_nul(event=event, tags=" ".join(names))
    if len(names) > MAX_TAGS:
        raise InputError(f"{len(names)} tags; at most {MAX_TAGS}", place="tags")
    deck.event, deck.played_on = " ".join(event.split())[:120], played_on
    deck.words = refold_words(deck)
    deck.save(update_fields=("event", "played_on", "words"))
    deck.tags.set([_tag(name) for name in names])
    return deck


def _tag(name: str) -> Tag:
    slug = slugify(name)[:40]
    if not slug:
        raise InputError(f"{name[:40]!r} needs a letter or digit", place="tags")
    return Tag.objects.get_or_create(slug=slug, defaults={"name": name[:40]})[0]


def _lock_deck(pk: int, viewer: Viewer) -> Deck:
    """The viewer's deck, which nobody else writes until the transaction is over."""
    found = Deck.objects.select_for_update().filter(pk=pk).first()
    if found is None or not viewer.owns(found):
        raise NotFound(f"you have no deck {pk}")
    return found


def _refuse_too_many(viewer: Viewer) -> None:
    most = settings.DECKS_PER_ACCOUNT if viewer.user else settings.DECKS_PER_BROWSER
    if selectors.list_own_decks(viewer).count() >= most:
        way_out = "Delete one first" if viewer.user else "Sign in to keep more, or delete one"
        raise ApplicationError(f"You have {most:,} decks, the maximum. {way_out}.", code="too-many")


def _check_snapshot(deck: Deck, snapshot: Snapshot) -> tuple[Snapshot, DeckValue]:
    """The snapshot as it is stored, and its deck. Raises InputError and NotFound for what can't be stored."""
    for name, text, most in (("title", snapshot.title, MAX_TITLE), ("notes", snapshot.notes, MAX_NOTES)):
        if len(text) > most:
            raise InputError(f"{len(text):,} characters; at most {most:,}", place=name)
    _refuse_nul(title=snapshot.title, notes=snapshot.notes)
    notes = {slug: note.strip() for slug, note in snapshot.card_notes.items() if note.strip()}
    if len(notes) > MAX_CARD_NOTES or any(len(note) > MAX_CARD_NOTE or "\x00" in note for note in notes.values()):
        raise InputError(
            f"too long; at most {MAX_CARD_NOTES} card notes of {MAX_CARD_NOTE:,} characters each", place="card_notes"
        )
    if others := [slug for slug in notes if not _SLUG.fullmatch(slug)]:
        raise InputError(f"{others[0][:80]!r} is not a card's slug", place="card_notes")
    deck.facts = cards.get_data_version(deck.game_id)
    value = to_engine.build_deck(snapshot.text, deck.game_id, snapshot.as_of)
    fmt = get_stored_name_of_word(cards.get_reference(deck.game_id), snapshot.format) if snapshot.format else ""
    title, text = " ".join(snapshot.title.split()) or UNTITLED, to_engine.list_text(value)
    if title == UNTITLED:
        title = glance.suggest_title(value)[:MAX_TITLE] or UNTITLED
    said = snapshot.notes.replace("\r\n", "\n").strip()
    return replace(snapshot, title=title, format=fmt, text=text, notes=said, card_notes=notes), value


def _refuse_nul(**texts: str) -> None:
    """Raise InputError for what PostgreSQL takes no text with."""
    for place, text in texts.items():
        if "\x00" in text:
            raise InputError("the text has a NUL character; remove it", place=place)


def _write(
    deck: Deck, viewer: Viewer, snapshot: Snapshot, value: DeckValue, *, comment: str, is_automatic: bool
) -> Revision:
    is_renamed = not deck.edition or deck.title != snapshot.title
    deck.edition += 1
    deck.title, deck.format, deck.as_of, deck.text = snapshot.title, snapshot.format, snapshot.as_of, snapshot.text
    context.set_found(deck, value)
    deck.edited = timezone.now()
    if is_renamed:
        deck.words = refold_words(deck)
    deck.save(update_fields=_WRITTEN)
    saved = {**asdict(snapshot), "by_id": viewer.user, "is_automatic": is_automatic, "comment": _comment(comment)}
    revision = Revision.objects.create(deck=deck, number=deck.edition, **saved)
    context.index_deck_cards([(deck, value)])
    if is_renamed:
        write_title_words(deck)
    verdict_records.record_saved_verdict(deck, value)
    if is_automatic:
        _forget_old(deck)
    return revision


def _comment(text: str) -> str:
    return " ".join(text.replace("\x00", "").split())[:200]


def _forget_old(deck: Deck) -> None:
    """Of very many automatic saves the oldest go; what somebody has saved on purpose, or forked, stays."""
    automatic = deck.revisions.filter(is_automatic=True, forks=None).order_by("-number")
    oldest = list(automatic.values_list("pk", flat=True)[MAX_AUTOMATIC : MAX_AUTOMATIC + 50])
    if oldest:
        Revision.objects.filter(pk__in=oldest).delete()
