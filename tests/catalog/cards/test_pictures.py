"""The operator's pictures of cards: from a folder, from another host, and never a broken one."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from django.test import Client
from PIL import Image
from pytest_django import Settings

from engine.model.cards import Card, Printing
from engine.model.errors import InputError
from tests.decks.pdf import reading
from tests.engine import builders
from vsdb.catalog.cards.apps import check_pictures
from vsdb.catalog.cards.faces import build_face
from vsdb.catalog.cards.pictures import find_picture, find_picture_file
from vsdb.catalog.cards.preview import draw
from vsdb.catalog.cards.selectors import get_reference
from vsdb.decks.glance import build_glance, summarize
from vsdb.decks.link_picture import LinkPicture, draw_link_picture
from vsdb.decks.pdf.documents import render_proxies

GAME = "vs-classic"
HOST = "https://pictures.example"
RED, BLUE = (200, 30, 30), (30, 30, 200)
DAY = date(2026, 6, 1)


def card(*printings: Printing) -> Card:
    return replace(builders.card(GAME, "Some Hero"), printings=printings or (Printing("MOR", "053"),))


DECK = builders.deck(GAME, deck={card(): 2})


def save_picture(
    folder: Path, name: str, ink: tuple[int, int, int] = RED, size: tuple[int, int] = (63, 88), game: str = GAME
) -> Path:
    place = folder / game / name
    place.parent.mkdir(exist_ok=True)
    Image.new("RGB", size, ink).save(place)
    return place


def ink_of_first_card(data: bytes, at: tuple[float, float] = (31.5, 44)) -> tuple[int, ...]:
    """The colour of a place on the first card of a page of A4, in millimetres from the card's upper left corner."""
    with pypdfium2.PdfDocument(data) as file:
        drawn = file[0].render(scale=1).to_pil().convert("RGB")
    left, top = (210 - 3 * 63) / 2, (297 - 3 * 88) / 2
    found = drawn.getpixel((round((left + at[0]) * reading.MM), round((top + at[1]) * reading.MM)))
    assert isinstance(found, tuple)
    return found


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.CARD_PICTURES_DIR = str(tmp_path)
    settings.CARD_PICTURES_RIGHTS = "They are ours."
    return tmp_path


class TestFolder:
    def test_has_the_picture_of_a_printing_in_any_case(self, folder: Path) -> None:
        save_picture(folder, "mor-053.PNG")
        assert find_picture(card()) == "/pictures/vs-classic/mor-053.PNG"

    def test_gives_the_first_printing_that_has_one(self, folder: Path) -> None:
        save_picture(folder, "MSM-002.webp")
        both = card(Printing("MOR", "053"), Printing("MSM", "002"))
        assert find_picture(both) == "/pictures/vs-classic/MSM-002.webp"
        assert find_picture_file(both) == folder / GAME / "MSM-002.webp"

    def test_shows_a_new_file_at_once(self, folder: Path) -> None:
        assert find_picture(card()) == ""
        save_picture(folder, "MOR-053.png")
        assert find_picture(card()) != ""

    @pytest.mark.parametrize("name", ["MOR-053.svg", "MOR-053.html", "MOR-053", "MOR-054.png"])
    def test_leaves_other_files_out(self, folder: Path, name: str) -> None:
        save_picture(folder, "OTHER-1.png")
        (folder / GAME / name).write_text("<svg/>")
        assert find_picture(card()) == ""

    def test_has_none_of_a_printing_without_a_number(self, folder: Path) -> None:
        save_picture(folder, "MOR.png")
        assert find_picture(card(Printing("MOR"), Printing(None))) == ""

    def test_is_left_out_for_games_that_the_operator_leaves_out(self, folder: Path, settings: Settings) -> None:
        save_picture(folder, "MOR-053.png")
        settings.CARD_PICTURES_GAMES = ["riftbound"]
        assert (find_picture(card()), find_picture_file(card())) == ("", None)


class TestAFileThatIsReplacedUnderItsName:
    def test_is_in_the_pictures_of_links_at_once(self, folder: Path) -> None:
        face, held = build_face(card()), save_picture(folder, "MOR-053.png")

        def draw_both() -> tuple[bytes, bytes]:
            said = LinkPicture("A deck", "", "", "", build_glance(GAME, summarize(DECK)), ((2, "Some Hero"),), held)
            return draw(face, held), draw_link_picture(said)

        before = draw_both()
        assert draw_both() == before
        save_picture(folder, "MOR-053.png", BLUE)
        assert not set(draw_both()) & set(before)


