"""The Record of one payment return with its effects, planned or applied."""

from uuid import UUID

from retaguarda.bank_files.queries import file_fields
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payouts.return_files.model import EFFECTS, PaymentCodeSum, PaymentEffectSum, PaymentFileRecord
from retaguarda.payouts.return_files.queries import ONE, PREVIEW, expected_sequence, findings_of, missing

#: Sets of codes in a record; a file with more distinct ones is not genuine.
MOST = 200
#: Findings in a record; those of one kind that propose nothing are one.
MOST_FINDINGS = 200


async def _load(tx: Tx, principal: Principal, file: UUID) -> PaymentFileRecord | None:
    row = await tx.one(
        "select * from return_file where id = %(id)s and company_id = any(%(seen)s) and family = 'payment'",
        {"id": file, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    effects = await tx.all(
        "select effect, why, count(*) as count, count(done_at) as done, sum(amount)::bigint as amount from payment_line"
        " where company_id = %(company_id)s and file_id = %(id)s group by 1, 2"
        " order by array_position(%(order)s, effect), why",
        row | {"order": list(EFFECTS)},
    )
    codes = await tx.all(
        "select codes, meaning, count(*) as count, sum(amount)::bigint as amount from payment_line"
        f" where company_id = %(company_id)s and file_id = %(id)s group by 1, 2 order by 1, 2 limit {MOST}",
        row,
    )
    expected = await expected_sequence(tx, row)
    findings, findings_total, corrections = await findings_of(tx, row, MOST_FINDINGS)
    return PaymentFileRecord(
        **file_fields(row),
        effects=[PaymentEffectSum(**dict(each, amount=Money(each["amount"], BRL))) for each in effects],
        codes=[PaymentCodeSum(**dict(each, amount=Money(each["amount"], BRL))) for each in codes],
        expected_sequence=expected,
        findings=findings,
        findings_total=findings_total,
        corrections=corrections,
        missing=0 if row["status"] == "applied" else missing(row, expected),
    )


FILE_RECORD = Record(
    path="/v1/payouts/return-files/{id:str}",
    summary="One payment return: what it says, compared with its trailers, and what would follow or did",
    permission=PREVIEW,
    scope=ONE,
    answers=PaymentFileRecord,
    load=_load,
)
