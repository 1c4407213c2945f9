"""Companies as staff bring them in, judge them, block them and let them go; merchants look at their own."""

from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from people import AURORA, Person
from support.approvals import Desk, standing_policy
from support.charges import Counter

AURORA_PATH = f"/v1/companies/{AURORA}"
NUMERIC = "19.131.243/0001-97"


def nova(**given: Any) -> dict[str, Any]:
    partner = {"name": "Rita Nogueira", "document": "529.982.247-25", "pep_type": "related", "share": "60"}
    other = {"name": "Fundo Nogueira", "document": "11.444.777/0001-61", "share": "40"}
    return {
        "name": "Nova Feira",
        "legal_name": "Nova Feira Hortifruti Ltda",
        "document": NUMERIC,
        "partners": [partner, other],
    } | given


async def onboarded(diego: Person) -> int:
    said = await diego.post("/v1/companies", nova())
    assert said.status_code == 201, said.text
    return said.json()["id"]


async def read(person: Person, company: int) -> dict[str, Any]:
    said = await person.get(f"/v1/companies/{company}")
    assert said.status_code == 200, said.text
    return said.json()


async def move(person: Person, company: int, to: str) -> httpx.Response:
    return await person.post(f"/v1/companies/{company}/status", {"to": to, "reason": "tudo conferido"})


async def charge(person: Person, amount: int = 3700) -> httpx.Response:
    return await person.post("/v1/payin/charges", {"amount": {"amount": amount}})


async def test_a_company_comes_in_once_with_partners_and_accounts_and_a_second_person_lets_it_begin(
    diego: Person, eva: Person
) -> None:
    key = str(uuid4())
    said = [await diego.post("/v1/companies", nova(), key=key) for _ in range(2)]
    assert said[0].json() == said[1].json()
    company = said[0].json()["id"]
    assert (await diego.post("/v1/companies", nova())).json()["message"] == "company_known"

    found = await read(diego, company)
    assert found["status"] == "created"
    assert [(p["name"], p["document"], p["pep"], p["pep_type"], p["share"]) for p in found["partners"]] == [
        ("Rita Nogueira", "***.982.247-**", True, "related", "60.00"),
        ("Fundo Nogueira", "11.444.777/0001-61", False, None, "40.00"),
    ]
    assert [account["code"] for account in found["accounts"]] == ["available", "in_review"]

    diego.account = eva.account = str(company)
    assert (await charge(diego)).json()["message"] == "company_not_active"
    assert (await move(diego, company, "review")).status_code == 200
    assert (await move(diego, company, "active")).json()["message"] == "company_own"
    assert (await move(diego, company, "offboarded")).json()["message"] == "company_move_refused"
    key = str(uuid4())
    for _ in range(2):
        moved = await eva.post(
            f"/v1/companies/{company}/status", {"to": "active", "reason": "documentos conferidos"}, key=key
        )
        assert moved.json()["status"] == "active"
    assert (await charge(diego)).status_code == 201
    names = [moment["name"] for moment in (await diego.get(f"/v1/trail/companies/{company}")).json()]
    assert names.count("companies:company:move") == 2
    assert names[-1] == "companies:company:begin"


async def test_what_makes_no_sense_is_refused_at_its_field(diego: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"document": "11.222.333/0001-82"}, "document", "document_invalid"),
        ({"document": "529.982.247-25"}, "document", "document_cnpj"),
        ({"name": "  "}, "name", "field_required"),
        ({"country": "Brasil"}, "country", "field_invalid"),
        ({"partners": []}, "partners", "field_invalid"),
        ({"partners": [{"name": "A", "document": "1"}]}, "partners[0].document", "document_invalid"),
        ({"partners": [{"name": "A", "document": "52998224725", "share": "101"}]}, "partners[0].share", "out_of_range"),
        (
            {"partners": [{"name": "A", "document": "52998224725", "share": "1.005"}]},
            "partners[0].share",
            "field_invalid",
        ),
    ]
    for given, field, key in cases:
        with subtests.test(given=given, field=field, key=key):
            said = await diego.post("/v1/companies", nova(**given))
            assert (said.status_code, said.json()["message"]) == (400, {field: [key]})
            assert (await diego.get("/v1/companies", document="19131243000197")).json() == []


async def test_partners_hold_no_more_than_the_whole_and_each_is_there_once(diego: Person) -> None:
    company = await onboarded(diego)
    partners = f"/v1/companies/{company}/partners"
    third = {"name": "Caio Prado", "document": "111.444.777-35", "share": "0.01"}
    assert (await diego.post(partners, third)).json()["message"] == "shares_too_many"
    rita = (await read(diego, company))["partners"][0]
    less = {"name": "Rita Nogueira", "document": "529.982.247-25", "pep_type": "principal", "share": "59.99"}
    for _ in range(2):
        assert (await diego.put(f"{partners}/{rita['id']}", less)).json()["pep_type"] == "principal"
    key = str(uuid4())
    assert [(await diego.post(partners, third, key=key)).status_code for _ in range(2)] == [201, 201]
    assert (await diego.post(partners, third | {"share": None})).json()["message"] == "partner_known"
    assert (await diego.delete(f"{partners}/{rita['id']}")).status_code == 200
    assert (await diego.delete(f"{partners}/{rita['id']}")).status_code == 404
    assert {each["name"] for each in (await read(diego, company))["partners"]} == {"Fundo Nogueira", "Caio Prado"}


