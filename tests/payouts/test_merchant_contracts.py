"""Whether what holds of a merchant is what its contract says."""

from datetime import timedelta
from typing import Any

import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from retaguarda.app import App
from retaguarda.payouts.merchant_contracts.jobs import Nightly
from support.approvals import Desk, standing_policy

CONTRACTS, ONE = "/v1/payouts/merchant-contracts", f"/v1/payouts/merchant-contracts/{AURORA}"
SOURCE = {"field": "payin_fee", "said": "0,89", "source": "Contrato 2025-17"}


async def act(person: Person, action: str, body: Any = None, *, status: int = 200) -> Any:
    said = await person.post(f"{ONE}/{action}", body or {})
    assert said.status_code == status, said.text
    return said.json()


async def field(person: Person, name: str) -> dict[str, Any]:
    said = await person.get(ONE)
    assert said.status_code == 200, said.text
    return next(each for each in said.json()["fields"] if each["field"] == name)


async def test_what_is_in_use_stands_beside_what_the_contract_says(diego: Person) -> None:
    await act(diego, "check")
    assert (await field(diego, "payin_fee"))["state"] == "missing"
    for _ in range(2):
        await act(diego, "source", SOURCE)
    found = await field(diego, "payin_fee")
    assert (found["state"], found["severity"], found["ours"], found["said"], found["takeable"]) == (
        "differs",
        "high",
        "0.99",
        "0.89",
        True,
    )
    await act(diego, "source", SOURCE | {"said": "0.99"})
    assert (await field(diego, "payin_fee"))["state"] == "equal"
    await act(diego, "source", {"field": "legal_name", "said": "LOJA AURORA  Comércio Ltda", "source": "Receita"})
    assert (await field(diego, "legal_name"))["state"] == "equal"
    rows = (await diego.get(CONTRACTS, state="equal")).json()
    assert sorted(row["field"] for row in rows) == ["legal_name", "payin_fee"]


async def test_the_fee_of_the_contract_is_taken_over_by_the_command_of_companies(diego: Person, sql: Sql) -> None:
    await act(diego, "source", SOURCE)
    take = {"field": "payin_fee", "reason": "vale o contrato"}
    await act(diego, "take", take)
    assert sql("select payin_basis_points(%s)", AURORA) == [(89,)]
    assert (await field(diego, "payin_fee"))["state"] == "equal"
    assert (await act(diego, "take", take, status=409))["message"] == "contract_field_same"
    names = [name for (name,) in sql("select name from event where company_id = %s order by id", AURORA)]
    assert names[-2:] == ["companies:fee:set", "payouts:contract:take"]


@pytest.mark.parametrize(
    ("name", "said", "kept", "in_use"),
    [
        ("payout_fee", "1.75", "175 BRL", "select fee from payout_terms(2)"),
        ("most_once", "900", "90000 BRL", "select most from payout_terms(2)"),
        ("most_day", "1500,00", "150000 BRL", "select company_limit_of(2, 'withdrawal_day')"),
    ],
)
async def test_an_amount_of_the_contract_is_taken_over_to_the_cent(
    diego: Person, sql: Sql, name: str, said: str, kept: str, in_use: str
) -> None:
    await act(diego, "source", {"field": name, "said": said, "source": "Contrato"})
    assert (await field(diego, name))["said"] == kept
    if name == "most_day":
        # Nothing is set yet: there is nothing to differ from.
        sql(
            "insert into company_limit (company_id, kind, amount, currency, updated_by) values (2, 'withdrawal_day', 1, 'BRL', 'a test')"
        )
    await act(diego, "take", {"field": name, "reason": "vale o contrato"})
    assert sql(in_use) == [(int(kept.split()[0]),)]


