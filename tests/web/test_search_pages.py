"""The pages of results: what was asked and what was found, in every view, with the links that lead on."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from urllib.parse import parse_qs, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.sizes import size
from vsdb.catalog.cards.models import Printing

pytestmark = pytest.mark.django_db

HOSTILE = (
    *("(", ")", '"', "/", "{", "}", "-", "not ", "or ", " and ", "team:", "c<=", "atk>def", "x:/", "((a|b)+)+$", "@"),
    *(
        "legal:",
        "asof:",
        "hulk",
        "é",
        "\U0001f600",
        "%",
        "_",
        "\\",
        "'",
        "sort:",
        "group:",
        "view:",
        "t:{a,b",
        "flip:(",
    ),
    *("1e9", "99999999999999", "~", "*", "kw:*", "<script>", "s:", "n:/^(.*)*$/", " ", " ", ",", "\0", "is:", "set:"),
)
GAMES = ("vs-classic", "vs-2pcg", "riftbound")


def page(client: Client, query: str, game: str | None = None, **words: str) -> str:
    """The page of a query, with a 200."""
    place = f"/cards/{game}/" if game else "/cards/"
    response = client.get(f"{place}?{urlencode({'q': query, **words})}")
    assert response.status_code == 200
    return str(response.content.decode())


def titles(text: str) -> list[str]:
    """The slugs of the cards that a page lists, in its order."""
    listed = text.partition('id="found"')[2].partition('id="more"')[0]
    return re.findall(r'href="/cards/[\w-]+/([\w-]+)/"', listed)


def count(text: str) -> int:
    """How many cards the page says that there are."""
    found = re.search(r'resultbar__count"[^>]*>(\d+) card', text)
    assert found
    return int(found[1])


def links(text: str, part: str) -> list[tuple[str, str]]:
    """The links inside of a part of a page: address and text."""
    inside = text.partition(part)[2].partition("</section>")[0]
    found = re.findall(r'<a[^>]*href="([^"]*)"[^>]*>(.*?)</a>', inside, re.DOTALL)
    return [(unescape(address), " ".join(unescape(re.sub(r"<[^>]*>", " ", said)).split())) for address, said in found]


class TestAQuery:
    def test_finds_cards_of_one_game_or_of_every_game(self, client: Client) -> None:
        assert titles(page(client, "s:MUN team:warbound cost=7", "vs-classic")) == ["hercules-secret-avenger"]
        everywhere = page(client, "mobilize")
        assert 'href="/cards/vs-classic/mobilize/"' in everywhere
        assert 'href="/cards/riftbound/mobilize/"' in everywhere

    def test_stays_in_its_box_with_its_view(self, client: Client) -> None:
        text = page(client, 't:"plot twist" <b>', "vs-classic", view="table")
        assert 'value="t:&quot;plot twist&quot; &lt;b&gt;"' in text
        assert '<input type="hidden" name="view" value="table">' in text

    def test_is_asked_of_another_game_by_a_link(self, client: Client) -> None:
        text = page(client, "hulk", "riftbound", view="table")
        assert 'href="/cards/vs-classic/?q=hulk&amp;view=table"' in text
        assert 'href="/cards/?q=hulk&amp;view=table"' in text

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("t:character c<=3", "Cards where type is “character” and cost is at most 3."),
            # What isn't understood was left out, and isn't said to have been asked.
            ("hulk -team:avngers", "Cards where “hulk” is in the name or text."),
            ("team:avngers or t:location", "Cards where type is “location”."),
            ("not (cost<zonk team:avngers)", "Every card."),
            (
                "hulk costt<3",
                "Cards where “hulk” is in the name or text and “costt&lt;3” (unknown field).",
            ),
        ],
    )
    def test_is_said_again_in_words(self, client: Client, query: str, said: str) -> None:
        text = page(client, query, "vs-classic")
        assert re.findall(r'class="understood">([^<]*)<', text) == [said]
        assert re.search(rf'data-announce-as="{count(text)} cards?\. {re.escape(said)}"', text)

    def test_that_asks_nothing_has_nothing_to_be_said(self, client: Client) -> None:
        assert 'class="understood"' not in page(client, "", "vs-classic")

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("", "by name"),
            ("t:location", "by name"),
            ("hulk t:character", "best match first"),
            ("hulk sort:name", "by name"),
        ],
    )
    def test_names_the_order_of_its_cards(self, client: Client, query: str, said: str) -> None:
        assert f'<summary>Sort <span class="soft">{said}</span>' in page(client, query, "vs-classic")

    def test_of_nothing_over_every_game_shows_the_games(self, client: Client) -> None:
        text = client.get("/cards/").content.decode()
        assert all(f'href="/cards/{game}/"' in text for game in GAMES)

    @pytest.mark.parametrize(
        "query", ["", "-", "()", '"', "/", "x:/(/", "\0", "{", "a:", "or", "not", "((((", "~", "@"]
    )
    @pytest.mark.parametrize("game", [None, "riftbound"])
    def test_that_means_little_is_a_page_like_any_other(self, client: Client, query: str, game: str | None) -> None:
        assert "<h1>" in page(client, query, game)


def count_runes() -> int:
    """The printings of the six basic runes."""
    return Printing.objects.filter(card__type="Rune").count()


class TestPrintings:
    def test_are_listed_each_with_its_set_and_number(self, client: Client) -> None:
        codes, count = set(), count_runes()
        for view in ("faces", "table", "text"):
            text = page(client, "t:rune unique:prints", "riftbound", view=view)
            assert re.search(rf'resultbar__count"[^>]*>{count} printings of 6 cards<', text)
            assert len(titles(text)) == count
            listed = text.partition('id="found"')[2].partition('id="more"')[0]
            codes.add(frozenset(re.findall(r"[A-Z]{3}-\w+", listed)))
        assert len(codes) == 1
        assert len(codes.pop()) == count

    def test_are_told_apart_in_a_table_of_any_columns(self, client: Client) -> None:
        text = page(client, "t:rune unique:prints", "riftbound", view="table", columns="type")
        assert len(set(re.findall(r"[A-Z]{3}-\w+", text.partition('id="found"')[2]))) == count_runes()

    def test_go_on_over_the_pages_of_the_list(self, client: Client) -> None:
        listed = []
        for number in ("1", "2"):
            text = page(client, "s:OGN unique:prints sort:set", "riftbound", page=number)
            found = text.partition('id="found"')[2].partition('id="more"')[0]
            listed += re.findall(r'face__foot"><span>([^<]+)<', found)
        assert len(listed) == len(set(listed)) == 120


class TestViews:
    @pytest.mark.parametrize("game", [*GAMES, None])
    def test_list_the_same_cards(self, client: Client, game: str | None) -> None:
        seen = [titles(page(client, "hulk or jinx", game, view=view)) for view in ("faces", "table", "text")]
        assert seen[0] == seen[1] == seen[2] != []

    def test_are_chosen_in_the_query_too(self, client: Client) -> None:
        assert '<table class="cardrows stacks">' in page(client, "s:MUN view:table", "vs-classic")
        assert '<table class="cardrows stacks">' not in page(client, "s:MUN view:table", "vs-classic", view="text")

    def test_the_text_reads_like_the_cards(self, client: Client) -> None:
        text = page(client, '!"Captain America" v:"Champion License"', "vs-classic", view="text")
        assert "Character. Recruit cost 4. Avengers / S.H.I.E.L.D. Loyalty-Reveal, Leader. ATK 8. DEF 7. MUN." in text

    def test_the_table_has_the_columns_that_are_chosen(self, client: Client) -> None:
        response = client.get("/cards/vs-classic/?q=s:MUN&view=table&columns=brand&columns=cost")
        heads = re.findall(r"<th scope=\"col\"[^>]*>(?:<a[^>]*>)?([^<]*)", response.content.decode())
        assert heads == ["Name", "Cost", "Brand"]

    @pytest.mark.parametrize(("game", "words"), [(None, ""), ("vs-classic", "type"), ("vs-classic", "")])
    def test_the_table_tells_cards_of_one_name_apart(self, client: Client, game: str | None, words: str) -> None:
        text = page(client, "!Hulk game:vs-classic", game, view="table", columns=words)
        assert text.partition("<main")[2].count("Gladiator") == 1

    def test_columns_that_there_are_not_leave_the_usual_ones(self, client: Client) -> None:
        text = page(client, "s:MUN", "vs-classic", view="table", columns="nothing")
        assert "Version</th>" in text

    def test_columns_that_there_are_not_stand_in_no_link(self, client: Client) -> None:
        text = page(client, "s:MUN", "vs-classic", view="table", columns="nothing,brand,cost")
        assert "columns=cost&amp;columns=brand" in text
        assert "nothing" not in text.partition("<main")[2]

    def test_a_heading_sorts_and_sorts_the_other_way_round(self, client: Client) -> None:
        text = page(client, "t:mc level=1", "vs-2pcg", view="table")
        (up,) = [address for address, said in links(text, "<thead>") if said == "ATK"]
        rising = client.get(up).content.decode()
        assert 'aria-sort="ascending"' in rising
        (down,) = [address for address, said in links(rising, "<thead>") if said == "ATK"]
        falling = client.get(down).content.decode()
        assert 'aria-sort="descending"' in falling
        assert titles(falling) != titles(rising)
        assert parse_qs(down.partition("?")[2])["q"] == ["t:mc level=1 -sort:atk"]

    def test_groups_stand_under_headings(self, client: Client) -> None:
        for view in ("faces", "table", "text"):
            text = page(client, "s:MUN group:type", "vs-classic", view=view)
            found = re.findall(r'class="found__group"><(?:h2|th[^>]*)>([^<]*)', text)
            assert len(found) == len(set(found)) > 1
            assert "Character" in found

    @pytest.mark.parametrize(
        ("game", "query", "group", "first"),
        [
            (None, "hulk", "game", "Vs. System TCG"),
            ("vs-2pcg", "s:AFF", "team", "A-Force"),
            ("vs-2pcg", "s:AFF", "level", "Level 1"),
            ("vs-classic", "s:MUN c>=1", "cost", "Cost 1"),
            ("riftbound", "jinx or vi", "set", "Origins (OGN)"),
            ("riftbound", "s:OGN cn<=60", "rarity", "Common"),
            ("riftbound", "s:OGN en>=1", "cost", "Cost 1"),
        ],
    )
    def test_groups_of_every_kind_have_each_heading_once(
        self, client: Client, game: str | None, query: str, group: str, first: str
    ) -> None:
        text = page(client, f"{query} group:{group}", game, view="table")
        found = [unescape(each) for each in re.findall(r'class="found__group"><th[^>]*>([^<]*)', text)]
        assert found[0] == first
        assert len(found) == len(set(found)) > 1

    def test_what_is_not_recorded_is_said_and_never_zero(self, client: Client) -> None:
        text = page(client, "t:character cost=unknown", "vs-classic", view="table", columns="cost")
        assert text.count(">not recorded</span>") == len(titles(text)) > 0


class TestFacets:
    def test_narrow_by_a_link_to_as_many_cards_as_they_say(self, client: Client) -> None:
        for game in GAMES:
            text = page(client, "", game)
            for section in re.findall(r'<section class="facet".*?</section>', text, re.DOTALL):
                address, said = links(section, "<h3")[0]
                assert count(client.get(address).content.decode()) == int(said.split()[-1]), (game, said)

    def test_are_taken_off_again_where_they_hold(self, client: Client) -> None:
        text = page(client, "s:MUN", "vs-classic")
        narrower = next(address for address, said in links(text, 'id="facet-type"') if said.startswith("Character"))
        narrowed = client.get(narrower).content.decode()
        wider = next(address for address, said in links(narrowed, 'id="facet-type"') if "remove" in said)
        assert count(client.get(wider).content.decode()) == count(text) > count(narrowed)

    def test_count_what_the_filters_of_the_address_leave(self, client: Client) -> None:
        text = client.get("/cards/vs-classic/?set=MUN").content.decode()
        assert "Warbound 3" in [said for _, said in links(text, 'id="facet-team"')]

    def test_of_the_address_stand_beside_the_count_even_where_nothing_is_found(self, client: Client) -> None:
        for query in ("", "no such card"):
            text = page(client, query, "vs-2pcg", type="Main Character", view="table")
            (off,) = links(text.replace("</ul>", "</section>"), 'id="filters-in-force"')
            assert off[1] == "Type Main Character × remove"
            assert count(client.get(off[0]).content.decode()) == count(page(client, query, "vs-2pcg"))

    def test_keep_the_view(self, client: Client) -> None:
        text = page(client, "s:MUN", "vs-classic", view="table")
        assert all("view=table" in address for address, _ in links(text, 'id="facet-type"'))


class TestMistakes:
    def test_are_marked_in_place_with_the_nearest_word_to_click(self, client: Client) -> None:
        text = page(client, "team:avengrs hulk", "vs-classic")
        assert "<mark>" in text
        nearest = re.findall(r'<a class="tag code" href="([^"]*)">([^<]*)</a>', text)
        address, _ = next(each for each in nearest if each[1] == "Avengers")
        assert parse_qs(unescape(address).partition("?")[2])["q"] == ["team:Avengers hulk"]
        right = client.get(unescape(address)).content.decode()
        assert 'class="querynote"' not in right

    def test_in_a_field_lead_to_the_field(self, client: Client) -> None:
        text = page(client, "tpye:character s:MUN", "vs-classic")
        found = re.findall(r'<a class="tag code" href="([^"]*)">', text)
        assert ["type:character s:MUN"] in [parse_qs(unescape(each).partition("?")[2])["q"] for each in found]

    def test_in_a_name_are_answered_with_the_name(self, client: Client) -> None:
        text = page(client, "captin amerca t:character", "vs-classic")
        assert count(text) == 0
        address, said = links(text, "Did you mean")[0]
        assert said == "Captain America"
        assert parse_qs(address.partition("?")[2])["q"] == ['"Captain America" t:character']
        assert count(client.get(address).content.decode()) > 0

    def test_that_find_nothing_lead_to_what_there_is_without_them(self, client: Client) -> None:
        text = page(client, "t:character cost=8 team:warbound", "vs-classic")
        assert count(text) == 0
        wider = links(text, 'class="lede"')
        address, said = next(each for each in wider if each[1].endswith("without cost=8"))
        assert count(client.get(address).content.decode()) == int(said.split()[0]) > 0

    def test_of_many_parts_are_not_searched_again_without_each(self, client: Client) -> None:
        text = page(client, " ".join(f"cost={cost}" for cost in range(12)), "vs-classic")
        assert count(text) == 0
        assert "without" not in text

    def test_of_the_game_lead_to_every_game(self, client: Client) -> None:
        text = page(client, "jinx", "vs-classic")
        address, _ = next(each for each in links(text, 'class="lede"') if "All games" in each[1])
        assert count(client.get(address).content.decode()) > 0

    def test_with_an_unknown_field_the_query_without_it_is_offered(self, client: Client) -> None:
        text = page(client, "hulk foo:bar", "vs-classic")
        assert count(text) == 0
        assert "There is no field “foo”, so no card matches it." in text
        assert 'Search without it: <a class="tag code" href="/cards/vs-classic/?q=hulk">hulk</a>' in text


class TestPages:
    def test_follow_one_another_and_lead_on_by_plain_links(self, client: Client) -> None:
        first = page(client, "t:character", "vs-classic")
        more = re.search(r'rel="next" href="([^"]*)" hx-get', first)
        assert more
        second = client.get("/cards/vs-classic/" + unescape(more[1])).content.decode()
        assert len(titles(first)) == 60
        assert not set(titles(first)) & set(titles(second))

    def test_go_on_by_themselves_at_first_and_then_when_asked(self, client: Client) -> None:
        triggers = [
            re.findall(r'hx-trigger="(click[^"]*)"', page(client, "", "riftbound", page=number)) for number in "145"
        ]
        assert triggers == [["click, intersect once"], ["click, intersect once"], ["click"]]

    def test_the_last_leads_no_further(self, client: Client) -> None:
        assert 'hx-trigger="click, intersect once"' not in page(client, "s:MUN", "vs-classic", page="99")


class TestQueries:
    @pytest.mark.parametrize("game", [*GAMES, None])
    def test_do_not_grow_with_the_cards(self, client: Client, game: str | None) -> None:
        page(client, "t:unit or t:character", game)
        counts = []
        by_name = "(hulk or jinx)"
        for query, view in ((by_name, "faces"), ("jinx or s:AFF or s:MUN", "faces"), (by_name, "table")):
            with CaptureQueriesContext(connection) as queries:
                page(client, query, game, view=view)
            counts.append(len(queries))
        assert max(counts) <= 24
        assert max(counts) - min(counts) <= 3

    @pytest.mark.parametrize("query", ["captin amerca", "zzzz c=8 t:character team:warbound cost<9 atk>0"])
    def test_of_a_page_without_a_card_are_a_few_for_each_part(
        self, client: Client, query: str, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        assert count(page(client, query, "vs-classic")) == 0
        # Each of at most six parts is left out once and the rest searched, and every game with all of them;
        # PostgreSQL asks one thing more for each word. Rules of that name and the filters ask one each.
        with django_assert_max_num_queries(16 + 5 * len(query.split())):
            page(client, query, "vs-classic")


class TestHostileQueries:
    @pytest.mark.law
    def test_are_answered_with_a_page(self, client: Client) -> None:
        chance = Random(20)  # noqa: S311
        for _ in range(size(60, short=20)):
            query = "".join(chance.choice(HOSTILE) for _ in range(chance.randint(1, 30)))
            place = chance.choice(("/cards/", "/cards/vs-2pcg/", "/search/complete/"))
            view = chance.choice(("", "table", "text", "nothing"))
            words = {
                "q": query,
                "view": view,
                "at": chance.randint(-3, 40),
                "page": chance.choice(("", "0", "-1", "x")),
            }
            assert client.get(place, words).status_code == 200, query


def test_a_question_about_draws_leads_to_the_page_that_answers_it(client: Client) -> None:
    assert 'href="/simulate/"><b>' in page(client, "odds four drop").partition("<main")[2]
    assert 'href="/simulate/"><b>' not in page(client, "four drop").partition("<main")[2]
