"""Register the app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "vsdb.accounts"
