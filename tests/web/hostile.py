"""Every address of the site with hostile values in each of its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver

ROOT = Path(__file__).resolve().parents[2]

#: Values that no honest visitor sends, as text or as bytes of an address.
VALUES: tuple[str | bytes, ...] = (
    *(
        "\0",
        "a\0b",
        "cr-2.7\0",
        "\0" * 500,
        "\x01",
        "\x1b[31m",
        "a\nb",
        "a\r\nX-Evil: 1",
        "\t",
        "\x7f",
        "\x85",
        "\u2028",
    ),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80"),  # no UTF-8; half of a character; an overlong NUL
    *("\ufffe", "\U0010ffff", "\u202e", "e\u0301" * 40, "\ufdfa" * 50, "٣", "²", "Ⅷ"),
    *("0", "-1", "9" * 10, "9" * 19, "9" * 400, "1e9", "0x10", "1.5", "NaN", "Infinity", "None", "true"),
    *("", " ", ".", "..", "../../etc/passwd", "..%2f..", "%00", "%2500", "%", "%zz", "\\", "/", "//evil.example"),
    *(
        "'",
        "';--",
        "') OR 1=1 --",
        '"',
        "`",
        "$(id)",
        "{{7*7}}",
        "{0.__class__}",
        "%s%s%n",
        "<script>alert(1)</script>",
    ),
    *("*", "?", "#", "&", "a" * 5_000, "a/" * 200, "[]", "{}", "[" * 200, "2007-02-30", "9999-99-99", "0000-00-00"),
)

#: An honest value of each part of an address, by its name; others by the kind of the part.
HONEST = {
    "game": "vs-classic",
    "slug": "savage-beatdown",
    "code": "MOR",
    "document": "cr-2.7",
    "before": "cr-2007-02-05",
    "after": "cr-2.7",
    "rule": "101.2",
    "unit": "101.2",
    "layout": "text",
    "kind": "cards",
    "subject": "cards",
    "pk": "1",
    "name": "ann",
}
_PART = re.compile(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>(?:[^()\\]|\\.)*\)")


@dataclass(frozen=True, slots=True)
class Address:
    """An address in pieces: what stands between its parts, and the names of the parts."""

    literals: tuple[str, ...]
    names: tuple[str, ...]

    def fill(self, place: int | None = None, value: str | bytes = "") -> str:
        """The address with honest parts, but for one."""
        parts = [quote(value if at == place else honest(name), safe="") for at, name in enumerate(self.names)]
        return "".join(piece for pair in zip(self.literals, [*parts, ""], strict=True) for piece in pair)


def honest(name: str) -> str:
    return HONEST.get(name, "1")


def list_addresses(resolver: URLResolver | None = None, before: str = "/") -> Iterator[Address]:
    """All addresses of the site, also those of the administration.

    Those of the API with a slash at their end lead to the same views as those without.
    """
    for each in (resolver or get_resolver()).url_patterns:
        whole = before + str(each.pattern).removeprefix("^").removesuffix("$").replace("\\Z", "")
        if isinstance(each, URLResolver):
            yield from list_addresses(each, whole)
        elif isinstance(each, URLPattern):
            if before == "/api/v1/" and whole.endswith("/") and whole != before:
                continue
            found = list(_PART.finditer(whole))
            pieces = _PART.split(whole)[:: _PART.groups + 1]
            names = tuple(match[2] or match[3] for match in found)
            yield Address(tuple(piece.replace("\\", "") for piece in pieces), names)


def list_hostile_paths(*, in_full: bool) -> list[str]:
    """Each part of each address with every fourth value, by turns; else with one, another for each part.

    The addresses of the administration are alike, and Django's own code: each of their parts has a few values.
    """
    places = [(address, place) for address in list_addresses() for place in range(len(address.names))]
    if in_full:
        steps = (12 if address.literals[0].startswith("/admin/") else 4 for address, _ in places)
        pairs = (
            (each, VALUES[number % step :: step]) for number, (each, step) in enumerate(zip(places, steps, strict=True))
        )
        return list(dict.fromkeys(address.fill(place, value) for (address, place), some in pairs for value in some))
    return [address.fill(place, VALUES[number % len(VALUES)]) for number, (address, place) in enumerate(places)]


def list_parameters() -> list[str]:
    """The names of parameters and of fields that the code of the site reads, and some that it doesn't."""
    read = re.compile(r"(?:GET|POST|query_params|words|form|asked)(?:\.get(?:list)?\(|\[)\"(\w+)\"")
    files = sorted((ROOT / "vsdb").rglob("*.py"))
    found = {name for each in files for name in read.findall(each.read_text("utf-8"))}
    return sorted(found | {"q", "on", "page", "page_size", "game", "format", "sort", "view", "next", "unheard-of"})
