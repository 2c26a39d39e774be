"""The project's own fixture files, read and checked cell by cell."""
