"""The ledger's invariants. Run them as the owner, in one snapshot.

Each is one pass over its tables, made for tens of millions of entries: give the session enough work_mem.
"""

from collections.abc import Mapping
from typing import NamedTuple

from retaguarda.foundation.invariants import Invariant


class _Rule(NamedTuple):
    name: str
    description: str
    offenders: str  # the offending rows


_RULES = (
    _Rule(
        "entries_sum_to_zero",
        "the entries sum to zero in each currency",
        "select currency, sum(amount) as off from ledger_entry group by currency having sum(amount) <> 0",
    ),
    _Rule(
        "journals_balance",
        "every journal has the legs it says, at least two, and sums to zero in each currency; no entry is without one",
        """
        select company_id, id, j.legs as said, e.legs, e.off
          from ledger_journal j
          full join (
            select company_id, journal_id as id, sum(legs) as legs, sum(abs(off)) as off
              from (select company_id, journal_id, count(*) as legs, sum(amount) as off
                      from ledger_entry group by company_id, journal_id, currency) c
             group by company_id, journal_id) e using (company_id, id)
         where j.legs is distinct from e.legs or j.legs < 2 or e.off <> 0
        """,
    ),
    _Rule(
        "entries_have_accounts",
        "every entry is of an account in its currency: the company's own, or the provider's append-only one",
        """
        select e.company_id, e.journal_id, e.leg, e.account_id
          from ledger_entry e left join ledger_account a on a.id = e.account_id
         where (e.currency = a.currency and (e.version is null) = a.append_only and (e.balance_after is null) = a.append_only
                and (e.company_id = a.company_id or (a.company_id = 1 and a.append_only))) is not true
        """,
    ),
    _Rule(
        "journals_have_companies",
        "every journal and every account is of a company that exists",
        """
        select company_id from (select company_id from ledger_journal union select company_id from ledger_account) l
         where not exists (select from company c where c.id = l.company_id)
        """,
    ),
    _Rule(
        "posted_is_the_sum",
        "what an account has posted is the sum of its entries; an append-only account keeps no balance of its own",
        """
        select a.id, a.posted, e.posted as entries
          from ledger_account a
          left join (select account_id, sum(amount) as posted from ledger_entry where version is not null
                      group by account_id) e on e.account_id = a.id
         where a.posted <> coalesce(e.posted, 0) or (a.append_only and (a.held <> 0 or a.version <> 0 or a.floor is not null))
        """,
    ),
    _Rule(
        "versions_have_no_gaps",
        "the entries of an account are numbered from 1 to its version, without gaps",
        """
        select a.id, a.version, e.entries, e.lowest, e.highest
          from ledger_account a
          left join (select account_id, count(*) as entries, min(version) as lowest, max(version) as highest,
                            sum(version) as total
                       from ledger_entry where version is not null group by account_id) e on e.account_id = a.id
         where a.version <> coalesce(e.entries, 0)
            or e.lowest <> 1 or e.highest <> a.version or e.total <> e.entries::numeric * (e.entries + 1) / 2
        """,
    ),
    _Rule(
        "balances_chain",
        "each balance after an entry is the one before plus its amount, and times run with versions",
        """
        select account_id, version, balance_after
          from (select account_id, version, balance_after, posted_at,
                       lag(balance_after, 1, 0::bigint) over w + amount as due, lag(posted_at) over w as earlier
                  from ledger_entry where version is not null
                window w as (partition by account_id order by version)) e
         where balance_after <> due or posted_at < earlier
        """,
    ),
    _Rule(
        "held_is_the_open_holds",
        "what an account has held is the sum of its open holds, which are of its own company",
        """
        select a.id, a.held, h.held as open
          from ledger_account a
          left join (select account_id, sum(amount) as held, min(company_id) as low, max(company_id) as high
                       from ledger_hold where state = 'open' group by account_id) h on h.account_id = a.id
         where a.held <> coalesce(h.held, 0) or h.low <> a.company_id or h.high <> a.company_id
        """,
    ),
    _Rule(
        "floors_hold",
        "no account has less than its floor after what is held",
        "select id, posted, held, floor from ledger_account where posted - held < floor or held < 0",
    ),
    _Rule(
        "blocks_are_told",
        "a blocked account says why, one that is not says nothing, and append-only ones are not blocked",
        """
        select id, company_id, blocked_in, blocked_out, block_reason
          from ledger_account
         where (blocked_in or blocked_out) <> (block_reason is not null) or append_only and (blocked_in or blocked_out)
        """,
    ),
    _Rule(
        "reversals_mirror",
        "a reversal has its original's accounts and the opposite amounts, leg by leg; none is reversed twice",
        """
        select j.company_id, j.id, j.reverses
          from ledger_journal j
         where j.reverses is not null and (
           exists (
             select from (select * from ledger_entry e where e.company_id = j.company_id and e.journal_id = j.id) r
               full join (select * from ledger_entry e where e.company_id = j.company_id and e.journal_id = j.reverses) o
                 on o.leg = r.leg
              where (r.account_id, r.amount) is distinct from (o.account_id, -o.amount))
           or exists (
             select from ledger_journal t where t.company_id = j.company_id and t.reverses = j.reverses and t.id <> j.id))
        """,
    ),
    _Rule(
        "captures_have_journals",
        "a captured hold has a journal of its own that takes between 1 and the amount held from its account",
        """
        select company_id, id, journal_id, amount, taken
          from (select h.company_id, h.id, h.journal_id, h.amount, -sum(e.amount) as taken,
                       count(*) over (partition by h.company_id, h.journal_id) as holds
                  from ledger_hold h
                  left join ledger_entry e on e.company_id = h.company_id and e.journal_id = h.journal_id
                   and e.account_id = h.account_id
                 where h.state = 'captured' or h.journal_id is not null
                 group by h.company_id, h.id) h
         where (taken between 1 and amount and holds = 1) is not true
        """,
    ),
    _Rule(
        "checkpoints_cover",
        "each checkpoint is the sum and the count of the entries it covers, and none is of another server's numbering",
        """
        select account_id, xid_before, balance, entries
          from (select account_id, xid_before, balance, entries, covered,
                       sum(amount) over w as due, sum(counted) over w as due_entries
                  from (select account_id, xid as at, amount, 1 as counted, false as covered,
                               null::xid8 as xid_before, null::bigint as balance, null::bigint as entries
                          from ledger_entry where version is null
                            and account_id in (select c.account_id from ledger_checkpoint c)
                        union all
                        select account_id, xid_before, 0, 0, true, xid_before, balance, entries from ledger_checkpoint) e
                -- A checkpoint stands before the rows of its own number, which it does not cover.
                window w as (partition by account_id order by at, covered desc rows unbounded preceding)) c
         where covered and (balance <> due or entries <> due_entries
                            or xid_before > pg_snapshot_xmax(pg_current_snapshot()))
        """,
    ),
)

INVARIANTS = tuple(
    Invariant(rule.name, rule.description, f"select count(*) from ({rule.offenders}) offender") for rule in _RULES
)

#: Name of an invariant → SQL that lists up to ten offenders.
EXAMPLES: Mapping[str, str] = {rule.name: f"select * from ({rule.offenders}) offender limit 10" for rule in _RULES}
