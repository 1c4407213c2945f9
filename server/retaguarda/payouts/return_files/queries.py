"""Reads which return files of an agreement are expected, and refuses a file that stands after a gap."""

from retaguarda.bank_files.queries import company_of_file
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, of_subject, with_second_factor
from retaguarda.payouts.return_files.model import PaymentApplyInput

PREVIEW, LIVE = Permission.PAYOUT_RETURN_FILE_PREVIEW, Permission.PAYOUT_RETURN_FILE_LIVE
#: Of every merchant: the files are the provider's, and staff's alone.
SCOPE = with_second_factor(HOUSE)
ONE = with_second_factor(of_subject(company_of_file("payment"), any_account=True))

_LAST = (
    "select max(sequence) from return_file where family = 'payment' and bank = %(bank)s"
    " and agreement is not distinct from %(agreement)s and status in ('applying', 'applied') and id <> %(id)s"
)


async def expected_sequence(tx: Tx, file: Row) -> int | None:
    """Return the number that follows the last applied file of the same agreement; None where none was applied."""
    last = await tx.value(_LAST, file)
    return None if last is None else last + 1


def missing(file: Row, expected: int | None) -> int:
    """Return how many files stand between the last applied one and this one."""
    return max(0, file["sequence"] - expected) if expected is not None and file["sequence"] is not None else 0


async def refuse_gap(tx: Tx, file: Row, given: PaymentApplyInput) -> None:
    """Refuse a file before which others are missing, unless a person says why.

    Raises:
        ApiError: 409 ``file_missing``.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtext('payment_return'))")
    expected = await expected_sequence(tx, file)
    if missing(file, expected) and given.gap_reason is None:
        raise ApiError(
            409, "file_missing", f"file {expected} of this agreement was not applied; say why it is not waited for"
        )
