"""Invariants of the block list."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "block_entries_are_decided_by_another",
        "who added an entry of the block list neither confirmed nor ended it",
        "select count(*) from block_entry where confirmed_by_id = added_by_id or ended_by_id = added_by_id",
    ),
    Invariant(
        "no_payout_left_while_refused",
        "no order of a payout was written after an entry that refuses it was in force, but for a court's",
        """
        select count(*) from payout_order o join payout p on p.company_id = o.company_id and p.id = o.payout_id
          join company c on c.id = p.company_id
          join block_entry e on e.probe = any (block_probes(p.holder_document, p.pix_key, p.pix_key_kind, p.ispb, p.branch, p.number)
                                               || block_probes(c.document))
         where p.origin is distinct from 'judicial' and e.effect = 'refuse' and e.direction in ('out', 'both') and (e.merchant_id is null or e.merchant_id = p.company_id)
           and e.starts_at + interval '5 seconds' < o.created_at and (e.until is null or e.until > o.created_at)
           and (e.ended_at is null or e.ended_at > o.created_at)
           and (e.confirm_by is null or e.confirmed_at <= e.confirm_by or e.confirm_by > o.created_at)
        """,
    ),
    Invariant(
        "held_payouts_have_their_refusal",
        "what the block list holds is a payout that waits, or was released or ended since",
        """
        select count(*) from payout p
         where p.status = 'on_hold' and p.hold_reason = 'under_review'
           and not exists (select from block_refusal r where r.subject = p.id::text and r.effect = 'hold')
        """,
    ),
    Invariant(
        "no_pay_in_settled_while_held",
        "no Pix settled that came after an entry against its payer was in force, unless a person let it go",
        """
        -- From the entries, of which there are few, to their payers' payments by an index: never over all payments.
        with entry as (
          select e.*, e.value as payer, e.value || '~' as past from block_entry e
           where e.kind in ('document', 'document_root') and e.effect <> 'alert' and e.direction in ('in', 'both')
        ), met as (
          select e.id, p.end_to_end_id, p.status, p.company_id, p.received_at, e.merchant_id, e.starts_at, e.until, e.ended_at
            from entry e join pix_payment p on p.payer_document collate "C" = e.payer
           where e.kind = 'document'
          union all
          select e.id, p.end_to_end_id, p.status, p.company_id, p.received_at, e.merchant_id, e.starts_at, e.until, e.ended_at
            from entry e join pix_payment p on p.payer_document collate "C" >= e.payer and p.payer_document collate "C" < e.past
           where e.kind = 'document_root' and length(p.payer_document) = 14
        )
        select count(*) from met p
         where p.status = 'settled' and (p.merchant_id is null or p.merchant_id = p.company_id)
           and p.starts_at + interval '5 seconds' < p.received_at and (p.until is null or p.until > p.received_at)
           and (p.ended_at is null or p.ended_at > p.received_at)
           and not exists (select from block_refusal r where r.subject = p.end_to_end_id and r.released_at is not null)
        """,
    ),
)
