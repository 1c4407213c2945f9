"""Invariants of availability."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "incident_minutes_are_its_own",
        "the minutes of an incident are its bad minutes as they were seen, or those between the bounds that a person gave",
        """
        select count(*) from incident i
          left join (select incident_id, count(*) as minutes, min(at) as first, max(at) + interval '1 minute' as last
                       from incident_minute group by 1) m on m.incident_id = i.id
         where case when i.bounds_by is null and i.found_by <> 'person'
                    then (m.minutes, m.first) is distinct from (i.minutes::bigint, i.began_at)
                      or (i.ended_at is not null and i.ended_at is distinct from m.last)
                    else i.ended_at is not null and i.minutes <> round(extract(epoch from i.ended_at - i.began_at) / 60) end
        """,
    ),
    Invariant(
        "calls_of_a_minute_are_in_its_buckets",
        "each call of a service's minute is in one of its buckets",
        """
        select count(*) from service_minute m
         where m.answered + m.refused + m.failed <> (select coalesce(sum(b), 0) from unnest(m.buckets) b)
        """,
    ),
)
