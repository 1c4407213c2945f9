"""Finds what is wrong with a payment return as it came, and whether a line of it can be missing."""

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.payouts.return_files.find_witness import SentOrder
from retaguarda.providers.bankfiles import COUNTS, HARMLESS, Damage

#: What the reading notes of trailers beside the refused counts → its kind here.
TOLERATED: Mapping[str, str] = {"batch_count_differs": "batch_trailer_count", "total_differs": "trailer_total"}


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """See ``PaymentFinding``; ``order`` is whose state a correction would change."""

    kind: str
    line: int | None
    lines: int = 1
    read: str = ""
    structural: bool = False
    effect: str | None = None
    order: SentOrder | None = None
    paid_on: date | None = None
    witness: str | None = None
    witness_id: UUID | None = None


def is_whole(damages: Sequence[Damage], *, complete: bool) -> bool:
    """Whether no line of a file can be missing, in spite of its damage.

    Args:
        complete: every payment of the remittances that it answers has its line in it, and each of its lines one of those.
    """
    kinds = {each.kind for each in damages}
    return kinds <= HARMLESS or (complete and kinds <= HARMLESS | COUNTS)


def find_damage(
    damages: Sequence[Damage], tolerated: Mapping[str, tuple[int, int]], *, complete: bool
) -> list[Finding]:
    """Find what is wrong with the file as it came.

    Args:
        tolerated: what the reading noted: a name → how often, and where first.
    """
    found = [
        Finding(
            kind=each.kind,
            line=each.line,
            lines=each.count,
            read=each.read,
            structural=True,
            witness="remittance" if complete and each.kind in COUNTS else None,
        )
        for each in damages
    ]
    noted = [
        Finding(kind=kind, line=tolerated[name][1], lines=tolerated[name][0], structural=True)
        for name, kind in TOLERATED.items()
        if name in tolerated
    ]
    return sorted(found + noted, key=lambda each: (each.line or 0, each.kind))
