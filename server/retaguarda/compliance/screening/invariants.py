"""Invariants of screening."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "list_versions_count_their_entries",
        "a list has as many entries as its version in force says",
        "select count(*) from watch_list l where l.entries <> (select count(*) from list_entry e where e.list_id = l.id and e.to_version is"
        " null) or l.number <> coalesce((select max(v.number) from list_version v where v.list_id = l.id), 0)",
    ),
    Invariant(
        "whitelist_pairs_have_two_people",
        "no pair is on the whitelist that only one person wanted there, and nobody decided about a pair that they proposed",
        "select count(*) from whitelist_pair w where w.decider_id = w.created_by_id or (w.state = 'in_force' and w.decider_id is null)",
    ),
    Invariant(
        "hits_are_of_the_entry_in_force",
        "a hit that waits is about the entry as it stands now",
        "select count(*) from list_hit h where h.status = 'pending' and not exists (select from list_entry e where e.id = h.entry_id"
        " and e.to_version is null and e.identity = h.identity)",
    ),
)
