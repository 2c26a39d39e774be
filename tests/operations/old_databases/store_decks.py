"""Store what people have on a site of a day gone by; run in a checkout of that day by `manage.py shell`."""

import hashlib
from datetime import date

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.utils import timezone

from vsdb.accounts.models import ApiToken
from vsdb.decks import judging, keeping, talk
from vsdb.decks.keeping import Snapshot
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.visitors import Visitor

people = {}
for name in ("ann", "ben", "staff"):
    user = User.objects.create_user(name, f"{name}@example.org", "a password of 2026", is_staff=name == "staff")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    people[name] = user
Authenticator.objects.create(user=people["ann"], type="totp", data={"secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"})
ApiToken.objects.create(
    user=people["ann"],
    name="my program",
    prefix="vsdb_abcd",
    digest=hashlib.sha256(b"vsdb_abcdefgh").hexdigest(),
    scope="write",
)
ann, ben, staff = (Visitor(people[name].pk, may_moderate=name == "staff") for name in ("ann", "ben", "staff"))

SENTINELS = "60 Sentinel Mark V, Army\n"
first = keeping.create(ann, "vs-classic", Snapshot("Sentinels", "golden-age", date(2007, 4, 15), SENTINELS))
keeping.save(
    first.pk,
    ann,
    1,
    Snapshot(
        "Sentinels",
        "golden-age",
        date(2007, 4, 15),
        "4 Flame Trap\n56 Sentinel Mark V, Army\n",
        "Burn *first*.",
        {"flame-trap": "turn 4"},
    ),
    comment="With traps",
)
keeping.save(
    first.pk,
    ann,
    2,
    Snapshot(
        "Sentinels ünd more",
        "golden-age",
        None,
        "4 Flame Trap\n52 Sentinel Mark V, Army\n4 A card that is lost\n",
        "Burn <b>first</b>.",
    ),
)
keeping.share(first.pk, ann, "public")
keeping.describe(first.pk, ann, event="A tournament", played_on=date(2007, 4, 20), tags=["sentinels", "Army of one"])
linked = keeping.create(ann, "vs-2pcg", Snapshot("By link", "", None, "4 Storm\n"))
keeping.share(linked.pk, ann, "link")
fork = keeping.fork(Deck.objects.get(pk=first.pk), ben, 2)
browser = keeping.create(Visitor(), "riftbound", Snapshot("Of a browser", "", None, "1 Jinx, Loose Cannon\n"))
private = keeping.create(
    ben, "vs-classic", Snapshot("Private", "silver-age", date(2008, 7, 1), "5 Flame Trap\n55 Sentinel Mark V, Army\n")
)
talk.like(Deck.objects.get(pk=first.pk), ben)
comment = talk.comment(Deck.objects.get(pk=first.pk), ben, "Nice & quick")
talk.report(Deck.objects.get(pk=first.pk), ann, "Rude", comment.pk)
today = timezone.localdate()
for game in ("vs-classic", "vs-2pcg", "riftbound"):
    judging.judge_own(Deck.objects.filter(game=game), game, today)
print(Deck.objects.count(), Judgement.objects.count(), [(j.deck_id, j.outcome) for j in Judgement.objects.all()])
