"""Register the app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "vsdb.accounts"

    def ready(self) -> None:
        """Enter the secrets of second factors among those that are sealed."""
        from vsdb.accounts.second_factors import SecondFactors
        from vsdb.core.sealed_stores import register

        register(SecondFactors())
