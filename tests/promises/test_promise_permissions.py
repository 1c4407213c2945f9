"""Promises 32 and 34 to 38: who may do what, whose rows they see, and what is written of who looks at whose."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest

from days import today
from people import AURORA, EMAILS, OUTRA, Person
from retaguarda.app import App, routes
from retaguarda.foundation.column import Column
from retaguarda.foundation.http import make_app
from retaguarda.foundation.permissions import EARNED, Permission
from retaguarda.foundation.replica import Replica
from retaguarda.foundation.request import Route
from retaguarda.foundation.table import table_route
from retaguarda.identity.person_access import PersonAccess
from retaguarda.payin.charges.tables import CHARGES
from retaguarda_demo.people import PASSWORD, PEOPLE, ROLES
from routeskit import path_of, send
from support.charges import Counter
from support.communications import approve_communication
from support.identity import alive, refresh

SignIn = Callable[[str], Awaitable[Person]]

#: Calls that carry no session, each because nobody is signed in yet, or because a machine calls.
PUBLIC = {
    "GET /auth/bot-check/challenge", "POST /auth/login", "POST /auth/refresh", "POST /auth/logout", "POST /auth/forgot",
    "GET /v1/checkout/charges/{id:str}", "GET /v1/checkout/links/{token:str}", "GET /checkout.js",
    "GET /v1/receipts/{token:str}",
    "POST /rbac/profile/email/confirm", "GET /config.json", "GET /health", "GET /metrics",
    # Meant to be: whoever writes a program reads the contract, and a balancer asks whether to send calls (docs/operations.md).
    "GET /merchant-api.json", "GET /openapi.json", "GET /ready",
    # Of development alone, and they answer nothing.
    "GET /v1/dashboard/tables", "POST /v1/dashboard/tables",
    "POST /webhooks/pix/{connection:str}/{secret:str}", "POST /webhooks/pix/{connection:str}/{secret:str}/pix",
    "POST /webhooks/pix/{connection:str}/{secret:str}/rec", "POST /webhooks/pix/{connection:str}/{secret:str}/cobr",
}  # fmt: skip

#: Answers one month's file; the month is asked for.
APIX = "GET /v1/audit/apix-reports"
#: Of the house, under a permission that merchants hold for something of theirs: to them it is not there.
OF_STAFF = (
    "/v1/payouts/suspects",
    "/v1/compliance/block-list",
    "/v1/compliance/block-refusals",
    "/v1/compliance/block-uploads",
    "/v1/exchange/closings",
    "/v1/kyc/figures",
    "/v1/kyc/reasons",
)


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


async def test_promise_34_every_route_names_a_permission_is_about_oneself_or_is_public(
    app: App, client: httpx.AsyncClient
) -> None:
    for route in routes(app):
        assert route.public == (name_of(route) in PUBLIC), name_of(route)
        if route.permission is None and not route.public:
            assert route.path.startswith(
                (
                    "/auth/",
                    "/rbac/me",
                    "/rbac/profile",
                    "/v1/dashboard/",
                    "/v1/notifications",
                    "/notifications/",
                    # Of nobody, for everybody.
                    "/v1/postal-codes/",
                    "/v1/views",
                )
            ), route.path
        if not route.public:
            assert await send_without_token(client, route) == 401, name_of(route)


async def send_without_token(client: httpx.AsyncClient, route: Route) -> int:
    return (await send(Person(client, ""), route)).status_code


@pytest.mark.parametrize("name", ["ana", "bruno", "gil", "fabio", "carla", "diego", "eva"])
async def test_promise_35_each_role_gets_what_its_permissions_say_at_every_route(
    sign_in: SignIn, app: App, sql: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The walk is refused more often than a minute allows.
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    person = await sign_in(name)
    (known,) = [each for each in PEOPLE if each.email == EMAILS[name]]
    held = set(ROLES[known.role]) | ({Permission.TWO_FACTOR} if known.two_factor else set())
    person.account = str(AURORA) if known.internal else ""
    approve_communication(sql)
    month = (today().replace(day=1) - timedelta(days=1)).replace(day=1)
    sql(
        "insert into apix_report (month, figures, content, sha256, frozen_by)"
        " values (%s, '{}', 'x', sha256('x'), 'diego@retaguarda.example')",
        month,
    )
    asked, listed = 0, routes(app)
    for route in listed:
        # What ends sessions or changes the person would end the walk; being signed in is all these ask for.
        if route.public or (route.permission is None and route.method != "GET"):
            continue
        asked += 1
        # Of a month that was frozen.
        said = await send(person, route, **({"month": f"{month:%Y-%m}"} if name_of(route) == APIX else {}))
        allowed = route.permission is None or route.permission in held
        if not allowed:
            assert (said.status_code, said.json()["message"]) == (403, "forbidden"), name_of(route)
        elif "{" in route.path or (route.path.startswith(OF_STAFF) and not known.internal and route.method == "GET"):
            assert said.status_code == 404, name_of(route)
        else:
            assert said.status_code in (route.status, 400, 404), (name_of(route), said.text)
            assert said.status_code < 400 or route.method != "GET", (name_of(route), said.text)
    assert asked > 15
    # And somebody who holds everything but the one that a route names.
    for missing in {route.permission for route in listed if route.permission is not None}:
        others = [str(permission) for permission in Permission if permission != missing]
        sql("update role set permissions = %s", others)
        for route in listed:
            if route.permission == missing:
                assert (await send(person, route)).status_code == 403, (name_of(route), missing)


@pytest.mark.parametrize("role", ["operator", "administrator", "without_companies"])
async def test_promise_35_a_key_gets_what_its_role_says_and_nothing_that_is_a_person_s(
    sign_in: SignIn, app: App, sql: Any, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    gil = await sign_in("gil")
    ((number,),) = sql("select id from role where company_id = %s and name = %s", AURORA, role)
    made = await gil.post("/rbac/keys", {"name": "Loja", "role_id": number})
    program = Person(gil.client, "", token=made.json()["secret"])
    for route in routes(app):
        if route.public:
            continue
        said = await send(program, route)
        if route.permission is None:
            # Also of a wrong body: what is wrong with a call is told to those who may make it.
            assert (said.status_code, said.json()["message"]) == (403, "people_only"), name_of(route)
        elif route.permission not in ROLES[role]:
            assert (said.status_code, said.json()["message"]) == (403, "forbidden"), name_of(route)
        elif wants_second_factor(said):
            continue
        elif "{" in route.path:
            assert said.status_code == 404, name_of(route)
        else:
            assert said.status_code in (route.status, 400, 404), (name_of(route), said.text)


async def test_promise_36_carla_never_reads_or_changes_what_is_anas(
    ana: Person,
    carla: Person,
    counter: Counter,
    app: App,
    sign_in: SignIn,
    sql: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # She is refused more often than a minute allows, and holds everything: only whose it is stands in her way.
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    everything = [str(permission) for permission in Permission if permission not in EARNED]
    sql("update role set permissions = %s where company_id = %s", everything, OUTRA)
    sql(
        "update person set totp_secret = (select totp_secret from person where email = %s) where email = %s",
        EMAILS["bruno"],
        EMAILS["carla"],
    )
    await carla.sign_in()
    assert (await carla.post("/auth/confirm", {"password": PASSWORD})).status_code == 200
    charge = await counter.paid(ana)
    hers = await counter.paid(carla)
    review = charge["end_to_end_id"]
    await ana.post("/auth/passkeys/options")
    (session,) = [row["id"] for row in (await ana.get("/auth/sessions")).json()]
    gil = await sign_in("gil")
    ((person, role),) = sql("select person_id::text, role_id from person_role r join person p on p.id = r.person_id"
                            " where email = %s", EMAILS["ana"])  # fmt: skip
    key = (await gil.post("/rbac/keys", {"name": "Loja", "role_id": role})).json()
    ((own_role,),) = sql("select id from role where company_id = %s", OUTRA)
    her_key = (await carla.post("/rbac/keys", {"name": "Livros", "role_id": own_role})).json()
    program = Person(carla.client, "", token=her_key["secret"])
    before, listed = state(sql), routes(app)
    for known in (charge["id"], review, session, str(AURORA), person, str(role), key["id"]):
        for route in listed:
            if "{id:" not in route.path or route.public:
                continue
            for stranger in (carla, program) if route.permission is not None else (carla,):
                said = await send(stranger, route, path_of(route, id=known))
                refused = said.status_code == 404 or (stranger is program and wants_second_factor(said))
                assert refused, (name_of(route), known, said.text)
    for route in listed:
        if route.method == "GET" and not route.public and "{" not in route.path:
            carla.account = str(AURORA)
            # Companies with their settings, and what she exported or did in bulk, are hers whichever merchant her tab names;
            # the book of banks and the names of the reasons of KYC are the same for everybody.
            hers_anyway = route.path.startswith(
                (
                    "/rbac/companies",
                    "/v1/companies",
                    "/v1/exports",
                    "/v1/bulk",
                    "/v1/payin/settings",
                    "/v1/payouts/settings",
                    "/v1/payouts/banks",
                    "/v1/kyc/reason-names",
                )
            )
            if route.permission is not None and not hers_anyway:
                assert (await send(carla, route)).status_code == 404, name_of(route)
            carla.account = ""
            said = await send(carla, route)
            for secret in (
                charge["id"],
                charge["txid"],
                review,
                EMAILS["ana"],
                session,
                "Loja Aurora",
                person,
                key["id"],
            ):
                assert secret not in said.text, name_of(route)
    for asked in (
        {"company_id": str(AURORA)}, {"id": charge["id"]}, {"txid": charge["txid"]}, {"search": charge["txid"]},
        {"search": review}, {"end_to_end_id": review}, {"company_name": "Loja Aurora"},
    ):  # fmt: skip
        assert (await carla.get("/v1/payin/charges", **asked)).json() == [], asked
    for path in ("/rbac/users", "/rbac/roles", "/rbac/keys"):
        for asked in (
            {"company_id": str(AURORA)},
            {"search": EMAILS["ana"]},
            {"search": key["id"]},
            {"search": "payer"},
        ):
            assert (await carla.get(path, **asked)).json() == [], (path, asked)
    for direction in ("asc", "desc"):
        rows = (await carla.get("/v1/payin/charges", order_by="amount", sort=direction)).json()
        assert [row["id"] for row in rows] == [hers["id"]]
    key = str(uuid4())
    made = await ana.post("/v1/payin/charges", {"amount": {"amount": 1}}, key=key)
    other = await carla.post("/v1/payin/charges", {"amount": {"amount": 1}}, key=key)
    assert other.json()["id"] != made.json()["id"]
    sql("delete from idempotency")
    assert {name: rows for name, rows in state(sql).items() if name != "charge"} == {
        name: rows for name, rows in before.items() if name != "charge"
    }


def wants_second_factor(said: httpx.Response) -> bool:
    """What no program has."""
    if said.status_code != 403:
        return False
    told = said.json()
    return told["message"] == "two_factor_required" or "auth::twoFactor" in told["error"]


def state(sql: Any) -> dict[str, Any]:
    """Everything of Loja Aurora's that a stranger could have changed."""
    return {
        table: sql(f"select t::text from {table} t where company_id = {AURORA} order by 1")
        for table in (
            "charge",
            "refund",
            "pix_payment",
            "ledger_entry",
            "passkey",
            "role",
            "person_role",
            "person_company",
            "api_key",
        )
    } | {
        "session": sql(f"select id, ended_at from session where company_id = {AURORA} order by id"),
        "person": sql(
            f"select id, email, name, password_hash, disabled_at, totp_secret from person"
            f" where company_id = {AURORA} order by id"
        ),
    }