async def test_a_blocked_company_asks_for_no_money_and_is_told_why(
    ana: Person, diego: Person, counter: Counter
) -> None:
    open_charge = await counter.charge(ana)
    block = {"direction": "in", "reason": "Suspeita de fraude: caso 7/2026"}
    plan = (await diego.post(f"{AURORA_PATH}/block/plan", block)).json()
    assert {"status", "blocked_in"} <= {change["field"] for change in plan["changes"]}
    assert (await charge(ana)).status_code == 201
    key = str(uuid4())
    for _ in range(2):
        assert (await diego.post(f"{AURORA_PATH}/block", block, key=key)).json()["status"] == "blocked"
    refused = await charge(ana)
    assert (refused.status_code, refused.json()["message"]) == (409, "company_blocked")
    assert refused.json()["error"] == block["reason"]
    assert (await read(ana, AURORA))["status_reason"] == block["reason"]
    await counter.work()
    (told,) = (await ana.get("/v1/notifications", kind="account_company_blocked")).json()["notifications"]
    assert (told["redirect"], block["reason"] in told["message"]) == (f"/dashboard/companies/{AURORA}", True)
    # What was asked for before is the merchant's when it is paid.
    await counter.bank.pay(open_charge["br_code"])
    await counter.carry()
    assert (await counter.read(ana, open_charge["id"]))["status"] == "paid"
    # Only the way out: charges go on.
    assert (await diego.post(f"{AURORA_PATH}/block", block | {"direction": "out"})).status_code == 200
    assert (await charge(ana)).status_code == 201
    key = str(uuid4())
    freed = {"reason": "caso encerrado"}
    assert [(await diego.post(f"{AURORA_PATH}/unblock", freed, key=key)).status_code for _ in range(2)] == [200, 200]
    assert (await diego.post(f"{AURORA_PATH}/unblock", freed)).json()["message"] == "company_not_blocked"


async def test_a_block_waits_for_a_second_person_where_a_policy_says_so(
    ana: Person, diego: Person, eva: Person, sql: Any
) -> None:
    standing_policy(sql, "companies:company:block")
    held = await diego.post(f"{AURORA_PATH}/block", {"direction": "both", "reason": "ordem judicial 123"})
    assert held.status_code == 202
    assert (await charge(ana)).status_code == 201
    assert (await Desk(sql).approve(eva, held.json()["request"]["id"])).status_code == 200
    assert (await charge(ana)).json()["message"] == "company_blocked"


async def test_a_company_asked_for_by_one_comes_in_when_another_approves(diego: Person, eva: Person, sql: Any) -> None:
    standing_policy(sql, "companies:company:onboard")
    held = await diego.post("/v1/companies", nova())
    assert held.status_code == 202, held.text
    assert (await diego.get("/v1/companies", document="19131243000197")).json() == []
    assert (await Desk(sql).approve(eva, held.json()["request"]["id"])).status_code == 200
    (found,) = (await diego.get("/v1/companies", document="19131243000197")).json()
    assert (found["status"], len((await read(diego, found["id"]))["partners"])) == ("created", 2)


async def test_limits_and_fees_hold_from_the_next_charge_on(ana: Person, diego: Person, counter: Counter) -> None:
    limit = {"kind": "charge", "amount": {"amount": 5_000}}
    plan = (await diego.put(f"{AURORA_PATH}/limits/plan", limit)).json()
    assert plan["changes"] == [{"field": "charge", "before": None, "after": {"amount": 5_000, "currency": "BRL"}}]
    for _ in range(2):
        assert (await diego.put(f"{AURORA_PATH}/limits", limit)).status_code == 200
    refused = await charge(ana, 5_001)
    assert (refused.status_code, refused.json()["message"]) == (400, {"amount": ["above_limit"]})
    assert (await diego.put(f"{AURORA_PATH}/fee", {"percentage": "2.5"})).json() == {"percentage": "2.50", "own": True}
    paid = await counter.paid(ana, 5_000)
    assert paid["fee"]["amount"] == 125
    assert (await diego.put(f"{AURORA_PATH}/fee", {"percentage": None})).json()["own"] is False
    assert (await diego.put(f"{AURORA_PATH}/fee", {"percentage": "100.01"})).status_code == 400
    assert (await diego.put(f"{AURORA_PATH}/limits", {"kind": "charge", "amount": None})).status_code == 200
    assert (await charge(ana, 5_001)).status_code == 201


