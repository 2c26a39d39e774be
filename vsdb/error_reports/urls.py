"""The addresses of error reports."""

from django.urls import path

from vsdb.error_reports import views

app_name = "errors"
urlpatterns = [
    path("report/", views.new, name="new"),
    path("report/<slug:key>/", views.show_report, name="report"),
    path("account/reports/", views.show_own, name="mine"),
    path("reports/", views.show_queue, name="queue"),
    path("reports/<int:number>/", views.answer, name="answer"),
]
