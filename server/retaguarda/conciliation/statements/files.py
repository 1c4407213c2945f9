"""Statements as a family of return files: upload, preview with the hash of the plan, and apply."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from retaguarda.bank_files.commands import FileCommands
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import ReturnApplyInput, ReturnFile
from retaguarda.bank_files.queries import company_of_file
from retaguarda.conciliation.matching.run_ladder import run_account
from retaguarda.conciliation.statements.model import StatementFileInput
from retaguarda.conciliation.statements.parse_statement import insert_statement, plan_hash, reader_of, replan
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, of_subject
from retaguarda.providers.bankfiles import Layout, collection_reader

WRITE = Permission.CONCILIATION_BANK_STATEMENT_WRITE
OF_FILE = of_subject(company_of_file("statement"), any_account=True)
#: Who matched what a file brings, in its own transaction.
ACTOR = "conciliation"

_CLOSED = (
    "select d.day from house_day d where d.company_id = %(company_id)s and d.state in ('closed', 'reopening') and exists"
    " (select from bank_line l where l.company_id = d.company_id and l.file_id = %(id)s and l.account_id = d.account_id"
    " and l.booked_on = d.day and l.effect = 'new') order by d.day"
)


def _no_layout(width: int, bank: str) -> Layout | None:
    return None


async def closed_days(tx: Tx, file: Row) -> list[Any]:
    """Returns the days into which the file would bring lines although they are closed."""
    return [row["day"] for row in await tx.all(_CLOSED, file)]


async def _refuse_closed(tx: Tx, file: Row, given: ReturnApplyInput) -> None:
    """Refuse a file that would change a day that is closed.

    Raises:
        ApiError: 409 ``day_closed``.
    """
    days = await closed_days(tx, file)
    if days:
        raise ApiError(409, "day_closed", f"day {days[0]} is closed; two people reopen it first")


async def _started(tx: Tx, file: Row) -> bool:
    return bool(
        await tx.value(
            "select exists (select from bank_line where company_id = %(company_id)s and file_id = %(id)s and applied_at is not null)",
            file,
        )
    )


async def _apply(tx: Tx, file: Row) -> bool:
    """Takes the whole file at once: who applies another file of the account waits, and plans after it."""
    await tx.execute("set local statement_timeout = 0")
    await tx.execute(
        "select from house_account h where h.company_id = %(company_id)s and h.id in (select account_id from stated_balance"
        " where company_id = %(company_id)s and file_id = %(id)s) order by h.id for update",
        file,
    )
    await tx.execute("select statement_plan(%(id)s)", file)
    await tx.execute("select statement_apply(%(id)s)", file)
    return False


async def _finish(tx: Tx, file: Row) -> None:
    """Matches what the file brought."""
    accounts = await tx.all(
        "select distinct account_id from stated_balance where company_id = %(company_id)s and file_id = %(id)s order by 1",
        file,
    )
    for account in accounts:
        await run_account(tx, account["account_id"], ACTOR)


async def _facts(tx: Tx, file: Row) -> Mapping[str, Any]:
    row = await tx.one(
        "select count(*) filter (where effect = 'new') as new, count(*) filter (where effect = 'already') as already"
        " from bank_line where company_id = %(company_id)s and file_id = %(id)s",
        file,
    )
    assert row is not None
    return row


def _shows(file: ReturnFile, facts: Mapping[str, Any]) -> PlanSummary:
    return plan_summary(file.name, {"lines": str(facts["new"]), "already": str(facts["already"])})


STATEMENT = Family(
    name="statement",
    path="/v1/conciliation/statement-files",
    event="conciliation:statement",
    preview=WRITE,
    live=WRITE,
    new=HOUSE,
    one=OF_FILE,
    apply_input=ReturnApplyInput,
    reader=collection_reader,
    reader_of=reader_of,
    layout=_no_layout,
    insert=insert_statement,
    replan=replan,
    plan_hash=plan_hash,
    started=_started,
    refuse=_refuse_closed,
    facts=_facts,
    shows=_shows,
    apply_batch=_apply,
    finish=_finish,
)
_FILES = FileCommands(STATEMENT)
_CREATE, FINISH_FILE, APPLY_FILE = _FILES.all()


async def _create(tx: Tx, principal: Principal, given: StatementFileInput, path: Mapping[str, str]) -> Done:
    done = await _FILES.create(tx, principal, given, path)
    if given.account is not None:
        named = await tx.execute(
            "insert into statement_source (file_id, account_id) select %(file)s, id from house_account"
            " where company_id = 1 and id = %(account)s and state = 'open'",
            {"file": done.result.id, "account": given.account},
        )
        if not named:
            raise invalid_field("account", "not_found", "no such house account is open")
    return done


CREATE_FILE: Command[StatementFileInput] = replace(_CREATE, input=StatementFileInput, apply=_create)
