"""The site's settings: everything that differs between installations comes from the environment or `.env`.

By default: SQLite in `var/`, tasks run in process, nothing to install but Python. `DATABASE_URL`, `CELERY_BROKER_URL`
and `CACHE_URL` put the same code on PostgreSQL, Redis or RabbitMQ. Production asks for `DJANGO_DEBUG=0`,
`DJANGO_SECRET_KEY` and `DJANGO_ALLOWED_HOSTS`.
"""

from __future__ import annotations

from pathlib import Path

import environ

from vsdb.api.examples import DESCRIPTION

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(exist_ok=True)

env = environ.Env()
env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DJANGO_DEBUG", default=True)
# A key for development only: production refuses to start without its own.
SECRET_KEY = env.str("DJANGO_SECRET_KEY", default="development-only" if DEBUG else environ.Env.NOTSET)
ALLOWED_HOSTS = env.list("DJANGO_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env.list("DJANGO_CSRF_TRUSTED_ORIGINS", default=[])

# Games beside the engine's own: dotted names of modules that register them (`engine.model.games.register`).
GAME_MODULES = env.list("VSDB_GAMES", default=[])

INSTALLED_APPS = [
    "corsheaders",
    "vsdb.web.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "vsdb.catalog.cards",
    "vsdb.catalog.formats",
    "vsdb.custom_formats",
    "vsdb.catalog.rules",
    "vsdb.catalog.wordings",
    "vsdb.what_if",
    "vsdb.exchange.card_files",
    "vsdb.decks",
    "vsdb.timelines",
    "vsdb.decks.rechecks",
    "vsdb.search",
    "vsdb.news",
    "vsdb.error_reports",
    "vsdb.accounts",
    "vsdb.api",
    "vsdb.check",
    "vsdb.exchange.rule_documents",
    "vsdb.core",
    "vsdb.web",
]

MIDDLEWARE = [
    "corsheaders.middleware.CorsMiddleware",
    "vsdb.web.not_modified.NotModifiedMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "vsdb.web.middleware.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Within WhiteNoise, which has files compressed already. Pages are padded at random (BREACH), forms' tokens masked.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "vsdb.web.middleware.ErrorAnswersMiddleware",
]

ROOT_URLCONF = "vsdb.urls"
WSGI_APPLICATION = "vsdb.wsgi.application"
# A folder of templates that come before those of the site: `web/privacy.html`, `web/terms.html`.
TEMPLATES_DIR = env.str("TEMPLATES_DIR", default="")
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [*([TEMPLATES_DIR] if TEMPLATES_DIR else []), BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'vsdb.sqlite3'}")}
DATABASES["default"]["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", default=60)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Readers go on while someone writes, and a second writer waits instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        "timeout": 20,
    }
# Where the index of the cards' words is kept when the database has none of its own; each database wants its own folder.
SEARCH_INDEX_DIR = Path(env.str("SEARCH_INDEX_DIR", default=str(VAR_DIR / "index")))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {"default": env.cache("CACHE_URL", default="locmemcache://vsdb")}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Logins that one address may try: `10/minute`, or empty for no limit. An account's own limit stays.
LOGIN_RATE = env.str("LOGIN_RATE", default="10/minute")
_tries, _, _time = LOGIN_RATE.partition("/")
_of_address = f"{_tries}/{_time[:1]}/ip" if LOGIN_RATE else ""
# Decks that one address may make without an account: `60/hour`, or empty for no limit.
DECKS_RATE = env.str("DECKS_RATE", default="60/hour")
_decks, _, _per = DECKS_RATE.partition("/")
# Errors that one address may report: `10/hour`, or empty for no limit.
ERROR_REPORTS_RATE = env.str("ERROR_REPORTS_RATE", default="10/hour")
_reports, _, _span = ERROR_REPORTS_RATE.partition("/")
# Lists too long for an address: how many one address may have kept, for how many days, and how many in all.
SHARED_LISTS_RATE = env.str("SHARED_LISTS_RATE", default="30/hour")
SHARED_LISTS_DAYS = env.int("SHARED_LISTS_DAYS", default=90)
SHARED_LISTS_MAX = env.int("SHARED_LISTS_MAX", default=5_000)
_lists, _, _each = SHARED_LISTS_RATE.partition("/")

# Accounts: a name, a confirmed address, a password, and a second factor for who wants one. One door for all, staff too.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "accounts:overview"
LOGOUT_REDIRECT_URL = "site:home"
ACCOUNT_ADAPTER = "vsdb.accounts.adapter.AccountAdapter"
# Whether strangers may make accounts; whoever administers the site may always.
ACCOUNT_SIGNUP_OPEN = env.bool("ACCOUNT_SIGNUP_OPEN", default=True)
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "vsdb.accounts.forms.VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "vsdb: "
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEBUG else "https"
ACCOUNT_RATE_LIMITS = {
    "login": _of_address,
    "login_failed": ",".join(filter(None, (_of_address, "5/5m/key"))),
    "new_deck": f"{_decks}/{_per[:1]}/ip" if DECKS_RATE else "",
    "error_report": f"{_reports}/{_span[:1]}/ip" if ERROR_REPORTS_RATE else "",
    "kept_list": f"{_lists}/{_each[:1]}/ip" if SHARED_LISTS_RATE else "",
}
MFA_TOTP_ISSUER = "vsdb"
# A clock that is half a minute off is no reason to be kept out.
MFA_TOTP_TOLERANCE = 1

