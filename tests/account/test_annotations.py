"""Beside a transaction people write, and what this house decided by itself is undone by its mirror."""

import asyncio
from typing import Any

import pytest

from people import Person
from support.approvals import standing_policy
from support.charges import Counter

LIST, NOTES = "/v1/account/transactions", "/v1/account/notes"


@pytest.fixture
async def staff(diego: Person) -> Person:
    diego.account = "2"
    return diego


@pytest.fixture
async def poster(eva: Person) -> Person:
    eva.account = "2"
    return eva


async def record(person: Person, transaction: str) -> dict[str, Any]:
    said = await person.get(f"{LIST}/{transaction}")
    assert said.status_code == 200, said.text
    return said.json()


async def noted(staff: Person, poster: Person, **other: Any) -> tuple[str, str]:
    """A posted note, and its transaction."""
    body = {"type": "credit", "reason": "goodwill", "amount": {"amount": 2_500}, "due_date": "2026-01-05"}
    note = (await staff.post(NOTES, body | {"description": "Cortesia"} | other)).json()["id"]
    await staff.post(f"{NOTES}/{note}/submit")
    return note, (await poster.post(f"{NOTES}/{note}/post")).json()["journal_id"]


async def test_what_people_write_beside_a_transaction_stays_and_the_providers_own_words_stay_with_it(
    ana: Person, carla: Person, staff: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 10_000)
    ((transaction,),) = sql("select id::text from ledger_journal")
    path = f"{LIST}/{transaction}/annotations"
    first, again = [await ana.post(path, {"text": " Pedido 51 🍞\nentregue "}, key="once") for _ in range(2)]
    assert (first.status_code, again.headers["Idempotency-Replayed"], again.content) == (201, "true", first.content)
    await staff.post(path, {"text": "Conferir a origem", "internal": True})
    await staff.post(path, {"text": "Conferido"})
    seen = [(each["text"], each["created_by"]) for each in (await record(ana, transaction))["annotations"]]
    assert seen == [("Pedido 51 🍞\nentregue", ana.email), ("Conferido", "")]
    theirs = [(each["text"], each["created_by"]) for each in (await record(staff, transaction))["annotations"]]
    assert theirs == [seen[0], ("Conferir a origem", staff.email), ("Conferido", staff.email)]
    for body, field in (
        ({"text": "  "}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"text": "a\u0007b"}, "text"),
        ({"text": "para mim", "internal": True}, "internal"),
    ):
        refused = await ana.post(path, body)
        assert (refused.status_code, list(refused.json()["message"])) == (400, [field]), body
    assert (await carla.post(path, {"text": "oi"})).status_code == 404
    with pytest.raises(Exception, match="append-only"):
        sql("update transaction_annotation set text = 'outra coisa'")


async def test_a_note_is_reverted_once_by_its_mirror_and_both_stay_linked(
    ana: Person, staff: Person, poster: Person
) -> None:
    note, transaction = await noted(staff, poster)
    path = f"{LIST}/{transaction}/revert"
    plan = (await staff.post(f"{path}/plan", {"reason": "nota em dobro"})).json()
    assert [(b["account"], b["posted_after"]["amount"]) for b in plan["balances"]] == [("available", 0)]
    assert [(c["field"], c["after"]) for c in plan["changes"]] == [("reverted", True)]
    assert plan["hash"] == (await staff.post(f"{path}/plan", {"reason": "nota em dobro"})).json()["hash"]
    said = await asyncio.gather(*(staff.post(path, {"reason": "nota em dobro"}) for _ in range(3)))
    assert sorted(each.status_code for each in said) == [200, 409, 409]
    assert {each.json()["message"] for each in said if each.status_code == 409} == {"journal_not_reversible"}
    (reversal,) = [each.json()["reversal_id"] for each in said if each.status_code == 200]
    undone, mirror = await record(ana, transaction), await record(ana, reversal)
    assert (undone["reversed_by"], undone["revertible"], mirror["reverses"]) == (reversal, False, transaction)
    assert (mirror["kind"], mirror["origin"], mirror["origin_id"]) == ("account.reversal", "note", note)
    assert [each["text"] for each in mirror["annotations"]] == ["nota em dobro"]
    assert [(leg["account"], leg["amount"]["amount"], leg["direction"]) for leg in mirror["legs"]] == [
        (leg["account"], leg["amount"]["amount"], {"debit": "credit", "credit": "debit"}[leg["direction"]])
        for leg in undone["legs"]
    ]
    assert (await ana.get("/v1/account/balances")).json()["available"]["amount"] == 0
    assert (await staff.get(f"{NOTES}/{note}")).json()["reversed_by"] == reversal
    back = await staff.post(f"{LIST}/{reversal}/revert", {"reason": "e de novo"})
    assert (back.status_code, back.json()["message"]) == (409, "transaction_not_revertible")


async def test_what_happened_outside_is_not_reverted_nor_what_is_no_longer_there_nor_by_a_merchant(
    ana: Person, bruno: Person, staff: Person, poster: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 10_000)
    ((payment,),) = sql("select id::text from ledger_journal")
    refused = await staff.post(f"{LIST}/{payment}/revert", {"reason": "engano"})
    assert (refused.status_code, refused.json()["message"]) == (409, "transaction_not_revertible")
    assert (await record(staff, payment))["revertible"] is False
    _, credit = await noted(staff, poster, amount={"amount": 500})
    assert (await record(staff, credit))["revertible"] is True
    assert (await record(ana, credit))["revertible"] is False
    _, debit = await noted(staff, poster, type="debit", amount={"amount": 10_401})
    gone = await staff.post(f"{LIST}/{credit}/revert", {"reason": "engano"})
    assert (gone.status_code, gone.json()["message"]) == (422, "insufficient_balance")
    sql("update role set permissions = permissions || '{statement::transaction:fix}'")
    assert (await bruno.post(f"{LIST}/{credit}/revert", {"reason": "engano"})).status_code == 403
    assert (await staff.post(f"{LIST}/{debit}/revert", {"reason": " "})).json()["message"] == {
        "reason": ["field_required"]
    }


async def test_a_reversal_under_a_policy_waits_for_a_second_person(
    ana: Person, staff: Person, poster: Person, sql: Any
) -> None:
    _, transaction = await noted(staff, poster)
    standing_policy(sql, "account:transaction:revert")
    held = await staff.post(f"{LIST}/{transaction}/revert", {"reason": "nota em dobro"})
    assert held.status_code == 202
    assert (await record(ana, transaction))["reversed_by"] is None
