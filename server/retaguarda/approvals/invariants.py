"""Invariants of approvals."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "approval_is_another_s",
        "nobody who asked for something decided over it, or was handed the decision",
        """
        select count(*) from
          (select request_id, person_id from approval_decision
            union all select request_id, to_person from approval_delegation) d
          join approval_request r on r.id = d.request_id
         where d.person_id = any (r.makers)
        """,
    ),
    Invariant(
        "approval_was_given",
        "what was done had as many approvals of its last plan as each policy demanded, or one of an emergency",
        """
        select count(*) from approval_request r
         where r.state = 'executed'
           and not exists (
             select 1 from approval_decision x where x.request_id = r.id and x.round = r.round and x.kind = 'emergency')
           and exists (
             select 1 from jsonb_array_elements(r.demands) d
              where (select count(*) from approval_decision x where x.request_id = r.id and x.round = r.round
                        and x.kind = 'approve' and (d ->> 'permission') = any (x.permissions)) < (d ->> 'needed')::int)
        """,
    ),
)
