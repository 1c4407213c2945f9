"""Opens a case of PLD about a subject: of an alert, or of whoever a list names."""

from typing import NamedTuple

from retaguarda.cases.model import CaseFile
from retaguarda.cases.open_case import open_suspicion
from retaguarda.foundation.database import Tx


class CaseSubject(NamedTuple):
    """``target``: merchant or end_user; ``subject``: a merchant's number, else a document or what the person is known by."""

    target: str
    subject: str
    name: str
    document: str | None
    merchant: int | None


async def open_pld_case(tx: Tx, by: str, about: CaseSubject, text: str) -> CaseFile:
    case = await open_suspicion(
        tx, by, name=about.name[:120], document=about.document, merchant=about.merchant, text=text[:4_000]
    )
    await tx.execute(
        "insert into pld_case (case_id, lane, target, subject, subject_company)"
        " values (%(id)s, 'pld', %(target)s, %(subject)s, %(company)s)",
        {"id": case.id, "target": about.target, "subject": about.subject, "company": about.merchant},
    )
    return case
