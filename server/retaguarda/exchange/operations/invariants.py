"""Invariants of operations and closings, against the ledger: V1 to V5, V7 to V10. V6 is of files (filings)."""

from retaguarda.foundation.invariants import Invariant

#: Whether an operation o counts as booked: its journal stands, and was not undone.
_BOOKED = "o.state in ('funded', 'closed', 'settled', 'reversed')"
_SIGN = "case o.direction when 'out' then 1 else -1 end"

#: The provider's sums by account and currency.
_SUMS = (
    "(select a.code, a.currency, sum(e.amount)::bigint as posted from ledger_account a"
    " join ledger_entry e on e.account_id = a.id"
    " where a.company_id = 1 and (a.code like 'fx\\_%' or a.code = 'iof_payable') group by a.code, a.currency)"
)

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "exchange_position_is_what_is_open",
        "V1: the position in each currency is what operations booked and no closing has taken",
        f"""
        select count(*) from
          (select currency, sum(amount)::bigint as amount from (
             select o.currency, -({_SIGN}) * o.foreign_amount as amount from exchange_operation o where o.state = 'funded'
             union all
             select o.home_currency, ({_SIGN}) * o.price from exchange_operation o where o.state = 'funded') each group by 1) w
          full join (select currency, posted from {_SUMS} s where code = 'fx_position') l using (currency)
         where coalesce(w.amount, 0) <> coalesce(l.posted, 0)
        """,
    ),
    Invariant(
        "exchange_closing_leaves_nothing",
        "V2: what a closing posted and what its operations booked leave nothing in the position, in either currency",
        f"""
        select count(*) from exchange_closing c
          cross join lateral (
            select sum(({_SIGN}) * o.price) as home, sum(-({_SIGN}) * o.foreign_amount) as abroad
              from exchange_closing_line l join exchange_operation o on o.id = l.operation_id
             where l.closing_id = c.id and l.living) w
          cross join lateral (
            select coalesce(sum(e.amount) filter (where e.currency = c.home_currency), 0) as home,
                   coalesce(sum(e.amount) filter (where e.currency = c.currency), 0) as abroad
              from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
              join ledger_account a on a.id = e.account_id and a.code = 'fx_position'
             where j.company_id = 1 and j.key = 'exchange:closing:' || c.id) p
         where c.state in ('closed', 'settled') and (w.home + p.home, w.abroad + p.abroad) is distinct from (0::numeric, 0::numeric)
        """,
    ),
    Invariant(
        "exchange_clearing_is_what_is_unsettled",
        "V3: what is open with each bank is what its closings have not settled, in each currency",
        f"""
        select count(*) from
          (select code, currency, sum(amount)::bigint as amount from (
             select 'fx_clearing.' || b.code as code, c.home_currency as currency,
                    case c.direction when 'out' then c.contract else -c.contract end
                    + case when c.collects_tax then c.tax_due else 0 end as amount
               from exchange_closing c join exchange_bank b on b.id = c.bank_id
              where c.state in ('closed', 'settled') and c.home_settled_at is null
             union all
             select 'fx_clearing.' || b.code, c.currency,
                    case c.direction when 'out' then -c.foreign_amount else c.foreign_amount end
               from exchange_closing c join exchange_bank b on b.id = c.bank_id
              where c.state in ('closed', 'settled') and c.foreign_settled_at is null) each group by 1, 2) w
          full join (select code, currency, posted from {_SUMS} s where code like 'fx\\_clearing.%') l using (code, currency)
         where coalesce(w.amount, 0) <> coalesce(l.posted, 0)
        """,
    ),
    Invariant(
        "exchange_tax_is_by_its_rule",
        "V4: the tax of every operation is what its rule says, and what is payable is what was taken and not passed on",
        f"""
        select (select count(*) from exchange_operation o join exchange_tax_rule t on t.id = o.tax_rule_id
                 where o.tax <> exchange_share(o.price, t.percent) or o.tax_percent <> t.percent
                    or (t.kind, t.direction) <> (o.tax_kind, o.direction))
             + (select count(*) from
                 (select currency, sum(amount)::bigint as amount from (
                    select o.home_currency as currency, o.tax as amount from exchange_operation o where {_BOOKED}
                    union all
                    select c.home_currency, case when c.collects_tax then -c.tax else c.tax_due - c.tax end
                      from exchange_closing c where c.state in ('closed', 'settled')) each group by 1) w
                 full join (select currency, posted from {_SUMS} s where code = 'iof_payable') l using (currency)
                where coalesce(w.amount, 0) <> coalesce(l.posted, 0))
        """,
    ),
    Invariant(
        "exchange_rounding_is_bounded",
        "V5: rounding is not more than half a minor unit for each operation of a closing, and the ledger has all of it",
        f"""
        select (select count(*) from exchange_closing c where c.state in ('closed', 'settled')
                   and 2 * abs(c.rounding) > c.operations
                       + (select count(distinct o.rate) from exchange_closing_line l join exchange_operation o on o.id = l.operation_id
                           where l.closing_id = c.id and l.living))
             + (select count(*) from
                 (select home_currency as currency, sum(rounding)::bigint as amount from exchange_closing
                   where state in ('closed', 'settled') group by 1) w
                 full join (select currency, posted from {_SUMS} s where code = 'fx_rounding') l using (currency)
                where coalesce(w.amount, 0) <> coalesce(l.posted, 0))
        """,
    ),
    Invariant(
        "exchange_operation_closes_once",
        "V7: an operation stands in one living closing at most, and is closed by one that is closed",
        """
        select (select count(*) from (select operation_id from exchange_closing_line where living
                 group by operation_id having count(*) > 1) twice)
             + (select count(*) from exchange_operation o
                  left join exchange_closing_line l on l.operation_id = o.id and l.living
                  left join exchange_closing c on c.id = l.closing_id
                 where o.state in ('closed', 'settled', 'reversed') and coalesce(c.state, '') not in ('closed', 'settled'))
             + (select count(*) from exchange_closing c cross join lateral (
                  select count(*) as operations, sum(o.foreign_amount) as abroad, sum(o.price) as clients
                    from exchange_closing_line l join exchange_operation o on o.id = l.operation_id
                   where l.closing_id = c.id and l.living) w
                 where c.state in ('closed', 'settled')
                   and (c.operations, c.foreign_amount, c.clients) is distinct from (w.operations, w.abroad, w.clients))
        """,
    ),
    Invariant(
        "exchange_price_was_in_time",
        "V8: no operation was booked at a price that had run out",
        "select count(*) from exchange_operation where booked_at > expires_at",
    ),
    Invariant(
        "exchange_operation_is_paid_in_full",
        "V9: what a merchant's balance gave or got for an operation is its price with tax and fee",
        f"""
        select count(*) from exchange_operation o
          left join lateral (
            select sum(e.amount) as posted from ledger_journal j
              join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
              join ledger_account a on a.id = e.account_id and a.code = 'available'
             where j.company_id = o.company_id and j.key = 'exchange:' || o.id) p on true
         where ({_BOOKED} or o.state = 'returned')
           and coalesce(p.posted, 0) <> case o.direction when 'out' then -(o.price + o.tax + o.fee) else o.price - o.tax - o.fee end
        """,
    ),
    Invariant(
        "exchange_counterparties_are_compared",
        "V10: whoever stands abroad in an operation is known to screening, and was compared before a contract was closed over it",
        """
        select count(*) from exchange_operation o
          left join published.counterparty c on c.merchant_id = o.company_id and c.name = o.counterparty
         where o.counterparty is not null
           and (c.name is null or c.waiting and o.state in ('closed', 'settled'))
        """,
    ),
    Invariant(
        "exchange_clients_are_compared",
        "V11: whoever an operation is for is known to screening, and was compared before a contract was closed over it",
        """
        select count(*) from exchange_operation o
          left join published.exchange_client c on c.merchant_id = o.company_id and c.name = o.client_name
            and c.document is not distinct from o.client_document
         where o.client_name is not null
           and (c.name is null or c.waiting and o.state in ('closed', 'settled'))
        """,
    ),
)
