"""The API: other origins, limits, authentication, errors and its description."""

from __future__ import annotations

from vsdb.api.examples import DESCRIPTION
from vsdb.settings.env import env

# The API answers pages of any origin and looks at no cookie: whoever acts for somebody there has that person's token.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
CORS_ALLOW_HEADERS = ("accept", "authorization", "content-type", "if-none-match", "if-range", "range")
CORS_EXPOSE_HEADERS = (
    "Content-Range",
    "ETag",
    "Link",
    "RateLimit",
    "RateLimit-Policy",
    "Repr-Digest",
    "Retry-After",
    "X-Request-ID",
)

# Requests of one address, or of one account by its tokens: `600/minute`, or empty for no limit.
API_RATE = env.str("API_RATE", default="600/minute")
# What one caller changes: decks, comments and so on.
API_WRITE_RATE = env.str("API_WRITE_RATE", default="120/minute")
API_CHECK_RATE = env.str("API_CHECK_RATE", default="120/minute")
# Behind proxies their number says whose word on the address is believed (vsdb/core/limits/callers.py).
API_PROXIES = env.int("API_PROXIES", default=0)

REST_FRAMEWORK = {
    # `?format=` is our own word for a deck format.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["vsdb.api.parsers.Json"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["vsdb.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["vsdb.api.authentication.MayWrite"],
    "DEFAULT_THROTTLE_CLASSES": ["vsdb.api.limits.PerCaller"],
    "DEFAULT_FILTER_BACKENDS": ["vsdb.api.parameters.KnownParameters"],
    "DEFAULT_PAGINATION_CLASS": "vsdb.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "vsdb.api.schema.Description",
    "EXCEPTION_HANDLER": "vsdb.api.errors.handle",
    "NON_FIELD_ERRORS_KEY": "body",
    "UNAUTHENTICATED_USER": None,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "vsdb API",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "EXTERNAL_DOCS": {"description": "Guide with examples", "url": "/api/guide/"},
    "PREPROCESSING_HOOKS": ["vsdb.api.schema.drop_slash_endpoints"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "vsdb.api.schema.describe_common_answers",
    ],
    "ENUM_NAME_OVERRIDES": {
        "UnitKindEnum": "vsdb.catalog.api.rule_shapes.UNIT_KINDS",
        "RuleKindEnum": "vsdb.catalog.api.rule_shapes.RULE_KINDS",
        "LineStateEnum": "vsdb.decks.api.shapes.LINE_STATES",
        "VerdictOutcomeEnum": "vsdb.check.api.OUTCOMES",
        "EventKindEnum": "vsdb.events.models.event.Event.Kind",
        "NoticeKindEnum": "vsdb.events.notices.api.KINDS",
        "DeckCheckKindEnum": "vsdb.events.checks.api_shapes.KINDS",
        "DeckCheckStateEnum": "vsdb.events.checks.api_shapes.STATES",
        "PaperKindEnum": "vsdb.events.paper.api.KINDS",
        "WorkStateEnum": "vsdb.events.paper.api.STATES",
        "PenaltyKindEnum": "vsdb.events.models.judging.Penalty.Kind",
        "EventListSourceEnum": "vsdb.events.lists.api.SOURCES",
        "EventListStateEnum": "vsdb.events.triage.rows.LIST_STATES",
        "RegistrationStateEnum": "vsdb.events.registration.api._STATES",
        "ErrorReportKindEnum": "vsdb.error_reports.api.KIND_CHOICES",
        "ErrorReportStateEnum": "vsdb.error_reports.api.STATE_CHOICES",
    },
}
