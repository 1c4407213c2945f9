"""The old program goes on while the new one migrates: a table's new column costs nobody an answer."""

from typing import Any

import psycopg
import pytest

from people import Person
from retaguarda.foundation.database import SYSTEM, Database, SchemaChanged

#: psycopg prepares a statement that was run so often on a connection.
OFTEN = 6


async def test_a_column_that_comes_while_calls_are_answered_is_seen_by_nobody(ana: Person, sql: Any) -> None:
    made = await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    path = f"/v1/payin/charges/{made.json()['id']}"
    for _ in range(OFTEN):
        assert (await ana.get(path)).status_code == 200
        assert (await ana.post(f"{path}/cancel")).status_code in (200, 409)
    sql("alter table charge add column brought_by_a_release int")
    assert (await ana.get(path)).status_code == 200
    sql("alter table charge add column brought_by_the_next_one int")
    assert (await ana.post("/v1/payin/charges", {"amount": {"amount": 200}})).status_code == 201


async def test_a_statement_prepared_before_a_migration_fails_once_and_closes_its_connection(
    app_url: str, database_url: str
) -> None:
    database = Database(app_url, size=1)
    await database.open()

    async def ask() -> Any:
        async with database.transaction(SYSTEM) as tx:
            return await tx.all("select * from company where id > %(id)s", {"id": 0})

    try:
        for _ in range(OFTEN):
            await ask()
        with psycopg.connect(database_url, autocommit=True) as owner:
            owner.execute("alter table company add column brought_by_a_release int")
        with pytest.raises(SchemaChanged):
            await ask()
        await ask()
    finally:
        await database.close()
