"""A Command on many rows: each as if it were done alone, once, by who asked, and with a word about each."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from people import AURORA, Person
from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.lists.bulk import jobs as bulk_job
from retaguarda.payin.charges.cancel_charge import CANCEL_CHARGE

CANCEL = "payin:charge:cancel"


async def charges(person: Person, count: int) -> list[str]:
    made = [await person.post("/v1/payin/charges", {"amount": {"amount": 100}}) for _ in range(count)]
    return [each.json()["id"] for each in made]


async def ask(person: Person, *, key: str = "", **more: Any) -> httpx.Response:
    return await person.post("/v1/bulk", {"command": CANCEL, **more}, key=key or str(uuid4()))


async def run_bulk(app: App, bulk: str, sql: Callable[..., Any]) -> None:
    company, person = sql("select company_id, person_id from bulk where id = %s", bulk)[0]
    work, _ = jobs(app)
    job = next(each for each in work if each.name == "lists.bulk")
    await job.run(company=company, person=str(person), work=bulk)


def counts(bulk: dict[str, Any]) -> tuple[str, int, int, int, int]:
    return bulk["status"], bulk["total"], bulk["done"], bulk["refused"], bulk["failed"]


async def test_each_row_is_done_once_as_by_hand_and_named_in_the_result(
    ana: Person, carla: Person, sign_in: Any, work: Any, sql: Any
) -> None:
    mine, hers = await charges(ana, 3), await charges(carla, 1)
    sql("update charge set status = 'expired' where id = %s", mine[2])
    key = str(uuid4())
    ids = [mine[0], mine[1], mine[0], mine[2], hers[0], "no id"]
    first, again = await ask(ana, key=key, ids=ids), await ask(ana, key=key, ids=ids)
    assert first.status_code == 201
    assert first.json() == again.json()
    assert counts(first.json()) == ("queued", 5, 0, 0, 0)
    bulk = first.json()["id"]
    for _ in range(2):
        await work()
    assert counts((await ana.get(f"/v1/bulk/{bulk}")).json()) == ("finished", 5, 2, 3, 0)
    (again,) = (await ana.get("/v1/bulk")).json()
    assert (again["id"], again["status"], again["done"], again["refused"]) == (bulk, "finished", 2, 3)
    items = await ana.get("/v1/bulk/items", bulk_id=bulk, order_by="number", sort="asc")
    assert [(row["id"], row["status"], row["detail"]) for row in items.json()] == [
        (mine[0], "done", None),
        (mine[1], "done", None),
        (mine[2], "refused", "charge_not_open"),
        (hers[0], "refused", "not_found"),
        ("no id", "refused", "not_found"),
    ]
    events = sql("select subject_id, actor, company_id from event where name = %s order by 1", CANCEL)
    assert events == sorted((each, ana.email, AURORA) for each in mine[:2])
    assert (await carla.get(f"/v1/payin/charges/{hers[0]}")).json()["cancel_requested"] is False
    for other in (carla, await sign_in("bruno")):
        assert (await other.get(f"/v1/bulk/{bulk}")).status_code == 404
        assert (await other.get("/v1/bulk/items", bulk_id=bulk)).json() == []
        assert (await other.get("/v1/bulk")).json() == []


async def test_who_has_looked_away_is_told_of_the_end_once(ana: Person, app: App, work: Any, sql: Any) -> None:
    """One that ends while its window is still open needs no word."""
    mine = await charges(ana, 2)
    await ask(ana, ids=mine[:1])
    await work()
    assert (await ana.get("/v1/notifications")).json()["notifications"] == []
    # Somebody paid it all the same: it is no longer open.
    sql("update charge set status = 'under_review' where id = %s", mine[0])
    long = (await ask(ana, ids=mine)).json()["id"]
    sql("update bulk set created_at = created_at - interval '10 seconds' where id = %s", long)
    for _ in range(2):
        await run_bulk(app, long, sql)
    await work()
    (told,) = (await ana.get("/v1/notifications", locale="en")).json()["notifications"]
    assert (told["kind"], told["redirect"]) == ("lists_bulk_finished", "/dashboard/bulk")
    assert told["message"].startswith("Done for 1 of 2.")


async def test_the_result_is_a_list_that_comes_as_a_file(ana: Person, work: Any) -> None:
    mine = await charges(ana, 2)
    bulk = (await ask(ana, ids=mine)).json()["id"]
    await work()
    said = await ana.get(
        "/v1/bulk/items/export", format="csv", bulk_id=bulk, columns="id,status,detail", order_by="number", sort="asc"
    )
    assert said.content.decode() == f"\ufeffId,Result,Reason\r\n{mine[0]},Done,\r\n{mine[1]},Done,\r\n"


async def test_all_that_match_are_taken_and_no_others(ana: Person, carla: Person, work: Any, sql: Any) -> None:
    mine, hers = await charges(ana, 4), await charges(carla, 1)
    sql("update charge set amount = 900 where id = %s", mine[3])
    said = await ask(ana, filters=[{"name": "amount_to", "value": "500"}, {"name": "sort", "value": "asc"}])
    assert counts(said.json()) == ("queued", 3, 0, 0, 0)
    await work()
    asked = sql("select id from charge where cancel_requested_at is not null")
    assert {str(row[0]) for row in asked} == set(mine[:3])
    assert (await carla.get(f"/v1/payin/charges/{hers[0]}")).json()["cancel_requested"] is False


async def test_too_many_rows_are_refused_with_their_number(ana: Person, many: Callable[[int], None]) -> None:
    many(10_001)
    refused = await ask(ana, filters=[])
    assert (refused.status_code, refused.json()["message"]) == (409, "bulk_too_large")
    assert "10001" in refused.json()["error"]
    none = await ask(ana, filters=[{"name": "reference", "value": "nothing"}])
    assert (none.status_code, none.json()["message"]) == (409, "bulk_empty")


async def test_a_run_that_dies_goes_on_and_does_no_row_twice(
    ana: Person, app: App, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = await charges(ana, 3)
    bulk = (await ask(ana, ids=mine)).json()["id"]
    real, calls = bulk_job.run, list[str]()

    async def dies(command: Any, intent: Any, access: Any, key: str) -> Any:
        if len(calls) == 2:
            raise psycopg.OperationalError("the server went away")
        calls.append(intent.path["id"])
        return await real(command, intent, access, key)

    monkeypatch.setattr(bulk_job, "run", dies)
    with pytest.raises(psycopg.OperationalError):
        await run_bulk(app, bulk, sql)
    # Two were done, and nobody could write that down any more.
    assert calls == mine[:2]
    assert counts((await ana.get(f"/v1/bulk/{bulk}")).json()) == ("running", 3, 0, 0, 0)
    monkeypatch.setattr(bulk_job, "run", real)
    for _ in range(2):
        await run_bulk(app, bulk, sql)
    assert counts((await ana.get(f"/v1/bulk/{bulk}")).json()) == ("finished", 3, 3, 0, 0)
    assert sql("select count(*) from event where name = %s", CANCEL) == [(3,)]


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ("delete from person_role where person_id = %s", "forbidden"),
        ("update person set disabled_at = now() where id = %s", "unauthorized"),
    ],
)
async def test_who_may_not_do_it_any_more_does_nothing(
    ana: Person, work: Any, sql: Any, change: str, detail: str
) -> None:
    mine = await charges(ana, 2)
    await ask(ana, ids=mine)
    sql(change, sql("select person_id from bulk")[0][0])
    await work()
    assert sql("select distinct status, detail from bulk_item") == [("failed", detail)]
    assert sql("select count(*) from charge where cancel_requested_at is not null") == [(0,)]


async def test_what_goes_wrong_with_one_row_does_not_stop_the_others(
    ana: Person, work: Any, app: App, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = await charges(ana, 2)
    bulk = (await ask(ana, ids=mine)).json()["id"]
    real = bulk_job.run

    async def stumbles(command: Any, intent: Any, access: Any, key: str) -> Any:
        if intent.path["id"] == mine[0]:
            raise ZeroDivisionError
        return await real(command, intent, access, key)

    monkeypatch.setattr(bulk_job, "run", stumbles)
    await run_bulk(app, bulk, sql)
    items = (await ana.get("/v1/bulk/items", bulk_id=bulk, order_by="number", sort="asc")).json()
    assert [(row["status"], row["detail"]) for row in items] == [("failed", "unexpected_error"), ("done", None)]


NONSENSE: tuple[tuple[dict[str, Any], Any], ...] = (
    ({"command": "payin:charge:create", "ids": ["x"]}, {"command": ["not_allowed"]}),
    ({}, {"ids": ["field_required"]}),
    ({"ids": ["x"], "filters": []}, {"ids": ["field_required"]}),
    ({"ids": []}, {"ids": ["field_invalid"]}),
    ({"ids": ["a\x00b"]}, {"ids": ["field_invalid"]}),
    ({"ids": ["x"] * 10_001}, {"ids": ["field_invalid"]}),
    ({"ids": ["x"], "input": {"amount": 1}}, {"input": ["field_invalid"]}),
    ({"filters": [{"name": "cursor", "value": "x"}]}, "unknown_column"),
    ({"filters": [{"name": "colour", "value": "red"}]}, "unknown_column"),
)


async def test_what_makes_no_sense_is_not_begun(ana: Person, sql: Any) -> None:
    for asked, message in NONSENSE:
        said = await ask(ana, **asked)
        assert (said.status_code, said.json()["message"]) == (400, message), asked
    assert sql("select count(*) from bulk") == [(0,)]


async def test_a_command_needs_its_own_permission_and_one_merchant(
    ana: Person, diego: Person, sign_in: Any, sql: Any
) -> None:
    mine = await charges(ana, 1)
    sql("update role set permissions = array_remove(permissions, %s)", CANCEL_CHARGE.permission)
    assert (await ask(ana, ids=mine)).status_code == 403
    diego.account = "all"
    refused = await ask(diego, ids=mine)
    assert (refused.status_code, refused.json()["message"]) == (400, "account_required")


async def test_old_results_are_swept(ana: Person, app: App, work: Any, sql: Any) -> None:
    bulk = (await ask(ana, ids=await charges(ana, 1))).json()["id"]
    await work()
    sql("update bulk set created_at = now() - interval '91 days'")
    _, crons = jobs(app)
    for _ in range(2):
        await next(each for each in crons if each.name == "lists.sweep").run()
    assert (await ana.get(f"/v1/bulk/{bulk}")).status_code == 404
    assert sql("select count(*) from bulk_item") == [(0,)]
