"""What was measured: one row a figure, printed as a table and written as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

RESULTS = Path(__file__).parent / "results.json"
FIGURES = Path(__file__).parents[1] / "docs" / "figures.md"
BEGIN, END = "<!-- figures: written by make bench -->\n", "<!-- end of figures -->\n"


@dataclass(frozen=True, slots=True)
class Row:
    """``goal`` is what ``ratio`` must reach or keep under, or ``ours`` where there is no ratio; None: only a figure."""

    name: str
    ours: float
    against: float | None
    ratio: float | None
    goal: float | None
    holds: bool | None
    unit: str
    note: str = ""


def at_least(name: str, ours: float, against: float, unit: str, goal: float | None, note: str = "") -> Row:
    """More is better; ``goal`` is the least ratio of ours to theirs."""
    ratio = ours / against
    return _row(name, ours, against, ratio, goal, None if goal is None else ratio >= goal, unit, note)


def at_most(name: str, ours: float, against: float, unit: str, goal: float | None, note: str = "") -> Row:
    """Less is better; ``goal`` is the greatest ratio of ours to theirs."""
    ratio = ours / against
    return _row(name, ours, against, ratio, goal, None if goal is None else ratio <= goal, unit, note)


def figure(name: str, ours: float, unit: str, limit: float | None = None, note: str = "") -> Row:
    """Stands beside nothing; ``limit`` is the greatest that it may be."""
    return _row(name, ours, None, None, limit, None if limit is None else ours <= limit, unit, note)


def grade(name: str, ours: float, unit: str, least: float, note: str = "") -> Row:
    """Stands beside nothing; ``least`` is the least that it may be."""
    return _row(name, ours, None, None, least, ours >= least, unit, note)


def _row(
    name: str,
    ours: float,
    against: float | None,
    ratio: float | None,
    goal: float | None,
    holds: bool | None,
    unit: str,
    note: str,
) -> Row:
    return Row(
        name,
        round(ours, 2),
        None if against is None else round(against, 2),
        None if ratio is None else round(ratio, 2),
        goal,
        holds,
        unit,
        note,
    )


def write(rows: Sequence[Row]) -> None:
    """Write bench/results.json and the table of docs/figures.md."""
    RESULTS.write_text(json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False) + "\n")
    FIGURES.write_text(quoted(FIGURES.read_text(), rows))


def read() -> list[Row]:
    return [Row(**row) for row in json.loads(RESULTS.read_text())] if RESULTS.exists() else []


def over(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """The new rows over the old ones of the same name; rows of one letter stay together."""
    merged = {row.name: row for row in old} | {row.name: row for row in new}
    return sorted(merged.values(), key=lambda row: row.name.partition(" ")[0])


def quoted(document: str, rows: Sequence[Row]) -> str:
    """Put these rows between the markers of the document."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the document has no place for figures")
    lines = ["| What | Ours | Beside | Ratio | Goal | Holds |", "|---|---:|---:|---:|---:|---|"]
    for row in rows:
        cells = (row.name, *_cells(row))
        lines.append(f"| {' | '.join(cells)} |")
    return before + begin + "\n".join(lines) + "\n" + end + after


def table(rows: Sequence[Row]) -> str:
    head = ("", "ours", "against", "ratio", "goal", "holds")
    cells = [head] + [(row.name, *_cells(row)) for row in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    return "\n".join(
        line[0].ljust(widths[0])
        + "".join(f"  {cell.rjust(width)}" for cell, width in zip(line[1:], widths[1:], strict=True))
        for line in cells
    )


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    holds = "" if row.holds is None else "yes" if row.holds else "NO"
    return f"{row.ours:,g} {row.unit}", _shown(row.against), _shown(row.ratio), _shown(row.goal), holds


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:,g}"
