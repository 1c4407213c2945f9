"""Money carries its currency: nothing in the program takes one for granted but foundation/money.py."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psycopg
import pytest

import retaguarda
from retaguarda.foundation.money import BRL, Money, Price, exponent_of, format_money

SERVER = Path(retaguarda.__file__).parent
_WORD = re.compile(rf"\b{BRL}\b")
#: Where the code of a currency may stand: its constant, the table of ISO 4217, and made-up data.
_MAY_SAY = {SERVER / "foundation" / "money.py", SERVER / "foundation" / "currencies.py"}


def _sources() -> list[Path]:
    paths = [path for path in SERVER.rglob("*.py") if SERVER / "demo" not in path.parents]
    return [path for path in paths if path not in _MAY_SAY]


def _strings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yields the texts of a file without its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    said = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            yield node


def test_no_shared_code_names_a_currency() -> None:
    found = [
        f"{path.relative_to(SERVER)}:{text.lineno}"
        for path in _sources()
        if _WORD.search(source := path.read_text())
        for text in _strings(ast.parse(source))
        if _WORD.search(str(text.value))
    ]
    found += [str(path.relative_to(SERVER)) for path in SERVER.rglob("*.sql") if _WORD.search(path.read_text())]
    assert found == [], "take the currency of the row; where a standard is Brazilian, BRL of foundation/money.py"


#: Uses of the constant, for rows whose table has no currency yet and for Brazilian standards. It may only fall: write here
#: what it fell to.
_TAKEN_FOR_GRANTED = 180


def test_fewer_places_take_reais_for_granted() -> None:
    uses = sum(
        isinstance(node, ast.Name) and node.id in ("BRL", "REAIS") and isinstance(node.ctx, ast.Load)
        for path in _sources()
        if path.name != "examples.py" and re.search("BRL|REAIS", source := path.read_text())
        for node in ast.walk(ast.parse(source))
    )
    assert uses <= _TAKEN_FOR_GRANTED, "take the currency of the row"
    assert uses == _TAKEN_FOR_GRANTED, f"it fell to {uses}: write that here, so that it stays there"


def test_whoever_builds_a_price_says_its_currency() -> None:
    # A client may leave it out, so its constructor has a default; Money has none.
    built = [
        f"{path.relative_to(SERVER)}:{call.lineno}"
        for path in _sources()
        if "Price(" in (source := path.read_text())
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Price"
        if len(call.args) + len(call.keywords) < 2
    ]
    assert built == []


def test_a_price_is_in_reais_and_says_so_even_if_the_client_did_not() -> None:
    assert msgspec.json.decode(b'{"amount":5}', type=Price) == Price(5, BRL)
    for wrong in (b'{"amount":5,"currency":"USD"}', b'{"amount":5,"currency":"brl"}', b'{"amount":5,"currency":null}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Price)


def test_money_on_the_wire_always_has_a_currency() -> None:
    with pytest.raises(msgspec.ValidationError, match="currency"):
        msgspec.json.decode(b'{"amount":5}', type=Money)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"amount":5,"currency":"reais"}', type=Money)


def test_exponents_are_those_of_iso_4217() -> None:
    assert {code: exponent_of(code) for code in (BRL, "USD", "JPY", "TND", "KWD", "CLF")} == {
        BRL: 2,
        "USD": 2,
        "JPY": 0,
        "TND": 3,
        "KWD": 3,
        "CLF": 4,
    }
    with pytest.raises(KeyError):
        exponent_of("AAA")


@pytest.mark.parametrize(
    ("amount", "currency", "portuguese", "english"),
    [
        (123_456, BRL, "R$ 1.234,56", "R$1,234.56"),
        (-5, BRL, "-R$ 0,05", "-R$0.05"),
        (0, BRL, "R$ 0,00", "R$0.00"),
        (123_456, "USD", "US$ 1.234,56", "US$1,234.56"),
        (1_235, "JPY", "JPY 1.235", "JPY 1,235"),
        (-1_234_567, "TND", "-TND 1.234,567", "-TND 1,234.567"),
        (7, "KWD", "KWD 0,007", "KWD 0.007"),
        (2**63 - 1, BRL, "R$ 92.233.720.368.547.758,07", "R$92,233,720,368,547,758.07"),
    ],
)
def test_money_is_written_by_the_exponent_of_its_currency(
    amount: int, currency: str, portuguese: str, english: str
) -> None:
    assert format_money(amount, currency, "pt") == portuguese
    assert format_money(amount, currency, "en") == english


def _words(text: str) -> set[str]:
    return set(text.split())


#: What columns with an amount are called. A count, a number or a version is none.
_AMOUNTS = _words(
    "amount paid fee fees fixed minimum maximum most most_once most_day keep refunded returned carried blocked asked agreed"
    " received charged payer_limit posted held balance today reserved"
)


def test_wherever_an_amount_stands_its_currency_stands_too(database_url: str) -> None:
    # Rows that may be without an amount are held to it by a check of their table, TABLE_currency.
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "select table_name, array_agg(column_name::text) filter (where data_type = 'bigint'),"
            " bool_or(column_name = 'currency' and (is_nullable = 'NO' or exists (select from pg_constraint"
            "   where conname = table_name || '_currency' and contype = 'c')))"
            " from information_schema.columns join pg_class on relname = table_name and relkind in ('r', 'p')"
            " where table_schema = 'public' group by table_name"
        ).fetchall()
        # An account of the ledger is in one currency, and so is what can only be of one account.
        of_accounts = connection.execute(
            "select conrelid::regclass::text from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)"
            " where contype = 'f' and confrelid = 'ledger_account'::regclass and attname = 'account_id' and attnotnull"
        ).fetchall()
    amounts = {table for table, columns, _ in rows if set(columns or ()) & _AMOUNTS}
    known = {table for table, _, has_currency in rows if has_currency} | {table for (table,) in of_accounts}
    assert amounts - known == set(), "an amount without a currency"
