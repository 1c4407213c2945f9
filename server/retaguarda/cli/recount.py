"""Rebuild the roll-ups of pay-in and the sums of the PLD rules from what happened, while the program runs."""

import asyncio
import sys

import psycopg

from retaguarda.cli.connect_payouts import database_of
from retaguarda.cli.process import settings_with_secret
from retaguarda.compliance.pld_rules.count_movements import count_again
from retaguarda.database_url import owner_url
from retaguarda.foundation.database import SYSTEM
from retaguarda.settings import Settings


def main(arguments: list[str]) -> int:
    """Rebuild the roll-ups and print how much there is."""
    if arguments:
        print("usage: python -m retaguarda recount", file=sys.stderr)
        return 2
    settings = settings_with_secret()
    with psycopg.connect(owner_url(settings)) as connection:
        row = connection.execute("select payin_hour_rebuild()").fetchone()
    print(f"{row[0] if row else 0} hours, methods and processors counted")
    print(f"{asyncio.run(_subjects(settings))} busy subjects of PLD rules added up")
    return 0


async def _subjects(settings: Settings) -> int:
    async with database_of(settings) as database, database.transaction(SYSTEM) as tx:
        return await count_again(tx)
