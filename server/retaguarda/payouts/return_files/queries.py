"""Finds which return files of an agreement are expected next, and refuses a file after a gap."""

import msgspec

from retaguarda.bank_files.queries import company_of_file
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, of_subject, with_second_factor
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, struct_of
from retaguarda.payout_engine.open_case import Found, open_file_case
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.return_files.model import CHANGING, PaymentApplyInput, PaymentFinding

PREVIEW, LIVE = Permission.PAYOUT_RETURN_FILE_PREVIEW, Permission.PAYOUT_RETURN_FILE_LIVE
#: Of every merchant: the files are the provider's, and staff's alone.
SCOPE = with_second_factor(HOUSE)
ONE = with_second_factor(of_subject(company_of_file("payment"), any_account=True))

_LAST = (
    "select max(sequence) from return_file where family = 'payment' and bank = %(bank)s"
    " and agreement is not distinct from %(agreement)s and id <> %(id)s and (status in ('applying', 'applied')"
    # One that is open again, for what a statement proves since, was applied all the same.
    " or status = 'parsed' and exists (select from payment_line l where l.company_id = return_file.company_id"
    " and l.file_id = return_file.id and l.done_at is not null))"
)


#: The first findings of a file, corrections before what only a person can mend.
_FINDINGS = """
    select number, kind, line, lines, read, effect, amount, currency, paid_on, payout_id, remittance_id, witness, witness_id, taken
      from payment_finding where company_id = %(company_id)s and file_id = %(id)s
     order by not structural, effect is null, line, number limit %(most)s
"""


async def findings_of(tx: Tx, file: Row, most: int) -> tuple[list[PaymentFinding], int, int]:
    """Return the first findings of a file, how many there are, and how many corrections are in its plan."""
    found = await fetch_all(tx, PaymentFinding, _FINDINGS, file | {"most": most})
    counts = await fetch_one(
        tx,
        _Counts,
        "select count(*) as total, count(*) filter (where taken) as taken from payment_finding"
        " where company_id = %(company_id)s and file_id = %(id)s",
        file,
    )
    assert counts is not None
    return found, counts.total, counts.taken


class _Counts(msgspec.Struct):
    total: int
    taken: int


async def has_corrections(tx: Tx, file: Row) -> bool:
    return await tx.value(
        "select exists (select from payment_finding where company_id = %(company_id)s and file_id = %(id)s and effect is not null)",
        file,
    )


async def something_follows(tx: Tx, file: Row) -> bool:
    """Return whether a line that is not applied yet changes an order."""
    return await tx.value(
        "select exists (select from payment_line where company_id = %(company_id)s and file_id = %(id)s and done_at is null"
        " and effect = any (%(changing)s))",
        file | {"changing": list(CHANGING)},
    )


async def expected_sequence(tx: Tx, file: Row) -> int | None:
    """Return the number that follows the last applied file of the same agreement; None where none was applied."""
    last = await tx.value(_LAST, file)
    return None if last is None else last + 1


def missing(file: Row, expected: int | None) -> int:
    """Return how many files stand between the last applied one and this one."""
    return max(0, file["sequence"] - expected) if expected is not None and file["sequence"] is not None else 0


async def refuse_gap(tx: Tx, file: Row, given: PaymentApplyInput) -> None:
    """Refuse a file before which others are missing, unless a person says why; then what was passed over is a case of two people.

    Raises:
        ApiError: 409 ``file_missing``.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtext('payment_return'))")
    expected = await expected_sequence(tx, file)
    count = missing(file, expected)
    if count == 0:
        return
    if given.gap_reason is None:
        raise ApiError(
            409, "file_missing", f"file {expected} of this agreement was not applied; say why it is not waited for"
        )
    gap = struct_of(_Gap, file)
    first, last = expected, (expected or 0) + count - 1
    numbers = str(first) if first == last else f"{first}-{last}"
    of_bank = f"{gap.bank}/{gap.agreement or '-'}"
    found = Found(
        kind="file_gap",
        key=f"gap:{of_bank}:{numbers}",
        reference=f"{of_bank} NSA {numbers}"[:60],
        amount=0,
        source="file",
        evidence=f"{gap.name}: {given.gap_reason}"[:500],
    )
    await open_file_case(tx, gap.company_id, PIX_CURRENCY, found)


class _Gap(msgspec.Struct):
    company_id: int
    name: str
    bank: str | None
    agreement: str | None
