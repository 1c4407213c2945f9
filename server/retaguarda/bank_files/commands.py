"""Commands on return files of every family: upload one, and apply its plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retaguarda.bank_files.apply_plan import apply_batch
from retaguarda.bank_files.credit_line import CREDIT_LINE
from retaguarda.bank_files.decide_line import ASSIGN_LINE, DISMISS_LINE
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import ReturnApplyInput, ReturnFile, ReturnFileInput
from retaguarda.bank_files.plan_lines import insert_entries, plan_hash, replan, started
from retaguarda.bank_files.queries import OF_FILE, file_for_update, file_of, file_subject
from retaguarda.bank_files.receive_file import announce_file, close_upload
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import NEW
from retaguarda.providers.bankfiles import collection_reader, layout_of


@dataclass(frozen=True, slots=True)
class FileCommands:
    """Upload, finish and apply the files of one family."""

    family: Family

    async def create(self, tx: Tx, principal: Principal, given: ReturnFileInput, path: Mapping[str, str]) -> Done:
        name = given.name.strip()
        if not name or not name.isprintable():
            raise invalid_field("name", "field_invalid", "name is the name of a file, without control characters")
        row = await announce_file(
            tx, principal.chosen(), self.family, name, given.size, principal.email, principal.person_id
        )
        return Done(str(row["id"]), file_of(row), {"name": name, "size": given.size})

    async def finish(self, tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
        """Close the upload. The same bytes are one file: when they were uploaded before, respond with that file and delete
        this one.
        """
        file = await file_for_update(tx, principal, path, self.family.name)
        if file["status"] != "receiving":
            return Done(str(file["id"]), file_of(file))
        file, digest, again = await close_upload(tx, file, self.family, principal.email, principal.person_id)
        return Done(str(file["id"]), file_of(file), {"again": True} if again else {"sha256": digest.hex()})

    async def apply(self, tx: Tx, principal: Principal, given: Any, path: Mapping[str, str]) -> Done:
        file = await file_for_update(tx, principal, path, self.family.name)
        if file["status"] != "parsed":
            raise ApiError(409, "file_not_open", f"a file that is {file['status']} cannot be applied")
        if given.plan != file["plan_hash"]:
            raise ApiError(409, "plan_changed", "what would follow of this file is not what it was when you looked")
        await self.family.refuse(tx, file, given)
        row = await tx.one(
            "update return_file set status = 'applying', plan_changed = false, applied_by = %(by)s"
            " where company_id = %(company_id)s and id = %(id)s returning *",
            file | {"by": principal.email},
        )
        assert row is not None
        facts = await self.family.facts(tx, file)
        data = {"plan": given.plan, "entries": file["entries"], **facts}
        return Done(str(file["id"]), file_of(row), data)

    async def shows(self, tx: Tx, principal: Principal, done: Done) -> PlanSummary:
        """Summarise the plan: the file and what applying it comes to."""
        return self.family.shows(done.result, done.data)

    async def subject(self, tx: Tx, principal: Principal, path: Mapping[str, str]) -> ReturnFile | None:
        return await file_subject(tx, principal, path, self.family.name)

    def all(self) -> tuple[Command[Any], Command[Any], Command[Any]]:
        """To create, to finish and to apply a file."""
        family = self.family
        return (
            Command(
                name=f"{family.event}:create",
                method="POST",
                path=family.path,
                summary="Announce a return file of a bank; its pieces follow",
                permission=family.preview,
                scope=family.new,
                input=ReturnFileInput,
                answers=ReturnFile,
                apply=self.create,
                status=201,
            ),
            Command(
                name=f"{family.event}:finish",
                method="POST",
                path=f"{family.path}/{{id:str}}/finish",
                summary="All pieces are sent: the file is read, and what would follow is known",
                permission=family.preview,
                scope=family.one,
                input=Nothing,
                answers=ReturnFile,
                apply=self.finish,
                keyed=False,
            ),
            Command(
                name=f"{family.event}:apply",
                method="POST",
                path=f"{family.path}/{{id:str}}/apply",
                summary="Let what a return file says come true, once",
                permission=family.live,
                scope=family.one,
                planned=True,
                input=family.apply_input,
                answers=ReturnFile,
                apply=self.apply,
                subject=self.subject,
                approvable=True,
                shows=self.shows,
            ),
        )


async def _refuse_nothing(tx: Tx, file: Row, given: ReturnApplyInput) -> None:
    """A file of collection needs no file before it."""


async def _facts(tx: Tx, file: Row) -> Mapping[str, Any]:
    settled = await tx.one(
        "select count(*) as count, coalesce(sum(paid), 0)::bigint as amount from return_line"
        " where company_id = %(company_id)s and file_id = %(id)s and effect = 'settle'",
        file,
    )
    assert settled is not None
    return {"charges": settled["count"], "amount": settled["amount"]}


def _shows(file: ReturnFile, facts: Mapping[str, Any]) -> PlanSummary:
    shown = {"bank_name": file.bank_name, "charges": str(facts["charges"]), "amount": Money(facts["amount"], BRL)}
    return plan_summary(file.name, shown)


async def _nothing_follows(tx: Tx, file: Row) -> None:
    """Nothing follows the last line of a file of collection."""


#: Files that say which charges were paid.
COLLECTION = Family(
    name="collection",
    path="/v1/payin/return-files",
    event="returns:file",
    preview=Permission.PAYIN_RETURN_FILE_PREVIEW,
    live=Permission.PAYIN_RETURN_FILE_LIVE,
    new=NEW,
    one=OF_FILE,
    apply_input=ReturnApplyInput,
    reader=collection_reader,
    layout=layout_of,
    insert=insert_entries,
    replan=replan,
    plan_hash=plan_hash,
    started=started,
    refuse=_refuse_nothing,
    facts=_facts,
    shows=_shows,
    apply_batch=apply_batch,
    finish=_nothing_follows,
)

CREATE_FILE, FINISH_FILE, APPLY_FILE = FileCommands(COLLECTION).all()
COMMANDS = (CREATE_FILE, FINISH_FILE, APPLY_FILE, ASSIGN_LINE, CREDIT_LINE, DISMISS_LINE)
