"""Load and lock merchant notes."""

from collections.abc import Mapping

from retaguarda.account.notes.model import Note
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, forbidden, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of

#: A merchant sees posted notes; principals who write or post notes see all of them.
SEEN = (
    "(select * from merchant_note where status = 'posted'"
    " or (select scope_holds(array['account::notes:write', 'account::notes:approve']))) n"
)


def note_of(row: Row) -> Note:
    return struct_of(Note, row)


async def note_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Note | None:
    """Load the note that the path names, for a plan to compare. Leave out times and new ids: they would make every plan
    differ."""
    row = await tx.one(f"select * from {SEEN} where company_id = %(company)s and id = %(id)s", _key(principal, path))
    return note_of(row | dict.fromkeys(("submitted_at", "posted_at", "cancelled_at", "journal_id"))) if row else None


async def note_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    """Lock a note of the chosen merchant until the transaction ends.

    Raises:
        ApiError: 404 where there is none, and for a merchant's person, whatever their role.
    """
    row = principal.internal and await tx.one(
        "select * from merchant_note where company_id = %(company)s and id = %(id)s for update", _key(principal, path)
    )
    if not row:
        raise not_found("note")
    return row


def staff_only(principal: Principal) -> None:
    """Refuse a merchant's person.

    Raises:
        ApiError: 403: a merchant writes no notes to itself.
    """
    if not principal.internal:
        raise forbidden(Permission.ACCOUNT_NOTES_WRITE)


def refuse_unless(row: Row, *statuses: str) -> None:
    """Refuse a note in any other state.

    Raises:
        ApiError: 409 ``note_not_open``, naming the state.
    """
    if row["status"] not in statuses:
        raise ApiError(
            409,
            "note_not_open",
            f"note {row['number']} is {row['status']}; it would have to be {' or '.join(statuses)}",
        )


def _key(principal: Principal, path: Mapping[str, str]) -> dict[str, object]:
    return {"company": principal.chosen(), "id": path_id(path)}
