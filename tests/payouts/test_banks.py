"""Banks as payouts meet them: how they do, what staff say, what their accounts look like, and the list they come from."""

import json
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import AURORA, Person
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.withdrawals import BANK_ACCOUNTS, OWN, elsewhere, usable

BANKS, LIST = "/v1/payouts/banks", "/v1/payouts/bank-list"
BB, ITAU, NU = "00000000", "60701190", "18236120"
DOWN = {"state": "down", "hours": 2, "reason": "manutenção anunciada"}

_SENT = """
    with paid as (insert into payout (company_id, id, bank_account_id, origin, status, amount, currency, fee, kind, ispb, holder_name,
                                       holder_document, actor, ended_at)
      select company_id, gen_random_uuid(), id, 'withdrawal', 'failed', 100, 'BRL', 0, kind, ispb, holder_name, holder_document, 'a test', now()
        from bank_account, generate_series(1, %s) where id = %s returning company_id, id)
    insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency, state, code, created_at, ended_at)
    select company_id, gen_random_uuid(), id, 1, replace(gen_random_uuid()::text, '-', ''),
           'E00000000202611201200' || substr(md5(random()::text), 1, 11), 100, 'BRL', %s::text, %s,
           now() - interval '2 seconds' - %s::interval, case when %s <> 'processing' then now() - %s::interval end
      from paid
"""


def sent(
    sql: Sql, account: str, times: int, state: str = "done", code: str | None = None, ago: str = "1 minute"
) -> None:
    """So many orders to a bank account, which ended so long ago."""
    sql("set session_replication_role = replica")
    sql(_SENT, times, account, state, code, ago, state, ago)


async def read(person: Person, bank: str = BB) -> dict[str, Any]:
    said = await person.get(f"{BANKS}/{bank}")
    assert said.status_code == 200, said.text
    return said.json()


async def state(person: Person, bank: str = BB) -> str:
    (row,) = (await person.get(BANKS, ispb=bank)).json()
    assert row["state"] == (await read(person, bank))["live"]["state"]
    return row["state"]


@pytest.fixture
async def account(bruno: Person, counter: Counter, sql: Sql) -> str:
    return await usable(bruno, sql)


async def test_a_bank_with_fewer_than_twenty_payments_has_too_few_to_be_judged(
    bruno: Person, account: str, sql: Sql
) -> None:
    sent(sql, account, 19, "refused", "AB03")
    assert await state(bruno) == "few_data"
    sent(sql, account, 1, "refused", "AB03")
    assert await state(bruno) == "down"


async def test_the_last_quarter_of_an_hour_counts_before_the_day(bruno: Person, account: str, sql: Sql) -> None:
    sent(sql, account, 30, "refused", "AB09", ago="2 hours")
    assert await state(bruno) == "down"
    sent(sql, account, 20)
    assert await state(bruno) == "up"
    live = (await read(bruno))["live"]
    assert (live["quarter"], live["day"], live["day_done"], live["day_refused"], live["measured"]) == (
        20,
        50,
        20,
        30,
        "quarter",
    )
    assert live["p50_ms"] == live["p95_ms"] == 2_000


async def test_only_what_the_bank_failed_at_counts_against_it(bruno: Person, account: str, sql: Sql) -> None:
    sent(sql, account, 19)
    sent(sql, account, 20, "refused", "AC03")
    assert await state(bruno) == "up"
    # One in twenty lost by the bank's fault: an order without an answer for a minute is lost too.
    sent(sql, account, 3, "processing", ago="2 minutes")
    assert await state(bruno) == "degraded"


async def test_payments_of_everybody_count_and_nobody_sees_whose(
    bruno: Person, diego: Person, account: str, sql: Sql
) -> None:
    sent(sql, account, 25, "refused", "AB03")
    diego.account = "3"
    seen = await read(diego)
    assert (seen["live"]["day"], seen["refusals"]) == (25, [{"code": "AB03", "payments": 25}])
    assert (await read(bruno))["refusals"] == []


