"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.planning import api, edit_views, role_views, views

urlpatterns: list[URLPattern] = [
    path("", views.show_index, name="index"),
    path("new/", edit_views.show_new, name="new"),
    path("<int:event>/", views.show_event, name="event"),
    path("<int:event>/desk/", views.show_desk, name="desk"),
    path("<int:event>/edit/", edit_views.edit_event, name="edit"),
    path("<int:event>/copy/", edit_views.copy_event, name="copy"),
    path("<int:event>/extend/", edit_views.extend_deadlines, name="extend"),
    path("<int:event>/stage/<slug:stage>/", edit_views.move_event, name="stage"),
    path("<int:event>/roles/", role_views.show_roles, name="roles"),
    path("<int:event>/roles/<int:role>/revoke/", role_views.revoke_role, name="role-revoke"),
    path("<int:event>/roles/hand-over/", role_views.hand_over, name="hand-over"),
    path("<int:event>/leave/", role_views.leave_event, name="leave"),
]
api_patterns: list[URLPattern] = [
    path("events", api.Events.as_view(), name="events"),
    path("events/<int:event>", api.OneEvent.as_view(), name="event"),
    path("events/<int:event>/desk", api.EventDesk.as_view(), name="event-desk"),
    path("events/<int:event>/stage", api.EventStage.as_view(), name="event-stage"),
    path("events/<int:event>/copy", api.EventCopy.as_view(), name="event-copy"),
    path("events/<int:event>/extend", api.EventDeadlines.as_view(), name="event-extend"),
    path("events/<int:event>/roles", api.EventRoles.as_view(), name="event-roles"),
    path("events/<int:event>/roles/<int:role>", api.OneEventRole.as_view(), name="event-role"),
    path("events/<int:event>/hand-over", api.EventHandOver.as_view(), name="event-hand-over"),
    path("events/<int:event>/leave", api.EventLeave.as_view(), name="event-leave"),
]
