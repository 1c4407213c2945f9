"""Invariants of the payee book."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "payees_say_what_their_destinations_say",
        "a payee counts its live destinations, and is qualified only where the directory named its owner",
        """
        select count(*) from payee p
          left join (select company_id, payee_id, count(*)::int as live,
                            bool_or(match_class in ('match', 'close') and owner_match = 'agree') as confirmed,
                            bool_or(match_class = 'no' or owner_match = 'differ' or problem = 'key_unknown') as contradicted
                       from payee_destination where state in ('new', 'cooling') group by 1, 2) d
            on d.company_id = p.company_id and d.payee_id = p.id
         where p.destinations <> coalesce(d.live, 0)
            or (p.status = 'qualified' and (d.confirmed is not true or d.contradicted is true or p.expires_at is null))
        """,
    ),
    Invariant(
        "retired_destinations_stay_so",
        "only a destination that a person trusted cools, and what is over says why",
        """
        select count(*) from payee_destination
         where (state = 'cooling' and (trusted_by is null or usable_from is null))
            or (state in ('refused', 'retired')) <> (reason is not null)
        """,
    ),
)
