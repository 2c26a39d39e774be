"""The addresses of checking a list; `vsdb.urls` puts its timeline beside them."""

from django.urls import path

from vsdb.check import views
from vsdb.check.many import views as many

urlpatterns = [
    path("", views.check_page, name="check"),
    path("many/", many.show_form, name="many"),
    path("many/<slug:key>/", many.show_check, name="many-check"),
    path("many/<slug:key>/cancel/", many.cancel_check, name="many-cancel"),
    path("many/<slug:key>/<int:number>/", many.show_list, name="many-list"),
    path("team/", views.show_team_check, name="team"),
    path("badge.svg", views.show_verdict_badge, name="badge"),
    path("json/", views.show_verdict_json, name="json"),
    path("repair/", views.show_repair_of_list, name="repair"),
]
