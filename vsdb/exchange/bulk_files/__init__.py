"""The facts of each game as files to download: `GET /api/v1/bulk` and `manage.py write_bulk_files`."""
