"""Invariants of evidence packs."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "pld_evidence_is_recorded",
        "every evidence pack that was made stands in the log under its hash and its exporter",
        """
        select count(*) from pld_evidence p where not exists (
          select from event e where e.company_id = 1 and e.subject_id = p.case_id::text and e.name = 'pld:case:evidence'
             and e.data ->> 'sha256' = encode(p.sha256, 'hex') and e.person_id = p.person_id)
        """,
    ),
)
