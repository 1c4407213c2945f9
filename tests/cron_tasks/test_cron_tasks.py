"""What runs by the clock: each moment once, whatever the clocks do, and what staff see and do about it."""

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from conftest import Sql, as_app
from people import Person
from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.cron_tasks.clock import Clock
from retaguarda.cron_tasks.model import RUN
from retaguarda.cron_tasks.run_task import Runs
from retaguarda.cron_tasks.schedules import check_schedule, next_runs
from retaguarda.cron_tasks.workers import resume_left
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.jobs import Cron, Job, TryAgain

PATH = "/v1/tools/cron-tasks"


class Bell:
    """A task that counts its runs, and the house's clock for it alone."""

    def __init__(self, app: App, url: str, overlap: Any = "skip") -> None:
        self.rung, self.fails, self.app, self.url = 0, False, app, url
        cron = Cron("test.bell", "*/10 * * * *", self.ring, grace=600, overlap=overlap)
        self.clock = Clock(app.database, app.queue, [cron])
        self.runs = Runs(app.database, [cron])
        # In the place of the house's own job for runs, whose tasks these are not.
        del app.queue._app.tasks[RUN]
        app.queue.add([Job(RUN, self.runs.run)], [])

    async def ring(self) -> None:
        self.rung += 1
        logging.getLogger("retaguarda.test").warning("ding %s", self.rung)
        if self.fails:
            raise TryAgain("the rope broke")

    def sql(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    async def strike(self, *, late: timedelta | None = None) -> None:
        """The clock strikes; with ``late`` it has been still for so long. Then the workers do what there is to do."""
        await self.clock.tick()
        if late is not None:
            self.sql("update cron_task set next_at = date_trunc('hour', now()) - %s where name = 'test.bell'", late)
            await self.clock.tick()
        await self.app.queue.work(forever=False)

    @property
    def statuses(self) -> list[tuple[str, int]]:
        return [
            (row[0], row[1])
            for row in self.sql(
                "select r.status, r.missed from cron_run r join cron_task t on t.id = r.task_id"
                " where t.name = 'test.bell' order by r.id"
            )
        ]

    @property
    def id(self) -> str:
        return str(self.sql("select id from cron_task where name = 'test.bell'")[0][0])


@pytest.fixture
async def bell(app: App, peopled_url: str) -> Bell:
    return Bell(app, peopled_url)


def just_now() -> timedelta:
    """From the last full hour to the last moment of the schedule, backwards."""
    now = datetime.now(UTC)
    return -timedelta(minutes=now.minute // 10 * 10)


async def test_a_moment_runs_once_also_when_the_clock_strikes_twice_or_goes_back(bell: Bell) -> None:
    await bell.strike()
    assert bell.statuses == []
    for _ in range(3):
        await bell.strike(late=just_now())
    assert (bell.rung, bell.statuses) == (1, [("succeeded", 0)])
    # The clock was a day ahead when it said when the next one comes.
    bell.sql("update cron_task set next_at = now() + interval '1 day' where name = 'test.bell'")
    await bell.strike()
    assert bell.sql("select next_at < now() + interval '11 minutes' from cron_task where name = 'test.bell'") == [
        (True,)
    ]


async def test_a_task_that_nobody_runs_is_late_and_then_down(bell: Bell, diego: Person) -> None:
    await bell.strike()

    async def status() -> str:
        return (await diego.get(f"{PATH}/{bell.id}")).json()["status"]

    seen = [await status()]
    for minutes in (1, 5, 12):
        bell.sql("update cron_task set next_at = now() - make_interval(mins => %s) where name = 'test.bell'", minutes)
        seen.append(await status())
    bell.sql(
        "insert into cron_run (task_id, number, trigger, planned_for, status) select id, 1, 'clock', now(), 'running'"
        " from cron_task where name = 'test.bell'"
    )
    seen.append(await status())
    assert seen == ["new", "new", "late", "down", "started"]
    assert [row["name"] for row in (await diego.get(PATH, status="started,late")).json()] == ["test.bell"]


async def test_after_a_still_stand_one_run_stands_for_all_that_went_by(bell: Bell) -> None:
    await bell.strike(late=timedelta(hours=3))
    ((status, missed),) = bell.statuses
    assert (bell.rung, status) == (1, "succeeded")
    ((planned,),) = bell.sql("select planned_for from cron_run")
    assert missed == 18 + planned.minute // 10


async def test_what_comes_too_late_is_counted_told_and_not_run(
    bell: Bell, diego: Person, ana: Person, work: Any
) -> None:
    await bell.strike()
    # Once a year, and half a year ago.
    moment = (datetime.now(UTC) - timedelta(days=182)).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    bell.sql("update cron_task set schedule = %s, version = 2 where name = 'test.bell'", f"0 0 1 {moment.month} *")
    bell.sql("update cron_task set next_at = %s where name = 'test.bell'", moment)
    await bell.strike()
    assert (bell.rung, bell.statuses) == (0, [("missed", 1)])
    (row,) = (await diego.get(PATH, name="test.bell")).json()
    assert row["status"] == "down"
    await work()
    told = (await diego.get("/v1/notifications")).json()["notifications"]
    assert [(each["kind"], each["redirect"]) for each in told] == [
        ("tools_task_down", f"/dashboard/tools/cron-tasks/{bell.id}")
    ]
    assert (await ana.get("/v1/notifications")).json()["notifications"] == []


@pytest.mark.parametrize(("overlap", "becomes"), [("skip", "skipped"), ("queue", "waiting")])
async def test_a_run_while_another_one_runs_is_skipped_or_waits(
    app: App, peopled_url: str, overlap: str, becomes: str
) -> None:
    bell = Bell(app, peopled_url, overlap)
    await bell.clock.tick()
    for _ in range(3):
        # The run before becomes one of an earlier moment, and the present moment is due.
        bell.sql("update cron_run set planned_for = planned_for - interval '10 minutes'")
        bell.sql("update cron_task set next_at = to_timestamp(floor(extract(epoch from now()) / 600) * 600)")
        await bell.clock.tick()
    assert [status for status, _ in bell.statuses] == ["waiting", becomes, "skipped"]
    for _ in range(2):
        await app.queue.work(forever=False)
    assert bell.rung == (1 if overlap == "skip" else 2)


async def test_a_failure_is_shown_with_its_log_and_told_once_until_it_goes_well_again(
    bell: Bell, diego: Person, work: Any
) -> None:
    bell.fails = True
    await bell.strike(late=just_now())
    for _ in range(2):
        assert (await diego.post(f"{PATH}/{bell.id}/run")).status_code == 200
        await work()
    record = (await diego.get(f"{PATH}/{bell.id}")).json()
    assert (record["status"], record["failures"]) == ("down", 3)
    assert [(run["trigger"], run["status"], run["error"]) for run in record["runs"]] == [
        ("person", "failed", "TryAgain: the rope broke"),
        ("person", "failed", "TryAgain: the rope broke"),
        ("clock", "failed", "TryAgain: the rope broke"),
    ]
    assert "WARNING ding 1" in record["runs"][-1]["output"]
    assert len((await diego.get("/v1/notifications")).json()["notifications"]) == 1
    bell.fails = False
    await diego.post(f"{PATH}/{bell.id}/run")
    await work()
    (row,) = (await diego.get(PATH, name="test.bell")).json()
    assert (row["status"], row["failures"], row["last_status"]) == ("up", 0, "succeeded")


async def test_staff_run_pause_resume_and_change_a_task_each_once(bell: Bell, diego: Person, work: Any) -> None:
    await bell.strike()
    path = f"{PATH}/{bell.id}"
    first, again = [await diego.post(f"{path}/run", key="one") for _ in range(2)]
    assert (first.status_code, first.content) == (200, again.content)
    assert (await diego.post(f"{path}/run")).json()["message"] == "task_running"
    await work()
    assert bell.rung == 1
    paused, twice = [await diego.post(f"{path}/pause", key=None) for _ in range(2)]
    assert (paused.json()["status"], twice.json()["message"]) == ("paused", "task_paused")
    assert "test.bell" not in [row["name"] for row in (await diego.get(PATH, enabled="1")).json()]
    assert [row["name"] for row in (await diego.get(PATH, enabled="0")).json()] == ["test.bell"]
    await bell.strike(late=timedelta(hours=1))
    assert bell.rung == 1
    resumed, twice = [await diego.post(f"{path}/resume", key=None) for _ in range(2)]
    assert (resumed.json()["enabled"], twice.json()["message"]) == (True, "task_not_paused")
    change = {
        "schedule": "15  4 * * mon",
        "time_zone": "America/Sao_Paulo",
        "grace_seconds": 900,
        "overlap": "queue",
    }
    plan = (await diego.post(f"{path}/change/plan", change, key=None)).json()
    assert [each["field"] for each in plan["changes"]] == ["schedule", "time_zone", "grace_seconds", "overlap"]
    for _ in range(2):
        assert (await diego.post(f"{path}/change", change, key=None)).json()["schedule"] == "15 4 * * mon"
    await bell.strike()
    record = (await diego.get(path)).json()
    # What the program declares does not undo what staff have changed.
    assert (record["schedule"], record["time_zone"], record["overlap"]) == (
        "15 4 * * mon", "America/Sao_Paulo", "queue",
    )  # fmt: skip
    nexts = [datetime.fromisoformat(at) for at in record["next_runs"]]
    assert [(at.weekday(), at.hour, at.minute) for at in nexts] == [(0, 7, 15)] * 5
    shown = (await diego.get(f"{PATH}/preview", schedule="15 4 * * mon", time_zone="America/Sao_Paulo")).json()
    assert shown == record["next_runs"]
    # Its own trail tells who did what with it.
    told = (await diego.get(f"/v1/trail/tasks/{bell.id}")).json()
    assert [each["name"].rpartition(":")[2] for each in told if each["actor"] == diego.email] == [
        "change", "change", "resume", "pause", "run",
    ]  # fmt: skip


async def test_money_tasks_can_ask_for_a_second_person(bell: Bell, diego: Person, work: Any) -> None:
    await bell.strike()
    bell.sql(
        "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
        " expires_days, active, alone, updated_by) values (gen_random_uuid(), 1, 'Runs', 'tools:task:run', '',"
        " 'approvals::requests:decide', 1, false, 7, true, false, 'a test')"
    )
    assert (await diego.post(f"{PATH}/{bell.id}/run")).status_code == 202
    await work()
    assert bell.rung == 0


async def test_tasks_are_staffs_alone(bell: Bell, ana: Person, carla: Person) -> None:
    await bell.strike()
    bell.sql("update role set permissions = permissions || '{scheduler::task:read,scheduler::task:write}'")
    for path in (
        PATH,
        f"{PATH}/{bell.id}",
        f"{PATH}/preview",
        f"{PATH}/facets",
        "/v1/tools/workers",
        f"/v1/trail/tasks/{bell.id}",
    ):
        assert (await carla.get(path)).status_code == 404, path
    for action in ("run", "pause", "resume", "change"):
        change = {"schedule": "* * * * *", "time_zone": "UTC", "grace_seconds": 60, "overlap": "skip"}
        body = change if action == "change" else {}
        assert (await ana.post(f"{PATH}/{bell.id}/{action}", body)).status_code == 404
    assert bell.sql("select enabled, version from cron_task where name = 'test.bell'") == [(True, 1)]


@pytest.mark.parametrize(
    ("schedule", "key"),
    [
        ("* * * *", "schedule_five_fields"),
        ("@daily", "schedule_five_fields"),
        ("60 * * * *", "schedule_minute"),
        ("*/0 * * * *", "schedule_minute"),
        ("0 24 * * *", "schedule_hour"),
        ("0 0 32 * *", "schedule_day"),
        ("0 0 L * *", "schedule_day"),
        ("0 0 * foo *", "schedule_month"),
        ("0 0 * * mon#2", "schedule_weekday"),
        ("R * * * *", "schedule_minute"),
        ("0 0 31 2 *", "schedule_never"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused_with_its_place(schedule: str, key: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_schedule(schedule, "UTC")
    assert refused.value.message == {"schedule": [key]}


def test_a_wall_clock_that_jumps_runs_a_task_once_a_day() -> None:
    zone = "America/New_York"
    spring = next_runs("30 2 * * *", zone, datetime(2026, 3, 7, 12, tzinfo=UTC), 2)
    autumn = next_runs("30 1 * * *", zone, datetime(2026, 10, 31, 12, tzinfo=UTC), 2)
    assert [at.isoformat()[5:16] for at in spring + autumn] == [
        "03-08T07:00",
        "03-09T06:30",
        "11-01T05:30",
        "11-02T06:30",
    ]
    assert len({*next_runs("0 * * * *", zone, datetime(2026, 11, 1, 4, tzinfo=UTC), 4)}) == 4
    with pytest.raises(ApiError):
        check_schedule("* * * * *", "Mars/Olympus")


async def test_the_books_are_verified_by_the_clock(app: App, peopled_url: str, run_task: Callable[[str], Any]) -> None:
    await run_task("ledger.verify")
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("alter table ledger_account disable trigger user")
        connection.execute(
            "update ledger_account set posted = posted + 1 where id in (select min(id) from ledger_account where not append_only)"
        )
    with pytest.raises(Exception, match="posted_is_the_sum"):
        await run_task("ledger.verify")


@pytest.fixture
def run_task(app: App) -> Callable[[str], Any]:
    return lambda name: next(cron for cron in jobs(app)[1] if cron.name == name).run()


async def test_old_runs_are_purged(bell: Bell, run_task: Callable[[str], Any]) -> None:
    await bell.strike()
    for number, (status, days) in enumerate((("succeeded", 8), ("succeeded", 6), ("failed", 89), ("failed", 91))):
        bell.sql(
            "insert into cron_run (task_id, number, trigger, planned_for, status, started_at, ended_at) select id, %s, 'clock',"
            " now() - make_interval(days => %s), %s, now() - make_interval(days => %s), now() - make_interval(days => %s)"
            " from cron_task where name = 'test.bell'",
            number, days, status, days, days,
        )  # fmt: skip
    await run_task("tools.sweep")
    assert bell.statuses == [("succeeded", 0), ("failed", 0)]


_WORKER = """
import asyncio, sys
from retaguarda.foundation.jobs import Job, Queue
async def hang():
    print("doing", flush=True)
    await asyncio.sleep(60)
async def main():
    queue = Queue(sys.argv[1])
    queue.add([Job("test.hang", hang)], [])
    await queue.open()
    await queue.work(forever=False)
asyncio.run(main())
"""


async def test_the_jobs_of_a_worker_that_was_killed_run_again_once(app: App, peopled_url: str, diego: Person) -> None:
    done = list[int]()

    async def hang() -> None:
        done.append(1)

    async with app.database.transaction(SYSTEM) as tx:
        await app.queue.defer(tx, "test.hang", [{}])
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _WORKER, as_app(peopled_url), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"doing\n"
    (worker,) = (await diego.get("/v1/tools/workers")).json()["workers"]
    assert (worker["stalled"], [job["name"] for job in worker["jobs"]]) == (False, ["test.hang"])
    process.kill()
    await process.wait()
    app.queue.add([Job("test.hang", hang)], [])

    async def look() -> None:
        async with app.database.transaction(SYSTEM) as tx:
            await resume_left(tx, app.queue, set())

    await look()
    await app.queue.work(forever=False)
    assert done == [], "a worker that was heard of just now is not dead"
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update procrastinate_workers set last_heartbeat = now() - interval '31 seconds'")
    (worker,) = (await diego.get("/v1/tools/workers")).json()["workers"]
    assert worker["stalled"] is True
    await asyncio.gather(look(), look())
    await app.queue.work(forever=False)
    await look()
    await app.queue.work(forever=False)
    assert done == [1]


async def test_the_jobs_of_a_dead_worker_run_again_though_the_next_run_of_a_cron_task_waits(app: App, sql: Sql) -> None:
    """Of a cron task one job waits at most, and that rule kept every job of the dead worker where it was."""
    done = list[str]()

    async def ring() -> None:
        done.append("rung")

    async def tick() -> None:
        done.append("ticked")

    app.queue.add([Job("test.ring", ring)], [Cron("test.tick", "0 0 1 1 *", tick)])
    sql("insert into procrastinate_workers (last_heartbeat) values (now() - interval '1 hour')")
    job = "insert into procrastinate_jobs (queue_name, task_name, queueing_lock, args, status, worker_id) select 'default', %s, %s, %s, %s, {} from procrastinate_workers"
    tick_args = '{"timestamp": 1}'
    for _ in range(2):
        sql(job.format("id"), "test.tick", "test.tick", tick_args, "doing")
    sql(job.format("id"), "test.ring", None, "{}", "doing")
    sql(job.format("null"), "test.tick", "test.tick", tick_args, "todo")
    async with app.database.transaction(SYSTEM) as tx:
        await resume_left(tx, app.queue, set())
    await app.queue.work(forever=False)
    assert sorted(done) == ["rung", "ticked"]
    assert sql("select count(*) from procrastinate_jobs where task_name like 'test.%%'") == [(0,)]


async def test_a_job_that_could_not_note_its_end_runs_again_though_its_worker_lives(app: App, sql: Sql) -> None:
    done, away, over, seen = list[str](), asyncio.Event(), asyncio.Event(), set[int]()

    async def change(statement: str) -> None:
        """In a thread: a change of the table waits for transactions that go on only while the loop runs."""
        await asyncio.to_thread(sql, statement)

    async def ring() -> None:
        done.append("rung")
        if done.count("rung") == 1:
            # A sequence counts what is refused: it alone is not rolled back.
            await change("create sequence refused")
            await change("grant all on sequence refused to public")
            await change(
                "create function refuse() returns trigger language plpgsql as"
                " $$ begin perform nextval('refused'); raise 'away'; end $$"
            )
            await change(
                "create trigger refuse before update or delete on procrastinate_jobs for each row execute function refuse()"
            )
            away.set()

    async def hang() -> None:
        done.append("hangs")
        await over.wait()

    async def until(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while True:
                if holds():
                    return
                await asyncio.sleep(0.01)

    async def look() -> set[int]:
        async with app.database.transaction(SYSTEM) as tx:
            return await resume_left(tx, app.queue, seen)

    app.queue.add([Job("test.ring", ring), Job("test.hang", hang)], [])
    working = asyncio.create_task(app.queue.work(forever=True))
    try:
        async with app.database.transaction(SYSTEM) as tx:
            await app.queue.defer(tx, "test.hang", [{}])
        await until(lambda: done == ["hangs"])
        async with app.database.transaction(SYSTEM) as tx:
            (ring_id,) = await app.queue.defer(tx, "test.ring", [{}])
        await until(away.is_set)
        await until(lambda: sql("select is_called from refused") == [(True,)])
        await change("drop function refuse() cascade")
        seen = await look()
        assert (seen, done) == ({ring_id}, ["hangs", "rung"]), "what runs is not left"
        assert sql("select status from procrastinate_jobs where id = %s", ring_id) == [("doing",)], (
            "one look is not enough"
        )
        assert await look() == set()
        await until(lambda: done == ["hangs", "rung", "rung"])
    finally:
        over.set()
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working
    assert sql("select count(*) from procrastinate_jobs") == [(0,)]


async def test_a_run_that_lost_its_worker_twice_is_given_up(bell: Bell) -> None:
    await bell.strike()
    (run,) = bell.sql(
        "insert into cron_run (task_id, number, trigger, planned_for, status, attempts) select id, 1, 'clock', now(),"
        " 'running', 2 from cron_task where name = 'test.bell' returning id"
    )[0]
    await bell.runs.run("test.bell", run)
    await bell.runs.run("test.bell", run)
    assert (bell.rung, bell.statuses) == (0, [("failed", 0)])
    bell.sql(
        "insert into cron_run (task_id, number, trigger, planned_for, status, attempts, job_id) select task_id, number + 1,"
        " trigger, planned_for + interval '1 minute', 'running', attempts, 12345 from cron_run"
    )
    await bell.strike()
    assert bell.sql("select error from cron_run order by number desc limit 1") == [("its job was lost",)]
