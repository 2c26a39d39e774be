"""The app of formats by organizers."""

from django.apps import AppConfig


class OwnFormatsConfig(AppConfig):
    name = "vsdb.custom_formats"
    label = "ownformats"
    verbose_name = "organizers’ formats"

    def ready(self) -> None:
        """Enter what is held about people, and the formats among those that are found by name."""
        from vsdb.accounts.own_data import OwnDataSection, register
        from vsdb.catalog.formats.lookup import register_custom_formats
        from vsdb.custom_formats import selectors, services

        fate = "Your format drafts are deleted. Formats you published stay, without your name."
        register(OwnDataSection("own_formats", 26, selectors.export_formats, fate, services.forget_formats))
        register_custom_formats(selectors)
