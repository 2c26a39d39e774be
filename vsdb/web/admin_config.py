"""The admin with our own site in it."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    default_site = "vsdb.web.administration.Administration"