async def test_what_staff_say_of_a_bank_holds_until_its_hour(
    bruno: Person, diego: Person, account: str, sql: Sql
) -> None:
    sent(sql, account, 25)
    key = str(uuid4())
    made = [await diego.post(f"{BANKS}/{BB}/mark", DOWN, key=key) for _ in range(2)]
    assert (made[0].status_code, made[1].content) == (200, made[0].content), made[0].text
    assert await state(bruno) == "down"
    # Why is the house's own.
    assert (await read(bruno))["marks"] == []
    assert "mark_reason" not in (await bruno.get(BANKS, ispb=BB)).json()[0]
    assert [mark["reason"] for mark in (await read(diego))["marks"]] == [DOWN["reason"]]
    sql("alter table bank_mark disable trigger user")
    sql("update bank_mark set created_at = created_at - interval '3 hours', until = until - interval '3 hours'")
    sql("alter table bank_mark enable trigger user")
    assert await state(bruno) == "up"
    said = await diego.post(f"{BANKS}/{BB}/unmark", {"reason": "voltou"})
    assert (said.status_code, said.json()["message"]) == (409, "bank_not_marked")


async def test_a_mark_is_taken_back_once(diego: Person, counter: Counter) -> None:
    await diego.post(f"{BANKS}/{BB}/mark", DOWN | {"state": "up"})
    assert await state(diego) == "up"
    for status in (200, 409):
        assert (await diego.post(f"{BANKS}/{BB}/unmark", {"reason": "engano"})).status_code == status
    assert await state(diego) == "few_data"
    (mark,) = (await read(diego))["marks"]
    assert mark["ended_by"] == diego.email


async def test_a_policy_holds_a_mark_until_a_second_person_agrees(diego: Person, eva: Person, sql: Sql) -> None:
    standing_policy(sql, "payouts:bank:mark")
    said = await diego.post(f"{BANKS}/{BB}/mark", DOWN)
    assert said.status_code == 202, said.text
    assert await state(diego) == "few_data"
    done = await Desk(sql).approve(eva, said.json()["request"]["id"])
    assert done.status_code == 200, done.text
    assert await state(diego) == "down"


async def test_an_account_rule_holds_for_new_accounts_at_once(bruno: Person, diego: Person, counter: Counter) -> None:
    """One book of banks: what is changed here is what the screens of the merchant's own accounts check."""
    rule = {"branch_most": 4, "number_least": 1, "number_most": 6, "digit_rule": "none", "reason": "contas novas"}
    for status in (200, 400):
        assert (await diego.post(f"{BANKS}/{BB}/rule", rule)).status_code == status
    said = await bruno.post(BANK_ACCOUNTS, OWN)
    assert said.json()["message"] == {"account.number": ["account_number_invalid"]}
    short = OWN | {"account": OWN["account"] | {"number": "123456", "digit": "1"}}
    assert (await bruno.post(BANK_ACCOUNTS, short)).status_code == 201
    wrong = await diego.post(f"{BANKS}/{BB}/rule", rule | {"number_least": 9})
    assert wrong.json()["message"] == {"number_least": ["out_of_range"]}


async def test_a_number_is_tried_at_a_bank_and_shown_as_it_is_sent(bruno: Person, counter: Counter) -> None:
    path = f"{BANKS}/{BB}/account"
    given = {"account_type": "CACC", "branch": "1584", "number": "00210169", "digit": "6"}
    assert (await bruno.get(path, **given)).json() == {"field": None, "problem": None, "number": "002101696"}
    said = (await bruno.get(path, **given | {"digit": "5"})).json()
    assert said == {"field": "digit", "problem": "account_digit_wrong", "number": None}
    assert (await bruno.get(f"{BANKS}/ZZZZZZZZ/account", **given)).status_code == 404


def listed(sql: Sql) -> list[dict[str, Any]]:
    """The book as a list's file tells it."""
    rows = sql("select ispb, compe, name, long_name, pix, ted from bank order by ispb")
    return [
        {"ISPB": ispb, "COMPE": compe, "ShortName": name, "LongName": long, "PixType": "DRCT" if pix else None,
         "Network": "RSFN" if ted else None}
        for ispb, compe, name, long, pix, ted in rows
    ]  # fmt: skip


