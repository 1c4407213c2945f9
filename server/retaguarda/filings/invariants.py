"""Invariants of files for regulators."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "filings_are_what_was_approved",
        "every delivered file is the approved version, byte by byte, and another person made it",
        """
        select count(*) from filing_request r
          left join filing_version v on v.company_id = r.company_id and v.request_id = r.id and v.version = r.version
         where r.state in ('approved', 'delivered', 'accepted')
           and (v.approver_id is null or v.approver_id = v.maker_id or v.sha256 is distinct from (
                 select sha256(string_agg(p.content, '' order by p.number)) from filing_piece p
                  where p.company_id = v.company_id and p.request_id = v.request_id and p.version = v.version))
        """,
    ),
    Invariant(
        "filings_have_their_lines",
        "a file has as many lines as it says, each with its source",
        """
        select count(*) from filing_version v
         where v.rows <> (select count(*) from filing_line l
                           where l.company_id = v.company_id and l.request_id = v.request_id and l.version = v.version)
        """,
    ),
    Invariant(
        "filings_sum_is_of_its_contracts",
        "V6: the foreign amounts of a delivered C220 file are, line by line, those of its contracts' operations",
        """
        select count(*) from filing_request r
          join filing_line l on l.company_id = r.company_id and l.request_id = r.id and l.version = r.version
          left join exchange_acam220 a on a.source_id = l.source
         where r.layout = 'acam220' and r.state in ('delivered', 'accepted')
           and (a.source_id is null or a.moeda <> l.cells[10]
                or a.valor_moeda_estrangeira <> replace(l.cells[13], ',', '')::bigint)
        """,
    ),
)
