"""The door for web servers."""

import gc
import os
from importlib import import_module

# What is loaded here stays: to look through it for garbage again and again takes a quarter of the start.
gc.disable()

from django.conf import settings  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402

from vsdb.core.templates import read_templates  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
django = get_wsgi_application()
# Views and templates are read before the first request. Those read later could meet the code of an upgrade.
import_module(settings.ROOT_URLCONF)
if not settings.DEBUG:
    read_templates()

# These need the apps, which are there from here on.
from vsdb.core.logs.request_ids import give_request_ids  # noqa: E402
from vsdb.operations.request_metrics import count_requests  # noqa: E402
from vsdb.operations.web_processes import PRELOADING, start_process  # noqa: E402
from vsdb.web.not_modified import answer_before_django  # noqa: E402
from vsdb.web.warm_up import warm_up  # noqa: E402

application = give_request_ids(count_requests(answer_before_django(django)))
start_process()
if os.environ.get(PRELOADING):
    warm_up(django)
gc.freeze()
gc.enable()
