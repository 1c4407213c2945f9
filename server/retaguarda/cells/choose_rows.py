"""Chooses the rows that go with a company, and refuses one of which something cannot go."""

from retaguarda.cells.list_tables import MovedTable, people_named
from retaguarda.cells.model import Refused
from retaguarda.cells.move_rules import ABOUT, PROVIDERS_JOURNALS
from retaguarda.foundation.database import Tx


async def conditions(tx: Tx, tables: list[MovedTable], company: int) -> dict[str, str]:
    """Table → a condition on ``t``: which of its rows go."""
    found = {table.name: _condition(table, tables).replace("{company}", str(company)) for table in tables}
    # Whoever a row names by a key comes as a name at least.
    named = [
        f"select t.{column} from {table.name} t where {found[table.name]}"
        for table, column in await people_named(tx, tables)
    ]
    return found | {"person": f"{found.get('person')} or t.id in ({' union '.join(named)})"}


def _condition(table: MovedTable, tables: list[MovedTable]) -> str:
    if table.name in ABOUT:
        return ABOUT[table.name]
    if table.name == "person":
        return (
            "t.company_id = {company} or (not t.internal and exists"
            " (select from person_company x where x.person_id = t.id and x.company_id = {company}))"
        )
    if table.name == "person_company":
        return "t.company_id = {company} and exists (select from person p where p.id = t.person_id and not p.internal)"
    if table.name in _NAMED_BY:
        column = _NAMED_BY[table.name]
        named = [
            f"select {column} from {each.name} where company_id = {{company}}"
            for each in tables
            if column in each.columns and each.name not in _NAMED_BY
        ]
        return f"t.{'ispb' if table.name == 'bank' else 'id'} in ({' union '.join(named)})"
    if table.name in _WITH_REQUESTS:
        return _WITH_REQUESTS[table.name]
    if table.name == "ledger_journal":
        return f"(t.company_id = {{company}} or t.company_id = 1 and t.id in ({PROVIDERS_JOURNALS}))"
    if table.name == "ledger_entry":
        return f"(t.company_id = {{company}} or t.company_id = 1 and t.journal_id in ({PROVIDERS_JOURNALS}))"
    return f"t.{table.key} = {{company}}"


#: Reasons for a request of KYC are the provider's.
_WITH_REQUESTS = {
    "kyc_reason": "t.id in (select reason_id from kyc_request where company_id = {company})",
    "kyc_reason_version": "(t.reason_id, t.version) in (select reason_id, reason_version from kyc_request where company_id = {company})",
}
#: Table of the provider's → the column by which rows name it.
_NAMED_BY = {"bank": "ispb", "pix_connection": "connection_id", "payout_processor": "processor_id"}


async def refuse_what_stays(tx: Tx, company: int) -> None:
    """What the provider has not settled about the company, or has settled for several at once, stands in rows that cannot go."""
    for code, (question, words) in _STAYS.items():
        if await tx.value(f"select exists ({question})", {"company": company}):
            raise Refused(code, f"company {company}: {words}")


#: What of a company cannot go, and in which words it is refused.
_STAYS = {
    "court_order": (
        "select from judicial_hold h where h.merchant_id = %(company)s and h.ended_at is null",
        "a court's order holds money of it, and the order stays here; it goes when nothing is held",
    ),
    "under_review": (
        "select from payout p where p.company_id = %(company)s and p.status = 'on_hold' and p.hold_reason = 'under_review'"
        " union all select from pix_payment p where p.company_id = %(company)s and p.status = 'under_review' and p.review_reason = 'rule'",
        "the block list holds a payment of it that nobody has decided; decide it first",
    ),
    "approval_of_roles": (
        "select from approval_request r where r.company_id = %(company)s and r.state = 'awaiting' and r.command like 'access:%%'",
        "a request about its people, roles or keys waits, and names roles by this installation's numbers; decide it first",
    ),
    "exchange": (
        "select from exchange_operation o where o.company_id = %(company)s and o.booked_at is not null",
        "it has exchange operations, which stand in the provider's closings and position beside those of others",
    ),
    "bank_file": (
        "select from boleto_payment b where b.company_id = %(company)s and b.file_company_id <> %(company)s"
        " union all select from deposit d where d.company_id = %(company)s and d.file_company_id <> %(company)s",
        "payments of it came by a bank's file of the provider's, which stays here",
    ),
}
