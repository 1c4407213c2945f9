"""Open what renews an approval before it expires, and end what has expired."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import KycForm, KycRequestInput, OnExpiry, Subject
from retaguarda.compliance.kyc.open_request import open_request
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record

#: Days before the end at which a renewal is opened.
DAYS_BEFORE = 90
_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"


class _Due(msgspec.Struct):
    company_id: int
    id: UUID
    number: int
    reason_id: UUID
    subject_type: Subject
    name: str
    document: str
    form: KycForm
    expires_on: date
    on_expiry: OnExpiry


_DUE = """
    select r.*, v.on_expiry from kyc_request r
      join kyc_reason_version v on v.reason_id = r.reason_id and v.version = r.reason_version
     where r.state = 'approved' and {condition} order by r.expires_on, r.id limit 500 for update of r skip locked
"""
_TO_RENEW = _DUE.format(
    condition=f"r.expires_on <= {_TODAY} + %(days)s and exists (select from kyc_reason e where e.id = r.reason_id and e.active)"
    " and not exists (select from kyc_request n where n.company_id = r.company_id and n.document = r.document"
    " and n.reason_id = r.reason_id and n.created_at > r.created_at and n.state not in ('withdrawn', 'rejected'))"
)
_TO_END = _DUE.format(condition=f"r.expires_on <= {_TODAY}")


@dataclass(frozen=True, slots=True)
class Renewals:
    database: Database

    async def run(self) -> None:
        """However often it runs on a day, a renewal is opened once and an end is told once."""
        async with self.database.transaction(SYSTEM) as tx:
            for due in await _found(tx, _TO_RENEW):
                await _renew(tx, due)
            for due in await _found(tx, _TO_END):
                await _end(tx, due)


async def _found(tx: Tx, sql: str) -> list[_Due]:
    return msgspec.convert(await tx.all(sql, {"days": DAYS_BEFORE}), list[_Due])


async def _renew(tx: Tx, due: _Due) -> None:
    given = KycRequestInput(due.reason_id, due.subject_type, due.name, due.document, due.form)
    try:
        opened = await open_request(tx, due.company_id, "retaguarda", given, origin="renewal", earlier=due.id)
    except ApiError:
        # Its reason is about other subjects now, or one is open: a person looks at it among the renewals.
        return
    data = {"number": opened.number, "renews": f"KR-{due.number:06}", "due_on": due.expires_on.isoformat()}
    await record(
        tx, "kyc:request:renewal", company=due.company_id, subject=str(opened.id), actor="retaguarda", data=data
    )


async def _end(tx: Tx, due: _Due) -> None:
    await tx.execute("update kyc_request set state = 'expired' where id = %(id)s", {"id": due.id})
    data = {"number": f"KR-{due.number:06}"}
    await record(tx, "kyc:request:expired", company=due.company_id, subject=str(due.id), actor="retaguarda", data=data)
    renewed = await tx.value(
        "select exists (select from kyc_request n where n.company_id = %(company)s and n.document = %(document)s"
        " and n.reason_id = %(reason)s and n.state = 'approved')",
        {"company": due.company_id, "document": due.document, "reason": due.reason_id},
    )
    if due.subject_type == "merchant" and not renewed:
        await tx.execute(
            "select company_knowledge_expired(%(company)s, %(effect)s)",
            {"company": due.company_id, "effect": due.on_expiry},
        )
