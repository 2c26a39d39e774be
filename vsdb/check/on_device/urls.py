"""The addresses of the offline engine's files."""

from django.urls import path

from vsdb.check.on_device import views

app_name = "engine"
urlpatterns = [
    path("manifest.json", views.list_engine_files, name="manifest"),
    path("<str:key>/<str:name>", views.show_engine_file, name="file"),
]
