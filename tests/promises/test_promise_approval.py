"""Promise 48: whoever asks for something never approves it, by no way there is; and what is approved happens once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import as_app
from people import AURORA, EMAILS, Person
from retaguarda.app import App
from retaguarda.approvals.approvable_commands import approvable
from retaguarda.catalogue import catalogue
from retaguarda.foundation.permissions import Permission
from retaguarda_demo.people import ROLES
from support.approvals import REFUND, Desk, held, read, refund
from support.charges import Counter
from support.withdrawals import elsewhere, usable, withdraw

SignIn = Callable[[str], Awaitable[Person]]
Sql = Callable[..., list[tuple[Any, ...]]]
DISABLE = "account:bank_account:disable"
DECIDE, READ = Permission.APPROVALS_DECIDE.value, Permission.APPROVALS_READ.value


@pytest.fixture
def desk(sql: Sql) -> Desk:
    return Desk(sql)


@pytest.fixture
def under_policy(sql: Sql) -> Callable[..., None]:
    def make(command: str = REFUND, **given: Any) -> None:
        row = {
            "id": str(uuid4()), "company_id": 1, "name": str(uuid4()), "command": command, "condition": "",
            "permission": DECIDE, "needed": 1, "distinct_teams": False, "expires_days": 7, "emergency": None,
            "active": True, "alone": False, "updated_by": "a test",
        } | given  # fmt: skip
        sql(f"insert into approval_policy ({', '.join(row)}) values ({', '.join(['%s'] * len(row))})", *row.values())

    return make


def everything(sql: Sql, company: int = AURORA) -> None:
    """Every role of the company holds every permission: only who asked stands in the way."""
    names = [str(permission) for permission in Permission if permission != Permission.TWO_FACTOR]
    sql("update role set permissions = %s where company_id = %s", names, company)


async def refused(said: Any, status: int, *messages: str) -> None:
    assert (said.status_code, said.json()["message"] in messages) == (status, True), said.text


async def test_promise_48_a_maker_approves_nothing_of_their_own_by_no_door(
    ana: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql, sign_in: SignIn
) -> None:
    under_policy()
    everything(sql)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    await refused(await desk.approve(ana, request), 403, "maker_is_not_checker")
    second = await sign_in_again(ana, desk)
    for session in (ana, second):
        await refused(await desk.approve(session, request), 403, "maker_is_not_checker")
        await refused(await desk.emergency(session, request), 403, "maker_is_not_checker")
        await refused(
            await session.post(f"/v1/approvals/{request}/reject", {"reason": "eu mesma"}), 403, "maker_is_not_checker"
        )
        body = {"ids": [request], "digits": await desk.digits(session)}
        said = (await session.post("/v1/approvals/approve", body)).json()
        assert (said["decided"], [each["message"] for each in said["refused"]]) == ([], ["maker_is_not_checker"])
    assert (await read(ana, request))["status"] == "awaiting"
    assert (await counter.read(ana, charge["id"]))["refunds"] == []


async def sign_in_again(person: Person, desk: Desk) -> Person:
    other = Person(person.client, person.email)
    body = {"email": person.email, "password": "Mesa#Azul-2026", "digits": await desk.digits(person)}
    other.token = (await person.client.post("/auth/login", json=body)).json()["token"]
    return other


async def test_promise_48_staff_who_look_at_a_merchant_are_still_themselves(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk
) -> None:
    under_policy()
    charge = await counter.paid(ana, 20_000)
    diego.account = str(AURORA)
    request = await held(diego, charge["id"])
    for account in ("", "all", str(AURORA)):
        diego.account = account
        await refused(await desk.approve(diego, request), 403, "maker_is_not_checker")


async def test_promise_48_a_key_asks_for_whoever_has_seen_its_secret(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql, sign_in: SignIn
) -> None:
    under_policy()
    everything(sql)
    gil = await sign_in("gil")
    ((role,),) = sql("select id from role where company_id = %s and name = 'payer'", AURORA)
    made = (await gil.post("/rbac/keys", {"name": "Loja", "role_id": role})).json()
    program = Person(gil.client, "", token=made["secret"])
    charge = await counter.paid(ana, 20_000)
    request = await held(program, charge["id"])
    # Neither who made the key, nor a key, with whatever it holds.
    await refused(await desk.approve(gil, request), 403, "maker_is_not_checker")
    said = await program.post(f"/v1/approvals/{request}/approve", {"digits": "123456"})
    await refused(said, 403, "maker_is_not_checker")
    # Nor who gave it another secret, nor a key made by that key.
    rotated = await ana.post(f"/rbac/keys/{made['id']}/rotate", {"grace_minutes": 0})
    child = Person(gil.client, "", token=rotated.json()["secret"])
    grandchild = (await child.post("/rbac/keys", {"name": "Filha", "role_id": role})).json()
    other = await held(Person(gil.client, "", token=grandchild["secret"]), charge["id"], 5)
    for person in (gil, ana):
        await refused(await desk.approve(person, other), 403, "maker_is_not_checker")
    # And a key decides over nobody's request.
    by_ana = await held(ana, charge["id"], 6)
    said = await child.post(f"/v1/approvals/{by_ana}/approve", {"digits": "123456"})
    await refused(said, 403, "not_yours_to_decide", "maker_is_not_checker")
    assert (await desk.approve(diego, other)).json()["status"] == "executed"


async def test_promise_48_a_permission_that_came_later_does_not_count(
    ana: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql, sign_in: SignIn
) -> None:
    under_policy()
    bruno, gil = await sign_in("bruno"), await sign_in("gil")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    # A role that is changed afterwards, and a role that is given afterwards.
    held_by_payers = [str(each) for each in ROLES["payer"]]
    sql(
        "update role set permissions = %s where company_id = %s and name = 'payer'",
        [*held_by_payers, DECIDE, READ],
        AURORA,
    )
    await refused(await desk.approve(bruno, request), 403, "not_yours_to_decide")
    sql("insert into person_role (person_id, role_id, company_id) select p.id, r.id, 2 from person p, role r"
        " where p.email = %s and r.company_id = 2 and r.name = 'administrator'", EMAILS["fabio"])  # fmt: skip
    fabio = await sign_in("fabio")
    await refused(await desk.approve(fabio, request), 403, "not_yours_to_decide")
    assert not (await fabio.get("/v1/approvals", mine_to_decide="true")).json()
    # Whoever held it before decides; and over a later request, the newcomers too.
    assert (await desk.approve(gil, request)).json()["status"] == "executed"
    later = await held(ana, charge["id"], 5)
    assert (await desk.approve(bruno, later)).json()["status"] == "executed"


async def test_promise_48_the_database_itself_refuses_the_maker(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, sql: Sql, peopled_url: str
) -> None:
    under_policy()
    everything(sql)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    ids = dict(sql("select email, id::text from person"))
    decision = (
        "insert into approval_decision (request_id, round, person_id, company_id, actor, kind, factor, reason)"
        " values (%s, 1, %s, 2, 'x', %s, 'totp', 'x')"
    )
    delegation = (
        "insert into approval_delegation (id, request_id, company_id, from_person, actor, to_person, delegate)"
        " values (gen_random_uuid(), %s, 2, %s, 'x', %s, 'x')"
    )
    tries: list[tuple[str, str, tuple[Any, ...]]] = [
        ("ana", decision, (request, ids[EMAILS["ana"]], "approve")),
        ("ana", decision, (request, ids[EMAILS["ana"]], "emergency")),
        # In somebody else's name, whose transaction it is not.
        ("ana", decision, (request, ids[EMAILS["diego"]], "approve")),
        ("ana", "update approval_request set state = 'executed' where id = %s", (request,)),
        ("ana", "update approval_request set state = 'failed' where id = %s", (request,)),
        ("diego", "update approval_request set state = 'executed' where id = %s", (request,)),
        ("diego", "update approval_request set state = 'rejected' where id = %s", (request,)),
        ("diego", "update approval_request set state = 'cancelled' where id = %s", (request,)),
        ("diego", "update approval_request set state = 'expired' where id = %s", (request,)),
        ("diego", "update approval_request set makers = '{}' where id = %s", (request,)),
        ("diego", "update approval_request set demands = '[{}]' where id = %s", (request,)),
        ("diego", "update approval_request set input = '{}' where id = %s", (request,)),
        ("diego", "update approval_request set plan_hash = 'x' where id = %s", (request,)),
        ("diego", "update approval_request set expires_at = now() + interval '1 year' where id = %s", (request,)),
        # Another's edit, another's round, an edit that keeps its round, one that changes nothing but who decides.
        ("diego", "update approval_request set input = '{}', round = round + 1 where id = %s", (request,)),
        ("ana", "update approval_request set input = '{}' where id = %s", (request,)),
        ("ana", "update approval_request set input = '{}', round = round + 1, makers = '{}' where id = %s", (request,)),
        ("ana", "update approval_request set demands = '[]', round = round + 1 where id = %s", (request,)),
        ("ana", "update approval_request set two_factor = true, round = round + 1 where id = %s", (request,)),
        # Handed to the maker, by whoever may decide; and by the maker in another's name.
        ("diego", delegation, (request, ids[EMAILS["diego"]], ids[EMAILS["ana"]])),
        ("ana", delegation, (request, ids[EMAILS["diego"]], ids[EMAILS["ana"]])),
        ("ana", delegation, (request, ids[EMAILS["ana"]], ids[EMAILS["diego"]])),
    ]
    for principal, statement, values in tries:
        with psycopg.connect(as_app(peopled_url)) as connection:
            connection.execute(
                "select set_config('retaguarda.companies', '{2}', true), set_config('retaguarda.person', %s, true)",
                (ids[EMAILS[principal]],),
            )
            with pytest.raises(psycopg.DatabaseError) as caught:
                connection.execute(statement.encode(), values)
            assert caught.value.sqlstate == "RF048", (principal, statement, caught.value)
    # A demand that nobody has to satisfy is none.
    weaker = "update approval_request set input = '{}', round = round + 1, demands = '[{\"needed\": 0}]' where id = %s"
    with psycopg.connect(as_app(peopled_url)) as connection:
        connection.execute(
            "select set_config('retaguarda.companies', '{2}', true), set_config('retaguarda.person', %s, true)",
            (ids[EMAILS["ana"]],),
        )
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute(weaker.encode(), (request,))
    for statement in (
        "update approval_decision set kind = 'approve'",
        "delete from approval_decision",
        "delete from approval_delegation",
    ):
        with psycopg.connect(as_app(peopled_url)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement.encode())
    assert sql("select state from approval_request") == [("awaiting",)]


async def test_promise_48_two_approvals_at_once_apply_once(
    ana: Person, diego: Person, sign_in: SignIn, counter: Counter, under_policy: Any, desk: Desk
) -> None:
    under_policy()
    eva = await sign_in("eva")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    digits = [await desk.digits(person) for person in (eva, diego)]
    answers = await asyncio.gather(
        *(
            person.post(f"/v1/approvals/{request}/approve", {"digits": code})
            for person, code in zip((eva, diego), digits, strict=True)
        )
    )
    assert sorted(said.status_code for said in answers) == [200, 409], [said.text for said in answers]
    (late,) = [said for said in answers if said.status_code == 409]
    assert late.json()["message"] == "approval_closed"
    assert len((await counter.read(ana, charge["id"]))["refunds"]) == 1


async def test_promise_48_approval_asks_again_what_the_maker_may(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql
) -> None:
    under_policy()
    charge = await counter.paid(ana, 20_000)
    demoted, suspended = await held(ana, charge["id"], 1), await held(ana, charge["id"], 2)
    operator = [each for each in ROLES["operator"] if each != Permission.PAYIN_REFUND_WRITE]
    sql("update role set permissions = %s where company_id = 2 and name = 'operator'", [str(each) for each in operator])
    said = (await desk.approve(diego, demoted)).json()
    assert (said["status"], said["error"]) == ("failed", "forbidden")
    sql("update person set disabled_at = now() where email = %s", EMAILS["ana"])
    said = (await desk.approve(diego, suspended)).json()
    assert (said["status"], said["error"]) == ("failed", "maker_gone")
    assert sql("select count(*) from refund") == [(0,)]


async def test_promise_48_an_approver_who_is_gone_does_not_count_any_more(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql, sign_in: SignIn
) -> None:
    under_policy(needed=2)
    eva, gil = await sign_in("eva"), await sign_in("gil")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    assert (await desk.approve(eva, request)).json()["status"] == "awaiting"
    await refused(await desk.approve(eva, request), 409, "already_decided")
    sql("update person set disabled_at = now() where email = %s", EMAILS["eva"])
    assert (await desk.approve(gil, request)).json()["status"] == "awaiting"
    assert (await desk.approve(diego, request)).json()["status"] == "executed"


async def test_promise_48_carla_sees_and_decides_nothing_of_another_merchant(
    ana: Person, carla: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql
) -> None:
    under_policy()
    everything(sql, 3)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    assert (await carla.get("/v1/approvals")).json() == []
    assert (await carla.get(f"/v1/approvals/{request}")).status_code == 404
    assert (await desk.approve(carla, request)).status_code == 404
    assert (await carla.post(f"/v1/approvals/{request}/reject", {"reason": "não"})).status_code == 404
    assert (await carla.post(f"/v1/approvals/{request}/cancel")).status_code == 404


async def test_promise_48_no_detour_leads_back_to_the_maker(
    ana: Person, bruno: Person, gil: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql
) -> None:
    under_policy(needed=2)
    everything(sql)
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    ids = dict(sql("select email, id::text from person"))

    async def hand(person: Person, to: str) -> Any:
        return await person.post(f"/v1/approvals/{request}/delegate", {"person": ids[EMAILS[to]]})

    async def edit(person: Person, amount: int) -> Any:
        return await person.put(f"/v1/approvals/{request}/input", {"input": {"amount": {"amount": amount}}})

    # Handed to the maker: at once, and at the end of a chain; and the maker hands on what they never had.
    assert (await hand(bruno, "ana")).json()["message"] == {"person": ["not_allowed"]}
    assert (await hand(bruno, "gil")).status_code == 200
    assert (await hand(gil, "ana")).json()["message"] == {"person": ["not_allowed"]}
    await refused(await hand(ana, "gil"), 403, "maker_is_not_checker")
    await refused(await desk.approve(bruno, request), 403, "delegated")
    # Whoever edits it asks for it; so nobody but its maker does, and then nothing of before counts.
    await refused(await edit(gil, 1), 403, "only_the_maker")
    assert (await desk.approve(gil, request)).json()["status"] == "awaiting"
    assert (await edit(ana, 9_000)).status_code == 200
    await refused(await desk.approve(ana, request, round=2), 403, "maker_is_not_checker")
    await refused(await desk.emergency(ana, request), 403, "maker_is_not_checker")
    # A policy that asks for less by now, or for nothing, is not the one that was asked under.
    sql("update approval_policy set needed = 1, active = false, emergency = %s", DECIDE)
    assert (await desk.approve(gil, request, round=2)).json()["status"] == "awaiting"
    await refused(await desk.emergency(diego, request), 409, "approval_changed")
    assert (await desk.approve(diego, request, round=2)).json()["status"] == "executed"
    assert [each["amount"]["amount"] for each in (await counter.read(ana, charge["id"]))["refunds"]] == [9_000]


async def test_promise_48_an_edit_asks_for_no_more_than_its_own_session_may(
    bruno: Person, counter: Counter, under_policy: Any, sql: Sql
) -> None:
    under_policy("account:withdrawal:create")
    await counter.paid(bruno, 20_000)
    account = await usable(bruno, sql)
    request = (await withdraw(bruno, account, 5_000)).json()["request"]["id"]
    # A session without a second factor does not say where or how much of what was asked for with one.
    sql("update session set two_factor = false")
    body = {"input": {"amount": {"amount": 6_000}, "bank_account": account}}
    await refused(await bruno.put(f"/v1/approvals/{request}/input", body), 403, "forbidden")
    assert (await read(bruno, request))["amount"]["amount"] == 5_000


async def test_promise_48_work_on_many_rows_passes_the_same_gate(
    bruno: Person, eva: Person, app: App, counter: Counter, under_policy: Any, desk: Desk, sql: Sql
) -> None:
    """One code, and a record of its own for each row; none of them is the maker's to approve."""
    assert DISABLE in set(catalogue(app.settings).bulk) & set(approvable(catalogue(app.settings)))
    under_policy(DISABLE)
    accounts = [await usable(bruno, sql, elsewhere(branch)) for branch in ("1425", "1426")]
    key, body = str(uuid4()), {"command": DISABLE, "ids": [*accounts, "no id"]}
    first, again = [await bruno.post("/v1/bulk", body, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (201, first.content), first.text
    await counter.work()
    bulk = (await bruno.get(f"/v1/bulk/{first.json()['id']}")).json()
    assert (bulk["status"], bulk["awaiting"], bulk["done"], bulk["refused"]) == ("finished", 2, 0, 1)
    requests = [row["id"] for row in (await bruno.get("/v1/approvals", mine="true")).json()]
    mine = await bruno.post("/v1/approvals/approve", {"ids": requests, "digits": await desk.digits(bruno)})
    assert mine.status_code == 403
    said = (await eva.post("/v1/approvals/approve", {"ids": requests, "digits": await desk.digits(eva)})).json()
    assert ([each["status"] for each in said["decided"]], said["refused"]) == (["executed"] * 2, [])
    assert sql("select count(*), count(distinct request_id) from approval_decision where kind = 'approve'") == [(2, 2)]
    assert sql("select distinct status from bank_account where id = any(%s::uuid[])", accounts) == [("disabled",)]


async def test_promise_48_a_policy_can_be_about_whatever_moves_money_or_gives_rights(app: App) -> None:
    named = """
        payin:refund:create payin:review:accept payin:review:refund payin:med:accept payin:med:decide
        account:withdrawal:create account:transaction:revert account:note:post account:deposit:identify account:deposit:return
        returns:file:apply companies:payout:set
        payin:recipient:create payin:recipient:change payin:recipient:suspend payin:recipient:reactivate payin:recipient:pay_out
        account:bank_account:create account:bank_account:verify account:bank_account:make_default account:bank_account:disable
        account:schedule:create account:schedule:edit account:schedule:resume account:schedule:run
        accounts:account:block accounts:account:unblock companies:company:onboard companies:company:change
        companies:company:move companies:company:block companies:company:unblock companies:limit:set companies:fee:set
        companies:contract:add companies:attribute:set companies:partner:add companies:partner:change companies:partner:remove
        access:role:create access:role:change access:user:set_roles access:user:set_companies access:user:invite
        access:user:restore access:key:create access:key:change access:key:rotate
        approvals:policy:create approvals:policy:change approvals:policy:delete
        tools:task:run tools:task:pause tools:task:resume tools:task:change
    """
    assert set(named.split()) - set(approvable(catalogue(app.settings))) == set()


async def test_promise_48_the_answer_under_a_key_is_given_again_after_the_approval(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk
) -> None:
    under_policy()
    charge, key = await counter.paid(ana, 20_000), str(uuid4())
    first = await refund(ana, charge["id"], key=key)
    assert (await desk.approve(diego, first.json()["request"]["id"])).json()["status"] == "executed"
    again = await refund(ana, charge["id"], key=key)
    assert (again.status_code, again.content) == (202, first.content)
    assert len((await counter.read(ana, charge["id"]))["refunds"]) == 1


async def test_promise_48_one_mailbox_is_one_person(
    ana: Person, diego: Person, counter: Counter, under_policy: Any, desk: Desk, sql: Sql, sign_in: SignIn
) -> None:
    under_policy()
    gil, bruno = await sign_in("gil"), await sign_in("bruno")
    everything(sql)
    sql("update person set email = 'ANA+aprova@merchant.example' where email = %s", EMAILS["gil"])
    sql("update person set email = 'ana.lima@merchant.example' where email = %s", EMAILS["bruno"])
    sql("update role_permission set since = now() - interval '1 day'")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    await refused(await gil.post(f"/v1/approvals/{request}/reject", {"reason": "eu"}), 403, "maker_is_not_checker")
    await refused(await gil.post(f"/v1/approvals/{request}/approve", {"digits": "1"}), 403, "maker_is_not_checker")
    said = await bruno.post(f"/v1/approvals/{request}/reject", {"reason": "Outra pessoa, de nome parecido"})
    assert said.json()["status"] == "rejected"


async def test_promise_48_nobody_makes_their_own_checker(
    gil: Person, diego: Person, under_policy: Any, desk: Desk, sql: Sql
) -> None:
    ids = dict(sql("select email, id::text from person"))
    roles = dict(sql("select name, id from role where company_id = %s", AURORA))
    ana, fabio = f"/rbac/users/{ids[EMAILS['ana']]}", f"/rbac/users/{ids[EMAILS['fabio']]}"
    body = {"emails": ["gil.dois@merchant.example"], "roles": [roles["administrator"]]}
    under_policy()
    held_by_all = [str(each) for each in ROLES["operator"]]
    operator = f"/rbac/roles/{roles['operator']}"
    asked = [
        await gil.post("/rbac/users/invitations", body),
        await gil.put(f"{fabio}/roles", {"roles": [roles["administrator"]]}),
        await gil.put(operator, {"permissions": [*held_by_all, DECIDE]}),
    ]
    assert [said.status_code for said in asked] == [202] * 3, [said.text for said in asked]
    for said in asked:
        request = said.json()["request"]["id"]
        assert [each["name"] for each in (await read(gil, request))["demands"]] == ["deciders"]
        await refused(await desk.approve(gil, request), 403, "maker_is_not_checker")
    # Nothing of this keeps what gives nobody a say, and takes none from anybody.
    assert (await gil.put(operator, {"permissions": held_by_all})).status_code == 200
    assert (await gil.put(f"{ana}/roles", {"roles": [roles["without_companies"]]})).status_code == 200
    assert (await desk.approve(diego, asked[1].json()["request"]["id"])).json()["status"] == "executed"
    assert (await gil.put(f"{fabio}/roles", {"roles": [roles["operator"]]})).status_code == 202


async def test_promise_48_nobody_is_alone_who_suspended_the_others(diego: Person, sql: Sql) -> None:
    ((eva,),) = sql("select id::text from person where email = %s", EMAILS["eva"])
    suspended = await diego.post(f"/rbac/users/{eva}/suspend", {"reason": "férias"})
    assert suspended.status_code == 200, suspended.text
    policy = {"name": "Nenhuma", "command": REFUND, "active": False}
    assert (await diego.post("/v1/approval-policies", policy)).status_code == 202
    sql("update person set disabled_at = disabled_at - interval '8 days' where id = %s", eva)
    made = await diego.post("/v1/approval-policies", policy)
    assert (made.status_code, made.json()["alone"]) == (201, True)


async def test_promise_48_a_withdrawal_under_another_name_is_one(
    ana: Person, bruno: Person, counter: Counter, under_policy: Any, sql: Sql
) -> None:
    under_policy("account:withdrawal:create", condition="amount > 1000")
    await counter.paid(ana, 20_000)
    schedule = {
        "name": "Todo dia", "bank_account": await usable(bruno, sql), "frequency": "daily", "starts_on": "2026-01-01",
        "time_zone": "America/Sao_Paulo", "hour": 9, "rule": "none",
    }  # fmt: skip
    small = await bruno.post("/v1/account/schedules", schedule | {"amount": {"amount": 900}})
    assert small.status_code == 201, small.text
    large, all_of_it = schedule | {"amount": {"amount": 1_001}}, schedule | {"keep": {"amount": 100}}
    for body in (large, all_of_it):
        assert (await bruno.post("/v1/account/schedules", body)).status_code == 202
        assert (await bruno.put(f"/v1/account/schedules/{small.json()['id']}", body)).status_code == 202
    # What stood before the policy did asks when it is run by hand.
    sql("update payment_schedule set amount = 5000")
    assert (await bruno.post(f"/v1/account/schedules/{small.json()['id']}/run")).status_code == 202
    assert sql("select count(*) from payout") == [(0,)]
