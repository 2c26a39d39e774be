"""Hostile values by chance: words for queries and paths, JSON bodies, and files of every kind that people upload."""

from __future__ import annotations

import gzip
import io
import json
import string
import zipfile
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

_STRINGS = (
    *("", " ", "\0", "a\0b", "\x1b[31m", "\r\nSet-Cookie: a=b", "\u202edrow", "\ufeff", "\U0001f9a6", "e\u0301" * 50),
    *("'", '"', "' OR 1=1 --", "\\", "%", "%%s", "{{7*7}}", "${7*7}", "<script>alert(1)</script>", "../../etc/passwd"),
    *("null", "true", "undefined", "NaN", "Infinity", "-Infinity", "0x10", "1e400", "-0", "٣", "½", "1_000", "1,5"),
    *("9" * 400, "-" + "9" * 30, "2147483648", "9223372036854775808", "99999999999999999999", "-1", "0", "1.5"),
    *(
        "0000-00-00",
        "9999-12-31",
        "10000-01-01",
        "2007-02-30",
        "0001-01-01",
        "2007-04-15T00:00",
        "2007-4-5",
        "-1-01-01",
    ),
    *("a" * 5000, "(" * 400, ")" * 50, '"', '"unclosed', "-" * 900, "a or " * 200, "not " * 200, "/(a+)+$/", "/[/"),
    *(
        "[]",
        "{}",
        "[[[[",
        "a,b,,c",
        ",",
        ";",
        "*",
        "?",
        "_",
        "vs-classic",
        "silver-age",
        "my@3",
        "@",
        "golden-age@2007",
    ),
)
#: In addresses, what is no UTF-8, or not what its encoding says.
_ENCODED = ("%00", "%FF%FE", "%ED%A0%80", "%C0%AF", "%F5%80%80%80", "%", "%zz", "%2e%2e%2f", "%0d%0a", "+", "%e2%80%ae")
_FIELDS = (
    *("name", "t", "type", "cost", "atk", "def", "team", "set", "legal", "banned", "text", "kw", "is", "has", "level"),
    *("rarity", "date", "year", "game", "for", "owned", "same", "o", "number", "sort", "domain", "energy", "nothing"),
)
_OPERATORS = (":", "=", "<", ">", "<=", ">=", "!=", "::", "==", "=<", "~")
_JSON_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 10**30, -(10**30), 1e308, [], {}, [[]], [None], {"": None}, {"a": {"b": [1]}}),
    *([1] * 2000, ["4 Savage Beatdown"] * 3000, {str(each): each for each in range(500)}, [{}] * 200),
)


def make_word(chance: Random) -> str:
    """A hostile text."""
    roll = chance.random()
    if roll < 0.6:
        return chance.choice(_STRINGS)
    if roll < 0.8:
        return "".join(chr(_make_character(chance)) for _ in range(chance.randint(1, 40)))
    return "".join(chance.choices(string.printable, k=chance.randint(1, 200)))


def _make_character(chance: Random) -> int:
    while True:
        code = chance.choice((chance.randrange(0x20), chance.randrange(0x7F, 0x3000), chance.randrange(0x11000)))
        if not 0xD800 <= code < 0xE000:
            return code


def make_query(chance: Random) -> str:
    """A query in the language of the search, or nearly."""
    parts = []
    for _ in range(chance.randint(1, 6)):
        value = make_word(chance) if chance.random() < 0.6 else chance.choice(("3", "avengers", "2007-04-15", '"a b"'))
        sign = chance.choice(("", "", "-", "not ", "("))
        term = f"{chance.choice(_FIELDS)}{chance.choice(_OPERATORS)}{value}" if chance.random() < 0.7 else value
        parts.append(f"{sign}{term}{')' if sign == '(' and chance.random() < 0.7 else ''}")
    return chance.choice((" ", " or ", " and ", "")).join(parts)


def make_encoded(chance: Random) -> str:
    """A part of an address that is encoded wrongly or hostilely."""
    return "".join(chance.choices(_ENCODED, k=chance.randint(1, 3)))


def make_value(chance: Random) -> Any:
    """A JSON value of any type."""
    return chance.choice(_JSON_VALUES) if chance.random() < 0.6 else make_word(chance)


