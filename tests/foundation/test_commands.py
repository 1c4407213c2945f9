"""The one door: idempotency, permission, tenant, trail, and the commit before the answer."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from uuid import uuid4

import psycopg
import pytest

from people import AURORA, Person
from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM

CHARGE = {"amount": {"amount": 3700, "currency": "BRL"}, "reference": "Order 42", "expires_in": 3600}
PATH = "/v1/payin/charges"


async def test_the_same_key_and_body_give_the_first_answer_again(ana: Person) -> None:
    key = str(uuid4())
    first = await ana.post(PATH, CHARGE, key=key)
    second = await ana.post(PATH, CHARGE, key=key)
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert second.headers["Idempotency-Replayed"] == "true"
    assert (await ana.get("/v1/payin/charges")).headers["X-Total"] == "1"


async def test_the_order_of_fields_is_no_other_body(ana: Person) -> None:
    key = str(uuid4())
    await ana.post(PATH, CHARGE, key=key)
    assert (await ana.post(PATH, dict(reversed(CHARGE.items())), key=key)).status_code == 201


async def test_the_same_key_with_another_body_is_refused(ana: Person) -> None:
    key = str(uuid4())
    await ana.post(PATH, CHARGE, key=key)
    other = await ana.post(PATH, CHARGE | {"reference": "Order 43"}, key=key)
    assert (other.status_code, other.json()["message"]) == (422, "idempotency_key_reused")


async def test_a_key_is_needed_where_something_is_created(ana: Person) -> None:
    without = await ana.post(PATH, CHARGE, key=None)
    assert (without.status_code, without.json()["message"]) == (400, "idempotency_key_required")


@pytest.mark.parametrize("key", ["é" * 3, "x" * 256])
async def test_a_key_that_is_no_key_is_refused(ana: Person, key: str) -> None:
    headers = {"Authorization": f"Bearer {ana.token}", "Idempotency-Key": key.encode()}
    said = await ana.client.post(PATH, json=CHARGE, headers=headers)
    assert said.status_code == 400
    assert "Idempotency-Key" in said.json()["message"]


async def test_of_twenty_twins_one_creates_and_the_others_wait_or_replay(ana: Person) -> None:
    key = str(uuid4())
    answers = await asyncio.gather(*(ana.post(PATH, CHARGE, key=key) for _ in range(20)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    created = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert len(created) == 1
    assert all(a.json()["message"] == "idempotency_in_flight" for a in answers if a.status_code == 409)
    assert (await ana.get("/v1/payin/charges")).headers["X-Total"] == "1"


async def test_a_key_belongs_to_its_person_and_company(ana: Person, carla: Person) -> None:
    key = str(uuid4())
    hers = await ana.post(PATH, CHARGE, key=key)
    others = await carla.post(PATH, CHARGE | {"reference": "Livro"}, key=key)
    assert others.status_code == 201
    assert others.json()["id"] != hers.json()["id"]


async def test_a_command_leaves_its_event_in_the_trail(ana: Person, peopled_url: str) -> None:
    charge = (await ana.post(PATH, CHARGE)).json()
    with psycopg.connect(peopled_url) as connection:
        row = connection.execute(
            "select company_id, name, actor, request_id is not null from event where subject_id = %s", (charge["id"],)
        ).fetchone()
    assert row == (AURORA, "payin:charge:create", ana.email, True)


async def test_what_is_typed_stands_as_it_was_typed(ana: Person, peopled_url: str) -> None:
    typed = """O'Hara \\' ; rollback -- %s %(key)s %% $$ "quoted" ção"""
    key = "it's \\ 100%s"
    first = await ana.post(PATH, CHARGE | {"reference": typed}, key=key)
    assert (first.status_code, first.json()["reference"]) == (201, typed)
    assert (await ana.post(PATH, CHARGE | {"reference": typed}, key=key)).content == first.content
    with psycopg.connect(peopled_url) as connection:
        (kept,) = connection.execute("select key, convert_from(body, 'utf8') from idempotency").fetchall()
    assert kept == (key, first.text)


async def test_a_new_charge_is_answered_as_it_stands(ana: Person) -> None:
    payer = {"name": " Maria Exemplo ", "document": "529.982.247-25"}
    for more in ({}, {"payer": payer, "description": "Two of them"}):
        made = (await ana.post(PATH, CHARGE | more)).json()
        stands = (await ana.get(f"/v1/payin/charges/{made['id']}")).json()
        assert made == {name: stands[name] for name in made}


async def test_without_the_permission_nothing_happens(ana: Person, peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        connection.execute("update role set permissions = array_remove(permissions, 'payin::charge:write')")
    refused = await ana.post(PATH, CHARGE)
    assert (refused.status_code, refused.json()["message"]) == (403, "forbidden")
    assert (await ana.get("/v1/payin/charges")).headers["X-Total"] == "0"


async def test_staff_name_the_merchant_they_act_for(diego: Person) -> None:
    nobody = await diego.post(PATH, CHARGE)
    assert (nobody.status_code, nobody.json()["message"]) == (400, "account_required")
    diego.account = str(AURORA)
    assert (await diego.post(PATH, CHARGE)).json()["company_id"] == AURORA


async def test_a_failing_commit_never_answers_a_success(ana: Person, peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        connection.execute(
            "create function boom() returns trigger language plpgsql as $$ begin raise exception 'boom'; end $$;"
            "create constraint trigger boom after insert on charge deferrable initially deferred"
            " for each row execute function boom()"
        )
    refused = await ana.post(PATH, CHARGE)
    assert (refused.status_code, refused.json()["message"]) == (500, "unexpected_error")
    assert "boom" not in refused.text
    assert (await ana.get("/v1/payin/charges")).headers["X-Total"] == "0"


async def test_a_transaction_that_failed_inside_is_never_taken_for_committed(app: App) -> None:
    async def swallow() -> None:
        async with app.database.transaction(SYSTEM) as tx:
            with contextlib.suppress(psycopg.errors.DivisionByZero):
                await tx.execute("select 1 / 0")

    with pytest.raises(psycopg.errors.InFailedSqlTransaction):
        await swallow()


async def test_a_wrong_body_names_its_field(ana: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[object, str]] = [
        ({}, "amount"),
        ({"amount": {"amount": 0}}, "amount.amount"),
        ({"amount": {"amount": -5}}, "amount.amount"),
        ({"amount": {"amount": 10.5}}, "amount.amount"),
        ({"amount": {"amount": "37.00"}}, "amount.amount"),
        ({"amount": {"amount": 10**12}}, "amount.amount"),
        ({"amount": {"amount": 1, "currency": "USD"}}, "amount.currency"),
        ({"amount": {"amount": 1}, "expires_in": 59}, "expires_in"),
        ({"amount": {"amount": 1}, "color": "red"}, "color"),
        ({"amount": {"amount": 1}, "description": "x" * 141}, "description"),
        ({"amount": {"amount": 1}, "reference": "a\x00b"}, "reference"),
        ({"amount": {"amount": 1}, "payer": {"name": "Ana", "document": "11111111111"}}, "payer.document"),
        ({"amount": {"amount": 1}, "payer": {"name": "  ", "document": "52998224725"}}, "payer.name"),
        ({"amount": {"amount": 1}, "payer": {"document": "52998224725"}}, "payer.name"),
        ([], "body"),
    ]
    for body, field in cases:
        with subtests.test(body=body, field=field):
            refused = await ana.post(PATH, body)
            assert refused.status_code == 400
            assert field in refused.json()["message"], refused.text


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 100_000, b"nul"])
async def test_what_is_no_json_is_refused(ana: Person, content: bytes) -> None:
    headers = {"Authorization": f"Bearer {ana.token}", "Idempotency-Key": "k", "Content-Type": "application/json"}
    refused = await ana.client.post(PATH, content=content, headers=headers)
    assert refused.status_code == 400


@pytest.mark.parametrize(("shown", "status"), [("Bearer a.b.c", 401), ("", 401), ("ours", 400)])
async def test_a_long_body_is_read_only_of_somebody_who_shows_a_token_of_ours(
    ana: Person, shown: str, status: int
) -> None:
    read = list[int]()

    async def pieces() -> AsyncIterator[bytes]:
        for number in range(3):
            read.append(number)
            yield b"x" * 10_000

    headers = {"Authorization": f"Bearer {ana.token}" if shown == "ours" else shown, "Idempotency-Key": "k"}
    headers["Content-Type"] = "application/json"
    refused = await ana.client.post(PATH, content=pieces(), headers=headers)
    assert (refused.status_code, len(read)) == (status, 3 if status == 400 else 0)


async def test_a_body_over_the_limit_is_refused(ana: Person) -> None:
    headers = {"Authorization": f"Bearer {ana.token}", "Idempotency-Key": "k"}
    refused = await ana.client.post(PATH, content=b"x" * 1_000_001, headers=headers)
    assert (refused.status_code, refused.json()["message"]) == (413, "body_too_large")
