"""Notes: one person writes, another posts; one journal each, and nobody does both."""

from typing import Any

import psycopg
import pytest

from people import Person
from retaguarda.account.notes.invariants import INVARIANTS
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders

NOTES = "/v1/account/notes"
NOTE = {
    "type": "credit",
    "reason": "fee_correction",
    "amount": {"amount": 2_500},
    "due_date": "2026-01-05",
    "description": "Tarifa cobrada a mais em dezembro",
}


@pytest.fixture
async def writer(diego: Person) -> Person:
    diego.account = "2"
    return diego


@pytest.fixture
async def poster(eva: Person) -> Person:
    eva.account = "2"
    return eva


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> Any:
    yield
    assert offenders(counter.url) == {}
    with psycopg.connect(counter.url) as connection:
        for each in INVARIANTS:
            assert connection.execute(each.offenders_sql.encode()).fetchone() == (0,), each.name


async def handed_in(writer: Person, **other: Any) -> str:
    made = await writer.post(NOTES, NOTE | other)
    assert made.status_code == 201, made.text
    submitted = await writer.post(f"{NOTES}/{made.json()['id']}/submit")
    assert (submitted.status_code, submitted.json()["status"]) == (200, "awaiting_approval")
    return made.json()["id"]


async def available(person: Person) -> int:
    return (await person.get("/v1/account/balances")).json()["available"]["amount"]


