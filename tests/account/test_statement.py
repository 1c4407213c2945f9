"""The statement: entries, balances of the past, and a day as it was known beside what is known now."""

from datetime import UTC, datetime, timedelta
from typing import Any

from days import ZONE, today
from people import Person
from support.charges import Counter

LIST = "/v1/account/transactions"


async def rows(person: Person, **query: Any) -> list[dict[str, Any]]:
    said = await person.get(LIST, **query)
    assert said.status_code == 200, said.text
    return said.json()


_NOT_SUMS = ("at", "past", "sub_accounts")


async def balances(person: Person, at: str | None = None) -> dict[str, Any]:
    said = await person.get("/v1/account/balances", **({"at": at} if at else {}))
    assert said.status_code == 200, said.text
    return {name: value and value["amount"] for name, value in said.json().items() if name not in _NOT_SUMS}


async def settled(counter: Counter) -> None:
    """The provider has carried out the refunds it was asked for."""
    await counter.work()
    await counter.run_job("payin.reconcile")


def later(at: str) -> str:
    return (datetime.fromisoformat(at) + timedelta(microseconds=1)).isoformat()


async def test_each_entry_tells_what_came_when_for_what_and_the_balance_after_it(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000, payer={"name": "Maria Exemplo", "document": "52998224725"})
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 4_000}, "reason": "veio errado"})
    await settled(counter)
    refund, payment = await rows(ana)
    assert (payment["movement"]["amount"], payment["amount"]["amount"], payment["direction"]) == (
        9_901,
        9_901,
        "credit",
    )
    assert (payment["origin"], payment["origin_id"]) == ("charge", charge["id"])
    assert payment["external_id"] == charge["end_to_end_id"]
    assert (refund["kind"], refund["direction"], refund["movement"]["amount"]) == ("payin.refund", "debit", -4_000)
    assert (refund["origin"], refund["description"], refund["held"]["amount"]) == ("refund", "veio errado", 4_000)
    assert refund["external_id"].startswith("D")
    assert [row["balance_after"]["amount"] for row in (payment, refund)] == [9_901, 5_901]
    assert [row["version"] for row in (payment, refund)] == [1, 2]
    assert refund["counterparty"] == payment["counterparty"] is not None
    record = (await ana.get(f"{LIST}/{refund['transaction_id']}")).json()
    assert [(leg["account"], leg["direction"], leg["own"]) for leg in record["legs"]] == [
        ("available", "debit", True),
        ("pix_clearing", "credit", False),
    ]
    own = record["legs"][0]
    assert (own["balance_before"]["amount"], own["balance_after"]["amount"], own["version"]) == (9_901, 5_901, 2)
    assert record["legs"][1]["balance_after"] is None


async def test_the_list_is_filtered_searched_and_summed(ana: Person, counter: Counter) -> None:
    charges = [await counter.paid(ana, amount) for amount in (1_000, 2_000, 3_000)]
    await ana.post(f"/v1/payin/charges/{charges[2]['id']}/refunds", {"amount": {"amount": 500}})
    await settled(counter)
    assert [row["direction"] for row in await rows(ana, direction="debit")] == ["debit"]
    assert len(await rows(ana, kind="payin.payment", amount_from="1500")) == 2
    assert {row["origin_id"] for row in await rows(ana, search=charges[0]["end_to_end_id"])} == {charges[0]["id"]}
    assert len(await rows(ana, origin_id=charges[2]["id"])) == 2
    assert len(await rows(ana, search=charges[2]["id"])) == 2
    page = await ana.get(LIST, per_page=1)
    following = await rows(ana, per_page=3, cursor=page.headers["X-Next-Cursor"])
    assert [row["version"] for row in following] == [3, 2, 1]
    sums = (await ana.get(f"{LIST}/facets")).json()
    assert sums["total"]["sums"].keys() == {"amount", "movement"}
    assert [each["amount"] for each in sums["total"]["sums"]["movement"]] == [(await balances(ana))["available"]]
    assert {v["value"]: v["amount"][0]["amount"] for v in sums["columns"]["direction"]["values"]}["debit"] == 500


async def test_the_balance_at_every_past_moment_is_the_replay_of_what_was_posted_and_held(
    ana: Person, counter: Counter
) -> None:
    charge = await counter.paid(ana, 10_000)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 1_500}})
    held = await balances(ana)
    whole = {"available": 8_401, "on_hold": 1_500, "in_review": 0, "blocked": 0, "scheduled": 0, "restrictions": []}
    assert held == whole
    between = datetime.now(UTC).isoformat()
    await settled(counter)
    assert await balances(ana, between) == held | {"blocked": None, "scheduled": None}
    for row in await rows(ana):
        assert (await balances(ana, row["recorded_at"]))["available"] == row["balance_after"]["amount"]
    first = (await rows(ana, sort="asc"))[0]["recorded_at"]
    before = (datetime.fromisoformat(first) - timedelta(microseconds=1)).isoformat()
    assert (await balances(ana, before))["available"] == 0
    assert (await balances(ana, between))["available"] == 8_401


async def test_a_moment_that_makes_no_sense_is_refused_by_name(ana: Person) -> None:
    for at, key in (
        ("soon", "moment_invalid"),
        ("2026-11-20T10:00:00", "moment_invalid"),
        ("2026-02-31T10:00:00Z", "moment_invalid"),
        ("2999-01-01T00:00:00Z", "moment_in_future"),
    ):
        refused = await ana.get("/v1/account/balances", at=at)
        assert (refused.status_code, refused.json()["message"]) == (400, {"at": [key]}), at


