"""A program brings payments under its key; only people with a second factor let money leave."""

from typing import Any
from uuid import uuid4

import httpx

from conftest import Sql
from people import AURORA, Person
from support.batches import BATCHES, lines, read, submit
from support.charges import Counter
from support.payments import JOAO, PAYMENTS, pay


async def test_a_key_brings_a_batch_and_moves_nothing_until_a_person_submits_it(
    gil: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    ((role,),) = sql("select id from role where name = 'payer' and company_id = %s", AURORA)
    sql("update role set permissions = permissions || '{payout::payment:approve}' where id = %s", role)
    # Nobody gives a key what they do not hold.
    sql(
        "update role set permissions = permissions || (select permissions from role where id = %s)"
        " where name = 'administrator' and company_id = %s",
        role,
        AURORA,
    )
    key = await gil.post("/rbac/keys", {"name": "ERP", "role_id": role})
    assert key.status_code == 201, key.text

    async def send(path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key.json()['secret']}", "Idempotency-Key": str(uuid4())}
        return await gil.client.post(path, json=body or {}, headers=headers)

    made = await send("/v1/payouts/batch-tables", {"name": "Folha", "text": lines(2)})
    assert made.status_code == 201, made.text
    await counter.work()
    batch = await read(bruno, made.json()["id"])
    assert (batch["status"], batch["good"], batch["actor"]) == ("planned", 2, "API key ERP")
    payment = (await pay(bruno)).json()["id"]
    one = f"{BATCHES}/{batch['id']}"
    for path, body in (
        (f"{one}/submit", {"plan": batch["plan_hash"], "total": batch["total"]}),
        (f"{one}/choice", {"choice": "good"}),
        (f"{one}/cancel", None),
        (f"{one}/stop", None),
        (PAYMENTS, {"amount": {"amount": 100}, **JOAO}),
        (f"{PAYMENTS}/{payment}/cancel", None),
        (f"{PAYMENTS}/{payment}/retry", None),
        (f"{PAYMENTS}/{payment}/agree", None),
        ("/v1/payouts/payment-destination", {"key": JOAO["key"]}),
    ):
        said = await send(path, body)
        assert said.status_code == 403, (path, said.text)
    assert sql("select count(*)::int from payout where batch_id is not null") == [(0,)]
    assert (await submit(bruno, batch)).status_code == 200
