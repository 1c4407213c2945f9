"""Finds the line of another file that reported the same payment.

The same file in other bytes counts as another file (saved with other line ends, or sent again by the bank among new
titles), and would pay its money twice. Within one agreement with the bank, a payment is identified by the bank's number
of the title, its day and its amount; a title without a number cannot be matched.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.local_day import BRASILIA

_ZONE = f"'{BRASILIA.key}'"


def duplicate_sql(line: str, *, bank: str, agreement: str, file: str, day: str, found: str = "f.name, m.line") -> str:
    """Build SQL for the other file's line, at most one row, that reported the same payment as alias ``line``.

    The other arguments are SQL expressions of the file that ``line`` is in; ``found`` selects from the other file ``f``
    and its row ``m``.
    """
    other_file = (
        f"f.agreement is not distinct from {agreement} and m.file_id <> {file} and {line}.paid > 0"
        f" and ltrim({line}.bank_ref, ' 0') <> ''"
    )
    same_payment = f"m.bank = {bank} and m.bank_ref = {line}.bank_ref and m.amount = {line}.paid"
    return f"""
        (select {found} from boleto_payment m join return_file f on f.company_id = m.file_company_id and f.id = m.file_id
          where {same_payment} and m.paid_on = {day} and {other_file} limit 1)
        union all
        (select {found} from deposit m join return_file f on f.company_id = m.file_company_id and f.id = m.file_id
          where {same_payment} and m.paid_at = ({day} + time '12:00') at time zone {_ZONE} and {other_file} limit 1)
        limit 1"""


def day_sql(line: str, *, generated: str, created: str) -> str:
    """Build SQL for the day a line's money came, as far as the file gives one."""
    return f"coalesce({line}.occurred_on, {line}.credit_on, {generated}, ({created} at time zone {_ZONE})::date)"


def day_of(file: Row, line: Row) -> date:
    """Return the day a line's money came; the same rule as day_sql()."""
    return (
        line["occurred_on"]
        or line["credit_on"]
        or file["generated_on"]
        or file["created_at"].astimezone(BRASILIA).date()
    )


_LINES = "from return_line l where l.company_id = %(company_id)s and l.file_id = %(id)s and l.number = any(%(numbers)s)"
_LOCK_TITLES = f"""
    select pg_advisory_xact_lock(title) from
      (select distinct hashtextextended('title:' || %(bank)s || ':' || bank_ref, 0) as title {_LINES} and paid > 0 order by 1) titles
"""
_FILE_VALUES: Mapping[str, str] = {
    "bank": "%(bank)s",
    "agreement": "%(agreement)s",
    "file": "%(id)s",
    "day": day_sql("l", generated="%(generated_on)s::date", created="%(created_at)s"),
}
_DUPLICATES = f"""
    select l.number, b.name, b.line from
      (select * {_LINES}) l cross join lateral ({duplicate_sql("l", **_FILE_VALUES)}) b
"""


async def find_duplicates(tx: Tx, file: Row, numbers: list[int]) -> dict[int, Row]:
    """Return those lines that another file reported, with that file's name and line, by line number.

    Locks each title until the transaction ends: two people may decide the same payment in two files at once.
    """
    params: dict[str, Any] = file | {"numbers": numbers}
    await tx.execute(_LOCK_TITLES, params)
    return {row["number"]: row for row in await tx.all(_DUPLICATES, params)}


async def refuse_duplicate(tx: Tx, file: Row, line: Row) -> None:
    """Refuse a line whose payment another file has brought.

    Raises:
        ApiError: 409 ``line_brought``.
    """
    if other_file := (await find_duplicates(tx, file, [line["number"]])).get(line["number"]):
        raise ApiError(
            409, "line_brought", f"line {other_file['line']} of {other_file['name']} brought this payment already"
        )
