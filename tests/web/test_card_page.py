"""A card's page: facts, keywords in our words, printings, where it is legal and what was banned."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.db.models import F
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from tests.catalog.rules.held import NEWER, OLDER, hold
from vsdb.catalog.cards.models import Card, CardSet
from vsdb.catalog.formats.models import Format
from vsdb.catalog.rules.models import Document

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def row(page: str, words: str) -> str:
    """The table row that holds some words."""
    return next(each for each in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if words in each)


def legality(page: str) -> str:
    """The part of the page about legality and what follows."""
    return page.partition('id="legality"')[2]


def signs(page: str, words: str) -> list[str]:
    """The words beside the signs of the row that holds some words."""
    return re.findall(r"</svg> ([^<]+)</span>", row(page, words))


def _bans(page: str) -> str:
    """The part of the page about bans."""
    return page.partition('id="bans"')[2].partition("</section>")[0]


class TestFacts:
    def test_name_what_is_recorded_and_what_is_not(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert re.search(r"<dt>Recruit cost</dt>\s*<dd>4</dd>", page)
        assert re.search(r'<dt>Flight</dt>\s*<dd><span class="unrecorded">not recorded</span>', page)

    def test_call_the_cost_of_a_plot_twist_its_threshold_cost(self, client: Client) -> None:
        assert re.search(r"<dt>Threshold cost</dt>\s*<dd>4</dd>", page_of(client, "/cards/vs-classic/bloodsport/"))

    def test_link_each_team_and_type(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert '<a href="/teams/vs-classic/avengers/">Avengers</a>' in page
        assert '<a href="/cards/vs-classic/?q=t%3ACharacter">Character</a>' in page

    def test_link_each_version_with_a_space_in_quotes(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert '<a href="/cards/vs-classic/?q=v%3A%22Champion+License%22">Champion License</a>' in page

    def test_gloss_each_keyword_and_lead_to_its_rule(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert '<a href="/keywords/vs-classic/loyalty-reveal/">Loyalty-Reveal</a>' in page
        assert 'href="/rules/cr-2.7/706.3a/"' in page

    def test_tell_the_printings_with_set_and_number(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/")
        assert "AFF-003" in page
        assert 'href="/sets/vs-2pcg/AFF/"' in page

    def test_lead_to_the_next_level_and_back(self, client: Client) -> None:
        for slug in ("she-hulk-aff-003", "she-hulk-aff-004"):
            steps = page_of(client, f"/cards/vs-2pcg/{slug}/").partition("Levels")[2].partition("</section>")[0]
            places = ["Level 1<", "/she-hulk-aff-003/", "Level 2<", "/she-hulk-aff-004/"]
            assert sorted(places, key=steps.index) == places

    def test_lead_to_the_neighbours_in_the_set(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/")
        assert 'rel="prev" href="/cards/vs-2pcg/captain-marvel-aff-002/"' in page
        assert 'rel="next" href="/cards/vs-2pcg/she-hulk-aff-004/"' in page

    def test_tell_neighbours_of_one_name_apart_by_their_numbers(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/").partition("Previous and next card in the set")[2]
        links = re.findall(r"<a [^>]*>(.*?)</a>", page.partition("</nav>")[0])
        said = [" ".join(re.sub(r"<[^>]*>", "", link).split()) for link in links]
        assert said == ["← 002 Captain Marvel", "AFF", "004 She-Hulk →"]

    def test_list_the_other_cards_of_the_name(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/hulk-gladiator/")
        assert 'href="/cards/vs-classic/hulk-green-scar/"' in page


class TestLegality:
    def test_is_told_for_the_day_that_is_asked_about(self, client: Client) -> None:
        address = "/cards/vs-classic/captain-america-champion-license/?on="
        # Marvel Universe was legal from 27 June 2008 on.
        assert "not in" in row(page_of(client, address + "2008-06-26"), ">Silver Age<")
        assert "legal" in row(page_of(client, address + "2008-06-27"), ">Silver Age<")

    def test_names_a_ban_with_its_days(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/gone-but-not-forgotten/?on=2006-09-23")
        assert "since 23 September 2006" in row(legality(page), ">Golden Age<")
        assert signs(legality(page), ">Golden Age<") == ["banned", "banned"]
        before = page_of(client, "/cards/vs-classic/gone-but-not-forgotten/?on=2006-09-22")
        assert signs(legality(before), ">Golden Age<") == ["banned", "legal"]

    def test_is_told_for_today_alone_where_no_day_is_asked_about(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/gone-but-not-forgotten/")
        assert signs(legality(page), ">Golden Age<") == ["banned"]

    def test_covers_every_format_of_the_game(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/?on=2023-05-01").partition('id="legality"')[2]
        told = set(re.findall(r'href="/formats/vs-2pcg/([\w-]+)/\?on=2023-05-01"', page))
        assert told == set(Format.objects.filter(game="vs-2pcg").values_list("slug", flat=True))

    def test_is_unknown_while_a_ban_may_have_begun(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/overload/?on=2005-06-15")
        assert "unknown" in row(page, ">Golden Age<")

    def test_folds_the_formats_that_are_out_of_season(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/?on=2023-05-01")
        folded = page.index("Out of season:")
        assert page.index(">Duality<") < folded < page.index(">Good vs Evil<")

    def test_of_a_day_that_cannot_be_read_says_so_beside_the_field(self, client: Client) -> None:
        response = client.get("/cards/vs-classic/hulk-gladiator/?on=2006-02-30")
        assert response.status_code == 400
        assert "2006-02-30" in response.content.decode()
        assert 'aria-invalid="true"' in response.content.decode()


class TestWhatItGoesWith:
    def test_are_the_other_cards_with_its_keyword(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert re.search(r'href="/cards/vs-classic/\?q=kw%3ALoyalty-Reveal">\d+ other cards? with Loyalty-Reveal', page)

    def test_are_the_cards_of_its_identity_under_other_names(self, client: Client) -> None:
        one = Card.objects.filter(game="vs-classic", identity__gt="").exclude(identity=F("name"))
        held = next(card for card in one if one.filter(identity=card.identity).exclude(name=card.name).exists())
        other = one.filter(identity=held.identity).exclude(name=held.name)[0]
        page = page_of(client, f"/cards/vs-classic/{held.slug}/").partition("Same character, other names")[2]
        assert f'href="/cards/vs-classic/{other.slug}/"' in page

    def test_are_the_champions_cards(self, client: Client) -> None:
        page = page_of(client, "/cards/riftbound/jinx-rebel/").partition("Same character, other names")[2]
        for slug in ("jinx-demolitionist", "jinx-loose-cannon"):
            assert f'href="/cards/riftbound/{slug}/"' in page

    def test_are_the_members_of_its_pile_and_the_other_way_round(self, client: Client) -> None:
        user = Card.objects.filter(labels__kind="uses-pile", labels__name="Invention")[0]
        member = Card.objects.filter(labels__kind="member-of-pile", labels__name="Invention")[0]
        page = page_of(client, f"/cards/vs-2pcg/{user.slug}/").partition("Uses the Invention pile")[2]
        assert f'href="/cards/vs-2pcg/{member.slug}/"' in page
        page = page_of(client, f"/cards/vs-2pcg/{member.slug}/").partition("In the Invention pile")[2]
        assert f'href="/cards/vs-2pcg/{user.slug}/"' in page


class TestBanHistory:
    def test_tells_the_state_of_each_ban_on_the_day(self, client: Client) -> None:
        address = "/cards/vs-classic/gone-but-not-forgotten/?on="
        for on, state in (("2006-09-22", "not in force"), ("2006-09-23", "in force")):
            bans = page_of(client, address + on).partition('id="bans"')[2]
            assert signs(bans, '<td data-label="From">23 September 2006</td>') == [state]

    def test_has_room_for_reasons_where_there_are_any(self, client: Client) -> None:
        def heads(address: str) -> list[str]:
            return re.findall(r'<th scope="col">([^<]*)</th>', _bans(page_of(client, address)))

        without = heads("/cards/vs-classic/gone-but-not-forgotten/?on=2007-01-01")
        assert without == ["From", "Until", "On 1 January 2007", "Where"]
        assert "Why" in heads("/cards/vs-classic/enemy-of-my-enemy/")

    def test_tells_the_reason_and_the_event_of_a_ban(self, client: Client) -> None:
        bans = page_of(client, "/cards/vs-2pcg/zombie-stilt-man/").partition('id="bans"')[2]
        assert '<td data-label="Why">destroyed, Midwinter 2024</td>' in bans

    def test_of_a_card_that_was_never_banned_says_so(self, client: Client) -> None:
        assert "No ban is recorded." in page_of(client, "/cards/vs-classic/hulk-gladiator/")


class TestForPrograms:
    def test_is_the_page_as_json(self, client: Client) -> None:
        told = client.get("/cards/vs-2pcg/she-hulk-aff-003.json?on=2023-05-01").json()
        assert (told["card"]["slug"], told["on"]) == ("she-hulk-aff-003", "2023-05-01")
        assert told["printings"][0] | {"legal": None} == {
            "code": "AFF-003",
            "set": "AFF",
            "set_name": CardSet.objects.get(game="vs-2pcg", code="AFF").name,
            "number": "003",
            "rarity": None,
            "legal": None,
        }
        assert [each["cards"] for each in told["levels"]] == [["she-hulk-aff-003"], ["she-hulk-aff-004"]]
        assert (told["before"], told["after"]) == ("captain-marvel-aff-002", "she-hulk-aff-004")
        assert len(told["legality"]) == Format.objects.filter(game="vs-2pcg").count()
        assert client.get(told["page"]).status_code == 200

    def test_has_the_bans_with_their_days(self, client: Client) -> None:
        bans = client.get("/cards/vs-classic/gone-but-not-forgotten.json?on=2006-09-22").json()["bans"]
        assert bans[0]["begins"] == {"earliest": "2006-09-23", "latest": "2006-09-23"}
        assert bans[0]["state"] == "not in force"

    def test_has_the_rules_that_name_it(self, client: Client) -> None:
        address = "/cards/vs-classic/savage-beatdown.json"
        assert client.get(address).json()["named_in"] == []
        hold("cr-2.7", NEWER)
        assert client.get(address).json()["named_in"] == [
            {
                "document": "cr-2.7",
                "name": "102.1",
                "is_example": True,
                "page": "/rules/cr-2.7/102.1-example-1/",
            }
        ]

    @pytest.mark.parametrize("ending", [".json", ".md"])
    def test_of_a_day_that_cannot_be_read_is_refused(self, client: Client, ending: str) -> None:
        assert client.get(f"/cards/vs-classic/hulk-gladiator{ending}?on=2006-02-30").status_code == 400

    def test_is_refused_as_the_api_refuses(self, client: Client) -> None:
        misspelt = client.get("/cards/vs-classic/hulk-gladiater.json")
        assert (misspelt.status_code, misspelt.json()["code"]) == (404, "not-found")
        assert {"field": "nearest", "message": "hulk-gladiator"} in misspelt.json()["errors"]
        unread = client.get("/cards/vs-classic/hulk-gladiator.json?on=2006-02-30")
        assert (unread.status_code, unread.json()["errors"][0]["field"]) == (400, "on")

    @pytest.mark.parametrize("ending", [".json", ".md", "/preview.png"])
    def test_of_no_card_is_not_found(self, client: Client, ending: str) -> None:
        assert client.get(f"/cards/vs-classic/nobody{ending}").status_code == 404


class TestForNotebooks:
    def test_is_the_page_as_markdown(self, client: Client) -> None:
        response = client.get("/cards/vs-classic/hulk-gladiator.md?on=2008-07-01")
        assert response.headers["Content-Type"] == "text/markdown; charset=utf-8"
        lines = response.content.decode().splitlines()
        assert lines[0] == "# Hulk, Gladiator"
        assert "- **Type:** Character" in lines
        assert "## Legality on 1 July 2008" in lines
        assert "- [Hulk, Green Scar](http://testserver/cards/vs-classic/hulk-green-scar/)" in lines

    def test_has_the_rules_that_name_it(self, client: Client) -> None:
        address = "/cards/vs-classic/savage-beatdown.md"
        assert "## Rules that name this card" not in client.get(address).content.decode()
        hold("cr-2007-02-05", OLDER)
        hold("cr-2.7", NEWER)
        older, newer = (Document.objects.get(pk=slug).name for slug in ("cr-2007-02-05", "cr-2.7"))
        said = client.get(address).content.decode().partition("## Rules that name this card\n")[2].split("\n")
        assert said == [
            "",
            f"- [{older}: 102.2](http://testserver/rules/cr-2007-02-05/102.2-example-1/), in an example",
            f"- [{newer}: 102.1](http://testserver/rules/cr-2.7/102.1-example-1/), in an example",
            "",
        ]

    def test_has_no_sign_that_would_be_read_as_markup(self, client: Client) -> None:
        # A mantle is written between stars.
        slug = Card.objects.filter(game="vs-2pcg", name="*Hawkeye*")[0].slug
        assert client.get(f"/cards/vs-2pcg/{slug}.md").content.decode().startswith("# \\*Hawkeye\\*")

    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
    def test_and_for_programs_can_be_made_of_every_kind_of_card(self, client: Client, game: str) -> None:
        for kind in Card.objects.filter(game=game).order_by().values_list("type", flat=True).distinct():
            slug = Card.objects.filter(game=game, type=kind).first().slug
            for ending in ("/", ".json", ".md", "/preview.png"):
                assert client.get(f"/cards/{game}/{slug}{ending}").status_code == 200, (slug, ending)


class TestForOtherSites:
    def test_carries_title_words_and_picture(self, client: Client) -> None:
        head = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/").partition("</head>")[0]
        said = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', head))
        assert said["og:title"] == "She-Hulk"
        assert said["og:description"].startswith("She-Hulk, Main Character, Level 1.")
        assert said["og:image"] == "http://testserver/cards/vs-2pcg/she-hulk-aff-003/preview.png"
        picture = client.get(said["og:image"])
        assert picture.headers["Content-Type"] == "image/png"
        with Image.open(BytesIO(picture.content)) as drawn:
            assert drawn.size == (int(said["og:image:width"]), int(said["og:image:height"])) == (1200, 630)

    def test_the_picture_may_be_kept_for_a_day_and_asked_for_again(self, client: Client) -> None:
        first = client.get("/cards/riftbound/jinx-rebel/preview.png")
        assert set(first.headers["Cache-Control"].split(", ")) == {"max-age=86400", "public"}
        assert len(first.content) < 100_000
        again = client.get("/cards/riftbound/jinx-rebel/preview.png", headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304

    def test_the_picture_is_another_for_every_card_and_in_the_cards_inks(self, client: Client) -> None:
        def inks(slug: str) -> list[tuple[int, int, int]]:
            with Image.open(BytesIO(client.get(f"/cards/{slug}/preview.png").content)) as drawn:
                return [drawn.convert("RGB").getpixel(place) for place in ((200, 46), (430, 46))]

        # A character's red; a plot twist's blue; Jinx's fury and chaos, side by side. As tokens.css has them.
        assert inks("vs-classic/hulk-gladiator") == [pytest.approx((0x9F, 0x1D, 0x20), abs=6)] * 2
        assert inks("vs-classic/bloodsport") == [pytest.approx((0x1C, 0x4F, 0x96), abs=6)] * 2
        fury, chaos = (0xA3, 0x20, 0x20), (0x6A, 0x2F, 0x8F)
        assert inks("riftbound/jinx-loose-cannon") == [pytest.approx(fury, abs=6), pytest.approx(chaos, abs=6)]


class TestQueries:
    @pytest.mark.parametrize("ending", ["/", ".json", ".md"])
    @pytest.mark.parametrize(
        ("slug", "teams"),
        [
            ("vs-classic/hulk-gladiator", 1),
            ("vs-classic/captain-america-champion-license", 1),
            ("vs-classic/bloodsport", 0),
        ],
    )
    def test_are_few(
        self, client: Client, slug: str, teams: int, ending: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get(f"/cards/{slug}{ending}")
        # The versions of the facts, the row, the game's keywords and its rules documents; its teams for a card of one.
        with django_assert_num_queries(4 + teams):
            client.get(f"/cards/{slug}{ending}")

    def test_for_the_picture_is_one(self, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(1):
            client.get("/cards/vs-classic/hulk-gladiator/preview.png")