async def test_a_new_list_is_looked_at_and_then_taken_over_and_no_bank_is_lost(
    bruno: Person, diego: Person, account: str, sql: Sql
) -> None:
    banks = listed(sql)
    before = len(banks)
    banks = [bank for bank in banks if bank["ISPB"] != BB]
    next(bank for bank in banks if bank["ISPB"] == ITAU)["ShortName"] = "ITAÚ NOVO"
    banks.append({"ISPB": "99887766", "COMPE": "999", "ShortName": "BCO DO MANHÃ", "LongName": "Banco do Amanhã S.A.", "PixType": "DRCT", "Network": "RSFN"})  # fmt: skip
    body = {"content": json.dumps(banks), "reason": "lista de novembro"}
    seen = (await diego.post(f"{LIST}/preview", body)).json()
    assert [bank["ispb"] for bank in seen["added"]] == ["99887766"]
    assert [(bank["ispb"], bank["fields"], bank["after"]) for bank in seen["changed"]] == [
        (ITAU, ["name"], ["ITAÚ NOVO"])
    ]
    assert [bank["ispb"] for bank in seen["removed"]] == [BB]
    assert sql("select count(*) from bank") == [(before,)]
    plan = (await diego.post(f"{LIST}/plan", body)).json()
    assert {fact["field"]: fact["value"] for fact in plan["facts"]} == {
        "added": 1,
        "changed": 1,
        "removed": 1,
        "removed_paid": 1,
    }
    key = str(uuid4())
    made = [await diego.post(LIST, body, key=key) for _ in range(2)]
    assert (made[0].json(), made[1].content) == (seen, made[0].content)
    assert (await diego.post(LIST, body)).json()["message"] == "bank_list_same"
    # A bank that was paid stays, with what was paid to it; only new accounts are refused.
    gone = await read(bruno)
    assert (gone["listed"], gone["name"]) == (False, "BCO DO BRASIL S.A.")
    assert (await bruno.get(f"{BANK_ACCOUNTS}/{account}")).json()["bank_name"] == "BCO DO BRASIL S.A."
    said = await bruno.post(BANK_ACCOUNTS, OWN | {"nickname": "Outra"})
    assert said.json()["message"] == {"account.ispb": ["bank_unknown"]}
    assert (await bruno.get("/v1/banks", search="banco do amanha")).json()[0]["ispb"] == "99887766"
    assert (await bruno.get("/v1/banks", search="00000000")).json() == []


async def test_a_list_that_is_cut_off_or_wrong_changes_nothing(diego: Person, sql: Sql) -> None:
    banks = listed(sql)
    for content, problem in (
        ("no list", "bank_list_invalid"),
        (json.dumps(banks[: len(banks) // 2]), "bank_list_short"),
        (json.dumps([*banks, banks[0]]), "bank_list_doubled"),
        (json.dumps([*banks, banks[0] | {"ISPB": "1234567"}]), "bank_list_invalid"),
        (json.dumps([*banks, banks[0] | {"ISPB": "12345678", "ShortName": "x" * 201}]), "bank_list_invalid"),
    ):
        for path in (LIST, f"{LIST}/preview"):
            said = await diego.post(path, {"content": content, "reason": "lista nova"})
            assert (said.status_code, said.json()["message"]) == (400, {"content": [problem]}), problem
    assert sql("select count(*) from bank where not listed") == [(0,)]


async def test_the_database_deletes_no_bank(peopled_url: str, sql: Sql) -> None:
    import psycopg

    from conftest import as_app

    with psycopg.connect(as_app(peopled_url)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("delete from bank")


async def test_carla_and_merchants_change_no_bank(carla: Person, bruno: Person, diego: Person) -> None:
    calls = [(f"{BANKS}/{BB}/mark", DOWN), (f"{BANKS}/{BB}/unmark", {"reason": "engano"}), (f"{LIST}/preview", {})]
    for person in (carla, bruno):
        for path, body in calls:
            assert (await person.post(path, body)).status_code in (400, 403)
    assert (await carla.get(BANKS)).status_code == 403


async def test_a_merchant_with_the_permission_still_changes_no_bank(bruno: Person, sql: Sql) -> None:
    sql("update role set permissions = permissions || '{payout::banks:write}' where name = 'payer'")
    assert (await bruno.post(f"{BANKS}/{BB}/mark", DOWN)).status_code == 404
    assert (await bruno.post(f"{LIST}/preview", {"content": "[]", "reason": "lista"})).status_code == 404


async def test_without_a_second_factor_nothing_of_banks_is_shown(gil: Person, sql: Sql) -> None:
    sql("update role set permissions = permissions || '{payout::banks:read}' where name = 'administrator'")
    for path in (BANKS, f"{BANKS}/{BB}", f"{BANKS}/{BB}/account", f"{BANKS}/facets"):
        said = await gil.get(path)
        assert (said.status_code, said.json()["message"]) == (403, "two_factor_required"), path


async def test_the_other_bank_is_its_own(bruno: Person, account: str, sql: Sql) -> None:
    other = await usable(bruno, sql, elsewhere())
    sent(sql, other, 25, "refused", "AB11")
    assert (await state(bruno, NU), await state(bruno)) == ("down", "few_data")
    assert sql("select count(*) from bank_account where company_id = %s", AURORA) == [(2,)]
