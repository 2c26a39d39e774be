"""Feeds: the same entries as Atom (RFC 4287) and as JSON Feed 1.1."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

ATOM = "application/atom+xml; charset=utf-8"
JSON = "application/feed+json; charset=utf-8"
MAX_ENTRIES = 50
#: The day that stands in every id (RFC 4151), and in a feed that has no entry yet.
_SINCE = "2026-01-01"
_BEGAN = datetime.fromisoformat(f"{_SINCE}T00:00:00+00:00")
#: What XML 1.0 can't hold, however it is written.
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry: `name` tells it from all others of the site, for ever; `href` is a path of the site."""

    name: str
    title: str
    text: str
    href: str
    published: datetime
    updated: datetime
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed: `root` is the site's address without a slash at its end; `page` and `place` are paths of it."""

    name: str
    title: str
    about: str
    root: str
    page: str
    place: str
    entries: Sequence[FeedEntry]

    def id_of(self, name: str) -> str:
        """The id of this name: a tag URI, the same wherever the site's pages move."""
        host = self.root.partition("://")[2].partition(":")[0]
        return f"tag:{host},{_SINCE}:{quote(name, errors='replace')}"


class _Atom(Atom1Feed):
    """As Django writes it; an empty feed has a moment too, and the feed an id that stays."""

    def latest_post_date(self) -> datetime:
        return max((each["updateddate"] for each in self.items), default=_BEGAN)


def render_atom(feed: Feed) -> str:
    """The feed as Atom."""
    made = _Atom(
        title=_plain(feed.title),
        link=feed.root + feed.page,
        description="",
        subtitle=_plain(feed.about),
        language="en",
        author_name="vsdb",
        feed_url=feed.root + feed.place,
        feed_guid=feed.id_of(feed.name),
    )
    for each in feed.entries:
        made.add_item(
            title=_plain(each.title),
            link=feed.root + each.href,
            # Its summary is read as HTML.
            description=escape(_plain(each.text)),
            unique_id=feed.id_of(each.name),
            pubdate=each.published,
            updateddate=each.updated,
            categories=tuple(map(_plain, each.tags)),
        )
    return str(made.writeString("utf-8"))


def render_json_feed(feed: Feed) -> str:
    """The feed as JSON Feed."""
    items = []
    for each in feed.entries:
        item = {"id": feed.id_of(each.name), "url": feed.root + each.href, "title": each.title}
        days = {"date_published": each.published.isoformat(), "date_modified": each.updated.isoformat()}
        items.append({**item, "content_text": each.text, **days, "tags": list(each.tags)})
    said = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "description": feed.about,
        "home_page_url": feed.root + feed.page,
        "feed_url": feed.root + feed.place,
        "language": "en",
        "authors": [{"name": "vsdb", "url": feed.root + "/"}],
    }
    return json.dumps({**said, "items": items})


def _plain(text: str) -> str:
    """A text without the signs that no XML can hold."""
    return _NOT_IN_XML.sub("", text)
