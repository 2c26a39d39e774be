"""The door for web servers."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from vsdb.core.templates import load_templates

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
django = get_wsgi_application()
# Views and templates are loaded before the first request. Those loaded later could meet the code of an upgrade.
import_module(settings.ROOT_URLCONF)
if not settings.DEBUG:
    load_templates()

# These need the apps, which are there from here on.
from vsdb.core.logs.request_ids import give_request_ids  # noqa: E402
from vsdb.operations.request_metrics import count_requests  # noqa: E402
from vsdb.operations.watch import start_in_thread  # noqa: E402
from vsdb.operations.web_processes import record_code  # noqa: E402
from vsdb.web.not_modified import answer_not_modified_before_django  # noqa: E402

application = give_request_ids(count_requests(answer_not_modified_before_django(django)))
record_code()
start_in_thread()
