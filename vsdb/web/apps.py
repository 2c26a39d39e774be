"""Register the app, and the admin with our own site in it."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class SiteConfig(AppConfig):
    name = "vsdb.web"
    label = "site"
    default = True


class AdminConfig(DjangoAdminConfig):
    default_site = "vsdb.web.administration.Administration"
    default = False
