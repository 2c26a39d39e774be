"""Reads of formats by organizers; each says how many queries it costs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from engine import GAMES, Format, NotFound, Reference
from vsdb.catalog.cards.selectors import get_formats_stamp, get_reference
from vsdb.catalog.formats.models import Format as OfficialFormat
from vsdb.custom_formats.definitions import FormatDifference, build_custom_format, compare_versions
from vsdb.custom_formats.models import OwnFormat, OwnFormatVersion, TestDeck

MAX_HELD = 2_000  #: names of a game whose formats are kept in memory
MAX_OFFERED = 100  #: of a game, in the lists in which formats are chosen
#: What is held of a format and of a version, for whoever builds it.
_OF_FORMAT = (
    *("slug", "name", "draft", "draft_name", "newest", "created"),
    *("edited", "retired_at", "hidden_at", "hidden_why"),
)
_OF_VERSION = ("number", "name", "published", "comment", "definition", "tests")
_NAME = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([1-9][0-9]{0,5}))?", re.ASCII)


def named(reference: Reference, word: str) -> Format | None:
    """The format by an organizer that a name means: `my-league` its newest version, `my-league@3` its third.

    Its value has the version in its slug and in its data version. It is as new as the reference; one query for a name
    that nobody has asked for since anything was published.
    """
    word = word.strip().casefold()
    if not _NAME.fullmatch(word):
        return None
    held = _hold_formats(reference.game, reference.data_version, get_formats_stamp(reference.game))
    if word not in held:
        if len(held) >= MAX_HELD:
            held.clear()
        version = find_version(reference.game, word)
        held[word] = build_version_format(reference, version) if version else None
    return held[word]


@lru_cache(maxsize=2 * len(GAMES))
def _hold_formats(game: str, data_version: str, stamp: str) -> dict[str, Format | None]:
    """What has been built for a game at one data version and one stamp, by name; None: there is no such format."""
    return {}


def find_version(game: str, word: str) -> OwnFormatVersion | None:
    """The version that a name means, by itself or with its number; one query."""
    match = _NAME.fullmatch(word)
    if not match:
        return None
    slug, number = match.groups()
    found = OwnFormatVersion.objects.filter(format__game=game, format__slug=slug, format__hidden_at=None)
    which = Q(number=int(number)) if number else Q(number=F("format__newest"), format__retired_at=None)
    return found.filter(which).select_related("format").first()


def build_version_format(reference: Reference, version: OwnFormatVersion) -> Format:
    """A version as an engine value; its data version tells the facts and the version."""
    stated = f"{reference.data_version}+{version.own_name}+{version.digest[:12]}"
    return build_custom_format(reference, version.own_name, version.name, version.definition, stated)


def compare(before: OwnFormatVersion, after: OwnFormatVersion) -> list[FormatDifference]:
    """The parts in which two versions of a format differ today."""
    reference = get_reference(before.format.game_id)
    one, other = (build_version_format(reference, each) for each in (before, after))
    return compare_versions(one, other, timezone.localdate())


def current_name(game: str) -> Coalesce:
    """In SQL: the name of the version that a deck's format means today; of any other format its slug.

    An official format may have been recorded under that name since: it comes first, as everywhere.
    """
    official = OfficialFormat.objects.filter(game=game).order_by().values("slug")
    current = OwnFormat.objects.filter(game=game, slug=OuterRef("deck__format"), retired_at=None, hidden_at=None)
    newest = current.exclude(newest=None).exclude(slug__in=official).values("current")[:1]
    return Coalesce(Subquery(newest), F("deck__format"))


def list_published(game: str | None = None) -> QuerySet[OwnFormat]:
    """The formats that everybody may choose, by name, without their drafts; one query."""
    found = OwnFormat.objects.exclude(newest=None).filter(retired_at=None, hidden_at=None)
    if game:
        found = found.filter(game=game)
    return found.order_by("name", "pk").defer("draft")


def offered(reference: Reference) -> tuple[tuple[str, str], ...]:
    """Slug and name of the formats to choose from in a game, the newest of very many; at most one query."""
    return _list_offered(reference.game, get_formats_stamp(reference.game))


@lru_cache(maxsize=2 * len(GAMES))
def _list_offered(game: str, stamp: str) -> tuple[tuple[str, str], ...]:
    newest = list_published(game).order_by("-edited", "-pk").values_list("slug", "name")[:MAX_OFFERED]
    return tuple(sorted(newest, key=lambda each: each[1].casefold()))


def list_own_formats(user: int) -> QuerySet[OwnFormat]:
    """Somebody's formats, the last edited first, without their drafts; one query."""
    return OwnFormat.objects.filter(owner=user).order_by("-edited", "-pk").defer("draft")


def get_visible_format(game: str, slug: str, user: int | None) -> OwnFormat:
    """A format that somebody may look at: published and not hidden, or their own; one query. Raises NotFound."""
    seen = Q(hidden_at=None) & ~Q(newest=None)
    if user is not None:
        seen |= Q(owner=user)
    found = OwnFormat.objects.select_related("owner").filter(seen, game=game, slug=slug).first()
    if found is None:
        raise NotFound(f"no organizer's format is named {slug[:80]!r}")
    return found


def get_own_format(game: str, slug: str, user: int | None) -> OwnFormat:
    """A format of somebody's own; one query. Raises NotFound for another's as for one that isn't there."""
    found = None if user is None else OwnFormat.objects.filter(game=game, slug=slug, owner=user).first()
    if found is None:
        raise NotFound(f"you have no format named {slug[:80]!r}")
    return found


def get_version(fmt: OwnFormat, number: int | None = None) -> OwnFormatVersion:
    """A version of a format, the newest where none is named; one query. Raises NotFound."""
    newest = fmt.newest or 0
    wanted = newest if number is None else number
    may_be = 0 < wanted <= newest  # no database counts as far as an address may
    found = fmt.versions.select_related("format", "by").filter(number=wanted).first() if may_be else None
    if found is None:
        raise NotFound(f"{fmt.name} has no version {number}" if number else f"{fmt.name} isn't published")
    return found


def export_formats(user: User) -> list[dict[str, Any]]:
    """All that is held of somebody's formats: drafts, test decks and every version; two queries and one a format."""
    versions = Prefetch("versions", OwnFormatVersion.objects.order_by("number"))
    return [
        {
            "game": fmt.game_id,
            **{name: getattr(fmt, name) for name in _OF_FORMAT},
            "tests": test_rows(fmt),
            "versions": [{name: getattr(each, name) for name in _OF_VERSION} for each in fmt.versions.all()],
        }
        for fmt in OwnFormat.objects.filter(owner=user).order_by("pk").prefetch_related(versions)
    ]


def test_rows(fmt: OwnFormat) -> list[dict[str, Any]]:
    """The test decks of a format as plain data; one query."""
    return [test_row(each) for each in fmt.test_decks.order_by("pk")]


def test_row(deck: TestDeck) -> dict[str, Any]:
    """A test deck as plain data."""
    return {
        "title": deck.title,
        "deck": deck.text,
        "as_of": deck.as_of.isoformat() if deck.as_of else None,
        "expected": deck.expected,
        "codes": list(deck.codes),
    }
