"""Migrate the database to the newest schema."""

from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import app_password, owner_url
from retaguarda.foundation.migrate import migrate


def main(arguments: list[str]) -> int:
    settings = settings_with_secret()
    migrate(owner_url(settings), app_password(settings))
    print("the database has the newest schema")
    return 0
