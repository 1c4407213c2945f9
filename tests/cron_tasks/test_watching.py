"""A house without workers says so, though it is workers that say things otherwise."""

from typing import Any

from conftest import Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.cron_tasks.watch_workers import check_workers
from retaguarda.notifications.fanout import reader


async def told(person: Person) -> list[dict[str, Any]]:
    rows = (await person.get("/v1/notifications")).json()["notifications"]
    return [row for row in rows if row["redirect"] == "/dashboard/tools/cron-tasks?enabled=1"]


async def test_staff_are_told_once_that_no_worker_is_left_and_again_when_it_happens_again(
    app: App, diego: Person, ana: Person, sql: Sql, work: Work
) -> None:
    sql("insert into procrastinate_workers (last_heartbeat) values (now() - interval '50 seconds')")
    tell = reader(app.queue)
    assert await check_workers(app.database, tell) is False, "it may be on its way back"
    sql("update procrastinate_workers set last_heartbeat = now() - interval '2 minutes'")
    assert [await check_workers(app.database, tell) for _ in range(2)] == [True, False]
    assert len(await told(diego)) == 1
    assert await told(ana) == []
    # A worker comes, reads the same event, and goes again.
    await work()
    assert len(await told(diego)) == 1
    sql("delete from procrastinate_workers")
    sql("insert into procrastinate_workers (last_heartbeat) values (now())")
    assert await check_workers(app.database, tell) is False
    # Later the same happens again.
    sql("alter table event disable trigger user")
    sql("update event set at = at - interval '1 hour' where name = 'tools:worker:gone'")
    sql("alter table event enable trigger user")
    sql("update procrastinate_workers set last_heartbeat = now() - interval '10 minutes'")
    assert [await check_workers(app.database, tell) for _ in range(2)] == [True, False]
    assert len(await told(diego)) == 2
