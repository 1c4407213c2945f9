"""The statement as CSV, as Excel of that language opens it; Postgres writes the lines, so a long one is as quick as COPY.

Portuguese: semicolons between cells and decimal commas. English: commas, and decimal points. Both: UTF-8 with its mark,
times by the merchant's clock, and a text that a spreadsheet would run as a formula behind an apostrophe.
"""

from typing import IO

from psycopg import sql

from retaguarda.account.statement.files.period import FIELDS, FROM, Period
from retaguarda.account.statement.files.words import KIND_WORDS, TITLES
from retaguarda.foundation.database import Tx
from retaguarda.lists.exports.cells import FORMULA

MEDIA_TYPE = "text/csv; charset=utf-8"


async def write_csv(tx: Tx, period: Period, out: IO[bytes]) -> None:
    mark = ";" if period.language == "pt" else ","
    *titles, amount, balance = TITLES[period.language]
    dated = [f"{title} ({period.zone.key})" for title in titles[:2]]
    header = [*dated, *titles[2:], f"{amount} (BRL)", f"{balance} (BRL)"]
    out.write(f"\ufeff{mark.join(header)}\n".encode())
    statement = f"copy (select {', '.join(_cells(period))} {FROM}) to stdout with (format csv, delimiter '{mark}')"
    async with tx.connection.cursor().copy(statement, period.params()) as copy:  # pyright: ignore[reportArgumentType]  (ours)
        async for lines in copy:
            out.write(lines)


def _cells(period: Period) -> list[str]:
    zone = sql.Literal(period.zone.key).as_string()
    point = "','" if period.language == "pt" else "'.'"
    kinds = " ".join(f"when '{kind}' then '{word}'" for kind, word in KIND_WORDS[period.language].items())

    def clock(moment: str) -> str:
        return f"to_char({moment} at time zone {zone}, 'YYYY-MM-DD HH24:MI:SS')"

    def harmless(text: str) -> str:
        signs = ", ".join(sql.Literal(sign).as_string() for sign in FORMULA)
        return f"(select case when left(t, 1) in ({signs}) then '''' || t else t end from (select {text} as t) t)"

    def money(amount: str) -> str:
        whole = f"(abs({amount}) / 100) || {point} || lpad(mod(abs({amount}), 100)::text, 2, '0')"
        return f"case when {amount} < 0 then '-' else '' end || {whole}"

    return [
        clock("e.posted_at"),
        clock("j.effective_at"),
        "j.id",
        f"case j.kind {kinds} else j.kind end",
        harmless(FIELDS["counterparty"]),
        harmless(FIELDS["description"]),
        FIELDS["external_id"],
        "j.reference",
        money("e.amount"),
        money("e.balance_after"),
    ]
