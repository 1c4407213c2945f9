"""Puts whoever a case of PLD is about on the block list, in the lane of which nobody outside may know."""

from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.cases.model import CaseFile
from retaguarda.cases.transitions import refuse_unless
from retaguarda.compliance.block_list.identify_value import Value, ValueRefused, identify_value
from retaguarda.compliance.block_list.model import EntryTerms
from retaguarda.compliance.block_list.tables import STATUS
from retaguarda.compliance.block_list.write_entry import check_terms, columns_of, write_entry
from retaguarda.compliance.pld_alerts.model import CaseBlock, CaseBlocked
from retaguarda.compliance.pld_alerts.queries import CaseRow, document_of
from retaguarda.compliance.pld_alerts.seal_dossier import Dossiers
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Principal

_BLOCKED = f"select e.id, e.shown, e.effect, {STATUS} as status from block_entry e where e.case_id = %(case)s order by e.added_at, e.id"


async def block_subject(
    dossiers: Dossiers, tx: Tx, principal: Principal, file: CaseFile, row: CaseRow, given: CaseBlock
) -> CaseFile:
    """
    Raises:
        ApiError: 409 ``case_not_so``, ``subject_without_document`` or ``block_entry_known``.
    """
    refuse_unless(file, "opened", "investigating", "waiting", "proposed", "decided", "communicated")
    value = value_of(await document_of(tx, row.target, row.subject))
    if value is None:
        raise ApiError(409, "subject_without_document", "nothing is known of the subject but a name")
    terms = EntryTerms("pld", given.effect, given.direction, "own_analysis", given.reason, until=given.until)
    await check_terms(tx, terms)
    columns = columns_of(terms, principal.person_id, principal.email, datetime.now(UTC))
    await write_entry(tx, value, columns, case=file.id)
    await dossiers.add_step(tx, file, principal.email, "blocked", given.reason)
    return file


def value_of(document: str) -> Value | None:
    """The document as payments are compared with it; a subject may be known by its name alone."""
    try:
        return identify_value("document", document)
    except ValueRefused:
        return None


async def blocked_by(tx: Tx, case: UUID) -> list[CaseBlocked]:
    return msgspec.convert(await tx.all(_BLOCKED, {"case": case}), list[CaseBlocked])
