"""What runs behind the API puts off the work of a frozen company, and goes on for all others."""

from conftest import Sql
from people import AURORA, OUTRA, Person
from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM, sweeping
from support.cells import Side, charge, read_events
from support.charges import Counter


async def test_jobs_are_put_off_and_done_once_the_company_is_open_again(
    ana: Person, app: App, counter: Counter, here: Side, there: Side, sql: Sql
) -> None:
    made = (await charge(ana)).json()
    await read_events(app)
    move = await here.freeze()
    await app.queue.work(forever=False)
    assert sql("select status from charge where id = %s", made["id"]) == [("created",)]
    waiting = "select count(*) from procrastinate_jobs where status = 'todo' and attempts = 1"
    assert sql(waiting) == [(1,)]
    assert (await here.abort(await there.refuse(move.id))).state == "aborted"
    sql("update procrastinate_jobs set scheduled_at = now()")
    await counter.work()
    assert sql("select status from charge where id = %s", made["id"]) == [("pending",)]
    assert sql("select count(*) from pg_trigger where tgname ~ '^a_refuse_moving'") == [(0,)]
    assert (await charge(ana)).status_code == 201


async def test_what_goes_over_all_companies_by_the_clock_leaves_the_frozen_one_out(
    ana: Person, carla: Person, app: App, counter: Counter, here: Side, there: Side
) -> None:
    for person in (ana, carla):
        await charge(person)
    await counter.work()
    await here.freeze()

    async def seen() -> list[int]:
        async with app.database.transaction(SYSTEM) as tx:
            rows = await tx.all("select distinct company_id from charge order by 1")
        return [row["company_id"] for row in rows]

    assert await seen() == [AURORA, OUTRA]
    with sweeping():
        assert await seen() == [OUTRA]
