"""Rows of the money path are typed, as Postgres says they are; and fewer rows are read by names in quotes."""

import ast
import importlib
from datetime import date, datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin
from uuid import UUID

import msgspec
import psycopg
import pytest

import retaguarda
from retaguarda.foundation.money import Money
from retaguarda.foundation.typed_rows import TableRow, struct_fields, struct_of

SERVER = Path(retaguarda.__file__).parent

#: Postgres' type, below its domain → Python's. JSON may be anything.
_TYPES: dict[str, Any] = {
    "int2": int,
    "int4": int,
    "int8": int,
    "text": str,
    "bool": bool,
    "uuid": UUID,
    "date": date,
    "timestamptz": datetime,
    "bytea": bytes,
    "jsonb": Any,
    "_uuid": list[UUID],
    "_text": list[str],
}
#: Columns that no program reads.
_UNREAD = {"ledger_entry": {"xid"}}
#: Values taken out of a dictionary by a name in quotes, in the product's code. It may only fall: write here what it fell to.
_QUOTED = 2091


def _sources() -> list[Path]:
    return [path for path in SERVER.rglob("*.py") if path.relative_to(SERVER).parts[0] not in ("demo", "sandbox")]


def _typed_rows() -> list[type[TableRow]]:
    for path in SERVER.rglob("rows.py"):
        importlib.import_module(".".join(path.relative_to(SERVER.parent).with_suffix("").parts))
    return TableRow.__subclasses__()


def _declared(shape: type[TableRow]) -> dict[str, tuple[Any, bool]]:
    """Name → its type, and whether it may be null."""
    found = dict[str, tuple[Any, bool]]()
    for field in msgspec.structs.fields(shape):
        options = get_args(field.type) if get_origin(field.type) is UnionType else (field.type,)
        own = [each for each in options if each is not NoneType]
        found[field.name] = (own[0], own[0] is Any or NoneType in options)
    return found


def _in_catalogue(connection: psycopg.Connection, table: str) -> dict[str, tuple[Any, bool]]:
    rows = connection.execute(
        "select column_name, udt_name, is_nullable = 'YES' from information_schema.columns"
        " where table_schema = 'public' and table_name = %s order by ordinal_position",
        (table,),
    ).fetchall()
    # JSON may be the null of JSON, whatever the column says.
    return {
        name: (_TYPES[kind], nullable or kind == "jsonb")
        for name, kind, nullable in rows
        if name not in _UNREAD.get(table, ())
    }


def test_each_typed_row_is_its_table(database_url: str) -> None:
    shapes = _typed_rows()
    assert {shape.table for shape in shapes} >= {
        "charge",
        "pix_payment",
        "refund",
        "payout",
        "deposit",
        "ledger_journal",
        "ledger_entry",
        "ledger_hold",
    }
    with psycopg.connect(database_url) as connection:
        for shape in shapes:
            assert _declared(shape) == _in_catalogue(connection, shape.table), shape.__name__


def test_a_row_without_one_of_its_columns_is_refused() -> None:
    shape = next(each for each in _typed_rows() if each.table == "refund")
    with pytest.raises(KeyError):
        shape.of({"id": 1})


def test_fewer_values_are_read_by_a_name_in_quotes() -> None:
    quoted = sum(
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
        for path in _sources()
        for node in ast.walk(ast.parse(path.read_text()))
    )
    assert quoted <= _QUOTED, "a new room has typed rows: foundation/typed_rows.py"
    assert quoted == _QUOTED, f"it fell to {quoted}: write that here, so that it stays there"


class _Sum(msgspec.Struct):
    id: int
    amount: Money
    fee: Money | None


def test_the_fields_of_a_struct_come_out_of_a_row_with_its_currency() -> None:
    row = {"id": 1, "amount": 500, "fee": None, "currency": "JPY", "more": "left out"}
    assert struct_of(_Sum, row) == _Sum(1, Money(500, "JPY"), None)
    assert struct_of(_Sum, struct_of(_Sum, row), fee=Money(3, "USD")) == _Sum(1, Money(500, "JPY"), Money(3, "USD"))
    assert struct_fields(_Sum, row, without=("fee",)) == {"id": 1, "amount": Money(500, "JPY")}
    with pytest.raises(KeyError):
        struct_of(_Sum, {"id": 1, "currency": "JPY"})
