"""Register the app, and the admin with our own site in it."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class SiteConfig(AppConfig):
    name = "vsdb.web"
    label = "site"
    default = True


class AdminConfig(admin.AdminConfig):
    default_site = "vsdb.web.administration.Administration"
    default = False
