"""Invariants of companies."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "company_shares",
        "the partners of a company hold no more than the whole of it",
        """
        select count(*) from (select company_id from company_partner where removed_at is null
                               group by company_id having sum(share) > 10000) p
        """,
    ),
    Invariant(
        "company_risk",
        "the risk of a company is what its attribute risk_classification says, where it has one",
        """
        select count(*) from company c join company_attribute a
          on a.company_id = c.id and a.attribute = 'risk_classification' and a.valid_to is null
         where a.value <> c.risk
        """,
    ),
    Invariant(
        "company_attributes",
        "of each attribute one value holds at a time",
        """
        select count(*) from company_attribute a join company_attribute b
          on b.company_id = a.company_id and b.attribute = a.attribute and b.id <> a.id
         where a.valid_from < coalesce(b.valid_to, 'infinity') and b.valid_from < coalesce(a.valid_to, 'infinity')
           and a.valid_from < coalesce(a.valid_to, 'infinity') and b.valid_from < coalesce(b.valid_to, 'infinity')
        """,
    ),
)