async def test_what_was_recorded_later_explains_why_a_day_is_known_otherwise_now(
    ana: Person, counter: Counter, sql: Any
) -> None:
    """A journal of today, two days late, and one three days late: as if the bank had told of them only now."""
    await counter.paid(ana, 50_000)
    now = datetime.now(ZONE)
    day = (now - timedelta(days=2)).date()
    for amount, days in ((7_000, 2), (-2_000, 2), (900, 3)):
        sql(
            "with scope as (select set_config('retaguarda.companies', '*', false))"
            " select ledger_post(2, gen_random_uuid(), %s, 'payin.payment', 'late', %s, array[2, 1],"
            " array['available', 'pix_clearing'], array['BRL', 'BRL'], array[%s, %s]::bigint[]) from scope",
            f"late:{amount}",
            now - timedelta(days=days),
            amount,
            -amount,
        )
    said = (await ana.get("/v1/account/statement/compare", day=day.isoformat())).json()
    told = {
        side: {name: v if name == "entries" else v["amount"] for name, v in said[side].items()}
        for side in ("known", "now")
    }
    assert told["known"] == {"opening": 0, "credits": 0, "debits": 0, "entries": 0, "closing": 0}
    assert told["now"] == {"opening": 900, "credits": 7_000, "debits": 2_000, "entries": 2, "closing": 5_900}
    assert [entry["known_then"] for entry in said["entries"]] == [False, False]
    explained = sum(each["movement"]["amount"] for each in said["differences"])
    assert explained == told["now"]["closing"] - told["known"]["closing"]
    assert {(each["reason"], each["place"]) for each in said["differences"]} == {
        ("recorded_later", "day"),
        ("recorded_later", "before"),
    }
    known = (
        await ana.get(
            "/v1/account/statement/compare", day=day.isoformat(), known_at=later(said["entries"][0]["recorded_at"])
        )
    ).json()
    assert known["known"]["credits"]["amount"] == 7_000
    now = (await ana.get("/v1/account/statement/compare", day=now.date().isoformat())).json()
    assert now["now"]["closing"]["amount"] == (await balances(ana))["available"]
    assert now["known"] == now["now"]
    assert now["differences"] == []


async def test_a_reversal_is_told_apart_from_what_came_late(ana: Person, counter: Counter, sql: Any) -> None:
    charge = await counter.paid(ana, 10_000)
    (payment,) = await rows(ana)
    known = datetime.now(UTC).isoformat()
    sql(
        "with scope as (select set_config('retaguarda.companies', '*', false))"
        " select ledger_reverse(2, gen_random_uuid(), %s, 'undo', 'payin.payment', %s, now()) from scope",
        payment["transaction_id"],
        charge["id"],
    )
    day = today().isoformat()
    said = (await ana.get("/v1/account/statement/compare", day=day, known_at=known)).json()
    assert [(each["reason"], each["movement"]["amount"]) for each in said["differences"]] == [("reversal", -9_901)]
    record = (await ana.get(f"{LIST}/{payment['transaction_id']}")).json()
    reversal = (await ana.get(f"{LIST}/{record['reversed_by']}")).json()
    assert reversal["reverses"] == payment["transaction_id"]
    # What the test made by hand is no pay-in's: it is undone, so that the books agree with their payments again.
    sql("alter table ledger_journal disable trigger user; alter table ledger_entry disable trigger user")
    sql("delete from ledger_entry where journal_id = %s", reversal["id"])
    sql("delete from ledger_journal where id = %s", reversal["id"])
    sql(
        "update ledger_account set posted = posted + 9901, version = version - 1 where company_id = 2 and code = 'available'"
    )


async def test_a_day_and_what_was_known_of_it_have_limits(ana: Person) -> None:
    path = "/v1/account/statement/compare"
    day = today()
    for query, message in (
        ({}, {"day": ["day_invalid"]}),
        ({"day": "2026-02-31"}, {"day": ["day_invalid"]}),
        ({"day": (day + timedelta(days=1)).isoformat()}, {"day": ["moment_in_future"]}),
        ({"day": day.isoformat(), "account": "pix_clearing"}, {"account": ["not_allowed"]}),
        ({"day": day.isoformat(), "known_at": "2020-01-01T00:00:00Z"}, {"known_at": ["before_the_day"]}),
        ({"day": day.isoformat(), "colour": "red"}, "unknown_column"),
    ):
        refused = await ana.get(path, **query)
        assert (refused.status_code, refused.json()["message"]) == (400, message), query


async def test_carla_and_whoever_has_not_chosen_see_nothing_of_it(
    ana: Person, carla: Person, diego: Person, counter: Counter
) -> None:
    await counter.paid(ana, 1_000)
    (row,) = await rows(ana)
    assert await rows(carla) == []
    assert (await carla.get(f"{LIST}/{row['transaction_id']}")).status_code == 404
    assert (await balances(carla))["available"] == 0
    for path in (LIST, f"{LIST}/facets", f"{LIST}/{row['transaction_id']}", "/v1/account/balances"):
        refused = await diego.get(path)
        assert (refused.status_code, refused.json()["message"]) == (400, "account_required"), path
    diego.account = "2"
    assert len(await rows(diego)) == 1
