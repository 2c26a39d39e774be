"""Games, formats and cards found by what people call them, and the nearest slugs where there is no such thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.expressions import Combinable
from rapidfuzz import fuzz, process

from engine.formats.names import list_official_formats, strip_game
from engine.model.cards import GAMES, Card
from engine.model.errors import InputError, NotFound
from engine.model.formats import Format
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors

Row = TypeVar("Row", bound=Model)


class CustomFormats(Protocol):
    """Formats that organizers build, as the room that keeps them gives them."""

    def named(self, reference: Reference, word: str) -> Format | None:
        """The format that a name means, with a version or its newest; at most one query."""

    def offered(self, reference: Reference) -> tuple[tuple[str, str], ...]:
        """Slug and name of those to choose from; at most one query."""

    def current_name(self, game: str) -> Combinable:
        """In SQL: the name of the version that the format of a row's `deck` means today; any other name as it is."""


_custom: list[CustomFormats] = []


def register_custom_formats(formats: CustomFormats) -> None:
    """Let formats by organizers be found by name, too."""
    _custom[:] = [formats]


def get_custom_formats() -> CustomFormats:
    """The formats by organizers."""
    return _custom[0]


def find_format(reference: Reference, word: str) -> Format:
    """The format of that slug, short name, name or alias, else the one by an organizer: `my-league`, `my-league@3`.

    Raises NotFound with the nearest slugs. At most one query where there is no official one, and one more for a version
    that there isn't.
    """
    if found := next(find_formats_called(reference, word), None):
        return found
    _refuse_version((reference,), word)
    nearest = find_nearest_slugs(word, reference.formats)
    said = f"nearest: {', '.join(nearest)}" if nearest else f"it has {', '.join(reference.formats)}"
    raise NotFound(f"{GAMES[reference.game]} has no format {word[:80]!r}; {said}", nearest=nearest)


def format_named(reference: Reference, slug: str) -> Format | None:
    """The format that a stored slug means: an official one, else one by an organizer; costs what `find_format` does."""
    return (reference.formats.get(slug) or get_custom_formats().named(reference, slug)) if slug else None


def get_stored_name_of_word(reference: Reference, word: str) -> str:
    """The name under which a format is kept: its slug; of one by an organizer with the version only where one is named.

    Raises NotFound.
    """
    return get_stored_name(find_format(reference, word), word)


def get_stored_name(fmt: Format, word: str) -> str:
    """The name under which a format is kept that was found by a word."""
    return fmt.slug if "@" in word else fmt.slug.partition("@")[0]


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format in a list to choose from."""

    slug: str
    name: str


def list_format_choices(reference: Reference, chosen: str = "") -> list[FormatChoice]:
    """The formats of a game to choose from: the official ones in their order, then those by organizers, by name.

    The one that is chosen already is among them, also as one version. Costs what `find_format` does.
    """
    found = [FormatChoice(fmt.slug, fmt.name) for fmt in reference.formats.values()]
    found += [FormatChoice(slug, f"{name} (by an organizer)") for slug, name in get_custom_formats().offered(reference)]
    if chosen and chosen not in {each.slug for each in found} and (fmt := format_named(reference, chosen)):
        found.append(FormatChoice(chosen, f"{fmt.name} ({fmt.slug})"))
    return found


def find_card(reference: Reference, slug: str) -> Card:
    """The card of that slug. Raises NotFound with the nearest slugs."""
    by_slug = reference.catalog.by_slug
    if slug not in by_slug:
        raise NotFound(f"{GAMES[reference.game]} has no card {slug[:80]!r}", nearest=find_nearest_slugs(slug, by_slug))
    return by_slug[slug]


def find_game_of_formats(words: Sequence[str]) -> str:
    """The one game that has all these formats. Raises NotFound for none and InputError for several."""
    references = [selectors.get_reference(game) for game in GAMES]
    having = [each.game for each in references if all(any(find_formats_called(each, word)) for word in words)]
    if len(having) == 1:
        return having[0]
    if having:
        said = f"{', '.join(having)} all have {', '.join(words)}; choose one game"
        raise InputError(said, place="game", code="game-missing")
    for word in words:
        if not any(any(find_formats_called(each, word)) for each in references):
            _refuse_version(references, word)
            nearest = find_nearest_slugs(word, (slug for each in references for slug in each.formats))
            said = f"; nearest: {', '.join(nearest)}" if nearest else ""
            raise NotFound(f"no game has a format {word[:80]!r}{said}", nearest=nearest)
    raise InputError("the formats belong to different games; choose one game", place="formats", code="several-games")


def _refuse_version(references: Iterable[Reference], word: str) -> None:
    """Raise NotFound for a version that there isn't of a format that there is."""
    name, mark, number = word.strip()[:200].rpartition("@")
    for reference in references if mark else ():
        if found := next(find_formats_called(reference, name), None):
            is_own = "@" in found.slug
            said = f"its newest version is {found.slug}" if is_own else "only organizers' formats have versions"
            raise NotFound(f"{found.name} has no version {number[:20]!r}; {said}", nearest=(found.slug,))


def find_row(rows: QuerySet[Row], slug: str, none: str) -> Row:
    """The row of that slug, in whatever case; one query. Raises NotFound with the nearest slugs."""
    if (found := rows.filter(slug=slug.lower()).first()) is None:
        raise NotFound(f"{none} {slug[:80]}", nearest=find_nearest_slugs(slug, rows.values_list("slug", flat=True)))
    return found


def find_nearest_slugs(word: str, slugs: Iterable[str]) -> tuple[str, ...]:
    """Up to five slugs most like a word, best first."""
    close = process.extract(word[:80].casefold(), sorted(set(slugs)), scorer=fuzz.WRatio, limit=5, score_cutoff=75)
    return tuple(slug for slug, _, _ in close)


def find_formats_called(reference: Reference, word: str) -> Iterator[Format]:
    """The recorded formats of a name, as `list_official_formats` finds them; else the one by an organizer."""
    called = list_official_formats(reference, word)
    yield from called
    if not called and (found := get_custom_formats().named(reference, strip_game(reference, word))):
        yield found
