"""What notices are about, and what each has to say beside what its event and its registration say."""

from __future__ import annotations

from enum import StrEnum


class NoticeKind(StrEnum):
    """A kind of notice. `data` refers to rows, so that nothing that is erased later stands in a notice.

    - registered: nothing
    - promoted: nothing; `offered_until` is the registration's
    - deadline: `hours` before it
    - received, replaced: `version`, the key of the ListVersion; the reason is the version's
    - ruling: `ruling`, the key of the Ruling; `list`, the key of the player's list
    - moved: `before`, with those of `title`, `place`, `starts` and `deadline` that have changed, moments as ISO text
    - cancelled: `reason`, may be empty
    - published: nothing
    - message: `subject` and `text`
    """

    REGISTERED = "registered"
    PROMOTED = "promoted"
    DEADLINE = "deadline"
    RECEIVED = "received"
    REPLACED = "replaced"
    RULING = "ruling"
    MOVED = "moved"
    CANCELLED = "cancelled"
    PUBLISHED = "published"
    MESSAGE = "message"