async def test_what_is_known_has_a_history_and_decides_over_the_risk(ana: Person, diego: Person) -> None:
    known = {"attribute": "risk_classification", "value": "high", "source": "comitê de risco"}
    first = known | {"value": "low", "valid_from": "2026-01-10"}
    for body in (first, known):
        key = str(uuid4())
        assert [(await diego.post(f"{AURORA_PATH}/attributes", body, key=key)).status_code for _ in range(2)] == [
            201
        ] * 2
    found = await read(diego, AURORA)
    assert found["risk"] == "high"
    assert [(each["value"], each["valid_to"] is None) for each in found["attributes"]] == [
        ("high", True),
        ("low", False),
    ]
    assert (await diego.post(f"{AURORA_PATH}/attributes", known | {"value": "huge"})).status_code == 400
    assert (await diego.post(f"{AURORA_PATH}/attributes", first)).json()["message"] == {"valid_from": ["out_of_range"]}
    key = str(uuid4())
    for _ in range(2):
        assert (await diego.post(f"{AURORA_PATH}/notes", {"text": "Visita feita."}, key=key)).status_code == 201
    contract = {"name": "Adquirência 2026", "valid_from": "2026-01-01", "valid_to": "2025-01-01"}
    assert (await diego.post(f"{AURORA_PATH}/contracts", contract)).json()["message"] == {"valid_to": ["out_of_range"]}
    assert (await diego.post(f"{AURORA_PATH}/contracts", contract | {"valid_to": None})).status_code == 201
    staff, own = await read(diego, AURORA), await read(ana, AURORA)
    assert (len(staff["notes"]), len(staff["contracts"])) == (1, 1)
    # The merchant sees their registration, not what the provider thinks of them.
    assert (own["notes"], own["attributes"], "risk" in own) == ([], [], False)
    assert (await ana.get(f"/v1/trail/companies/{AURORA}")).status_code == 403
    assert len(own["contracts"]) == 1


async def test_where_its_money_goes_is_seen_by_whom_bank_accounts_are_shown(
    ana: Person, diego: Person, sql: Any
) -> None:
    sql(
        "insert into bank_account (company_id, id, nickname, kind, ownership, pix_key, pix_key_kind, holder_name, holder_document,"
        " status, usable_from) values (2, gen_random_uuid(), 'Folha', 'key', 'own', 'a@b.example', 'email', 'Loja Aurora',"
        " 'P3E2Z8IQ9Y7J64', 'pending_verification', now())"
    )
    for person in (ana, diego):
        (found,) = (await read(person, AURORA))["bank_accounts"]
        assert (found["nickname"], found["status"], "pix_key" in found) == ("Folha", "pending_verification", False)
    sql("update role set permissions = array_remove(permissions, 'account::bankAccounts:read') where name = 'operator'")
    assert (await read(ana, AURORA))["bank_accounts"] == []


async def test_merchants_see_their_own_company_alone_and_change_nothing(
    ana: Person, carla: Person, diego: Person, gil: Person
) -> None:
    (own,) = (await ana.get("/v1/companies")).json()
    assert (own["id"], "people" in own) == (AURORA, False)
    (seen,) = (await diego.get("/v1/companies", id=AURORA)).json()
    assert seen["people"] == 4
    diego.account = str(AURORA)
    assert len((await diego.get("/v1/companies")).json()) >= 7
    assert (await carla.get(AURORA_PATH)).status_code == 404
    block = {"direction": "both", "reason": "porque sim"}
    for path, body in (
        ("/v1/companies", nova()),
        (f"{AURORA_PATH}/block", block),
        (f"{AURORA_PATH}/notes", {"text": "x"}),
    ):
        for person in (ana, carla, gil):
            assert (await person.post(path, body)).status_code in (403, 404), path
    assert (await read(ana, AURORA))["status"] == "active"


async def test_a_right_given_to_a_merchant_by_mistake_opens_nothing(ana: Person, diego: Person, sql: Any) -> None:
    sql("update role set permissions = permissions || 'register::company:write'::text where name = 'operator'")
    for path, body in (("/v1/companies", nova()), (f"{AURORA_PATH}/unblock", {"reason": "quero sair"})):
        assert (await ana.post(path, body)).status_code == 403
    assert (await diego.post("/v1/companies/1/block", {"direction": "in", "reason": "engano"})).json()["message"] == (
        "company_provider"
    )


async def test_the_database_itself_refuses_a_leap_and_a_block_without_a_reason(counter: Counter) -> None:
    for statement in (
        "update company set status = 'review' where id = 2",
        "update company set status = 'blocked', blocked_in = true where id = 2",
        "update company set blocked_in = true where id = 2",
        "update company set document = '19131243000197' where id = 2",
        "update company set status = 'offboarding' where id = 1",
    ):
        with psycopg.connect(counter.url) as connection, pytest.raises(psycopg.Error):
            connection.execute(statement.encode())