async def test_a_note_that_another_person_posts_moves_the_balance_once(
    ana: Person, writer: Person, poster: Person, sql: Any
) -> None:
    note = await handed_in(writer)
    plan = (await poster.post(f"{NOTES}/{note}/post/plan")).json()
    assert [(b["account"], b["posted_after"]["amount"] - b["posted_before"]["amount"]) for b in plan["balances"]] == [
        ("available", 2_500)
    ]
    # Under a policy it waits, and what was seen is what is done, however late.
    policy = standing_policy(sql, "account:note:post")
    waiting = await handed_in(writer)
    held = (await poster.post(f"{NOTES}/{waiting}/post")).json()["request"]["id"]
    assert (await Desk(sql).approve(writer, held)).json()["status"] == "executed"
    sql("update approval_policy set active = false where id = %s", policy)
    first = await poster.post(f"{NOTES}/{note}/post", key="once")
    again = await poster.post(f"{NOTES}/{note}/post", key="once")
    assert (first.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert (await poster.post(f"{NOTES}/{note}/post")).json()["message"] == "note_not_open"
    assert await available(ana) == 2 * 2_500
    (entry, _) = (await ana.get("/v1/account/transactions")).json()
    assert (entry["kind"], entry["origin"], entry["origin_id"]) == ("account.note", "note", note)
    assert entry["description"] == NOTE["description"]
    # It counts from its day, and was recorded now: the day is known otherwise than it was.
    assert entry["effective_at"].startswith("2026-01-05T03:00")
    assert entry["transaction_id"] == first.json()["journal_id"]


async def test_a_merchant_sees_what_was_posted_and_who_of_the_provider_it_was_is_not_told(
    ana: Person, carla: Person, writer: Person, poster: Person
) -> None:
    note = await handed_in(writer)
    assert (await ana.get(NOTES)).json() == []
    assert (await ana.get(f"{NOTES}/{note}")).status_code == 404
    await poster.post(f"{NOTES}/{note}/post")
    (row,) = (await ana.get(NOTES)).json()
    assert (row["number"], row["status"], "created_by" in row) == (1, "posted", False)
    record = (await ana.get(f"{NOTES}/{note}")).json()
    assert (record["created_by"], record["posted_by"], record["may_post"]) == ("", None, False)
    assert (await carla.get(NOTES)).json() == []
    assert (await carla.get(f"{NOTES}/{note}")).status_code == 404


async def test_nobody_posts_a_note_they_had_a_hand_in_not_even_past_the_program(
    writer: Person, poster: Person, counter: Counter, sql: Any
) -> None:
    note = await handed_in(writer)
    own = await writer.post(f"{NOTES}/{note}/post")
    assert (own.status_code, own.json()["message"]) == (409, "note_own")
    assert (await writer.get(f"{NOTES}/{note}")).json()["mine"] is True
    (maker,) = sql("select id::text from person where email = %s", writer.email)[0]
    with psycopg.connect(counter.url) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', false)")
        connection.execute("select set_config('retaguarda.person', %s, false)", (maker,))
        with pytest.raises(psycopg.Error) as caught:
            connection.execute(
                "update merchant_note set status = 'posted', posted_by = 'x', posted_at = now(),"
                " journal_id = gen_random_uuid() where id = %s",
                (note,),
            )
    assert caught.value.sqlstate == "RF048"
    assert (await poster.post(f"{NOTES}/{note}/post")).status_code == 200


async def test_a_merchant_writes_no_notes_whatever_their_role(ana: Person, bruno: Person, sql: Any) -> None:
    assert (await ana.post(NOTES, NOTE)).status_code == 403
    sql("update role set permissions = permissions || array['account::notes:write', 'account::notes:approve']")
    refused = await bruno.post(NOTES, NOTE)
    assert (refused.status_code, refused.json()["message"]) == (403, "forbidden")


async def test_a_draft_is_changed_and_given_up_and_what_was_handed_in_stays_as_it_is(
    writer: Person, poster: Person
) -> None:
    draft = (await writer.post(NOTES, NOTE)).json()
    path = f"{NOTES}/{draft['id']}"
    for _ in range(2):
        changed = await writer.put(path, NOTE | {"amount": {"amount": 900}, "type": "debit"})
        assert (changed.json()["amount"]["amount"], changed.json()["type"]) == (900, "debit")
    await writer.post(f"{path}/submit")
    for refused in (await writer.put(path, NOTE), await writer.post(f"{path}/submit")):
        assert (refused.status_code, refused.json()["message"]) == (409, "note_not_open")
    assert (await poster.post(f"{path}/cancel")).status_code == 403
    assert (await writer.post(f"{path}/cancel")).json()["status"] == "cancelled"
    assert (await poster.post(f"{path}/post")).json()["message"] == "note_not_open"


async def test_a_debit_takes_what_is_there_and_never_more(
    ana: Person, writer: Person, poster: Person, counter: Counter
) -> None:
    await counter.paid(ana, 10_000)
    beyond = await poster.post(f"{NOTES}/{await handed_in(writer, type='debit', amount={'amount': 9_902})}/post")
    assert (beyond.status_code, beyond.json()["message"]) == (422, "insufficient_balance")
    assert (
        await poster.post(f"{NOTES}/{await handed_in(writer, type='debit', amount={'amount': 9_901})}/post")
    ).status_code == 200
    assert await available(ana) == 0


async def test_bad_notes_are_refused_by_field(writer: Person, poster: Person) -> None:
    for wrong, field in (
        ({"amount": {"amount": 0}}, "amount.amount"),
        ({"amount": {"amount": -1}}, "amount.amount"),
        ({"amount": {"amount": 10**12}}, "amount.amount"),
        ({"amount": {"amount": 1, "currency": "USD"}}, "amount.currency"),
        ({"amount": {"amount": 1.5}}, "amount.amount"),
        ({"due_date": "2026-02-31"}, "due_date"),
        ({"due_date": "1026-02-01"}, "due_date"),
        ({"description": "  "}, "description"),
        ({"description": "x" * 141}, "description"),
        ({"type": "gift"}, "type"),
    ):
        refused = await writer.post(NOTES, NOTE | wrong)
        assert refused.status_code == 400, wrong
        assert list(refused.json()["message"]) == [field], wrong
    early = await poster.post(f"{NOTES}/{await handed_in(writer, due_date='2099-12-31')}/post")
    assert (early.status_code, early.json()["message"]) == (409, "note_not_due")
