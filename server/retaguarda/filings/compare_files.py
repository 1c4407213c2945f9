"""Compare the newest file of a request with the one before it, or with what was filed last about the same days."""

from collections.abc import Mapping, Sequence

from retaguarda.filings.model import FilingChange, FilingDiff
from retaguarda.filings.queries import FilingRow, cells_of, last_filed
from retaguarda.foundation.database import Tx

#: Changes that are told one by one.
MOST = 200


async def compare_newest(tx: Tx, row: FilingRow) -> FilingDiff | None:
    """None: there is no file, or none to compare it with."""
    if row.version == 0:
        return None
    newest = await cells_of(tx, row.id, row.version)
    if row.version > 1:
        other, against = await cells_of(tx, row.id, row.version - 1), str(row.version - 1)
    elif filed := await last_filed(tx, row):
        other, against = await cells_of(tx, filed.id, filed.version), filed.number
    else:
        return None
    names = [column.name for column in row.described.columns]
    changes = changed_cells(names, other, newest)
    return FilingDiff(against, len(changes), changes[:MOST])


def changed_cells(
    names: Sequence[str], before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]
) -> list[FilingChange]:
    """Every cell that differs, and every line that came or went, by their source."""
    found = [
        FilingChange(source, "", None, "; ".join(cells)) for source, cells in after.items() if source not in before
    ]
    found += [
        FilingChange(source, "", "; ".join(cells), None) for source, cells in before.items() if source not in after
    ]
    for source in before.keys() & after.keys():
        found += [
            FilingChange(source, name, old, new)
            for name, old, new in zip(names, before[source], after[source], strict=False)
            if old != new
        ]
    return sorted(found, key=lambda change: (change.source, change.column))