# Mail goes to the console until there is a server for it: `smtp+tls://user:password@host:587`.
vars().update(env.email("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="vsdb@localhost")
EMAIL_SUBJECT_PREFIX = ACCOUNT_EMAIL_SUBJECT_PREFIX

# Who runs the site, as its pages say: a name, a mail address, a page with more.
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="")
OPERATOR_URL = env.str("OPERATOR_URL", default="")
# Who is mailed about reported errors; else the operator.
MANAGERS = [("", address) for address in env.list("STAFF_EMAILS", default=[OPERATOR_EMAIL] if OPERATOR_EMAIL else [])]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "vsdb.web.static_files.ProductionStorage"
    },
}

# In development files are served from where they lie; in production from what collectstatic gathered.
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG

# A pasted deck is text of at most 256 KiB; the request's own frame comes on top.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Longer forms are refused before they are read, with their files; those of imports alone go to the disk.
FILE_UPLOAD_HANDLERS = ["vsdb.core.requests.InMemoryUploadHandler"]

# Decks that one account may keep, and one browser without an account.
DECKS_PER_ACCOUNT = env.int("DECKS_PER_ACCOUNT", default=2_000)
DECKS_PER_BROWSER = env.int("DECKS_PER_BROWSER", default=50)

# Cards, decks and queries that one account may follow.
FOLLOWS_PER_ACCOUNT = env.int("FOLLOWS_PER_ACCOUNT", default=200)

# A card file of an import is refused beyond this, before it is read, and beyond so many cards and rulings.
IMPORT_MAX_BYTES = env.int("IMPORT_MAX_BYTES", default=128 * 1024 * 1024)
IMPORT_MAX_ITEMS = env.int("IMPORT_MAX_ITEMS", default=1_000_000)
# Where uploaded files wait and imports under way are followed; web processes and workers share it.
IMPORT_DIR = Path(env.str("IMPORT_DIR", default=str(VAR_DIR / "imports")))
# A file that was tried and never applied is thrown away after that.
IMPORT_KEEP_HOURS = env.int("IMPORT_KEEP_HOURS", default=24)

CSRF_FAILURE_VIEW = "vsdb.web.views.forbidden"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
if not DEBUG:
    SECURE_SSL_REDIRECT = env.bool("DJANGO_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("DJANGO_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# The API answers pages of any origin and looks at no cookie: whoever acts for somebody there has that person's token.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
CORS_ALLOW_HEADERS = ("accept", "authorization", "content-type", "if-none-match")
CORS_EXPOSE_HEADERS = ("ETag", "Retry-After")

# Requests of one address, or of one account by its tokens: `600/minute`, or empty for no limit.
API_RATE = env.str("API_RATE", default="600/minute")
# What one caller changes: decks, comments and so on.
API_WRITE_RATE = env.str("API_WRITE_RATE", default="120/minute")
API_CHECK_RATE = env.str("API_CHECK_RATE", default="120/minute")
# Behind proxies their number says whose word on the address is believed.
API_PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT = env.int("API_PROXIES", default=0)

REST_FRAMEWORK = {
    # `?format=` is our own word for a deck format.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["vsdb.api.parsers.Json"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["vsdb.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["vsdb.api.authentication.MayWrite"],
    "DEFAULT_THROTTLE_CLASSES": ["vsdb.api.authentication.PerCaller"],
    "NUM_PROXIES": API_PROXIES,
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
    "PREPROCESSING_HOOKS": ["vsdb.api.schema.drop_slash_endpoints"],
    "ENUM_NAME_OVERRIDES": {
        "UnitKindEnum": "vsdb.catalog.api.rule_views.UNIT_KINDS",
        "RuleKindEnum": "vsdb.catalog.api.rule_views.RULE_KINDS",
        "LineStateEnum": "vsdb.decks.api.shapes.LINE_STATES",
        "VerdictOutcomeEnum": "vsdb.check.api.OUTCOMES",
        "ErrorReportKindEnum": "vsdb.error_reports.api.KIND_CHOICES",
        "ErrorReportStateEnum": "vsdb.error_reports.api.STATE_CHOICES",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
# Where the answers of tasks are kept until they are fetched: the broker itself, where it can.
CELERY_RESULT_BACKEND = env.str(
    "CELERY_RESULT_BACKEND", default="rpc://" if CELERY_BROKER_URL.startswith("amqp") else CELERY_BROKER_URL
)
CELERY_TASK_ALWAYS_EAGER = not CELERY_BROKER_URL
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_TASK_DEFAULT_QUEUE", default="vsdb")
# A broker that is gone is told after seconds, not after minutes.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.2, "interval_step": 0.3}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# Tasks are long: a worker fetches the next one when it is free, and leaves it to others until then.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
