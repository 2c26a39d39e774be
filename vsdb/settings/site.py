"""Apps, middleware, templates, database, cache, static files and the headers of every answer."""

from __future__ import annotations

from pathlib import Path

from vsdb.settings.env import BASE_DIR, DEBUG, VAR_DIR, env

# A key for development only: production refuses to start without its own.
SECRET_KEY = env.str("DJANGO_SECRET_KEY", default="development-only" if DEBUG else env.NOTSET)
# Keys before this one: what they signed (sessions, links in mail) and sealed is still read.
SECRET_KEY_FALLBACKS = env.list("DJANGO_SECRET_KEY_FALLBACKS", default=[])
# Keys of the secrets in the database: the first seals, all open (`vsdb.core.encryption`). None: made from SECRET_KEY.
FIELD_KEYS = env.list("FIELD_KEYS", default=[])
ALLOWED_HOSTS = env.list("DJANGO_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
# The site's own address, for mails that no request has asked for; empty: https:// and the first name of ALLOWED_HOSTS.
SITE_URL = env.str("SITE_URL", default="")
CSRF_TRUSTED_ORIGINS = env.list("DJANGO_CSRF_TRUSTED_ORIGINS", default=[])

# Games beside the engine's own: dotted names of modules that register them (`engine.model.games.register`).
GAME_MODULES = env.list("VSDB_GAMES", default=[])

INSTALLED_APPS = [
    "corsheaders",
    "django_guid",
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
    "rest_framework",
    "vsdb.catalog.cards",
    "vsdb.catalog.formats",
    "vsdb.custom_formats",
    "vsdb.catalog.rules",
    "vsdb.catalog.wordings",
    "vsdb.simulations",
    "vsdb.play",
    "vsdb.what_if",
    "vsdb.exchange.card_files",
    "vsdb.exchange.bulk_files",
    "vsdb.decks",
    "vsdb.collection",
    "vsdb.timelines",
    "vsdb.decks.rechecks",
    "vsdb.search",
    "vsdb.news",
    "vsdb.error_reports",
    "vsdb.events",
    "vsdb.operations",
    "vsdb.accounts",
    "vsdb.api",
    "vsdb.check",
    "vsdb.exchange.rule_documents",
    "vsdb.core",
    "vsdb.web",
]

MIDDLEWARE = [
    # First: load balancers and monitors are answered before anything that could stand in their way.
    "vsdb.operations.middleware.OperationsMiddleware",
    "django_guid.middleware.guid_middleware",
    "vsdb.core.logs.slow_requests.WatchedRequestsMiddleware",
    "vsdb.core.limits.callers.UntrustedProxyMiddleware",
    "vsdb.core.limits.computing.ComputingMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "vsdb.api.limits.RateLimitMiddleware",
    "vsdb.web.not_modified.NotModifiedMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "vsdb.web.middleware.ContentSecurityPolicyMiddleware",
    "vsdb.web.middleware.UnreadableAddressMiddleware",
    "vsdb.web.static_files.StaticFilesMiddleware",
    # Within WhiteNoise, which has files compressed already. Pages are padded at random (BREACH), forms' tokens masked.
    "vsdb.web.middleware.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "vsdb.accounts.sessions.LastSeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "vsdb.web.staff_pages.StaffSecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "vsdb.device.copies.OfflineCopyMiddleware",
    "vsdb.operations.read_only.ReadOnlyMiddleware",
    "vsdb.web.identity_marks.IdentityMarksMiddleware",
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
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["vsdb.core.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "builtins": ["vsdb.core.templatetags.addresses"],
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
# A connection that the database has dropped is replaced before a request uses it.
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Readers go on while someone writes, and a second writer waits instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        "timeout": 20,
    }
else:
    # PostgreSQL would compile queries about very many decks first, which takes longer than to answer them; and it would
    # read whole tables instead of indexes, as was right for disks that turn.
    # What the address says comes last, and counts.
    _options = DATABASES["default"].get("OPTIONS", {})
    _said = f"-c jit=off -c random_page_cost=1.1 {_options.get('options', '')}".rstrip()
    DATABASES["default"]["OPTIONS"] = {**_options, "options": _said}
# Columns beside the key of an index save PostgreSQL a look at the row; SQLite does without them.
SILENCED_SYSTEM_CHECKS = ["models.W040"]
# Where the index of the cards' words is kept when the database has none of its own; each database wants its own folder.
SEARCH_INDEX_DIR = Path(env.str("SEARCH_INDEX_DIR", default=str(VAR_DIR / "index")))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The memory of a process has room for the limits of many callers, also where it stands in for a Redis that is gone.
_IN_PROCESS = "locmemcache://vsdb?max_entries=20000"
CACHES = {"default": env.cache_url_config(env.str("CACHE_URL", default="") or _IN_PROCESS)}
if CACHES["default"]["BACKEND"].endswith(".redis.RedisCache"):
    CACHES["default"]["BACKEND"] = "vsdb.core.cache.FallbackRedisCache"
# How much a web process keeps of pages for readers without a session, in MiB; 0: none, also not in Redis.
KEPT_PAGES_MIB = env.int("KEPT_PAGES_MIB", default=0 if DEBUG else 16)
# Whether browsers may store pages and use them without a network; off: those that do are told to throw all away.
OFFLINE_COPIES = env.bool("OFFLINE_COPIES", default=True)

# The site speaks one language: nothing is looked up in translations.
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# What collectstatic gathers; a container has it in its image.
STATIC_ROOT = Path(env.str("STATIC_DIR", default=str(VAR_DIR / "static")))
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
# The preview of a collection sends two fields for each of at most 2,000 unread lines.
# A check of many lists may bring a file for each.
DATA_UPLOAD_MAX_NUMBER_FILES = 1_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_200
# Longer forms are refused before they are read, with their files; those of imports alone go to the disk.
FILE_UPLOAD_HANDLERS = ["vsdb.core.requests.InMemoryUploadHandler"]

CSRF_FAILURE_VIEW = "vsdb.web.views.forbidden"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
if not DEBUG:
    # Load balancers and monitors ask the process itself, over HTTP.
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
    SECURE_SSL_REDIRECT = env.bool("DJANGO_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("DJANGO_HSTS_SECONDS", default=31_536_000)
    # These bind every host below this one, for as long as browsers remember it: only where the operator says so.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("DJANGO_HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_PRELOAD = env.bool("DJANGO_HSTS_PRELOAD", default=False)
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
