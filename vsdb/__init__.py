"""The site: a Django project over the engine, one app a subject."""

from vsdb.celery import app as celery_app

__all__ = ["celery_app"]
