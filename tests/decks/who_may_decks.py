"""Who may what with a deck: every address about one deck, and what each of five people gets there."""

from __future__ import annotations

from typing import Any

PEOPLE = ("owner", "other", "stranger", "staff", "builder")  #: builder: a browser that built a deck without an account

#: What each of them is to each deck that is asked for by its number.
RELATIONS = {
    #            owner  other      stranger   staff      builder
    "private": ("own", "none", "none", "none", "none"),
    "link": ("own", "none", "none", "none", "none"),
    "public": ("own", "account", "visitor", "account", "visitor"),
    "hidden": ("own", "none", "none", "account", "none"),
    "built": ("none", "none", "none", "none", "browser"),
}
#: By the secret link, its owner too is shown what others are shown.
BY_SECRET = {
    "private": ("none", "none", "none", "none", "none"),
    "link": ("account", "account", "visitor", "account", "visitor"),
    "public": ("account", "account", "visitor", "account", "visitor"),
    "hidden": ("none", "none", "none", "none", "none"),
}

_COLUMNS = ("own", "browser", "account", "visitor", "none")


def _row(**methods: str) -> dict[str, dict[str, int]]:
    return {method: dict(zip(_COLUMNS, map(int, line.split()), strict=True)) for method, line in methods.items()}


#                 own browser account visitor none
_READ = _row(GET="200 200 200 200 404")
_FORM = _row(GET="200 200 200 200 404", POST="303 303 303 303 404")  #: leads to an address and changes nothing
#: What other sites show asks nobody who they are: by its number, a public deck alone.
_EMBED = _row(GET="404 404 200 200 404")
_KEEP = _row(POST="302 302 404 404 404")
_FORK = _row(POST="302 302 302 302 404")

#: Pages about one deck; another method than these is 405 for everybody.
PAGES = {
    "stored:deck": _READ,
    "stored:short": _row(GET="302 302 302 302 404"),
    "stored:versions": _READ,
    "stored:version": _READ,
    "stored:export": _READ,
    "stored:odds": _READ,
    "stored:hand": _READ,
    "stored:hands": _READ,
    "stored:games": _FORM,
    "stored:sheet": _READ,
    "stored:proxies": _READ,
    "stored:judge-list": _READ,
    "stored:preview": _READ,
    "stored:life": _READ,
    "stored:repair": _READ,
    "stored:lacks": _READ,
    "stored:similar": _READ,
    "stored:badge": _EMBED,
    "stored:frame": _EMBED,
    "stored:repair-apply": _KEEP,
    "stored:edit": _row(GET="200 200 404 404 404"),
    "stored:change": _KEEP,
    "stored:restore": _KEEP,
    "stored:share": _KEEP,
    "stored:describe": _KEEP,
    "stored:delete": _KEEP,
    "stored:file": _row(POST="302 409 404 404 404"),
    "stored:fork": _FORK,
    "stored:like": _row(POST="409 409 302 409 404"),
    "stored:comment": _row(POST="302 409 302 409 404"),
    "stored:comment-edit": _row(POST="404 404 404 404 404"),
    "stored:comment-delete": _row(POST="404 404 404 404 404"),
    "stored:report": _row(POST="200 409 200 409 404"),
}
#: The comment on each deck is that of `other`; staff's look at a hidden deck makes no picture of it for other sites.
PAGE_EXCEPTIONS = {
    ("stored:comment-edit", "POST", "other", "public"): 302,
    ("stored:comment-delete", "POST", "other", "public"): 302,
    ("stored:preview", "GET", "staff", "hidden"): 404,
    **{(f"stored:{name}", "GET", "staff", "hidden"): 404 for name in ("badge", "frame")},
    **{(f"stored:{name}", "GET", "owner", "public"): 200 for name in ("badge", "frame")},
}
SHARED_PAGES = {
    "stored:shared": _READ,
    "stored:shared-versions": _READ,
    "stored:shared-version": _READ,
    "stored:shared-export": _READ,
    "stored:shared-odds": _READ,
    "stored:shared-hand": _READ,
    "stored:shared-hands": _READ,
    "stored:shared-games": _FORM,
    "stored:shared-sheet": _READ,
    "stored:shared-proxies": _READ,
    "stored:shared-judge-list": _READ,
    "stored:shared-preview": _READ,
    "stored:shared-life": _READ,
    "stored:shared-repair": _READ,
    "stored:shared-lacks": _READ,
    "stored:shared-similar": _READ,
    "stored:shared-badge": _READ,
    "stored:shared-frame": _READ,
    "stored:shared-fork": _FORK,
}

#: Who calls the API: by tokens that may write or only read, by none, or with a browser's cookie, which never counts.
CALLERS = ("owner", "owner-reading", "other", "staff", "nobody", "owner-cookie")
CALLER_RELATIONS = {
    "private": ("own", "own-reading", "none", "none", "no-token", "no-token"),
    "link": ("own", "own-reading", "none", "none", "no-token", "no-token"),
    "public": ("own", "own-reading", "account", "account", "visitor", "visitor"),
    "hidden": ("own", "own-reading", "none", "account", "no-token", "no-token"),
    "built": ("none", "none-reading", "none", "none", "no-token", "no-token"),
}
CALLERS_BY_SECRET = {
    "private": ("none", "none-reading", "none", "none", "no-token", "no-token"),
    "link": ("account", "account-reading", "account", "account", "visitor", "visitor"),
    "public": ("account", "account-reading", "account", "account", "visitor", "visitor"),
    "hidden": ("none", "none-reading", "none", "none", "no-token", "no-token"),
}
_CALLER_COLUMNS = ("own", "account", "none")


