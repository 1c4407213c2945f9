"""A program brings payments under its key; only people with a second factor let money leave."""

from typing import Any
from uuid import uuid4

import httpx

from conftest import Sql
from people import AURORA, Person
from support.batches import BATCHES, lines, read, settle, submit
from support.charges import Counter
from support.payments import JOAO, PAYMENTS, pay

BROUGHT = "/v1/payouts/brought-payments"


async def payers_key(gil: Person, sql: Sql) -> str:
    """The secret of a key with the role of who pays, who approves too."""
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
    return key.json()["secret"]


async def test_a_key_brings_a_batch_and_moves_nothing_until_a_person_submits_it(
    gil: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    secret = await payers_key(gil, sql)

    async def send(path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": str(uuid4())}
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


async def test_a_key_brings_a_single_payment_once_and_a_person_lets_it_go(
    gil: Person, bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    secret = await payers_key(gil, sql)

    async def send(body: dict[str, Any], once: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": once}
        return await gil.client.post(BROUGHT, json=body, headers=headers)

    body = {"amount": {"amount": 1_250}, "external_id": "invoice-2001", **JOAO}
    made = await send(body, "a")
    assert made.status_code == 202, made.text
    assert (await send(body, "a")).json() == made.json()
    batch = await read(bruno, made.json()["id"])
    assert (batch["status"], batch["source"], batch["name"], batch["good"]) == ("planned", "api", "invoice-2001", 1)
    assert sql("select count(*)::int from payout where external_id = 'invoice-2001'") == [(0,)]
    assert (await carla.get(f"{BATCHES}/{batch['id']}")).status_code in (403, 404)
    assert (await submit(bruno, batch)).status_code == 200
    await settle(counter, sql)
    assert sql("select status, amount from payout where external_id = 'invoice-2001'") == [("done", 1_250)]
    # The same id again, as another intent: its line says that it is used, and nothing can leave.
    again = await read(bruno, (await send(body, "b")).json()["id"])
    assert (again["good"], again["bad"]) == (0, 1)
    for wrong in ({"external_id": ""}, {"amount": {"amount": 0}}, {"key": None}, {"holder_document": "111"}):
        assert (await send(body | wrong, str(uuid4()))).status_code == 400


async def test_an_external_id_that_was_brought_twice_is_paid_once(
    gil: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    secret = await payers_key(gil, sql)
    body = {"amount": {"amount": 1_250}, "external_id": "invoice-2001", **JOAO}
    batches = []
    for once in ("a", "b"):
        headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": once}
        batches.append((await gil.client.post(BROUGHT, json=body, headers=headers)).json())
    # Neither is a payment yet: the second names the first, and a person decides.
    assert [(each["good"], each["similar_to"]) for each in batches] == [(1, None), (1, batches[0]["id"])]
    for each in batches:
        await submit(bruno, await read(bruno, each["id"]))
    await settle(counter, sql)
    assert sql("select count(*)::int, sum(amount)::int from payout where external_id = 'invoice-2001'") == [(1, 1_250)]
    assert [(await read(bruno, each["id"]))["status"] for each in batches].count("done") == 1
