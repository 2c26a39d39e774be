"""Many of one's own decks in one file: a ZIP of text files, a JSON file, or a PDF of their registration sheets."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F
from django.http import QueryDict
from django.utils.text import slugify

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.words import quantity
from vsdb.decks import selectors, to_engine
from vsdb.decks.access import ViewedDeck
from vsdb.decks.deck_page import add_metadata, read_revision
from vsdb.decks.filing.services import MAX_AT_ONCE
from vsdb.decks.models import Deck, Revision
from vsdb.decks.pdf.documents import build_sheet_request, render_sheets
from vsdb.exchange.deck_lists.drafts import OutgoingDeck
from vsdb.exchange.deck_lists.layouts import build_file_name, get_layout

MAX_SHEETS = 40  #: decks whose sheets one file has
MAX_CHARACTERS = 4_000_000  #: of lists and notes in one file
_OLDEST = (1980, 1, 1, 0, 0, 0)  #: the earliest moment that a ZIP knows: the same decks give the same bytes


def load_selected(keys: Sequence[int], viewer: Viewer, most: int = MAX_AT_ONCE) -> list[Deck]:
    """Decks of the viewer's with tags, folder and labels, in the order of the keys; three queries.

    Raises NotFound for another's, and InputError for none, or more than `most`.
    """
    wanted = list(dict.fromkeys(keys))
    if not wanted:
        raise InputError("select at least one deck", place="deck")
    if len(wanted) > most:
        raise InputError(f"{quantity(len(wanted), 'deck')}; at most {most} in one file", place="deck")
    own = selectors.list_own_decks(viewer).select_related("folder").prefetch_related("tags", "labels").in_bulk(wanted)
    if len(own) < len(wanted):
        raise NotFound(f"you have no deck {next(key for key in wanted if key not in own)}")
    return [own[key] for key in wanted]


@bounds_computing
@cards.pin_data_versions()
def write_zip(decks: Sequence[Deck]) -> bytes:
    """The decks as text files, each folder a directory; two queries. Raises InputError."""
    revisions, layout = _load_newest(decks), get_layout("text")
    held, taken = BytesIO(), set()
    with ZipFile(held, "w", ZIP_DEFLATED) as packed:
        for deck in decks:
            revision = revisions[deck.pk]
            value = to_engine.build_deck(deck.text, deck.game_id, deck.as_of)
            named = add_metadata(value, deck.title, deck.format, deck.as_of)
            out = OutgoingDeck(
                deck=named,
                catalog=cards.get_reference(deck.game_id).catalog,
                notes=revision.notes,
                card_notes=revision.card_notes,
                address="",
                absolute=lambda path: path,
                octgn_ids={},
            )
            place = f"{slugify(deck.folder.name)[:60] or f'folder-{deck.folder_id}'}/" if deck.folder else ""
            stem, _, end = build_file_name(named, layout).rpartition(".")
            name, number = f"{place}{stem}.{end}", 1
            while name in taken:
                number += 1
                name = f"{place}{stem}-{number}.{end}"
            taken.add(name)
            info = ZipInfo(name, _OLDEST)
            info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
            packed.writestr(info, layout.write(out).text)
    return held.getvalue()


def write_json(decks: Sequence[Deck]) -> str:
    """The decks with all that is stored of their newest versions; one query. Raises InputError."""
    revisions = _load_newest(decks)
    rows = [_describe(deck, revisions[deck.pk]) for deck in decks]
    return json.dumps({"decks": rows}, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


@cards.pin_data_versions()
def write_sheets(decks: Sequence[Deck], viewer: Viewer, words: QueryDict, absolute: Callable[[str], str]) -> bytes:
    """The registration sheets of the decks as one PDF; two queries. Raises InputError."""
    revisions = _load_newest(decks)
    asked = QueryDict(mutable=True)
    asked["player"] = words.get("player", "")
    read = {deck.pk: read_revision(revisions[deck.pk], deck.game_id, has_page=False) for deck in decks}
    requests = [build_sheet_request(ViewedDeck(deck, viewer), asked, absolute, read[deck.pk]) for deck in decks]
    return render_sheets(requests, words.get("paper", "a4"))


def _load_newest(decks: Sequence[Deck]) -> dict[int, Revision]:
    newest = Revision.objects.filter(deck__in=[deck.pk for deck in decks], number=F("deck__edition"))
    found = {each.deck_id: each for each in newest}
    if sum(len(each.text) + len(each.notes) for each in found.values()) > MAX_CHARACTERS:
        raise InputError("these decks are too long for one file; select fewer", place="deck", code="too-long")
    return found


def _describe(deck: Deck, revision: Revision) -> dict[str, Any]:
    return {
        "id": deck.pk,
        "title": deck.title,
        "game": deck.game_id,
        "format": deck.format or None,
        "as_of": deck.as_of,
        "deck": deck.text,
        "notes": revision.notes,
        "card_notes": revision.card_notes,
        "folder": deck.folder.name if deck.folder else None,
        "labels": [label.name for label in deck.labels.all()],
        "tags": [tag.name for tag in deck.tags.all()],
        "event": deck.event,
        "played_on": deck.played_on,
        "visibility": deck.visibility,
        "created": deck.created,
        "edited": deck.edited,
    }
