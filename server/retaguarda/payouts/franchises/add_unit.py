"""Add franchise units, one by one or out of a file."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Any
from uuid import UUID

import msgspec
import psycopg

from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, mask_text, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL, Currency, Money
from retaguarda.foundation.percentage import basis_points
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payouts.franchises.model import (
    MOST_ROWS,
    Budget,
    FileUnit,
    UnitFilePreview,
    UnitInput,
    UnitTerms,
)

COLUMNS = ("name", "document", "contract", "valid_from", "valid_to", "royalty", "budget")
_NEEDED = COLUMNS[:4]
#: The currency of budgets in a file, which names none.
_CURRENCY: Currency = BRL


def terms_of(given: UnitTerms, currency: Currency) -> dict[str, Any]:
    """The columns of a unit's terms.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    if given.valid_to is not None and given.valid_to < given.valid_from:
        raise invalid_field("valid_to", "out_of_range", "valid_to is before valid_from")
    if given.budget is not None and given.budget.currency != currency:
        raise invalid_field("budget", "currency_other", "the unit's budget is in another currency")
    return {
        "name": printable("name", given.name),
        "contract": printable("contract", given.contract),
        "valid_from": given.valid_from,
        "valid_to": given.valid_to,
        "royalty": basis_points("royalty", given.royalty),
        "budget": None if given.budget is None else given.budget.amount,
    }


async def add_unit(tx: Tx, principal: Principal, given: UnitInput) -> UUID:
    """Insert a unit and return its id.

    Raises:
        ApiError: 400 naming the field that is wrong; 409 ``unit_known``.
    """
    try:
        document = parse(given.document).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF and no CNPJ: {error}") from None
    currency = _CURRENCY if given.budget is None else given.budget.currency
    unit = uuid7()
    try:
        await tx.execute(
            "insert into franchise_unit (company_id, id, name, document, contract, valid_from, valid_to, royalty, budget,"
            " currency, created_by) values (%(company)s, %(id)s, %(name)s, %(document)s, %(contract)s, %(valid_from)s,"
            " %(valid_to)s, %(royalty)s, %(budget)s, %(currency)s, %(by)s)",
            terms_of(given, currency)
            | {
                "company": principal.chosen(),
                "id": unit,
                "document": document,
                "currency": currency,
                "by": principal.email,
            },
        )
    except psycopg.errors.UniqueViolation:
        raise ApiError(409, "unit_known", "this merchant has a unit with this document") from None
    return unit


async def add_units(tx: Tx, principal: Principal, preview: UnitFilePreview) -> int:
    """Add every unit of a file that was read.

    Raises:
        ApiError: 400 ``content`` when any line is wrong: all of a file or none of it.
    """
    if preview.wrong or not preview.lines:
        raise invalid_field("content", "unit_file_wrong", f"{preview.wrong} lines are wrong; nothing was added")
    for given in _inputs(preview):
        await add_unit(tx, principal, given)
    return preview.new


def _inputs(preview: UnitFilePreview) -> Sequence[UnitInput]:
    return [line.given for line in preview.lines if isinstance(line, _Line) and line.given is not None]


class _Line(FileUnit, kw_only=True):
    given: UnitInput | None = None


async def read_file(tx: Tx, company: int, content: str) -> UnitFilePreview:
    """Read a CSV file of units (comma or semicolon, its first line names the columns), and check each line.

    Raises:
        ApiError: 400 ``content``: columns are missing, there are too many lines, or it is no CSV.
    """
    text = content.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    try:
        rows = list(
            csv.DictReader(StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",", strict=True)
        )
    except csv.Error:
        raise invalid_field("content", "unit_file_invalid", "content is no CSV") from None
    missing = [name for name in _NEEDED if not rows or name not in rows[0]]
    if missing:
        raise invalid_field("content", "unit_file_columns", f"content lacks the columns {', '.join(missing)}")
    if len(rows) > MOST_ROWS:
        raise invalid_field("content", "unit_file_long", f"content has more than {MOST_ROWS} lines")
    known = set(
        await tx.value(
            "select coalesce(array_agg(document), '{}') from franchise_unit where company_id = %(company)s",
            {"company": company},
        )
    )
    lines = list[_Line]()
    for number, row in enumerate(rows, start=2):
        line = _read_line(number, {name: (row.get(name) or "").strip() for name in COLUMNS}, known)
        known.add(line.given.document if line.given else "")
        lines.append(line)
    wrong = sum(bool(line.problems) for line in lines)
    total = sum(line.budget.amount for line in lines if line.budget and not line.problems)
    return UnitFilePreview([*lines], len(lines) - wrong, wrong, Money(total, _CURRENCY))


def shown(preview: UnitFilePreview) -> UnitFilePreview:
    """The preview as people see it: documents masked, and nothing beside its lines."""
    lines = [struct_of(FileUnit, line) for line in preview.lines]
    return UnitFilePreview(lines, preview.new, preview.wrong, preview.budget)


def _read_line(number: int, cells: dict[str, str], known: set[str]) -> _Line:
    problems = dict[str, str]()
    budget = _amount(cells["budget"], problems)
    document = cells["document"]
    try:
        document = parse(document).value
        if document in known:
            problems["document"] = "unit_known"
    except DocumentError:
        problems["document"] = "document_invalid"
    given = None
    values = {**cells, "document": document, "valid_to": cells["valid_to"] or None, "royalty": cells["royalty"] or "0"}
    values["budget"] = None if budget is None else msgspec.to_builtins(Budget(budget.amount, budget.currency))
    try:
        given = msgspec.convert(values, UnitInput)
        terms_of(given, _CURRENCY)
    except msgspec.ValidationError as error:
        problems.setdefault(str(error).rpartition("$.")[2].rstrip("`") or "name", "field_invalid")
    except ApiError as error:
        said = error.message if isinstance(error.message, dict) else {"name": [error.message]}
        problems = {field: keys[0] for field, keys in said.items()} | problems
    return _Line(
        line=number,
        name=cells["name"][:120],
        document=(mask_text(document) or "") if "document" not in problems else cells["document"][:30],
        contract=cells["contract"][:60],
        budget=budget,
        problems=problems,
        given=None if problems else given,
    )


def _amount(text: str, problems: dict[str, str]) -> Money | None:
    """Reais as people write them: 1234,56 or 1234.56, without thousands."""
    if not text:
        return None
    whole, _, cents = text.replace(",", ".").partition(".")
    if (
        not whole.isascii()
        or not whole.isdigit()
        or len(whole) > 10
        or (cents and not (cents.isdigit() and len(cents) <= 2))
    ):
        problems["budget"] = "amount_invalid"
        return None
    return Money(int(whole) * 100 + int(cents.ljust(2, "0") or "0"), _CURRENCY)
