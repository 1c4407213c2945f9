"""Commands on return files: upload one, and apply its plan."""

from collections.abc import Mapping
from typing import Any

from retaguarda.bank_files.credit_line import CREDIT_LINE
from retaguarda.bank_files.decide_line import ASSIGN_LINE, DISMISS_LINE
from retaguarda.bank_files.model import SMALL, ReturnApplyInput, ReturnFile, ReturnFileInput
from retaguarda.bank_files.parse_file import hash_pieces, parse
from retaguarda.bank_files.queries import OF_FILE, file_for_update, file_of, file_subject
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import NEW


async def _create(tx: Tx, principal: Principal, given: ReturnFileInput, path: Mapping[str, str]) -> Done:
    name = given.name.strip()
    if not name or not name.isprintable():
        raise invalid_field("name", "field_invalid", "name is the name of a file, without control characters")
    row = await tx.one(
        "insert into return_file (company_id, id, name, size, created_by, actor)"
        " values (%(company)s, %(id)s, %(name)s, %(size)s, %(person)s, %(actor)s) returning *",
        {
            "company": principal.chosen(),
            "id": uuid7(),
            "name": name,
            "size": given.size,
            "person": principal.person_id,
            "actor": principal.email,
        },
    )
    assert row is not None
    return Done(str(row["id"]), file_of(row), {"name": name, "size": given.size})


async def _finish(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Close the upload. The same bytes are one file: when they were uploaded before, respond with that file and delete
    this one.
    """
    file = await file_for_update(tx, principal, path)
    if file["status"] != "receiving":
        return Done(str(file["id"]), file_of(file))
    digest, size, lines = await hash_pieces(tx, file["company_id"], file["id"])
    if size != file["size"]:
        raise ApiError(409, "file_incomplete", f"{size} of {file['size']} bytes are here")
    earlier = await tx.one(
        "select * from return_file where company_id = %(company_id)s and sha256 = %(digest)s", file | {"digest": digest}
    )
    if earlier is not None:
        await tx.execute("delete from return_file where company_id = %(company_id)s and id = %(id)s", file)
        return Done(str(earlier["id"]), file_of(earlier), {"again": True})
    file = await tx.one(
        "update return_file set status = 'received', sha256 = %(digest)s, total_lines = %(lines)s where company_id = %(company_id)s and id = %(id)s"
        " returning *",
        file | {"digest": digest, "lines": lines},
    )
    assert file is not None
    if size <= SMALL:
        file = await parse(tx, file)
    else:
        await record(
            tx,
            "returns:file:waiting",
            company=file["company_id"],
            subject=str(file["id"]),
            actor=principal.email,
            person=principal.person_id,
        )
    return Done(str(file["id"]), file_of(file), {"sha256": digest.hex()})


async def _apply(tx: Tx, principal: Principal, given: ReturnApplyInput, path: Mapping[str, str]) -> Done:
    file = await file_for_update(tx, principal, path)
    if file["status"] != "parsed":
        raise ApiError(409, "file_not_open", f"a file that is {file['status']} cannot be applied")
    if given.plan != file["plan_hash"]:
        raise ApiError(409, "plan_changed", "what would follow of this file is not what it was when you looked")
    row = await tx.one(
        "update return_file set status = 'applying', plan_changed = false, applied_by = %(by)s"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        file | {"by": principal.email},
    )
    settled = await tx.one(
        "select count(*) as count, coalesce(sum(paid), 0)::bigint as amount from return_line"
        " where company_id = %(company_id)s and file_id = %(id)s and effect = 'settle'",
        file,
    )
    assert row is not None
    assert settled is not None
    data = {"plan": given.plan, "entries": file["entries"], "charges": settled["count"], "amount": settled["amount"]}
    return Done(str(file["id"]), file_of(row), data)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: the file and the amount it would settle."""
    file: Any = done.result
    facts = {
        "bank_name": file.bank_name,
        "charges": str(done.data["charges"]),
        "amount": Money(done.data["amount"], BRL),
    }
    return plan_summary(file.name, facts)


CREATE_FILE = Command(
    name="returns:file:create",
    method="POST",
    path="/v1/payin/return-files",
    summary="Announce a return file of a bank; its pieces follow",
    permission=Permission.PAYIN_RETURN_FILE_PREVIEW,
    scope=NEW,
    input=ReturnFileInput,
    answers=ReturnFile,
    apply=_create,
    status=201,
)

FINISH_FILE = Command(
    name="returns:file:finish",
    method="POST",
    path="/v1/payin/return-files/{id:str}/finish",
    summary="All pieces are sent: the file is read, and what would follow is known",
    permission=Permission.PAYIN_RETURN_FILE_PREVIEW,
    scope=OF_FILE,
    input=Nothing,
    answers=ReturnFile,
    apply=_finish,
    keyed=False,
)

APPLY_FILE = Command(
    name="returns:file:apply",
    method="POST",
    path="/v1/payin/return-files/{id:str}/apply",
    summary="Let what a return file says come true, once",
    permission=Permission.PAYIN_RETURN_FILE_LIVE,
    scope=OF_FILE,
    planned=True,
    input=ReturnApplyInput,
    answers=ReturnFile,
    apply=_apply,
    subject=file_subject,
    approvable=True,
    shows=_shows,
)

COMMANDS = (CREATE_FILE, FINISH_FILE, APPLY_FILE, ASSIGN_LINE, CREDIT_LINE, DISMISS_LINE)
