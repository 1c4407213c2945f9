"""Pause, resume, skip, end a schedule, or run it now."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from retaguarda.account.bank_accounts.plan_facts import of_schedule
from retaguarda.account.scheduling.check_rhythm import run_after_next, runs_ahead, stored_rhythm
from retaguarda.account.scheduling.model import Schedule
from retaguarda.account.scheduling.queries import load_schedule, schedule_for_update, schedule_subject
from retaguarda.account.scheduling.run_schedule import insert_run, request_run_withdrawal
from retaguarda.account.scheduling.scheduled_amounts import BY_CLOCK
from retaguarda.account.withdrawals.model import WITHDRAW
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.create_payout import Requester


async def _pause(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await schedule_for_update(tx, principal, path, "active")
    return await _set(tx, row, "paused", None)


async def _resume(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Continue with the next run after now: runs missed during the pause are not made up for."""
    principal.require(Permission.TWO_FACTOR)
    row = await schedule_for_update(tx, principal, path, "paused")
    rhythm = stored_rhythm(row)
    next_run = runs_ahead(rhythm, 1)[0]
    await refuse_stale_factor(tx, principal, next_run.astimezone(ZoneInfo(rhythm.time_zone)).date())
    done = await _set(tx, row, "active", next_run)
    return replace(done, data={**done.data, "amount": row["amount"]})


async def _skip(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await schedule_for_update(tx, principal, path, "active")
    if await insert_run(tx, row, row["next_run"], "skipped", by_hand=True) is None:
        raise ApiError(409, "schedule_running", "this run is happening just now")
    after = run_after_next(row)
    return await _set(tx, row, "active" if after else "ended", after)


async def _end(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await schedule_for_update(tx, principal, path, "active", "paused")
    return await _set(tx, row, "ended", None)


async def _run_now(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Run once beside the rhythm: the next planned run does not change."""
    principal.require(Permission.TWO_FACTOR)
    await refuse_stale_factor(tx, principal)
    row = await schedule_for_update(tx, principal, path, "active", "paused")
    transfer = await request_run_withdrawal(tx, row, Requester(principal.email, principal.person_id))
    moment = await tx.value("select clock_timestamp()")
    await insert_run(tx, row, moment, "requested", by_hand=True, transfer=transfer)
    return Done(
        str(row["id"]),
        await load_schedule(tx, row["company_id"], row["id"]),
        {"schedule": row["name"], "amount": transfer["amount"], "transfer": str(transfer["id"])},
    )


async def _set(tx: Tx, row: Row, status: str, next_run: datetime | None) -> Done:
    await tx.execute(
        "update payment_schedule set status = %(status)s, next_run = %(next)s where id = %(id)s",
        {"status": status, "next": next_run, "id": row["id"]},
    )
    return Done(str(row["id"]), await load_schedule(tx, row["company_id"], row["id"]), {"schedule": row["name"]})


def _steering(
    action: str,
    word: str,
    summary: str,
    apply: object,
    *,
    moves: bool = False,
    keyed: bool = False,
    by_clock: str = "",
) -> Command:
    """Build a Command on a schedule. ``moves``: it may move money, so a policy on withdrawals, or on the Command
    itself, may require an approval. ``by_clock``: as in Command."""
    return Command(
        name=f"account:schedule:{action}",
        method="POST",
        path=f"/v1/account/schedules/{{id:str}}/{word}",
        summary=summary,
        permission=Permission.ACCOUNT_SCHEDULING_WRITE,
        scope=MERCHANT,
        planned=True,
        input=Nothing,
        answers=Schedule,
        apply=apply,  # pyright: ignore[reportArgumentType]
        keyed=keyed,
        subject=schedule_subject,
        approvable=moves,
        also=(WITHDRAW,) if moves else (),
        by_clock=by_clock,
        shows=of_schedule if moves else None,
    )


PAUSE_SCHEDULE = _steering("pause", "pause", "Pause a schedule", _pause)
RESUME_SCHEDULE = _steering("resume", "resume", "Go on with a paused schedule", _resume, moves=True, by_clock=BY_CLOCK)
SKIP_NEXT = _steering("skip", "skip", "Leave out the next run of a schedule", _skip, keyed=True)
RUN_NOW = _steering("run", "run", "Run a schedule now, beside its rhythm", _run_now, moves=True, keyed=True)
END_SCHEDULE = _steering("end", "end", "End a schedule for good", _end)
