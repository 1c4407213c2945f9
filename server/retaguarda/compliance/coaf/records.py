"""One communication with what the layout says of it, and its XML as it would be written now."""

from functools import partial
from uuid import UUID

from retaguarda.cases.clock import days_left, local_day
from retaguarda.cases.model import CaseFile
from retaguarda.compliance.coaf.check_communication import layout, problems_of, uncertain_codes
from retaguarda.compliance.coaf.model import CommunicationRecord, CommunicationRow
from retaguarda.compliance.coaf.queries import communication_of, find_communication
from retaguarda.compliance.coaf.seal_texts import ToldTexts
from retaguarda.compliance.coaf.tables import COMMUNICATIONS, READ
from retaguarda.compliance.coaf.write_file import batch_id_at, write_batch
from retaguarda.compliance.looks.write_look import write_look
from retaguarda.compliance.pld_alerts.queries import find_case
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

MOST = 50
_OVER = ("receipted", "rectified", "cancelled")


async def _load(texts: ToldTexts, tx: Tx, principal: Principal, communication: UUID) -> CommunicationRecord | None:
    found_row = await find_communication(tx, communication)
    if found_row is None:
        return None
    row = texts.opened(found_row)
    theirs = row.writer == principal.person_id or row.approved_by == principal.email or row.status == "checked"
    await write_look(tx, principal, "communication", communication, assigned=theirs)
    found = await find_case(tx, row.case_id)
    assert found is not None
    case: CaseFile = found[0]
    today = local_day(await tx.value("select now()"))
    return CommunicationRecord(
        communication=communication_of(row),
        protocol=case.protocol,
        subject=case.requester_name,
        # Of what nobody can read there is nothing to correct.
        problems=problems_of(row, today) if row.detail else [],
        uncertain=uncertain_codes(row.codes),
        preview=await _preview(tx, row) if row.detail else "",
        may_approve=principal.person_id != row.writer,
        days_left=None if row.status in _OVER else days_left(today, row.due_on, "calendar"),
        file_number=await tx.value("select number from coaf_file where id = %(id)s", {"id": row.file_id}),
        layout=layout()["version"],
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(row.id), "most": MOST}),
    )


async def _preview(tx: Tx, row: CommunicationRow) -> str:
    """The XML of this communication alone; empty where it cannot be written."""
    at, reporter = await tx.value("select now()"), await tx.value("select document from company where id = 1")
    try:
        return write_batch(row.intent, batch_id_at(at, 0), reporter, [row]).decode("iso-8859-1")
    except (UnicodeEncodeError, DocumentError):
        return ""


def communication_record(texts: ToldTexts) -> Record:
    return Record(
        path=f"{COMMUNICATIONS.path}/{{id:str}}",
        summary="One communication to COAF, with what the layout says of it",
        permission=READ,
        scope=HOUSE,
        answers=CommunicationRecord,
        load=partial(_load, texts),
    )
