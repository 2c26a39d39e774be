"""A question of play as JSON, and as a compact text for addresses.

The text is the number of its version, then the document's JSON, deflated with the words that positions are made of and
written in the letters of addresses. What a version's words are never changes, so that old links keep answering.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Mapping
from typing import Any

from engine import InputError

MAX_CODE_LENGTH = 6_000  #: characters: what every server and browser takes in an address
MAX_BYTES = 64_000  #: of a document
_VERSION = "1"
#: The words of version 1, the most frequent last: deflate reaches back to them.
_WORDS = (
    b'"opening""wrap_up""initiative""mulligans""versions""threshold""restriction""boost""loyalty""reservist"'
    b'"main_character""recruit_points_left""resource_played""super_powers_used""teams""wounds""health""symbols"'
    b'"battlefields":[{"id":"b1","controller":"you","facedown":false}"energy":"power":{"fury":"showdown":false'
    b'"might":"domains":["location":"base","type":"unit""kind":"spell","target":{"what":"unit","whose":"enemy"'
    b'"play-spell""play-unit""activate-ability""play-plot-twist""conclude-attack""start-attack""resolve-combat"'
    b'"recruit""reinforce""power-up""form""equip""resources":"resource_points":"endurance":"affiliations":["equipment":[]'
    b'"from":"hand","card":{"type":"character","cost":"name":"flight":false,"range":false,"keywords":[]'
    b'"atk":"def":"area":"visible","column":1,"row":"support","row":"front","stunned":false,"ready":true'
    b'"vs-2pcg""riftbound""state":"face-up","front":[{"id":"a","back":[],"chain":[],"attack":null}'
    b'{"action":{"action":"attack","attackers":["a"],"defender":"x"},"position":{"as_of":"2026-'
    b'"game":"vs-classic","opponent":{"characters":[{"id":"x"}]},"turn":{"phase":"combat","step":"attack",'
    b'"active":"you","priority":"you"},"you":{"characters":[{"id":"a"}]}}}'
)


def encode_question(document: Mapping[str, Any]) -> str:
    """The text of a question for an address. Raises InputError where it is too long for one."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    raw = packed.compress(dump_question(document).encode()) + packed.flush()
    code = f"{_VERSION}{urlsafe_b64encode(raw).decode().rstrip('=')}"
    if len(code) > MAX_CODE_LENGTH:
        raise InputError("this position is too large for a link; save it, or keep it as JSON", place="q")
    return code


def decode_question(code: str) -> dict[str, Any]:
    """The question that a text stands for. Raises InputError for a text that stands for none."""
    if not code.startswith(_VERSION) or len(code) > MAX_CODE_LENGTH:
        raise _damaged()
    try:
        packed = urlsafe_b64decode(code[1:] + "=" * (-len(code[1:]) % 4))
        unpacked = zlib.decompressobj(-15, zdict=_WORDS)
        raw = unpacked.decompress(packed, MAX_BYTES)
        if not unpacked.eof:
            raise _damaged()
        document = json.loads(raw)
    except (NoBase64, zlib.error, ValueError, RecursionError) as exc:
        raise _damaged() from exc
    if not isinstance(document, dict):
        raise _damaged()
    return document


def dump_question(document: Mapping[str, Any]) -> str:
    """A question as JSON without spaces, its keys sorted: the same for the same question."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _damaged() -> InputError:
    return InputError("this link to a position is damaged; copy the whole link again", place="q", code="damaged-code")
