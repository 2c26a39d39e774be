"""The reference as tables: what is recorded is a value, what isn't is NULL."""

from __future__ import annotations

from django.db import models


class NamedModel(models.Model):
    """What is called by its name."""

    name = models.CharField(max_length=120)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class Game(NamedModel):
    """One of the games, with the versions of the facts that are loaded for it and of our own words about them.

    `data_version` is of everything a verdict can rest on: of the fixtures (`facts_version`) and of what was imported
    (`imports_version`, empty where nothing was). `words_version` is of our own words, `texts_version` of the imported
    texts of its rules documents.
    """

    slug = models.SlugField(primary_key=True)
    name = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField()
    facts_version = models.CharField(max_length=64, blank=True)
    imports_version = models.CharField(max_length=64, blank=True)
    data_version = models.CharField(max_length=64, blank=True)
    words_version = models.CharField(max_length=64, blank=True)
    texts_version = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering = ("position",)


class FactsMark(models.Model):
    """Which facts of a game a follower has taken in (`vsdb.catalog.cards.followers`): `taken` is their data version.

    It is behind where the game has another one, `since` that was stored. Nobody else need be called to it before
    `called_until`. `tried`, `failures` and `problem` tell of the last try, and of failures since the last success.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    follower = models.CharField(max_length=40)
    taken = models.CharField(max_length=64, blank=True)
    since = models.DateTimeField(null=True)
    called_until = models.DateTimeField(null=True)
    tried = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "follower"), name="facts_mark_once_a_follower"),)

    def __str__(self) -> str:
        return f"{self.follower} of {self.game_id}"


class CardSet(models.Model):
    """A set of cards; its release lies between two days, both included."""

    class Official(models.TextChoices):
        YES = "yes"
        DOUBTFUL = "doubtful"
        NO = "no"

    game = models.ForeignKey(Game, models.CASCADE, related_name="sets")
    code = models.CharField(max_length=10)
    code_verified = models.BooleanField(default=True)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=20, blank=True)
    brand = models.CharField(max_length=40, blank=True)
    universe = models.CharField(max_length=20, blank=True)
    volume = models.CharField(max_length=12, blank=True)
    issue_order = models.PositiveSmallIntegerField(null=True)
    card_count = models.PositiveSmallIntegerField(null=True)
    numbered_to = models.PositiveSmallIntegerField(null=True)
    released_earliest = models.DateField()
    released_latest = models.DateField()
    legal_from = models.DateField(null=True)
    regional_days = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    follows = models.ForeignKey("self", models.SET_NULL, null=True, related_name="followers")
    official = models.CharField(max_length=10, choices=Official.choices)
    confidence = models.CharField(max_length=10, blank=True)
    note = models.CharField(max_length=400, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("game", "position")
        constraints = (models.UniqueConstraint(fields=("game", "code"), name="set_code_once_a_game"),)

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Team(NamedModel):
    """An affiliation (classic) or a team (2PCG); its alignment where that is recorded."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="teams")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=80)
    alignment = models.CharField(max_length=10, blank=True)

    class Meta:
        ordering = ("game", "name")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="team_slug_once_a_game"),)


