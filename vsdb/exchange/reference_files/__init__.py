"""The whole reference as a folder of JSON Lines, and back: `manage.py export_reference` and `import_reference`."""
