"""The task queue: in process by default, over Redis or RabbitMQ where `CELERY_BROKER_URL` says so."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
app = Celery("vsdb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add("vsdb.operations.watch:Watch")
app.steps["worker"].add("vsdb.operations.workers:Heartbeat")
