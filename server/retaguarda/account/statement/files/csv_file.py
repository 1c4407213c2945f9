"""Write the statement as CSV, as Excel of that language opens it. Postgres formats the lines, a thousand at a time:
Python row by row is several times slower.

Portuguese: semicolons between cells and decimal commas. English: commas, and decimal points. Both: UTF-8 with a byte
order mark, times of the merchant's clock, the currency in its own column, and an apostrophe before anything that a
spreadsheet would run as a formula.
"""

from typing import IO

from psycopg import sql

from retaguarda.account.statement.files.period import FIELDS, FROM, Period
from retaguarda.account.statement.files.words import KIND_WORDS, TITLES
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import exponent_of
from retaguarda.lists.exports.cells import FORMULA_START, SIGNS
from retaguarda.lists.exports.words import currency_title

MEDIA_TYPE = "text/csv; charset=utf-8"
_LINES = 1_000
#: Blocks in memory at once.
_BLOCKS = 8


async def write_csv(tx: Tx, period: Period, out: IO[bytes]) -> None:
    separator = ";" if period.language == "pt" else ","
    titles = TITLES[period.language]
    dated = [f"{title} ({period.zone.key})" for title in titles[:2]]
    header = [*dated, *titles[2:], currency_title(period.language)]
    out.write(f"\ufeff{separator.join(header)}\r\n".encode())
    line = f", '{separator}', ".join(_cells(period))
    fields = ", ".join(f"{expression} as {name}" for name, expression in FIELDS.items())
    # ``offset 0`` stops the planner from repeating a text's subquery wherever the text is used.
    block = f"select string_agg(concat({line}, e'\\r\\n'), '' order by version) from (select e.version, {fields} {FROM} offset 0) w"
    blocks = f"generate_series(%(first)s::bigint, %(last)s::bigint, {_LINES}) block (begin)"
    block_lines = block.replace("%(first)s", "begin").replace("%(last)s", f"least(begin + {_LINES - 1}, %(last)s)")
    async for batch in tx.batches(
        f"select ({block_lines}) as lines from {blocks} order by begin", period.params(), _BLOCKS
    ):
        for row in batch:
            out.write(row["lines"].encode())


def _cells(period: Period) -> list[str]:
    zone = sql.Literal(period.zone.key).as_string()
    decimal_mark = "','" if period.language == "pt" else "'.'"
    exponent = exponent_of(period.currency)
    unit = 10**exponent
    # Most texts contain no such character, and testing for one is cheaper than replacing it.
    formula_characters = sql.Literal(rf"[\n{SIGNS}]").as_string()
    formula_start = sql.Literal(FORMULA_START).as_string()
    kinds = " ".join(f"when '{kind}' then '{word}'" for kind, word in KIND_WORDS[period.language].items())

    def clock(moment: str) -> str:
        return f"to_char({moment} at time zone {zone}, 'YYYY-MM-DD HH24:MI:SS')"

    def quoted(text: str) -> str:
        escaped = f"case when {text} ~ {formula_characters} then regexp_replace({text}, {formula_start}, '''', 'g') else {text} end"
        return f"""('"' || replace({escaped}, '"', '""') || '"')"""

    def money(amount: str) -> str:
        sign = f"case when {amount} < 0 then '-' else '' end"
        if not exponent:
            return f"{sign} || abs({amount})::text"
        decimals = f"lpad(mod(abs({amount}), {unit})::text, {exponent}, '0')"
        return f"{sign} || (abs({amount}) / {unit})::text || {decimal_mark} || {decimals}"

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
        f"'{period.currency}'",
    ]
