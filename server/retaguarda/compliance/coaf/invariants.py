"""Invariants of communications to COAF."""

from retaguarda.compliance.coaf.compare_file import WRONG_FILES
from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "coaf_files_are_what_was_sealed",
        "a file to COAF has the bytes that were sealed when it was written, and carries something",
        """
        select count(*) from coaf_file x where sha256(x.bytes) <> x.sha256
        """,
    ),
    Invariant(
        "coaf_files_are_written_again",
        "a file to COAF written again of what it carried has the same bytes, and carried what its communications say",
        WRONG_FILES,
    ),
    Invariant(
        "coaf_communications_have_two_people",
        "no communication was approved by who wrote it, and none left without an approver and a decided case",
        """
        select count(*) from coaf_communication c join pld_case k on k.case_id = c.case_id
         where c.approver = c.writer or k.decision is distinct from 'communicate'
            or (c.status in ('approved', 'exported', 'sent', 'receipted', 'rectified')) and c.approver is null
        """,
    ),
)
