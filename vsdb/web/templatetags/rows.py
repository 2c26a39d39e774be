"""Rows of the pages of formats and sets."""

from __future__ import annotations

from django import template

from vsdb.web import format_html, set_html

register = template.Library()
for _name, _draw in (
    ("set_tags", format_html.draw_set_tags),
    ("set_reasons", format_html.draw_set_reasons),
    ("sets_out", format_html.draw_sets_out),
    ("change_entries", format_html.draw_changes),
    ("calendar_rows", format_html.draw_calendar),
    ("timeline_rows", format_html.draw_timeline_rows),
    ("timeline_table_rows", format_html.draw_timeline_table),
    ("asked_day", format_html.draw_asked_day),
    ("ban_rows", format_html.draw_bans),
    ("checklist_rows", set_html.draw_checklist),
):
    register.simple_tag(_draw, name=_name)
