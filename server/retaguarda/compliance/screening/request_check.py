"""Ask about somebody by document or name, and make a check again that failed."""

from collections.abc import Mapping
from datetime import date

from retaguarda.compliance.screening.model import DocumentCheckInput
from retaguarda.compliance.screening.queries import find_check, id_in, load_check
from retaguarda.foundation.command import Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable_or_none


async def request_check(tx: Tx, principal: Principal, given: DocumentCheckInput, path: Mapping[str, str]) -> Done:
    """Ask about a document, a name, or both."""
    document, name = read_document(given.document), printable_or_none("name", given.name)
    if document is None and name is None:
        raise invalid_field("document", "document_or_name", "give a document, a name, or both")
    new = uuid7()
    await tx.execute(
        INSERT_CHECK,
        {
            "id": new,
            "document": document,
            "name": name,
            "birth": given.birth and given.birth.isoformat(),
            "purpose": given.purpose,
            "note": printable_or_none("note", given.note),
            "currency": BRL,
            "by": principal.email,
            "person": principal.person_id,
            "file": None,
            "line": None,
        },
    )
    return Done(str(new), await load_check(tx, new), {"purpose": given.purpose})


async def redo_check(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Make a check again that failed."""
    row = await find_check(tx, id_in(path), lock=True)
    if row is None:
        raise not_found("check")
    if row.status != "error":
        raise ApiError(409, "check_not_failed", "only a check that failed is made again")
    await tx.execute(
        "update document_check set status = 'asked', done_at = null, outcome = null where id = %(id)s", {"id": row.id}
    )
    return Done(str(row.id), await load_check(tx, row.id), {"purpose": row.purpose})


def read_document(text: str | None) -> str | None:
    """
    Raises:
        ApiError: 400.
    """
    if text is None or not text.strip():
        return None
    try:
        return parse(text.strip()).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF or CNPJ: {error}") from None


def read_day(field: str, text: str | None) -> str | None:
    """
    Raises:
        ApiError: 400.
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise invalid_field(field, "invalid", "no day of the calendar") from None


INSERT_CHECK = """
    insert into document_check (id, document, name, birth, purpose, note, currency, asked_by, asked_by_id, file_id, line)
    values (%(id)s, %(document)s, %(name)s, %(birth)s, %(purpose)s, %(note)s, %(currency)s, %(by)s, %(person)s, %(file)s, %(line)s)
"""
