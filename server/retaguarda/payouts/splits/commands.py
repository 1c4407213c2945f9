"""Commands on splits: draft a version, decide on it, run it."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NoReturn
from uuid import UUID

from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import BRL
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.text_input import printable
from retaguarda.payin.splits.agree_split import check_parts
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payouts.splits.model import (
    PayoutSplit,
    PayoutSplitInput,
    SplitDecision,
    SplitRow,
    SplitRun,
)
from retaguarda.payouts.splits.queries import (
    load_split,
    lock_split,
    of_split,
    receivers_of,
    runs_of,
    split_standing,
)
from retaguarda.payouts.splits.run_split import check_receivers, run_split
from retaguarda.payouts.splits.tables import SCOPE, SPLITS, WRITE

RUN = "payouts:split:run"


async def _draft(tx: Tx, principal: Principal, given: PayoutSplitInput, path: Mapping[str, str]) -> Done:
    company, split = principal.chosen(), uuid7()
    check_parts(given.split)
    if all(part.recipient is None for part in given.split.parts):
        raise invalid_field("split.parts.0.recipient", "field_required", "a split pays somebody beside the merchant")
    for place in check_receivers(given.split, await receivers_of(tx, company, given.split)):
        raise invalid_field(f"split.parts.{place}.recipient", "split_receiver_unknown", "there is no such receiver")
    _check_rhythm(given)
    rule, version = (split, 1) if given.replaces is None else await _next_version(tx, company, given.replaces)
    await tx.execute(
        _INSERT,
        {
            "company": company,
            "id": split,
            "rule": rule,
            "version": version,
            "name": printable("name", given.name),
            "source": given.source,
            "currency": BRL,
            "floor": given.floor.amount if given.floor else 0,
            "least": given.least.amount if given.least else 0,
            "split": json_text(given.split),
            "rhythm": given.rhythm,
            "weekday": given.weekday,
            "month_day": given.month_day,
            "person": principal.person_id,
            "actor": principal.email,
        },
    )
    return Done(str(split), await load_split(tx, company, split), {"name": given.name, "version": version})


def _check_rhythm(given: PayoutSplitInput) -> None:
    if given.floor is not None and given.source == "day":
        raise invalid_field("floor", "split_floor_of_day", "only a split of the balance has a floor")
    for field, value, rhythm in (("weekday", given.weekday, "weekly"), ("month_day", given.month_day, "monthly")):
        if (value is None) == (given.rhythm == rhythm):
            wrong = "field_required" if value is None else "split_rhythm_other"
            raise invalid_field(field, wrong, f"{field} belongs to a split that runs {rhythm}")


async def _next_version(tx: Tx, company: int, replaces: UUID) -> tuple[UUID, int]:
    row = await lock_split(tx, company, replaces)
    newest: int = await tx.value(
        "select max(version) from payout_split where company_id = %(company)s and rule_id = %(rule)s",
        {"company": company, "rule": row.rule_id},
    )
    return row.rule_id, newest + 1


async def _decide(tx: Tx, principal: Principal, given: SplitDecision, path: Mapping[str, str]) -> Done:
    row = await lock_split(tx, principal.chosen(), path_id(path))
    match given.decision:
        case "approve":
            if row.status != "draft":
                _refuse(row, given)
            if row.actor == principal.email:
                raise ApiError(403, "own_split", "who wrote a split does not approve it")
            await _move(tx, row, "approved", approved_by=principal.email)
        case "activate":
            if row.status != "approved":
                _refuse(row, given)
            await tx.execute(_RETIRE_OTHERS, {"company": row.company_id, "rule": row.rule_id})
            await _move(tx, row, "active", active_since=await tx.value("select clock_timestamp()"))
        case "retire":
            if row.status == "retired":
                _refuse(row, given)
            await _move(tx, row, "retired", retired_at=await tx.value("select clock_timestamp()"))
    result = await load_split(tx, row.company_id, row.id)
    return Done(str(row.id), result, {"name": row.name, "version": row.version, "decision": given.decision})


def _refuse(row: SplitRow, given: SplitDecision) -> NoReturn:
    raise ApiError(409, "split_decided", f"to {given.decision} is not for a split that is {row.status}")


async def _move(tx: Tx, row: SplitRow, to: str, **columns: object) -> None:
    sets = "".join(f", {name} = %({name})s" for name in columns)
    await tx.execute(
        f"update payout_split set status = %(to)s{sets} where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": row.id, "to": to, **columns},
    )


def _runs(keys: Keys) -> Any:
    async def apply(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
        row = await lock_split(tx, principal.chosen(), path_id(path))
        await run_split(tx, keys, row, Requester(principal.email, principal.person_id))
        (run,) = await runs_of(tx, row, most=1)
        return Done(str(row.id), run, told(row, run))

    return apply


def told(row: SplitRow, run: SplitRun) -> dict[str, Any]:
    """What the event of a run says."""
    batch = str(run.batch_id) if run.batch_id else None
    return {"name": row.name, "number": run.number, "amount": run.paid.amount, "batch": batch}


_INSERT = """
    insert into payout_split (company_id, id, rule_id, version, name, source, currency, floor, least, split, rhythm, weekday,
                              month_day, created_by, actor)
    values (%(company)s, %(id)s, %(rule)s, %(version)s, %(name)s, %(source)s, %(currency)s, %(floor)s, %(least)s, %(split)s::jsonb,
            %(rhythm)s, %(weekday)s, %(month_day)s, %(person)s, %(actor)s)
"""
_RETIRE_OTHERS = (
    "update payout_split set status = 'retired', retired_at = clock_timestamp()"
    " where company_id = %(company)s and rule_id = %(rule)s and status = 'active'"
)
_command = partial(Command, method="POST", permission=WRITE, planned=True, approvable=True, shows=named_by("name"))
_OF_SPLIT = with_second_factor(of_subject(of_split))

DRAFT: Command[Any] = _command(
    name="payouts:split:draft",
    path=SPLITS.path,
    summary="Draft a split, or the next version of one",
    scope=SCOPE,
    input=PayoutSplitInput,
    answers=PayoutSplit,
    apply=_draft,
    status=201,
    approvable=False,
)
DECIDE: Command[Any] = _command(
    name="payouts:split:decide",
    path=f"{SPLITS.path}/{{id:str}}/decide",
    summary="Approve a draft of a split, activate an approved one, or retire one",
    scope=_OF_SPLIT,
    input=SplitDecision,
    answers=PayoutSplit,
    apply=_decide,
    subject=split_standing,
    keyed=False,
)


def commands(keys: Keys) -> tuple[Command[Any], ...]:
    """Build the Command that runs a split; ``keys`` name destinations."""
    return (
        _command(
            name=RUN,
            path=f"{SPLITS.path}/{{id:str}}/run",
            summary="Divide what is due, and bring a batch that pays the receivers once somebody submits it",
            scope=_OF_SPLIT,
            input=Nothing,
            answers=SplitRun,
            apply=_runs(keys),
            subject=split_standing,
            status=201,
        ),
    )
