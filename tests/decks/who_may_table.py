"""Who may what: every address of the project, and what each of five people gets there.

A new address that stands in no group here fails `test_who_may.py`.
"""

from __future__ import annotations

from typing import Any

from tests.events.matrix import ADDRESSES
from vsdb.collection.list_views import digest_import

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


def _each(names: tuple[str, ...], words: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Addresses that take the same words."""
    return dict.fromkeys(names, words)


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

_CARD = {"game": "vs-classic", "slug": "savage-beatdown"}
_DOCUMENT = {"document": "cr-2.7"}
#: One by an organizer; `tests/custom_formats/` walks those that are there.
_NO_FORMAT = {"game": "vs-classic", "slug": "none"}

#: Pages that are the same for everybody, and tell of no deck but public ones.
OPEN: dict[str, dict[str, Any]] = {
    **_each(("site:home", "site:help", "site:linking", "site:robots", "site:favicon", "cards:index", "cards:sets"), {}),
    "site:sitemap": {},
    "site:sitemap-part": {"section": "decks"},
    **_each(("site:about", "site:privacy", "site:terms", "errors:new", "operations:alive", "operations:ready"), {}),
    **_each(
        ("cards:gaps", "search:jump", "search:opensearch", "search:suggestions", "api:jump", "api:card-coverage"), {}
    ),
    **_each(("cards:gaps-of-game", "api:game-coverage"), {"game": "vs-classic"}),
    **_each(("cards:list", "cards:keywords", "cards:teams", "formats:list"), {"game": "vs-classic"}),
    **_each(("cards:card", "cards:card-json", "cards:card-markdown", "cards:card-preview", "cards:card-life"), _CARD),
    "cards:card-face": _CARD,
    "cards:picture": {"game": "vs-classic", "name": "none.png"},
    "cards:keyword": {"game": "vs-classic", "slug": "boost"},
    "cards:team": {"game": "vs-classic", "slug": "warbound"},
    "cards:set": {"game": "vs-classic", "code": "MUN"},
    **_each(("search:complete", "search:help", "wordings:sources", "formats:index"), {}),
    **_each(("search:jump", "search:opensearch", "search:suggestions", "cards:gaps"), {}),
    **_each(("api:jump", "api:card-coverage"), {}),
    **_each(("cards:gaps-of-game", "api:game-coverage"), {"game": "vs-classic"}),
    "wordings:source": {"game": "vs-classic", "slug": "none"},
    "wordings:group": {"game": "vs-classic", "slug": "none"},
    "formats:format": {"game": "vs-classic", "slug": "silver-age"},
    **_each(("simulate:start", "simulate:odds", "simulate:hand", "simulate:hands", "simulate:games"), {}),
    **_each(("whatif:page", "whatif:cards", "api:odds", "api:sample-hand", "api:simulate", "api:what-if"), {}),
    **_each(("decks:repair", "api:repair", "decks:team", "api:check-team"), {}),
    **_each(
        ("decks:check", "decks:json", "decks:life", "stored:index", "stored:complete", "stored:compare"),
        {},
    ),
    "stored:preview-text": {},
    **_each(("stored:oembed", "decks:badge"), {}),
    **_each(("rules:documents", "rules:every-coverage"), {}),
    "rules:compare": {"before": "cr-2007-02-05", "after": "cr-2.7"},
    **_each(("rules:document", "rules:whole", "rules:glossary", "rules:coverage"), _DOCUMENT),
    "rules:rule": {**_DOCUMENT, "rule": "101.2"},
    "accounts:profile": {"name": "owner"},
    "accounts:deleted": {},
    **_each(("changes:index", "changes:atom", "changes:json", "api:changes"), {}),
    **_each(("changes:decks-atom", "changes:decks-json"), {}),
    **_each(("changes:own-atom", "changes:own-json"), {"word": "none"}),
    **_each(("api:entrance", "api:games", "api:sets", "api:cards", "api:printings", "api:formats"), {}),
    **_each(("api:keywords", "api:teams", "api:documents", "api:rules", "api:rulings", "api:sources"), {}),
    **_each(("api:check", "api:life", "api:schema", "api:docs", "api:decks", "api:read-list", "api:compare-decks"), {}),
    "api:set": {"game": "vs-classic", "code": "MUN"},
    **_each(("api:card", "api:card-life", "api:legality"), _CARD),
    **_each(("api:card-named", "api:card-titles", "api:card-random", "api:card-collection", "api:check-batch"), {}),
    "api:game": {"game": "vs-classic"},
    "api:keyword": {"game": "vs-classic", "slug": "boost"},
    "api:team": {"game": "vs-classic", "slug": "warbound"},
    "api:document": _DOCUMENT,
    "api:source": {"game": "vs-classic", "slug": "none"},
    **_each(("api:bulk", "api:start", "api:guide"), {}),
    "api:docs-subject": {"subject": "cards"},
    "api:bulk-file": {"game": "riftbound", "kind": "sets"},
    **_each(("api:format", "api:format-changes"), {"game": "vs-classic", "slug": "silver-age"}),
    **_each(("api:units", "api:coverage"), _DOCUMENT),
    "api:unit": {**_DOCUMENT, "unit": "101.2"},
    "api:rule": {**_DOCUMENT, "rule": "101.2"},
    "api:compare": {"before": "cr-2007-02-05", "after": "cr-2.7"},
    "api:reference": {"game": "riftbound"},
    **_each(("ownformats:index", "api:own-formats", "api:own-format-import"), {}),
    "api:own-format-parts": {"game": "vs-2pcg"},
    **_each(("ownformats:format", "ownformats:compare", "ownformats:export"), _NO_FORMAT),
    **_each(("api:own-format", "api:own-format-file", "api:own-format-tests", "api:own-format-compare"), _NO_FORMAT),
    **_each(("api:own-format-publish", "api:own-format-retire"), _NO_FORMAT),
    "api:own-format-version": {**_NO_FORMAT, "number": 1},
}
#: Pages of whoever asks: each is shown their own, a stranger none or those of their browser.
OF_ONESELF: dict[str, dict[str, Any]] = _each(("stored:mine", "stored:new", "stored:import", "stored:claim"), {})
OF_ONESELF |= _each(("collection:index", "collection:lacks"), {})
OF_ONESELF |= _each(("collection:shared", "api:collection-shared"), {"word": "none"})
OF_ONESELF |= _each(("api:collection", "api:collection-totals", "api:collection-import", "api:collection-lacks"), {})
OF_ONESELF |= _each(("api:collection-want", "api:collection-wanted", "api:collection-share"), {})
OF_ONESELF["api:collected-card"] = {"game": "vs-classic", "slug": "savage-beatdown"}
OF_ONESELF |= _each(("api:following", "api:happenings", "api:happenings-read"), {})
OF_ONESELF |= _each(("stored:selected", "api:folders", "api:labels"), {})
OF_ONESELF["stored:of-card"] = _CARD
OF_ONESELF |= {"api:folder": {"folder": 1}, "api:label": {"label": 1}}
OF_ONESELF |= _each(("errors:report", "api:sent-error-report"), {"key": "none"})
OF_ONESELF["api:follow"] = {"follow": 1}
#: What another account, browser or token may do to a run: `tests/simulations/test_run_pages.py` and `test_run_api.py`.
OF_ONESELF |= _each(("simulate:runs", "api:simulation-runs"), {})
OF_ONESELF |= _each(("simulate:run", "simulate:run-cancel", "api:simulation-run"), {"key": "none"})
#: What another account or browser may do to a check of many lists: `tests/check/many/test_pages.py`.
OF_ONESELF |= {"decks:many": {}, "decks:many-list": {"key": "none", "number": 1}}
OF_ONESELF |= _each(("decks:many-check", "decks:many-cancel"), {"key": "none"})
#: Pages of an account: a stranger is sent to the door.
OF_ACCOUNTS: dict[str, dict[str, Any]] = {
    **_each(("accounts:overview", "accounts:tokens", "accounts:export", "accounts:delete"), {}),
    "accounts:revoke-token": {"token": 1},
    "errors:mine": {},
    **_each(("collection:import", "collection:change", "collection:delete", "collection:wanted"), {}),
    **_each(("collection:share", "collection:want", "collection:change-set"), {}),
    "collection:export": {"layout": "csv"},
    "stored:folders": {},
    "stored:folder": {"folder": 1},
    "stored:label": {"label": 1},
    **_each(("changes:following", "changes:add", "changes:read", "changes:renew-feed"), {}),
    "changes:own-decks": {},
    "stored:liked": {},
    "changes:remove": {"follow": 1},
    **_each(("ownformats:new", "ownformats:import"), {}),
    **_each(("ownformats:edit", "ownformats:tests", "ownformats:publish"), _NO_FORMAT),
    **_each(("ownformats:retire", "ownformats:delete"), _NO_FORMAT),
    **_each(("account_email", "account_change_password", "account_set_password"), {}),
    **_each(("mfa_index", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"), {}),
    **_each(("mfa_list_webauthn", "mfa_add_webauthn", "mfa_reauthenticate_webauthn"), {}),
    **_each(("mfa_edit_webauthn", "mfa_remove_webauthn"), {"pk": 1}),
    "accounts:end-session": {"session": 1},
    **_each(("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_download_recovery_codes"), {}),
    **_each(("account_reauthenticate", "usersessions_list"), {}),
}
#: The door itself: it looks otherwise from inside.
DOOR: dict[str, dict[str, Any]] = {
    "mfa_login_webauthn": {},
    **_each(("account_login", "account_logout", "account_inactive", "account_signup"), {}),
    **_each(("account_email_verification_sent", "account_reset_password", "account_reset_password_done"), {}),
    **_each(("account_confirm_login_code", "account_reset_password_from_key_done", "mfa_authenticate"), {}),
    "account_confirm_email": {"key": "none"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "none"},
}
#: Pages of staff; beside these all of `admin:`. Nobody else is told that there is anything.
OF_STAFF: dict[str, dict[str, Any]] = _each(
    ("stored:reports", "rechecks:index", "errors:queue", "operations:index", "operations:refresh"), {}
)
#: The same, of a row that has to be there first, or by a token: `tests/decks/rechecks/test_staff.py` and
#: `tests/error_reports/` walk them.
OF_STAFF_BY_NUMBER: dict[str, dict[str, Any]] = {
    # Also of monitors, by their address or a token; others are told that it is closed: `tests/operations/`.
    "operations:metrics": {},
    **_each(("api:rechecks", "api:error-reports"), {}),
    **_each(("errors:answer", "api:error-report"), {"number": 1}),
    **_each(("rechecks:recheck", "api:recheck", "api:recheck-resume", "api:recheck-changes"), {"number": 1}),
}

#: Addresses of events. Who may what there is told by `tests/events/matrix.py`, which `test_event_matrix.py` walks.
OF_EVENTS: dict[str, dict[str, Any]] = _each(tuple(ADDRESSES), {})

#: Writes of folders, labels and collections. Each names rows of the owner's, or is about whatever whoever asks has; the
#: owner changes something with each. What another account and a stranger get; neither changes any row of the owner's.
#: `FOLDER`, `LABEL` and `DECK` stand for the numbers of the owner's.
FOLDER, LABEL, DECK = "the owner's folder", "the owner's label", "the owner's private deck"
_PREVIEWED = {"text": "4 Savage Beatdown\n# wanted\n4 Flying Kick", "game": "", "kind": "owned", "edition": "1"}


def _keep(mode: str) -> dict[str, str]:
    """An import as the form of its preview sends it."""
    sent = {**_PREVIEWED, "mode": mode}
    return {**sent, "previewed": digest_import(sent["text"], sent), "keep": "yes"}


_LACKED = {"list": "4 Savage Beatdown\n4 Overload", "game": "vs-classic"}
_RENAMED = {"name": "Taken"}
OWNERS_ROWS: tuple[tuple[str, str, dict[str, Any], dict[str, Any], int, int], ...] = (
    # address, method, its words, what is sent, another account, a stranger
    ("stored:folder", "POST", {"folder": FOLDER}, _RENAMED, 404, 302),
    ("stored:folder", "POST", {"folder": FOLDER}, {"do": "delete"}, 404, 302),
    ("stored:label", "POST", {"label": LABEL}, _RENAMED, 404, 302),
    ("stored:label", "POST", {"label": LABEL}, {"do": "delete"}, 404, 302),
    ("stored:folders", "POST", {}, _RENAMED, 302, 302),
    ("stored:file", "POST", {"pk": DECK}, {"folder": "", "labels": "taken"}, 404, 404),
    ("stored:selected", "POST", {}, {"do": "move", "deck": DECK, "folder": "none"}, 404, 409),
    ("stored:selected", "POST", {}, {"do": "move", "deck": DECK, "new_folder": "Taken"}, 404, 409),
    ("stored:selected", "POST", {}, {"do": "label", "deck": DECK, "label": "taken"}, 404, 409),
    ("stored:selected", "POST", {}, {"do": "unlabel", "deck": DECK, "label": "Qwerty label"}, 404, 409),
    ("stored:selected", "POST", {}, {"do": "delete", "deck": DECK, "sure": "yes"}, 404, 404),
    ("stored:selected", "POST", {}, {"do": "move", "all": "yes", "folder": "none"}, 400, 409),
    ("collection:change", "POST", {}, {**_CARD, "step": "owned:1:"}, 302, 302),
    ("collection:change-set", "POST", {}, {"game": "vs-classic", "set": "MOR", "by": "4"}, 302, 302),
    ("collection:import", "POST", {}, _keep("add"), 302, 302),
    ("collection:import", "POST", {}, _keep("replace"), 302, 302),
    ("collection:delete", "POST", {}, {"sure": "yes"}, 302, 302),
    ("collection:share", "POST", {}, {"share": "off"}, 302, 302),
    ("collection:share", "POST", {}, {"share": "renew"}, 302, 302),
    ("collection:want", "POST", {}, _LACKED, 302, 302),
    ("api:folders", "POST", {}, _RENAMED, 201, 401),
    ("api:folder", "PATCH", {"folder": FOLDER}, _RENAMED, 404, 401),
    ("api:folder", "DELETE", {"folder": FOLDER}, {}, 404, 401),
    ("api:label", "PATCH", {"label": LABEL}, _RENAMED, 404, 401),
    ("api:label", "DELETE", {"label": LABEL}, {}, 404, 401),
    ("api:deck-filing", "PUT", {"pk": DECK}, {"folder": None, "labels": []}, 404, 401),
    ("api:collection", "PATCH", {}, {"cards": [{**_CARD, "owned": 9}]}, 200, 401),
    ("api:collected-card", "PATCH", _CARD, {"owned": 9}, 200, 401),
    ("api:collection-import", "POST", {}, {"text": "9 Savage Beatdown", "preview": False}, 200, 401),
    ("api:collection-want", "POST", {}, {"deck": "4 Overload", "game": "vs-classic"}, 200, 401),
    ("api:collection-share", "POST", {}, {"shared": False}, 200, 401),
    ("api:collection-share", "POST", {}, {"shared": True, "renew": True}, 200, 401),
)

GROUPS = (
    PAGES,
    SHARED_PAGES,
    CALLS,
    SHARED_CALLS,
    OPEN,
    OF_ONESELF,
    OF_ACCOUNTS,
    DOOR,
    OF_STAFF,
    OF_STAFF_BY_NUMBER,
    OF_EVENTS,
)
