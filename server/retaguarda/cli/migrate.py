"""Migrate the database to the newest schema."""

from retaguarda.cli.prepare import bring_to_newest
from retaguarda.cli.process import settings_with_secret


def main(arguments: list[str]) -> int:
    bring_to_newest(settings_with_secret())
    print("the database has the newest schema")
    return 0
