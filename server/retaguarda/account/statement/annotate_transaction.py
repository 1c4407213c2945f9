"""Annotate a transaction: an annotation moves no balance and cannot be removed."""

from collections.abc import Mapping
from uuid import UUID

from retaguarda.account.statement.model import Annotation, AnnotationInput
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.foundation.text_input import printable

#: Most annotations of one transaction.
MOST = 50


async def _annotate(tx: Tx, principal: Principal, given: AnnotationInput, path: Mapping[str, str]) -> Done:
    journal = path_id(path)
    key = {"company": principal.chosen(), "id": journal}
    if not await tx.value("select true from ledger_journal where company_id = %(company)s and id = %(id)s", key):
        raise not_found("transaction")
    if given.internal and not principal.internal:
        raise invalid_field("internal", "not_allowed", "only the provider's people write for themselves alone")
    existing = await tx.value(
        "select count(*) from transaction_annotation where company_id = %(company)s and journal_id = %(id)s", key
    )
    if existing >= MOST:
        raise ApiError(409, "annotations_full", f"a transaction has at most {MOST} annotations")
    row = await write_annotation(tx, principal, journal, printable("text", given.text), internal=given.internal)
    return Done(str(journal), annotation_of(row, principal), {"internal": given.internal})


async def write_annotation(tx: Tx, principal: Principal, journal: UUID, text: str, *, internal: bool) -> Row:
    """Insert an annotation. ``text`` has passed printable()."""
    row = await tx.one(
        "insert into transaction_annotation (company_id, id, journal_id, text, internal, by_staff, created_by)"
        " values (%(company)s, %(id)s, %(journal)s, %(text)s, %(internal)s, %(staff)s, %(by)s) returning *",
        {
            "company": principal.chosen(),
            "id": uuid7(),
            "journal": journal,
            "text": text,
            "internal": internal,
            "staff": principal.internal,
            "by": principal.email,
        },
    )
    assert row is not None
    return row


async def annotations_of(tx: Tx, principal: Principal, journal: UUID) -> list[Annotation]:
    """Return the annotations, oldest first; only staff see internal ones."""
    rows = await tx.all(
        "select * from transaction_annotation where company_id = %(company)s and journal_id = %(journal)s"
        " and (%(staff)s or not internal) order by created_at, id",
        {"company": principal.chosen(), "journal": journal, "staff": principal.internal},
    )
    return [annotation_of(row, principal) for row in rows]


def annotation_of(row: Row, principal: Principal) -> Annotation:
    # Hide from the merchant which of the provider's people wrote it.
    author = "" if row["by_staff"] and not principal.internal else row["created_by"]
    return Annotation(row["id"], row["text"], row["internal"], row["by_staff"], author, row["created_at"])


ANNOTATE = Command(
    name="account:transaction:annotate",
    method="POST",
    path="/v1/account/transactions/{id:str}/annotations",
    summary="Write something beside a transaction; no balance moves",
    permission=Permission.STATEMENT_ANNOTATION_WRITE,
    scope=CHOSEN_MERCHANT,
    input=AnnotationInput,
    answers=Annotation,
    apply=_annotate,
    status=201,
)
