"""What must hold of KYC at every moment."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS = (
    Invariant(
        "kyc_decided_by_another",
        "A proposal is decided by somebody who neither proposed it nor reviewed one of its documents",
        "select count(*) from kyc_proposal p where p.decider_id = p.proposer_id or p.agreed_id = p.proposer_id"
        " or p.agreed_id = p.decider_id or exists (select from kyc_document_review d where d.request_id = p.request_id"
        " and d.at <= coalesce(p.decided_at, p.agreed_at) and d.person_id in (p.decider_id, p.agreed_id))",
    ),
    Invariant(
        "kyc_decided_as_proposed",
        "A request that was decided has the proposal that decided it",
        "select count(*) from kyc_request r where r.state in ('approved', 'rejected', 'expired') and not exists ("
        "select from kyc_proposal p where p.request_id = r.id and p.decided_at = r.decided_at"
        " and p.outcome = case when r.state = 'rejected' then 'rejected' else 'approved' end)",
    ),
    Invariant(
        "kyc_approved_whole",
        "An approved request has every required document approved",
        "select count(*) from kyc_document d join kyc_request r on r.company_id = d.company_id and r.id = d.request_id"
        " where r.state in ('approved', 'expired') and d.required and d.state <> 'approved'",
    ),
    Invariant(
        "kyc_approved_checked",
        "An approved request has no check that waits or failed, and no hit that nobody judged",
        "select count(*) from kyc_check c join kyc_request r on r.id = c.subject_id where r.state in ('approved', 'expired')"
        " and c.newest and (c.state in ('asked', 'error') or (c.state = 'hit' and c.verdict is null))",
    ),
    Invariant(
        "kyc_pages_drawn",
        "A document that was brought has all of its pages",
        "select count(*) from kyc_document d where d.file_id is not null and d.pages <> (select count(*) from kyc_page p"
        " where p.company_id = d.company_id and p.file_id = d.file_id)",
    ),
    Invariant(
        "kyc_documents_have_their_key",
        "Whatever is sealed of a request opens: its key is there as long as the request is",
        "select (select count(*) from kyc_page p where p.sealed and not exists (select from party_key k"
        " where k.company_id = p.company_id and k.subject = p.request_id))"
        " + (select count(*) from stored_file f where f.sealed_for is not null and f.removed_at is null and not exists ("
        "select from party_key k where k.company_id = f.company_id and k.subject = f.sealed_for))"
        " + (select count(*) from kyc_note n join kyc_request r on r.id = n.request_id where n.sealed is not null and not exists ("
        "select from party_key k where k.company_id = r.company_id and k.subject = n.request_id))",
    ),
)
