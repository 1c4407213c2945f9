"""Merchants' rules: stricter at once, off only by two people and for a time; the charge's own statement knows."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql
from days import today
from people import Person
from support import payout_rules
from support.charges import Counter, offenders
from support.exchange import ExchangeDesk

RULES, MATRIX, CHARGES = "/v1/payin/rules", "/v1/compliance/merchant-rules", "/v1/payin/charges"
GROUPS: list[dict[str, Any]] = [
    {"name": "Valor alto", "condition": "amount >= 500000 && payer == 'cpf'", "action": "review"},
    {"name": "Nunca", "condition": "amount >= 900000", "action": "block", "reason": "acima do permitido"},
]
OWN: dict[str, Any] = {"merchant": 2, "rule": "Valor alto", "kind": "block", "reason": "Contestações demais em outubro"}


def last_day(days: int) -> str:
    return str(today() + timedelta(days=days))


async def in_force(diego: Person, eva: Person, groups: list[dict[str, Any]] = GROUPS) -> None:
    made = await diego.post(RULES, {"name": "Padrão", "groups": groups})
    assert made.status_code == 201, made.text
    version = f"{RULES}/{made.json()['id']}"
    for person, act in ((eva, "approve"), (diego, "activate")):
        said = await person.post(f"{version}/{act}", {}, key=None)
        assert said.status_code == 200, said.text


async def ask(ana: Person, amount: int) -> tuple[int, Any]:
    payer = {"name": "Fulano", "document": "52998224725"}
    said = await ana.post(CHARGES, {"amount": {"amount": amount}, "payer": payer})
    return said.status_code, said.json()["message"] if said.status_code != 201 else None


async def test_a_stricter_rule_binds_the_next_charge_of_that_merchant_alone(
    diego: Person, eva: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva)
    assert await ask(ana, 600_000) == (201, None)
    key = str(uuid4())
    first, second = [await diego.post(MATRIX, OWN | {"least_amount": {"amount": 700_000}}, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    assert await ask(ana, 600_000) == (201, None)
    # The same words as any review: neither rule nor reason.
    assert await ask(ana, 700_000) == (409, "under_review")
    sql("update role set permissions = permissions || '{payin::charge:write}'")
    assert await ask(carla, 700_000) == (201, None)
    known = await diego.post(MATRIX, OWN)
    assert (known.status_code, known.json()["message"]) == (409, "merchant_rule_known")
    await counter.work()
    assert offenders(counter.url) == {}


@pytest.mark.parametrize(
    ("body", "field", "problem"),
    [
        ({"rule": "Nunca"}, "kind", "not_stricter"),
        ({"kind": "review"}, "kind", "not_stricter"),
        ({"rule": "Outra"}, "rule", "rule_unknown"),
        ({"merchant": 99}, "merchant", "merchant_unknown"),
        ({"kind": "off"}, "until", "field_required"),
        ({"kind": "off", "until": "2999-01-01"}, "until", "day_too_far"),
        ({"until": "2020-01-01"}, "until", "day_in_past"),
    ],
)
async def test_a_merchants_own_rule_is_never_looser(
    diego: Person, eva: Person, counter: Counter, body: dict[str, Any], field: str, problem: str
) -> None:
    await in_force(diego, eva)
    said = await diego.post(MATRIX, OWN | body)
    assert (said.status_code, said.json()["message"]) == (400, {field: [problem]})


async def test_a_version_without_the_group_of_a_merchants_own_rule_says_what_it_loses(
    diego: Person, eva: Person, counter: Counter
) -> None:
    await in_force(diego, eva)
    assert (await diego.post(MATRIX, OWN)).status_code == 201
    renamed = [GROUPS[0] | {"name": "Valor muito alto"}, GROUPS[1]]
    for groups, lost in ((GROUPS, []), (renamed, ["Valor alto (1)"])):
        made = (await diego.post(RULES, {"name": "Outra", "groups": groups})).json()
        plan = (await eva.post(f"{RULES}/{made['id']}/approve/plan", {}, key=None)).json()
        assert [each["value"] for each in plan["facts"] if each["field"] == "own_rules_lost"] == lost


async def test_a_rule_is_off_only_once_another_person_agreed_and_ends_with_its_day(
    diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva)
    asked = await diego.post(MATRIX, OWN | {"rule": "Nunca", "kind": "off", "until": last_day(10)})
    assert (asked.status_code, asked.json()["status"]) == (201, "proposed"), asked.text
    waiting = (
        await diego.post(f"{MATRIX}/2/try", TRIED | {"amount": {"amount": 950_000}, "payer": "cnpj"}, key=None)
    ).json()
    assert (waiting["decided"], waiting["rule"]) == ("block", "Nunca")
    one = f"{MATRIX}/own/{asked.json()['id']}"
    own = await diego.post(f"{one}/decide", {"choice": "approve", "reason": "sim"}, key=None)
    assert (own.status_code, own.json()["message"]) == (409, "own_merchant_rule")
    with pytest.raises(psycopg.errors.CheckViolation):
        sql(
            "update merchant_rule set status = 'active', decided_at = now(), decided_by = 'x', decided_by_id = asked_by_id"
        )
    agreed = await eva.post(f"{one}/decide", {"choice": "approve", "reason": "contrato novo"}, key=None)
    assert agreed.json()["status"] == "active", agreed.text
    tried = (
        await diego.post(f"{MATRIX}/2/try", TRIED | {"amount": {"amount": 950_000}, "payer": "cnpj"}, key=None)
    ).json()
    assert (tried["decided"], [each["outcome"] for each in tried["rules"]]) == ("pass", ["no", "off"])
    sql("alter table merchant_rule disable trigger user")
    sql("update merchant_rule set until = now() - interval '1 hour'")
    sql("alter table merchant_rule enable trigger user")
    after = (
        await diego.post(f"{MATRIX}/2/try", TRIED | {"amount": {"amount": 950_000}, "payer": "cnpj"}, key=None)
    ).json()
    assert (after["decided"], after["rule"]) == ("block", "Nunca")
    await counter.work()
    assert offenders(counter.url) == {}


async def test_what_was_off_for_a_time_that_is_over_makes_room_for_the_next(
    diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva)
    off = OWN | {"kind": "off", "until": last_day(10)}
    proposed = (await diego.post(MATRIX, off)).json()["id"]
    sql("alter table merchant_rule disable trigger user")
    sql("update merchant_rule set until = now() - interval '1 hour'")
    sql("alter table merchant_rule enable trigger user")
    late = await eva.post(f"{MATRIX}/own/{proposed}/decide", {"choice": "approve", "reason": "tarde demais"}, key=None)
    assert (late.status_code, late.json()["message"]) == (409, "merchant_rule_decided")
    found = (await diego.get(f"{MATRIX}/2")).json()
    assert [(each["state"], each["own"]) for each in found["rules"]] == [("inherits", None)] * 2
    key = str(uuid4())
    first, second = [await diego.post(MATRIX, off, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    history = (await diego.get(f"{MATRIX}/2")).json()["history"]
    assert [each["status"] for each in history] == ["proposed", "over"]
    await counter.work()
    assert offenders(counter.url) == {}


async def test_a_charge_is_tried_in_the_currency_of_an_account_of_the_merchant(
    diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva)
    body = TRIED | {"amount": {"amount": 600_000, "currency": "USD"}}
    refused = await diego.post(f"{MATRIX}/2/try", body, key=None)
    assert (refused.status_code, refused.json()["message"]) == (400, {"amount": ["currency_unknown"]})
    sql("select ledger_open(2, 'available', 'USD', 0, false)")
    tried = await diego.post(f"{MATRIX}/2/try", body, key=None)
    assert (tried.status_code, tried.json()["decided"]) == (200, "review"), tried.text
    huge = await diego.post(f"{MATRIX}/2/try", TRIED | {"amount": {"amount": 10**12, "currency": "USD"}}, key=None)
    assert huge.status_code == 400


TRIED: dict[str, Any] = {
    "amount": {"amount": 600_000}, "hour": 12, "payer": "cpf", "first_seen": False, "kind": "immediate",
}  # fmt: skip


async def test_the_effective_rule_says_each_number_and_where_it_comes_from(
    diego: Person, eva: Person, counter: Counter
) -> None:
    await in_force(diego, eva)
    await diego.post(MATRIX, OWN | {"least_amount": {"amount": 700_000}})
    found = (await diego.get(f"{MATRIX}/2")).json()
    assert [(each["rule"], each["base_action"], each["action"], each["state"]) for each in found["rules"]] == [
        ("Valor alto", "review", "block", "stricter"), ("Nunca", "block", "block", "inherits"),
    ]  # fmt: skip
    numbers = [(each["fact"], each["threshold"], each["source"]) for each in found["rules"][0]["numbers"]]
    assert numbers == [("amount", "500000", "provider"), ("payer", "cpf", "provider"), ("amount", "700000", "merchant")]
    assert found["rules"][0]["may_clear"] is False
    assert (await eva.get(f"{MATRIX}/2")).json()["rules"][0]["may_clear"] is True
    assert {each["name"] for each in found["limits"]} == {"most", "first_most", "day_most", "night_most"}
    tried = (await diego.post(f"{MATRIX}/2/try", TRIED, key=None)).json()
    assert (tried["decided"], tried["rule"]) == ("review", "Valor alto")
    (amount, payer) = tried["rules"][0]["comparisons"]
    assert (amount["margin"], amount["holds"], payer["margin"], payer["holds"]) == (100_000, True, None, True)
    rows = (await diego.get(MATRIX, merchant_id="2")).json()
    assert {(row["rule"], row["state"], row["action"]) for row in rows} == {
        ("Nunca", "inherits", "block"),
        ("Valor alto", "stricter", "block"),
    }


async def test_who_made_a_rule_stricter_does_not_clear_it(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    await in_force(diego, eva)
    own = (await diego.post(MATRIX, OWN)).json()["id"]
    assert await ask(ana, 600_000) == (409, "under_review")
    said = await diego.post(f"{MATRIX}/own/{own}/clear", {"reason": "engano"}, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "own_merchant_rule")
    assert (await eva.post(f"{MATRIX}/own/{own}/clear", {"reason": "resolvido"}, key=None)).json()[
        "status"
    ] == "cleared"
    again = await eva.post(f"{MATRIX}/own/{own}/clear", {"reason": "resolvido"}, key=None)
    assert (again.status_code, again.json()["message"]) == (409, "merchant_rule_decided")
    assert await ask(ana, 600_000) == (201, None)


async def test_a_refusal_nobody_may_know_of_reads_as_an_ordinary_review(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    """Lane pld beside a rule of the house: same status, same body but for the id of the request."""
    await in_force(diego, eva)
    await diego.post(MATRIX, OWN)
    body = {"amount": {"amount": 600_000}, "payer": {"name": "Fulano", "document": "52998224725"}}
    ordinary = await ana.post(CHARGES, body)
    entry = {
        "lane": "pld", "kind": "document", "value": "12345678909", "effect": "refuse", "direction": "in",
        "cause": "own_analysis", "reason": "Origem dos recursos em análise",
    }  # fmt: skip
    assert (await diego.post("/v1/compliance/block-list", entry)).status_code == 201
    listed = await ana.post(
        CHARGES, body | {"payer": {"name": "Outro", "document": "12345678909"}, "amount": {"amount": 100}}
    )
    said = [said.json() | {"request_id": ""} for said in (ordinary, listed)]
    assert said[0] == said[1]
    assert ordinary.status_code == listed.status_code == 409
    names = [sorted(name for name in each.headers if name != "x-request-id") for each in (ordinary, listed)]
    assert names[0] == names[1]


async def test_merchants_and_strangers_do_not_find_the_matrix(
    diego: Person, eva: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva)
    own = (await diego.post(MATRIX, OWN)).json()["id"]
    sql("update role set permissions = permissions || '{compliance::rules:read,compliance::rules:write}'")
    for person in (bruno, carla):
        for path in (MATRIX, f"{MATRIX}/2", f"/v1/trail/merchant-rules/{own}"):
            assert (await person.get(path)).status_code == 404, path
        assert (await person.post(MATRIX, OWN)).status_code == 404
        assert (await person.post(f"{MATRIX}/2/try", TRIED, key=None)).status_code == 404
        assert (await person.post(f"{MATRIX}/own/{own}/clear", {"reason": "meu"}, key=None)).status_code == 404


async def test_rules_of_payouts_and_terms_of_exchange_stand_in_the_matrix_each_for_whom_it_is(
    diego: Person, eva: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva)
    await payout_rules.in_force(
        diego,
        eva,
        counter,
        {"name": "Madrugada", "condition": "hour < 6", "action": "hold", "minutes": 30},
        {"name": "Só da Aurora", "condition": "merchant == 2 && amount > 100000", "action": "second_person"},
    )
    await ExchangeDesk(diego, counter).agree(merchant=2)
    rows = (await diego.get(MATRIX, merchant_id="2")).json()
    assert [
        (row["entity"], row["rule"], row["action"], row["state"]) for row in sorted(rows, key=lambda row: row["id"])
    ] == [
        ("charge", "Valor alto", "review", "inherits"),
        ("charge", "Nunca", "block", "inherits"),
        ("exchange", "USD out", "price", "own"),
        ("payout", "Madrugada", "hold", "inherits"),
        ("payout", "Só da Aurora", "second_person", "own"),
    ]
    assert next(row for row in rows if row["entity"] == "exchange")["condition"].startswith("spread == 120 && ")
    other = (await diego.get(MATRIX, merchant_id="3", entity="payout")).json()
    assert [row["rule"] for row in other] == ["Madrugada"]
    # What is retired is in force for nobody.
    sql("set session_replication_role = replica")
    sql("update payout_rule_version set status = 'retired' where status = 'active'")
    sql("set session_replication_role = origin")
    assert (await diego.get(MATRIX, entity="payout")).json() == []
    for stranger in (bruno, carla):
        assert (await stranger.get(MATRIX)).status_code in (403, 404)
