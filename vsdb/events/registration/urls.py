"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.registration import api, desk_views, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/register/", views.register, name="register"),
    path("<int:event>/enter/", views.enter, name="enter"),
    path("<int:event>/venue/", views.venue, name="venue"),
    path("<int:event>/me/", views.show_own, name="me"),
    path("<int:event>/me/withdraw/", views.withdraw, name="withdraw"),
    path("<int:event>/me/accept/", views.accept, name="accept"),
    path("<int:event>/me/register-again/", views.register_again, name="register-again"),
    path("<int:event>/me/agree/", views.agree, name="agree"),
    path("<int:event>/players/", desk_views.show_players, name="players"),
    path("<int:event>/players/new/", desk_views.add_player, name="new-player"),
    path("<int:event>/players/<int:player>/", desk_views.show_player, name="player"),
    path("<int:event>/players/<int:player>/set/", desk_views.set_player, name="set-player"),
    path("<int:event>/players/<int:player>/edit/", desk_views.edit_player, name="edit-player"),
    path("<int:event>/players/<int:player>/code/", desk_views.renew_code, name="player-code"),
    path("<int:event>/rounds/", desk_views.show_rounds, name="rounds"),
]
api_patterns: list[URLPattern] = [
    path("events/<int:event>/registrations", api.Registrations.as_view(), name="event-registrations"),
    path("events/<int:event>/registrations/<int:player>", api.OneRegistration.as_view(), name="event-registration"),
    path(
        "events/<int:event>/registrations/<int:player>/withdraw",
        api.Withdrawal.as_view(),
        name="event-registration-withdraw",
    ),
    path(
        "events/<int:event>/registrations/<int:player>/confirm",
        api.Confirmation.as_view(),
        name="event-registration-confirm",
    ),
]
