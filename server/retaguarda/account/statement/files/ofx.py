"""Write the statement as OFX 1.0.2: SGML as Brazilian banks write it, in UTF-8, with decimal points.

FITID is the journal's id and the index of the leg in it: unique, and the same in every file that holds the entry.
"""

from datetime import datetime
from typing import IO

from retaguarda.account.statement.files.period import Period
from retaguarda.account.statement.files.text import decimal, escaped, one_line
from retaguarda.account.statement.files.words import KIND_WORDS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.query_params import start_of

MEDIA_TYPE = "application/x-ofx"

_HEADER = """OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:UTF-8
CHARSET:NONE
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

"""
#: OFX allows at most 22 characters for ACCTID and 255 for MEMO.
_LONGEST_ACCOUNT, _LONGEST_MEMO = 22, 255


async def write_ofx(tx: Tx, period: Period, out: IO[bytes]) -> None:
    out.write(_header(period).encode())
    async for batch in period.rows(tx):
        out.write("".join(_transaction(period, row) for row in batch).encode())
    out.write(_end(period).encode())


def _header(period: Period) -> str:
    language = "POR" if period.language == "pt" else "ENG"
    begin, end = (_time(period, start_of(day, period.zone)) for day in (period.first_day, period.last_day))
    return (
        f"{_HEADER}<OFX>\n<SIGNONMSGSRSV1>\n<SONRS>\n<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>\n"
        f"<DTSERVER>{_time(period, period.made_at)}\n<LANGUAGE>{language}\n</SONRS>\n</SIGNONMSGSRSV1>\n"
        "<BANKMSGSRSV1>\n<STMTTRNRS>\n<TRNUID>0\n<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>\n<STMTRS>\n"
        f"<CURDEF>{period.currency}\n"
        f"<BANKACCTFROM>\n<BANKID>{period.holder.ispb}\n<ACCTID>{period.number[:_LONGEST_ACCOUNT]}\n"
        f"<ACCTTYPE>CHECKING\n</BANKACCTFROM>\n<BANKTRANLIST>\n<DTSTART>{begin}\n<DTEND>{end}\n"
    )


def _transaction(period: Period, row: Row) -> str:
    kind_words = KIND_WORDS[period.language]
    words = (kind_words.get(row["kind"], row["kind"]), row["counterparty"], row["description"], row["external_id"])
    memo = escaped(one_line(" - ".join(word for word in words if word), _LONGEST_MEMO))
    return (
        f"<STMTTRN>\n<TRNTYPE>{'CREDIT' if row['amount'] > 0 else 'DEBIT'}\n<DTPOSTED>{_time(period, row['posted_at'])}\n"
        f"<TRNAMT>{decimal(row['amount'], period.currency)}\n<FITID>{row['journal_id'].hex}{row['leg']}\n<MEMO>{memo}\n</STMTTRN>\n"
    )


def _end(period: Period) -> str:
    return (
        f"</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>{decimal(period.closing, period.currency)}\n<DTASOF>{_time(period, period.made_at)}\n"
        "</LEDGERBAL>\n</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n"
    )


def _time(period: Period, moment: datetime) -> str:
    """Format a moment of the merchant's clock: 20261120140305[-3:BRT]."""
    local = moment.astimezone(period.zone)
    offset = local.utcoffset()
    hours = 0 if offset is None else offset.total_seconds() / 3600
    return f"{local:%Y%m%d%H%M%S}[{hours:g}{':BRT' if hours == -3 else ''}]"
