"""A line of a bank's file that staff credited to a merchant becomes a deposit."""

from typing import Any

from retaguarda.account.deposits.rows import DepositRow
from retaguarda.foundation.database import Tx


async def add_line_deposit(tx: Tx, line: dict[str, Any]) -> DepositRow:
    """
    Args:
        line: the columns of ``return_line``, and ``id``, ``merchant``, ``by``, ``bank``, ``currency`` and ``paid_at`` of the deposit.
    """
    row = await tx.one(
        """
        insert into deposit (id, company_id, status, matched_by, identified_at, identified_by, reason, file_company_id,
                             file_id, line, bank, bank_ref, payer_name, payer_document, amount, currency, paid_at)
        values (%(id)s, %(merchant)s, 'claimed', 'person', now(), %(by)s, left(%(note)s, 140), %(company_id)s,
                %(file_id)s, %(number)s, %(bank)s, %(bank_ref)s, nullif(%(payer_name)s, ''),
                nullif(%(payer_document)s, ''), %(paid)s, %(currency)s, %(paid_at)s)
        returning *
        """,
        line,
    )
    assert row is not None
    return DepositRow.of(row)
