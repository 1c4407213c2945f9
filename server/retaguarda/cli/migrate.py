"""Brings the database to the newest schema."""

from retaguarda.cli.process import settings_with_secret
from retaguarda.foundation.migrate import migrate
from retaguarda.place import app_password, owner_url


def main(arguments: list[str]) -> int:
    settings = settings_with_secret()
    migrate(owner_url(settings), app_password(settings))
    print("the database has the newest schema")
    return 0
