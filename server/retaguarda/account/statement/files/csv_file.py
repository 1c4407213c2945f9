"""The statement as CSV, as Excel of that language opens it. Postgres writes the lines, a thousand at a time: a program that takes
each row into its hands is several times slower.

Portuguese: semicolons between cells and decimal commas. English: commas, and decimal points. Both: UTF-8 with its mark,
times by the merchant's clock, the currency in a column of its own, and an apostrophe wherever a spreadsheet would begin to run a
formula.
"""

from typing import IO

from psycopg import sql

from retaguarda.account.statement.files.period import FIELDS, FROM, Period
from retaguarda.account.statement.files.words import KIND_WORDS, TITLES
from retaguarda.foundation.database import Tx
from retaguarda.lists.exports.cells import CURRENCY, FORMULA_START, SIGNS
from retaguarda.lists.exports.words import currency_title

MEDIA_TYPE = "text/csv; charset=utf-8"
_LINES = 1_000
#: Blocks that are in memory at once.
_BLOCKS = 8


async def write_csv(tx: Tx, period: Period, out: IO[bytes]) -> None:
    mark = ";" if period.language == "pt" else ","
    titles = TITLES[period.language]
    dated = [f"{title} ({period.zone.key})" for title in titles[:2]]
    header = [*dated, *titles[2:], currency_title(period.language)]
    out.write(f"\ufeff{mark.join(header)}\r\n".encode())
    line = f", '{mark}', ".join(_cells(period))
    fields = ", ".join(f"{expression} as {name}" for name, expression in FIELDS.items())
    # offset 0 keeps the planner from writing a text's subquery out wherever the text is used.
    block = f"select string_agg(concat({line}, e'\\r\\n'), '' order by version) from (select e.version, {fields} {FROM} offset 0) w"
    begins = f"generate_series(%(first)s::bigint, %(last)s::bigint, {_LINES}) block (begin)"
    own = block.replace("%(first)s", "begin").replace("%(last)s", f"least(begin + {_LINES - 1}, %(last)s)")
    async for batch in tx.batches(f"select ({own}) as lines from {begins} order by begin", period.params(), _BLOCKS):
        for row in batch:
            out.write(row["lines"].encode())


def _cells(period: Period) -> list[str]:
    zone = sql.Literal(period.zone.key).as_string()
    point = "','" if period.language == "pt" else "'.'"
    # Most texts hold no such sign, and to look for one is cheaper than to look for its place.
    signs = sql.Literal(rf"[\n{SIGNS}]").as_string()
    beginning = sql.Literal(FORMULA_START).as_string()
    kinds = " ".join(f"when '{kind}' then '{word}'" for kind, word in KIND_WORDS[period.language].items())

    def clock(moment: str) -> str:
        return f"to_char({moment} at time zone {zone}, 'YYYY-MM-DD HH24:MI:SS')"

    def quoted(text: str) -> str:
        harmless = f"case when {text} ~ {signs} then regexp_replace({text}, {beginning}, '''', 'g') else {text} end"
        return f"""('"' || replace({harmless}, '"', '""') || '"')"""

    def money(amount: str) -> str:
        whole = f"(abs({amount}) / 100)::text || {point} || lpad(mod(abs({amount}), 100)::text, 2, '0')"
        return f"case when {amount} < 0 then '-' else '' end || {whole}"

    return [
        clock("posted_at"),
        clock("effective_at"),
        "journal_id",
        f"case kind {kinds} else kind end",
        quoted("counterparty"),
        quoted("description"),
        quoted("external_id"),
        quoted("reference"),
        money("amount"),
        money("balance_after"),
        f"'{CURRENCY}'",
    ]
