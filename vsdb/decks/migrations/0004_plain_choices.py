"""Plain words for who can see a deck."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('decks', '0003_words_of_titles'),
    ]

    operations = [
        migrations.AlterField(
            model_name='deck',
            name='visibility',
            field=models.CharField(choices=[('private', 'Only you'), ('link', 'Anyone with the link'), ('public', 'Everyone')], default='private', max_length=8),
        ),
    ]