class TestFileAddress:
    def test_serves_the_file_and_says_that_it_may_be_kept(self, client: Client, folder: Path) -> None:
        held = save_picture(folder, "MOR-053.png")
        answer = client.get("/pictures/vs-classic/MOR-053.png")
        assert answer.getvalue() == held.read_bytes()
        assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "public, max-age=86400")
        again = client.get("/pictures/vs-classic/MOR-053.png", headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304

    @pytest.mark.parametrize(
        "name", ["..%2Fsecret.png", "%2Fetc%2Fpasswd", "secret.txt", "MOR-053.PNG", "MOR-053", "%00.png", "a" * 300]
    )
    def test_serves_nothing_else(self, client: Client, folder: Path, name: str) -> None:
        save_picture(folder, "MOR-053.png")
        (folder / "secret.png").write_bytes(b"secret")
        (folder / GAME / "secret.txt").write_bytes(b"secret")
        assert client.get(f"/pictures/vs-classic/{name}").status_code == 404

    def test_serves_nothing_without_a_folder(self, client: Client) -> None:
        assert client.get("/pictures/vs-classic/MOR-053.png").status_code == 404


class TestOtherHost:
    @pytest.mark.parametrize(
        ("pattern", "found"),
        [
            ("/{game}/{code}.webp", "/vs-classic/MOR-053.webp"),
            ("/{set_lower}/{number}.png", "/mor/053.png"),
            ("/{slug}.png?of={set}", "/some-hero.png?of=MOR"),
            ("/{code_lower}", "/mor-053"),
        ],
    )
    def test_has_the_fields_of_the_printing(self, settings: Settings, pattern: str, found: str) -> None:
        settings.CARD_PICTURES_URL = HOST + pattern
        assert find_picture(card()) == HOST + found

    def test_escapes_what_stands_in_a_field(self, settings: Settings) -> None:
        settings.CARD_PICTURES_URL = HOST + "/{code}.png"
        assert find_picture(card(Printing("MOR", '1"><x?/..'))) == HOST + "/MOR-1%22%3E%3Cx%3F%2F...png"

    def test_comes_after_a_file(self, folder: Path, settings: Settings) -> None:
        settings.CARD_PICTURES_URL = HOST + "/{code}.png"
        save_picture(folder, "MOR-053.png")
        assert find_picture(card()).startswith("/pictures/")

    @pytest.mark.django_db
    def test_is_the_only_one_that_the_policy_names(self, client: Client, settings: Settings) -> None:
        before = client.get("/about/").headers["Content-Security-Policy"]
        settings.CARD_PICTURES_URL = HOST + "/{code}.png"
        policy = client.get("/about/").headers["Content-Security-Policy"]
        assert policy == before.replace("img-src 'self' data:", f"img-src 'self' data: {HOST}")
        assert policy != before

    @pytest.mark.django_db
    def test_is_named_on_the_privacy_page(self, client: Client, settings: Settings) -> None:
        settings.CARD_PICTURES_URL = HOST + "/{code}.png"
        assert f"<code>{HOST}</code>" in client.get("/privacy/").content.decode()


class TestSettings:
    @pytest.mark.parametrize(
        "address",
        [
            "http://pictures.example/{code}.png",
            "/pictures/{code}.png",
            "https://{game}.example/{code}.png",
            "https://a.example; script-src *//{code}.png",
            "https://pictures.example/{card}.png",
            "https://pictures.example/{code.__class__}.png",
            "https://pictures.example/{game}.png",
            "https://pictures.example/{code",
        ],
    )
    def test_that_can_not_work_are_errors(self, settings: Settings, address: str) -> None:
        settings.CARD_PICTURES_URL, settings.CARD_PICTURES_RIGHTS = address, "They are ours."
        assert [found.id for found in check_pictures()] == ["vsdb.E001"]

    def test_name_a_folder_and_games_that_exist(self, settings: Settings, tmp_path: Path) -> None:
        settings.CARD_PICTURES_DIR, settings.CARD_PICTURES_GAMES = str(tmp_path / "none"), ["chess"]
        settings.CARD_PICTURES_RIGHTS = "They are ours."
        assert [found.msg.partition(":")[0] for found in check_pictures()] == [
            "CARD_PICTURES_DIR",
            "CARD_PICTURES_GAMES",
        ]

    def test_are_asked_for_the_rights(self, settings: Settings) -> None:
        settings.CARD_PICTURES_URL = HOST + "/{code}.png"
        assert [found.id for found in check_pictures()] == ["vsdb.W001"]

    def test_of_a_site_without_pictures_have_no_faults(self) -> None:
        assert check_pictures() == []


@pytest.mark.django_db
class TestPages:
    game = "riftbound"

    @pytest.fixture
    def shown(self) -> Card:
        """A card with a keyword and a numbered printing."""
        cards = get_reference(self.game).catalog.cards
        return next(each for each in cards if each.keywords and each.printings and each.printings[0].number)

    @pytest.fixture
    def code(self, shown: Card) -> str:
        return shown.printings[0].code

    @pytest.fixture
    def address(self, shown: Card) -> str:
        return f"/cards/{self.game}/{shown.slug}/"

    def test_show_the_picture_over_the_drawn_face(self, client: Client, folder: Path, address: str, code: str) -> None:
        before = client.get(address)
        save_picture(folder, f"{code}.png", game=self.game)
        after = client.get(address, headers={"if-none-match": before["ETag"]})
        page = after.content.decode()
        (source,) = re.findall(r'<img class="face__picture face__picture--here" src="([^"]+)" alt=""', page)
        assert source == f"/pictures/{self.game}/{code}.png"
        assert "Face drawn from the facts" in page
        assert "face__picture" not in before.content.decode()

    def test_have_no_links_behind_a_picture(self, client: Client, folder: Path, address: str, code: str) -> None:
        linked = re.compile(r'class="face__text.*?</span>', re.DOTALL)
        plain = linked.findall(client.get(address).content.decode())
        save_picture(folder, f"{code}.png", game=self.game)
        over, drawn = linked.findall(client.get(address).content.decode())[:2]
        assert "<a " not in over
        assert drawn == plain[0]

    def test_draw_the_picture_beside_a_link(self, client: Client, folder: Path, address: str, code: str) -> None:
        save_picture(folder, f"{code}.png", game=self.game)
        with Image.open(BytesIO(client.get(f"{address}preview.png").content)) as shown:
            assert shown.convert("RGB").getpixel((230, 315)) == RED

    def test_draw_the_face_where_the_file_is_no_picture(
        self, client: Client, folder: Path, address: str, code: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        (folder / self.game).mkdir()
        (folder / self.game / f"{code}.png").write_bytes(b"no picture")
        assert client.get(f"{address}preview.png").status_code == 200
        assert "can't be read" in caplog.text

    def test_of_the_api_name_the_picture(self, client: Client, folder: Path, shown: Card, code: str) -> None:
        address = f"/api/v1/cards/{self.game}/{shown.slug}"
        search = f"/api/v1/cards?game={self.game}&q=!%22{shown.name}%22"
        before = client.get(address).json()["picture"], client.get(search).json()["results"][0]["picture"]
        save_picture(folder, f"{code}.png", game=self.game)
        after = client.get(address).json()["picture"], client.get(search).json()["results"][0]["picture"]
        assert before == (None, None)
        assert after == (f"/pictures/{self.game}/{code}.png",) * 2

    def test_say_whose_the_rights_are(self, client: Client, folder: Path) -> None:
        assert "They are ours." in client.get("/terms/").content.decode()


@pytest.mark.django_db
class TestProxies:
    def test_are_the_pictures_where_there_are_files(self, folder: Path) -> None:
        drawn = render_proxies(DECK, DAY)
        save_picture(folder, "MOR-053.png", BLUE)
        pictured = render_proxies(DECK, DAY)
        assert (ink_of_first_card(drawn), ink_of_first_card(pictured)) != (BLUE, BLUE)
        assert ink_of_first_card(pictured) == BLUE
        assert "proxy" in reading.text(pictured)
        assert pictured == render_proxies(DECK, DAY)

    def test_turn_a_picture_that_lies(self, folder: Path) -> None:
        save_picture(folder, "MOR-053.png", BLUE, size=(88, 63))
        pictured = render_proxies(DECK, DAY)
        assert ink_of_first_card(pictured, at=(31.5, 5)) == BLUE

    def test_are_drawn_where_the_file_is_no_picture(self, folder: Path) -> None:
        drawn = render_proxies(DECK, DAY)
        (folder / GAME).mkdir()
        (folder / GAME / "MOR-053.png").write_bytes(b"no picture")
        assert render_proxies(DECK, DAY) == drawn

    def test_are_drawn_where_that_is_chosen(self, folder: Path) -> None:
        drawn = render_proxies(DECK, DAY)
        save_picture(folder, "MOR-053.png", BLUE)
        assert render_proxies(DECK, DAY, faces="drawn") == drawn

    def test_have_no_other_choice(self) -> None:
        with pytest.raises(InputError, match="pictures, drawn"):
            render_proxies(DECK, DAY, faces="photos")


def test_a_face_holds_the_address_of_its_picture(folder: Path) -> None:
    save_picture(folder, "MOR-053.png")
    assert build_face(card()).picture == "/pictures/vs-classic/MOR-053.png"
