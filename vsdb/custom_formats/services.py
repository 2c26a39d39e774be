"""Building formats: begun, edited as drafts, published as versions, retired, deleted. One transaction each."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from engine import Format, InputError, NotFound, Reference, fold
from engine.formats.bans import find_bans_on
from engine.formats.names import find_game, list_format_names
from engine.formats.pools import get_pool_on
from engine.formats.set_status import IN
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_format
from vsdb.core.errors import ApplicationError
from vsdb.custom_formats import definitions, selectors
from vsdb.custom_formats.definitions import Definition
from vsdb.custom_formats.files import FormatFile
from vsdb.custom_formats.models import MAX_NAME_LENGTH, MAX_SLUG_LENGTH, OwnFormat, OwnFormatVersion, Standing, TestDeck
from vsdb.custom_formats.testing import MAX_TESTS, TestedDeck, run_tests, validate_test, validate_tests

MAX_FORMATS = 50  #: of an account
MAX_VERSIONS = 500  #: of a format
Tests = list[dict[str, Any]]
DRAFT = "draft"  #: the version of what isn't published yet
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)


class TestsFail(ApplicationError):
    """A format isn't published because test decks don't come out as expected: `failing`."""

    def __init__(self, failing: tuple[TestedDeck, ...]) -> None:
        said = "; ".join(f"“{each.row['title']}” is {each.said}" for each in failing[:5])
        more = f"; and {len(failing) - 5} more" if len(failing) > 5 else ""
        way_out = "To publish anyway, confirm."
        super().__init__(f"Test decks don’t come out as expected: {said}{more}. {way_out}", code="tests-fail")
        self.failing = failing


@transaction.atomic
def create(user: int, game: str, name: str, *, slug: str = "", start: str = "") -> OwnFormat:
    """A format of somebody's own, a draft for now; it begins as the format `start` is, or as the game's rules alone.

    Raises InputError, NotFound and ApplicationError.
    """
    reference = cards.get_reference(find_game(game))
    return _create_format(user, reference, name, slug, *_find_start(reference, start))


@transaction.atomic
def import_format(user: int, file: FormatFile, *, name: str = "", slug: str = "") -> OwnFormat:
    """A format out of a file, a draft for now, under another name or slug than the file's where they are given.

    Raises InputError with the place of what is wrong, NotFound and ApplicationError.
    """
    reference = cards.get_reference(find_game(file.game))
    definition = definitions.check_definition(file.definition, reference)
    tests = validate_tests(file.tests, reference.game)
    return _create_format(user, reference, name or file.name, slug or file.slug, definition, tests)


@transaction.atomic
def save_draft(fmt: OwnFormat, definition: Mapping[str, Any], name: str) -> None:
    """The draft as it stands now; what is wrong with its definition is told, and refused when it is published.

    Raises InputError for a name that can't be.
    """
    definitions.refuse_large(definition)
    _lock_format(fmt)
    _save(fmt, dict(definition), _name(name, cards.get_reference(fmt.game_id)))


@transaction.atomic
def change(fmt: OwnFormat, *, name: str | None = None, definition: object = None, tests: object = None) -> None:
    """The draft with these instead of those that it has; None leaves them. Raises InputError where anything is wrong
    with them, and then changes nothing."""
    _lock_format(fmt)
    reference = cards.get_reference(fmt.game_id)
    draft = fmt.draft if definition is None else definitions.check_definition(definition, reference)
    _save(fmt, draft, fmt.working_name if name is None else _name(name, reference))
    if tests is not None:
        found = validate_tests(tests, fmt.game_id)
        fmt.test_decks.all().delete()
        for row in found:
            _test(fmt, row)


def _save(fmt: OwnFormat, draft: Definition, name: str) -> None:
    fmt.draft, fmt.edited = draft, timezone.now()
    if fmt.newest:  # others see the name that was published until another is
        fmt.draft_name = "" if name == fmt.name else name
    else:
        fmt.name = name
    fmt.save(update_fields=("draft", "name", "draft_name", "edited"))


@transaction.atomic
def add_test(fmt: OwnFormat, row: Mapping[str, Any]) -> TestDeck:
    """A test deck more. Raises InputError and ApplicationError."""
    _lock_format(fmt)
    if fmt.test_decks.count() >= MAX_TESTS:
        raise ApplicationError(f"A format has at most {MAX_TESTS} test decks; remove one first.", code="too-many")
    return _test(fmt, validate_test(row, "test", fmt.game_id))


def remove_test(fmt: OwnFormat, pk: int) -> None:
    """A test deck is taken out."""
    fmt.test_decks.filter(pk=pk).delete()


@transaction.atomic
def publish(fmt: OwnFormat, user: int, *, comment: str = "", is_confirmed: bool = False) -> OwnFormatVersion:
    """The draft as the next version, which the format's name means from now on.

    Raises BadDefinition where something is wrong with it, TestsFail where a test deck doesn't come out as expected and
    that isn't confirmed, ApplicationError where nothing has changed or there are very many versions.
    """
    _lock_format(fmt)
    reference = cards.get_reference(fmt.game_id)
    definition = definitions.check_definition(fmt.draft, reference)
    name = _name(fmt.working_name, reference)
    tests = selectors.test_rows(fmt)
    digest = definitions.digest_of({"name": name, **definition}, tests)
    held = fmt.versions.filter(number=fmt.newest).first() if fmt.newest else None
    if held and held.digest == digest:
        raise ApplicationError(f"Nothing has changed since version {held.number}.", code="unchanged")
    if (fmt.newest or 0) >= MAX_VERSIONS:
        raise ApplicationError(f"A format has at most {MAX_VERSIONS} versions.", code="too-many")
    value = _build_draft(fmt, definition, reference)
    failing = tuple(each for each in run_tests(tests, value, reference) if not each.holds)
    if failing and not is_confirmed:
        raise TestsFail(failing)
    fmt.newest = (fmt.newest or 0) + 1
    fmt.current = f"{fmt.slug}@{fmt.newest}"
    fmt.name, fmt.draft_name, fmt.edited = name, "", timezone.now()
    fmt.save(update_fields=("newest", "current", "name", "draft_name", "edited"))
    said = {"name": name, "comment": " ".join(comment.replace("\x00", "").split())[:200], "by_id": user}
    content = {"definition": definition, "tests": tests, "digest": digest}
    version = OwnFormatVersion.objects.create(format=fmt, number=fmt.newest, **said, **content)
    tell(fmt.game_id)
    return version


@transaction.atomic
def retire(fmt: OwnFormat, *, is_over: bool = True) -> None:
    """A published format is found by the names of its versions only; or by its own name again.

    Raises ApplicationError for a draft, which would be retired as soon as it is published.
    """
    _lock_format(fmt)
    if not fmt.newest:
        raise ApplicationError("Only a published format can be retired. Delete this draft instead.", code="unpublished")
    fmt.retired_at = timezone.now() if is_over else None
    fmt.save(update_fields=("retired_at",))
    tell(fmt.game_id)


@transaction.atomic
def hide(fmt: OwnFormat, why: str, *, is_hidden: bool = True) -> None:
    """Staff takes a format away from everybody but its owner, with a reason that is shown, or gives it back."""
    fmt.hidden_at = timezone.now() if is_hidden else None
    fmt.hidden_why = " ".join(why.split())[:200] if is_hidden else ""
    fmt.save(update_fields=("hidden_at", "hidden_why"))
    tell(fmt.game_id)


@transaction.atomic
def delete(fmt: OwnFormat) -> None:
    """A format that was never published is gone for good. Raises ApplicationError for one that was."""
    _lock_format(fmt)
    if fmt.newest:
        said = "A published format can’t be deleted, because decks may use it. Retire it instead."
        raise ApplicationError(said, code="published")
    fmt.delete()


@transaction.atomic
def forget_formats(user: User) -> None:
    """Their drafts go; what is published stays, since decks have been judged in it, and is nobody's from then on."""
    OwnFormat.objects.filter(owner=user, newest=None).delete()
    TestDeck.objects.filter(format__owner=user).delete()
    published = OwnFormat.objects.filter(owner=user)
    games = set(published.values_list("game", flat=True))
    published.update(owner=None, draft={}, draft_name="")
    OwnFormatVersion.objects.filter(by=user).update(by=None)
    for game in sorted(games):
        tell(game)


