"""Invariants of the audit log: every event behind the sequencer is in the tree unchanged, and every root is signed."""

from collections.abc import Iterable, Mapping
from typing import Any

from retaguarda.audit.signed_notes import encoded, is_signed
from retaguarda.foundation.invariants import Invariant

_RULES = {
    "log_has_no_gaps": (
        "the entries of the audit log are numbered from 0, without gaps",
        "select index from (select index, row_number() over (order by index) - 1 as due from audit_leaf) l where index <> due",
    ),
    "log_has_every_event": (
        "every event behind the sequencer is in the audit log, or came with its bundle, and every entry has its event",
        """
        select e.id as event, l.index, coalesce(e.name, l.name) as name
          from (select e.id, e.name from event e join event_reader r on r.name = 'audit.sequence'
                 where (e.xid, e.id) <= (r.xid, r.id)
                   and not exists (select from moved_bundle m where m.company_id = e.company_id and e.id <= m.last_event)) e
          full join (select l.event_id as id, l.index, l.name from audit_leaf l) l using (id)
         where e.name is null or l.name is null
        """,
    ),
    "log_knows_its_companies": (
        "every event is of a company that is there",
        "select e.id as event, e.company_id, e.name from event e left join company c on c.id = e.company_id where c.id is null",
    ),
    "log_tells_its_events": (
        "every entry of the audit log is its event as it was written",
        """
        select l.index, e.id as event, l.name, l.at
          from audit_leaf l join event e on e.xid = l.event_xid and e.id = l.event_id
         where case when l.told is not null and audit_leaf_hash(l.told) <> l.hash then true
                    else audit_leaf_hash(audit_leaf_text(e, l.salts, l.told::jsonb)) <> l.hash end
            or (l.company_id, l.at, l.name, l.subject_id, l.person_id, l.actor)
               is distinct from (e.company_id, e.at, e.name, e.subject_id, e.person_id, e.actor)
        """,
    ),
    "log_forgets_whole": (
        "of what was forgotten nothing is left in the log: no value and no salt",
        """
        select l.index, e.id as event, l.name
          from audit_leaf l join event e on e.xid = l.event_xid and e.id = l.event_id
         where l.told is not null
           and (l.salts[5] is not null or e.data <> '{}'
                or l.salts[1] is null and (num_nonnulls(l.salts[2], l.salts[3], l.salts[4], l.person_id, e.person_id, e.ip, e.user_agent) > 0
                                           or l.actor <> '' or e.actor <> ''))
        """,
    ),
    "log_is_a_tree": (
        "every node of the audit log is the hash of the two below it, and none is missing",
        """
        with below as (select 0 as level, index, hash from audit_leaf union all select level, index, hash from audit_node)
        select due.level, due.index
          from (select a.level + 1 as level, a.index / 2 as index, audit_node_hash(a.hash, b.hash) as hash
                  from below a join below b on b.level = a.level and b.index = a.index + 1 where a.index % 2 = 0) due
          full join audit_node n on n.level = due.level and n.index = due.index
         where n.hash is distinct from due.hash
        """,
    ),
    "log_roots_are_told": (
        "every checkpoint tells the root of the audit log at its size, and the newest covers all of it",
        """
        select size, at from audit_checkpoint where root is distinct from audit_root(size)
        union all
        select l.size, null from (select max(index) + 1 as size from audit_leaf) l
         where l.size is distinct from (select max(size) from audit_checkpoint)
        """,
    ),
}

INVARIANTS = tuple(
    Invariant(name, description, f"select count(*) from ({offenders}) offender")
    for name, (description, offenders) in _RULES.items()
)

#: Name of an invariant → a statement that selects up to ten of its offenders.
EXAMPLES: Mapping[str, str] = {
    name: f"select * from ({offenders}) offender limit 10" for name, (_, offenders) in _RULES.items()
}

SIGNED = "log_is_signed"
SIGNED_DESCRIPTION = "every checkpoint of the audit log is signed, and tells what stands beside it"
CHECKPOINTS = (
    "select c.size, c.root, c.note, k.public, o.origin from audit_checkpoint c"
    " join audit_key k on k.id = c.key_id cross join audit_log o order by c.size"
)


def unsigned(rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the sizes of the checkpoints, as CHECKPOINTS selects them, whose signature or content is wrong."""
    return [row["size"] for row in rows if not _holds(row)]


def _holds(row: Mapping[str, Any]) -> bool:
    lines = row["note"].split("\n")
    return is_signed(row["origin"], bytes(row["public"]), row["note"]) and lines[:3] == [
        row["origin"],
        str(row["size"]),
        encoded(bytes(row["root"])),
    ]


#: Events without an index yet: how many, and how long the oldest has waited since the sequencer last took any.
TAIL = (
    "select count(*) as count, coalesce(now() - greatest(min(e.at), max(r.updated_at)), interval '0') as age from event e"
    " left join event_reader r on r.name = 'audit.sequence'"
    " where (e.xid, e.id) > (coalesce(r.xid, '0'), coalesce(r.id, 0))"
)
