"""Promise 52: whatever somebody typed, no cell of a file is a formula, wherever a spreadsheet takes it apart."""

import io
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from days import today
from people import Person
from retaguarda.foundation.column import Column
from retaguarda.foundation.list_query import parse_query
from retaguarda.lists.exports.cells import FORMULA_START, escape_formulas
from retaguarda.lists.exports.csv_file import CsvFile
from retaguarda.lists.exports.export_spec import ExportSpec
from retaguarda.lists.exports.words import Language
from spreadsheet import SIGNS, formulas
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]

PAYLOAD = "cmd|'/C calc'!A0"
#: Each sign at the beginning, and behind everything that a spreadsheet may split at.
HOSTILE = [
    f"{before}{sign}{PAYLOAD}"
    for before in ("", " ", "x;", "x,", "x\t", 'x"', 'x";', "x\r", "x\n", "x\r\n", "x; ")
    for sign in SIGNS
] + [f";={PAYLOAD};", 'x";=1+2;"', '"=1+1"', '";"=1', "x;\t=1"]

COLUMNS = (Column("first", "x"), Column("second", "x"), Column("amount", "x", "money", currency="'BRL'"))
QUERY = parse_query((Column("first", "x", sortable=True),), "first", str, [], False)


def written(locale: Language, rows: list[tuple[str, str]], titles: tuple[str, ...] = ("a", "b", "c")) -> str:
    asked = ExportSpec("payin.payments", "csv", COLUMNS, titles, ZoneInfo("UTC"), locale, QUERY)
    out = io.BytesIO()
    file = CsvFile(asked, out)
    file.write([{"first": first, "second": second, "amount": -150, "amount.currency": "BRL"} for first, second in rows])
    return out.getvalue().decode()


@pytest.mark.parametrize("locale", ["pt", "en"])
def test_promise_52_every_sign_of_a_formula_is_found_behind_every_border(locale: Language) -> None:
    assert formulas("\r\n".join(HOSTILE)), "the tool finds what is not neutralised"
    for text in HOSTILE:
        assert formulas(written(locale, [(text, "x"), ("x", text)])) == [], text
        assert formulas(written(locale, [], (text, "b", text))) == [], text


#: Signs and borders among letters, thick enough to meet.
TEXTS = st.text(st.sampled_from([*SIGNS, *";,\"' \nax1"]), max_size=12) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0")
)


@settings(deadline=None)
@given(first=TEXTS, second=TEXTS, locale=st.sampled_from(["pt", "en"]))
@example(first='";', second="=1", locale="en")
@example(first="x;", second="-1+1", locale="pt")
def test_promise_52_no_text_at_all_becomes_a_formula(first: str, second: str, locale: Language) -> None:
    assert formulas(written(locale, [(first, second)])) == []


def test_promise_52_what_is_harmless_stays_as_it_is() -> None:
    for text in ("João da Silva-Melo", "a - b", "1.234,56", "x@y.example", "A;B,C", "line\r\nline", "2026-11-20", ""):
        assert escape_formulas(text) == text


def test_promise_52_the_database_reads_the_rule_as_the_program_does(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:

        @settings(deadline=None)
        @given(text=TEXTS)
        def alike(text: str) -> None:
            row = connection.execute("select regexp_replace(%s, %s, '''', 'g')", (text, FORMULA_START)).fetchone()
            assert row == (escape_formulas(text),)

        alike()


@pytest.mark.parametrize("locale", ["pt", "en"])
async def test_promise_52_no_file_of_the_house_holds_a_formula_that_somebody_typed(
    counter: Counter, ana: Person, sql: Sql, locale: str
) -> None:
    """Payers choose their names, merchants those of charges and codes; a list, a list that was prepared, and a statement."""
    for text in (f";={PAYLOAD};", 'x";-1+2;"', "x,+1", "@SUM(A1)"):
        paid = await counter.paid(ana, 1_000, description=text, payer={"name": text, "document": "52998224725"})
        await ana.post(f"/v1/payin/charges/{paid['id']}/refunds", {"amount": {"amount": 100}, "reason": text})
        made = await ana.post("/v1/payin/codes", {"name": text})
        assert made.status_code == 201, made.text
    sql("update pix_payment set payer_name = %s", "x\t=1;-2")
    days = {"from": today(-1).isoformat(), "to": today().isoformat()}
    files = [
        await ana.get("/v1/payin/charges/export", format="csv", locale=locale),
        await ana.get("/v1/payin/codes/export", format="csv", locale=locale),
        await ana.get("/v1/account/transactions/export", format="csv", locale=locale),
        await ana.get("/v1/account/statement/file", format="csv", locale=locale, **days),
    ]
    asked = await ana.post("/v1/exports", {"list": "payin.payments", "format": "csv", "locale": locale})
    await counter.work()
    files.append(await ana.get(f"/v1/exports/{asked.json()['id']}/file"))
    for file in files:
        assert file.status_code == 200, file.text
        assert "1" in file.text
        assert formulas(file.content.decode()) == []
