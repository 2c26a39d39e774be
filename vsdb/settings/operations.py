"""What whoever runs the site looks after: mail and the task queue."""

from __future__ import annotations

from pathlib import Path

from vsdb.settings.env import DEBUG, VAR_DIR, env

# Mail goes to the console until there is a server for it: `smtp+tls://user:password@host:587`. In production without
# one it isn't sent, and not printed either.
vars().update(_mail := env.email("EMAIL_URL", default="consolemail://"))
EMAIL_DELIVERY_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_BACKEND = "vsdb.core.mail.CarefulBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="vsdb@localhost")
EMAIL_SUBJECT_PREFIX = "vsdb: "

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
# A Redis that accepts connections and never answers would hold a page or a load for minutes. Workers wait for messages
# in short polls, so that this bound doesn't end them.
if CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 3, "socket_connect_timeout": 3}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# Tasks are long: a worker fetches the next one when it is free, and leaves it to others until then.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

# Where daily backups are kept, and how old the last good one may be before the site says so; 0 for never.
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(VAR_DIR / "backups")))
BACKUP_MAX_AGE_HOURS = env.int("BACKUP_MAX_AGE_HOURS", default=36)

# A sentence that says why the site stores nothing for now; empty where it does. The file is what the command
# `read_only` writes; web processes, workers and commands share it.
READ_ONLY = env.str("READ_ONLY", default="")
READ_ONLY_FILE = VAR_DIR / "read-only.json"

# How many days what nobody needs any more is kept: private decks of browsers without an account that nobody changes,
# sign-ups that nobody confirms, records of old jobs; 0 keeps it. People are told of it on pages and in mails.
BROWSER_DECKS_DAYS = env.int("BROWSER_DECKS_DAYS", default=180)
SIGN_UP_DAYS = env.int("SIGN_UP_DAYS", default=14)
JOBS_DAYS = env.int("JOBS_DAYS", default=365)
# How many days the daily run keeps its backups; 0: it makes none.
BACKUP_KEEP_DAYS = env.int("BACKUP_KEEP_DAYS", default=14)

# How often a web process looks whether something was left undone; 0: never. Workers look every five seconds.
CATCH_UP_SECONDS = env.int("CATCH_UP_SECONDS", default=60)

# What takes long: seconds of the processor that one caller may use, as `30/minute`, or empty for no limit; how many
# such computations run at once on this machine (0 for any number), how many requests may wait for one, and how long.
# Half of the web processes compute; and a request that waits holds a thread, so most threads are left to the others.
COMPUTE_RATE = env.str("COMPUTE_RATE", default="30/minute")
_processes = env.int("WEB_CONCURRENCY", default=1)
COMPUTE_AT_ONCE = env.int("COMPUTE_AT_ONCE", default=max(1, _processes // 2))
_spare = _processes * env.int("WEB_THREADS", default=1) // 2 - COMPUTE_AT_ONCE
COMPUTE_WAITING = env.int("COMPUTE_WAITING", default=16 if DEBUG else max(0, _spare))
COMPUTE_WAIT_SECONDS = env.int("COMPUTE_WAIT_SECONDS", default=5)
# The locks of these places, shared by the web processes of this machine.
COMPUTE_DIR = Path(env.str("COMPUTE_DIR", default=str(VAR_DIR / "computing")))
