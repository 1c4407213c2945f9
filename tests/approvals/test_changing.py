"""While a request waits: its maker changes it, and whoever would decide hands it to another. What is asked for is told in names."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from people import EMAILS, Person
from retaguarda.approvals.invariants import INVARIANTS
from support.approvals import REFUND, Desk, held, read
from support.charges import Counter
from support.payments import JOAO, pay
from support.withdrawals import BANK_ACCOUNTS, OWN, elsewhere, usable, withdraw

Policy = Callable[..., str]
Sql = Callable[..., list[tuple[Any, ...]]]


async def edit(person: Person, request: str, change: dict[str, Any], *, key: str | None = None) -> Any:
    return await person.put(f"/v1/approvals/{request}/input", {"input": change}, key=key)


async def test_an_edit_makes_the_plan_anew_and_voids_every_approval(
    ana: Person, eva: Person, diego: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND, needed=2)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"], 4_000)
    assert (await desk.approve(eva, request)).json()["status"] == "awaiting"
    key, change = str(uuid4()), {"amount": {"amount": 5_000}, "reason": "metade"}
    first, again = [await edit(ana, request, change, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (200, first.content), first.text
    assert (await edit(ana, request, change)).json()["message"] == "approval_unchanged"
    shown = await read(eva, request)
    (balance,) = shown["plan"]["balances"]
    assert balance["held_after"]["amount"] - balance["held_before"]["amount"] == 5_000
    assert (shown["round"], shown["amount"]["amount"], shown["input"]["reason"]) == (2, 5_000, "metade")
    assert [each["round"] for each in shown["decisions"]] == [1]
    # Nobody approves by what they saw before, not even among many.
    late = await desk.approve(diego, request)
    assert (late.status_code, late.json()["message"]) == (409, "approval_changed")
    many = await diego.post("/v1/approvals/approve", {"ids": [request], "digits": await desk.digits(diego)})
    assert [each["message"] for each in many.json()["refused"]] == ["approval_changed"]
    assert (await desk.approve(diego, request, round=2)).json()["status"] == "awaiting"
    assert (await desk.approve(eva, request, round=2)).json()["status"] == "executed"
    assert [each["amount"]["amount"] for each in (await counter.read(ana, charge["id"]))["refunds"]] == [5_000]
    await counter.work()
    told = sql("select p.email from notification n join person p on p.id = n.person_id where kind = 'approvals_edited'")
    assert {email for (email,) in told} == {EMAILS["eva"], EMAILS["diego"], EMAILS["gil"]}


async def test_an_edit_is_weighed_by_the_policies_of_now_and_escapes_none(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND, name="Pequenas", condition="amount > 100")
    policy(REFUND, name="Grandes", condition="amount > 10000", needed=2)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"], 5_000)

    async def demanded(amount: int) -> list[str]:
        said = await edit(ana, request, {"amount": {"amount": amount}})
        assert said.status_code == 200, said.text
        return [demand["name"] for demand in (await read(ana, request))["demands"]]

    assert await demanded(15_000) == ["Pequenas", "Grandes"]
    assert await demanded(200) == ["Pequenas"]
    # Asked for anew it would need nobody; who has begun to ask has somebody look at it.
    assert await demanded(50) == ["Pequenas"]
    assert (await edit(ana, request, {"amount": {"amount": 20_001}})).json()["message"] == {
        "amount": ["refund_exceeds_received"]
    }
    assert (await edit(ana, request, {"amount": {"amount": "x"}})).status_code == 400
    assert (await desk.approve(eva, request, round=4)).json()["status"] == "executed"
    closed = await edit(ana, request, {"amount": {"amount": 60}})
    assert (closed.status_code, closed.json()["message"]) == (409, "approval_closed")


async def test_a_decision_is_handed_to_another_who_may_decide_and_back(
    ana: Person, eva: Person, diego: Person, gil: Person, carla: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:  # fmt: skip
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    path, ids = f"/v1/approvals/{request}/delegate", dict(sql("select email, id::text from person"))
    offered = (await eva.get(f"/v1/approvals/{request}/delegates")).json()
    assert {each["email"] for each in offered} == {EMAILS["diego"], EMAILS["gil"]}
    # The provider's people stay unnamed to a merchant's, and nobody decides who could not decide anyway.
    assert (await gil.get(f"/v1/approvals/{request}/delegates")).json() == []
    for person, to in ((gil, "diego"), (eva, "ana"), (eva, "bruno"), (eva, "eva"), (eva, "carla")):
        said = await person.post(path, {"person": ids[EMAILS[to]]})
        assert (said.status_code, said.json()["message"]) == (400, {"person": ["not_allowed"]}), to
    assert (await carla.post(path, {"person": ids[EMAILS["diego"]]})).status_code in (403, 404)

    key, body = str(uuid4()), {"person": ids[EMAILS["diego"]], "note": "estou de férias"}
    first, again = [await eva.post(path, body, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (200, first.content), first.text
    assert (await desk.approve(eva, request)).json()["message"] == "delegated"
    assert (await eva.get("/v1/approvals", mine_to_decide="true")).json() == []
    (made,) = (await read(diego, request))["delegations"]
    assert (made["actor"], made["delegate"], made["note"]) == (EMAILS["eva"], EMAILS["diego"], "estou de férias")
    await counter.work()
    told = sql(
        "select p.email from notification n join person p on p.id = n.person_id where kind = 'approvals_delegated'"
    )
    assert told == [(EMAILS["diego"],)]
    assert (await diego.post(path, {"person": ids[EMAILS["eva"]]})).status_code == 200
    assert (await desk.approve(eva, request)).json()["status"] == "executed"


async def test_a_withdrawal_and_a_new_account_are_judged_by_names_not_ids(
    bruno: Person, eva: Person, counter: Counter, policy: Policy, sql: Sql
) -> None:
    policy(BANK_COMMAND := "account:bank_account:create", condition='input.nickname == "Conta do Zé"')
    policy("account:withdrawal:create")
    await counter.paid(bruno, 20_000)
    account = await usable(bruno, sql)
    planned = (await bruno.post("/v1/account/withdrawals/plan", _WITHDRAWAL | {"bank_account": account})).json()
    said = await withdraw(bruno, account, 5_000)
    shown = await read(eva, said.json()["request"]["id"])
    facts = {each["field"]: each["value"] for each in shown["plan"]["facts"]}
    assert facts == {
        "bank_account": "Conta principal", "holder_name": "Loja Aurora Comércio Ltda",
        "holder_document": "P3.E2Z.8IQ/9Y7J-64", "bank_name": "BCO DO BRASIL S.A.", "branch": "1584",
        "number": "00210169-6", "account_type": "CACC", "amount": {"amount": 5_000, "currency": "BRL"},
        "fee": {"amount": 0, "currency": "BRL"}, "scheduled_for": None,
    }  # fmt: skip
    assert planned["facts"] == shown["plan"]["facts"]
    body = OWN | {"nickname": "Conta do Zé", "holder_name": "José Exemplo", "holder_document": "529.982.247-25",
                  "account": None, "key": {"kind": "cpf", "value": "52998224725"}}  # fmt: skip
    said = await bruno.post(BANK_ACCOUNTS, body)
    shown = await read(eva, said.json()["request"]["id"])
    facts = {each["field"]: each["value"] for each in shown["plan"]["facts"]}
    assert facts == {
        "nickname": "Conta do Zé", "account": None, "key": None, "holder_name": "José Exemplo",
        "holder_document": "***.982.247-**", "pix_key": "***.982.247-**",
    }  # fmt: skip
    rows = (await eva.get("/v1/approvals")).json()
    assert {row["command"]: row["about"] for row in rows} == {
        BANK_COMMAND: "Conta do Zé · José Exemplo",
        "account:withdrawal:create": "Conta principal · Loja Aurora Comércio Ltda",
    }


async def test_an_edit_is_told_as_it_was_and_as_it_is_in_names(
    bruno: Person, eva: Person, counter: Counter, policy: Policy, sql: Sql, ana: Person
) -> None:
    policy("account:withdrawal:create")
    await counter.paid(ana, 20_000)
    main, other = await usable(bruno, sql), await usable(bruno, sql, elsewhere())
    request = (await withdraw(bruno, main, 5_000)).json()["request"]["id"]
    whole = {"amount": {"amount": 6_000}, "bank_account": other, "description": "aluguel"}
    assert (await edit(bruno, request, whole)).status_code == 200
    (made,) = (await read(eva, request))["edits"]
    facts = {each["field"]: (each["before"], each["after"]) for each in made["facts"]}
    assert facts["bank_account"] == ("Conta principal", "Agência 1425")
    assert [each["amount"] for each in facts["amount"]] == [5_000, 6_000]
    assert facts["branch"] == ("1584", "1425")
    assert made["changes"] == [{"field": "description", "before": None, "after": "aluguel"}]
    assert made["round"] == 2
    # The database keeps what an edit was.
    with pytest.raises(psycopg.Error, match="written down once"):
        sql("update approval_request set edits = '[]', round = round + 1 where id = %s", request)


async def test_a_request_masks_documents_as_lists_do_and_leaves_its_maker_what_they_typed(
    bruno: Person, eva: Person, counter: Counter, policy: Policy, ana: Person
) -> None:
    policy("payouts:payment:pay")
    await counter.paid(ana, 20_000)
    made = await pay(bruno, 5_000, description="52998224725 aluguel")
    assert made.status_code == 202, made.text
    request = made.json()["request"]["id"]
    for masked in [(await read(eva, request)), (await read(bruno, request))]:
        asked = masked["input"]
        assert (asked["holder_document"], asked["key"]["value"]) == ("***.456.789-**", "***.456.789-**")
        assert (asked["holder_name"], asked["description"]) == (JOAO["holder_name"], "52998224725 aluguel")
    assert (await read(eva, request))["whole_input"] is None
    whole = (await read(bruno, request))["whole_input"]
    assert (whole["holder_document"], whole["key"]["value"]) == (JOAO["holder_document"], "12345678909")
    phone = {"kind": "phone", "value": "+5511987654321"}
    said = await edit(bruno, request, whole | {"key": phone, "holder_document": "529.982.247-25"})
    assert said.status_code == 200, said.text
    told = await eva.get(f"/v1/approvals/{request}")
    assert told.json()["input"]["key"]["value"] == "+5511*****321"
    assert not any(text in told.text for text in ("529.982.247-25", "12345678909", "123.456.789-09", "987654321"))


async def test_the_self_check_finds_what_was_not_two_people_s_word(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    assert (await desk.approve(eva, request)).json()["status"] == "executed"

    def offenders() -> dict[str, int]:
        return {each.name: sql(each.offenders_sql)[0][0] for each in INVARIANTS}

    assert offenders() == {"approval_is_another_s": 0, "approval_was_given": 0}
    sql("alter table approval_request disable trigger approval_request_moved")
    sql("update approval_request set makers = makers || (select id from person where email = %s)", EMAILS["eva"])
    sql("update approval_request set demands = jsonb_set(demands, '{0,needed}', '2')")
    assert offenders() == {"approval_is_another_s": 1, "approval_was_given": 1}


_WITHDRAWAL: dict[str, Any] = {"amount": {"amount": 5_000}}
