"""Who may what: every address of the project that isn't about one deck (`who_may_decks`), and the groups of them all.

A new address that stands in no group here fails `test_who_may.py`.
"""

from __future__ import annotations

from typing import Any

from tests.decks.who_may_decks import CALLS, PAGES, SHARED_CALLS, SHARED_PAGES
from tests.events.matrix import ADDRESSES
from vsdb.collection.list_views import digest_import


def _each(names: tuple[str, ...], words: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Addresses that take the same words."""
    return dict.fromkeys(names, words)


_CARD = {"game": "vs-classic", "slug": "savage-beatdown"}
_DOCUMENT = {"document": "cr-2.7"}
#: One by an organizer; `tests/custom_formats/` walks those that are there.
_NO_FORMAT = {"game": "vs-classic", "slug": "none"}

#: Pages that are the same for everybody, and tell of no deck but public ones.
OPEN: dict[str, dict[str, Any]] = {
    **_each(("site:home", "site:help", "site:linking", "site:robots", "site:favicon", "cards:index", "cards:sets"), {}),
    **_each(("device:manifest", "device:worker", "device:index", "device:cards", "device:deck"), {}),
    "device:package": {"game": "vs-classic"},
    "engine:manifest": {},
    "engine:file": {"key": "none", "name": "worker.js"},
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
    **_each(("api:play", "api:play-actions"), {}),
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
    **_each(("play:index", "play:paste", "play:log", "play:quiz"), {}),
    **_each(("play:game", "play:how", "play:table", "play:table-change"), {"game": "vs-classic"}),
    "play:start": {"game": "vs-classic", "verb": "attack"},
    "play:sequence": {"game": "vs-classic", "slug": "turn"},
    "play:picture": {},
    **_each(("play:export", "play:explain", "play:quiz-of-game"), {"game": "vs-classic"}),
    "play:quiz-position": {"game": "vs-classic", "key": "none"},
    "play:of-rule": {"document": "cr-2.7", "rule": "601.2b"},
    "play:of-card": _CARD,
}
#: Pages of whoever asks: each is shown their own, a stranger none or those of their browser.
OF_ONESELF: dict[str, dict[str, Any]] = _each(
    ("stored:mine", "stored:new", "stored:import", "stored:claim", "device:decks"), {}
)
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
#: What another account may do to a saved position: `tests/play/test_saved_positions.py`.
OF_ONESELF |= _each(("play:positions", "api:play-positions"), {})
OF_ONESELF |= _each(("play:saved", "api:play-position"), {"key": "none"})
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
    "play:save": {},
    **_each(("play:change", "play:delete"), {"key": "none"}),
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
