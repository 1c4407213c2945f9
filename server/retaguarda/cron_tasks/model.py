"""A cron task and its runs."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

#: The job that executes one run.
RUN = "tools.run"

#: Event names.
RUN_REQUESTED = "tools:task:run"
MISSED = "tools:task:missed"
DOWN = "tools:task:down"
UP = "tools:task:up"
STALLED = "tools:worker:stalled"
GONE = "tools:worker:gone"

LONGEST_OUTPUT = 4_000
LONGEST_ERROR = 2_000

Overlap = Literal["skip", "queue"]
State = Literal["new", "up", "started", "late", "down", "paused"]
RunStatus = Literal["waiting", "running", "succeeded", "failed", "missed", "skipped"]
STATES: tuple[State, ...] = ("down", "late", "started", "up", "new", "paused")
RUN_STATUSES: tuple[RunStatus, ...] = ("waiting", "running", "succeeded", "failed", "missed", "skipped")

Grace = Annotated[int, msgspec.Meta(ge=60, le=86_400)]


class TaskChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``schedule``: five cron fields by the clock of ``time_zone``; ``grace_seconds``: how late a run is still useful."""

    schedule: str
    time_zone: str
    grace_seconds: Grace
    overlap: Overlap


class TaskRules(msgspec.Struct):
    """The fields of a task that a person can change, as a plan compares them."""

    schedule: str
    time_zone: str
    grace_seconds: int
    overlap: str
    enabled: bool


class TaskRun(msgspec.Struct, kw_only=True):
    """One run. ``missed``: earlier planned runs that this one stands for. Times that have not come yet are null."""

    id: int
    number: int
    trigger: Literal["clock", "person"]
    asked_by: str | None
    planned_for: datetime
    missed: int
    status: RunStatus
    attempts: int
    started_at: datetime | None
    ended_at: datetime | None
    milliseconds: int | None
    worker: str | None
    output: str | None
    error: str | None


class CronTask(msgspec.Struct, kw_only=True):
    id: UUID
    name: str
    schedule: str
    time_zone: str
    grace_seconds: int
    overlap: Overlap
    enabled: bool
    status: State
    failures: int
    next_at: datetime | None
    paused_by: str | None
    paused_at: datetime | None
    version: int
    updated_at: datetime
    updated_by: str


class CronTaskRecord(CronTask, kw_only=True):
    """``next_runs``: the next five; ``runs``: the latest fifty; ``missed``: within thirty days."""

    next_runs: list[datetime]
    runs: list[TaskRun]
    missed: int