async def test_promise_37_what_is_for_staff_never_reaches_a_merchant(ana: Person, sign_in: SignIn, app: App) -> None:
    made = (await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})).json()
    # A list like that of charges, with one column for staff.
    secret = Column("connection", "c.connection_id", "id", sortable=True, internal=True, searched=True)
    table = replace(CHARGES, path="/v1/payin/inside", columns=(*CHARGES.columns, secret))
    access = PersonAccess(app.database, app.tokens, app.keys)
    asgi_app: Any = with_request_ids(make_app([table_route(table, access, Replica(None))]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(asgi_app), base_url="http://localhost:8000") as client:
        merchant = replace(ana, client=client)
        staff = replace(await sign_in("diego"), client=client, account=str(AURORA))
        (seen,) = (await staff.get(table.path)).json()
        (shown,) = (await merchant.get(table.path)).json()
        assert shown["id"] == seen["id"] == made["id"]
        assert set(seen) - set(shown) == {"connection"}
        for asked in ({"connection": seen["connection"]}, {"order_by": "connection"}):
            refused = await merchant.get(table.path, **asked)
            assert (refused.status_code, refused.json()["message"]) == (400, "unknown_column")
            assert "connection" not in refused.json()["error"].partition("allowed")[2]
        assert (await merchant.get(table.path, search=seen["connection"])).json() == []
        assert len((await staff.get(table.path, search=seen["connection"])).json()) == 1


def with_request_ids(asgi_app: Any) -> Any:
    """What the edge does for every request, and this small application has no edge."""

    async def handle(scope: Any, receive: Any, send: Any) -> None:
        scope.setdefault("state", {})["request_id"] = "of a test"
        await asgi_app(scope, receive, send)

    return cast(Any, handle)


async def test_promise_32_an_administrator_ends_the_sessions_of_their_own_people_only(
    ana: Person, carla: Person, sign_in: SignIn, sql: Any
) -> None:
    gil = await sign_in("gil")
    ids = dict(sql("select email, id::text from person"))
    for name, status in (("ana", 200), ("carla", 404), ("diego", 404)):
        for _ in range(2):
            said = await gil.post(f"/rbac/users/{ids[EMAILS[name]]}/end-sessions", key=None)
            assert said.status_code == status, name
    assert [await alive(each) for each in (ana, carla, gil)] == [False, True, True]
    assert (await refresh(ana.client, ana.refresh_token)).status_code == 401
    await ana.sign_in()
    assert (await ana.post(f"/rbac/users/{ids[EMAILS['gil']]}/end-sessions")).status_code == 403


async def test_promise_38_a_view_of_a_merchant_is_logged_with_who_whom_and_why(
    ana: Person, sign_in: SignIn, app: App, sql: Any
) -> None:
    diego = await sign_in("diego")
    entered = await diego.post("/rbac/views", {"company_id": AURORA, "reason": "ticket 4711"})
    assert entered.status_code == 201
    diego.account = str(AURORA)
    for route in routes(app):
        if route.method == "GET" and not route.public and "{" not in route.path:
            await send(diego, route)
    assert (await diego.post("/rbac/views/leave", {"company_id": AURORA})).status_code == 200
    rows = sql("select name, actor, company_id, data->>'reason', host(ip), request_id is not null from event"
               " where name like 'staff:%%' order by id")  # fmt: skip
    expected = [("enter", "ticket 4711"), ("view", "ticket 4711"), ("leave", None)]
    assert rows == [
        (f"staff:merchant:{what}", EMAILS["diego"], AURORA, why, "127.0.0.1", True) for what, why in expected
    ]
    # Who says nothing is written down all the same, whatever they look at first.
    for path in ("/v1/overview", "/v1/payin/charges", "/rbac/users", "/rbac/roles", "/rbac/keys", "/rbac/permissions"):
        sql("delete from staff_view")
        before = sql("select count(*) from event where name = 'staff:merchant:view'")[0][0]
        assert (await diego.get(path)).status_code == 200
        assert sql("select count(*) from event where name = 'staff:merchant:view'") == [(before + 1,)], path
    assert not sql("select 1 from event where name like 'staff:%%' and actor = %s", EMAILS["ana"])
