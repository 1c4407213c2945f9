"""Invariants between mailboxes and remittances."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "mailbox_sends_what_was_sealed",
        "every file that went into a mailbox is the sealed file of its remittance, byte by byte, and that one is delivered where the file was sent",
        """
        select count(*) from mailbox_file f
          left join remittance r on r.company_id = f.company_id and r.id = f.remittance_id
         where f.direction = 'out'
           and ((f.sha256, f.size, f.processor_id) is distinct from (r.sha256, length(r.bytes)::bigint, r.processor_id)
                or (f.state = 'sent') <> (r.state <> 'sealed'))
        """,
    ),
    Invariant(
        "mailbox_files_are_return_files",
        "every file that was taken out of a mailbox is a return file of these bytes",
        """
        select count(*) from mailbox_file f
          left join return_file r on r.company_id = f.company_id and r.id = f.return_file_id
         where f.state in ('taken', 'duplicate') and (f.sha256, f.size) is distinct from (r.sha256, r.size)
        """,
    ),
)
