"""Commands of staff on a cron task: run it now, pause, resume and change its schedule."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.cron_tasks.model import RUN_REQUESTED, CronTask, TaskChange, TaskRules, TaskRun
from retaguarda.cron_tasks.queries import task_fields, task_row
from retaguarda.cron_tasks.schedules import check_schedule
from retaguarda.cron_tasks.tables import CRON_TASKS
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import struct_of


async def _task_for_update(tx: Tx, path: Mapping[str, str]) -> Row:
    row = await tx.one("select * from cron_task where id = %(id)s for update", {"id": path_id(path)})
    if row is None:
        raise not_found("task")
    return row


async def _load_task(tx: Tx, task: UUID) -> CronTask:
    row = await task_row(tx, task)
    assert row is not None
    return CronTask(**task_fields(row))


async def _rules(tx: Tx, principal: Principal, path: Mapping[str, str]) -> TaskRules | None:
    row = await tx.one("select * from cron_task where id = %(id)s", {"id": path_id(path)})
    return None if row is None else _rules_of(row)


def _rules_of(row: Row) -> TaskRules:
    return struct_of(TaskRules, row)


async def _run(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Request a run, which a worker executes. Works for a paused task too: that is how to try it out."""
    task = await _task_for_update(tx, path)
    if await tx.value(
        "select exists (select 1 from cron_run where task_id = %(id)s and status in ('waiting', 'running'))", task
    ):
        raise ApiError(409, "task_running", "a run of this task waits or is under way")
    run = await tx.one(
        "insert into cron_run (task_id, number, trigger, asked_by, planned_for, status) values (%(id)s, %(runs)s + 1,"
        " 'person', %(by)s, now(), 'waiting') returning *, null::bigint as milliseconds",
        task | {"by": principal.email},
    )
    assert run is not None
    await tx.execute("update cron_task set runs = runs + 1 where id = %(id)s", task)
    result = struct_of(TaskRun, run)
    return Done(str(task["id"]), result, {"task": task["name"], "run": run["id"]})


async def _pause(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    task = await _task_for_update(tx, path)
    if not task["enabled"]:
        raise ApiError(409, "task_paused", "this task is paused already")
    await tx.execute(
        "update cron_task set enabled = false, paused_by = %(by)s, paused_at = now() where id = %(id)s",
        {"id": task["id"], "by": principal.email},
    )
    return Done(str(task["id"]), await _load_task(tx, task["id"]), {"task": task["name"]})


async def _resume(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    task = await _task_for_update(tx, path)
    if task["enabled"]:
        raise ApiError(409, "task_not_paused", "this task is not paused")
    # Runs during the pause were not missed: somebody wanted the pause.
    await tx.execute(
        "update cron_task set enabled = true, paused_by = null, paused_at = null, next_at = null where id = %(id)s",
        task,
    )
    return Done(str(task["id"]), await _load_task(tx, task["id"]), {"task": task["name"]})


async def _change(tx: Tx, principal: Principal, given: TaskChange, path: Mapping[str, str]) -> Done:
    task = await _task_for_update(tx, path)
    schedule = check_schedule(given.schedule, given.time_zone)
    await tx.execute(
        "update cron_task set schedule = %(schedule)s, time_zone = %(time_zone)s, grace_seconds = %(grace_seconds)s,"
        " overlap = %(overlap)s, next_at = null, version = version + 1, updated_at = now(), updated_by = %(by)s"
        " where id = %(id)s",
        msgspec.structs.asdict(given) | {"id": task["id"], "schedule": schedule, "by": principal.email},
    )
    changed = await _load_task(tx, task["id"])
    data = {"task": task["name"], "before": _rules_of(task), "after": _rules_of(msgspec.structs.asdict(changed))}
    return Done(str(task["id"]), changed, data)


def _on_task(action: str, summary: str, shape: type[Any], answers: Any, apply: Any, *, keyed: bool) -> Command[Any]:
    return Command(
        name=f"tools:task:{action}",
        method="POST",
        path=f"{CRON_TASKS.path}/{{id:str}}/{action}",
        summary=summary,
        permission=Permission.SCHEDULER_TASK_WRITE,
        scope=HOUSE,
        planned=True,
        input=shape,
        answers=answers,
        apply=apply,
        keyed=keyed,
        subject=_rules,
        approvable=True,
        shows=named_by("task"),
    )


RUN_TASK = _on_task("run", "Run a task now", Nothing, TaskRun, _run, keyed=True)
PAUSE_TASK = _on_task("pause", "Pause a task", Nothing, CronTask, _pause, keyed=False)
RESUME_TASK = _on_task("resume", "Let a paused task go on", Nothing, CronTask, _resume, keyed=False)
CHANGE_TASK = _on_task("change", "Change when a task runs", TaskChange, CronTask, _change, keyed=False)
COMMANDS = (RUN_TASK, PAUSE_TASK, RESUME_TASK, CHANGE_TASK)
assert RUN_TASK.name == RUN_REQUESTED
