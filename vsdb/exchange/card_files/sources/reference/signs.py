"""The signs by which a card's own speech is told from the speech of somebody who explains it, with their weights."""

from __future__ import annotations

import re
from collections.abc import Iterable

Signs = tuple[tuple[re.Pattern[str], float], ...]


def _signs(*table: tuple[float, Iterable[str]]) -> Signs:
    return tuple((re.compile(pattern, re.IGNORECASE), weight) for weight, patterns in table for pattern in patterns)


#: Costs, orders, triggers, limits of use.
CARD = _signs(
    (5, (r">>>|→", r"^(?:play|use|equip|flip|recruit) only ")),
    (4, (r"^(?:to (?:play|flip)\b|as an additional cost)",)),
    (3, (r"^\[[^\]]+\]",)),
    (
        2.5,
        (
            r"^at the (?:start|end) of ",
            r"^(?:up to \w+ )?target ",
            r"\bcards? (?:revealed|removed|discarded|drawn|named) this way\b",
        ),
    ),
    (
        2,
        (
            r"^(?:when|whenever|each time) ",
            r"^(?:choose|search|discard|exhaust|remove|reveal|return|move|negate|replace|draw|gain|put|stun|recover|ready"
            r"|ko|name|rally|shuffle|look at|turn|play with|pay|transfer|each|until)\b",
            r"\b(?:use|triggers?) only (?:once|while|if|during|on)\b",
            r"\binstead, you may\b|\byou may [^.]*\. if you do\b",
            r"^\([^()]*\)$",
        ),
    ),
    (1.5, (r"\b(?:gets?|has|have) [+-](?:\d|X)",)),
    (
        0.5,
        (
            r"\bthis (?:turn|attack)\.",
            r"\b(?:you control|a character named)\b",
            r"^(?:while|if|as long as) [^.]*\b(?:you|your|equipped character)\b",
        ),
    ),
)
#: Argument, the rules' machinery, looking back at what the card says.
EXPLANATION = _signs(
    (
        8,
        (
            r"^see (?:also )?[^.]{2,80}\.?$",
            r"^(?:examples?|notes?|q|a|questions?|answers?|rulings?|errata|clarifications?|comments?)\b ?[:.]",
        ),
    ),
    (4, (r"\bfor (?:example|instance)\b|\be\.g\.|\bi\.e\.|\bnote that\b",)),
    (
        3,
        (
            r"\b(?:however|therefore|thus|in other words|in fact|vice versa|respectively|as usual|as normal)\b",
            r"\b(?:normally|otherwise identical|in addition to any|effectively|unless otherwise|and so on)\b",
            r"\beven (?:if|though|when|while|by)\b|\bregardless of\b|\bwhether or not\b|\bas long as it stays\b",
            r"\b(?:on|upon) resolution\b",
            r"\b(?:as|when|once|after|before|until) [^.,;]*\bresolv(?:es?|ed|ing)\b",
            r"^(?:this|these|the|that) (?:\w+ )?(?:power|effect|modifier|card|ability|trigger|keyword)\b",
            r"\bthis (?:means|allows|removes|applies|includes|happens|doesn't|does|can|counts)\b",
            r"\bit means\b|\bmeans that\b",
            r"\?(?:\s|$)",
        ),
    ),
    (
        2,
        (
            r"\bresolv(?:es?|ing)\b|\bpriority\b|\b(?:on|onto|from|off) the chain\b|\bin response\b",
            r"\b(?:payment|triggered|continuous|replacement|static|delayed) (?:effect|modifier)s?\b",
            r"\b(?:legal|illegal|legally|applicable|calculated|wording|text box|reprinted|ruled?|rules)\b",
            r"^[a-z]+ing (?:an?|the|this|that|your|it|cards?|characters?)\b[^,:]*\b(?:is|are|does|doesn't|will)\b",
        ),
    ),
    (
        1.5,
        (
            r"'s (?:[\w-]+ )?(?:effect|power|ability|powers|modifier)\b(?! cost)",
            r"^you (?:can|can't|cannot|must|need|don't|only|still)\b",
        ),
    ),
    (
        1,
        (
            r"\b(?:already|still|currently|actual(?:ly)?|also|as well|simply|successfully|too late)\b",
            r"\b(?:doesn't|isn't|aren't|won't|wasn't|don't need|need not|does not|is not|will not|do not)\b",
            r"\b(?:not|rather than) just\b|\bnobody\b|\bno \w+ (?:is|are) \b|, but\b|\bnever\b|\bboth .{3,60} and\b",
        ),
    ),
)
