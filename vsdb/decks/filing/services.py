"""Folders and private labels are made, renamed and deleted; decks are put into them, many at once.

Each is one transaction. All of it needs an account, and touches nothing but what is the account's own.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from django.db import IntegrityError, transaction

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer
from vsdb.core.errors import ApplicationError
from vsdb.core.words import quantity
from vsdb.decks import selectors
from vsdb.decks.models import Deck, Folder, Label

MAX_FOLDERS = 200
MAX_LABELS = 200
MAX_LABELS_A_DECK = 20
MAX_AT_ONCE = 200  #: decks that one request moves, labels, exports or deletes

_Named = TypeVar("_Named", Folder, Label)
_MOST = {Folder: MAX_FOLDERS, Label: MAX_LABELS}


def create_folder(viewer: Viewer, name: str) -> Folder:
    """A new folder of the viewer's. Raises InputError and ApplicationError."""
    return _create(Folder, viewer, name)


@transaction.atomic
def find_or_create_folder(viewer: Viewer, name: str) -> Folder:
    """The viewer's folder of that name, made where there is none. Raises InputError and ApplicationError."""
    said = _read_name(Folder, name)
    return _find_or_create(Folder, _account(viewer), {_build_key(Folder, said): said})[0]


def get_folder(pk: int, viewer: Viewer) -> Folder:
    """A folder of the viewer's; one query. Raises NotFound for another's as for one that isn't there."""
    return _get(Folder, pk, viewer)


def rename_folder(pk: int, viewer: Viewer, name: str) -> Folder:
    """The folder under another name. Raises NotFound, InputError and ApplicationError."""
    return _rename(Folder, pk, viewer, name)


def rename_label(pk: int, viewer: Viewer, name: str) -> Label:
    """The label under another name, on all its decks. Raises NotFound, InputError and ApplicationError."""
    return _rename(Label, pk, viewer, name)


@transaction.atomic
def delete_folder(pk: int, viewer: Viewer) -> None:
    """A folder without its decks, which stay in none. Raises NotFound."""
    _get(Folder, pk, viewer, is_locked=True).delete()


@transaction.atomic
def delete_label(pk: int, viewer: Viewer) -> None:
    """A label, from all its decks. Raises NotFound."""
    _get(Label, pk, viewer, is_locked=True).delete()


@transaction.atomic
def move_decks(keys: Sequence[int], viewer: Viewer, folder: Folder | None) -> int:
    """Decks of the viewer's into a folder of theirs, or out of any; how many. Raises NotFound and InputError."""
    _account(viewer)
    if folder is not None:  # before the decks, as whoever deletes it does: it stays until they are in it
        _get(Folder, folder.pk, viewer, is_locked=True)
    decks = lock_account_decks(keys, viewer)
    Deck.objects.filter(pk__in=decks).update(folder=folder)
    return len(decks)


@transaction.atomic
def add_labels(keys: Sequence[int], viewer: Viewer, names: Iterable[str]) -> int:
    """Labels for decks of the viewer's, beside those that they have; how many decks. Raises NotFound and InputError."""
    owner, wanted = _account(viewer), _read_labels(names, "label")
    if not wanted:
        raise InputError("name a label", place="label")
    decks = lock_account_decks(keys, viewer)
    labels = _find_or_create(Label, owner, wanted)
    through = Deck.labels.through.objects
    through.bulk_create(
        (Deck.labels.through(deck_id=pk, label_id=label.pk) for pk in decks for label in labels), ignore_conflicts=True
    )
    held: dict[int, int] = {}
    for pk in through.filter(deck__in=decks).values_list("deck_id", flat=True):
        held[pk] = held.get(pk, 0) + 1
    if max(held.values(), default=0) > MAX_LABELS_A_DECK:
        raise InputError(f"a deck has at most {MAX_LABELS_A_DECK} labels", place="label")
    return len(decks)


@transaction.atomic
def remove_labels(keys: Sequence[int], viewer: Viewer, names: Iterable[str]) -> int:
    """Labels are taken from decks of the viewer's; how many decks. A label on no deck stays until it is deleted.

    Raises NotFound and InputError.
    """
    owner, wanted = _account(viewer), _read_labels(names, "label")
    if not wanted:
        raise InputError("name a label", place="label")
    decks = lock_account_decks(keys, viewer)
    Deck.labels.through.objects.filter(deck__in=decks, label__owner=owner, label__key__in=wanted).delete()
    return len(decks)


@transaction.atomic
def file_deck(pk: int, viewer: Viewer, *, folder: Folder | None, names: Iterable[str]) -> None:
    """A deck into a folder, or out of any, with these labels and no others. Raises NotFound and InputError."""
    owner, wanted = _account(viewer), _read_labels(names, "labels")
    move_decks([pk], viewer, folder)
    Deck.objects.get(pk=pk).labels.set(_find_or_create(Label, owner, wanted))


@transaction.atomic
def delete_decks(keys: Sequence[int], viewer: Viewer) -> int:
    """Decks of the viewer's with all their versions, for good; how many. Raises NotFound and InputError."""
    decks = _lock(keys, viewer)
    Deck.objects.filter(pk__in=decks).delete()
    return len(decks)