def make_body(chance: Random, fields: Mapping[str, Any]) -> bytes:
    """A JSON body: near to what is expected with wrong values, or bytes that are no JSON at all."""
    body: dict[str, Any] = dict(fields)
    for _ in range(chance.randint(0, 3)):
        if body:
            body[chance.choice(sorted(body))] = make_value(chance)
    if body and chance.random() < 0.3:
        del body[chance.choice(sorted(body))]
    if chance.random() < 0.2:
        body[make_word(chance)[:60]] = make_value(chance)
    text = json.dumps(body, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    return chance.choice(_MANGLERS)(chance, text) if chance.random() < 0.5 else text


def _truncate(chance: Random, text: bytes) -> bytes:
    return text[: chance.randrange(len(text) + 1)]


def _insert_control(chance: Random, text: bytes) -> bytes:
    at = chance.randrange(len(text) + 1)
    return text[:at] + bytes([chance.choice((0, 1, 8, 0x0B, 0x1F, 0x7F, 0x80, 0xC0, 0xFF))]) + text[at:]


def _nest(chance: Random, text: bytes) -> bytes:
    depth = chance.choice((50, 1_000, 100_000))
    return b'{"deck":' * depth + text + b"}" * depth if chance.random() < 0.5 else b"[" * depth + b"]" * depth


def _inflate_number(chance: Random, text: bytes) -> bytes:
    number = chance.choice((b"1" * 5_000, b"1e999999", b"-1E-99999", b"0.1e400", b"NaN", b"-Infinity"))
    return text.replace(b"null", number).replace(b"1", number, 1)


def _lone_surrogate(_: Random, text: bytes) -> bytes:
    return text.replace(b'"', b'"\\ud800', 1) + b'{"a":"\\udfff\\u0000"}'


def _reencode(chance: Random, text: bytes) -> bytes:
    said = text.decode("utf-8", "replace")
    return said.encode(chance.choice(("utf-16", "utf-32", "utf-8-sig", "utf-7")), "replace")


_MANGLERS: tuple[Callable[[Random, bytes], bytes], ...] = (
    *(_truncate, _insert_control, _nest, _inflate_number, _lone_surrogate, _reencode),
    lambda _, text: text + text,
    lambda _, text: b"",
    lambda _, text: b'"' + text,
    lambda chance, _: chance.randbytes(chance.choice((1, 300, 20_000))),
    lambda _, text: text.replace(b"{", b'{"deck":1,"deck":[],', 1),
)


def make_file(chance: Random) -> tuple[str, bytes]:
    """A file to upload: its name and what it holds."""
    name, content = chance.choice(_FILES)(chance)
    if chance.random() < 0.25:
        at = chance.randrange(len(content) + 1)
        content = content[:at] + chance.randbytes(chance.randint(1, 30)) + content[at + chance.randint(0, 30) :]
    if chance.random() < 0.25:
        name = chance.choice(
            ("../../x.csv", "a\0.csv", "é\u202e.o8d", "x" * 300 + ".xml", ".", "CON", "a/b\\c.json", "'")
        )
    return name, content


def _zip_bomb(chance: Random) -> tuple[str, bytes]:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
        for each in range(chance.choice((1, 40))):
            file.writestr(f"../../{each}.xml" if chance.random() < 0.3 else f"Sets/{each}/set.xml", b"\0" * 3_000_000)
    return chance.choice(("bomb.zip", "bomb.o8g", "bomb.nupkg")), held.getvalue()


def _gzip_bomb(_: Random) -> tuple[str, bytes]:
    return "bomb.json.gz", gzip.compress(b" " * 20_000_000)


def _xml_bomb(chance: Random) -> tuple[str, bytes]:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    laughs = (
        f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a0 "ha">{entities}]><set name="&a11;"><card>&a11;</card></set>'
    )
    outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck><section name="Main">&x;</section></deck>'
    deep = "<a>" * 50_000 + "</a>" * 50_000
    attributes = " ".join(f"a{n}=''" for n in range(20_000))
    wide = f"<set {attributes}/>"
    return chance.choice(("a.xml", "a.o8d", "cards.xml")), chance.choice((laughs, outside, deep, wide)).encode()


def _table(chance: Random) -> tuple[str, bytes]:
    head = chance.choice(("game,name,set,number,type,text", "name", "," * 5_000, "name,name,name", "\0,name", '"name'))
    rows = [
        ",".join(make_word(chance)[:400] for _ in range(chance.randint(1, 8))) for _ in range(chance.randint(0, 60))
    ]
    text = "\n".join([head, *rows, *(['"' + "x" * 200_000] if chance.random() < 0.2 else [])])
    codec = chance.choice(("utf-8", "utf-8", "utf-16", "latin-1"))
    return "cards-vs-classic.csv", text.encode(codec, "replace")


def _json_file(chance: Random) -> tuple[str, bytes]:
    parts: tuple[Any, ...] = (
        {"cards": [{"name": make_value(chance), "set": make_value(chance)} for _ in range(20)]},
        {"vsdb_format": 1, "name": make_value(chance), "game": "vs-classic", "definition": make_value(chance)},
        {"games": {"vs-classic": {"cards": make_value(chance)}}},
        [make_value(chance) for _ in range(10)],
    )
    text = json.dumps(chance.choice(parts)).encode()
    return chance.choice(("a.json", "cards.json", "format.json")), chance.choice(_MANGLERS)(chance, text)


def _deck_list(chance: Random) -> tuple[str, bytes]:
    lines = [f"{chance.choice((4, 0, -1, 10**12, '٤', '4x'))} {make_word(chance)[:200]}" for _ in range(80)]
    return chance.choice(("deck.txt", "deck.o8d", "deck.dek")), "\n".join(lines).encode("utf-8", "replace")


def _binary(chance: Random) -> tuple[str, bytes]:
    starts = (b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"%PDF-1.7", b"SQLite format 3\0", b"\x7fELF", b"\x1f\x8b", b"")
    return chance.choice(("a.png", "a.zip", "a.csv")), chance.choice(starts) + chance.randbytes(
        chance.choice((0, 10, 60_000))
    )


_FILES: tuple[Callable[[Random], tuple[str, bytes]], ...] = (
    *(_zip_bomb, _gzip_bomb, _xml_bomb, _table, _table, _json_file, _json_file, _deck_list, _binary),
)
