"""Uploads as tests make them: who is logged in, the form with a file, and what is kept of it."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from vsdb.exchange.card_files import tasks
from vsdb.exchange.card_files.models import Import

LIST = "/admin/importing/import/"
ADD = f"{LIST}add/"
CARDS = b"name,set,number,type,text\nNewly Minted Hero,MUN,901,Character,While this is face up.\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


def somebody(*permissions: str, name: str = "somebody") -> Client:
    """A browser in which a member of staff with these permissions is logged in."""
    user = User.objects.create_user(name, password="a long word", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def upload(
    client: Client, content: bytes = CARDS, name: str = "cards-vs-classic.csv", source: str = "csv", game: str = ""
) -> HttpResponse:
    """What is answered to a form with a file."""
    return client.post(ADD, {"file": SimpleUploadedFile(name, content), "source": source, "game": game})


def page_of(record: Import) -> str:
    return f"{LIST}{record.pk}/change/"


def tried(client: Client, content: bytes = CARDS, **kwargs: str) -> Import:
    """An import whose dry run has come to its end."""
    assert upload(client, content, **kwargs).status_code == 302
    record = Import.objects.first()
    assert record is not None
    tasks.run_import(record.pk)
    record.refresh_from_db()
    return record


def kept(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()] if folder.is_dir() else []
