"""Invariants of sub-accounts."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "sub_account_has_its_account",
        "every sub-account has its account in the ledger, which never falls below zero, and the reverse; a closed one holds nothing",
        """
        select count(*) from sub_account s
          full join (select * from ledger_account where code like 'sub.%') a
            on a.company_id = s.company_id and a.code = 'sub.' || s.number
         where (a.floor = 0 and not a.append_only and s.number is not null
                and (s.closed_at is null or (a.posted = 0 and a.held = 0 and a.blocked_in and a.blocked_out))) is not true
        """,
    ),
    Invariant(
        "moves_stay_within_the_company",
        "money that a company moved between its own accounts touched no other account",
        """
        select count(*) from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
          join ledger_account a on a.id = e.account_id
         where j.kind = 'accounts.move' and (a.company_id <> j.company_id or a.code !~ '^(available|sub\\.[0-9]+)$')
        """,
    ),
)
