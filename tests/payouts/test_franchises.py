"""Units that a merchant pays through: whose they are, under which contract, with which budget."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.withdrawals import elsewhere, usable

UNITS = "/v1/payouts/franchises"
LUZ, SOL, CNPJ = "52998224725", "11144477735", "11222333000181"
UNIT = {
    "name": "Aurora Centro", "document": CNPJ, "contract": "F-17", "valid_from": "2025-01-01",
    "royalty": "5.5", "budget": {"amount": 100_000, "currency": "BRL"},
}  # fmt: skip


@pytest.fixture
def diego(diego: Person) -> Person:
    diego.account = str(AURORA)
    return diego


async def added(diego: Person, **more: Any) -> dict[str, Any]:
    key = str(uuid4())
    said = [await diego.post(UNITS, UNIT | more, key=key) for _ in range(2)]
    assert (said[0].status_code, said[1].content) == (201, said[0].content), said[0].text
    return said[0].json()


async def read(person: Person, unit: str) -> dict[str, Any]:
    said = await person.get(f"{UNITS}/{unit}")
    assert said.status_code == 200, said.text
    return said.json()


def paid(sql: Sql, account: str, amount: int, status: str = "done", ago: str = "0 days") -> None:
    sql("set session_replication_role = replica")
    sql(
        "insert into payout (company_id, id, bank_account_id, origin, status, amount, currency, fee, kind, holder_name,"
        " holder_document, actor, created_at) select company_id, gen_random_uuid(), id, 'withdrawal', %s, %s, 'BRL', 0, kind,"
        " holder_name, holder_document, 'a test', now() - %s::interval from bank_account where id = %s",
        status, amount, ago, account,
    )  # fmt: skip


async def test_a_unit_is_qualified_once_it_lacks_nothing(
    diego: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    unit = (await added(diego))["id"]
    assert (await read(diego, unit))["problems"] == ["no_owners", "no_destination"]
    for document, share, problems in (
        (LUZ, "60", ["shares_not_whole", "no_destination"]),
        (SOL, "40", ["no_destination"]),
    ):
        body = {"name": "Ana Luz", "document": document, "share": share}
        for status in (200, 409):
            assert (await diego.post(f"{UNITS}/{unit}/add-owner", body)).status_code == status
        assert (await read(diego, unit))["problems"] == problems
    account = await usable(bruno, sql)
    for status in (200, 409):
        said = await diego.post(f"{UNITS}/{unit}/add-destination", {"bank_account": account})
        assert said.status_code == status
    assert (await read(diego, unit))["problems"] == []
    (row,) = (await diego.get(UNITS, qualification="qualified")).json()
    assert (row["id"], row["royalty"]) == (unit, 550)


async def test_an_account_of_another_unit_is_not_offered_and_only_who_may_add_one_reads_what_is_free(
    diego: Person, bruno: Person, sql: Sql
) -> None:
    one, other = (await added(diego))["id"], (await added(diego, document=LUZ, name="Aurora Sul"))["id"]
    taken, free = await usable(bruno, sql), await usable(bruno, sql, elsewhere())

    async def offered(person: Person, unit: str) -> list[str]:
        return [each["id"] for each in (await read(person, unit))["free"]]

    assert sorted(await offered(diego, other)) == sorted([taken, free])
    assert (await diego.post(f"{UNITS}/{one}/add-destination", {"bank_account": taken})).status_code == 200
    assert (await offered(diego, one), await offered(diego, other)) == ([free], [free])
    sql("update role set permissions = array_remove(permissions, 'payout::franchises:write')")
    assert await offered(diego, other) == []


async def test_the_plan_of_a_unit_says_what_is_added_with_its_document_masked(diego: Person) -> None:
    plans = [await diego.post(f"{UNITS}/plan", UNIT | {"document": LUZ}, key=None) for _ in range(2)]
    assert plans[0].status_code == 200, plans[0].text
    assert plans[0].json()["hash"] == plans[1].json()["hash"]
    assert {fact["field"]: fact["value"] for fact in plans[0].json()["facts"]} == {
        "name": "Aurora Centro",
        "unit_document": "***.982.247-**",
        "contract": "F-17",
        "valid_from": "2025-01-01",
        "royalty": "5.50",
        "budget": {"amount": 100_000, "currency": "BRL"},
    }


async def test_owners_together_have_no_more_than_the_whole(diego: Person) -> None:
    unit = (await added(diego))["id"]
    owner = {"name": "Ana Luz", "document": LUZ, "share": "60"}
    await diego.post(f"{UNITS}/{unit}/add-owner", owner)
    said = await diego.post(f"{UNITS}/{unit}/add-owner", owner | {"document": SOL, "share": "40.01"})
    assert (said.status_code, said.json()["message"]) == (400, {"share": ["unit_shares_over"]})
    (only,) = (await read(diego, unit))["owners"]
    body = {"owner": only["id"], "reason": "vendeu a parte"}
    for status in (200, 409):
        assert (await diego.post(f"{UNITS}/{unit}/remove-owner", body)).status_code == status
    assert (await read(diego, unit))["owners"] == []


async def test_a_contract_that_is_over_or_to_come_disqualifies_a_unit(diego: Person) -> None:
    yesterday, tomorrow = (str(today() + timedelta(days=days)) for days in (-1, 1))
    over = await added(diego, valid_to=yesterday)
    assert "contract_over" in (await read(diego, over["id"]))["problems"]
    to_come = await added(diego, document="12ABC34501DE35", valid_from=tomorrow)
    assert "contract_to_come" in (await read(diego, to_come["id"]))["problems"]
    said = await diego.post(UNITS, UNIT | {"document": LUZ, "valid_from": tomorrow, "valid_to": yesterday})
    assert said.json()["message"] == {"valid_to": ["out_of_range"]}


async def test_what_is_paid_to_its_accounts_counts_on_the_budget_of_the_month(
    diego: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    unit = (await added(diego))["id"]
    account, other = await usable(bruno, sql), await usable(bruno, sql, elsewhere())
    await diego.post(f"{UNITS}/{unit}/add-destination", {"bank_account": account})
    paid(sql, account, 30_000)
    paid(sql, account, 5_000, "pending")
    paid(sql, account, 7_000, "failed")
    paid(sql, account, 9_000, ago="40 days")
    paid(sql, other, 11_000)
    found = await read(diego, unit)
    assert (found["spent"]["amount"], found["left"]["amount"]) == (35_000, 65_000)
    assert [(each["days"], each["payments"], each["amount"]["amount"]) for each in found["volumes"]] == [
        (30, 2, 35_000),
        (90, 3, 44_000),
    ]
    stop = "select franchise_stop(%s, %s, %s)"
    assert sql(stop, AURORA, account, 65_000) == [(None,)]
    assert sql(stop, AURORA, account, 65_001) == [("unit_budget_spent",)]
    assert sql(stop, AURORA, other, 10**9) == [(None,)]


async def test_a_suspended_unit_is_paid_nothing_until_it_is_let_go(
    diego: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    unit, account = (await added(diego))["id"], await usable(bruno, sql)
    await diego.post(f"{UNITS}/{unit}/add-destination", {"bank_account": account})
    for status in (200, 409):
        assert (await diego.post(f"{UNITS}/{unit}/suspend", {"reason": "contrato em revisão"})).status_code == status
    assert sql("select franchise_stop(%s, %s, 1)", AURORA, account) == [("unit_suspended",)]
    for status in (200, 409):
        assert (await diego.post(f"{UNITS}/{unit}/reactivate", {"reason": "revisto"})).status_code == status
    assert sql("select franchise_stop(%s, %s, 1)", AURORA, account) == [(None,)]


async def test_budget_is_moved_between_units_and_never_what_was_spent(
    diego: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    giver, taker = (await added(diego))["id"], (await added(diego, document=LUZ, name="Aurora Norte"))["id"]
    account = await usable(bruno, sql)
    await diego.post(f"{UNITS}/{giver}/add-destination", {"bank_account": account})
    paid(sql, account, 60_000)
    body = {"to": taker, "amount": {"amount": 40_001, "currency": "BRL"}, "reason": "mais vendas no norte"}
    said = await diego.post(f"{UNITS}/{giver}/move-budget", body)
    assert said.json()["message"] == {"amount": ["unit_budget_short"]}
    body["amount"] = {"amount": 40_000, "currency": "BRL"}
    key = str(uuid4())
    made = [await diego.post(f"{UNITS}/{giver}/move-budget", body, key=key) for _ in range(2)]
    assert (made[0].status_code, made[1].content) == (200, made[0].content), made[0].text
    assert [(await read(diego, unit))["budget"]["amount"] for unit in (giver, taker)] == [60_000, 140_000]
    same = await diego.post(f"{UNITS}/{giver}/move-budget", body | {"to": giver})
    assert same.json()["message"] == {"to": ["unit_same"]}


async def test_a_policy_holds_a_change_of_terms_until_a_second_person_agrees(
    diego: Person, eva: Person, sql: Sql
) -> None:
    unit = (await added(diego))["id"]
    standing_policy(sql, "payouts:franchise:change")
    terms = {name: value for name, value in UNIT.items() if name != "document"} | {
        "royalty": "9",
        "reason": "novo contrato",
    }
    said = await diego.post(f"{UNITS}/{unit}/change", terms)
    assert said.status_code == 202, said.text
    assert (await read(diego, unit))["royalty"] == "5.50"
    assert (await Desk(sql).approve(eva, said.json()["request"]["id"])).status_code == 200
    assert (await read(diego, unit))["royalty"] == "9.00"


async def test_a_file_adds_all_of_its_units_or_none(diego: Person) -> None:
    await added(diego)
    content = (
        "name;document;contract;valid_from;valid_to;royalty;budget\n"
        f"Aurora Norte;{LUZ};F-18;2025-01-01;;5;1000,50\n"
        f"Aurora Centro;{CNPJ};F-17;2025-01-01;;5;\n"
        f"Aurora Sul;{SOL};F-19;2025-01-01;2024-01-01;5;\n"
        f"Aurora Leste;{LUZ};F-20;ontem;;101;1.000,00\n"
    )
    seen = (await diego.post(f"{UNITS}/import/preview", {"content": content})).json()
    assert [line["problems"] for line in seen["lines"]] == [
        {}, {"document": "unit_known"}, {"valid_to": "out_of_range"}, {"document": "unit_known", "budget": "amount_invalid", "valid_from": "field_invalid"},
    ]  # fmt: skip
    assert (seen["new"], seen["wrong"], seen["budget"]["amount"]) == (1, 3, 100_050)
    # A person's CPF is not shown whole.
    assert seen["lines"][0]["document"] == "***.982.247-**"
    said = await diego.post(f"{UNITS}/import", {"content": content})
    assert said.json()["message"] == {"content": ["unit_file_wrong"]}
    assert len((await diego.get(UNITS)).json()) == 1
    key, good = str(uuid4()), "\n".join(content.split("\n")[:2])
    made = [await diego.post(f"{UNITS}/import", {"content": good}, key=key) for _ in range(2)]
    assert (made[0].json(), made[1].content) == ({"units": 1}, made[0].content)
    assert sorted(row["name"] for row in (await diego.get(UNITS)).json()) == ["Aurora Centro", "Aurora Norte"]
    for wrong, problem in (("", "unit_file_columns"), ("a,b\n1,2\n", "unit_file_columns")):
        said = await diego.post(f"{UNITS}/import/preview", {"content": wrong or " "})
        assert said.json()["message"] == {"content": [problem]}


async def test_carla_and_people_without_a_second_factor_see_no_unit(
    diego: Person, carla: Person, gil: Person, sql: Sql
) -> None:
    unit = (await added(diego))["id"]
    assert (await carla.get(f"{UNITS}/{unit}")).status_code == 403
    sql("update role set permissions = permissions || '{payout::franchises:read,payout::franchises:write}'")
    for path in (UNITS, f"{UNITS}/{unit}"):
        assert (await gil.get(path)).json()["message"] == "two_factor_required"
    assert (await gil.post(f"{UNITS}/{unit}/suspend", {"reason": "porque sim"})).json()[
        "message"
    ] == "two_factor_required"
    sql("update session set two_factor = true")
    sql(
        "update person set totp_secret = (select totp_secret from person where email = 'diego@retaguarda.example') where email = %s",
        carla.email,
    )
    assert (await carla.get(UNITS)).json() == []
    assert (await carla.get(f"{UNITS}/{unit}")).status_code == 404
    for action in ("suspend", "reactivate"):
        assert (await carla.post(f"{UNITS}/{unit}/{action}", {"reason": "porque sim"})).status_code == 404
