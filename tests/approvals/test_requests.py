"""A Command under a policy waits for a second person, and is then done as its maker asked for it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from people import EMAILS, Person
from support.approvals import REFUND, Desk, held, read, refund
from support.charges import Counter

Policy = Callable[..., str]
Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_refund_under_a_policy_waits_and_the_approval_does_it(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 10_000)
    before, key = await counter.balances(ana), str(uuid4())
    first, again = [await refund(ana, charge["id"], key=key) for _ in range(2)]
    assert first.status_code == again.status_code == 202
    assert first.content == again.content
    said = first.json()
    assert (said["status"], said["statusCode"], said["message"]) == (True, 202, "awaiting_approval")
    assert await counter.balances(ana) == before
    assert (await counter.read(ana, charge["id"]))["refunds"] == []
    shown = await read(eva, said["request"]["id"])
    assert (shown["status"], shown["maker"], shown["amount"]["amount"]) == ("awaiting", EMAILS["ana"], 4_000)
    (balance,) = shown["plan"]["balances"]
    assert balance["held_after"]["amount"] - balance["held_before"]["amount"] == 4_000
    decided = await desk.approve(eva, shown["id"], comment="conferido")
    assert decided.status_code == 200, decided.text
    assert decided.json() == {"id": shown["id"], "status": "executed", "stale": False, "error": None, "missing": 0}
    await counter.work()
    await counter.run_job("payin.reconcile")
    after = await counter.read(ana, charge["id"])
    assert [each["status"] for each in after["refunds"]] == ["settled"]
    done = await read(ana, shown["id"])
    assert done["result"]["amount"]["amount"] == 4_000
    assert [(each["actor"], each["kind"], each["factor"]) for each in done["decisions"]] == [
        (EMAILS["eva"], "approve", "totp")
    ]


async def test_without_a_policy_that_fits_nothing_waits(ana: Person, counter: Counter, policy: Policy) -> None:
    policy(REFUND, condition="amount > 5000")
    policy(REFUND, active=False)
    policy(REFUND, company_id=3)
    charge = await counter.paid(ana, 20_000)
    assert (await refund(ana, charge["id"], 5_000)).status_code == 201
    assert (await refund(ana, charge["id"], 5_001)).status_code == 202


async def test_a_request_refuses_what_the_command_refuses(ana: Person, counter: Counter, policy: Policy) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 10_000)
    said = await refund(ana, charge["id"], 10_001)
    assert (said.status_code, said.json()["message"]) == (400, {"amount": ["refund_exceeds_received"]})
    assert (await ana.get("/v1/approvals")).json() == []


async def test_a_rejection_says_why_and_ends_it(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND, needed=2)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    path = f"/v1/approvals/{request}/reject"
    without = await eva.post(path, {"reason": "  "})
    assert (without.status_code, list(without.json()["message"])) == (400, ["reason"])
    key = str(uuid4())
    first, again = [await eva.post(path, {"reason": "cliente errado"}, key=key) for _ in range(2)]
    assert first.status_code == again.status_code == 200
    shown = await read(ana, request)
    assert (shown["status"], shown["decisions"][0]["reason"]) == ("rejected", "cliente errado")
    late = await desk.approve(eva, request)
    assert (late.status_code, late.json()["message"]) == (409, "approval_closed")


async def test_only_the_maker_takes_a_request_back(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    said = await eva.post(f"/v1/approvals/{request}/cancel")
    assert (said.status_code, said.json()["message"]) == (403, "only_the_maker")
    assert (await ana.post(f"/v1/approvals/{request}/cancel")).json()["status"] == "cancelled"
    assert (await ana.post(f"/v1/approvals/{request}/cancel")).status_code == 409
    assert (await desk.approve(eva, request)).json()["message"] == "approval_closed"


async def test_what_nobody_decided_in_time_is_over(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    await counter.run_job("approvals.expire")
    assert (await read(ana, request))["status"] == "awaiting"
    sql("alter table approval_request disable trigger approval_request_moved")
    sql("update approval_request set expires_at = now() - interval '1 second'")
    sql("alter table approval_request enable trigger approval_request_moved")
    assert (await read(ana, request))["status"] == "expired"
    said = await desk.approve(eva, request)
    assert (said.status_code, said.json()["message"]) == (409, "approval_expired")
    for _ in range(2):
        await counter.run_job("approvals.expire")
    assert sql("select count(*) from event where name = 'approvals:request:expired'") == [(1,)]


async def test_another_effect_than_the_approved_one_is_asked_again(
    ana: Person, eva: Person, diego: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND, needed=2)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    assert (await desk.approve(eva, request)).json()["status"] == "awaiting"
    # The same words would now do something else: what was planned is not what would happen.
    sql("alter table approval_request disable trigger approval_request_moved")
    sql("update approval_request set plan_hash = repeat('0', 64)")
    sql("alter table approval_request enable trigger approval_request_moved")
    said = (await desk.approve(diego, request)).json()
    assert (said["status"], said["stale"], said["missing"]) == ("awaiting", True, 2)
    assert (await counter.read(ana, charge["id"]))["refunds"] == []
    # Both approvals are void: two are needed again, and both may decide again.
    assert (await read(eva, request))["round"] == 2
    assert (await desk.approve(diego, request, round=2)).json() == {**said, "stale": False, "missing": 1}
    assert (await desk.approve(eva, request, round=2)).json()["status"] == "executed"


async def test_what_cannot_be_done_any_more_fails_and_says_why(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND, condition="amount == 9000")
    other = await counter.paid(ana, 20_000)
    charge = await counter.paid(ana, 10_000)
    request = await held(ana, charge["id"], 9_000)
    # What is left of the payment is reserved; the balance that it comes from is not.
    assert (await refund(ana, other["id"], 20_000)).status_code == 201
    assert (await refund(ana, charge["id"], 1_000)).status_code == 201
    said = (await desk.approve(eva, request)).json()
    assert (said["status"], said["error"]) == ("failed", "insufficient_balance")
    record = await counter.read(ana, charge["id"])
    assert [each["amount"]["amount"] for each in record["refunds"]] == [1_000]
    assert (record["awaiting_approval"]["amount"], record["refundable"]["amount"]) == (0, 9_000)


async def test_a_wrong_code_approves_nothing(
    ana: Person, eva: Person, gil: Person, counter: Counter, policy: Policy
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    said = await eva.post(f"/v1/approvals/{request}/approve", {"digits": "000000"})
    assert (said.status_code, said.json()["message"]) == (400, "2fa_code_invalid")
    said = await gil.post(f"/v1/approvals/{request}/approve", {"digits": "000000"})
    assert (said.status_code, said.json()["message"]) == (403, "two_factor_required")
    assert (await read(ana, request))["decisions"] == []


async def test_distinct_teams_want_people_who_share_no_role(
    ana: Person, eva: Person, diego: Person, gil: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND, needed=2, distinct_teams=True)
    sql("insert into person_role (person_id, role_id, company_id) select p.id, r.id, 1 from person p, role r"
        " where p.email = %s and r.name = 'approver' and r.company_id = 1", EMAILS["diego"])  # fmt: skip
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    assert (await desk.approve(eva, request)).json()["status"] == "awaiting"
    said = await desk.approve(diego, request)
    assert (said.status_code, said.json()["message"]) == (409, "same_team")
    assert (await desk.approve(gil, request)).json()["status"] == "executed"


async def test_every_policy_that_fits_is_satisfied(
    ana: Person, eva: Person, diego: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND)
    policy(REFUND, permission="payin::withdrawals:approve", company_id=2)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    # Eva holds the one, diego both; a merchant's own policy is not weakened by the provider's.
    assert (await desk.approve(eva, request)).json()["status"] == "awaiting"
    assert (await desk.approve(diego, request)).json()["status"] == "executed"


async def test_an_emergency_is_decided_alone_with_a_reason_and_everybody_is_told(
    ana: Person, eva: Person, diego: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND, needed=3, emergency="payin::withdrawals:approve")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    shown = await read(eva, request)
    assert (shown["may_decide"], shown["may_emergency"]) == (True, False)
    assert (await desk.emergency(eva, request)).json()["message"] == "not_yours_to_decide"
    assert (await read(diego, request))["may_emergency"] is True
    assert (await desk.emergency(diego, request)).json()["status"] == "executed"
    await counter.work()
    told = sql(
        "select p.email from notification n join person p on p.id = n.person_id where kind = 'approvals_emergency'"
    )
    assert {EMAILS["ana"], EMAILS["eva"], EMAILS["gil"]} <= {email for (email,) in told}


async def test_deciders_are_told_what_waits_and_the_maker_what_became_of_it(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    await counter.work()
    waiting = "select p.email, n.redirect from notification n join person p on p.id = n.person_id where n.kind = %s"
    told = sql(waiting, "approvals_waiting")
    assert {email for email, _ in told} == {EMAILS["eva"], EMAILS["diego"], EMAILS["gil"]}
    assert {path for _, path in told} == {f"/dashboard/settings/double-approval/{request}"}
    await desk.approve(eva, request)
    await counter.work()
    assert [email for email, _ in sql(waiting, "approvals_done")] == [EMAILS["ana"]]
    data = "select distinct data ->> 'command', data ->> 'maker', (data ->> 'amount')::int from notification where kind = %s"
    for kind in ("approvals_waiting", "approvals_done"):
        assert sql(data, kind) == [(REFUND, EMAILS["ana"], 4_000)]


async def test_the_inbox_shows_each_person_what_is_theirs(
    ana: Person, eva: Person, carla: Person, counter: Counter, policy: Policy, sign_in: Any
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    other = await held(ana, charge["id"], 7)
    bruno = await sign_in("bruno")
    assert [row["id"] for row in (await ana.get("/v1/approvals")).json()] == [other, request]
    assert (await ana.get("/v1/approvals", mine_to_decide="true")).json() == []
    assert len((await eva.get("/v1/approvals", mine_to_decide="true")).json()) == 2
    assert (await bruno.get("/v1/approvals")).json() == []
    assert (await bruno.get(f"/v1/approvals/{request}")).status_code == 404
    assert (await carla.get("/v1/approvals")).json() == []
    assert [each["id"] for each in (await read(eva, request))["others"]] == [other]


async def test_a_decision_over_a_payment_under_review_waits_too(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy("payin:review:accept", condition="amount >= 3000")
    charge = await counter.charge(ana, 3700)
    await counter.bank.fault(effect="paid_amount", delta=-700)
    paid = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    said = await ana.post(f"/v1/payin/reviews/{paid}/accept")
    assert said.status_code == 202, said.text
    request = said.json()["request"]["id"]
    assert (await read(eva, request))["amount"]["amount"] == 3_000
    assert (await desk.approve(eva, request)).json()["status"] == "executed"
    assert (await counter.balances(ana))["available"] == 3_000 - 30


async def test_a_request_has_a_currency_exactly_where_money_moves(
    ana: Person, counter: Counter, policy: Policy, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    assert sql("select amount is not null, currency from approval_request where id = %s", request) == [(True, "BRL")]
    sql("alter table approval_request disable trigger user")
    for change in ("currency = null", "amount = null, reserves = null, reserved = null", "currency = 'reais'"):
        with pytest.raises(psycopg.errors.CheckViolation):
            sql(f"update approval_request set {change} where id = %s", request)


async def test_the_sums_of_the_inbox_leave_out_requests_without_an_amount(
    ana: Person, eva: Person, counter: Counter, policy: Policy, sql: Sql
) -> None:
    policy(REFUND)
    requests = [await held(ana, (await counter.paid(ana, 20_000))["id"]) for _ in range(2)]
    sql("alter table approval_request disable trigger user")
    sql(
        "update approval_request set amount = null, currency = null, reserves = null, reserved = null where id = %s",
        requests[0],
    )
    sql("alter table approval_request enable trigger user")
    answer = await eva.get("/v1/approvals/facets")
    assert answer.status_code == 200, answer.text
    total = answer.json()["total"]
    assert total["count"] == 2
    assert total["sums"]["amount"] == [{"amount": 4_000, "currency": "BRL"}]