class Keyword(NamedModel):
    """A keyword with what it means, in our own words."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="keywords")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=80)
    gloss = models.CharField(max_length=400, blank=True)
    citation_document = models.CharField(max_length=40, blank=True)
    citation_rule = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("game", "name")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="keyword_slug_once_a_game"),)


class Card(models.Model):
    """One card design with its printed facts.

    A figure that is printed as a sign (`*`, `0+`, `none` for costless) has NULL for its number and stands in `signs`.
    The flags `..._recorded` tell "none recorded" from "not recorded" where a card has no row of that kind.
    `name_key` is the folded name, by which an import finds a card. `doubtful` names the facts that were inferred or
    rest on a source that may err.
    """

    class CostKind(models.TextChoices):
        RECRUIT = "recruit"
        THRESHOLD = "threshold"

    game = models.ForeignKey(Game, models.CASCADE, related_name="cards")
    slug = models.SlugField(max_length=160)
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=255, blank=True, editable=False)
    title = models.CharField(max_length=400)
    copy_key = models.CharField(max_length=400, db_index=True)
    identity = models.CharField(max_length=120, blank=True)
    versions_known = models.BooleanField(default=True)
    type = models.CharField(max_length=40, blank=True, db_index=True)
    supertype = models.CharField(max_length=20, blank=True)
    level = models.PositiveSmallIntegerField(null=True)
    cost = models.SmallIntegerField(null=True)
    cost_kind = models.CharField(max_length=10, choices=CostKind.choices, blank=True)
    atk = models.SmallIntegerField(null=True)
    defense = models.SmallIntegerField(null=True)
    health = models.SmallIntegerField(null=True)
    energy = models.SmallIntegerField(null=True)
    power = models.SmallIntegerField(null=True)
    might = models.SmallIntegerField(null=True)
    signs = models.JSONField(default=dict)
    universe = models.CharField(max_length=20, blank=True)
    rarity = models.CharField(max_length=20, blank=True)
    brand = models.CharField(max_length=40, blank=True)
    has_flight = models.BooleanField(null=True)
    has_range = models.BooleanField(null=True)
    is_concealed = models.BooleanField(null=True)
    has_errata = models.BooleanField(null=True)
    printed_limit = models.PositiveSmallIntegerField(null=True)
    is_in_every_set = models.BooleanField(default=False)
    has_unrecorded_printing = models.BooleanField(default=False)
    teams_recorded = models.BooleanField(default=False)
    alignments_recorded = models.BooleanField(default=False)
    domains_recorded = models.BooleanField(default=False)
    power_symbols_recorded = models.BooleanField(default=False)
    doubtful = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    note = models.CharField(max_length=400, blank=True)
    teams = models.ManyToManyField(Team, through="CardTeam", related_name="cards")
    keywords = models.ManyToManyField(Keyword, through="CardKeyword", related_name="cards")
    sets = models.ManyToManyField(CardSet, through="Printing", related_name="cards")
    linked_cards = models.ManyToManyField("self", symmetrical=False, related_name="linked_from")

    class Meta:
        ordering = ("game", "name", "title", "slug")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="card_slug_once_a_game"),)
        indexes = (models.Index(fields=("game", "name")), models.Index(fields=("game", "name_key")))

    def __str__(self) -> str:
        return self.title


class CardTeam(models.Model):
    """A team of a card, in printed order."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="card_teams")
    team = models.ForeignKey(Team, models.CASCADE, related_name="card_teams")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("card", "team"), name="team_once_a_card"),)

    def __str__(self) -> str:
        return f"{self.card_id}: {self.team_id}"


class CardKeyword(models.Model):
    """A keyword of a card with its parameter, as in Boost 2."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="card_keywords")
    keyword = models.ForeignKey(Keyword, models.CASCADE, related_name="card_keywords")
    parameter = models.CharField(max_length=40, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("card", "keyword", "parameter"), name="keyword_once_a_card"),)

    def __str__(self) -> str:
        return f"{self.card_id}: {self.keyword_id}"


class CardLabel(models.Model):
    """A word printed on a card that is no team and no keyword: a version, a trait, a tag, a domain, ..."""

    class Kind(models.TextChoices):
        VERSION = "version"
        TRAIT = "trait"
        TAG = "tag"
        DOMAIN = "domain"
        ALIGNMENT = "alignment"
        POWER_SYMBOL = "power-symbol"
        AKA = "aka"
        USES_PILE = "uses-pile"
        MEMBER_OF_PILE = "member-of-pile"

    card = models.ForeignKey(Card, models.CASCADE, related_name="labels")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    name = models.CharField(max_length=120)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("kind", "position")
        indexes = (models.Index(fields=("kind", "name")),)
        constraints = (models.UniqueConstraint(fields=("card", "kind", "position"), name="label_once_a_place"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


class Printing(models.Model):
    """A card in a set, with its number where that is recorded."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="printings")
    card_set = models.ForeignKey(CardSet, models.CASCADE, related_name="printings")
    number = models.CharField(max_length=16, blank=True)
    rarity = models.CharField(max_length=20, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("card", "position")
        constraints = (models.UniqueConstraint(fields=("card", "card_set", "number"), name="printing_once_a_card"),)
        indexes = (models.Index(fields=("card_set", "number")),)

    def __str__(self) -> str:
        return f"{self.card_set_id}-{self.number}"


class ImportedRow(models.Model):
    """Facts that a file brought beyond the fixtures, kept apart so that a load of the fixtures doesn't lose them.

    `key` is the slug of a card or the code of a set; `facts` holds columns of its row as `engine.model.reference` takes
    them. Of a fixture's row they fill what isn't recorded; a row with `is_new` is a card or a set that no fixture has.
    """

    class Kind(models.TextChoices):
        CARD = "card"
        SET = "set"

    game = models.ForeignKey(Game, models.CASCADE, related_name="imported_rows")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    key = models.CharField(max_length=160)
    source = models.SlugField(max_length=80)
    facts = models.JSONField(default=dict)
    is_new = models.BooleanField(default=False)
    place = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ("game", "kind", "key", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "kind", "key", "source"), name="imported_row_once_a_source"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.key}"


class CardId(models.Model):
    """The name that another system gives a card: the identifiers that its deck files carry."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="ids")
    system = models.CharField(max_length=20)
    value = models.CharField(max_length=80)

    class Meta:
        ordering = ("system", "value")
        constraints = (models.UniqueConstraint(fields=("system", "value"), name="card_id_once_a_system"),)

    def __str__(self) -> str:
        return f"{self.system}: {self.value}"
