"""How other pages lead to this site: addresses that bring a list, and a bookmark that sends the selected text."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

_IN_ADDRESS = 3_000  #: characters of a list that fits into an address on its way; a longer one is sent as a form
#: Runs on the page where the bookmark is pressed, never on this site, whose content policy forbids it.
_SCRIPT = (
    "(()=>{const list=String(getSelection()).trim()||(prompt('Deck list to check')||'').trim();if(!list)return;"
    "const word=encodeURIComponent(list),to=ADDRESS;if(word.length<LENGTH){window.open(to+'?deck='+word,'_blank',"
    "'noopener');return}const form=document.createElement('form'),field=document.createElement('textarea');"
    "form.method='post';form.action=to;form.target='_blank';field.name='deck';field.value=list;form.append(field);"
    "document.body.append(form);form.submit();form.remove()})()"
)
_EXAMPLE = "4 Storm, Ororo Munroe\n4 Nasty Surprise"


@require_safe
def show_linking(request: HttpRequest) -> HttpResponse:
    """How to link to the site with a list, check a list from any page, and embed a verdict."""
    root = request.build_absolute_uri("/")[:-1]
    new = {"game": "vs-classic", "format": "golden-age", "title": "Storms", "deck": _EXAMPLE}
    check = {"format": "vs-classic/golden-age", "on": "2008-07-01", "deck": _EXAMPLE}
    context = {
        "root": root,
        "bookmark": write_bookmark(root),
        "new_example": f"{reverse('stored:new')}?{urlencode(new)}",
        "check_example": f"{reverse('decks:check')}?{urlencode(check)}",
    }
    return render(request, "web/linking.html", context)


def write_bookmark(root: str) -> str:
    """The address of a bookmark that sends the selected text to the check page, in a new window."""
    to = json.dumps(root + reverse("decks:check")).replace('"', "'")
    return f"javascript:{_SCRIPT.replace('ADDRESS', to).replace('LENGTH', str(_IN_ADDRESS))}"
