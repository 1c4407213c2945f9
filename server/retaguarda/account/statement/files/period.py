"""The period of a statement file and its entries.

Entries of an account are numbered without gaps in order of time, so a period is a range of versions: entries posted
while the file is written stay out of it.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.account.statement.files.words import Language
from retaguarda.account.statement.journal_sources import COUNTERPARTY, DESCRIPTION, EXTERNAL_ID, NAMED_KIND
from retaguarda.account.statement.model import ACCOUNTS, AVAILABLE
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import BRL
from retaguarda.foundation.query_params import choice_of, day_of, end_of, start_of, zone_of
from retaguarda.foundation.request import Principal

LONGEST_DAYS = 366
FORMATS = ("csv", "ofx", "camt053", "pdf")
#: Most entries of one file. Programs that read OFX and camt.053 keep the whole file in memory, and nobody reads a
#: longer PDF.
MOST = {"csv": 1_000_000, "ofx": 100_000, "camt053": 100_000, "pdf": 20_000}

FROM = (
    "from ledger_entry e join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id"
    " where e.account_id = %(account)s and e.version between %(first)s and %(last)s and e.company_id = %(company)s"
    " order by e.version"
)
FIELDS = {
    "posted_at": "e.posted_at",
    "effective_at": "j.effective_at",
    "journal_id": "j.id",
    "leg": "e.leg",
    "kind": NAMED_KIND,
    "counterparty": COUNTERPARTY,
    "description": DESCRIPTION,
    "external_id": EXTERNAL_ID,
    "reference": "j.reference",
    "reverses": "j.reverses",
    "amount": "e.amount",
    "balance_after": "e.balance_after",
}


@dataclass(frozen=True, slots=True)
class Holder:
    """The owner of the account and the provider that keeps it. ``ispb``: eight characters, the base of the provider's
    CNPJ."""

    company: int
    name: str
    document: str
    ispb: str
    provider: str


@dataclass(frozen=True, slots=True)
class Period:
    """``opening`` and ``closing`` in minor units; without entries ``last`` is less than ``first``."""

    holder: Holder
    code: str
    currency: str
    account: int
    first_day: date
    last_day: date
    zone: ZoneInfo
    language: Language
    made_at: datetime
    first: int
    last: int
    opening: int
    closing: int

    @property
    def entries(self) -> int:
        return self.last - self.first + 1

    @property
    def number(self) -> str:
        """The account number as other programs know it: 2-available."""
        return f"{self.holder.company}-{self.code}"

    def params(self) -> dict[str, Any]:
        return {"company": self.holder.company, "account": self.account, "first": self.first, "last": self.last}

    async def rows(self, tx: Tx) -> AsyncIterator[list[Row]]:
        """Yield the entries in order, in batches."""
        fields = ", ".join(f"{sql} as {name}" for name, sql in FIELDS.items())
        async for batch in tx.batches(f"select {fields} {FROM}", self.params()):
            yield batch


async def read_period(tx: Tx, principal: Principal, given: dict[str, str]) -> Period:
    """Read the period from the query parameters.

    Raises:
        ApiError: 400 naming the field; 409 ``statement_too_long``.
    """
    company, now = principal.chosen(), datetime.now(UTC)
    zone = await zone_of(tx, company)
    today = now.astimezone(zone).date()
    first_day, last_day = day_of(given, "from", today), day_of(given, "to", today)
    if not timedelta(0) <= last_day - first_day < timedelta(days=LONGEST_DAYS):
        raise invalid_field("to", "out_of_range", f"from and to span 1 to {LONGEST_DAYS} days")
    code = choice_of(given, "account", ACCOUNTS, AVAILABLE)
    locale = choice_of(given, "locale", ("pt", "en"), "pt" if principal.locale == "pt" else "en")
    account = await tx.value(
        "select id from ledger_account where company_id = %(company)s and code = %(code)s and currency = %(currency)s",
        {"company": company, "code": code, "currency": BRL},
    )
    before = await _last_before(tx, company, account, start_of(first_day, zone))
    until = await _last_before(tx, company, account, min(end_of(last_day, zone), now))
    return Period(
        holder=await _holder(tx, company),
        code=code,
        currency=BRL,
        account=account,
        first_day=first_day,
        last_day=last_day,
        zone=zone,
        language="pt" if locale == "pt" else "en",
        made_at=now,
        first=before["version"] + 1,
        last=until["version"],
        opening=before["balance"],
        closing=until["balance"],
    )


def refuse_too_long(period: Period, format_: str) -> None:
    """Refuse a period with too many entries for the format.

    Raises:
        ApiError: 409 ``statement_too_long``.
    """
    if period.entries > MOST[format_]:
        raise ApiError(
            409,
            "statement_too_long",
            f"{period.entries} entries are more than the {MOST[format_]} of one file: ask for a shorter period",
        )


async def _last_before(tx: Tx, company: int, account: int, moment: datetime) -> Row:
    row = await tx.one(
        "select version, balance from ledger_last_before(%(company)s, %(account)s, %(moment)s)",
        {"company": company, "account": account, "moment": moment},
    )
    return row or {"version": 0, "balance": 0}


async def _holder(tx: Tx, company: int) -> Holder:
    row = await tx.one("select legal_name, document from company where id = %(id)s", {"id": company})
    provider = await tx.one("select * from statement_keeper()")
    assert row is not None
    assert provider is not None
    return Holder(company, row["legal_name"], row["document"], provider["document"][:8], provider["legal_name"])
