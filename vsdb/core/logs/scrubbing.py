"""Hides what must not be written down: passwords, tokens, secret links, pasted lists, email addresses.

Log lines, mails to the operator, Sentry events, access logs and error reports all pass through here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLResolver, get_resolver

HIDDEN = "..."  #: stands for what was hidden
#: Parts of addresses, by their names in `urls`, that open something to whoever has them.
SECRET_PARTS = frozenset({"secret", "key", "uidb36", "token", "word"})
#: Parameters of addresses that are kept: none of them holds a list, a deck code or a secret.
KEPT_PARAMETERS = frozenset(
    (
        *("q", "on", "format", "game", "page", "view", "order", "sort", "unique", "asof", "sample", "kind", "ban"),
        *("out", "before", "after", "set", "with", "state", "dir"),
    )
)
MAX_VALUE = 200  #: characters of a parameter
SAFE_IN_PATHS = "/:@-._~"  #: characters of a path that stay as they are

_LONG_WORD = re.compile(r"(?<![\w-])[\w-]{16,}", re.ASCII)
_MIN_LOOSE = 20  #: characters from which a word outside an address may be a secret
_END = r"[^/?#&\s\"'<>\\]+"  #: a part of an address, up to where it ends
_PARAMETER = re.compile(r"([?&])([\w.-]{1,60})=([^&\s\"'<>#]*)")
_CREDENTIALS = re.compile(r"(://)[^\s/@\"']+@")
_EMAIL = re.compile(r"[^\s@<>()\[\],;:\"'/?=&%]{1,64}(?:@|%40)(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,}")
_NAMED = re.compile(
    r"(?<![\w-])([\w-]{0,30}(?:passw(?:or)?d|secret|token|authorization|cookie|api[_-]?key|sessionid)[\w-]{0,30}"
    r"[\"']?\s{0,3}[=:]\s{0,3})((?:b|r|f)?\"[^\"\n]*\"|(?:b|r|f)?'[^'\n]*'|(?:Bearer |Basic )?[^\s\"',;&)}\]]+)",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\b(Bearer|Basic)\s+[^\s\"']+", re.IGNORECASE)
_OWN_TOKEN = re.compile(r"\bvsdb_[\w-]{20,}", re.ASCII)
_SIGNED = re.compile(r"(?<![\w:-])[\w-]+:[\w-]{6}:[\w-]{27,}", re.ASCII)
#: What databases quote of rows and statements.
_KEY_OF_ROW = re.compile(r"(Key \([^()\n]{1,200}\)=\()[^\n]{0,2000}?(\) (?:already|is not|is still|conflicts))")
_ROW = re.compile(r"(Failing row contains )\([^\n]*")
_STATEMENT = re.compile(r"^(\s*LINE \d+: )([^\n]*)", re.MULTILINE)
_LITERAL = re.compile(r"'(?:[^'\n]|'')*'?")


def scrub(text: str) -> str:
    """A text for a log without secrets, lists and email addresses. It may hold addresses, tracebacks, SQL."""
    text = _hide_parts_of_addresses(text)
    text = _PARAMETER.sub(_write_parameter, text)
    text = _STATEMENT.sub(lambda found: found[1] + _LITERAL.sub(f"'{HIDDEN}'", found[2]), text)
    text = _KEY_OF_ROW.sub(rf"\1{HIDDEN}\2", _ROW.sub(rf"\1({HIDDEN})", text))
    text = _CREDENTIALS.sub(rf"\1{HIDDEN}@", text)
    text = _NAMED.sub(rf"\1{HIDDEN}", text)
    text = _BEARER.sub(rf"\1 {HIDDEN}", text)
    if "@" in text or "%40" in text:
        text = _EMAIL.sub(f"{HIDDEN}@{HIDDEN}", text)
    text = _SIGNED.sub(HIDDEN, _OWN_TOKEN.sub(HIDDEN, text))
    return _LONG_WORD.sub(_hide_if_random, text)


def scrub_path(path: str) -> str:
    """The path of an address of this site, unquoted and without its secrets."""
    path = _hide_parts_of_addresses(unquote(path, errors="replace"))
    return _LONG_WORD.sub(lambda found: HIDDEN if _mixes_cases(found[0]) else found[0], path)


def scrub_address(address: str) -> str:
    """The path of an address of this site, with the parameters that are kept, quoted; empty where it is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    query = keep_parameters(parts.query)
    return quote(scrub_path(parts.path), safe=SAFE_IN_PATHS) + (f"?{query}" if query else "")