def tell(game: str) -> None:
    """What others see of a game's own formats has changed."""
    stamp = secrets.token_hex(8)
    Standing.objects.update_or_create(game_id=game, defaults={"stamp": stamp})
    transaction.on_commit(lambda: cards.set_formats_stamp(game, stamp))


def build_draft_format(fmt: OwnFormat, reference: Reference) -> Format | None:
    """The draft as an engine value; None while something is wrong with it."""
    is_wrong = definitions.validate_format_definition(fmt.draft, reference)
    return None if is_wrong else _build_draft(fmt, definitions.complete_definition(fmt.draft), reference)


def _build_draft(fmt: OwnFormat, definition: Definition, reference: Reference) -> Format:
    slug, facts = f"{fmt.slug}@{DRAFT}", f"{reference.data_version}+{fmt.slug}@{DRAFT}"
    return definitions.build_custom_format(reference, slug, fmt.working_name, definition, facts)


def run_tests_now(fmt: OwnFormat, *, is_own: bool) -> list[TestedDeck]:
    """What comes of the test decks of a format: for its owner in its draft, else in its newest version.

    Raises BadDefinition for a draft with mistakes, and NotFound for what isn't published.
    """
    reference = cards.get_reference(fmt.game_id)
    if is_own:
        value = _build_draft(fmt, definitions.check_definition(fmt.draft, reference), reference)
        return run_tests(selectors.test_rows(fmt), value, reference)
    version = selectors.get_version(fmt)
    return run_tests(version.tests, selectors.build_version_format(reference, version), reference)


