"""Say of one document that it will do, has to be brought again, or is refused."""

from collections.abc import Mapping

import msgspec

from retaguarda.compliance.kyc.commands import ask_merchant
from retaguarda.compliance.kyc.model import DocumentState, KycDocument, KycDocumentInput
from retaguarda.compliance.kyc.queries import documents_of, lock_request
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable_or_none

_TO: Mapping[str, DocumentState] = {
    "approved": "approved",
    "revision": "revision",
    "rejected": "rejected",
    "undone": "pending",
}


class _Standing(msgspec.Struct):
    state: DocumentState


async def _review(tx: Tx, principal: Principal, given: KycDocumentInput, path: Mapping[str, str]) -> Done:
    found = await lock_request(tx, path, "in_analysis", "awaiting_documents")
    n = number_of(path.get("n", ""), "document")
    key = {"company": found.company_id, "id": found.id, "n": n}
    row = await tx.one(
        "select state from kyc_document where company_id = %(company)s and request_id = %(id)s and n = %(n)s", key
    )
    if row is None:
        raise not_found("document")
    standing = msgspec.convert(row, _Standing)
    undone = given.decision == "undone"
    if standing.state not in (("approved", "revision", "rejected") if undone else ("pending",)):
        raise ApiError(409, "kyc_document_not_so", f"this document is {standing.state}")
    asks = given.decision in ("revision", "rejected")
    text = printable_or_none("public_text", given.public_text)
    if asks and (given.reason is None or text is None):
        field = "reason" if given.reason is None else "public_text"
        raise invalid_field(field, "field_required", "the merchant is told why, in words of yours")
    await tx.execute(
        "update kyc_document set state = %(to)s, public_text = %(text)s"
        " where company_id = %(company)s and request_id = %(id)s and n = %(n)s",
        key | {"to": _TO[given.decision], "text": text if asks else None},
    )
    await tx.execute(
        "insert into kyc_document_review (id, subject_company, request_id, n, file_id, decision, reason, public_text,"
        " internal_note, person_id, actor) select %(review)s, company_id, request_id, n, file_id, %(decision)s, %(reason)s,"
        " %(text)s, %(note)s, %(person)s, %(by)s from kyc_document"
        " where company_id = %(company)s and request_id = %(id)s and n = %(n)s",
        key
        | {
            "review": uuid7(),
            "decision": given.decision,
            "reason": given.reason if asks else None,
            "text": text,
            "note": printable_or_none("internal_note", given.internal_note),
            "person": principal.person_id,
            "by": principal.email,
        },
    )
    if asks:
        await ask_merchant(tx, found)
    after = await documents_of(tx, found, staff=True)
    return Done(
        str(found.id),
        next(each for each in after if each.n == n),
        {"number": found.number, "document": n, "decision": given.decision},
    )


REVIEW_DOCUMENT = Command(
    name="kyc:document:review",
    method="POST",
    path="/v1/kyc/requests/{id:str}/documents/{n:str}/review",
    summary="Approve a document, ask for it again, refuse it, or take that back",
    permission=Permission.KYC_REQUESTS_WRITE,
    scope=HOUSE,
    input=KycDocumentInput,
    answers=KycDocument,
    apply=_review,
    keyed=False,
)
