"""The bank works on a batch, some of its charges each time somebody looks."""

from typing import Any

import msgspec
from psycopg.types.json import Jsonb

from retaguarda_sandbox import charges
from retaguarda_sandbox.bodies import CobVBody, decode
from retaguarda_sandbox.core import Sandbox
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import Row, all_rows

#: Charges worked off at each question.
_AT_ONCE = 500


async def work(sandbox: Sandbox, batch: Row) -> None:
    """Makes or alters the next charges that wait, or says why not."""
    async with sandbox.store.transaction() as connection:
        waiting = await all_rows(
            connection,
            "select * from sandbox.batch_item where numero = %(numero)s and status = 'EM_PROCESSAMENTO' order by place limit %(most)s",
            numero=batch["numero"],
            most=_AT_ONCE,
        )
    done = [await _one_item(sandbox, row) for row in waiting]
    async with sandbox.store.transaction() as connection, connection.cursor() as cursor:
        await cursor.executemany(
            "update sandbox.batch_item set status = %(status)s, problema = %(problema)s, criacao = coalesce(criacao, %(now)s)"
            " where numero = %(numero)s and txid = %(txid)s and body = %(body)s",
            done,
        )


async def _one_item(sandbox: Sandbox, row: Row) -> dict[str, Any]:
    said: dict[str, Any] = {"status": "CRIADA", "problema": None, "now": sandbox.now()}
    try:
        body = decode(msgspec.json.encode(row["body"]), CobVBody, charges.COBV.invalid, "cobv")
        if row["criacao"] is None:
            await charges.ask(sandbox, charges.COBV, row["txid"], body)
        else:
            await charges.revise(sandbox, charges.COBV, row["txid"], body)
    except Problem as problem:
        said |= {"status": "NEGADA", "problema": Jsonb(problem.response().content), "now": None}
    return said | {"numero": row["numero"], "txid": row["txid"], "body": Jsonb(row["body"])}
