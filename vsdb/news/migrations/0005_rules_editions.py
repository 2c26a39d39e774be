from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("changes", "0004_sealed_secrets")]

    operations = [
        migrations.AlterField(
            model_name="change",
            name="kind",
            field=models.CharField(
                choices=[
                    ("set-released", "a set came out"),
                    ("set-legal", "a set became legal"),
                    ("set-rotated", "a set left a format"),
                    ("edition", "an edition of the rules took effect"),
                    ("ban-began", "a ban began"),
                    ("ban-ended", "a ban ended"),
                    ("errata", "errata"),
                    ("texts", "official texts"),
                    ("rulings", "rulings"),
                    ("format-began", "a format began"),
                    ("format-ended", "a format ended"),
                    ("format-published", "an organizer published a format"),
                ],
                max_length=20,
            ),
        )
    ]