def _calls(**methods: str) -> dict[str, dict[str, int]]:
    """Statuses of those who may write; a token that only reads gets 403 for writing, and who has none 401."""
    found = {}
    for method, line in methods.items():
        row = dict(zip(_CALLER_COLUMNS, map(int, line.split()), strict=True))
        if method == "GET":
            row |= {"visitor": row["account"], "no-token": row["none"]}
            row |= {f"{name}-reading": row[name] for name in _CALLER_COLUMNS}
        else:
            row |= WRITING_REFUSED
        found[method] = row
    return found


WRITING_REFUSED = {
    "visitor": 401,
    "no-token": 401,
    **{f"{name}-reading": 403 for name in _CALLER_COLUMNS},
}

#                    own account none
_READ_CALL = _calls(GET="200 200 404")
_KEEP_CALL = _calls(POST="200 404 404")
#: What is told of a deck and of whoever asks: never without a token.
_MEMBERS_CALL = {"GET": {**_READ_CALL["GET"], "visitor": 401, "no-token": 401}}
_FORK_CALL = _calls(POST="201 201 404")

#: Calls about one deck; another method is 405 for whoever may write.
CALLS = {
    "api:deck": _calls(GET="200 200 404", PUT="200 404 404", PATCH="200 404 404", DELETE="204 404 404"),
    "api:deck-versions": _READ_CALL,
    "api:deck-version": _READ_CALL,
    "api:deck-export": _READ_CALL,
    "api:deck-hand": _READ_CALL,
    "api:deck-figures": _READ_CALL,
    "api:deck-verdicts": _READ_CALL,
    "api:deck-repair": _READ_CALL,
    "api:deck-lacks": _MEMBERS_CALL,
    "api:deck-fingerprint": _READ_CALL,
    "api:deck-sheet": _READ_CALL,
    "api:deck-proxies": _READ_CALL,
    "api:deck-life": _READ_CALL,
    "api:deck-verdict-changes": _calls(GET="200 404 404"),
    "api:deck-restore": _KEEP_CALL,
    "api:deck-share": _KEEP_CALL,
    "api:deck-fork": _FORK_CALL,
    "api:deck-like": _calls(PUT="409 204 404", DELETE="204 204 404"),
    "api:deck-comments": _calls(GET="200 200 404", POST="201 201 404"),
    "api:deck-comment": _calls(PATCH="404 404 404", DELETE="404 404 404"),
    "api:deck-report": _calls(POST="204 204 404"),
    "api:deck-filing": _calls(GET="200 404 404", PUT="200 404 404"),
}
CALL_EXCEPTIONS = {
    ("api:deck-comment", "PATCH", "other", "public"): 200,
    ("api:deck-comment", "DELETE", "other", "public"): 204,
}
SHARED_CALLS = {
    "api:shared": _READ_CALL,
    "api:shared-versions": _READ_CALL,
    "api:shared-version": _READ_CALL,
    "api:shared-export": _READ_CALL,
    "api:shared-hand": _READ_CALL,
    "api:shared-figures": _READ_CALL,
    "api:shared-verdicts": _READ_CALL,
    "api:shared-repair": _READ_CALL,
    "api:shared-lacks": _MEMBERS_CALL,
    "api:shared-fingerprint": _READ_CALL,
    "api:shared-sheet": _READ_CALL,
    "api:shared-proxies": _READ_CALL,
    "api:shared-life": _READ_CALL,
    "api:shared-fork": _FORK_CALL,
}


#: What is sent, by address: something that would change the deck, where whoever sends it may.
SENT: dict[str, dict[str, Any]] = {
    "stored:change": {"op": "text", "edition": 1, "base": 1, "text": "1 Hulk, Exile"},
    "stored:share": {"visibility": "link"},
    "stored:describe": {"event": "Elsewhere", "tags": "taken"},
    "stored:delete": {"sure": "yes"},
    "stored:file": {"new_folder": "Kept", "labels": "mine"},
    "api:deck-filing": {"labels": ["mine"]},
    "stored:repair-apply": {"format": "golden-age"},
    "stored:comment": {"text": "Said."},
    "stored:comment-edit": {"text": "Said otherwise."},
    "stored:report": {"why": "Because."},
    "api:deck-restore": {"version": 1},
    "api:deck-share": {"renew": True, "visibility": "link"},
    "api:deck-comments": {"text": "Said."},
    "api:deck-comment": {"text": "Said otherwise."},
    "api:deck-report": {"why": "Because."},
    "api:deck": {"edition": 1, "title": "Taken", "deck": "1 Hulk, Exile"},
}
