"""Fill a trial: connect the bundled provider, and load the demo where it is asked for. The product finds this by its name.

A trial that has its data starts often, so this loads nothing of what makes the data.
"""

import asyncio
from dataclasses import dataclass
from uuid import UUID

import psycopg
from psycopg.sql import SQL, Identifier

from retaguarda.cli.connect_payouts import connect_payouts, database_of
from retaguarda.database_url import owner_url
from retaguarda.foundation.keys import Keys
from retaguarda.payin.processors.connections import Account, ensure_connection
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET, Settings
from retaguarda_demo.people import announce

__all__ = ["announce", "fill"]

#: The account into which the bundled provider pays recurring charges.
SANDBOX_ACCOUNT = Account("0001", "1234567", "PAGAMENTO")


@dataclass(frozen=True, slots=True)
class SandboxProcessor:
    """An account of ours at the bundled provider."""

    name: str
    pix_key: str
    priority: int
    account: Account | None = None


FIRST = SandboxProcessor("Sandbox (API Pix 2.9)", SANDBOX_KEY, 100, SANDBOX_ACCOUNT)
#: The second processor of a trial: it gets charges by rule only, and no recurring ones.
SECOND = SandboxProcessor("Sandbox B (API Pix 2.9)", "pix-b@retaguarda.example", 200)


#: Of the bundled provider's API Pix.
_API = "/api/v2"
_NO_HOUSES = "select not exists (select from company)"
_NO_HISTORY = """
    select not (exists (select from charge) or exists (select from pix_payment) or exists (select from ledger_journal))
        or not exists (select from hook_endpoint)
"""

#: Where the demo names the bundled provider, beside the connections of the settings: each start brings those up to date.
_NAMED = (
    ("hook_endpoint", "url"),
    ("check_provider", "base_url"),
    ("watch_list", "source_url"),
    ("payout_processor", "base_url"),
    ("payout_processor", "token_url"),
)
_EARLIER = "select base_url from pix_connection where settings_name = %s"


def fill(settings: Settings) -> None:
    if settings.demo and _holds(settings, _NO_HOUSES):
        from retaguarda_demo.fill_trial import load_houses

        load_houses(settings)
    if not settings.production:
        if settings.demo:
            follow_sandbox(owner_url(settings), settings.sandbox_address)
        asyncio.run(connect_payouts(settings))
        first = connect_sandbox(settings)
        if settings.demo:
            second = asyncio.run(_connect_sandbox(settings, SECOND))
            if _holds(settings, _NO_HISTORY):
                from retaguarda_demo.fill_trial import load_history

                load_history(settings, first, second)


def _holds(settings: Settings, question: str) -> bool:
    with psycopg.connect(owner_url(settings)) as connection:
        return connection.execute(question.encode()).fetchone() == (True,)


def follow_sandbox(url: str, address: str) -> None:
    """Move what the demo connected to the bundled provider to ``address``, where this trial now starts it: on another port, it may be."""
    with psycopg.connect(url) as connection:
        found = connection.execute(_EARLIER, (FIRST.name,)).fetchone()
        earlier = found[0].removesuffix(_API) if found else address
        if earlier == address:
            return
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        for table, column in _NAMED:
            move = SQL(
                "update {table} set {column} = %(to)s || substr({column}, %(rest)s) where starts_with({column}, %(from)s)"
            )
            connection.execute(
                move.format(table=Identifier(table), column=Identifier(column)),
                {"to": f"{address}/", "from": f"{earlier}/", "rest": len(earlier) + 2},
            )


def connect_sandbox(settings: Settings) -> UUID:
    """Create the processor at the bundled provider, if missing, and return its id."""
    return asyncio.run(_connect_sandbox(settings, FIRST))


async def _connect_sandbox(settings: Settings, account: SandboxProcessor) -> UUID:
    async with database_of(settings) as database:
        return await ensure_connection(
            database,
            Keys(settings.secret, settings.secret_previous),
            name=account.name,
            base_url=f"{settings.sandbox_address}{_API}",
            token_url=f"{settings.sandbox_address}/oauth/token",
            client_id=SANDBOX_CLIENT,
            client_secret=SANDBOX_SECRET,
            pix_key=account.pix_key,
            account=account.account,
            priority=account.priority,
        )
