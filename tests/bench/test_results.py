"""The figures have one shape; docs/figures.md quotes all of them, the README eight."""

import json
import re
from typing import Any

import pytest
from bench.report import FIGURES, RESULTS, Row, figure, over, quoted

_TPC_B = "beside TPC-B (-s 50 -M prepared -c 16 -j 2)"
#: The rows of the README's table, in its order.
README_ROWS = (
    "(a) list of 50: FastAPI + SQLAlchemy + Pydantic",
    f"(b) ledger posts {_TPC_B}",
    "(b) one merchant's account, 16 writers, beside posts spread over 200 merchants: three credits to one debit",
    f"(b) charges created through HTTP {_TPC_B}",
    "(g) payments from webhook to ledger, 100 in a body, beside TPC-B (-M prepared -c 16 -j 2)",
    "(c) 5,000,000 rows beside 10,000: page 1, one merchant",
    "(f) the pay-in list: largest paint",
    "(d) JavaScript of the sign-in page, gzipped",
)


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    if not RESULTS.exists():
        pytest.skip("nothing was measured here yet: `make bench`")
    return json.loads(RESULTS.read_text())


def test_every_row_says_what_was_measured_against_what(rows: list[dict[str, Any]]) -> None:
    assert rows
    for row in rows:
        assert list(row) == ["name", "ours", "against", "ratio", "goal", "holds", "unit", "note"]
        assert (row["against"] is None) == (row["ratio"] is None)
        assert (row["goal"] is None) == (row["holds"] is None)


def test_no_two_rows_have_one_name(rows: list[dict[str, Any]]) -> None:
    assert len({row["name"] for row in rows}) == len(rows)


def test_the_figures_page_quotes_them(rows: list[dict[str, Any]]) -> None:
    page = FIGURES.read_text()
    assert quoted(page, [Row(**row) for row in rows]) == page


def test_the_readme_quotes_eight_of_them_give_or_take_a_tenth(rows: list[dict[str, Any]]) -> None:
    ours = {row["name"]: row["ours"] for row in rows}
    section = (FIGURES.parents[1] / "README.md").read_text().partition("## Figures")[2]
    quotes = [
        float(number.replace(",", "")) for number in re.findall(r"^\|[^|]*\| ([\d,.]+) [^|]*\|", section, re.MULTILINE)
    ]
    assert len(quotes) == len(README_ROWS)
    for name, quote in zip(README_ROWS, quotes, strict=True):
        assert quote == pytest.approx(ours[name], rel=0.1), f"bring the README up to date: {name}"


def test_what_was_measured_again_stands_over_what_was_and_the_rest_is_kept() -> None:
    old = [figure("(a) lists", 1, "ms"), figure("(b) posts", 2, "ms")]
    again = over(old, [figure("(b) posts", 3, "ms"), figure("(a) more lists", 4, "ms")])
    assert [(row.name, row.ours) for row in again] == [("(a) lists", 1), ("(a) more lists", 4), ("(b) posts", 3)]
