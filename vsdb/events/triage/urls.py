"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.triage import action_views, api, penalty_views, ruling_views, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/lists/", views.show_triage, name="triage"),
    path("<int:event>/lists/mail/", action_views.mail_players, name="triage-mail"),
    path("<int:event>/lists/rule/", ruling_views.rule_on_several, name="triage-rule"),
    path("<int:event>/lists/drop/", action_views.drop_players, name="triage-drop"),
    path("<int:event>/lists/drafts/", action_views.accept_drafts, name="triage-drafts"),
    path("<int:event>/lists/<int:entry>/rulings/", ruling_views.show_list_rulings, name="list-rulings"),
    path("<int:event>/lists/<int:entry>/verdict/", ruling_views.decide_verdict, name="decide-verdict"),
    path("<int:event>/rulings/", ruling_views.show_rulings, name="rulings"),
    path("<int:event>/penalties/", penalty_views.show_penalties, name="penalties"),
    path("<int:event>/penalties/<int:penalty>/withdraw/", penalty_views.withdraw, name="penalty-withdraw"),
    path("<int:event>/players/<int:player>/penalties/", penalty_views.show_player_penalties, name="player-penalties"),
]
api_patterns: list[URLPattern] = [
    path("events/<int:event>/triage", api.Triage.as_view(), name="event-triage"),
    path("events/<int:event>/lists/<int:entry>/rulings", api.ListRulings.as_view(), name="event-list-rulings"),
    path("events/<int:event>/lists/<int:entry>/verdict", api.VerdictDecision.as_view(), name="event-decide-verdict"),
    path("events/<int:event>/rulings", api.Rulings.as_view(), name="event-rulings"),
    path("events/<int:event>/penalties", api.Penalties.as_view(), name="event-penalties"),
    path(
        "events/<int:event>/penalties/<int:penalty>/withdraw",
        api.PenaltyWithdrawal.as_view(),
        name="event-penalty-withdraw",
    ),
    path(
        "events/<int:event>/players/<int:player>/penalties",
        api.PlayerPenalties.as_view(),
        name="event-player-penalties",
    ),
]
