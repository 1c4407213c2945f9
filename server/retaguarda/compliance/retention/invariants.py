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
                    or exists (select from party_key k where e.kind in ('kyc_request', 'case', 'coaf_file') and k.subject = e.subject)
                    or exists (select from bacen_attribute a where e.kind = 'attribute' and a.id = e.subject)
                    or exists (select from pld_alert a where (e.kind = 'alert' and a.id = e.subject)
                                                          or (e.kind = 'case' and a.case_id = e.subject))
                    or exists (select from coaf_communication c where e.kind = 'case' and c.case_id = e.subject)
                    or exists (select from coaf_file f where e.kind = 'coaf_file' and f.id = e.subject)
                    or exists (select from coaf_file_case l where (e.kind = 'case' and l.case_id = e.subject)
                                                               or (e.kind = 'coaf_file' and l.file_id = e.subject))
                    or exists (select from list_version v where e.kind = 'list_version' and v.id = e.subject)
                    or exists (select from bacen_duty d where e.kind = 'duty' and d.id = e.subject)
                    or exists (select from document_check c where e.kind = 'document_check' and c.id = e.subject)
                    or exists (select from check_file f where e.kind = 'check_file' and f.id = e.subject)
                    or exists (select from screened_party p where e.kind = 'screened_party' and p.id = e.subject)
                    or exists (select from list_hit h where e.kind = 'screened_party' and h.party_id = e.subject)
                    or exists (select from whitelist_pair w where (e.kind = 'whitelist_pair' and w.id = e.subject)
                                                              or (e.kind = 'screened_party' and w.party_id = e.subject))
                    or exists (select from block_refusal r where e.kind = 'block_refusal' and r.id = e.subject)
                    or exists (select from judicial_order o where e.kind = 'judicial_order' and o.id = e.subject
                                  and (o.document, o.holder_name) <> (repeat('0', 11), '-'))
                    or exists (select from pld_case c where e.kind = 'case' and c.case_id = e.subject and (c.facts <> '' or c.dossier is not null)))
             + (select count(*) from retention_item i
                 where i.due_on + 7 < (now() at time zone 'America/Sao_Paulo')::date and retention_ground(i.document) is null)
        """,
    ),
)