def count_legal_cards(fmt: Format, reference: Reference, on: date) -> int:
    """How many cards are certainly legal in a format on a day; no query."""
    pool, bans = get_pool_on(fmt, on), find_bans_on(fmt, on)
    return sum(pool.card_status(card).status == IN and bans.of(card) is None for card in reference.catalog.cards)


def _find_start(reference: Reference, start: str) -> tuple[Definition, Tests]:
    """The definition and the tests of the format that a new one begins as; of none, the game's rules alone."""
    if not start:
        return definitions.build_rules_only_definition(reference.game), []
    if fmt := reference.formats.get(start):
        return definitions.build_definition_from_format(fmt), []
    version = selectors.find_version(reference.game, start.strip().casefold())
    if version is None:
        return definitions.build_definition_from_format(find_format(reference, start)), []
    return definitions.complete_definition(version.definition), list(version.tests)


def _create_format(user: int, reference: Reference, name: str, slug: str, draft: Definition, tests: Tests) -> OwnFormat:
    User.objects.select_for_update().get(pk=user)  # two requests at once are counted one after the other
    if selectors.list_own_formats(user).count() >= MAX_FORMATS:
        said = f"You have {MAX_FORMATS} formats, the maximum. Delete a draft first."
        raise ApplicationError(said, code="too-many")
    shown = _name(name, reference)
    wanted = _free_slug(slug or slugify(shown), reference)
    try:
        with transaction.atomic():
            fmt = OwnFormat.objects.create(owner_id=user, game_id=reference.game, slug=wanted, name=shown, draft=draft)
    except IntegrityError as error:  # somebody else has taken it since
        raise _taken_error(wanted) from error
    for row in tests:
        _test(fmt, row)
    return fmt


def _test(fmt: OwnFormat, row: Mapping[str, Any]) -> TestDeck:
    fields = {key: row[key] for key in ("title", "as_of", "expected", "codes")}
    return TestDeck.objects.create(format=fmt, text=row["deck"], **fields)


def _name(name: str, reference: Reference) -> str:
    """A name as it is kept. Raises InputError for none, and for that of an official format."""
    shown = " ".join(name.split())
    if not shown or len(shown) > MAX_NAME_LENGTH or not shown.isprintable():
        raise InputError(f"enter a name of at most {MAX_NAME_LENGTH} characters", place="name")
    _refuse_official(shown, reference, "name")
    return shown


def _free_slug(slug: str, reference: Reference) -> str:
    """A slug as it is kept. Raises InputError for one that can't stand in an address or is taken."""
    wanted = slug.strip().casefold()
    if not _SLUG.fullmatch(wanted) or len(wanted) > MAX_SLUG_LENGTH:
        said = f"{slug[:40]!r}; use at most {MAX_SLUG_LENGTH} lower-case letters, digits and single hyphens"
        raise InputError(said, place="slug")
    _refuse_official(wanted, reference, "slug")
    if OwnFormat.objects.filter(game=reference.game, slug=wanted).exists():
        raise _taken_error(wanted)
    return wanted


def _taken_error(slug: str) -> InputError:
    return InputError(f"{slug!r} is already taken; choose another short name", place="slug", code="taken")


def _refuse_official(word: str, reference: Reference, place: str) -> None:
    if any(fold(word) in list_format_names(fmt) for fmt in reference.formats.values()):
        raise InputError(f"{word!r} is an official format’s name; choose another", place=place, code="taken")


def _lock_format(fmt: OwnFormat) -> None:
    """Nobody else writes the format until the transaction is over; what it holds is read anew. Raises NotFound for one
    that was deleted meanwhile."""
    try:
        fmt.refresh_from_db(from_queryset=OwnFormat.objects.select_for_update())
    except OwnFormat.DoesNotExist as error:
        raise NotFound(f"your format {fmt.slug!r} was deleted") from error
