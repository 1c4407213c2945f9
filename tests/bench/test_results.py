"""The figures that the README quotes have one shape."""

import json
from typing import Any

import pytest
from bench.report import README, RESULTS, Row, figure, over, quoted


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


def test_the_readme_quotes_them(rows: list[dict[str, Any]]) -> None:
    readme = README.read_text()
    assert quoted(readme, [Row(**row) for row in rows]) == readme


def test_what_was_measured_again_stands_over_what_was_and_the_rest_is_kept() -> None:
    old = [figure("(a) lists", 1, "ms"), figure("(b) posts", 2, "ms")]
    again = over(old, [figure("(b) posts", 3, "ms"), figure("(a) more lists", 4, "ms")])
    assert [(row.name, row.ours) for row in again] == [("(a) lists", 1), ("(a) more lists", 4), ("(b) posts", 3)]