async def test_a_fee_in_use_is_compared_whole_and_one_that_the_settings_decide_is_changed_there(
    diego: Person, sql: Sql
) -> None:
    await act(diego, "source", {"field": "payout_fee", "said": "1,50", "source": "Contrato"})
    sql(
        "insert into payout_setting_version (company_id, version, currency, fee, fee_points, fee_least, fee_top, most, methods,"
        " queue, queue_days, queue_skips, hold_ends, duplicates, external_id_needed, valid_from, actor)"
        " values (2, 9, 'BRL', 150, 50, 50, 500, 70000, '{pix}', false, 30, false, 'refuse', 'warn', false, now(), 'a test')"
    )
    await act(diego, "check")
    found = await field(diego, "payout_fee")
    assert (found["ours"], found["state"]) == ("150 BRL + 0.50% max 500", "differs")
    assert (await field(diego, "most_once"))["ours"] == "70000 BRL"
    for said in ({"field": "payout_fee", "said": "1,75"}, {"field": "most_once", "said": "900"}):
        await act(diego, "source", {**said, "source": "Contrato"})
        take = {"field": said["field"], "reason": "vale o contrato"}
        for _ in range(2):
            assert (await act(diego, "take", take, status=409))["message"] == "contract_value_elsewhere"
    assert sql("select fee, most from payout_rules(2)") == [(150, 70000)]
    await act(diego, "source", {"field": "payout_fee", "said": "1.50 + 0,5% min 0,10 max 5", "source": "Aditivo"})
    assert (await field(diego, "payout_fee"))["state"] == "equal"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("0,99", "99 BRL"),
        ("0,5%", "0 BRL + 0.50%"),
        ("1 + 2% MAX 10", "100 BRL + 2.00% max 1000"),
        ("1,00 min 1,50", "100 BRL min 150"),
        ("min 1", None),
        ("1 + 2", None),
        ("101%", None),
        ("1 2%", None),
    ],
)
async def test_a_fee_of_the_contract_is_read_whole_or_refused(diego: Person, said: str, kept: str | None) -> None:
    source = {"field": "payout_fee", "said": said, "source": "Contrato"}
    await act(diego, "source", source, status=200 if kept else 400)
    if kept:
        assert (await field(diego, "payout_fee"))["said"] == kept


async def test_a_plan_names_the_field_that_changes_and_no_other(diego: Person) -> None:
    await act(diego, "source", SOURCE)
    take = {"field": "payin_fee", "reason": "vale o contrato"}
    said = await diego.post(f"{ONE}/take/plan", take)
    assert {change["field"] for change in said.json()["changes"]} == {"payin_fee", "payin_fee_state"}, said.text


async def test_the_registration_keeps_everything_but_the_field_that_is_taken(diego: Person, sql: Sql) -> None:
    before = sql("select name, segment, country, owner, products, kyc_expires_on from company where id = %s", AURORA)
    await act(diego, "source", {"field": "legal_name", "said": "Loja Aurora Nova Ltda", "source": "Receita"})
    await act(diego, "take", {"field": "legal_name", "reason": "mudou na Receita"})
    assert sql("select legal_name from company where id = %s", AURORA) == [("Loja Aurora Nova Ltda",)]
    assert (
        sql("select name, segment, country, owner, products, kyc_expires_on from company where id = %s", AURORA)
        == before
    )


async def test_a_difference_is_accepted_until_a_day_and_only_as_it_is(diego: Person, sql: Sql) -> None:
    await act(diego, "source", SOURCE)
    accept = {"field": "payin_fee", "until": str(today() + timedelta(days=1)), "reason": "acordo comercial"}
    for _ in range(2):
        await act(diego, "accept", accept)
    assert (await field(diego, "payin_fee"))["state"] == "accepted"
    await act(diego, "check")
    assert (await field(diego, "payin_fee"))["state"] == "accepted"
    # Another fee is another difference.
    sql("insert into payin_setting (company_id, basis_points, currency) values (%s, 150, 'BRL')", AURORA)
    await act(diego, "check")
    assert (await field(diego, "payin_fee"))["state"] == "differs"
    for wrong in (-1, 400):
        said = await act(diego, "accept", accept | {"until": str(today() + timedelta(days=wrong))}, status=400)
        assert said["message"] == {"until": ["out_of_range"]}
    await act(diego, "accept", accept)
    sql("update contract_check set accepted_until = %s where field = 'payin_fee'", today() - timedelta(days=2))
    assert (await field(diego, "payin_fee"))["state"] == "differs"


async def test_a_contract_or_a_source_that_is_over_has_expired(diego: Person, sql: Sql) -> None:
    await act(diego, "source", SOURCE | {"said": "0.99", "until": str(today())})
    assert (await field(diego, "payin_fee"))["state"] == "equal"
    await act(diego, "source", SOURCE | {"said": "0.99", "until": str(today() - timedelta(days=2))})
    assert (await field(diego, "payin_fee"))["state"] == "expired"
    sql("update company set kyc_expires_on = %s where id = %s", today() - timedelta(days=2), AURORA)
    await act(diego, "check")
    assert (await field(diego, "kyc"))["state"] == "expired"


