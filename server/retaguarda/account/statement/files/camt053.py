"""Write the statement as ISO 20022 camt.053.001.08: booked entries, opening and closing balance, in the schema's order."""

from datetime import datetime
from typing import IO

from retaguarda.account.statement.files.period import Period
from retaguarda.account.statement.files.text import decimal, escaped, one_line
from retaguarda.account.statement.files.words import KIND_WORDS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.query_params import end_of, start_of

MEDIA_TYPE = "application/xml"
NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"

#: Family and sub-family codes of the domain PMNT (external code sets of ISO 20022).
_CODES = {
    "payin.payment": ("RRCT", "ESCT"),
    "payin.in_review": ("RRCT", "ESCT"),
    "payin.accepted": ("RRCT", "ESCT"),
    "payin.refund": ("IRCT", "RRTN"),
    "deposit.credited": ("RRCT", "ESCT"),
    "deposit.given_back": ("IRCT", "RRTN"),
    "payouts.payout": ("IRCT", "ESCT"),
    "withdrawal.payout": ("IRCT", "ESCT"),
    "account.claim_returned": ("RRCT", "RRTN"),
    "payouts.returned": ("RRCT", "RRTN"),
    "withdrawal.returned": ("RRCT", "RRTN"),
}
_LONGEST_ID, _LONGEST_NAME, _LONGEST_TEXT = 35, 140, 140


async def write_camt053(tx: Tx, period: Period, out: IO[bytes]) -> None:
    out.write(_header(period).encode())
    async for batch in period.rows(tx):
        out.write("".join(_entry(period, row) for row in batch).encode())
    out.write(b"</Stmt></BkToCstmrStmt></Document>\n")


def _header(period: Period) -> str:
    holder, created = period.holder, _time(period, period.made_at)
    message = uuid7().hex
    begin = _time(period, start_of(period.first_day, period.zone))
    end = _time(period, end_of(period.last_day, period.zone))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{NAMESPACE}"><BkToCstmrStmt>'
        f"<GrpHdr><MsgId>{message}</MsgId><CreDtTm>{created}</CreDtTm></GrpHdr>\n"
        f"<Stmt><Id>{period.number}-{period.first_day:%Y%m%d}-{period.last_day:%y%m%d}</Id><CreDtTm>{created}</CreDtTm>"
        f"<FrToDt><FrDtTm>{begin}</FrDtTm><ToDtTm>{end}</ToDtTm></FrToDt>\n"
        f"<Acct><Id><Othr><Id>{period.number}</Id></Othr></Id><Ccy>{period.currency}</Ccy>"
        f"<Ownr><Nm>{_text(holder.name, _LONGEST_NAME)}</Nm>"
        f"<Id><OrgId><Othr><Id>{holder.document}</Id></Othr></OrgId></Id></Ownr>"
        f"<Svcr><FinInstnId><ClrSysMmbId><MmbId>{holder.ispb}</MmbId></ClrSysMmbId>"
        f"<Nm>{_text(holder.provider, _LONGEST_NAME)}</Nm></FinInstnId></Svcr></Acct>\n"
        f"{_balance(period, 'OPBD', period.opening, period.first_day.isoformat())}"
        f"{_balance(period, 'CLBD', period.closing, period.last_day.isoformat())}"
    )


def _balance(period: Period, code: str, amount: int, day: str) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{_amount(period, amount)}<Dt><Dt>{day}</Dt></Dt></Bal>\n"
    )


def _entry(period: Period, row: Row) -> str:
    reference = f"{row['journal_id'].hex}{row['leg']}"
    family, sub = _CODES.get(row["kind"]) or ("MCOP" if row["amount"] > 0 else "MDOP", "OTHR")
    reversal = "<RvslInd>true</RvslInd>" if row["reverses"] else ""
    return (
        f"<Ntry><NtryRef>{reference}</NtryRef>{_amount(period, row['amount'])}{reversal}<Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><DtTm>{_time(period, row['posted_at'])}</DtTm></BookgDt>"
        f"<ValDt><DtTm>{_time(period, row['effective_at'])}</DtTm></ValDt><AcctSvcrRef>{reference}</AcctSvcrRef>"
        f"<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>{sub}</SubFmlyCd></Fmly></Domn></BkTxCd>"
        f"<NtryDtls><TxDtls>{_details(period, row, reference)}</TxDtls></NtryDtls></Ntry>\n"
    )


def _details(period: Period, row: Row, reference: str) -> str:
    kind_word = KIND_WORDS[period.language].get(row["kind"], row["kind"])
    party, role = row["counterparty"], "Dbtr" if row["amount"] > 0 else "Cdtr"
    parties = (
        f"<RltdPties><{role}><Pty><Nm>{_text(party, _LONGEST_NAME)}</Nm></Pty></{role}></RltdPties>" if party else ""
    )
    remittance = _text(" - ".join(word for word in (kind_word, row["description"]) if word), _LONGEST_TEXT)
    end_to_end = _text(row["external_id"] or "NOTPROVIDED", _LONGEST_ID)
    return (
        f"<Refs><AcctSvcrRef>{reference}</AcctSvcrRef><EndToEndId>{end_to_end}</EndToEndId></Refs>"
        f"{_amount(period, row['amount'])}{parties}<RmtInf><Ustrd>{remittance}</Ustrd></RmtInf>"
    )


def _amount(period: Period, amount: int) -> str:
    sign = "CRDT" if amount >= 0 else "DBIT"
    return f'<Amt Ccy="{period.currency}">{decimal(abs(amount), period.currency)}</Amt><CdtDbtInd>{sign}</CdtDbtInd>'


def _time(period: Period, moment: datetime) -> str:
    return moment.astimezone(period.zone).isoformat(timespec="seconds")


def _text(text: str, longest: int) -> str:
    return escaped(one_line(text, longest))