def lock_account_decks(keys: Sequence[int], viewer: Viewer) -> list[int]:
    """The keys of these decks of the viewer's account, which nobody else writes meanwhile. Raises NotFound."""
    _account(viewer)
    decks = _lock(keys, viewer)
    if Deck.objects.filter(pk__in=decks, owner=None).exists():
        said = "A deck built without an account has no folder and no labels. Add it to your account first."
        raise ApplicationError(said, code="no-account")
    return decks


def _lock(keys: Sequence[int], viewer: Viewer) -> list[int]:
    wanted = sorted(set(keys))
    if not wanted:
        raise InputError("select at least one deck", place="deck")
    if len(wanted) > MAX_AT_ONCE:
        raise InputError(f"{quantity(len(wanted), 'deck')}; at most {MAX_AT_ONCE} at a time", place="deck")
    own = Deck.objects.select_for_update().filter(selectors.is_own(viewer), pk__in=wanted).order_by("pk")
    found = list(own.values_list("pk", flat=True))
    if found != wanted:
        raise NotFound(f"you have no deck {min(set(wanted) - set(found))}")
    return found


def fold_name(name: str) -> str:
    """What two names have in common that are one: case, accents written in two ways, and spaces don't matter."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def _read_name(model: type[_Named], name: str) -> str:
    """A name as it is stored. Raises InputError."""
    said, most = " ".join(name.replace("\x00", "").split()), model._meta.get_field("name").max_length or 0
    if not said:
        raise InputError("the name is missing", place="name")
    if len(said) > most:
        raise InputError(f"{len(said)} characters; at most {most}", place="name")
    return said


def _read_labels(names: Iterable[str], place: str) -> dict[str, str]:
    """The labels of one request by what they are kept under, without blanks and repetitions; no query.

    Raises InputError.
    """
    given = dict.fromkeys(name for name in names if name.strip())
    if len(given) > MAX_LABELS_A_DECK:
        raise InputError(f"{quantity(len(given), 'label')}; at most {MAX_LABELS_A_DECK}", place=place)
    wanted: dict[str, str] = {}
    for said in (_read_name(Label, name) for name in given):
        wanted.setdefault(_build_key(Label, said), said)
    return dict(sorted(wanted.items()))  # in order: two requests that create the same don't wait for each other


def _build_key(model: type[_Named], said: str) -> str:
    """What a name is kept under. One whose letters fold into more than there is room for ends in a digest."""
    key, most = fold_name(said), model._meta.get_field("key").max_length or 0
    return key if len(key) <= most else f"{key[: most - 17]} {hashlib.sha256(key.encode()).hexdigest()[:16]}"


def _account(viewer: Viewer) -> int:
    if viewer.user is None:
        raise ApplicationError("Sign in to sort decks into folders and to label them.", code="no-account")
    return viewer.user


def _get(model: type[_Named], pk: int, viewer: Viewer, *, is_locked: bool = False) -> _Named:
    own = model._default_manager.filter(pk=pk, owner=viewer.user or 0)
    found = (own.select_for_update() if is_locked else own).first()
    if found is None:
        raise NotFound(f"you have no {model.__name__.lower()} {pk}")
    return found


@transaction.atomic
def _create(model: type[_Named], viewer: Viewer, name: str) -> _Named:
    owner, said = _account(viewer), _read_name(model, name)
    own = model._default_manager.filter(owner=owner)
    made = model(owner_id=owner, name=said, key=_build_key(model, said))
    if own.filter(key=made.key).exists():
        raise _build_taken_error(model, said)
    _refuse_too_many(model, own.count() + 1)
    _save(made)
    return made


def _save(named: Folder | Label) -> None:
    """Keep a row. Raises ApplicationError where its name was given to another one meanwhile."""
    try:
        with transaction.atomic():
            named.save()
    except IntegrityError as error:
        raise _build_taken_error(type(named), named.name) from error


def _build_taken_error(model: type[Folder | Label], said: str) -> ApplicationError:
    return ApplicationError(f"You have a {model.__name__.lower()} “{said}” already.", code="taken")


def _find_or_create(model: type[_Named], owner: int, wanted: Mapping[str, str]) -> list[_Named]:
    """Those of these names, made where there are none; three queries. None of them is deleted before the end of the
    transaction."""
    own = model._default_manager.filter(owner=owner)
    found = own.select_for_update().filter(key__in=wanted).order_by("key")
    held = {each.key: each for each in found.all()}
    fresh = [model(owner_id=owner, name=said, key=key) for key, said in wanted.items() if key not in held]
    if fresh:
        _refuse_too_many(model, own.count() + len(fresh))
        model._default_manager.bulk_create(fresh, ignore_conflicts=True)
        held = {each.key: each for each in found.all()}
    return [held[key] for key in wanted]


@transaction.atomic
def _rename(model: type[_Named], pk: int, viewer: Viewer, name: str) -> _Named:
    found, said = _get(model, pk, viewer, is_locked=True), _read_name(model, name)
    found.name, found.key = said, _build_key(model, said)
    if model._default_manager.filter(owner=found.owner_id, key=found.key).exclude(pk=pk).exists():
        raise _build_taken_error(model, said)
    _save(found)
    return found


def _refuse_too_many(model: type[_Named], count: int) -> None:
    most = _MOST[model]
    if count > most:
        raise ApplicationError(f"You can have at most {most} {model.__name__.lower()}s.", code="too-many")
