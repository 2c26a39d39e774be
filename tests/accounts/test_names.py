"""User names: what can be read aloud, stands in an address and passes for nobody else's."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from vsdb.accounts.forms import MAX_LENGTH, SHORTEST, VALIDATORS

pytestmark = pytest.mark.dialect


def is_allowed(name: str) -> bool:
    try:
        for validator in VALIDATORS:
            validator(name)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", ["Ann", "ann-2", "Dr-Doom", "4x4", "a" * SHORTEST, "a" * MAX_LENGTH, "modest", "judy"])
def test_letters_digits_and_hyphens_between_them_are_a_name(name: str) -> None:
    assert is_allowed(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * (SHORTEST - 1),
        "a" * (MAX_LENGTH + 1),
        "-ann",
        "ann-",
        "an--n",
        "an n",
        "an_n",
        "ann.b",
        "a/b",
        "ann@b.c",
    ],
)
def test_anything_else_is_none(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize("name", ["аnn", "ann\u200b", "ａnn", "anné", "ann\n", "٣nn", "İnn", "ann\u0301"])
def test_letters_of_other_scripts_cannot_pass_for_ours(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize("name", ["admin", "Admin", "adm1n", "ad-min", "0ff1cial", "STAFF", "vsdb", "me", "5taff"])
def test_names_of_the_site_and_what_reads_like_them_are_kept(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.django_db
@pytest.mark.full
def test_the_database_holds_names_apart_whatever_their_case() -> None:
    User.objects.create_user("Ann")
    with pytest.raises(IntegrityError):
        User.objects.create_user("ann")