async def test_a_state_keeps_the_moment_since_when_it_is_so(diego: Person, sql: Sql) -> None:
    await act(diego, "source", SOURCE)
    sql("update contract_check set since = since - interval '5 days'")
    before = (await field(diego, "payin_fee"))["since"]
    await act(diego, "check")
    assert (await field(diego, "payin_fee"))["since"] == before
    await act(diego, "source", SOURCE | {"said": "0.99"})
    assert (await field(diego, "payin_fee"))["since"] > before


async def test_payouts_stop_only_for_the_severities_that_the_house_names(diego: Person, sql: Sql) -> None:
    await act(diego, "source", SOURCE)
    stop = "select contract_stop(%s)"
    assert sql(stop, AURORA) == [(None,)]
    body = {"low": False, "medium": False, "high": True, "reason": "tarifa é dinheiro"}
    for _ in range(2):
        assert (await diego.put("/v1/payouts/contract-blocking", body)).status_code == 200
    sql("update contract_check set state = 'equal' where field <> 'payin_fee'")
    assert sql(stop, AURORA) == [("payin_fee",)]
    assert (await diego.get(ONE)).json()["stops"] == "payin_fee"
    await act(diego, "accept", {"field": "payin_fee", "until": str(today()), "reason": "acordo"})
    assert sql(stop, AURORA) == [(None,)]


async def test_staff_stop_the_payouts_of_a_merchant(diego: Person, sql: Sql) -> None:
    await act(diego, "check")
    await act(diego, "stop", {"reason": "contrato vencido"})
    assert sql("select status, blocked_out, blocked_in from company where id = %s", AURORA) == [
        ("blocked", True, False)
    ]
    assert (await diego.get(ONE)).json()["blocked_out"] is True


async def test_a_policy_about_fees_holds_a_fee_that_is_taken_over_too(diego: Person, eva: Person, sql: Sql) -> None:
    await act(diego, "source", SOURCE)
    standing_policy(sql, "companies:fee:set")
    said = await act(diego, "take", {"field": "payin_fee", "reason": "vale o contrato"}, status=202)
    assert sql("select payin_basis_points(%s)", AURORA) == [(99,)]
    assert (await Desk(sql).approve(eva, said["request"]["id"])).status_code == 200
    assert sql("select payin_basis_points(%s)", AURORA) == [(89,)]


async def test_every_merchant_is_compared_each_night(diego: Person, app: App, sql: Sql) -> None:
    await Nightly(app.database).run()
    await Nightly(app.database).run()
    rows = sql("select company_id, count(*) from contract_check group by 1 order by 1")
    assert (len(rows), {count for _, count in rows}, rows[0][0]) == (
        sql("select count(*) from company where id <> 1")[0][0],
        {11},
        2,
    )


async def test_what_is_no_value_of_a_field_is_refused(diego: Person) -> None:
    for name, said in (
        ("payin_fee", "abc"),
        ("payin_fee", "101"),
        ("most_once", "1.005"),
        ("most_once", "-1"),
        ("kyc", "amanhã"),
        ("payout_fee", "NaN"),
    ):
        answer = await act(diego, "source", {"field": name, "said": said, "source": "Contrato"}, status=400)
        assert "said" in answer["message"], (name, said)


async def test_carla_and_people_without_a_second_factor_see_no_contract(
    diego: Person, carla: Person, gil: Person, sql: Sql
) -> None:
    await act(diego, "check")
    sql(
        "update role set permissions = permissions || '{payout::merchantContracts:read,payout::merchantContracts:write}'"
    )
    for path in (CONTRACTS, ONE):
        assert (await gil.get(path)).json()["message"] == "two_factor_required"
    sql("update session set two_factor = true")
    sql(
        "update person set totp_secret = (select totp_secret from person where email = 'diego@retaguarda.example') where email = %s",
        carla.email,
    )
    assert (await carla.get(CONTRACTS)).json() == []
    assert (await carla.get(ONE)).status_code == 404
    await act(carla, "check", status=404)
    await act(carla, "source", SOURCE, status=404)
    assert (await diego.get(f"{CONTRACTS}/1")).status_code == 404