def keep_parameters(query: str) -> str:
    """A query with those parameters alone that hold neither a list nor a secret."""
    pairs = parse_qsl(query)
    return urlencode([(name, scrub(value[:MAX_VALUE])) for name, value in pairs if is_kept_parameter(name, value)])


def is_kept_parameter(name: str, value: str) -> bool:
    """Whether a parameter is kept and holds what its name says; the form for reports calls an address `page`."""
    return name in KEPT_PARAMETERS and (name != "page" or value.isdecimal())


def scrub_value(value: Any) -> Any:
    """A value of JSON with each of its texts scrubbed; whatever stands under a name of a secret is hidden."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, Mapping):
        return {key: HIDDEN if _NAMED.match(f"{key}=x") else scrub_value(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [scrub_value(each) for each in value]
    return value


def _hide_parts_of_addresses(text: str) -> str:
    pattern = _load_secret_addresses()
    return pattern.sub(lambda found: found[1] + HIDDEN, text) if pattern else text


def _write_parameter(found: re.Match[str]) -> str:
    return found[0] if is_kept_parameter(found[2], found[3]) else f"{found[1]}{found[2]}={HIDDEN}"


def _hide_if_random(found: re.Match[str]) -> str:
    """Hide a word that looks random. Outside addresses it has a digit, too: names of classes mix cases as well."""
    word, before = found[0], found.string[found.start() - 1 : found.start()]
    is_secret = _mixes_cases(word) and (
        before in ("/", "=") or (len(word) >= _MIN_LOOSE and any(letter.isdecimal() for letter in word))
    )
    return HIDDEN if is_secret else word


def _mixes_cases(word: str) -> bool:
    """Whether a long word looks like a secret rather than a slug: it mixes capital and small letters."""
    return any(letter.isupper() for letter in word) and any(letter.islower() for letter in word)


def _load_secret_addresses() -> re.Pattern[str] | None:
    """What finds secret parts in a text; None while the addresses of the site aren't there yet.

    The first line that a process writes loads them. A fault in them must not keep it from being written.
    """
    if not apps.ready:
        return None
    try:
        import_module(settings.ROOT_URLCONF)
        return _build_pattern(settings.ROOT_URLCONF)
    except (ImportError, AttributeError, ImproperlyConfigured):
        return None


@cache
def _build_pattern(urlconf: str) -> re.Pattern[str]:
    """What finds the secret part of every address that has one."""
    prefixes = sorted(set(_find_prefixes(get_resolver(urlconf), "/")), key=len, reverse=True)
    return re.compile(rf"((?:{'|'.join(prefixes)})){_END}")


def _find_prefixes(resolver: URLResolver, before: str) -> Iterator[str]:
    """What stands before the first secret part of each address, as a regular expression."""
    for each in resolver.url_patterns:
        written = str(each.pattern).removeprefix("^")
        # Named groups of both kinds: `<slug:secret>` and `(?P<key>...)`.
        parts = re.split(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()\\]|\\.)*\)", written)
        names = [path_name or group_name for path_name, group_name in zip(parts[1::3], parts[2::3], strict=True)]
        path, is_found = before, False
        for literal, name in zip(parts[::3], [*names, None], strict=True):
            path += re.escape(literal.rstrip("$")) if literal else ""
            if name in SECRET_PARTS:
                yield path
                is_found = True
                break
            path += r"[^/?#\s]+" if name else ""
        if isinstance(each, URLResolver) and not is_found:
            yield from _find_prefixes(each, path)
