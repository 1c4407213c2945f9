"""Invariants of communications to COAF."""

from retaguarda.compliance.coaf.compare_file import FILE, FILES, is_another, is_written_otherwise
from retaguarda.foundation.invariants import Invariant, SealedInvariant

SEALED_INVARIANTS: tuple[SealedInvariant, ...] = (
    SealedInvariant(
        "coaf_files_are_what_was_sealed",
        "a file to COAF has the bytes that were sealed when it was written",
        FILES,
        FILE,
        is_another,
    ),
    SealedInvariant(
        "coaf_files_are_written_again",
        "a file to COAF written again of what it carried has the same bytes, and carried what its communications say",
        FILES,
        FILE,
        is_written_otherwise,
    ),
)

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "coaf_contents_have_their_key",
        "what COAF was told opens: the key of a communication's case and of a file is there as long as they are, and so is a case of each file",
        """
        select (select count(*) from coaf_communication c
                 where c.sealed is not null
                   and not exists (select from party_key k where k.company_id = c.company_id and k.subject = c.case_id))
             + (select count(*) from coaf_file x
                 where x.sealed and (not exists (select from party_key k where k.company_id = x.company_id and k.subject = x.id)
                                     or not exists (select from coaf_file_case l where l.file_id = x.id)))
        """,
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
