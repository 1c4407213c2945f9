"""Merchants are told of what happens: signed, until they have heard, and nobody waits for somebody else's server."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from conftest import Sql
from people import Person
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.webhooks.event_catalogue import BY_EVENT, TEST, TYPES
from retaguarda.webhooks.sender import WebhookSender
from servers import Servers
from support.charges import Counter, offenders
from webhooks import contract

PATH, DELIVERIES = "/v1/payin/webhooks", "/v1/payin/webhook-deliveries"
Make = Callable[..., Any]


def later(sql: Sql) -> None:
    """As if what waits were due now."""
    sql("update hook_delivery set next_at = now() - interval '1 second' where status = 'waiting'")


async def deliveries(person: Person, **filters: Any) -> list[dict[str, Any]]:
    said = await person.get(DELIVERIES, sort="asc", **filters)
    assert said.status_code == 200, said.text
    return said.json()


async def test_what_happens_is_told_once_signed_and_without_any_person_in_it(
    ana: Person, gil: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Make
) -> None:
    made = await endpoint(gil, "https://shop.example/hooks?a=b", "charge.created", "charge.pending", "charge.paid")
    await endpoint(gil, "https://other.example/", "refund.settled")
    payer = {"name": "Zilda Quintanilha", "document": "52998224725"}
    charge = await counter.paid(ana, 4200, payer=payer, description="bilhete secreto")
    await courier.empty()
    told = servers.at("shop.example")
    assert sorted(each.said["type"] for each in told) == ["charge.created", "charge.paid", "charge.pending"]
    assert servers.at("other.example") == []
    paid = next(each for each in told if each.said["type"] == "charge.paid")
    assert paid.said["data"]["object"] == "charge"
    assert (paid.said["data"]["id"], paid.said["data"]["amount"]) == (charge["id"], {"amount": 4200, "currency": "BRL"})
    assert paid.headers["retaguarda-event-id"] == paid.said["id"]
    for each in told:
        assert each.signed_with(made["secret"])
        assert not each.signed_with("whsec_another")
        for of_a_person in ("Zilda", "52998224725", "bilhete"):
            assert of_a_person not in each.body.decode()
        # Times have one form in all of it.
        assert "+00:00" not in each.body.decode()
    found = await deliveries(gil)
    assert {(each["status"], each["attempts"], each["last_status"]) for each in found} == {("delivered", 1, 200)}
    refund = await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 200}})
    assert refund.status_code == 201, refund.text
    await counter.work()
    await courier.empty()
    await counter.run_job("payin.reconcile")
    await counter.work()
    await courier.empty()
    (settled,) = servers.at("other.example")
    assert settled.said["data"]["charge_id"] == charge["id"]
    assert offenders(counter.url) == {}


async def test_a_secret_is_shown_once_and_rotated_with_time_for_the_old_one(
    gil: Person, servers: Servers, courier: WebhookSender, sql: Sql
) -> None:
    body = {"url": "https://shop.example/hooks", "events": ["charge.paid"], "description": "Loja 🧾"}
    first, again = [await gil.post(PATH, body, key="once") for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 201)
    old, made = first.json()["secret"], first.json()
    assert old.startswith("whsec_")
    assert again.json() == made | {"secret": None}
    assert old not in str(sql("select t::text from idempotency t")) + str(
        sql("select convert_from(body, 'utf8') from idempotency")
    )
    one = f"{PATH}/{made['id']}"
    assert "secret" not in (await gil.get(one)).json()
    rotated = [await gil.post(f"{one}/rotate", {"grace_minutes": 60}, key="turn") for _ in range(2)]
    new = rotated[0].json()["secret"]
    assert rotated[1].json()["secret"] is None
    assert rotated[0].json()["grace_until"] is not None
    sent = [(await gil.post(f"{one}/test", key="try")).json() for _ in range(2)]
    assert sent[0] == sent[1]
    await courier.empty()
    (tried,) = servers.arrived
    assert tried.said["type"] == "webhook.test"
    assert tried.signed_with(old)
    assert tried.signed_with(new)
    sql("update hook_endpoint set grace_until = now() - interval '1 second'")
    await gil.post(f"{one}/test")
    await courier.empty()
    assert servers.arrived[1].signed_with(new)
    assert not servers.arrived[1].signed_with(old)


async def test_what_is_not_taken_is_tried_again_then_given_up_and_sent_again_by_hand_or_by_time(
    gil: Person, ana: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Make, sql: Sql
) -> None:
    made = await endpoint(gil)
    servers.statuses["shop.example"] = 500
    servers.answer = b"\x00\xff" + b"no " * 1000
    for _ in range(2):
        await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await counter.work()
    for _ in range(10):
        await courier.empty()
        later(sql)
    found = await deliveries(gil)
    assert {(each["status"], each["attempts"]) for each in found} == {("failed", 3)}
    record = (await gil.get(f"{DELIVERIES}/{found[0]['id']}")).json()
    assert [(each["number"], each["status"], each["error"]) for each in record["tries"]] == [
        (3, 500, None),
        (2, 500, None),
        (1, 500, None),
    ]
    assert len(record["tries"][0]["answer"]) <= 1024
    servers.statuses.clear()
    # A redirect leads nowhere.
    servers.statuses["shop.example"] = 302
    assert (await gil.post(f"{DELIVERIES}/{found[0]['id']}/replay")).status_code == 200
    waiting = await gil.post(f"{DELIVERIES}/{found[0]['id']}/replay")
    assert (waiting.status_code, waiting.json()["message"]) == (409, "delivery_waiting")
    await courier.empty()
    assert [each["last_status"] for each in await deliveries(gil, id=found[0]["id"])] == [302]
    servers.statuses.clear()
    later(sql)
    await courier.empty()
    span = {"since": "2020-01-01T00:00:00Z", "until": "2100-01-01T00:00:00Z", "states": ["failed"]}
    said = [await gil.post(f"{PATH}/{made['id']}/replay", span, key="all") for _ in range(2)]
    assert [each.json() for each in said] == [{"count": 1}] * 2
    await courier.empty()
    assert {each["status"] for each in await deliveries(gil)} == {"delivered"}
    ids = [each.said["id"] for each in servers.arrived]
    assert len(ids) == 9
    assert len(set(ids)) == 2
    backwards = await gil.post(f"{PATH}/{made['id']}/replay", span | {"until": "2019-01-01T00:00:00Z"})
    assert (backwards.status_code, backwards.json()["message"]) == (400, {"until": ["invalid"]})
    assert offenders(counter.url) == {}


async def test_a_server_that_hangs_holds_up_nobody_else(
    gil: Person,
    ana: Person,
    carla: Person,
    counter: Counter,
    servers: Servers,
    courier: WebhookSender,
    endpoint: Make,
    sql: Sql,
) -> None:
    sql(
        "update role set permissions = permissions || '{payin::sdk:manage,payin::sdk:view}'::text[] where company_id = 3"
    )
    await endpoint(gil, "https://stuck.example/")
    await endpoint(carla, "https://well.example/")
    servers.hanging["stuck.example"] = asyncio.Event()
    for person in (ana, ana, ana, carla):
        await person.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await counter.work()
    async with asyncio.timeout(5):
        assert await courier.begin() == 2
        await servers.reached("well.example")
        await servers.reached("stuck.example")
        # It was asked once, and not again while it thinks; others are served meanwhile.
        assert len(servers.at("stuck.example")) == 1
        await carla.post("/v1/payin/charges", {"amount": {"amount": 100}})
        await counter.work()
        while len(servers.at("well.example")) < 2:
            await courier.begin()
    assert len(servers.at("stuck.example")) == 1
    servers.hanging["stuck.example"].set()
    await courier.empty()
    assert len(servers.at("stuck.example")) == 3


async def test_three_days_of_failures_switch_an_endpoint_off_and_what_happened_is_sent_once_it_is_on(
    gil: Person, ana: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Make, sql: Sql
) -> None:
    made = await endpoint(gil)
    one = f"{PATH}/{made['id']}"
    servers.statuses["shop.example"] = 503
    await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await counter.work()
    await courier.empty()
    assert (await gil.get(one)).json()["failing_since"] is not None
    sql("update hook_endpoint set failing_since = now() - interval '73 hours'")
    later(sql)
    await courier.empty()
    await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await counter.work()
    found = (await gil.get(one)).json()
    assert (found["status"], found["waiting"]) == ("suspended", 0)
    assert {each["status"] for each in found["deliveries"]} == {"held"}
    told = (await gil.get("/v1/notifications", locale="en", page=1, per_page=10)).json()["notifications"]
    assert [each["title"] for each in told] == ["A webhook was switched off"]
    for path in (f"{one}/test", f"{DELIVERIES}/{found['deliveries'][0]['id']}/replay"):
        refused = await gil.post(path)
        assert (refused.status_code, refused.json()["message"]) == (409, "endpoint_off")
    servers.statuses.clear()
    before = len(servers.arrived)
    for _ in range(2):
        assert (await gil.post(f"{one}/enable", {"send_held": True}, key=None)).json()["status"] == "enabled"
    await courier.empty()
    assert len(servers.arrived) - before == 2
    assert (await gil.get(one)).json()["failing_since"] is None
    assert offenders(counter.url) == {}


async def test_a_name_that_leads_inside_is_refused_at_the_call_itself(
    gil: Person, servers: Servers, courier: WebhookSender, endpoint: Make
) -> None:
    for host, addresses in (
        ("moved.example", ["10.0.0.7"]),
        ("both.example", ["93.184.216.34", "127.0.0.1"]),
        ("mapped.example", ["::ffff:169.254.169.254"]),
        ("gone.example", []),
    ):
        made = await endpoint(gil, f"https://{host}/")
        servers.names[host] = addresses
        await gil.post(f"{PATH}/{made['id']}/test")
    await courier.empty()
    assert servers.arrived == []
    assert sorted(each["last_error"] for each in await deliveries(gil)) == ["address_refused"] * 3 + ["name_unknown"]


async def test_a_worker_that_dies_with_a_turn_in_hand_loses_nothing(
    gil: Person, servers: Servers, courier: WebhookSender, endpoint: Make, sql: Sql
) -> None:
    made = await endpoint(gil)
    await gil.post(f"{PATH}/{made['id']}/test")
    sql("update hook_endpoint set leased_until = now() + interval '1 minute'")
    await courier.empty()
    assert servers.arrived == []
    sql("update hook_endpoint set leased_until = now() - interval '1 second'")
    await courier.empty()
    assert len(servers.arrived) == 1


async def test_an_endpoint_is_off_for_what_happens_meanwhile_changed_and_taken_away(
    gil: Person, ana: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Make
) -> None:
    made = await endpoint(gil)
    one = f"{PATH}/{made['id']}"
    for _ in range(2):
        assert (await gil.post(f"{one}/disable", key="off")).json()["status"] == "disabled"
    await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await counter.work()
    await courier.empty()
    assert servers.arrived == []
    changed = {"url": "https://new.example/x", "events": ["charge.paid", "charge.paid"], "description": " "}
    for _ in range(2):
        said = await gil.put(one, changed)
        assert (said.json()["url"], said.json()["events"], said.json()["description"]) == (
            "https://new.example/x",
            ["charge.paid"],
            None,
        )
    for wrong in (
        {"url": "ftp://shop.example/", "events": ["charge.paid"]},
        {"url": "https://user:pw@shop.example/", "events": ["charge.paid"]},
        {"url": "https://shop.example/#x", "events": ["charge.paid"]},
        {"url": "https://shop.example:0/", "events": ["charge.paid"]},
        {"url": "https:///nothing", "events": ["charge.paid"]},
        {"url": "https://shop.example/", "events": []},
        {"url": "https://shop.example/", "events": ["charge.eaten"]},
    ):
        assert (await gil.put(one, wrong)).status_code == 400, wrong
    assert (await gil.delete(one)).status_code == 200
    assert (await gil.delete(one)).status_code == 404
    assert await deliveries(gil) == []


async def test_only_who_manages_the_sdk_sees_webhooks_and_only_their_own(
    gil: Person, ana: Person, carla: Person, diego: Person, endpoint: Make, sql: Sql
) -> None:
    made = await endpoint(gil)
    sent = (await gil.post(f"{PATH}/{made['id']}/test")).json()
    sql(
        "update role set permissions = permissions || '{payin::sdk:manage,payin::sdk:view}'::text[] where company_id = 3"
    )
    for person, status in ((ana, 403), (carla, 404)):
        for path in (f"{PATH}/{made['id']}", f"{DELIVERIES}/{sent['id']}"):
            assert (await person.get(path)).status_code == status
        for action in ("test", "disable", "enable", "rotate", "replay"):
            body = {
                "rotate": {"grace_minutes": 0},
                "replay": {"since": "2026-01-01T00:00:00Z", "until": "2026-01-02T00:00:00Z", "states": ["failed"]},
            }.get(action, {})
            assert (await person.post(f"{PATH}/{made['id']}/{action}", body)).status_code == status, action
        assert (await person.delete(f"{PATH}/{made['id']}")).status_code == status
        assert (await person.post(f"{DELIVERIES}/{sent['id']}/replay")).status_code == status
    assert (await carla.get(PATH)).json() == (await carla.get(DELIVERIES)).json() == []
    diego.account = "2"
    assert [each["id"] for each in (await diego.get(PATH)).json()] == [made["id"]]
    too_many: httpx.Response | None = None
    for number in range(20):
        too_many = await gil.post(PATH, {"url": f"https://shop.example/{number}", "events": ["charge.paid"]})
    assert too_many is not None
    assert (too_many.status_code, too_many.json()["message"]) == (409, "too_many_endpoints")


async def test_a_receiver_checks_the_signature_as_the_documentation_shows(
    gil: Person, servers: Servers, courier: WebhookSender, endpoint: Make
) -> None:
    made = await endpoint(gil)
    await gil.post(f"{PATH}/{made['id']}/test")
    await courier.empty()
    (tried,) = servers.arrived
    guide = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
    (shown,) = [each for each in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "def is_genuine" in each]
    given: dict[str, Any] = {}
    exec(shown, given)
    header, body = tried.headers["retaguarda-signature"], tried.body
    assert given["is_genuine"](header, body, made["secret"])
    assert not given["is_genuine"](header, body + b" ", made["secret"])
    assert not given["is_genuine"](header, body, "whsec_another")
    assert not given["is_genuine"](header, body, made["secret"], now=time.time() + 400)


def test_every_kind_of_the_catalogue_comes_from_an_event_of_ours_and_stands_in_the_contract_with_an_example() -> None:
    assert {told.type for told in BY_EVENT.values()} == set(TYPES)
    webhooks = contract.document()["webhooks"]
    assert webhooks.keys() == {*TYPES, TEST}
    for kind, item in webhooks.items():
        example = item["post"]["requestBody"]["content"]["application/json"]["example"]
        assert example["type"] == kind
        contract.check(json.dumps(example))


async def test_an_incident_that_merchants_are_told_of_comes_to_each_that_listens(
    gil: Person, diego: Person, work: Any, servers: Servers, courier: WebhookSender, endpoint: Callable[..., Any]
) -> None:
    made = await endpoint(gil, "https://shop.example/hooks", "incident.announced")
    day = datetime.now(BRASILIA) - timedelta(days=2)
    begun = {"service": "payin", "day": f"{day:%Y-%m-%d}", "began": "10:30", "minutes": 7, "reason": "Visto no painel"}
    incident = (await diego.post("/v1/audit/incidents", begun)).json()
    said = await diego.post(f"/v1/audit/incidents/{incident['id']}/tell", {"message": "O Pix falhou por sete minutos."})
    assert said.status_code == 200, said.text
    await work()
    await courier.empty()
    (told,) = servers.at("shop.example")
    assert told.signed_with(made["secret"])
    data = told.said["data"]
    assert (told.said["type"], data["number"], data["service"]) == ("incident.announced", incident["number"], "payin")
    # What people wrote is read in the app, and not here.
    assert "sete minutos" not in told.body.decode()
