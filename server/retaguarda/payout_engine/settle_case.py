"""How a case ends, as it is written: proposed by one person, settled by another, or open again."""

PROPOSE_CASE = (
    "update payout_case set status = 'proposed', outcome = %(outcome)s, reason = %(reason)s, proposed_at = now(),"
    " proposed_by = %(by)s, proposed_by_id = %(person)s where company_id = %(company)s and id = %(id)s"
)
SETTLE_CASE = (
    "update payout_case set status = 'settled', settled_at = now(), settled_by = %(by)s, settled_by_id = %(person)s"
    " where company_id = %(company)s and id = %(id)s"
)
REOPEN_CASE = (
    "update payout_case set status = 'open', outcome = null, reason = null, proposed_at = null, proposed_by = null,"
    " proposed_by_id = null where company_id = %(company)s and id = %(id)s"
)
