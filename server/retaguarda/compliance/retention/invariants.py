"""Invariants of retention."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "retention_is_neither_early_nor_late",
        "nothing was erased before its term was over, nothing that was erased is still there, and nothing is kept a week past its term"
        " without a ground",
        """
        select (select count(*) from retention_erasure e
                 where e.due_on > (e.erased_at at time zone 'America/Sao_Paulo')::date
                    or exists (select from kyc_lead l where e.kind = 'lead' and l.id = e.subject)
                    or exists (select from kyc_request r where e.kind = 'kyc_request' and r.id = e.subject)
                    or exists (select from bacen_attribute a where e.kind = 'attribute' and a.id = e.subject)
                    or exists (select from pld_alert a where (e.kind = 'alert' and a.id = e.subject)
                                                          or (e.kind = 'case' and a.case_id = e.subject))
                    or exists (select from list_version v where e.kind = 'list_version' and v.id = e.subject)
                    or exists (select from bacen_duty d where e.kind = 'duty' and d.id = e.subject)
                    or exists (select from pld_case c where e.kind = 'case' and c.case_id = e.subject and c.facts <> ''))
             + (select count(*) from retention_item i
                 where i.due_on + 7 < (now() at time zone 'America/Sao_Paulo')::date and retention_ground(i.document) is null)
        """,
    ),
)
