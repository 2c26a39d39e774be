"""The door for web servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
django = get_wsgi_application()

from vsdb.web.not_modified import answer_not_modified_before_django  # noqa: E402  (it needs the apps, which are there from here on)

application = answer_not_modified_before_django(django)
