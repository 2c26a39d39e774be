"""The site's settings: everything that differs between installations comes from the environment or `.env`.

By default: SQLite in `var/`, tasks run in process, nothing to install but Python. `DATABASE_URL`, `CELERY_BROKER_URL`
and `CACHE_URL` put the same code on PostgreSQL, Redis or RabbitMQ. Production asks for `DJANGO_DEBUG=0`,
`DJANGO_SECRET_KEY` and `DJANGO_ALLOWED_HOSTS`.

Each module holds the settings of a subject; `env` reads the environment for all of them.
"""

from vsdb.settings.accounts import *
from vsdb.settings.api import *
from vsdb.settings.content import *
from vsdb.settings.env import *
from vsdb.settings.logs import *
from vsdb.settings.monitoring import *
from vsdb.settings.operations import *
from vsdb.settings.site import *
