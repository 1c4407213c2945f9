"""Invariants between return files, charges and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "boleto_has_one_journal",
        "every charge paid by a line of a return file has exactly one journal, of its amount, and the reverse",
        """
        select count(*) from
          (select company_id, id::text as id, amount from boleto_payment) b
          full join
          (select j.company_id, substr(j.key, 8) as id, -sum(e.amount) filter (where e.amount < 0) as amount
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'boleto:%' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where b.amount is distinct from l.amount
        """,
    ),
    Invariant(
        "applied_lines_stand",
        "a line that settled is a payment of its amount, and the reverse; an applied file has no line left to do",
        """
        select count(*) from
          (select file_id, number from
             (select file_id, number, paid from return_line where effect = 'settle' and done_at is not null) l
             full join (select file_id, line as number, amount as paid from boleto_payment) b using (file_id, number)
            where l.paid is distinct from b.paid
           union all
           select l.file_id, l.number from return_line l join return_file f on f.company_id = l.company_id and f.id = l.file_id
            where f.status = 'applied' and l.effect in ('settle', 'fee') and l.done_at is null) wrong
        """,
    ),
    Invariant(
        "credited_lines_are_deposits",
        "a line that a person gave to a merchant is one deposit and one journal of its amount, and the reverse",
        """
        select count(*) from
          (select file_id, number as line, paid as amount from return_line where decision = 'credited') l
          full join (select file_id, line, amount, company_id from deposit where file_id is not null) d using (file_id, line)
          full join
          (select j.company_id, split_part(j.key, ':', 2)::uuid as file_id, split_part(j.key, ':', 3)::bigint as line,
                  sum(e.amount) filter (where e.amount > 0) as posted
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'linedeposit:%' group by j.company_id, j.id, j.key) p using (file_id, line)
         where l.amount is distinct from d.amount or p.posted is distinct from d.amount or p.company_id <> d.company_id
        """,
    ),
    Invariant(
        "titles_are_somebodys_once",
        "a payment that a bank tells of is somebody's out of one return file, whichever files bring it",
        """
        select count(*) from
          (select m.bank, f.agreement, m.bank_ref, m.day, m.amount from
             (select file_company_id, file_id, bank, bank_ref, paid_on as day, amount from boleto_payment
              union all
              select file_company_id, file_id, bank, bank_ref, (paid_at at time zone 'America/Sao_Paulo')::date, amount
                from deposit where file_id is not null) m
             join return_file f on f.company_id = m.file_company_id and f.id = m.file_id
            where ltrim(m.bank_ref, ' 0') <> ''
            group by 1, 2, 3, 4, 5 having count(distinct m.file_id) > 1) twice
        """,
    ),
    Invariant(
        "bank_fees_have_one_journal",
        "every tariff of an applied line has exactly one journal, of its amount, and the reverse; not where another file brought it",
        """
        select count(*) from
          (select 'bankfee:' || file_id || ':' || number as key, fee from return_line
            where done_at is not null and fee > 0 and effect <> 'already') f
          full join
          (select j.key, sum(e.amount) filter (where e.amount > 0) as fee
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'bankfee:%' group by j.id, j.key) l
          using (key)
         where f.fee is distinct from l.fee
        """,
    ),
)
